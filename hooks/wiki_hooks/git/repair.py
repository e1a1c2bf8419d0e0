"""What logs and indexes should be after a merge that was made without their drivers, or is being made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from wiki_hooks.git.merge import merge_base, other_parents
from wiki_hooks.git.remerging import File, index_file, log_file, merged_as_text
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.commits import commit_of
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.change import EmptyTree, Tree, text_of
from wiki_schema.finding import CannotCheck
from wiki_schema.judge import load_formats
from wiki_schema.merge import Merged
from wiki_schema.text import decode, visible
from wiki_schema.value import Value


class Mended(Value):
    """A log or an index as it should be."""

    path: str
    """From the top."""
    now: str | None
    """As it lies on disk."""
    merged: Merged

    @property
    def is_right(self) -> bool:
        """Whether it is as it should be."""
        return self.now == self.merged.text and not self.merged.clashes


class Repair(Value):
    """What was found."""

    files: tuple[Mended, ...]
    """Every log and index that more than one side of a merge has."""
    merge: str = ""
    """The commit, where the merge is made already; "" where it is being made."""

    @property
    def wrong(self) -> list[Mended]:
        """Those that are not as they should be."""
        return [file for file in self.files if not file.is_right]


def find_repair(wiki: Wiki, repository: Repository, named: str) -> Repair:
    """What logs and indexes should be after a merge: the one of a name, the one being made, or HEAD.

    Raises `CannotCheck` where there is no such merge.
    """
    with Objects(repository.git) as objects:
        others = other_parents(repository)
        unmerged = _unmerged(repository.git)
        if named or not (others or unmerged):
            return _Made(wiki, repository.git, objects).repair(named or "HEAD")
        return _BeingMade(wiki, repository.git, objects, others, unmerged).repair()


class _Base:
    """What both ways to look at a merge begin with."""

    def __init__(self, wiki: Wiki, git: Git, objects: Objects) -> None:
        self.wiki = wiki
        self.git = git
        self.objects = objects
        self._formats = load_formats(wiki.manager)

    def trees(self, parents: Sequence[str]) -> list[Tree]:
        """What the parents last had in common, and the parents."""
        base = merge_base(self.git, parents)
        tips = [CommitTree(self.objects, parent) for parent in parents]
        return [CommitTree(self.objects, base) if base else EmptyTree(), *tips]

    def files(self, trees: Sequence[Tree], paths: Iterable[str]) -> Iterator[File]:
        """The logs and indexes among some paths."""
        policy = self.wiki.setting.policy
        for path in sorted(set(paths)):
            store = policy.store_of_log(path)
            if store is not None:
                yield log_file(store, self._formats[store.log_format], trees, self.wiki.tree)
            elif (store := policy.store_of(path)) is not None and store.is_index(path):
                yield index_file(store, path)

    def decided(self, file: File, text: str, merged: Merged, versions: Sequence[str]) -> Merged:
        """What a merge makes together with what somebody has written into its result, which is a text.

        A person may have chosen where the driver leaves it to one; what git does unasked is no choice.
        """
        if merged.clashes and text in merged_as_text(self.git, versions):
            return merged
        return file.resolved(merged, text, versions)

    def now(self, file: File) -> str | None:
        """A file as it lies on disk."""
        return text_of(self.wiki.tree.read(file.path))


def _versions(path: str, trees: Sequence[Tree]) -> list[str]:
    """Base and sides of a file; nothing where fewer than two sides have it: then git merged no lines."""
    base, *sides = (text_of(tree.read(path)) for tree in trees)
    there = [side for side in sides if side is not None]
    return [base or "", *there] if len(there) > 1 else []


# A merge that is made


class _Made(_Base):
    """A merge in the history."""

    def repair(self, named: str) -> Repair:
        """What it should have made, with what was written since."""
        oid = commit_of(self.git, named)
        if oid is None:
            raise CannotCheck(f"{visible(named)} is no commit of this repository.")
        (commit,) = self.objects.commits([oid])
        if len(commit.parents) < 2:
            raise CannotCheck(
                f"{visible(named)} is no merge, and none is being made: `git log --merges` lists them."
            )
        trees, then = self.trees(commit.parents), CommitTree(self.objects, commit.oid)
        mended = []
        for file in self.files(trees[1:], (path for tree in trees[1:] for path in tree.paths())):
            if versions := _versions(file.path, trees):
                was, now, merged = text_of(then.read(file.path)) or "", self.now(file), file.joined(versions)
                merged = self.decided(file, was, merged, versions)
                if file.is_as_good(was, merged, versions):
                    merged = Merged(now or "")
                elif file.is_put_away(was, now or ""):
                    raise _put_away_since(file.path, named, commit.oid)
                else:
                    merged = file.with_later(merged, was, now or "")
                mended.append(Mended(file.path, now, merged))
        return Repair(tuple(mended), commit.oid)


def _put_away_since(path: str, named: str, oid: str) -> CannotCheck:
    return CannotCheck(
        f"{visible(path)} was put away into an archive after the merge {visible(named)}, and an archive "
        f"stays as it is: this merge can be mended no more. `git show --cc {oid[:12]}` shows what it did; "
        "what is missing can be told anew."
    )


# A merge that is being made


def _unmerged(git: Git) -> dict[str, dict[str, str]]:
    """The versions of the paths that git could not merge: path → stage → object name."""
    stages: dict[str, dict[str, str]] = {}
    for entry in decode(git.run("ls-files", "--unmerged", "-z")).split("\0")[:-1]:
        about, _, path = entry.partition("\t")
        _, oid, stage = about.split(" ")
        stages.setdefault(path, {})[stage] = oid
    return stages


class _BeingMade(_Base):
    """A merge, or a rebase or cherry-pick that git could not finish alone."""

    def __init__(
        self,
        wiki: Wiki,
        git: Git,
        objects: Objects,
        others: Sequence[str],
        unmerged: Mapping[str, Mapping[str, str]],
    ) -> None:
        """`others` are the commits being merged into HEAD; none in a rebase or a cherry-pick."""
        super().__init__(wiki, git, objects)
        self._others = others
        self._unmerged = unmerged

    def repair(self) -> Repair:
        """What it should make, with what was written into its result already."""
        trees = self.trees(["HEAD", *self._others]) if self._others else []
        paths = [*self._unmerged, *(path for tree in trees[1:] for path in tree.paths())]
        mended = []
        for file in self.files(trees[1:], paths):
            stages = self._unmerged.get(file.path)
            versions = self._staged(stages) if stages else _versions(file.path, trees)
            if not versions:
                continue
            merged, now = file.joined(versions, redo=not self._others), self.now(file)
            merged = self.decided(file, now or "", merged, versions)
            # A commit on top of ours may only add, so that there the order counts.
            if self._others and file.is_as_good(now or "", merged, versions):
                merged = Merged(now or "")
            mended.append(Mended(file.path, now, merged))
        return Repair(tuple(mended))

    def _staged(self, stages: Mapping[str, str]) -> list[str]:
        """Base, ours and theirs of an unmerged file; nothing where one side has removed it."""
        if not {"2", "3"} <= stages.keys():
            return []
        return [self.objects.text(stages[stage]) if stage in stages else "" for stage in "123"]
