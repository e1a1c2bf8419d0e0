"""Words as a note may hold them. What people give is data: it says something and does nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from datetime import date

from wiki_schema.amend.scene import CannotAmend, Scene
from wiki_schema.characters import line_fault
from wiki_schema.compare.hiding import hides_until
from wiki_schema.markdown.links import WIKILINK
from wiki_schema.note import Item, Note, parse_note
from wiki_schema.places import Paths
from wiki_schema.provenance import read_provenance
from wiki_schema.telling import quoted
from wiki_schema.text import normal, same, visible
from wiki_schema.words import CURRENT, PENDING, SUPERSEDED, UNSIGNED, WITHDRAWN, Words, unescaped

Holds = Callable[[Words], bool]
"""Whether an item says what it is meant to."""

WITHDRAWAL = "~~withdrawn~~"

_ANSWER = re.compile(r"[—–-]\s*(?:unconfirmed\b|(?:confirmed|rejected)\s+\d{4}-)", re.IGNORECASE)
"""What closes a claim, or says that it is open."""


def plain(text: str, what: str = "fact") -> str:
    """A text on one line, its white space collapsed.

    Raises `CannotAmend` for one that is empty, or that would do more than say something: control
    characters, bytes that are no text, HTML that hides what follows.
    """
    line = " ".join(text.split())
    if not line:
        raise CannotAmend(f"The {what} says nothing: give it some words.")
    fault, level = line_fault(line)
    if fault and not level:
        raise CannotAmend(f"The {what} holds {fault}: {quoted(line)}.")
    if closing := hides_until(line):
        raise CannotAmend(
            f"{quoted(line)} would hide what stands below: close it with {closing}, or put it in backticks."
        )
    return line


def fact_words(scene: Scene, text: str, signed: bool = True) -> tuple[str, Holds]:
    """What a new fact says, with its provenance if it is `signed`, and how one knows that it does.

    Raises `CannotAmend` for what would be read as something else than one fact with that text.
    """
    line = plain(text)
    signature = f"{scene.signs}, {scene.day}"
    _refuse_look_alikes(scene, line)
    said = f"{line} — {signature}" if signed else line

    def holds(words: Words) -> bool:
        if not signed:
            return words.state == UNSIGNED and same(words.said, line)
        return (
            words.state == CURRENT
            and same(words.text, line)
            and words.provenance is not None
            and not words.provenance.fault
            and same(words.names, scene.signs)
        )

    if not _is_one_item(f"- {said}", holds):
        raise CannotAmend(_why_not(line, signature))
    return said, holds


def _refuse_look_alikes(scene: Scene, line: str) -> None:
    """Refuses words that end or begin like what the grammar gives another sense."""
    if line.startswith("~~") or line.endswith("~~"):
        raise CannotAmend(f"{quoted(line)} would look struck: leave the ~~ out.")
    found = read_provenance(normal(line))
    if found is None:
        return
    names = scene.roster.names(found[1].names)
    if any(scene.knows(n) or scene.roster.nearest(n) or scene.roster.acts_for(scene.actor, n) for n in names):
        raise CannotAmend(
            f"{quoted(line)} ends in a provenance already. Facts are signed for you, as {scene.signs}: "
            "leave the name and the day out."
        )


def _is_one_item(text: str, holds: Holds) -> bool:
    """Whether a text is one list item that says what it is meant to."""
    items = parse_note(text).items
    return len(items) == 1 and holds(items[0].words)


def _why_not(line: str, signature: str) -> str:
    """Why words would not be read as one fact."""
    found = parse_note(f"- {line} — {signature}").items
    if len(found) == 1 and found[0].words.state == PENDING:
        return f"{quoted(line)} would be read as a claim: use claim for that."
    if len(found) == 1 and found[0].words.state in (SUPERSEDED, WITHDRAWN):
        return f"{quoted(line)} would be read as a superseded fact: leave the ~~ out."
    if len(found) == 1 and found[0].box:
        return f"{quoted(line)} would be a task of the note, not a fact: leave the box out."
    if len(found) == 1 and found[0].words.state == CURRENT:
        return f"{quoted(f'{line} — {signature}')} would not be read as these words signed by that name."
    begins = quoted(line.split(" ", 1)[0])
    return (
        f"A fact cannot begin with {begins}: a reader would see a heading, a list, a quote or code there. "
        "Begin it with a word, or put a backslash before the sign."
    )


# What is done to a fact


def mark(scene: Scene) -> str:
    """The end of a superseded fact."""
    return f" — superseded {scene.day} by {scene.signs}"


def link_to(scene: Scene, kept: str) -> str:
    """A link by which a mark names the note that keeps what a struck fact said; without its brackets.

    Raises `CannotAmend` where no such link leads to that note.
    """
    link = scene.inside(kept).removesuffix(".md")
    paths = Paths(path for path in scene.tree.paths() if scene.store.holds(path))
    if set(link) & set("[]|#→") or paths.resolve(link, WIKILINK, kept, scene.store.path) != kept:
        raise CannotAmend(
            f"No link of a mark leads to {visible(kept)}: retire the fact with a reason instead."
        )
    return link


def is_struck(scene: Scene, old: Words, link: str = "") -> Holds:
    """Whether an item is a fact struck as it stood, by the one who acts, today, with that link behind."""

    def holds(words: Words) -> bool:
        return (
            words.state == SUPERSEDED
            and unescaped(words.key) == unescaped(old.key)
            and is_marked(scene, words, link)
        )

    return holds


def is_withdrawn(scene: Scene) -> Holds:
    """Whether an item is what a withdrawal leaves."""
    return lambda words: words.state == WITHDRAWN and is_marked(scene, words)


def is_marked(scene: Scene, words: Words, link: str = "") -> bool:
    """Whether a struck item bears a right mark of the one who acts and of today, and that link alone."""
    found = words.mark
    if found is None or found.fault or not found.renders or found.link != link:
        return False
    return found.day == scene.day and same(found.name, scene.signs)


def escaped(words: str) -> str:
    """Words as they may stand inside a strike: tildes that would end or begin it are escaped."""
    if "~" not in words:
        return words
    shown = []
    for at, char in enumerate(words):
        beside = words[at - 1 : at] == "~" or words[at + 1 : at + 2] == "~"
        at_an_end = at in (0, len(words) - 1)
        is_bare = char == "~" and words[at - 1 : at] != "\\"
        shown.append(f"\\{char}" if is_bare and (beside or at_an_end) else char)
    return "".join(shown)


# Claims


def refuse_answer(scene: Scene, text: str) -> None:
    """Refuses words of a claim that look like more: its answer, another's name, a strike, a comment.

    Not for words that were found in a note, which are claimed whatever they look like.
    """
    line = plain(text, "claim")
    if _ANSWER.search(line):
        raise CannotAmend(f"{quoted(line)} would look answered already: say only what is claimed to be true.")
    if line.rfind("<!--") > line.rfind("-->"):
        raise CannotAmend(f"{quoted(line)} would hide what stands below: close it with -->, or leave it out.")
    _refuse_look_alikes(scene, line)


def pending_words(scene: Scene, text: str) -> tuple[str, Holds]:
    """What a new pending line says, and how one knows that it does. Raises `CannotAmend`."""
    line = plain(text, "claim")
    said = f"⚠ claimed changed: {line} — {scene.signs}, {scene.day} — unconfirmed"

    def holds(words: Words) -> bool:
        claim = words.claim
        return (
            words.state == PENDING
            and words.mark is None
            and claim is not None
            and same(claim.what, line)
            and same(claim.who, scene.signs)
            and (claim.day, claim.status) == (scene.day, "unconfirmed")
        )

    if not _is_one_item(f"- {said}", holds):
        raise CannotAmend(f"{quoted(line)} would not be read as one claim in the name of {scene.signs}.")
    return said, holds


def is_answered(scene: Scene, old: Words, answer: str) -> Holds:
    """Whether an item is a pending line with its answer, otherwise as it was."""
    day: date = scene.day

    def holds(words: Words) -> bool:
        was, now = old.claim, words.claim
        if was is None or now is None or words.mark is not None:
            return False
        kept = (was.what, was.who, was.day) == (now.what, now.who, now.day)
        return kept and now.status == answer and now.closed == day and same(now.by, scene.signs)

    return holds


# Whether all came out as it was meant


def reads_as(
    before: Note, after: Note, changed: dict[int, Holds], new: tuple[int, Holds] | None, keeps_prose: bool
) -> bool:
    """Whether a note changed as it was meant to and in nothing else.

    `changed` says of items of the note before what they say now; `new` of which item the one new item is
    nested in (-1: in none) and what it says. With `keeps_prose` no line outside facts may be gone.
    """
    places: dict[int, int] = {-1: -1}
    rest = iter(enumerate(after.items))
    is_new_due = new is not None
    for index, item in enumerate(before.items):
        for at, now in rest:
            if _is_kept(item, now, places, changed.get(index)):
                places[index] = at
                break
            if not is_new_due or new is None or not _is_new(now, places, new):
                return False
            is_new_due = False
        else:
            return False
    left = [now for _, now in rest]
    if left:
        if len(left) > 1 or not is_new_due or new is None or not _is_new(left[0], places, new):
            return False
        is_new_due = False
    if is_new_due or not before.sections <= after.sections:
        return False
    lines, kept = (Counter(line for _, line in note.prose) for note in (before, after))
    return not keeps_prose or not lines - kept


def _is_kept(old: Item, now: Item, places: dict[int, int], holds: Holds | None) -> bool:
    """Whether an item stands where it stood, and says what it said, or what it should now."""
    if (old.section, old.listed, old.box, places[old.parent]) != (
        now.section,
        now.listed,
        now.box,
        now.parent,
    ):
        return False
    return holds(now.words) if holds is not None else now.words == old.words


def _is_new(item: Item, places: dict[int, int], new: tuple[int, Holds]) -> bool:
    parent, holds = new
    return item.parent == places.get(parent, -2) and holds(item.words)
