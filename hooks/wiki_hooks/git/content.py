"""From raw entries to the files of a change: which of them matter, and what stood and stands there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from wiki_hooks.git.filters import refuse_pointers
from wiki_hooks.place.settings import Settings
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.raw import ABSENT, SUBMODULE, UNMERGED, Entry, kind
from wiki_schema.change import FILE, LINK, OTHER, File
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible
from wiki_schema.value import Value

Files = Mapping[str, tuple[File | None, File | None]]
"""The files of a change by path from the top, each as it was and as it is."""


class Content(Value):
    """What a change holds that matters."""

    files: Files
    notices: tuple[str, ...] = ()


def content(
    entries: Iterable[Entry],
    objects: Objects,
    settings: Settings,
    read_new: Callable[[Entry], str] | None = None,
) -> Content:
    """The files of a change that matter, read. `read_new` gives the new text where it is no object of git.

    Raises `CannotCheck` for paths with unresolved conflicts, for a blob that is not in this clone, and
    for words that git keeps in another form than people read them.
    """
    concerned = [entry for entry in entries if settings.concerns(entry.path)]
    _refuse_unmerged(concerned)
    changed = [entry for entry in concerned if entry.is_content]
    read = [entry for entry in changed if settings.needs_text(entry.path)]
    objects.prefetch(entry.old for entry in read if kind(entry.old_mode) in (FILE, LINK))
    if read_new is None:
        objects.prefetch(entry.new for entry in read if kind(entry.new_mode) in (FILE, LINK))

    def old_text(entry: Entry) -> str:
        return objects.text(entry.old)

    def new_text(entry: Entry) -> str:
        return objects.text(entry.new) if read_new is None else read_new(entry)

    files: dict[str, tuple[File | None, File | None]] = {}
    for entry in changed:
        words = settings.needs_text(entry.path)
        before = _side(entry, entry.old_mode, words, old_text)
        after = _side(entry, entry.new_mode, words, new_text)
        # On disk a file may only look changed: git has not compared it yet.
        if before != after or not words:
            files[entry.path] = (before, after)
    _mark_folders(files)
    refuse_pointers(files)
    return Content(files, tuple(_submodules(changed)))


def _refuse_unmerged(entries: Iterable[Entry]) -> None:
    paths = [visible(entry.path) for entry in entries if entry.status == UNMERGED]
    if paths:
        raise CannotCheck(
            f"Unresolved conflicts in {', '.join(paths)}: resolve them, then `git add` these files."
        )


def _side(entry: Entry, mode: str, words: bool, read: Callable[[Entry], str]) -> File | None:
    if mode == ABSENT:
        return None
    what = kind(mode)
    return File(read(entry) if what == LINK or (what == FILE and words) else "", what)


def _mark_folders(files: dict[str, tuple[File | None, File | None]]) -> None:
    """Where a folder now stands in a file's place, git tells of the file's end and of the folder's files."""
    gone = [path for path, (_, after) in files.items() if after is None]
    if gone:
        folders = {folder for path, (_, after) in files.items() if after for folder in folders_of(path)}
        for path in folders.intersection(gone):
            files[path] = (files[path][0], File(mode=OTHER))


def folders_of(path: str) -> Iterator[str]:
    """Every folder a path lies in, from the top, without the top itself."""
    at = path.find("/")
    while at >= 0:
        yield path[:at]
        at = path.find("/", at + 1)


def _submodules(changed: Collection[Entry]) -> Iterator[str]:
    for entry in changed:
        if SUBMODULE in (entry.old_mode, entry.new_mode):
            yield f"{visible(entry.path)} is a submodule: what it holds was not looked at"
