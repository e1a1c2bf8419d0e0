"""What a merge driver must know besides the three versions that git hands it."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping

from wiki_hooks.git.merge import other_parents
from wiki_hooks.plumbing.repository import NoRepository, Repository, find_repository
from wiki_schema.change import FILE, Tree, text_of
from wiki_schema.compare.log_diff import NEWEST_FIRST
from wiki_schema.disk.tree import WorkTree
from wiki_schema.log import MEMWIKI, LogFormat
from wiki_schema.merge.entries import Reading
from wiki_schema.paths import folder_of
from wiki_schema.policy import Policy, PolicyError, Store, read_policy
from wiki_schema.text import split_lines
from wiki_schema.value import Value

_NAME = re.compile(r"[^\s()\[\]<>`'\"|]+")
_SQUASH = re.compile(rb"--sq(?:u(?:a(?:sh?)?)?)?$")  # git takes an option cut short
_FOREBEARS = 6  # so many processes above ours git may stand: its own, and the shells between


class Scene(Value):
    """A file that is being merged."""

    path: str
    """From the top."""
    repository: Repository | None
    store: Store | None
    """The store whose log or index it is, where a policy says so."""
    tips: tuple[str, ...] = ()
    """The commits that are being joined, where two histories are; nothing in a rebase or a cherry-pick."""

    @property
    def inside(self) -> str:
        """The path, seen from its store."""
        return (self.store and self.store.relative(self.path)) or self.path


def scene_of(path: str, cwd: str, environ: Mapping[str, str]) -> Scene:
    """What is known of a file that git merges. Git runs a driver at the top of the working tree."""
    try:
        repository = find_repository(cwd, environ)
    except NoRepository:
        return Scene(path, None, None)
    policy = _policy(repository)
    store = (policy.store_of_log(path) or policy.store_of(path)) if policy else None
    others = other_parents(repository)
    tips = () if not others or _is_squash() else ("HEAD", *others)
    return Scene(path, repository, store, tips)


def _policy(repository: Repository) -> Policy | None:
    """The policy as it lies on disk, where git has not yet put the result of the merge; else that of HEAD."""
    try:
        found = read_policy(_reader(WorkTree(repository.top, tuple)))
        if found is not None:
            return found
        from wiki_hooks.plumbing.objects import Objects
        from wiki_hooks.plumbing.trees import CommitTree

        with Objects(repository.git) as objects:
            return read_policy(_reader(CommitTree(objects, "HEAD"))) if objects.find("HEAD") else None
    except PolicyError:  # the merge must go on: the log itself shows how it is written
        return None


def _reader(tree: Tree) -> Callable[[str], str | None]:
    return lambda path: text_of(tree.read(path))


def _is_squash() -> bool:
    """Whether the merge will be a commit with one parent. Only git's own command line says so."""
    process = os.getppid()
    for _ in range(_FOREBEARS):
        try:
            told = subprocess.run(
                ["ps", "-o", "ppid=,args=", "-p", str(process)], capture_output=True, check=False
            )
        except OSError:
            return False
        parent, *words = told.stdout.split() or [b""]
        if any(_SQUASH.match(word) for word in words):
            return True
        if not parent.isdigit() or b"merge" in words[1:2]:
            return False
        process = int(parent)
    return False


# How a log is read


def reading_of(scene: Scene, texts: Iterable[str], formats: Callable[[], Mapping[str, LogFormat]]) -> Reading:
    """How a log is read: as the policy says, else as its entries show. `formats` gives all there are."""
    from wiki_hooks.place.environment import today

    if scene.store is not None:
        name = scene.store.log_format
        known = MEMWIKI if name == MEMWIKI.name else formats().get(name)
        if known is not None:
            return Reading(known, scene.store.log_order == NEWEST_FIRST, today())
    return _detected(list(texts), formats)._replace(today=today())


def _detected(texts: list[str], formats: Callable[[], Mapping[str, LogFormat]]) -> Reading:
    lines = [line for text in texts for line in split_lines(text)]
    found = MEMWIKI
    if not any(MEMWIKI.read(1, line) for line in lines):
        found = max(formats().values(), key=lambda style: _count(style, lines), default=MEMWIKI)
    longest = split_lines(max(texts, key=len, default=""))
    days = [day for line in longest if (day := Reading(found).day_of(line)) is not None]
    return Reading(found, bool(days) and days[0] > days[-1])


def _count(style: LogFormat, lines: Iterable[str]) -> int:
    return sum(Reading(style).day_of(line) is not None for line in lines)


# Logs that were put away


def archives_of(scene: Scene) -> Callable[[str], Iterator[str]]:
    """Gives the texts of the archives that a preamble names, in any of the commits being joined."""

    def archived(preamble: str) -> Iterator[str]:
        repository, store = scene.repository, scene.store
        if repository is None or store is None or not scene.tips:
            return
        from wiki_hooks.plumbing.objects import Objects
        from wiki_hooks.plumbing.trees import CommitTree

        with Objects(repository.git) as objects:
            trees = [CommitTree(objects, tip) for tip in scene.tips]
            yield from archives_in(trees, store, preamble)

    return archived


def archives_in(trees: Iterable[Tree], store: Store, preamble: str) -> Iterator[str]:
    """The texts of the archives of a store's log that a preamble names, in some trees."""
    folder = folder_of(store.log_path)
    names = (word.rstrip(".,:;").rpartition("/")[2] for word in _NAME.findall(preamble))
    paths = [f"{folder}/{name}".lstrip("/") for name in dict.fromkeys(names)]
    for tree in trees:
        for path in filter(store.is_archive, paths):
            file = tree.read(path)
            if file is not None and file.mode == FILE:
                yield file.text
