"""Every file of a repository, as if all were new: only the rules on form have something to say."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.stdin import current_folder
from wiki_hooks.place.settings import Settings, read_side
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.repository import NoRepository, find_repository
from wiki_schema.change import Change, File, Tree
from wiki_schema.finding import Verdict
from wiki_schema.judge import judge
from wiki_schema.members import Evidence

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


def check(cwd: str, environ: Mapping[str, str], who: str, today: date, manager: PluginManager) -> Verdict:
    """The verdict on the files on disk. Without git, the current folder is the top.

    Raises `CannotCheck` where nothing configures a store.
    """
    notices: tuple[str, ...] = ()
    try:
        repository = find_repository(cwd, environ)
    except NoRepository:
        notices = (NOT_COMPARED,)
        tree, evidence = current_folder(), Evidence(who, environ.get("MEMWIKI_WHO", ""))
    else:
        tree = disk(repository)
        with Author(repository.git, environ) as author:
            evidence = author.evidence(who, environ)
    setting = read_side(tree, manager)
    files = _files(tree, Settings(None, setting))
    verdict = judge(Change(files, evidence, today, after=tree, first=True), None, setting, manager)
    findings = tuple(f for f in verdict.findings if f.rule not in NOT_OF_FORM)
    return verdict._replace(findings=findings, notices=(*notices, *verdict.notices))


def _files(tree: Tree, settings: Settings) -> dict[str, tuple[File | None, File | None]]:
    """Every file that concerns a store, as new. Of those whose words no rule reads only the name counts."""
    files: dict[str, tuple[File | None, File | None]] = {}
    for path in sorted(tree.paths()):
        if settings.concerns(path):
            file = tree.read(path) if settings.needs_text(path) else File()
            if file is not None:
                files[path] = (None, file)
    return files
