"""What a line, a day, a name and "the same text" are: the one place that says so.

Text is always `str`. Bytes that are not UTF-8 survive as lone surrogates (PEP 383), so decoding and
encoding lose nothing and one bad byte never stops the check of everything else.
Source: the wiki grammar, section 2.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache

BOM = "\ufeff"

# Marks that change how a name is shown, never what it is.
_BIDI_MARKS = dict.fromkeys([0x200E, 0x200F, 0x061C, *range(0x2066, 0x206A)])
# Letters and marks that show nothing: joiner of graphemes, Hangul fillers, Khmer vowels, selectors.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u3164\uffa0")
_SELECTORS = ("\U000e0100", "\U000e01ef")
_UNDECODED = re.compile("[\udc80-\udcff]")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def decode(data: bytes) -> str:
    """The text of a file. Bytes that are not UTF-8 become U+DC80..U+DCFF, one each."""
    return data.decode("utf-8", "surrogateescape")


def encode(text: str) -> bytes:
    """The bytes of a text, exactly those that `decode` was given."""
    return text.encode("utf-8", "surrogateescape")


def split_lines(text: str) -> list[str]:
    """The lines of a text: ended by LF or CRLF and by nothing else, without their ends.

    A last line without a newline counts; the emptiness after a last newline does not.
    """
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if "\r" in text:
        return [line.removesuffix("\r") for line in lines]
    return lines


def _mend(match: re.Match[str]) -> str:
    byte = bytes([ord(match[0]) - 0xDC00])
    return byte.decode("cp1252", "replace") if byte < b"\xa0" else byte.decode("latin-1")


def normal(text: str) -> str:
    """The form in which two texts are compared: NFC, white space collapsed, ends trimmed.

    Undecodable bytes are read as Western European, so that converting an old note to UTF-8 does not
    count as changing its words.
    """
    if not text.isascii():
        # Printable text holds no blank but U+0020 and no undecodable byte: most lines end here.
        if (
            text.isprintable()
            and "  " not in text
            and text[0] != " " != text[-1]
            and unicodedata.is_normalized("NFC", text)
        ):
            return text
        text = unicodedata.normalize("NFC", _UNDECODED.sub(_mend, text))
    return " ".join(text.split())


def same(one: str, other: str) -> bool:
    """Whether two texts say the same."""
    return one == other or normal(one) == normal(other)


def shared(one: Sequence[str], other: Sequence[str]) -> int:
    """How many equal lines two texts begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((i for i, (a, b) in pairs if a != b), min(len(one), len(other)))


@lru_cache(maxsize=1 << 14)
def parse_day(text: str) -> date | None:
    """A calendar day from exactly ten ASCII characters `YYYY-MM-DD`; anything else is None."""
    if not _DAY.fullmatch(text):
        return None
    try:
        return date(int(text[:4]), int(text[5:7]), int(text[8:]))
    except ValueError:
        return None


def shifted(day: date, days: int) -> date:
    """A day so many days later or earlier, as far as the calendar goes: a note may name its ends."""
    first, last = date.min.toordinal(), date.max.toordinal()
    return date.fromordinal(min(max(day.toordinal() + days, first), last))


def name_key(name: str) -> str:
    """The form in which names are compared: `normal`, without direction marks and isolates.

    Never case-folded and never stripped of accents: Kohler and Köhler are two people.
    """
    return name if name.isascii() and "  " not in name else normal(name.translate(_BIDI_MARKS))


def path_key(path: str) -> str:
    """The form in which paths and link targets are compared: NFC."""
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def is_hazard(char: str) -> bool:
    """Whether a character could act on a terminal or hide what a line says."""
    if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp", "Co", "Cn"):
        return True
    return char in _UNSEEN or _SELECTORS[0] <= char <= _SELECTORS[1]


def describe(char: str) -> str:
    """A character by number and name, for messages: `U+00A0 NO-BREAK SPACE`."""
    return f"U+{ord(char):04X} {unicodedata.name(char, '')}".rstrip()


def _spelled(char: str) -> str:
    return f"\\u{{{ord(char):x}}}"


@cache
def _hidden() -> re.Pattern[str]:
    """Variation selectors that choose no emoji: in a row they spell what nobody sees."""
    return re.compile("[\ufe00-\ufe0d]+|(?<=[\ufe0e\ufe0f])[\ufe0e\ufe0f]+")


def visible(text: str, limit: int = 240) -> str:
    """A text as a message may show it: one line, nothing that acts, cut behind `limit` characters.

    Control, format and undecodable characters appear as `\\u{...}`; newlines as blanks.
    """
    shown = text[:limit].replace("\r\n", " ").replace("\n", " ").replace("\t", " ")
    if not (shown.isascii() and shown.isprintable()):
        shown = _hidden().sub(lambda match: "".join(map(_spelled, match[0])), shown)
        shown = "".join(_spelled(c) if is_hazard(c) else c for c in shown)
    if len(text) > limit:
        return f"{shown}… ({len(text):,} characters)"
    return shown


LINE_LIMIT = 4_000
"""How many characters of one line are shown; a longer one says how long it was."""


def inert(line: str) -> str:
    """A line in which the runner of a CI finds no command for itself.

    It takes `##[...]` anywhere, and `::...` after blanks. Words of notes are data there too, so those
    marks are shown broken up: `# #[`, `: :`.
    """
    if "##" in line:
        line = re.sub(r"##(?=\w*\[)", "# #", line)
    if "::" in line and line.lstrip().startswith("::"):
        line = line.replace("::", ": :", 1)
    return line


def harmless(message: str) -> str:
    """A message of several lines with nothing in it that acts, on a terminal or in a CI."""
    return "\n".join(inert(visible(line, LINE_LIMIT)) for line in message.split("\n"))
