"""What a note leaves open at its end: code, a comment, HTML that would hide whatever is written below it.

Facts that are appended there would be no facts, and nobody would protect them.
"""

from __future__ import annotations

from wiki_schema.compare.hiding import hides_until
from wiki_schema.markdown.commonmark import after_front_matter, never
from wiki_schema.note.parser import NoteParser
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value

_PROBE = "- A fact — somebody, 2026-01-01"


class Opener(Value):
    """The line that opens what is not closed."""

    line: int
    """From 1."""
    words: str


class Ending:
    """How a note ends: what is open there."""

    def __init__(self, text: str) -> None:
        """Reads the note."""
        self._parser = NoteParser(lambda names: False)
        self._zone: Opener | None = None
        self._unseen: Opener | None = None
        self._closing = ""
        lines = split_lines(text.removeprefix(BOM))
        for at in range(after_front_matter(lines), len(lines)):
            was_inside = self._parser.until is not None
            self._parser.read(lines, at, at + 1)
            self._note(Opener(at + 1, lines[at]), was_inside)

    def _note(self, at: Opener, was_inside: bool) -> None:
        is_inside = self._parser.until is not None
        if is_inside and not was_inside:
            self._zone = at
        if not was_inside and not (is_inside and self._parser.until is not never):
            self._look(at)

    def _look(self, at: Opener) -> None:
        """Looks for what hides, from a reader alone, all that follows."""
        line = at.words.strip().lower()
        if self._closing:
            is_closed = line == self._closing if self._closing == "%%" else self._closing in line
            self._closing = "" if is_closed else self._closing
            return
        is_folded = line.count("<details") > line.count("</details")
        self._closing = "</details" if is_folded else hides_until(at.words)
        self._unseen = at

    @property
    def hides_facts(self) -> Opener | None:
        """What keeps a fact from being read as one, if it were appended; None where nothing does.

        HTML that ends with the next empty line counts for nothing: `in_html` tells of that.
        """
        until = self._parser.until
        if until is None or until is never:
            return None
        probed = self._parser.fork()
        probed.line(0, _PROBE)
        return self._zone if probed.until is not None else None

    @property
    def hides(self) -> Opener | None:
        """The same, or what would only hide it from a reader."""
        return self.hides_facts or (self._unseen if self._closing else None)

    @property
    def in_html(self) -> bool:
        """Whether the next line would belong to HTML that only an empty line ends."""
        return self._parser.until is never
