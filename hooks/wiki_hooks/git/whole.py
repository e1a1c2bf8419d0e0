"""Every file of a repository, as if all were new: only the rules on form have something to say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.place.settings import Settings, read_side
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.repository import NoRepository, find_repository
from wiki_schema.change import Change, File, Tree
from wiki_schema.disk.tree import WorkTree, walk
from wiki_schema.finding import OFF, WARNING, CannotCheck, Verdict
from wiki_schema.judge import NO_POLICY, judge
from wiki_schema.members import Evidence
from wiki_schema.override import TRAILER
from wiki_schema.policy import Policy
from wiki_schema.standing.baseline import CHECK, STALE, read_baseline, settle, stale
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager


NOT_OF_FORM = frozenset(
    """claim-unauthorised fact-backdated impersonated log-backdated log-idle supersede-unauthorised""".split()
)
"""Rules that ask who did something, and when. Of what stood there all along nobody knows."""


NOT_COMPARED = (
    "There is no git repository here, so nothing was compared with what stood before: "
    "only the rules on form were run."
)


class Look(Value):
    """What the rules on form find in every file, whether it is accepted or not."""

    verdict: Verdict
    tree: Tree
    policy: Policy


def check(
    cwd: str,
    environ: Mapping[str, str],
    who: str,
    today: date,
    manager: PluginManager,
    *,
    accepted: bool = False,
) -> Verdict:
    """The verdict on the files on disk, without what the baseline covers, or with that marked as accepted.

    Without git, the current folder is the top. Raises `CannotCheck` where nothing configures a store, or
    the baseline cannot be read.
    """
    found = look(cwd, environ, who, today, manager)
    baseline = read_baseline(found.tree, found.policy)
    if not baseline.entries:
        return found.verdict
    settled = settle(found.verdict, baseline, CHECK)
    level = found.policy.rules.get(STALE, WARNING)
    idle = [f._replace(level=level) for f in stale(baseline, settled.left, CHECK)] if level != OFF else []
    shown = settled.all if accepted else settled.verdict
    left = shown._replace(findings=(*shown.findings, *idle))
    notices = left.notices if left.errors else [notice for notice in left.notices if TRAILER not in notice]
    return left._replace(notices=(*notices, *settled.told(baseline, accepted)))


def look(cwd: str, environ: Mapping[str, str], who: str, today: date, manager: PluginManager) -> Look:
    """The same with what the baseline covers."""
    notices: tuple[str, ...] = ()
    try:
        repository = find_repository(cwd, environ)
    except NoRepository:
        notices = (NOT_COMPARED,)
        tree: Tree = WorkTree(cwd, lambda: list(walk(cwd)))
        evidence = Evidence(who, environ.get("MEMWIKI_WHO", ""))
    else:
        tree = disk(repository)
        with Author(repository.git, environ) as author:
            evidence = author.evidence(who, environ)
    found = by_form(tree, evidence, today, manager)
    return found._replace(verdict=found.verdict._replace(notices=(*notices, *found.verdict.notices)))


def by_form(tree: Tree, evidence: Evidence, today: date, manager: PluginManager) -> Look:
    """What the rules on form find in every file of a tree. Raises `CannotCheck` where none is configured."""
    setting = read_side(tree, manager)
    files = _files(tree, Settings(None, setting))
    if setting is None:
        raise CannotCheck(NO_POLICY)
    verdict = judge(Change(files, evidence, today, after=tree, first=True), None, setting, manager)
    findings = tuple(f for f in verdict.findings if f.rule not in NOT_OF_FORM)
    return Look(verdict._replace(findings=findings), tree, setting.policy)


def _files(tree: Tree, settings: Settings) -> dict[str, tuple[File | None, File | None]]:
    """Every file that concerns a store, as new. Of those whose words no rule reads only the name counts."""
    files: dict[str, tuple[File | None, File | None]] = {}
    for path in sorted(tree.paths()):
        if settings.concerns(path):
            file = tree.read(path) if settings.needs_text(path) else File()
            if file is not None:
                files[path] = (None, file)
    return files
