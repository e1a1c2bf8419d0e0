"""A log put away whole, and a new one that names it."""

from __future__ import annotations

from itertools import count

from wiki_schema.amend.lines import ending_of
from wiki_schema.amend.scene import Amendment, CannotAmend, Scene
from wiki_schema.log import preamble_offset
from wiki_schema.text import visible


def rotate_log(scene: Scene) -> Amendment:
    """The log becomes an archive, byte for byte, and a new one begins under the same preamble.

    The archive bears the year, and a number where the year has one already: `log-2026.md`, `log-2026-2.md`.
    Raises `CannotAmend` where the log has no entry yet.
    """
    store = scene.store
    old = scene.text(store.log_path)
    start = preamble_offset(old, scene.log_format) if old is not None else 0
    if old is None or start == len(old):
        raise CannotAmend(f"{visible(store.log_path)} has no entries to put away.")
    archive = _free_name(scene)
    name = archive.rpartition("/")[2]
    ending = ending_of(old)
    preamble = old[:start].rstrip()
    head = f"{preamble}{ending}{ending}" if preamble else ""
    new = f"{head}Older entries: [{name}]({name}){ending}{ending}"
    return Amendment({archive: old, store.log_path: new}, "", f"put away as {scene.inside(archive)}")


def _free_name(scene: Scene) -> str:
    """A path for an archive beside the log that nothing bears yet."""
    folder, slash, name = scene.store.log_path.rpartition("/")
    stem, dot, suffix = name.rpartition(".")
    stem, suffix = (stem, dot + suffix) if dot else (name, "")
    for number in count(1):
        path = f"{folder}{slash}{stem}-{scene.day.year}{f'-{number}' if number > 1 else ''}{suffix}"
        if scene.tree.read(path) is None:
            return path
    raise AssertionError("numbers do not end")
