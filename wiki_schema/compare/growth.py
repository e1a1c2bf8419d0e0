"""How a log grew: its new lines, and every old line that is not what and where it was.

Logs are insert-only: every old line stays, unchanged, in its order; new ones come at the open end.
Lines compare exactly; blank lines are no content. Source: the wiki grammar, section 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date

from wiki_schema.compare.agreement import (
    Lines,
    agree_from_end,
    agree_from_start,
    common_head,
    common_tail,
    line_number,
    lines_between,
    lines_of,
    next_line,
)
from wiki_schema.compare.log_diff import NEWEST_FIRST, Comparison, LogLoss, OldLog, in_order, without
from wiki_schema.log import LogFormat, preamble_offset
from wiki_schema.text import BOM
from wiki_schema.value import Value

__all__ = ["Growth", "LogLoss", "grow", "is_rotation", "weave"]

# The last old lines are looked for among so many of the new log's last lines, by so much of their text.
_FEW = 1000
_TAIL = 2000


class Growth(Value):
    """What became of a log."""

    new: tuple[tuple[int, str], ...]
    """The new lines: number in the new text, and the line. Those at a wrong place are among them."""
    losses: tuple[LogLoss, ...]
    brought: tuple[tuple[int, str], ...] = ()
    """In a merge, the lines that are new to this parent and stand in another one."""


# One commit


def grow(before: str, after: str, format: LogFormat, order: str, day: date) -> Growth:
    """How a log grew in one step, on a day. A log that was empty gets its preamble for nothing."""
    was = _plain(before)
    if next_line(was, 0) == len(was):
        now = _plain(after)
        new = _numbered(lines_between(now, preamble_offset(now, format)))
        return Growth(new, ())
    if order != NEWEST_FIRST and _continues(before, after):
        start = len(before) if before.endswith("\n") else _next_line_start(after, len(before))
        return Growth(_numbered(lines_of(_with_lf(after[start:]), line_number(after, start))), ())
    return Growth(*_grow(OldLog(was, format, order, day), _plain(after)))


def _continues(before: str, after: str) -> bool:
    """Whether a text is another one and more lines."""
    if not after.startswith(before):
        return False
    return before.endswith("\n") or len(before) == len(after) or after.startswith(("\n", "\r\n"), len(before))


def _grow(old: OldLog, text: str) -> tuple[tuple[tuple[int, str], ...], tuple[LogLoss, ...]]:
    i, j = agree_from_start(old.text, text)
    end = len(text) if old.newest_first else _old_end(old.text, text, i, j)
    k, m = agree_from_end(old.text, text, i, j, end)
    fresh = lines_between(text, j, m)
    if i == k and _may_stand(old, text, i, fresh):
        return _numbered(fresh), ()
    comparison = Comparison(old, fresh, i, k)
    comparison.compare()
    appended = lines_between(text, _next_line_start(text, end))
    return (*comparison.new, *_numbered(appended)), tuple(comparison.losses)


def _may_stand(old: OldLog, text: str, at: int, fresh: Lines) -> bool:
    """Whether the fresh lines, inserted at this offset of the old text and nothing else done, may be there.

    Where lines repeat, the place is one of several, and any of them will do.
    """
    if not old.newest_first:
        return at == len(old.text)
    if at < old.open_from:
        return False

    def ends_with(start: int) -> bool:
        return agree_from_end(old.text, text, start, 0, len(text))[0] == start

    if ends_with(old.open_from):
        return True
    return not old.opens_section(fresh.texts) and ends_with(min(at, old.open_to))


def _old_end(before: str, after: str, i: int, j: int) -> int:
    """Where the old lines end in the new text, as far as few lines follow them; else its end."""
    tail = before[max(i, len(before) - _TAIL) :].rstrip("\n")
    end = len(after)
    for _ in range(_FEW):
        if after.endswith(tail, j, end):
            return end
        end = after.rfind("\n", j, end)
        if end < 0:
            break
    return len(after)


# A merge


def weave(
    parent: str, after: str, others: Sequence[str], base: str | None, format: LogFormat, order: str, day: date
) -> Growth:
    """How a log grew in a merge, seen from one parent.

    Every line of the parent stands in the result, in its order, except for what another parent's own
    commits did to lines of the base. Lines of no parent come at the open end only. Where every parent
    grew out of the base, nothing stands between the lines of the base either.
    """
    old, text = OldLog(_plain(parent), format, order, day), _plain(after)
    sides = [_plain(other) for other in others]
    root = _plain(base) if base is not None else None
    texts = [old.text, text, *sides, *([] if root is None else [root])]
    head, tail = _shared(texts, old)

    def rest(text: str) -> Lines:
        return lines_between(text, head, len(text) - tail)

    comparison = Comparison(old, rest(text), head, len(old.text) - tail)
    _allow_others(comparison, [rest(side).texts for side in sides], [] if root is None else rest(root).texts)
    if root is not None and all(not grow(root, side, format, order, day).losses for side in (parent, *sides)):
        trunk = OldLog(root, format, order, day)
        comparison.misplaced = Comparison(trunk, comparison.now, head, len(root) - tail).astray()
    comparison.compare()
    now, new = comparison.now, tuple(comparison.new)
    brought = tuple((now.numbers[index], now.texts[index]) for index in sorted(comparison.known))
    return Growth(new, tuple(comparison.losses), brought)


def _shared(texts: Sequence[str], old: OldLog) -> tuple[int, int]:
    """How much all texts have in common, in whole lines: at their start, and newest first at their end.

    A newest-first log has no more than its preamble at its start: what follows is matched from the end.
    """
    one = texts[0]
    head = min(common_head(one, text) for text in texts)
    if not old.newest_first:
        return one.rfind("\n", 0, head) + 1, 0
    head = one.rfind("\n", 0, min(head, old.open_from)) + 1
    limits = (min(len(one), len(text)) - head for text in texts)
    tail = min(
        common_tail(one, text, len(one), len(text), limit) for text, limit in zip(texts, limits, strict=True)
    )
    start = one.find("\n", len(one) - tail) + 1
    return head, len(one) - start if start else 0


def _allow_others(comparison: Comparison, sides: list[list[str]], base: list[str]) -> None:
    """Excuse what other parents did to lines of the base, and know what they bring."""
    ours, root = Counter(comparison.lines.texts), Counter(base)
    theirs = [Counter(side) for side in sides]
    left: dict[str, int] = {}
    for index in comparison.missing:
        line = comparison.lines.texts[index]
        left.setdefault(line, min(root[line], ours[line]) - min(side[line] for side in theirs))
        if left[line] > 0:
            left[line] -= 1
            comparison.excused.add(index)
    left.clear()
    # Of equal lines, those nearest to the open end are the new ones.
    for index in reversed(comparison.extra) if comparison.old.newest_first else comparison.extra:
        line = comparison.now.texts[index]
        if line not in left:
            counts = [ours[line], *(side[line] for side in theirs)]
            kept = max(min(count, root[line]) for count in counts)
            left[line] = kept + sum(max(0, count - root[line]) for count in counts) - ours[line]
        if left[line] > 0:
            left[line] -= 1
            comparison.known.add(index)
    if not comparison.is_ordered:
        parent, now = comparison.lines.texts, comparison.now.texts
        comparison.may_reorder = any(_is_order_of(now, parent, side) for side in sides)


def _is_order_of(now: list[str], parent: list[str], side: list[str]) -> bool:
    """Whether an order is another parent's doing: it has another one for the lines both share.

    Then its lines stand in its order, and those it lacks in this parent's.
    """
    own = without(parent, Counter(side))
    if in_order(without(parent, Counter(own)), side):
        return False
    return all(in_order(without(lines, Counter(lines) - Counter(now)), now) for lines in (side, own))


# A rotation


def is_rotation(before: str, after: str, archive_name: str, archive: str, format: LogFormat) -> bool:
    """Whether a log was put away, whole, into an archive that the new log's preamble names."""
    return bool(before) and archive == before and archive_name in after[: preamble_offset(after, format)]


# Line ends and marks


def _plain(text: str) -> str:
    """A text with LF ends and without the BOM at its start."""
    return _with_lf(text.removeprefix(BOM))


def _with_lf(text: str) -> str:
    """A stretch of text with LF ends; a BOM amid a log is a character like any other."""
    return text.replace("\r\n", "\n") if "\r" in text else text


def _next_line_start(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def _numbered(lines: Lines) -> tuple[tuple[int, str], ...]:
    return tuple(zip(*lines, strict=True))
