"""Two logs that grew from one: the new entries of both, and no old line changed without a person's word."""

from __future__ import annotations

from collections.abc import Sequence

from wiki_schema.compare.agreement import common_head, common_tail, is_blank
from wiki_schema.log import preamble_length, preamble_offset
from wiki_schema.merge import Merged
from wiki_schema.merge.combining import combine
from wiki_schema.merge.entries import Reading
from wiki_schema.merge.page import WIDTH, Frame, Page, chosen, join, read_page
from wiki_schema.merge.placing import Archived, Three, beside, no_archive, onto
from wiki_schema.text import split_lines


def merge_log(
    base: str,
    ours: str,
    theirs: str,
    reading: Reading,
    *,
    width: int = WIDTH,
    keeps_ours: bool = False,
    archived: Archived = no_archive,
) -> Merged:
    """What two logs make together.

    In a merge of two histories the new entries are put in order, and it does not matter which side is
    ours. With `keeps_ours` those of theirs come behind all of ours: what is made is a commit on top of ours
    (a rebase, a cherry-pick), whose log may only grow.
    """
    if theirs in (ours, base):
        return Merged(ours)
    if ours == base:
        return Merged(theirs)
    frame = Frame.of(base, ours, theirs)
    head, tail = _shared(frame.plain, reading)
    three = Three(*(
        _page(text[head : len(text) - tail], end, reading)
        for text, end in zip(frame.plain, frame.ends, strict=True)
    ))  # fmt: skip
    draft = combine(*(onto(three, reading) if keeps_ours else beside(three, reading, archived)), reading)
    rest = chosen(*(page.rest for page in three))
    made = join(Page(list(draft.lines(width)), rest), frame.end)
    text = frame.plain[1]
    return Merged(f"{frame.mark}{text[:head]}{made}{text[len(text) - tail :]}", draft.either)


def _page(text: str, end: str, reading: Reading) -> Page:
    page = read_page(text, end, reading.newest_first, reading.is_heading)
    lines = split_lines(text)
    first = sum(not is_blank(line) for line in lines[: preamble_length(lines, reading.format)])
    preamble = [line._replace(is_preamble=True) for line in page.lines[:first]]
    return page._replace(lines=[*preamble, *page.lines[first:]])


def _shared(plain: Sequence[str], reading: Reading) -> tuple[int, int]:
    """How much of long logs need not be looked at: what all three begin with, or end with newest first."""
    one = plain[0]
    start = preamble_offset(one, reading.format)
    if not reading.newest_first:
        head = min(common_head(one, text) for text in plain[1:])
        at = one.rfind("\n", 0, head) + 1
        while at > start and reading.day_of(_line_at(one, at)) is None:
            at = one.rfind("\n", 0, at - 1) + 1
        return (at, 0) if at > start else (0, 0)
    limit = min(map(len, plain)) - min(common_head(one, text) for text in plain[1:])
    tail = min(common_tail(one, text, len(one), len(text), limit) for text in plain[1:])
    at = one.find("\n", max(len(one) - tail, start)) + 1
    while 0 < at < len(one) and reading.day_of(_line_at(one, at)) is None:
        at = one.find("\n", at) + 1
    return 0, len(one) - at if at else 0


def _line_at(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[at : len(text) if end < 0 else end].removesuffix("\r")
