"""The files on disk against HEAD: new notes included, ignored ones not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.judging import Step, joined, judged
from wiki_hooks.git.merge import base_tree, other_parents
from wiki_hooks.git.on_disk import LineEnds, changed, hidden_files, untracked
from wiki_hooks.git.staged import HEAD, Judgement, first_base
from wiki_hooks.git.written_by import writers_of
from wiki_hooks.place.settings import settings_of
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.raw import Entry
from wiki_hooks.plumbing.repository import NoRepository, find_repository
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema import text
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.finding import Verdict

if TYPE_CHECKING:
    import pluggy

_SHOWN = 5


def check(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Verdict:
    """The verdict on what a commit of everything on disk would record.

    Raises `CannotCheck` where something cannot be read or nothing configures a store.
    """
    return check_worktree(cwd, environ, who, today, manager).verdict


def check_worktree(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Judgement:
    """The same, with the settings and the evidence it rests on."""
    repository = find_repository(cwd, environ)
    if repository.bare:
        raise NoRepository(f"{text.visible(repository.top)} is a bare repository: it has no files on disk.")
    git = repository.git
    with Author(git, environ, who) as author, Objects(git) as objects:
        has_head = objects.find(HEAD) is not None
        before: Tree = CommitTree(objects, HEAD) if has_head else EmptyTree()
        after = disk(repository)
        hidden = hidden_files(git)
        base = HEAD if has_head else first_base(git)
        entries = [*changed(repository, base, hidden), *untracked(repository)]

        stored = LineEnds(git)

        def read_new(entry: Entry) -> str:
            file = after.read(entry.path)
            return stored.clean(file.text, entry.path) if file else ""

        # In the middle of a merge what it brought is there already.
        tips = other_parents(repository) if has_head else []
        others = tuple(CommitTree(objects, tip) for tip in tips)
        met = base_tree(git, objects, [HEAD, *tips]) if tips else None
        step = Step(entries, before, after, HEAD, others, met, read_new)
        settings = settings_of(before, after, lambda: after, manager)
        evidence = author.evidence(who, environ)
        writers = None if others else writers_of(repository)
        verdict = judged(step, settings, evidence, today, objects, manager, writers)
    left_out = [path for path in hidden.skipped if settings.concerns(path)]
    return Judgement(joined([verdict, _told(left_out)]), settings, evidence)


def _told(left_out: Sequence[str]) -> Verdict:
    if not left_out:
        return Verdict()
    shown = ", ".join(map(text.visible, left_out[:_SHOWN])) + ("…" if len(left_out) > _SHOWN else "")
    which = "1 file that is" if len(left_out) == 1 else f"{len(left_out)} files that are"
    return Verdict(notices=(f"not looked at: {which} left out of this checkout (skip-worktree): {shown}",))
