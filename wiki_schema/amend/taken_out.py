"""What was taken out on purpose, withdrawn or redacted: nobody may bring it back.

A withdrawal leaves a mark and no words, so which fact it took is known only from the step that did it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from wiki_schema.amend.scene import Scene
from wiki_schema.compare.matching import REDACTED, Matcher, Sited
from wiki_schema.compare.redaction import OPENING, is_redaction_of
from wiki_schema.note import Note, parse_note
from wiki_schema.text import normal, split_lines
from wiki_schema.words import PENDING, WITHDRAWN

_MARK = "~~withdrawn~~"


Step = tuple[str | None, str | None]
"""What a note held before a step of its history, and after it."""


def taken_out(scene: Scene, steps: Iterable[Step], known: Collection[str] = ()) -> frozenset[str]:
    """What some steps of a note's history withdrew or redacted, with what is `known` to have been.

    Items by their `Words.key`, redacted lines as normal text. Where more is gone than was withdrawn, and
    neither another step nor what is known tells which, all of it counts.
    """
    found = set(known)
    unclear: list[tuple[dict[int, list[Sited]], Counter[int]]] = []
    for before, after in steps:
        if before and after and _may_take(before, after):
            parse = partial(parse_note, is_known=scene.knows)
            redacted, gone, marks = _taken(parse(before), parse(after))
            found |= redacted | _redacted_lines(before, after)
            clear = {place: sites for place, sites in gone.items() if len(sites) <= marks[place]}
            found |= {sited.item.words.key for sites in clear.values() for sited in sites}
            unclear.append(({place: gone[place] for place in gone.keys() - clear.keys()}, marks))
    told = frozenset(found)
    for gone, marks in unclear:
        for place, sites in gone.items():
            keys = {sited.item.words.key for sited in sites}
            found |= keys & told if len(keys & told) >= marks[place] else keys
    return frozenset(found)


def still_marked(scene: Scene, steps: Iterable[Step], now: str) -> Iterator[Step]:
    """Those of some steps that put a mark where it still stands in the note, whenever that was."""
    standing = _marks(scene, now)
    for before, after in steps:
        if before and after and _may_take(before, after):
            new = _marks(scene, after) - _marks(scene, before)
            if any(mark in standing for mark in new):
                yield before, after


def _marks(scene: Scene, text: str) -> Counter[str]:
    """What withdrawals and redactions left in a note."""
    withdrawn = (item.words for item in parse_note(text, scene.knows).items)
    covered = (normal(line) for line in split_lines(text) if OPENING in line)
    return Counter([*(words.said for words in withdrawn if words.state == WITHDRAWN), *covered])


def _may_take(before: str, after: str) -> bool:
    return any(after.count(mark) > before.count(mark) for mark in (_MARK, OPENING))


def _taken(before: Note, after: Note) -> tuple[set[str], dict[int, list[Sited]], Counter[int]]:
    """What was redacted; what is gone from each place where something was withdrawn, and how much was."""
    matcher = Matcher(_sites(before), _sites(after))
    matcher.unchanged()
    marks = Counter(sited.item.place for sited in matcher.after if sited.item.words.state == WITHDRAWN)
    matcher.after = [sited for sited in matcher.after if sited.item.words.state != WITHDRAWN]
    matcher.amended()
    redacted = {fate.was.item.words.key for fate in matcher.fates if fate.kind == REDACTED}
    gone = _in_places(matcher.before, marks)
    if any(len(gone.get(place, ())) > number for place, number in marks.items()):
        matcher.resembling(lambda sited: False)
        left = _in_places(matcher.before, marks)
        # A fact that was changed in place is not the one that was withdrawn, if enough others are gone.
        gone = {
            place: left[place] if len(left.get(place, ())) >= marks[place] else sites
            for place, sites in gone.items()
        }
    return redacted, gone, marks


def _redacted_lines(before: str, after: str) -> set[str]:
    """The lines of which spans were replaced by `[redacted: kind]`."""
    old, new = (Counter(map(normal, split_lines(text))) for text in (before, after))
    redacted = [line for line in new - old if OPENING in line]
    gone = old - new if redacted else ()
    return {line for line in gone if any(is_redaction_of(line, other) for other in redacted)}


def _sites(note: Note) -> list[Sited]:
    """The items that could be withdrawn: facts, and where nobody signs whatever stands in a list."""
    items = enumerate(note.items)
    return [Sited("", at, item) for at, item in items if item.words.said and item.words.state != PENDING]


def _in_places(sites: Iterable[Sited], places: Iterable[int]) -> dict[int, list[Sited]]:
    wanted = set(places)
    found: dict[int, list[Sited]] = {}
    for sited in sites:
        if sited.item.place in wanted:
            found.setdefault(sited.item.place, []).append(sited)
    return found
