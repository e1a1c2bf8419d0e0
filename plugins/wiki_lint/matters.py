"""Private matters: the name of a member and, on the same line, words for what is nobody else's.

A name alone finds nothing, nor does a word alone: `has` must stand between them, or the words must say it
of the member (`is pregnant`), or be the member's own (`Ben's salary`). What each language has for that
stands in its lexicon.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from wiki_lint.lexicon import UNSPACED, either, lexicon
from wiki_schema.characters import undisguised
from wiki_schema.markdown.plain import plain
from wiki_schema.members import AGENT, Member, Roster
from wiki_schema.value import Value

CATEGORIES = ("health", "school", "mood", "money", "opinion", "confidence", "inferred")
OWN = "own"
"""The category of the words that a store adds."""

_LONGEST = 2_000
_REACH = 110
_KEY = 4
_SHORTEST_ID = 3
"""An id of fewer characters is rather a word of some language."""

_GAP = r"(?:[\s'’-]+[\w.]+)"
# “Ben's firm owes …” says it of the firm, “Ben's been depressed” of Ben.
_NO_OWNER = r"(?!['’]s\s(?!been|not|never))"
_NEAR = r"[^。；，,;.!?！？\n]"
_HONORIFIC = "(?:さん|くん|君|ちゃん|様|氏)?"
_ENDS = re.compile(r"[;!?。；！？]|\.(?=\s)")
_OWNER = re.compile(r"['’]s?\b|s\b")
_COPULA = re.compile(r"(?:is|was|ist|wurde|è|está|es|est)\b")
_WORD = re.compile(r"\w+")
_CELL = re.compile(r"\s*(?<!^)\|\s*(?!$)")


class Matter(Value):
    """A line that is about one member: whose it is, and of which category. Never its words."""

    category: str
    member: Member


class _Cue(Value):
    category: str
    after: re.Pattern[str]
    """What must follow the name."""
    before: re.Pattern[str] | None
    """What may stand right before the name instead."""
    names_another: bool
    quiet: re.Pattern[str]


class Matters:
    """Looks for private matters of the members of one roster."""

    def __init__(self, roster: Roster, words: Iterable[str] = (), allowed: Iterable[str] = ()) -> None:
        """`words` are more that nothing of a member may stand beside; in a line with `allowed` all may."""
        self._members = {
            name: member
            for member in reversed(roster.members)
            if member.role != AGENT
            for name in _names(member)
        }
        self._names = re.compile(_names_pattern(self._members))
        self._shortest = [
            name
            for name in self._members
            if not any(other in name for other in self._members if other != name)
        ]
        words = list(words)
        self._has_own = bool(words)
        self._own = re.compile(either(words), re.IGNORECASE)
        self._allowed = re.compile(either(allowed), re.IGNORECASE)

    def may_hold(self, text: str) -> bool:
        """Whether a text names any member: a quick look at a note or a line, before a closer one."""
        return any(name in text for name in self._shortest)

    def find(self, text: str) -> Matter | None:
        """The private matter that a line or fact seems to be; None for everything else."""
        # The cells of a table are said of each other as words behind a colon are.
        text = _CELL.sub(": ", undisguised(plain(text[:_LONGEST])))
        if not self.may_hold(text):
            return None
        cues = _cues_for(text)
        if not cues and not self._has_own:
            return None
        found = [(match, self._members[match[0]]) for match in self._names.finditer(text)]
        if not found or self._allowed.search(text):
            return None
        if self._own.search(text):
            return Matter(OWN, found[0][1])
        for match, member in found:
            others = [
                other
                for other in found
                if other[1] != member and other[0].start() > match.start() and not _owns(text, other[0])
            ]
            for cue in cues:
                if _holds(cue, text, match, others):
                    return Matter(cue.category, member)
        return None


def _holds(cue: _Cue, text: str, name: re.Match[str], others: list[tuple[re.Match[str], Member]]) -> bool:
    """Whether a cue says something of the member whose name stands there."""
    tail = text[name.end() : name.end() + _REACH]
    end = _ENDS.search(tail)
    reach = end.start() if end else len(tail)
    if cue.names_another and not any(other.start() < name.end() + reach for other, _ in others):
        return False
    head = text[max(0, name.start() - _REACH) : name.start()]
    says = cue.after.match(tail[:reach]) or (cue.before and cue.before.search(head))
    return bool(says) and not cue.quiet.search(text)


def _owns(text: str, name: re.Match[str]) -> bool:
    """Whether a name is there for something that is its bearer's: an opinion of that is none of a member."""
    return _OWNER.match(text, name.end()) is not None


# Names


def _names(member: Member) -> Iterator[str]:
    """What a member is called in running text: all of its names, and the parts that are used alone."""
    if not member.name or len(member.id) >= _SHORTEST_ID:
        yield member.id
    for name in (member.name, *member.aliases):
        if name:
            yield name
    parts = member.name.split()
    # A family name alone is rather the doctor's; where it stands first, both parts are used alone.
    yield from parts if UNSPACED.search(member.name) else parts[:1]


def _names_pattern(names: Iterable[str]) -> str:
    """A pattern for any of some names, the longest first."""
    longest = sorted(set(names), key=lambda name: (-len(name), name))
    return "|".join(map(_name_pattern, longest)) or "(?!)"


