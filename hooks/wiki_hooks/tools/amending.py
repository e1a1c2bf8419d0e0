"""The amendments as calls: a fact is named by words that only it holds, or by its line."""

from __future__ import annotations

from wiki_hooks.tools.session import Asking
from wiki_hooks.tools.writing import Written, amend, at_line
from wiki_schema import amend as legal
from wiki_schema.amend import FactName


def add(asking: Asking, note: str, text: str, section: str = "", under: str = "", title: str = "") -> Written:
    """A new fact, signed and dated."""

    def change(scene: legal.Scene, fact: FactName) -> legal.Amendment:
        nested = fact if under else None
        return legal.add(scene, fact.note, text, section=section, under=nested, title=title)

    return amend(asking, "add", asking.path(note), change, under)


def supersede(
    asking: Asking, note: str, old: str, new: str, line: int = 0, or_claim: bool = False
) -> Written:
    """A fact replaced; the old one stays, struck."""
    return amend(
        asking, "supersede", asking.path(note), lambda scene, fact: legal.supersede(scene, fact, new), old,
        (lambda scene, fact: legal.claim(scene, fact, new)) if or_claim else None, at_line(line),
    )  # fmt: skip


def update(asking: Asking, note: str, old: str, new: str, line: int = 0) -> Written:
    """A fact changed in its place, where the store lets its originator."""
    return amend(
        asking, "update", asking.path(note), lambda scene, fact: legal.update(scene, fact, new), old,
        place=at_line(line),
    )  # fmt: skip


def retire(
    asking: Asking, note: str, old: str, reason: str = "", line: int = 0, or_claim: bool = False
) -> Written:
    """A fact that no longer applies; it stays, struck."""
    what = f"no longer applies: {reason}" if reason else "no longer applies"
    return amend(
        asking, "retire", asking.path(note), lambda scene, fact: legal.retire(scene, fact, reason), old,
        (lambda scene, fact: legal.claim(scene, fact, what)) if or_claim else None, at_line(line),
    )  # fmt: skip


def claim(asking: Asking, note: str, old: str, what: str, line: int = 0) -> Written:
    """Somebody's fact is said to have changed; its owner decides."""
    return amend(
        asking, "claim", asking.path(note), lambda scene, fact: legal.claim(scene, fact, what), old,
        place=at_line(line),
    )  # fmt: skip


def confirm(asking: Asking, note: str, claim: str, new: str = "", line: int = 0) -> Written:
    """A claim answered with yes; the fact is superseded."""
    return amend(
        asking, "confirm", asking.path(note), lambda scene, fact: legal.confirm(scene, fact, new), claim,
        place=at_line(line),
    )  # fmt: skip


def reject(asking: Asking, note: str, claim: str, line: int = 0) -> Written:
    """A claim answered with no; the fact stays."""
    return amend(asking, "reject", asking.path(note), legal.reject, claim, place=at_line(line))


def conflict(asking: Asking, note: str, what: str) -> Written:
    """A note that a person must look at; nothing in it changes."""
    return amend(
        asking, "conflict", asking.path(note), lambda scene, fact: legal.conflict(scene, fact.note, what)
    )


def withdraw(asking: Asking, note: str, old: str, line: int = 0) -> Written:
    """A private matter taken out of a note; a mark stays."""
    return amend(asking, "withdraw", asking.path(note), legal.withdraw, old, place=at_line(line))
