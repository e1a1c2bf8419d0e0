"""What a tool call does to files, and what they hold afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wiki_schema.value import Value


class Write(Value):
    """A file written as a whole."""

    path: str
    text: str


class Edit(Value):
    """Words of a file replaced by others."""

    path: str
    old: str
    new: str
    every: bool = False
    """Whether wherever they stand; else they must stand once."""


class Insert(Value):
    """Lines put behind the line of a number; 0 is before the first."""

    path: str
    line: int
    text: str


class Append(Value):
    """Words put at the end of a file."""

    path: str
    text: str


class Hunk(Value):
    """Lines of a file, next to each other, replaced by others."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    under: tuple[str, ...] = ()
    """Lines that stand somewhere above, each below the last."""
    at_end: bool = False


class Patched(Value):
    """A file in which hunks are replaced, from top to bottom."""

    path: str
    hunks: tuple[Hunk, ...]


class Remove(Value):
    """A file taken away."""

    path: str


class Move(Value):
    """A file that bears another name afterwards."""

    path: str
    to: str


class Copy(Value):
    """A file that stands under another name as well afterwards."""

    path: str
    to: str


class Unclear(Value):
    """A file to which something is done that nobody can tell; without a path not even which."""

    path: str
    why: str


Deed = Write | Edit | Insert | Append | Patched | Remove | Move | Copy | Unclear


class CannotTell(Exception):
    """What a file would hold cannot be told, so it is not let through. The message says why."""

    def __init__(self, path: str, why: str) -> None:
        super().__init__(why)
        self.path = path
        self.why = why


class Outcome(Value):
    """What files hold after a call."""

    files: dict[str, str | None]
    """Whole texts by path, None for a file that would be gone."""
    whole: tuple[str, ...]
    """Those that held something, and were given as a whole."""


def outcome(deeds: Iterable[Deed], read: Callable[[str], str | None]) -> Outcome:
    """What files hold after some deeds, one after another. `read` gives what a file holds before.

    Raises `CannotTell`.
    """
    files: dict[str, str | None] = {}
    whole: dict[str, None] = {}

    def standing(path: str) -> str | None:
        return files[path] if path in files else read(path)

    def text_of(path: str) -> str:
        text = standing(path)
        if text is None:
            raise CannotTell(path, "there is no such file to be changed")
        return text

    for deed in deeds:
        match deed:
            case Write(path, text):
                if (standing(path) or "").strip():
                    whole[path] = None
                files[path] = text
            case Append(path, text):
                files[path] = _appended(standing(path) or "", text)
            case Remove(path):
                files[path] = None
            case Move(path, to):
                files[to], files[path] = text_of(path), None
            case Copy(path, to):
                text = text_of(path)
                if (standing(to) or "").strip():
                    whole[to] = None
                files[to] = text
            case Edit(path, old, new, every):
                files[path] = _edited(path, text_of(path), old, new, every)
            case Insert(path, line, text):
                files[path] = _inserted(path, text_of(path), line, text)
            case Patched(path, hunks):
                files[path] = _patched(path, text_of(path), hunks)
            case Unclear(path, why):
                raise CannotTell(path, why)
    return Outcome(files, tuple(whole))


def _appended(before: str, text: str) -> str:
    """A text with another behind it, which begins a line of its own."""
    return f"{before}\n{text}" if before and not before.endswith("\n") else before + text


def _edited(path: str, text: str, old: str, new: str, every: bool) -> str:
    """Words replaced, as hosts do it: line ends of the file are kept, whatever the words bear."""
    if old not in text and "\r\n" in text and "\r\n" not in old:
        plain = text.replace("\r\n", "\n")
        if "\r" in plain or plain.count("\n") != text.count("\r\n"):
            raise CannotTell(path, "its line ends are mixed, so where the old words stand cannot be told")
        return _edited(path, plain, old, new.replace("\r\n", "\n"), every).replace("\n", "\r\n")
    count = text.count(old)
    if count == 0:
        raise CannotTell(path, "the old words do not stand in it just so; read it again")
    if count > 1 and not every:
        raise CannotTell(path, f"the old words stand in it {count} times; say more of what is around them")
    return text.replace(old, new)


def _inserted(path: str, text: str, line: int, added: str) -> str:
    *rows, last = text.split("\n")
    rows = [f"{row}\n" for row in rows] + ([last] if last else [])
    if not 0 <= line <= len(rows):
        raise CannotTell(path, f"it has no line {line}")
    above, below = "".join(rows[:line]), "".join(rows[line:])
    if above and not above.endswith("\n"):
        above += "\n"
    return above + (added if added.endswith("\n") or not below else f"{added}\n") + below


def _patched(path: str, text: str, hunks: Iterable[Hunk]) -> str:
    """A text with hunks replaced. They are looked for exactly, from the last one on."""
    ends = "\r\n" if "\r\n" in text else "\n"
    rows = [row.removesuffix("\r") for row in text.split("\n")]
    if rows and rows[-1] == "":
        rows.pop()
    at, found = 0, []
    for hunk in hunks:
        for line in hunk.under:
            at = _place(path, rows, (line,), at) + 1
        if not hunk.old:
            place = len(rows)  # words without a place go to the end
        elif hunk.at_end:
            place = len(rows) - len(hunk.old)
            if place < at or tuple(rows[place:]) != hunk.old:
                raise CannotTell(path, "the patch does not fit its end; read it again")
        else:
            place = _place(path, rows, hunk.old, at)
        found.append((place, hunk))
        at = max(at, place + len(hunk.old))
    for place, hunk in sorted(found, key=lambda each: each[0], reverse=True):
        rows[place : place + len(hunk.old)] = hunk.new
    return "".join(f"{row}{ends}" for row in rows)


def _place(path: str, rows: list[str], wanted: tuple[str, ...], start: int) -> int:
    size = len(wanted)
    for place in range(start, len(rows) - size + 1):
        if rows[place] == wanted[0] and tuple(rows[place : place + size]) == wanted:
            return place
    raise CannotTell(path, "the patch does not fit what stands in it; read it again")
