"""A text as a merge sees it: its lines, each with the blank lines that belong to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from wiki_schema.compare.agreement import is_blank
from wiki_schema.text import BOM
from wiki_schema.value import Value

WIDTH = 7
"""How wide git makes its conflict markers."""

_CRLF = "\r\n"

_What = TypeVar("_What", bound=tuple[str, ...] | str | bool)


class Line(Value):
    """A line that is not blank."""

    text: str
    above: tuple[str, ...] = ()
    """The blank lines over it that are its own."""
    below: tuple[str, ...] = ()
    """Those under it."""
    end: str = ""
    """How it ends where most lines of its page end in another way; "" for as they do."""
    is_preamble: bool = False
    """Whether it stands before the first entry of a log."""
    targets: tuple[str, ...] = ()
    """The notes that it lists, in an index."""

    @property
    def is_loose(self) -> bool:
        """Whether the blank lines over it may stand over another in its place. Headings keep their own."""
        return bool(self.above) and not self.text.lstrip(" ").startswith("#")


class Page(Value):
    """A text, taken apart."""

    lines: list[Line]
    rest: tuple[str, ...] = ()
    """Blank lines at its end that belong to no line."""

    def blanks(self, place: int) -> tuple[str, ...]:
        """The blank lines over a line, or behind the last one."""
        return self.lines[place].above if place < len(self.lines) else self.rest


class Frame(Value):
    """What is true of a merged text as a whole, and the three it is made of, without their BOM."""

    plain: tuple[str, str, str]
    """Base, ours, theirs."""
    ends: tuple[str, str, str]
    """How most lines of each end."""
    end: str
    mark: str
    """A BOM or nothing."""

    @classmethod
    def of(cls, base: str, ours: str, theirs: str) -> Frame:
        """What the three say."""
        whole = (base, ours, theirs)
        ends = (common_end(base), common_end(ours), common_end(theirs))
        has_mark = chosen(*(text.startswith(BOM) for text in whole))
        plain = (base.removeprefix(BOM), ours.removeprefix(BOM), theirs.removeprefix(BOM))
        return cls(plain, ends, chosen_end(*ends), BOM if has_mark else "")


def never(_line: str) -> bool:
    """No line at all."""
    return False


def read_page(text: str, end: str, is_below: bool = False, opens: Callable[[str], bool] = never) -> Page:
    """Take a text without BOM apart, most of whose lines end in a known way.

    A blank line belongs to the line under it, or to the one over it where `is_below` says so or that one
    `opens` what follows: so that what is put in brings along what separates it from what was there.
    """
    lines: list[Line] = []
    blanks: list[str] = []
    for words, own in _split(text):
        if is_blank(words):
            blanks.append(words)
            continue
        above = tuple(blanks)
        if blanks and lines and (is_below or opens(lines[-1].text)):
            lines[-1], above = lines[-1]._replace(below=above), ()
        blanks = []
        lines.append(Line(words, above, (), "" if own in ("", end) else own))
    if blanks and lines and is_below:
        lines[-1], blanks = lines[-1]._replace(below=tuple(blanks)), []
    return Page(lines, tuple(blanks))


def common_end(text: str) -> str:
    """How most lines of a text end: LF or CRLF; "" where none ends."""
    crlf = text.count(_CRLF)
    bare = text.count("\n") - crlf
    return _CRLF if crlf > bare else "\n" if bare else ""


def _split(text: str) -> Iterator[tuple[str, str]]:
    """Each line, and how it ends."""
    *lines, last = text.split("\n")
    for line in lines:
        yield (line[:-1], _CRLF) if line.endswith("\r") else (line, "\n")
    if last:
        yield last, ""


def join(page: Page, end: str) -> str:
    """The text of a page. Its last line ends, too."""
    parts = []
    for line in page.lines:
        parts += [f"{blank}{end}" for blank in line.above]
        parts.append(f"{line.text}{line.end or end}")
        parts += [f"{blank}{end}" for blank in line.below]
    parts += [f"{blank}{end}" for blank in page.rest]
    return "".join(parts)


def texts(lines: Iterable[Line]) -> list[str]:
    """What lines say."""
    return [line.text for line in lines]


def chosen(base: _What, one: _What, other: _What) -> _What:
    """What became of a small thing: what the side that changed it made of it; of two changes, the larger."""
    if one == base:
        return other
    return one if other == base else max(one, other)


def chosen_end(base: str, one: str, other: str) -> str:
    """How the lines of a merged text end. Where none of the three knows, with LF."""
    if not (one and other):
        return one or other or base or "\n"
    return chosen(base, one, other) if base else min(one, other)


def fuse(base: Line | None, one: Line, other: Line) -> Line:
    """One line of two that say the same."""
    was = base or Line("")
    return one._replace(
        above=chosen(was.above, one.above, other.above),
        below=chosen(was.below, one.below, other.below),
        end=chosen(was.end, one.end, other.end),
    )


def loosened(one: Sequence[Line], other: Sequence[Line]) -> tuple[str, ...]:
    """The blank lines over the first lines of both runs, if they are over what comes first of the two."""
    if one and other and one[0].is_loose and other[0].is_loose and one[0].above == other[0].above:
        return one[0].above
    return ()


def tight(lines: Sequence[Line]) -> list[Line]:
    """Lines without the blank lines over the first."""
    return [line._replace(above=()) if at == 0 else line for at, line in enumerate(lines)]


def fuse_all(base: Sequence[Line], one: Sequence[Line], other: Sequence[Line]) -> list[Line]:
    """Two runs of lines that say the same, as one."""
    was = base if texts(base) == texts(one) else [None] * len(one)
    return [fuse(*lines) for lines in zip(was, one, other, strict=True)]
