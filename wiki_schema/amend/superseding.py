"""What becomes of a fact by the hand of whom it belongs to: superseded, retired, withdrawn, updated."""

from __future__ import annotations

from wiki_schema.amend.naming import FactName, NoSuchFact
from wiki_schema.amend.page import Page
from wiki_schema.amend.scene import Amendment, CannotAmend, Scene, amended, brief, lines_about
from wiki_schema.amend.wording import (
    WITHDRAWAL,
    fact_words,
    is_struck,
    is_withdrawn,
    link_to,
    mark,
    plain,
)
from wiki_schema.note import Item
from wiki_schema.telling import quoted
from wiki_schema.text import same, visible
from wiki_schema.words import CURRENT, SUPERSEDED, UNSIGNED


def supersede(scene: Scene, name: FactName, text: str) -> Amendment:
    """A fact struck as it stands, and its successor behind it.

    Raises `NoSuchFact`, `Ambiguous`, or `CannotAmend` for words that cannot stand in a note.
    """
    page = Page(scene, name.note)
    return replaced(page, page.find(name), text)


def retire(scene: Scene, name: FactName, reason: str = "") -> Amendment:
    """A fact struck, and in its stead one that says that it no longer applies, and why if that is given.

    Where another was retired in the same words, it says also which fact it is about, or whose it was.
    """
    page = Page(scene, name.note)
    index = page.find(name)
    old = page.item(index).words
    text = old.text
    why = plain(reason, "reason") if reason.strip() else text
    if _twin(page, fact_words(scene, f"No longer applies: {why}", page.signs_facts(index))[0]) is not None:
        why = f"{text} ({why if reason.strip() else old.names})"
    return replaced(page, index, f"No longer applies: {why}", keeps_box=False)


def retire_for(scene: Scene, name: FactName, kept: str) -> Amendment:
    """A fact struck because another note says the same: the mark ends in a link to that, at path `kept`."""
    page = Page(scene, name.note)
    index = page.find(name)
    old = page.item(index).words
    here = index if kept == page.path else -1
    items = enumerate(scene.layout(kept).note.items)
    if not any(item.words.state == CURRENT for at, item in items if at != here):
        raise CannotAmend(f"{visible(kept)} holds no other fact that could stand for this one.")
    link = link_to(scene, kept)
    page.wrap(index, "~~", f"~~{mark(scene)} → [[{link}]]", is_struck(scene, old, link))
    summary = f"superseded in {scene.inside(page.path)}, kept in {scene.inside(kept)}: {quoted(old.said)}"
    told = f"said in {scene.inside(kept)} too: {brief(old.text)}"
    return amended(scene, {page.path: page.settle()}, "SUPERSEDE", page.path, told, summary)


def replaced(page: Page, index: int, text: str, keeps_box: bool = True) -> Amendment:
    """The fact at an index struck, its successor behind it, and all else done that the page is to become."""
    scene, old = page.scene, page.item(index).words
    said, holds = fact_words(scene, text, page.signs_facts(index))
    refuse_twin(page, said)
    page.wrap(index, "~~", f"~~{mark(scene)}", is_struck(scene, old))
    choices = page.heir(index, said, keeps_box)
    new = page.settle(choices, (page.item(index).parent, holds))
    summary = f"superseded in {scene.inside(page.path)}: {quoted(old.said)}"
    return amended(scene, {page.path: new}, "SUPERSEDE", page.path, brief(plain(text)), summary)


def refuse_twin(page: Page, said: str) -> None:
    """Refuses words that stand in the note already, with the same name and day."""
    twin = _twin(page, said)
    if twin is not None:
        raise CannotAmend(f"Line {twin.line} of {visible(page.path)} says that already.")


def _twin(page: Page, said: str) -> Item | None:
    items = page.layout.note.items
    return next((i for i in items if i.words.state in (CURRENT, UNSIGNED) and same(i.words.said, said)), None)


def withdraw(scene: Scene, name: FactName) -> Amendment:
    """A private matter taken out of a note, with a mark in its place. The new log line does not repeat it.

    A fact that is superseded already can be withdrawn as well. What is nested in it stays. The summary says
    in which older lines of the log its words stand: they never change, but for a redaction by an admin.
    """
    page = Page(scene, name.note)
    try:
        index = page.find(name)
    except NoSuchFact as missing:
        try:
            index = page.find(name, SUPERSEDED)
        except NoSuchFact:
            raise missing from None
    old = page.item(index).words
    page.say(index, f"{WITHDRAWAL}{mark(scene)}", is_withdrawn(scene))
    summary = f"withdrawn from {scene.inside(page.path)}"
    new = page.settle()
    done = amended(scene, {page.path: new}, "SUPERSEDE", page.path, "a private matter withdrawn", summary)
    return done._replace(summary=summary + _still_logged(scene, done, old.text))


def _still_logged(scene: Scene, done: Amendment, text: str) -> str:
    """In which lines of the log words of a fact still stand, and who covers them how."""
    log = scene.store.log_path
    lines = lines_about(done.files.get(log) or "", text)
    if not lines:
        return ""
    where = f"line {lines[0]}" if len(lines) == 1 else f"lines {', '.join(map(str, lines))}"
    return (
        f"; words of it still stand in {visible(log)}, {where}: "
        f"an admin covers them with `memwiki redact {visible(log)} '…' --kind private`"
    )


def update(scene: Scene, name: FactName, text: str) -> Amendment:
    """A fact changed in place, signed and dated anew.

    That is right in private and open stores, and in shared ones that let originators update; elsewhere the
    rules refuse the change.
    """
    page = Page(scene, name.note)
    index = page.find(name)
    old = page.item(index).words
    said, holds = fact_words(scene, text, old.state == CURRENT or page.signs_facts(index))
    refuse_twin(page, said)
    page.say(index, said, holds)
    summary = f"updated in {scene.inside(page.path)}: {quoted(old.said)}"
    return amended(scene, {page.path: page.settle()}, "UPDATE", page.path, brief(plain(text)), summary)
