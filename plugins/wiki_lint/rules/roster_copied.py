"""roster-copied: a note that lists the members, which the roster renders better."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING

from wiki_lint.lexicon import either, gathered
from wiki_lint.owing import owner_of
from wiki_schema import managed
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import Finding
from wiki_schema.members import AGENT, Member, Roster
from wiki_schema.text import normal, split_lines
from wiki_schema.words import read_words

if TYPE_CHECKING:
    from wiki_schema.note import Item
    from wiki_schema.standing.view import NoteView, StoreView

_FEW = 3
_LONGEST = 400

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)]|\|)\s+(.*)")
_LINK = re.compile(r"\[([^\[\]]{0,200})\]\([^()]{0,300}\)|\[\[(?:[^\[\]|]{0,200}\|)?([^\[\]|]{0,200})\]\]")
# A hyphen parts no words: agent-7, Jean-Luc.
_SEPARATOR = re.compile(r"[,;|/&·•:()<>*_`\[\]—]+|(?<!\w)[–-]+|[–-]+(?!\w)|\s(?:and|und|e|y|et)\s")

_AND = frozenset(["and", "und", "e", "y", "et"])
# Where a line begins, or what follows a colon in it, behind a number of a list if need be.
_START = r"[\n:][\W_]*(?:\d{1,4}[.)][\W_]*)?"
# The first word, and the next where nothing but blanks parts them and it is not part of an address.
_BEGIN = re.compile(rf"{_START}([^\W_]*)(?:[^\S\n]+([^\W_]+)(?![\w.+@-]))?")
_FIRST = itemgetter(0)
_OTHER_BEGIN = re.compile(rf"{_START}(?:(?<=\[\[)|[\w.+-]{{1,64}}@)")

_MARKERS = "<!-- memwiki:roster -->\n<!-- /memwiki:roster -->"
_TOLD = 20
"""Of so many facts each is told how it is retired."""


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each note that does."""
    members = view.roster.members
    if len(members) < 2:
        return
    # An agent more or less makes it no other list: all the people are enough.
    few = min(_FEW, max(2, sum(member.role != AGENT for member in members)))
    names = _Names(view.roster)
    for note in view.notes:
        found = _copied(names, note, few) if names.may_begin_in(note.text) else None
        if found is not None:
            lines, number = found
            message = (
                f"This lists {number} members: a copy of the roster goes stale, and anybody may edit it."
            )
            signed = [item for item in note.current if item.line in lines and item.words.provenance]
            owed = owner_of(view, signed[0]) if signed else ""
            hint = _hint(note.path, signed, len(signed) < len(lines))
            yield Finding(note.path, lines[0], message, hint, owed_by=owed, key="lists members")


def _hint(path: str, signed: Sequence[Item], has_more: bool) -> str:
    """How the list is rendered instead: facts are retired, what nobody signed gives way to the block."""
    file = shlex.quote(path)
    told = [f"memwiki retire {file} --line {place_of(item)} 'see the roster'" for item in signed[:_TOLD]]
    if len(signed) > _TOLD:
        told.append(f"and so the other {len(signed) - _TOLD:,}")
    where = "below it" if not has_more else "in place of what nobody signed" if signed else "in its place"
    told.append(
        f"{'then ' if signed else ''}put these two lines {where}, log an UPDATE, and run memwiki render"
    )
    return "\n".join([*told, _MARKERS])


def _called(member: Member) -> tuple[str, ...]:
    """All that a member is called, in the form in which words are compared."""
    return tuple(map(normal, (*member.names, *member.label.split()[:1], *member.emails)))


def _copied(names: _Names, note: NoteView, few: int) -> tuple[list[int], int] | None:
    """The lines of a list of members and how many it names; None where there is none."""
    lines = _outside_blocks(note.text)
    run: set[str] = set()
    rows: list[int] = []
    title = lead = ""
    for number, line in [*enumerate(lines, 1), (len(lines) + 1, "")]:
        named = names.only(line)
        if named and (_ITEM.match(line) or len(named) >= few):
            rows.append(number)
            run |= named
        elif not line.strip(" |:-") and number <= len(lines):
            continue
        else:
            if len(run) >= few and _is_roster(title, f"{lead} {lines[rows[0] - 1]}"):
                return rows, len(run)
            run, rows = set(), []
            title, lead = (line, "") if line.startswith("#") else (title, line)
    return None


