"""roster-copied: a note that lists the members, which the roster renders better."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from wiki_lint.lexicon import either, gathered
from wiki_lint.owing import owner_of
from wiki_schema import managed
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import Finding
from wiki_schema.members import AGENT, Member, Roster
from wiki_schema.text import split_lines
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
    quick = [_shortest(_called(member)) for member in members]
    for note in view.notes:
        if sum(any(name in note.text for name in names) for names in quick) < few:
            continue
        found = _copied(view.roster, note, few)
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


def _shortest(names: tuple[str, ...]) -> list[str]:
    """Names of which one stands wherever any of all does: for a quick look at most notes."""
    return [name for name in dict.fromkeys(names) if not any(one in name for one in names if one != name)]


def _called(member: Member) -> tuple[str, ...]:
    return (*member.names, *member.label.split()[:1], *member.emails)


def _copied(roster: Roster, note: NoteView, few: int) -> tuple[list[int], int] | None:
    """The lines of a list of members and how many it names; None where there is none."""
    names = _Names(roster)
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

    def only(self, line: str) -> set[str]:
        """The ids of the members that a line names, where it holds nothing but names, roles and addresses."""
        if len(line) > _LONGEST or not line.strip():
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


@cache
def _roles() -> re.Pattern[str]:
    return re.compile(either(gathered("roster-copied", "roles")), re.IGNORECASE)


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
