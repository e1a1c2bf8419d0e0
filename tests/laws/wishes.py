"""Who wants what of which store: random amendments, made by the functions that every door uses."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from tests.amending import Stage
from tests.laws.strategies import is_admin, texts
from wiki_schema import amend
from wiki_schema.amend import Amendment, CannotAmend, FactName
from wiki_schema.compare.claims import disputed_in
from wiki_schema.note import Item, parse_note
from wiki_schema.words import CURRENT, SUPERSEDED, UNSIGNED


class Nowhere(Exception):
    """The store has no place for what is wanted."""


class Wisher:
    """Draws what an amendment needs."""

    def __init__(self, draw: st.DrawFn, stage: Stage, lawful: bool = True) -> None:
        self.draw = draw
        self.stage = stage
        self.scene = stage.scene
        self.lawful = lawful

    def note(self) -> str:
        """A note."""
        return self.draw(st.sampled_from(self.stage.notes))

    def text(self) -> str:
        """Some words."""
        return self.draw(texts)

    def item(self, fits: Callable[[Item], bool]) -> FactName:
        """An item, named by its line or by its words."""
        found = [
            (path, item)
            for path in self.stage.notes
            for item in parse_note(self.stage.files[path], self.scene.knows).items
            if fits(item)
        ]
        if not found:
            raise Nowhere
        path, item = self.draw(st.sampled_from(found))
        if self.draw(st.booleans()):
            return FactName(path, line=item.line)
        return FactName(path, item.words.said, item.line if self.draw(st.booleans()) else 0)

    def fact(self, *states: str) -> FactName:
        """A fact that the actor may change; unlawfully one that he may not."""
        return self.item(
            lambda item: item.words.state in (states or (CURRENT,)) and self.may(item.words.names)
        )

    def may(self, names: str) -> bool:
        """Whether the actor may change what stands in these names; unlawfully whether he may not."""
        if self.scene.store.kind != "shared":
            return True
        return self.scene.roster.may_change(self.scene.actor, names) is self.lawful

    def claim(self) -> FactName:
        """An open claim that the actor may answer; unlawfully one that he may not."""
        found = []
        for path in self.stage.notes:
            note = parse_note(self.stage.files[path], self.scene.knows)
            for index, item in enumerate(note.items):
                claim = item.words.claim
                fact = disputed_in(note, index) if claim is not None and item.words.mark is None else -1
                is_open = fact >= 0 and claim is not None and claim.status == "unconfirmed"
                if is_open and self.may(note.items[fact].words.names):
                    found.append(FactName(path, line=item.line))
        if not found:
            raise Nowhere
        return self.draw(st.sampled_from(found))


Wish = Callable[[Wisher], Amendment]


def add(wisher: Wisher) -> Amendment:
    return amend.add(wisher.scene, wisher.note(), wisher.text())


def add_under(wisher: Wisher) -> Amendment:
    under = wisher.item(lambda item: item.listed and item.words.state in (CURRENT, UNSIGNED))
    return amend.add(wisher.scene, under.note, wisher.text(), under=under)


def add_to_section(wisher: Wisher) -> Amendment:
    path = wisher.note()
    sections = parse_note(wisher.stage.files[path]).sections
    section = wisher.draw(st.sampled_from(sorted(sections)))
    if not section:
        raise Nowhere
    return amend.add(wisher.scene, path, wisher.text(), section=" > ".join(section))


NEW_PATHS = ["new.md", "trips/Rome (2).md", "50% #1.md", "a | b.md", "日記/新.md", "x_y-z.md", "[draft].md"]


def add_note(wisher: Wisher) -> Amendment:
    path = wisher.draw(st.sampled_from(NEW_PATHS))
    if path in wisher.stage.files:
        raise Nowhere
    return amend.add(wisher.scene, path, wisher.text(), title=wisher.draw(st.just("") | texts))


def supersede(wisher: Wisher) -> Amendment:
    return amend.supersede(wisher.scene, wisher.fact(), wisher.text())


def retire_for(wisher: Wisher) -> Amendment:
    try:
        return amend.retire_for(wisher.scene, wisher.fact(), wisher.fact().note)
    except CannotAmend as error:
        if "holds no other fact" in str(error):
            raise Nowhere from None
        raise


def retire(wisher: Wisher) -> Amendment:
    return amend.retire(wisher.scene, wisher.fact(), wisher.draw(st.just("") | texts))


def withdraw(wisher: Wisher) -> Amendment:
    return amend.withdraw(wisher.scene, wisher.fact())


def update(wisher: Wisher) -> Amendment:
    return amend.update(wisher.scene, wisher.fact(), wisher.text())


def claim(wisher: Wisher) -> Amendment:
    return amend.claim(wisher.scene, wisher.item(lambda item: item.words.state == CURRENT), wisher.text())


def confirm(wisher: Wisher) -> Amendment:
    return amend.confirm(wisher.scene, wisher.claim(), wisher.draw(st.just("") | texts))


def reject(wisher: Wisher) -> Amendment:
    return amend.reject(wisher.scene, wisher.claim())


def conflict(wisher: Wisher) -> Amendment:
    return amend.conflict(wisher.scene, wisher.note(), wisher.text())


def redact(wisher: Wisher) -> Amendment:
    if is_admin(wisher.stage.actor) is not wisher.lawful:
        raise Nowhere
    fact = wisher.item(lambda item: item.words.state in (CURRENT, SUPERSEDED))
    items = parse_note(wisher.stage.files[fact.note], wisher.scene.knows).items
    meant = (item for item in items if item.line == fact.line or item.words.said == fact.text)
    words = [word for item in meant for word in item.words.text.split() if any(map(str.isalnum, word))]
    if not words:
        raise Nowhere
    word = wisher.draw(st.sampled_from(words))
    everywhere = wisher.draw(st.booleans())
    return amend.redact(wisher.scene, fact.note, word, everywhere=everywhere)


def rotate_log(wisher: Wisher) -> Amendment:
    return amend.rotate_log(wisher.scene)


FREE = [add, add_under, add_to_section, add_note, claim, conflict, rotate_log]
"""What everybody may do."""

OWNED = {
    supersede: "supersede-unauthorised",
    retire: "supersede-unauthorised",
    retire_for: "supersede-unauthorised",
    withdraw: "supersede-unauthorised",
    confirm: "claim-unauthorised",
    reject: "claim-unauthorised",
    update: "fact-rewritten",
    redact: "fact-rewritten",
}
"""What only an originator or an admin may do, and the rule that refuses it to others."""


def made(wish: Wish, draw: st.DrawFn, stage: Stage, lawful: bool = True) -> Amendment | None:
    """What a wish comes to; None where the store has no place for it, or its words cannot be."""
    try:
        return wish(Wisher(draw, stage, lawful))
    except (Nowhere, CannotAmend):
        return None
