"""name-clash: files that another system cannot tell apart, or cannot hold."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_schema.characters import folded
from wiki_schema.finding import WARNING, Finding
from wiki_schema.paths import folder_of
from wiki_schema.telling import quoted
from wiki_schema.text import path_key

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView

# What Windows keeps for devices, with any ending.
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?=\.|\s*$)", re.IGNORECASE)
_FORBIDDEN = re.compile(r'[<>:"|?*\\]')


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each name but the first of those that would be one elsewhere, or that would be none."""
    yield from _alike(view.files)
    for path, part in _parts(view.files):
        if fault := _fault(part.rpartition("/")[2]):
            where = path if part == path else f"{part}/"
            message = f"{quoted(view.inside(part))} {fault}: Windows cannot check it out."
            yield Finding(path, 0, message, "rename it with git mv", level=WARNING, key=f"{where} {fault}")


def _parts(files: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every folder above the files, outermost first, each before its first file and with it; every file."""
    seen = {""}
    for path in files:
        new = []
        folder = folder_of(path)
        while folder not in seen:
            seen.add(folder)
            new.append((path, folder))
            folder = folder_of(folder)
        yield from reversed(new)
        yield path, path


def _alike(files: tuple[str, ...]) -> Iterator[Finding]:
    """Files and folders that differ only in case or in Unicode form. A folder is told once."""
    first_of: dict[str, str] = {}
    told: set[str] = set()
    for path, part in _parts(files):
        first = first_of.setdefault(folded(part), part)
        # Below folders that clash every file is beside its own; only what bears one name does.
        if first == part or folder_of(part) != folder_of(first):
            continue
        told.add(part)
        noun = "folder" if part != path else "file"
        what = "case" if path_key(part) != path_key(first) else "Unicode form"
        message = (
            f"{quoted(part)} differs from {quoted(first)} only in {what}: "
            f"macOS and Windows hold one {noun} of the two."
        )
        hint = f"rename one of them: git mv -- {shlex.quote(part)} …"
        yield Finding(path, 0, message, hint, also=((first, 0),) if part == path else ())
    yield from _across(files, told)


def _across(files: tuple[str, ...], told: set[str]) -> Iterator[Finding]:
    """Files that become one because the folders they lie in do."""
    first_of: dict[str, str] = {}
    for path in files:
        first = first_of.setdefault(folded(path), path)
        if first != path and path not in told:
            message = f"{quoted(path)} and {quoted(first)} are one file on macOS and Windows."
            yield Finding(
                path, 0, message, f"rename one of them: git mv -- {shlex.quote(path)} …", also=((first, 0),)
            )


def _fault(name: str) -> str:
    """Why Windows cannot hold a name; empty where it can."""
    if odd := _FORBIDDEN.search(name):
        return f"holds {odd[0]}"
    if name[-1:] in (".", " "):
        return f"ends in a {'dot' if name[-1] == '.' else 'blank'}"
    if _RESERVED.match(name):
        return "is the name of a device"
    return ""