def _name_pattern(name: str) -> str:
    inner = re.escape(name)
    if not UNSPACED.search(name):
        return rf"(?<!\w){inner}(?=(?:['’]?s)?(?!\w))"
    # One character is a part of many words: alone it is a name only with what follows names.
    return (
        rf"(?<![\u3400-\u9fff]){inner}(?=さん|くん|君|ちゃん|氏|[はがのをにとも])"
        if len(name) == 1
        else inner
    )


# Cues


def _cues_for(text: str) -> list[_Cue]:
    """The cues of which a word stands in a text, in the order of languages and categories."""
    cues, by_key = _spaced()
    words = _WORD.findall(text.lower())
    keys = by_key.keys() & {*words, *[word[:_KEY] for word in words]}
    found = [cues[number] for number in sorted({number for key in keys for number in by_key[key]})]
    return [*found, *_unspaced()] if UNSPACED.search(text) else found


@cache
def _spaced() -> tuple[list[_Cue], Mapping[str, list[int]]]:
    """The cues of languages with blanks, and the numbers of those that hold a word with some beginning."""
    cues: list[_Cue] = []
    by_key: dict[str, list[int]] = defaultdict(list)
    for table, category, words in _tables("en", "de", "it", "es", "fr"):
        for phrases, cue in _spaced_cues(table, category, words):
            for phrase in phrases:
                # The longest word of a phrase is the rarest.
                longest = max(_WORD.findall(phrase.lower()), key=len)
                by_key[longest[:_KEY] if f"{longest}*" in phrase else longest].append(len(cues))
            cues.append(cue)
    return cues, by_key


def _tables(*languages: str) -> Iterator[tuple[Mapping[str, Any], str, Mapping[str, list[str]]]]:
    for language in languages:
        table = lexicon(language, "private-matter")
        yield from ((table, category, table[category]) for category in CATEGORIES if category in table)


def _spaced_cues(
    table: Mapping[str, Any], category: str, words: Mapping[str, list[str]]
) -> Iterator[tuple[list[str], _Cue]]:
    """The cues of one category of a language with blanks, each with the phrases it may be known by."""
    quiet = re.compile(either(table["quiet"]), re.IGNORECASE)
    pause = r"\s?[:,]?"

    def cue(after: str, before: str = "", names_another: bool = False) -> _Cue:
        head = re.compile(before, re.IGNORECASE) if before else None
        return _Cue(category, re.compile(after, re.IGNORECASE), head, names_another, quiet)

    says = words.get("says", [])
    # `is ill` must be said of the member: of what stands between, it would be said instead.
    for phrases, gap in (
        ([phrase for phrase in says if _COPULA.match(phrase)], 1),
        ([phrase for phrase in says if not _COPULA.match(phrase)], 3),
    ):
        if phrases:
            yield phrases, cue(rf"{_NO_OWNER}{pause}{_GAP}{{0,{gap}}}?[\s'’]+{either(phrases)}")
    if toward := words.get("toward", []):
        yield toward, cue(rf"{pause}{_GAP}{{0,3}}?\s+{either(toward)}", names_another=True)
    links = either(words.get("links", ()))
    if judged := words.get("judged", []):
        after = rf"{pause}{_GAP}{{0,1}}?\s+{links}{_GAP}{{0,6}}?\s+{either(judged)}"
        yield judged, cue(after, names_another=True)
    if things := words.get("things", []):
        thing = f"{either(things)}(?!-){_rest(table)}"
        linked = rf"{pause}{_GAP}{{0,2}}?\s+{links}{_GAP}{{0,4}}?[\s'’]+{thing}"
        owned = rf"(?:['’]s?|s)\s+(?:\w+\s+)?{thing}"
        listed = rf"\s?[:–—]\s*(?:\w+\s+)?{thing}"
        yield things, cue(f"{linked}|{owned}|{listed}", rf"{either(things)}\s+{either(table['of'])}\s*$")


def _rest(table: Mapping[str, Any]) -> str:
    """What may come after a thing for it to be one: `medicine`, but no medicine cabinet."""
    rest = rf"(?!\s+{either(table['unless'])})"
    if "follow" in table:
        rest += rf"(?!\s+\w)|(?=\s+{either(table['follow'])})"
        return f"(?:{rest})"
    return rest


@cache
def _unspaced() -> list[_Cue]:
    """The cues of languages without blanks."""
    cues = (_unspaced_cues(*each) for each in _tables("zh", "ja"))
    return [cue for found in cues for cue in found]


def _unspaced_cues(table: Mapping[str, Any], category: str, words: Mapping[str, list[str]]) -> Iterator[_Cue]:
    """The cues of one category of a language without blanks."""
    quiet = re.compile(either(table["quiet"]))
    start = f"{_HONORIFIC}{_NEAR}"

    def cue(after: str, names_another: bool = False) -> _Cue:
        return _Cue(category, re.compile(after), None, names_another, quiet)

    links = either(words.get("links", ()))
    if says := words.get("says"):
        yield cue(rf"{start}{{0,10}}?{either(says)}")
    if toward := words.get("toward"):
        yield cue(rf"{start}{{0,12}}?{either(toward)}", names_another=True)
    if judged := words.get("judged"):
        yield cue(rf"{start}{{0,2}}?{links}{_NEAR}{{0,12}}?{either(judged)}", names_another=True)
    if things := words.get("things"):
        yield cue(rf"{start}{{0,6}}?{links}{_NEAR}{{0,6}}?{either(things)}")
