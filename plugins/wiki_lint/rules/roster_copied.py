"""roster-copied: a note that lists the members, which the roster renders better."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from wiki_lint.lexicon import either, gathered
from wiki_schema import managed
from wiki_schema.finding import Finding
from wiki_schema.members import Member, Roster
from wiki_schema.text import split_lines
from wiki_schema.words import read_words

if TYPE_CHECKING:
    from wiki_schema.store_view import NoteView, StoreView

_FEW = 3
_LONGEST = 400

_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}")
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,4}[.)]|\|)\s+(.*)")
_LINK = re.compile(r"\[([^\[\]]{0,200})\]\([^()]{0,300}\)|\[\[(?:[^\[\]|]{0,200}\|)?([^\[\]|]{0,200})\]\]")
_SEPARATOR = re.compile(r"[,;|/&·•:()<>*_`\[\]—–-]+|\s(?:and|und|e|y|et)\s")

_HINT = (
    "keep it rendered instead: put these two lines in its place and run memwiki render\n"
    "<!-- memwiki:roster -->\n<!-- /memwiki:roster -->"
)


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each note that does."""
    members = view.roster.members
    few = min(_FEW, len(members))
    if few < 2:
        return
    quick = [_shortest(_called(member)) for member in members]
    for note in view.notes:
        if sum(any(name in note.text for name in names) for names in quick) < few:
            continue
        found = _copied(view.roster, note, few)
        if found is not None:
            line, number = found
            message = f"lists {number} members: a copy of the roster goes stale, and anybody may edit it."
            yield Finding(note.path, line, message, _HINT, key="lists members")


def _shortest(names: tuple[str, ...]) -> list[str]:
    """Names of which one stands wherever any of all does: for a quick look at most notes."""
    return [name for name in dict.fromkeys(names) if not any(one in name for one in names if one != name)]


def _called(member: Member) -> tuple[str, ...]:
    return (*member.names, *member.label.split()[:1], *member.emails)


def _copied(roster: Roster, note: NoteView, few: int) -> tuple[int, int] | None:
    """The first line of a list of members and how many it names; None where there is none."""
    by_name = {name.lower(): member.id for member in reversed(roster.members) for name in _called(member)}
    lines = _outside_blocks(note.text)
    run: set[str] = set()
    begin = 0
    title = lead = ""
    for number, line in [*enumerate(lines, 1), (len(lines) + 1, "")]:
        named = _names_only(line, by_name)
        if named and (_ITEM.match(line) or len(named) >= few):
            begin = begin if run else number
            run |= named
        elif not line.strip(" |:-") and number <= len(lines):
            continue
        else:
            if len(run) >= few and _is_roster(title, f"{lead} {lines[begin - 1]}"):
                return begin, len(run)
            run = set()
            title, lead = (line, "") if line.startswith("#") else (title, line)
    return None


def _outside_blocks(text: str) -> list[str]:
    """The lines of a note, blank where memwiki renders them."""
    lines = split_lines(text)
    for block in managed.read_blocks(text).blocks:
        lines[block.begin : block.end + 1] = [""] * (block.end + 1 - block.begin)
    return lines


def _names_only(line: str, by_name: dict[str, str]) -> set[str]:
    """The ids of the members that a line names, where it holds nothing but names, roles and addresses."""
    if len(line) > _LONGEST or not line.strip():
        return set()
    item = _ITEM.match(line)
    words = _LINK.sub(lambda match: match[1] or match[2] or "", read_words(item[1] if item else line).text)
    addresses = {by_name[word.lower()] for word in _ADDRESS.findall(words) if word.lower() in by_name}
    named = set()
    _, colon, rest = words.partition(":")
    if colon and not item and _is_roster(words[: -len(rest)], ""):
        words = rest
    for part in _SEPARATOR.split(_ADDRESS.sub(",", words)):
        word = " ".join(part.split()).strip(". ").lower()
        if word in by_name:
            named.add(by_name[word])
        elif word and not _roles().fullmatch(word):
            return set()
    return named | addresses


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
