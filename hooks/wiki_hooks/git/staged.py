"""The staged change: the index against HEAD, whatever lies on disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.filters import refuse_filters
from wiki_hooks.git.judging import Step, joined, judged
from wiki_hooks.git.merge import base_tree, other_parents
from wiki_hooks.git.written_by import writers_of
from wiki_hooks.place.settings import Settings, settings_of
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.objects import Missing, Objects
from wiki_hooks.plumbing.process import Git, empty_tree, finish
from wiki_hooks.plumbing.raw import OPTIONS, Entry, parse
from wiki_hooks.plumbing.repository import Repository, find_repository
from wiki_hooks.plumbing.trees import ChangedTree, CommitTree
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.finding import Verdict
from wiki_schema.members import Evidence
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy

HEAD = "HEAD"

# An entry of `git add --intent-to-add` is only a promise, which would be told as an empty file.
_DIFF_INDEX = ("diff-index", "--cached", "--ita-invisible-in-index", *OPTIONS)

NOTHING_STAGED = (
    "Nothing is staged, so nothing was compared. "
    "For commits already made: memwiki check --from-ref A --to-ref B, or memwiki audit."
)


class Judgement(Value):
    """A verdict, and what it rests on."""

    verdict: Verdict
    settings: Settings
    evidence: Evidence


def check(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Verdict:
    """The verdict on what a commit would record now; on a merge, against every parent.

    Raises `CannotCheck` where something cannot be read or nothing configures a store.
    """
    return check_staged(cwd, environ, who, today, manager).verdict


def check_staged(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Judgement:
    """The same, with the settings and the evidence it rests on."""
    repository = find_repository(cwd, environ)
    git = repository.git
    # All three run at once: a commit waits for this.
    with (
        git.start(*_DIFF_INDEX, HEAD, "--") as listing,
        Author(git, environ, who) as author,
        Objects(git) as objects,
    ):
        if objects.find(HEAD):
            before: Tree = CommitTree(objects, HEAD)
            entries = parse(finish(listing, _DIFF_INDEX))
        else:
            listing.communicate()
            before, entries = EmptyTree(), _entries(git, first_base(git))
        after = ChangedTree(before, entries, objects)
        settings = settings_of(before, after, lambda: disk(repository), manager)
        refuse_filters(filter(settings.concerns, (entry.path for entry in entries)), after, repository)
        evidence = author.evidence(who, environ)
        first = Step(entries, before, after, HEAD)
        verdicts = []
        for step in _steps(first, repository, objects):
            own = _settings(step, first, settings, manager)
            # What a merge brings was written by others, whatever was announced here.
            writers = None if step.others else writers_of(repository)
            verdict = judged(step, own, evidence, today, objects, manager, writers)
            if step.others and verdict.errors:
                from wiki_hooks.git.decided import without_decided

                others = [tip for tip in (HEAD, *other_parents(repository)) if tip != step.source]
                place = (repository, objects, today, manager)
                verdict = without_decided(verdict, step, others, own, *place)
            verdicts.append(verdict)
        if others := other_parents(repository):
            from wiki_hooks.git.brought import losses

            verdicts.append(losses(repository, environ, others, after, today, manager))
    said = () if entries else (NOTHING_STAGED,)
    return Judgement(joined([*verdicts, Verdict(notices=said)]), settings, evidence)


def _entries(git: Git, base: str) -> list[Entry]:
    """What the index changes in a commit or tree."""
    return parse(git.run(*_DIFF_INDEX, base, "--"))


def first_base(git: Git) -> str:
    """The empty tree, by which the first commit is measured.

    Raises `Missing` where there is a HEAD whose commit is not in this clone.
    """
    if git.ask("rev-parse", "-q", "--verify", HEAD) is not None:
        raise Missing(HEAD)
    return empty_tree(git)


def _steps(first: Step, repository: Repository, objects: Objects) -> Iterator[Step]:
    """The way from HEAD to the index; in a merge the way from each parent, which knows the others."""
    others = other_parents(repository)
    if not others:
        yield first
        return
    git = repository.git
    parents = [HEAD, *others]
    trees = [first.before, *(CommitTree(objects, other) for other in others)]
    base = base_tree(git, objects, parents)
    for parent, tree in zip(parents, trees, strict=True):
        entries = first.entries if parent == HEAD else _entries(git, parent)
        rest = tuple(other for other in trees if other is not tree)
        yield Step(entries, tree, first.after, parent, rest, base)


def _settings(step: Step, first: Step, settings: Settings, manager: pluggy.PluginManager) -> Settings:
    """The settings of a parent: its own, and where it has none, those that judge the commit."""
    if step.before is first.before:
        return settings
    own = settings_of(step.before, step.after, EmptyTree, manager)
    return own if own.before or own.after else settings
