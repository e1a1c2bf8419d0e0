"""What a commit of everything on disk would be refused for, if some files were changed first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.staged import HEAD
from wiki_hooks.place.settings import Settings
from wiki_hooks.plumbing.left_out import would_be_ignored
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.raw import OPTIONS, parse
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema import text
from wiki_schema.change import Change, Tree
from wiki_schema.finding import ERROR, Finding
from wiki_schema.judge import judge
from wiki_schema.members import Evidence
from wiki_schema.policy.setting import Setting

if TYPE_CHECKING:
    import pluggy


class Uncommitted:
    """The way from the last commit to what lies on disk."""

    def __init__(
        self,
        repository: Repository,
        setting: Setting,
        evidence: Evidence,
        day: date,
        manager: pluggy.PluginManager,
    ) -> None:
        self._repository = repository
        self._setting = setting
        self._evidence = evidence
        self._day = day
        self._manager = manager

    def worsened(self, now: Tree, then: Tree, touched: Collection[str]) -> tuple[Finding, ...]:
        """The errors that it would have with `then` on disk, and has not with what lies there `now`.

        `touched` are the paths in which the two differ. Before the first commit there is nothing to
        compare with, and so no error.
        """
        with Objects(self._repository.git) as objects:
            if objects.find(HEAD) is None:
                return ()
            head = CommitTree(objects, HEAD)
            paths = self._changed(touched)
            errors = self._errors(head, then, paths)
            return tuple(_beyond(errors, self._errors(head, now, paths))) if errors else ()

    def _changed(self, touched: Collection[str]) -> list[str]:
        """Every path that such a commit could change and that is judged by its words."""
        git = self._repository.git
        with git.start("ls-files", "-z", "--others", "--exclude-standard") as untracked:
            tracked = [entry.path for entry in parse(git.run("diff-index", *OPTIONS, HEAD, "--"))]
            ignored = would_be_ignored(git, touched)
            others, _ = untracked.communicate()
        paths = dict.fromkeys([*tracked, *text.decode(others).split("\0"), *touched])
        settings = Settings(self._setting, None)
        return [
            p for p in paths if p and p not in ignored and settings.concerns(p) and settings.needs_text(p)
        ]

    def _errors(self, head: Tree, side: Tree, paths: Iterable[str]) -> list[Finding]:
        pairs = {path: (head.read(path), side.read(path)) for path in paths}
        files = {path: pair for path, pair in pairs.items() if pair[0] != pair[1]}
        change = Change(files, self._evidence, self._day, head, side)
        verdict = judge(change, self._setting, self._setting, self._manager)
        return [finding for finding in verdict.findings if finding.level == ERROR]


def _beyond(errors: Iterable[Finding], known: Iterable[Finding]) -> Iterator[Finding]:
    """The errors of which there were fewer before, whatever their words: a count in them may have changed."""
    left = Counter((finding.rule, finding.path) for finding in known)
    for finding in errors:
        left[finding.rule, finding.path] -= 1
        if left[finding.rule, finding.path] < 0:
            yield finding
