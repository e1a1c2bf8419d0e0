"""Where two long texts agree, line by line: from their start, and back from their end.

Blank lines count for nothing. Texts of 50 MB are compared in slices and never split as wholes.
Texts given here have LF ends and no BOM.
"""

from __future__ import annotations

from wiki_schema.value import Value

_FIRST_SLICE = 1 << 10
_LARGEST_SLICE = 1 << 20


class Lines(Value):
    """The lines of a stretch of text that are not blank."""

    numbers: list[int]
    """Of each in its text, from 1."""
    texts: list[str]


def is_blank(line: str) -> bool:
    """Whether a line is empty or white space only."""
    return not line or line.isspace()


def lines_of(text: str, first: int = 1) -> Lines:
    """The lines of a text, the first of which has this number."""
    numbers, texts = [], []
    for number, line in enumerate(text.split("\n"), first):
        if line and not line.isspace():
            numbers.append(number)
            texts.append(line)
    return Lines(numbers, texts)


def lines_between(text: str, start: int = 0, end: int | None = None) -> Lines:
    """The lines of a stretch that begins where a line does."""
    return lines_of(text[start:end], line_number(text, start))


def line_number(text: str, at: int) -> int:
    """The number of the line that stands here, from 1."""
    return text.count("\n", 0, at) + 1


def common_head(one: str, other: str, at_one: int = 0, at_other: int = 0) -> int:
    """How many characters from these places on are equal."""
    limit = min(len(one) - at_one, len(other) - at_other)
    done, step, growing = 0, _FIRST_SLICE, True
    while step and done < limit:
        width = min(step, limit - done)
        i, j = at_one + done, at_other + done
        if one[i : i + width] == other[j : j + width]:
            done += width
            step = min(step * 2, _LARGEST_SLICE) if growing else step // 2
        else:
            growing, step = False, step // 2
    return done


def common_tail(one: str, other: str, at_one: int, at_other: int, limit: int) -> int:
    """How many characters before these places are equal, up to a limit."""
    done, step, growing = 0, _FIRST_SLICE, True
    while step and done < limit:
        width = min(step, limit - done)
        i, j = at_one - done, at_other - done
        if one[i - width : i] == other[j - width : j]:
            done += width
            step = min(step * 2, _LARGEST_SLICE) if growing else step // 2
        else:
            growing, step = False, step // 2
    return done


def agree_from_start(one: str, other: str) -> tuple[int, int]:
    """The places of the first lines that differ, in each text; its length where it has ended.

    Blank lines before the place in `one` are skipped, so it is a line that is not blank or the end.
    """
    i = j = 0
    while True:
        start = one.rfind("\n", i, i + common_head(one, other, i, j)) + 1
        if start > i:
            i, j = start, j + start - i
        line, after_line = _line_at(one, i)
        against, after_against = _line_at(other, j)
        if line is None:
            return i, j
        if line == against:
            i, j = after_line, after_against
        elif is_blank(line):
            i = after_line
        elif against is not None and is_blank(against):
            j = after_against
        else:
            return i, j


def agree_from_end(one: str, other: str, low: int, low_other: int, end_other: int) -> tuple[int, int]:
    """The places behind the last lines that differ, not below the low ones; `other` ends at its end."""
    k, m = len(one), end_other
    while True:
        shared = common_tail(one, other, k, m, min(k - low, m - low_other))
        start = k - shared
        if not (_begins_line(one, start) and _begins_line(other, m - shared)):
            start = one.find("\n", start, k) + 1 or k
        k, m = start, m - (k - start)
        line, before_line = _line_before(one, k, low)
        against, before_against = _line_before(other, m, low_other)
        if line is None:
            return k, m
        if line == against:
            k, m = before_line, before_against
        elif is_blank(line):
            k = before_line
        elif against is not None and is_blank(against):
            m = before_against
        else:
            return k, m


def next_line(text: str, at: int) -> int:
    """Where the first line that is not blank begins, from the beginning of a line on."""
    while True:
        line, after = _line_at(text, at)
        if line is None or not is_blank(line):
            return at
        at = after


def _begins_line(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] == "\n"


def _line_at(text: str, start: int) -> tuple[str | None, int]:
    """The line that begins here, None at the end, and where the next one does."""
    if start >= len(text):
        return None, start
    end = text.find("\n", start)
    return (text[start:], len(text)) if end < 0 else (text[start:end], end + 1)


def _line_before(text: str, end: int, low: int) -> tuple[str | None, int]:
    """The line that ends here, with its newline or without, None at the low place; where it begins."""
    if end <= low:
        return None, end
    stop = end - 1 if text[end - 1] == "\n" else end
    start = max(text.rfind("\n", low, stop) + 1, low)
    return text[start:stop], start
