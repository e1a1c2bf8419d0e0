"""Judging commits one by one, each against each of its parents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_hooks.git.judging import NoPolicy, Step, joined, judged, overridden
from wiki_hooks.git.merge import base_tree, merge_base
from wiki_hooks.git.sides import Sides
from wiki_hooks.git.span import short
from wiki_hooks.place.settings import Settings, read_side
from wiki_hooks.plumbing.author import commit_evidence
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.history import LogMoves, differences, moved_logs
from wiki_hooks.plumbing.objects import Commit, Missing, Objects
from wiki_hooks.plumbing.raw import OPTIONS, Entry, parse
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.judge import NO_POLICY
from wiki_schema.members import Evidence
from wiki_schema.policy.setting import Setting
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy

# So many commits are told apart by one run of git: enough to be quick, few enough to hold.
_BATCH = 500

_NOT_JUDGED = "what was committed before anything configured a store was not judged"


_UNREAD = "its setting cannot be read, so another judges"
_UNAGREED = "left out of its members"


class Judged(Value):
    """One commit and what there is to say about it."""

    commit: Commit
    day: date
    verdict: Verdict


class Latest(Value):
    """A setting, and the commit in which its logs stand where it says."""

    setting: Setting
    commit: str


class Walk:
    """A walk through history.

    `tip` is its newest commit, whose setting judges where older ones have none. `old` is the commit that
    stood there before it, if one did: its setting judges whatever comes without one, a root commit too;
    where it cannot be read, the last that could.
    """

    def __init__(
        self,
        repository: Repository,
        objects: Objects,
        manager: pluggy.PluginManager,
        today: date,
        tip: str,
        old: str = "",
    ) -> None:
        self._repository = repository
        self._git = repository.git
        self._objects = objects
        self._manager = manager
        self._today = today
        self._tip = tip
        self._old = old
        self._sides = Sides(objects, manager)
        self._standing = self._last_readable(old)
        self._moves = LogMoves(self._git, objects)
        self._last: Latest | None = None
        self._carried: dict[str, str] = {}

    def judge(self, commits: Sequence[str]) -> Iterator[Judged]:
        """The commits, in the order given: parents before children.

        Raises `Missing` where a parent is not in this clone: an edge of a shallow clone is no beginning;
        at the end `NoPolicy` where nothing configured a store, neither before it, nor in it, nor now.
        """
        for start in range(0, len(commits), _BATCH):
            batch = list(self._objects.commits(commits[start : start + _BATCH]))
            self._require_parents(batch)
            pairs = [(commit.oid, parent) for commit in batch for parent in commit.parents or ("",)]
            found = zip(pairs, differences(self._git, pairs), strict=True)
            for commit in batch:
                changes = {parent: next(found)[1] for parent in commit.parents or ("",)}
                yield self._judge(commit, changes)
        if commits and not self._settings(self._tip, self._old).is_configured:
            raise NoPolicy(NO_POLICY)

    def net(self, base: str, end: str, evidence: Evidence | None = None) -> Verdict:
        """What is lost from a commit to another, or to the empty tree, whatever lies between them.

        Who acts is the author of the tip, unless something else is known.
        """
        if evidence is None:
            evidence = commit_evidence(next(self._objects.commits([self._tip])))
        entries = parse(self._git.run("diff-tree", *OPTIONS, base, end, "--"))
        step = Step(entries, self._tree(base), self._tree(end), short(base))
        settings = self._settings(end, base)
        return judged(step, settings, evidence, self._today, self._objects, self._manager)

    def require_setting(self, end: str) -> None:
        """Raises `CannotCheck` where at the end there is a setting that cannot be read.

        Also where one stood before that never could, and none stands now: there is no telling what it said.
        """
        if fault := self._sides.of(end).fault:
            raise CannotCheck(
                f"{short(end)}: {fault}. By this nobody could be judged any more: "
                "mend it in one more commit, or take it back (git revert)."
            )
        was = self._sides.of(self._old)
        holds = self._sides.of(end).setting or self._sides.of(self._standing).setting
        if was.fault and holds is None:
            raise CannotCheck(
                f"{short(self._old)}: {was.fault}. What stood there cannot be read, and nothing configures a "
                "store in its place: mend it instead."
            )

    def merge_base(self, parents: Sequence[str]) -> str:
        """The commit that some parents last had in common; "" where their histories never met."""
        return merge_base(self._git, parents)

    def has_log(self, commit: str, path: str) -> bool:
        """Whether a log that a later commit has at a path was there already, at this path or another."""
        then = self._settings(self._tip, commit).moved_logs.get(path, path)
        tree = self._tree(commit)
        return tree.read(then) is not None or tree.read(path) is not None

    def _judge(self, commit: Commit, changes: Mapping[str, Sequence[Entry]]) -> Judged:
        evidence, day = commit_evidence(commit), commit.day(self._today)
        self._sides.follow(commit.oid, next(iter(changes)), next(iter(changes.values())))
        settings = {parent: self._settings(commit.oid, parent, commit.parents) for parent in changes}
        self._carry(commit)
        verdicts = [
            judged(step, settings[parent], evidence, day, self._objects, self._manager)
            for parent, step in self._steps(commit, changes)
            if settings[parent].is_configured
        ]
        if not verdicts:
            verdicts = [Verdict(notices=(_NOT_JUDGED,))]
        first = next(iter(settings.values()))
        verdict = overridden(joined(verdicts), commit.message, first, evidence, self._manager)
        stamped = (finding._replace(commit=commit.oid) for finding in verdict.findings)
        return Judged(commit, day, verdict._replace(findings=tuple(stamped)))

    def _steps(self, commit: Commit, changes: Mapping[str, Sequence[Entry]]) -> Iterator[tuple[str, Step]]:
        after = self._tree(commit.oid)
        base = base_tree(self._git, self._objects, commit.parents) if len(changes) > 1 else None
        for parent, entries in changes.items():
            others = tuple(self._tree(other) for other in changes if other != parent)
            joins = bool(self._old)
            yield parent, Step(entries, self._tree(parent), after, short(parent), others, base, joins=joins)

    def _tree(self, commit: str) -> Tree:
        return CommitTree(self._objects, commit) if commit else EmptyTree()

    def _holder(self, commit: str, others: Iterable[str] = ()) -> str:
        """The commit whose setting holds at a commit: itself, if it has one; or what stood there already.

        Without one it has that of another parent of the same merge, of its own past, of what stood before
        the walk.
        """
        if not self._old:
            return commit
        own = (name for name in (commit, *others) if self._sides.of(name).setting is not None)
        return next(own, self._carried.get(commit, self._standing))

    def _last_readable(self, commit: str) -> str:
        """The newest commit up to one whose setting can be read, where there is one; else itself.

        What cannot be read judges nobody: who broke it must not be judged by what comes after.
        """
        at = commit
        while (side := self._sides.of(at)).setting is None and side.fault:
            touching = ("rev-list", "--first-parent", "-1", at, "--", *sorted(side.files))
            broke = self._git.run(*touching).decode("ascii").strip()
            parents = next(self._objects.commits([broke])).parents if broke else ()
            if not parents:
                return commit
            at = parents[0]
        return at if side.setting is not None else commit

    def _carry(self, commit: Commit) -> None:
        """Remembers what holds at a commit that says nothing of its own."""
        if commit.parents and self._sides.of(commit.oid).setting is None:
            self._carried[commit.oid] = self._holder(commit.parents[0], commit.parents)

    def _settings(self, commit: str, parent: str, parents: Sequence[str] = ()) -> Settings:
        """The setting before a commit, its parent's or what holds there.

        Where there is none its own, the newest there is, the last there was; then logs are followed to
        where they stood before any setting named them.
        """
        old, new = self._sides.of(parent), self._sides.of(commit)
        notices = tuple(
            f"{short(where)}: {_UNAGREED if side.setting else _UNREAD}: {side.fault}"
            for where, side in ((parent, old), (commit, new))
            if side.fault
        )
        if known := new.setting or old.setting:
            self._last = Latest(known, commit if new.setting else parent)
        holder = self._holder(parent, parents)
        if before := self._sides.of(holder).setting:
            standing = self._tree(holder) if holder != parent else None
            return Settings(before, new.setting, notices, standing=standing)
        latest = Latest(new.setting, commit) if new.setting else self._latest or self._last
        if latest is None:
            return Settings(None, None, notices)
        before, after = (self._moves.setting_at(at, latest.setting, latest.commit) for at in (parent, commit))
        return Settings(None, after, notices, moved_logs(before, after))

    @cached_property
    def _latest(self) -> Latest | None:
        """What judges where nothing did yet: the setting of the newest commit, of HEAD, or that on disk.

        In a bare repository nobody stands at HEAD: there a branch without a policy is no store.
        """
        tip = self._sides.of(self._tip).setting
        if tip is not None or self._repository.bare:
            return Latest(tip, self._tip) if tip else None
        head = self._git.ask("rev-parse", "--verify", "--quiet", "HEAD") or self._tip
        setting = self._sides.of(head).setting or read_side(disk(self._repository), self._manager)
        if setting is None:
            return None
        tree = self._tree(self._tip)
        is_known = all(tree.read(store.log_path) for store in setting.policy.stores)
        return Latest(setting, self._tip if is_known else head)

    def _require_parents(self, batch: Iterable[Commit]) -> None:
        """Raises `Missing` where history is cut off, before git stumbles over it."""
        oids = {commit.oid for commit in batch}
        for parent in dict.fromkeys(parent for commit in batch for parent in commit.parents):
            if parent not in oids and self._objects.find(parent) is None:
                raise Missing(parent)
