"""What is said against a fact, and how that is answered."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.amend.naming import FactName
from wiki_schema.amend.page import Draft, Page, drafts
from wiki_schema.amend.scene import Amendment, CannotAmend, Scene, amended
from wiki_schema.amend.superseding import replaced
from wiki_schema.amend.wording import is_answered, pending_words, plain, refuse_answer
from wiki_schema.compare.claims import disputed_in
from wiki_schema.note import Item
from wiki_schema.telling import quoted
from wiki_schema.text import same, visible
from wiki_schema.words import CURRENT, PENDING


def claim(scene: Scene, name: FactName, what: str) -> Amendment:
    """A pending line under a fact, which says what is claimed to be true instead. Anybody may do that.

    Raises `NoSuchFact`, `Ambiguous`, or `CannotAmend` for words that cannot stand in a note.
    """
    page = Page(scene, name.note)
    index = page.find(name, CURRENT)
    fact = page.item(index)
    refuse_answer(scene, what)
    said, holds = pending_words(scene, what)
    _refuse_second(page, index, what)
    new = page.settle(_below(page, index, said), (index if fact.listed else fact.parent, holds))
    summary = f"claimed in {scene.inside(name.note)} against {quoted(fact.words.said)}"
    return amended(scene, {name.note: new}, "CLAIM", name.note, plain(what), summary)


def _refuse_second(page: Page, fact: int, what: str) -> None:
    """Refuses what the same person claims against the fact already."""
    note = page.layout.note
    for at, item in enumerate(note.items):
        claim = item.words.claim
        if claim is None or item.words.mark or claim.status != "unconfirmed" or disputed_in(note, at) != fact:
            continue
        if same(claim.what, plain(what)) and same(claim.who, page.scene.signs):
            raise CannotAmend(f"Line {item.line} of {visible(page.path)} claims that already, in your name.")


def _below(page: Page, index: int, said: str) -> Iterator[Draft]:
    """The ways to put a claim under a fact: behind its words and older claims; a paragraph's comes next."""
    fact, span = page.item(index), page.layout.spans[index]
    if not fact.listed:
        yield from drafts(page.family_end(index), f"{span.indent}- {said}", True)
        return
    lead, after = f"{span.inner}- ", span.words_end
    for child in page.layout.children(index):
        set_as = page.layout.spans[child]
        if set_as.marker in ("-", "*", "+"):
            lead = f"{set_as.indent}{set_as.marker} "
        if page.layout.note.items[child].words.state != PENDING:
            break
        after = set_as.end
    yield from drafts(after, f"{lead}{said}", False)
    yield from drafts(span.end, f"{span.inner}- {said}", False)


def confirm(scene: Scene, name: FactName, text: str = "") -> Amendment:
    """A claim confirmed, and the fact it disputes superseded by what it claims, or by `text`, in one step.

    Of a fact that is superseded already only the claim is closed. The claim is named by its own words or
    line, or by those of its fact.
    """
    page = Page(scene, name.note)
    index, item = _answered(page, name, "confirmed")
    fact = disputed_in(page.layout.note, index)
    said = item.words.claim.what if item.words.claim else ""
    if fact >= 0 and page.layout.note.items[fact].words.state == CURRENT:
        return replaced(page, fact, text or said)
    if text:
        raise CannotAmend(
            f"What the claim in line {item.line} of {visible(name.note)} disputes is superseded already, "
            "so it can only be closed: leave the text out."
        )
    return _closed(page, f"a claim confirmed: {said}")


def reject(scene: Scene, name: FactName) -> Amendment:
    """A claim rejected: the fact stands. The claim is named like one to confirm."""
    page = Page(scene, name.note)
    _, item = _answered(page, name, "rejected")
    return _closed(page, f"a claim rejected: {item.words.claim.what if item.words.claim else ''}")


def _answered(page: Page, name: FactName, answer: str) -> tuple[int, Item]:
    """The claim that is meant, with its answer."""
    index = page.find_claim(name)
    item, scene = page.item(index), page.scene
    words = f"{answer} {scene.day} by {scene.signs}"
    page.answer(index, words, is_answered(scene, item.words, answer))
    return index, item


def _closed(page: Page, what: str) -> Amendment:
    summary = f"{what} (in {page.scene.inside(page.path)})"
    return amended(page.scene, {page.path: page.settle()}, "UPDATE", page.path, what, summary)


def conflict(scene: Scene, path: str, what: str) -> Amendment:
    """A line in the log that two notes disagree, or that something looks wrong; nothing else changes."""
    if scene.store.relative(path) is None or scene.text(path) is None:
        raise CannotAmend(f"There is no {visible(path)} in the store to flag.")
    line = plain(what, "conflict")
    return amended(scene, {}, "CONFLICT", path, line, f"flagged {scene.inside(path)}: {line}")
