"""How a log grew: its new lines, and every old line that is not what and where it was.

Logs are insert-only: every old line stays, unchanged, in its order; new ones come at the open end.
Lines compare exactly; blank lines are no content. Source: the wiki grammar, section 2.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from wiki_schema.agreement import (
    Lines,
    agree_from_end,
    agree_from_start,
    common_head,
    common_tail,
    lines_of,
    next_line,
)
from wiki_schema.log import LogFormat, preamble_offset
from wiki_schema.text import BOM

OLDEST_FIRST = "oldest-first"

_END = 1 << 62  # the number of the line behind the last one
_REDACTED = "[redacted: "


class LogLoss(NamedTuple):
    """Something that happened to an old line, or before it."""

    kind: str
    """`gone`, `edited`, `blanks` (only trailing white space differs), `glued` (the next line stands on
    it, for want of a newline), `reordered` (from here on), `inserted` (before it) or `preamble`."""
    line: int
    """Of the old log. Where lines were inserted before an old entry: the number of that entry."""
    old: str
    """The old line; empty where lines were inserted before one that is no entry."""
    new_line: int = 0
    """Of the new log; 0 where nothing stands in its place."""
    new: str = ""
    count: int = 1  # type: ignore[assignment]
    """How many lines were inserted."""


class Growth(NamedTuple):
    """What became of a log."""

    new: tuple[tuple[int, str], ...]
    """The new lines: number in the new text, and the line. Those at a wrong place are among them."""
    losses: tuple[LogLoss, ...]
    line_ends: str
    """How the ends of old lines changed: `LF to CRLF`, `CRLF to LF` or nothing."""
    bom: str
    """What became of the BOM at the start: `added`, `removed` or nothing."""
    brought: tuple[tuple[int, str], ...] = ()
    """In a merge, the lines that are new to this parent and stand in another one."""


class _Old(NamedTuple):
    """A log as it was, and where new lines may come into it."""

    text: str
    format: LogFormat
    newest_first: bool
    preamble: int
    """How many lines it has."""
    open: tuple[int, int]
    """New lines may stand before old lines of these numbers, and those between."""
    open_at: int
    """The last such place, as an offset."""

    def is_open(self, first: int, last: int) -> bool:
        """Whether new lines may stand before one of the old lines `first` to `last`."""
        return first <= self.open[1] and last >= self.open[0]

    def is_unended(self, line: int) -> bool:
        """Whether this is the last line, and has no newline."""
        return not self.text.endswith("\n") and line == self.text.count("\n") + 1

    def entry_number(self, line: int) -> int:
        """The number of the entry that begins at a line, 0 where none does."""
        lines = lines_of(self.text)
        read = self.format.read
        count = 0
        for number, text in zip(*lines, strict=True):
            if number > self.preamble and (not self.format.has_bodies or read(number, text)):
                count += 1
                if number == line:
                    return count
        return 0


def _line_number(text: str, at: int) -> int:
    """The number of the first line that is not blank from here on."""
    at = next_line(text, at)
    return text.count("\n", 0, at) + 1 if at < len(text) else _END


def _old(text: str, format: LogFormat, order: str, day: date) -> _Old:
    start = preamble_offset(text, format)
    preamble = text.count("\n", 0, start)
    if order == OLDEST_FIRST:
        return _Old(text, format, False, preamble, (_END, _END), len(text))
    end = _section_end(text, start, format, day)
    return _Old(text, format, True, preamble, (_line_number(text, start), _line_number(text, end)), end)


def _section_end(text: str, start: int, format: LogFormat, day: date) -> int:
    """Where the section of the newest day ends, if it is today's; else where it begins.

    A day more or less is forgiven: the day is another one elsewhere.
    """
    lines = text[start:].split("\n") if format.has_bodies else []
    heading = format.day_heading(lines[0]) if lines else None
    if heading is None or abs(heading - day) > timedelta(days=1):
        return start
    end = start + len(lines[0]) + 1
    for line in lines[1:]:
        if format.day_heading(line) is not None:
            break
        end += len(line) + 1
    return min(end, len(text))


# One commit


def grow(before: str, after: str, format: LogFormat, order: str, day: date) -> Growth:
    """How a log grew in one step."""
    if order == OLDEST_FIRST and before and _continues(before, after):
        new = lines_of(after, len(before)) if before.endswith("\n") else _rest(after, len(before))
        if next_line(before, 0) < len(before):
            return Growth(_numbered(new), (), "", "")
    old, text = _plain(before), _plain(after)
    if next_line(old, 0) == len(old):
        new = lines_of(text, preamble_offset(text, format))
        return Growth(_numbered(new), (), "", _bom(before, after) if before else "")
    new_lines, losses = _grow(_old(old, format, order, day), text)
    new_lines = sorted(new_lines)
    return Growth(tuple(new_lines), tuple(losses), _line_ends(before, after, new_lines), _bom(before, after))


def _continues(before: str, after: str) -> bool:
    if not after.startswith(before):
        return False
    return before.endswith("\n") or len(before) == len(after) or after.startswith(("\n", "\r\n"), len(before))


def _rest(text: str, start: int) -> Lines:
    """The lines after the one that ends here."""
    end = text.find("\n", start)
    return lines_of(text, end + 1) if end >= 0 else Lines([], [])


def _grow(old: _Old, text: str) -> tuple[list[tuple[int, str]], list[LogLoss]]:
    i, j = agree_from_start(old.text, text)
    if i == len(old.text) and not old.newest_first:
        return list(_numbered(lines_of(text, j))), []
    end = len(text) if old.newest_first else _old_end(old.text, text, i, j)
    k, m = agree_from_end(old.text, text, i, j, end)
    new = lines_of(text, j, m)
    if i == k and _may_stand_higher(old, text, i) and not _splits_section(old, new):
        return list(_numbered(new)), []
    comparison = _Comparison(old, lines_of(old.text, i, k), new, _line_number(old.text, k))
    comparison.compare()
    appended = lines_of(text, _line_after(text, end)) if end < len(text) else Lines([], [])
    return [*comparison.new, *_numbered(appended)], comparison.losses


def _line_after(text: str, at: int) -> int:
    return text.find("\n", at) + 1 or len(text)


def _may_stand_higher(old: _Old, text: str, at: int) -> bool:
    """Whether lines inserted here are, equal ones being equal, lines inserted where the log is open."""
    place = min(at, old.open_at)
    if not old.newest_first or _line_number(old.text, place) < old.open[0]:
        return False
    return agree_from_end(old.text, text, place, 0, len(text))[0] == place


def _splits_section(old: _Old, new: Lines) -> bool:
    return False


def _old_end(before: str, after: str, i: int, j: int) -> int:
    """Where the last old lines end in the new text, so far as few lines follow them; else its end."""
    tail = before[max(i, len(before) - 2000) :].rstrip("\n")
    end = len(after)
    for _ in range(1000):
        if after.endswith(tail, j, end):
            return end
        end = after.rfind("\n", j, end)
        if end < 0:
            break
    return len(after)


# Old and new lines compared


class _Match(NamedTuple):
    """Which old lines stand in the new text, as indices of both."""

    old: list[int]
    new: list[int]
    is_ordered: bool


def _match(old: list[str], new: list[str], newest_first: bool) -> _Match:
    """Match equal lines. Of equal ones, those that came last are the new ones."""
    lost, gained = Counter(old), Counter(new)
    lost, gained = lost - gained, gained - lost
    if not gained:
        found = _find_in_order(new, old, newest_first)
        if found is not None:
            return _Match(found, list(range(len(new))), True)
    for from_end in (True, False):
        kept = _without(old, lost, from_end)
        found = _find_in_order([old[i] for i in kept], new, newest_first)
        if found is not None:
            return _Match(kept, found, True)
    return _Match(_without(old, lost, True), _without(new, gained, not newest_first), False)


def _without(lines: list[str], spare: Counter[str], from_end: bool) -> list[int]:
    """The indices of the lines but the spare ones, which are taken from the end or the beginning."""
    left = Counter(spare)
    indices = range(len(lines))
    kept = []
    for index in reversed(indices) if from_end else indices:
        if left[lines[index]] > 0:
            left[lines[index]] -= 1
        else:
            kept.append(index)
    return kept[::-1] if from_end else kept


def _find_in_order(wanted: list[str], lines: list[str], backwards: bool) -> list[int] | None:
    """Where these lines stand, in their order, with others between them; None where they do not."""
    places = range(len(lines))
    rest = iter(reversed(places) if backwards else places)
    found = []
    for line in reversed(wanted) if backwards else wanted:
        place = next((at for at in rest if lines[at] == line), None)
        if place is None:
            return None
        found.append(place)
    return found[::-1] if backwards else found


class _Comparison:
    """Old lines against new ones: what is new, what was lost."""

    def __init__(self, old: _Old, lines: Lines, now: Lines, following: int) -> None:
        """`following` is the number of the old line behind those given."""
        self.old = old
        self.lines = lines
        self.now = now
        self.following = following
        self.match = _match(lines.texts, now.texts, old.newest_first)
        self.excused: set[int] = set()
        """Old lines, by index, that may be missing."""
        self.known: set[int] = set()
        """Lines of the new text, by index, that are not new though the old one lacks them."""
        self.misplaced: set[int] = set()
        """Lines of the new text, by index, that stand where nothing may be inserted."""
        self.may_reorder = False
        self.new: list[tuple[int, str]] = []
        self.losses: list[LogLoss] = []

    @property
    def missing(self) -> list[int]:
        """The old lines, by index, that have no equal."""
        return _others(self.match.old, len(self.lines.texts))

    @property
    def extra(self) -> list[int]:
        """The lines of the new text, by index, that have no equal."""
        return _others(self.match.new, len(self.now.texts))

    def compare(self) -> None:
        """Fill `new` and `losses`."""
        if self.match.is_ordered:
            for missing, extra, following in self._gaps():
                self._gap(missing, extra, following)
            return
        if not self.may_reorder:
            self._reordered()
        for index in self.missing:
            if index not in self.excused:
                self._lose("gone", index)
        self._add(index for index in self.extra if index not in self.known)

    def _gaps(self) -> Iterator[tuple[list[int], list[int], int]]:
        """The stretches between lines that match: old indices, new indices, number of the next old line."""
        i = j = 0
        for at, place in zip(self.match.old, self.match.new, strict=True):
            if at > i or place > j:
                yield list(range(i, at)), list(range(j, place)), self.lines.numbers[at]
            i, j = at + 1, place + 1
        yield list(range(i, len(self.lines.texts))), list(range(j, len(self.now.texts))), self.following

    def _gap(self, missing: list[int], extra: list[int], following: int) -> None:
        first = self.lines.numbers[missing[0]] if missing else following
        missing = [index for index in missing if index not in self.excused]
        fresh = [index for index in extra if index not in self.known]
        start = 0
        for index in missing:
            kind, place = self._successor(index, fresh, start)
            self._lose(kind, index, fresh[place] if place >= 0 else -1)
            if place >= 0:
                self.known.add(fresh[place])
                start = place + 1
        left = [index for index in fresh if index not in self.known]
        self._add(left)
        if not self.old.is_open(first, following):
            self._inserted(left, following)
        else:
            self._inserted([index for index in extra if index in self.misplaced], following)

    def _successor(self, index: int, fresh: list[int], start: int) -> tuple[str, int]:
        """What became of an old line, and which of the fresh lines stands in its place."""
        line = self.lines.texts[index]
        unended = self.old.is_unended(self.lines.numbers[index])
        for place in range(start, min(start + 8, len(fresh))):
            text = self.now.texts[fresh[place]]
            if text.rstrip() == line.rstrip():
                return "blanks", place
            if unended and text.startswith(line):
                return "glued", place
            if _is_similar(line, text):
                return "edited", place
        return "gone", -1

    def _add(self, indices: Iterable[int]) -> None:
        self.new.extend((self.now.numbers[index], self.now.texts[index]) for index in indices)

    def _lose(self, kind: str, index: int, place: int = -1) -> None:
        number, line = self.lines.numbers[index], self.lines.texts[index]
        if number <= self.old.preamble and kind != "blanks":
            kind = "preamble"
        now = (self.now.numbers[place], self.now.texts[place]) if place >= 0 else (0, "")
        self.losses.append(LogLoss(kind, number, line, *now))

    def _reordered(self) -> None:
        pairs = zip(self.match.old, self.match.new, strict=True)
        index, place = next((i, j) for i, j in pairs if self.lines.texts[i] != self.now.texts[j])
        self._lose("reordered", index, place)

    def _inserted(self, indices: list[int], following: int) -> None:
        if not indices:
            return
        number, line = self.now.numbers[indices[0]], self.now.texts[indices[0]]
        if following <= self.old.preamble:
            self.losses.append(LogLoss("preamble", following, "", number, line, len(indices)))
            return
        entry = self.old.entry_number(following)
        there = self.old.text.split("\n", following)[following - 1] if entry else ""
        self.losses.append(LogLoss("inserted", entry or following, there, number, line, len(indices)))


def _others(indices: list[int], length: int) -> list[int]:
    there = set(indices)
    return [index for index in range(length) if index not in there]


def _is_similar(old: str, new: str) -> bool:
    if _REDACTED in new and old.startswith(new.partition(_REDACTED)[0]):
        return True
    one, other = ({word for word in line[:2000].split() if word != "|"} for line in (old, new))
    return len(one & other) * 2 >= max(len(one), len(other))


# A merge


def weave(
    parent: str,
    after: str,
    others: Sequence[str],
    base: str | None,
    format: LogFormat,
    order: str,
    day: date,
) -> Growth:
    """How a log grew in a merge, seen from one parent.

    Every line of the parent stands in the result, in its order, but what another parent's own commits
    did to lines of the base. Lines of no parent come at the open end only.
    """
    old, text = _old(_plain(parent), format, order, day), _plain(after)
    sides = [_plain(other) for other in others]
    root = _plain(base) if base is not None else None
    everything = [old.text, text, *sides, *([root] if root is not None else [])]
    part = _differing_part(everything, old.newest_first)
    following = _line_number(old.text, len(old.text) - part[1]) if old.newest_first else _END
    comparison = _Comparison(old, _part(old.text, part), _part(text, part), following)
    rests = [_part(side, part).texts for side in sides]
    before = _part(root, part).texts if root is not None else []
    _allow_others(comparison, rests, before)
    if root is not None and all(_keeps(root, side, format, order, day) for side in (old.text, *sides)):
        comparison.misplaced = _inside(_old(root, format, order, day), _part(root, part), comparison.now)
    known = sorted(comparison.known)
    comparison.compare()
    new, now = tuple(comparison.new), comparison.now
    brought = tuple((now.numbers[index], now.texts[index]) for index in known)
    ends = _line_ends(parent, after, new)
    return Growth(new, tuple(comparison.losses), ends, _bom(parent, after), brought)


def _keeps(base: str, side: str, format: LogFormat, order: str, day: date) -> bool:
    return not grow(base, side, format, order, day).losses


def _differing_part(texts: Sequence[str], newest_first: bool) -> tuple[int, int]:
    """How much at the start or the end all texts have in common, in whole lines."""
    one = texts[0]
    if newest_first:
        tail = min(common_tail(one, text, len(one), len(text), min(len(one), len(text))) for text in texts)
        start = one.find("\n", len(one) - tail) + 1
        return 0, len(one) - start if start else 0
    head = min(common_head(one, other) for other in texts)
    return one.rfind("\n", 0, head) + 1, 0


def _part(text: str, part: tuple[int, int]) -> Lines:
    return lines_of(text, part[0], len(text) - part[1])


def _allow_others(comparison: _Comparison, sides: list[list[str]], base: list[str]) -> None:
    """Excuse what other parents did, and know what they bring."""
    ours, root = Counter(comparison.lines.texts), Counter(base)
    theirs = [Counter(side) for side in sides]
    excusable: Counter[str] = Counter()
    for index in comparison.missing:
        line = comparison.lines.texts[index]
        if line not in excusable:
            excusable[line] = min(root[line], ours[line]) - min(side[line] for side in theirs)
        if excusable[line] > 0:
            excusable[line] -= 1
            comparison.excused.add(index)
    known: Counter[str] = Counter()
    for index in comparison.extra:
        line = comparison.now.texts[index]
        if line not in known:
            counts = [ours[line], *(side[line] for side in theirs)]
            kept = max(min(count, root[line]) for count in counts)
            known[line] = kept + sum(max(0, count - root[line]) for count in counts) - ours[line]
        if known[line] > 0:
            known[line] -= 1
            comparison.known.add(index)
    if not comparison.match.is_ordered:
        comparison.may_reorder = any(_same_order(comparison, side) for side in sides)


def _same_order(comparison: _Comparison, side: list[str]) -> bool:
    """Whether the old lines stand in the order that another parent gave them."""
    there = {comparison.now.texts[index] for index in comparison.match.new}
    shared = there & set(side)
    return [t for t in comparison.now.texts if t in shared] == [t for t in side if t in shared]


def _inside(base: _Old, lines: Lines, now: Lines) -> set[int]:
    """The lines of a merge, by index, that stand between those of the base, where none may."""
    comparison = _Comparison(base, lines, now, _END)
    if not comparison.match.is_ordered:
        return set()
    found: set[int] = set()
    for missing, extra, following in comparison._gaps():
        first = lines.numbers[missing[0]] if missing else following
        if not base.is_open(first, following):
            found.update(extra)
    return found


# A rotation


def is_rotation(before: str, after: str, archive_name: str, archive: str, format: LogFormat) -> bool:
    """Whether a log was put away whole into an archive that the new log's preamble names."""
    if not before or archive != before:
        return False
    preamble = after[: preamble_offset(after, format)]
    return archive_name in preamble


# Bytes that are no content


def _plain(text: str) -> str:
    text = text.removeprefix(BOM)
    return text.replace("\r\n", "\n") if "\r" in text else text


def _bom(before: str, after: str) -> str:
    was, now = before.startswith(BOM), after.startswith(BOM)
    if was == now:
        return ""
    return "added" if now else "removed"


def _line_ends(before: str, after: str, new: Sequence[tuple[int, str]]) -> str:
    """How the ends of old lines changed; those of new lines are their own."""
    was = before.count("\r\n")
    now = after.count("\r\n")
    if not was and not now:
        return ""
    was_bare, now_bare = before.count("\n") - was, after.count("\n") - now
    raw = after.split("\n")
    for number, _ in new:
        if raw[number - 1].endswith("\r"):
            now -= 1
        else:
            now_bare -= number < len(raw)
    if now > was and now_bare < was_bare:
        return "LF to CRLF"
    if now < was and now_bare > was_bare:
        return "CRLF to LF"
    return ""


def _numbered(lines: Lines) -> tuple[tuple[int, str], ...]:
    return tuple(zip(*lines, strict=True))