def _outside_blocks(text: str) -> list[str]:
    """The lines of a note, blank where memwiki renders them."""
    lines = split_lines(text)
    for block in managed.read_blocks(text).blocks:
        lines[block.begin : block.end + 1] = [""] * (block.end + 1 - block.begin)
    return lines


class _Names:
    """What the members are called, and which lines hold nothing else."""

    def __init__(self, roster: Roster) -> None:
        self._ids = {
            name.lower(): member.id for member in reversed(roster.members) for name in _called(member)
        }
        # What parts one name from the next stands within some names too.
        joined = sorted((name for name in self._ids if _SEPARATOR.search(name)), key=len, reverse=True)
        pattern = "|".join(map(re.escape, joined)) or "(?!)"
        self._joined = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)", re.IGNORECASE)
        self._begins = _beginnings(name for member in roster.members for name in _called(member))
        # Names of no letter, and roles with an open end, have no first words to look for.
        self._has_odd = ("", "") in self._begins or any(set("*#") & set(role) for role in _role_words())

    def may_begin_in(self, text: str) -> bool:
        """Whether any line of a text begins as one that names members alone, or what follows a colon does.

        With the first two words of a name or a role, an address, or a wikilink, whose text may be a name.
        Most notes have no such line, so a line is read to its end only where it has.
        """
        text = f"\n{text}".lower()
        found = _BEGIN.findall(text)
        if self._has_odd or not (self._begins.isdisjoint(found) and _AND.isdisjoint(map(_FIRST, found))):
            return True
        return ("@" in text or "[[" in text) and _OTHER_BEGIN.search(text) is not None

    def only(self, line: str) -> set[str]:
        """The ids of the members that a line names, where it holds nothing but names, roles and addresses."""
        if len(line) > _LONGEST or not self.may_begin_in(line):
            return set()
        item = _ITEM.match(line)
        read = read_words(item[1] if item else line)
        if read.mark is not None:  # struck: it says so no longer
            return set()
        words = _LINK.sub(lambda match: match[1] or match[2] or "", read.text)
        named = {self._ids[word] for word in map(str.lower, _ADDRESS.findall(words)) if word in self._ids}
        words = _ADDRESS.sub(",", words)
        named |= {self._ids[match[0].lower()] for match in self._joined.finditer(words)}
        words = self._joined.sub(",", words)
        _, colon, rest = words.partition(":")
        if colon and not item and _is_roster(words[: -len(rest)], ""):
            words = rest
        for part in _SEPARATOR.split(words):
            word = " ".join(part.split()).strip(". ").lower()
            if word in self._ids:
                named.add(self._ids[word])
            elif word and not _roles().fullmatch(word):
                return set()
        return named


def _beginnings(names: Iterable[str]) -> frozenset[tuple[str, str]]:
    """The first two words of names, of roles, and of what stands between names; a name may have but one."""
    # A letter with its accent apart is a letter and a mark that is none.
    forms = [*(form(name.lower()) for name in names for form in (str, _parted)), *_role_words(), *_AND]
    pairs = {pair for words in forms for pair in _BEGIN.findall(f"\n{words}")[:1]}
    firsts = {first for first, _ in pairs}
    return frozenset({*pairs, *((first, second) for first in firsts for second in ("", *_AND))})


def _parted(name: str) -> str:
    return unicodedata.normalize("NFD", name)


def _role_words() -> list[str]:
    return gathered("roster-copied", "roles")


@cache
def _roles() -> re.Pattern[str]:
    return re.compile(either(_role_words()), re.IGNORECASE)


@cache
def _titles() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Words for who the members are, and for lists of them that say something else."""
    members, others = (either(gathered("roster-copied", key)) for key in ("members", "others"))
    return re.compile(members, re.IGNORECASE), re.compile(others, re.IGNORECASE)


def _is_roster(title: str, lead: str) -> bool:
    """Whether the heading or the line above a list says that these are the members."""
    members, others = _titles()
    above = f"{title} {lead}"[:_LONGEST]
    return bool(members.search(above)) and not others.search(above)
