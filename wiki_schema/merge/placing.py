"""Where the new entries of each side belong: beside the other's, behind them, in the log after a rotation."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from wiki_schema.compare.log_diff import in_order
from wiki_schema.merge.entries import Entry, Reading, Section
from wiki_schema.merge.order import moves, put_back
from wiki_schema.merge.page import Line, Page, texts, tight
from wiki_schema.merge.sides import Side, align, compare, is_whole
from wiki_schema.text import split_lines
from wiki_schema.value import Value

Archived = Callable[[str], Iterable[str]]
"""Gives the texts of the archives that the preamble of a log names, as far as they can be found."""

Placed = tuple[Page, Side, Side]
"""What both sides are measured by, and either of them."""


class Three(Value):
    """The versions of a log that a merge begins with."""

    base: Page
    ours: Page
    theirs: Page


def no_archive(_preamble: str) -> Iterable[str]:
    """Nobody knows of an archive."""
    return ()


def beside(three: Three, reading: Reading, archived: Archived) -> Placed:
    """The new entries of both sides where each side put them."""
    base, ours, theirs = three
    one, other = (compare(base, page, reading.aligning) for page in (ours, theirs))
    if (away := _put_away(base, ours, one, archived)) and is_whole(other, base.lines):
        return _after_rotation(base, ours, other, away, reading)
    if (away := _put_away(base, theirs, other, archived)) and is_whole(one, base.lines):
        page, later, late = _after_rotation(base, theirs, one, away, reading)
        return page, late, later
    return base, one, other


def new_sections(base: Page, side: Side, reading: Reading) -> list[list[Section]]:
    """The new entries of a side, by the line of the base that they stand before."""
    under, found = "", []
    for place, run in enumerate(side.new):
        found.append(reading.sections((line for line in run if not line.is_preamble), under))
        if place < len(base.lines) and reading.is_heading(base.lines[place].text):
            under = base.lines[place].text
    return found


# A log that one side put away


def _put_away(base: Page, page: Page, side: Side, archived: Archived) -> list[str]:
    """The lines of the archive into which a side put the log away; none where it did not."""
    old = [line for line in base.lines if not line.is_preamble]
    pairs = zip(base.lines, side.kept, strict=True)
    if not old or any(kept and kept.text == line.text for line, kept in pairs if not line.is_preamble):
        return []
    preamble = (line.text for line in page.lines if line.is_preamble)
    found = map(split_lines, archived("\n".join(preamble)))
    return next((lines for lines in found if in_order(texts(old), lines)), [])


def _after_rotation(base: Page, page: Page, side: Side, away: Sequence[str], reading: Reading) -> Placed:
    """The new log of one side, and what the other had still written into the old one."""
    preamble = Page([line for line in page.lines if line.is_preamble])
    later = [line for line in page.lines if not line.is_preamble]
    known = Counter(away) - Counter(texts(base.lines))
    late = [section for sections in new_sections(base, side, reading) for section in sections]
    late = list(_without(late, lambda entry: all(known[text] for text in entry.said)))
    run = list(_under_headings(late, ""))
    opened = {len(preamble.lines): later[0].above if later else page.rest}
    none: list[list[Line]] = [[] for _ in preamble.lines]
    one, other = (Side(preamble.lines, [*none, tight(lines)], opened) for lines in (later, run))
    return preamble, one, other


def _without(sections: Iterable[Section], is_known: Callable[[Entry], bool]) -> Iterator[Section]:
    for section in sections:
        entries = [entry for entry in section.entries if not is_known(entry)]
        if entries or not section.entries:
            yield section._replace(entries=entries)


def _under_headings(sections: Iterable[Section], heading: str) -> Iterator[Line]:
    """New entries below a heading that stands there, each section under its own."""
    for section in sections:
        if section.under != heading:
            yield section.heading or Line(section.under)
            heading = section.under
        for entry in section.entries:
            yield from entry.lines


# A commit on top of ours


def onto(three: Three, reading: Reading) -> Placed:
    """All of ours as it is, and what theirs did since the base done to it: new entries at the open end."""
    base, ours, theirs = three
    # Ours may never have had the last lines of the base: others that stand there are not those, edited.
    mine = align(base.lines, ours.lines, reading.aligning._replace(kin=None))
    their = compare(base, theirs, reading.aligning)
    for side in (mine, their):
        put_back(side, moves(base.lines, side, reading))
    place = {id(line): at for at, line in enumerate(ours.lines)}
    kept: list[Line | None] = list(ours.lines)
    for number, (was, here, there) in enumerate(zip(base.lines, mine.kept, their.kept, strict=True), 1):
        if there is not None and there.text == was.text:
            continue
        if here is not None:
            kept[place[id(here)]] = there
        elif there is not None:  # what it was before never came to ours
            their.new[number].insert(0, there)
    late = list(_late(base, mine, their, reading))
    gaps: list[list[Line]] = [[] for _ in range(len(ours.lines) + 1)]
    preamble = sum(line.is_preamble for line in ours.lines)
    gaps[preamble] += _new_preamble(mine, their)
    if reading.newest_first:
        at = _put_on_top(gaps, preamble, ours.lines, late, reading)
    else:
        at = _open_place(base, mine, their, ours.lines, reading)
        heading = next((line.text for line in ours.lines[:at][::-1] if reading.is_heading(line.text)), "")
        gaps[at] += _under_headings(late, heading)
    opened = {at: ours.blanks(at)} if their.opened else {}
    return ours, Side(ours.lines, [[] for _ in gaps]), Side(kept, gaps, opened)


def _new_preamble(mine: Side, their: Side) -> list[Line]:
    """The lines of a preamble that theirs has put in and ours has not."""
    known = Counter(mine.new_texts)
    lines = [line for run in their.new for line in run if line.is_preamble]
    return [line for line in lines if not known[line.text]]


def _late(base: Page, mine: Side, their: Side, reading: Reading) -> Iterator[Section]:
    """The new entries of theirs but those that ours has, each as often as it has them."""
    one, other = (new_sections(base, side, reading) for side in (mine, their))
    known = Counter(
        (section.under, entry.said) for sections in one for section in sections for entry in section.entries
    )
    for section in (section for sections in other for section in sections):
        entries = []
        for entry in section.entries:
            key = (section.under, entry.said)
            if known[key]:
                known[key] -= 1
            else:
                entries.append(entry)
        if entries or not section.entries:
            yield section._replace(entries=entries)


def _open_place(base: Page, mine: Side, their: Side, lines: Sequence[Line], reading: Reading) -> int:
    """Where a log that grows at its end is open: there, or before the footer that theirs stopped at too."""
    first = next((place for place, run in enumerate(their.new) if run), len(base.lines))
    footer = mine.kept[first] if first < len(base.lines) else None
    if footer is None or not reading.format.has_sections:
        return len(lines)
    at = next(place for place, line in enumerate(lines) if line is footer)
    return len(lines) if any(reading.day_of(line.text) for line in lines[at:]) else at


def _put_on_top(
    gaps: list[list[Line]], top: int, lines: Sequence[Line], late: list[Section], reading: Reading
) -> int:
    """Put new entries over old ones; those of the newest day that is there under its heading."""
    first = lines[top].text if top < len(lines) else ""
    under: list[Line] = []
    while late and late[-1].under == first and reading.is_open(first):
        under[:0] = [line for entry in late.pop().entries for line in entry.lines]
    gaps[top] += _under_headings(late, "")
    gaps[top + bool(under)] += under
    return top
