"""What an amendment would change, as a unified diff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_schema.disk.journal import Edit
from wiki_schema.text import decode

_NO_FILE = "/dev/null"
_NO_END = "\\ No newline at end of file\n"


def unified(edits: Iterable[Edit]) -> str:
    """One diff of every file, as `git apply` takes it: the words of notes exactly as they are."""
    return "".join(line for edit in edits for line in _of_file(edit))


def _of_file(edit: Edit) -> Iterator[str]:
    from difflib import unified_diff

    old, new = (list(_rows(side)) for side in (edit.before, edit.after))
    names = (
        _NO_FILE if edit.before is None else f"a/{edit.path}",
        _NO_FILE if edit.after is None else f"b/{edit.path}",
    )
    for line in unified_diff(old, new, *names):
        yield line if line.endswith("\n") else f"{line}\n{_NO_END}"


def _rows(data: bytes | None) -> Iterator[str]:
    """The lines with their ends."""
    *lines, last = decode(data or b"").split("\n")
    yield from (f"{line}\n" for line in lines)
    if last:
        yield last
