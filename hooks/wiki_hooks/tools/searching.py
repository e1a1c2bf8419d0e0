"""Looking for words: plain counting, so that whoever asks can tell why a line was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from wiki_hooks.tools.session import Asking
from wiki_schema.change import text_of
from wiki_schema.finding import CannotCheck
from wiki_schema.note import Note, parse_note
from wiki_schema.text import harmless, normal, visible
from wiki_schema.words import CURRENT

_MOST = 50
_WIDTH = 600


@dataclass(frozen=True)
class Hit:
    """A fact, or a line, in which words stand."""

    path: str
    line: int
    text: str
    """What somebody wrote: data."""
    state: str
    """`current`, `superseded`, `withdrawn`, `pending`, or `text` where it is no fact."""
    words: int
    """How many of the words stand in it, or in the headings above and the name of the note."""


@dataclass(frozen=True)
class Hits:
    """What was found, the best first."""

    hits: list[Hit]
    left_out: int


def memory_search(asking: Asking, words: str, limit: int = 10) -> Hits:
    """Facts and lines in which some of the words stand, most of them first, current facts before others."""
    wanted = tuple(dict.fromkeys(normal(words).casefold().split()))
    if not wanted:
        raise CannotCheck("Give some words to look for.")
    found = [hit for path in _notes(asking) for hit in _in_note(asking, path, wanted)]
    found.sort(key=lambda hit: (-hit.words, hit.state != CURRENT, hit.path, hit.line))
    kept = found[: max(1, min(limit, _MOST))]
    return Hits(hits=kept, left_out=len(found) - len(kept))


def _notes(asking: Asking) -> Iterator[str]:
    policy, stores = asking.wiki.setting.policy, asking.stores
    return (path for path in asking.wiki.tree.paths() if policy.store_of_note(path) in stores)


def _in_note(asking: Asking, path: str, wanted: tuple[str, ...]) -> Iterator[Hit]:
    text = text_of(asking.wiki.tree.read(path))
    if text is None or not any(word in normal(text).casefold() for word in wanted):
        return
    note: Note = parse_note(text, lambda name: asking.wiki.setting.roster.find(name) is not None)
    title = path.casefold()
    lines = [(i.line, i.words.said, i.words.state, " ".join(i.section)) for i in note.items]
    lines += [(number, said, "text", "") for number, said in note.prose]
    for number, said, state, around in lines:
        own, near = said.casefold(), f"{title} {around}".casefold()
        inside = sum(word in own for word in wanted)
        if inside:
            shown = "text" if state == "unsigned" else state
            count = inside + sum(word in near and word not in own for word in wanted)
            yield Hit(
                path=visible(path, 400), line=number, text=harmless(said)[:_WIDTH], state=shown, words=count
            )
