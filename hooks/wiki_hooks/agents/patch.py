"""Patches as agents write them: `*** Begin Patch` envelopes, and SEARCH/REPLACE blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_hooks.agents.deeds import Deed, Edit, Hunk, Move, Patched, Remove, Unclear, Write

_BEGIN, _END, _FILE_END = "*** Begin Patch", "*** End Patch", "*** End of File"
_ADD, _UPDATE, _DELETE, _MOVE = "*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "
_HEADS = (_ADD, _UPDATE, _DELETE)
_SEARCH = re.compile(
    r"^(?:-{3,}|<{3,}) ?SEARCH>?\n(.*?)^={3,}\n(.*?)^(?:\+{3,}|>{3,}) ?REPLACE>?$", re.MULTILINE | re.DOTALL
)


def is_patch(text: str) -> bool:
    """Whether a text is, or holds, the envelope of a patch."""
    return _BEGIN in text


def deeds(text: str) -> Iterator[Deed]:
    """What a patch does to files. What is not the envelope, such as a shell around it, is passed over."""
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    start = next((at for at, row in enumerate(rows) if row.strip().startswith(_BEGIN)), None)
    if start is None:
        yield Unclear("", "its patch does not begin on a line of its own")
        return
    at = start + 1
    while at < len(rows):
        row = rows[at].rstrip()
        head = next((head for head in _HEADS if row.startswith(head)), None)
        if row.startswith(_END):
            return
        if head is None:
            if row:
                yield Unclear("", "its patch cannot be read")
                return
            at += 1
            continue
        end = next((n for n in range(at + 1, len(rows)) if _ends(rows[n])), len(rows))
        yield from _file(head, row.removeprefix(head).strip(), rows[at + 1 : end])
        at = end


def _ends(row: str) -> bool:
    return row.startswith((*_HEADS, _END))


def _file(head: str, path: str, rows: list[str]) -> Iterator[Deed]:
    """What a patch does to one file."""
    if head == _DELETE:
        yield Remove(path)
    elif head == _ADD:
        if any(row and not row.startswith("+") for row in rows):
            yield Unclear(path, "a line that the patch adds does not begin with +")
        else:
            yield Write(path, "".join(f"{row[1:]}\n" for row in rows if row))
    else:
        while rows and not rows[-1].strip():
            rows.pop()  # before the next file; no place is known by it
        target = rows.pop(0).removeprefix(_MOVE).strip() if rows and rows[0].startswith(_MOVE) else ""
        hunks = _hunks(rows)
        if hunks is None:
            yield Unclear(path, "its part of the patch cannot be read")
            return
        if hunks:
            yield Patched(path, hunks)
        if target:
            yield Move(path, target)
        elif not hunks:
            yield Unclear(path, "the patch says no change of it")


def _hunks(rows: list[str]) -> tuple[Hunk, ...] | None:
    """The hunks of one file; None where a line is none of a patch."""
    found: list[Hunk] = []
    under: list[str] = []
    old: list[str] = []
    new: list[str] = []
    at_end = False

    def close() -> None:
        nonlocal at_end
        if old or new:
            found.append(Hunk(tuple(old), tuple(new), tuple(under), at_end))
            under.clear()
        old.clear()
        new.clear()
        at_end = False

    for row in rows:
        if row.startswith("@@"):
            close()
            if place := row[2:].removeprefix(" ").removesuffix(" @@"):
                if place.startswith("-") and "+" in place:
                    continue  # line numbers, which are only a hint
                under.append(place)
        elif row.startswith(_FILE_END):
            at_end = True
            close()
        elif row == "":
            old.append("")
            new.append("")
        elif row[0] in " -":
            old.append(row[1:])
            if row[0] == " ":
                new.append(row[1:])
        elif row[0] == "+":
            new.append(row[1:])
        else:
            return None
    close()
    return tuple(found)


def searches(path: str, text: str) -> Iterator[Deed]:
    """The edits of SEARCH/REPLACE blocks."""
    found = list(_SEARCH.finditer(text.replace("\r\n", "\n")))
    if len(found) != text.count("SEARCH"):
        yield Unclear(path, "its SEARCH and REPLACE blocks cannot be read")
        return
    for match in found:
        old, new = match[1].removesuffix("\n"), match[2].removesuffix("\n")
        yield Edit(path, old, new) if old else Unclear(path, "one of its SEARCH blocks is empty")
