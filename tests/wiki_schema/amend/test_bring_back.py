"""Where lost words come back in a note: an old version, what is left of it, and what it is to be."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend.bring_back import Back, Context, bring_back

A, B, C = (f"{name} of all — ana, 2026-01-0{day}" for day, name in enumerate(("One", "Two", "Three"), 1))
NEW = "New — bo, 2026-11-30"


def back(old: str, new: str | None, actor: str = "Ana Ruiz", base: str | None = None) -> Back:
    """What bringing back comes to; without a `base` the last commit has what the old version has."""
    stage = store(new or "", actor)
    return bring_back(stage.scene, old, new, old if base is None else base, Context("home.md"))


WOVEN = {
    "a fact between two": (f"- {A}\n- {B}\n- {C}\n", f"- {A}\n- {C}\n", f"- {A}\n- {B}\n- {C}\n"),
    "behind what came in its stead": (
        f"- {A}\n- {B}\n- {C}\n",
        f"- {A}\n- {NEW}\n- {C}\n",
        f"- {A}\n- {NEW}\n- {B}\n- {C}\n",
    ),
    "with all that was nested in it": (
        f"- {A}\n- {B}\n  - {C}\n\n    more\n\nText\n",
        f"- {A}\n\nText\n",
        f"- {A}\n- {B}\n  - {C}\n\n    more\n\nText\n",
    ),
    "above what was nested in it and stayed": (
        f"- {A}\n- {B}\n  - {C}\n",
        f"- {A}\n  - {C}\n",
        f"- {A}\n- {B}\n  - {C}\n",
    ),
    "between a fact and its successor nothing comes": (
        f"- {A}\n- {B}\n- {C}\n",
        f"- ~~{A}~~ — superseded 2026-11-30 by ana\n- {NEW}\n- {C}\n",
        f"- ~~{A}~~ — superseded 2026-11-30 by ana\n- {NEW}\n- {B}\n- {C}\n",
    ),
    "under a heading that goes with it": (
        f"# One\n\n- {A}\n\n# Two\n\n- {B}\n",
        f"# One\n\n- {A}\n",
        f"# One\n\n- {A}\n\n# Two\n\n- {B}\n",
    ),
    "under a heading that was renamed": (
        f"# One\n\n- {A}\n- {B}\n",
        f"# Uno\n\n- {A}\n",
        f"# Uno\n\n- {A}\n- {B}\n",
    ),
    "before a section that is new": (
        f"# One\n\n- {A}\n- {B}\n",
        f"# One\n\n- {A}\n\n# New\n\n- {NEW}\n",
        f"# One\n\n- {A}\n- {B}\n\n# New\n\n- {NEW}\n",
    ),
    "a heading alone": (f"# One\n\n- {A}\n", f"- {A}\n", f"# One\n\n- {A}\n"),
    "front matter": (f"---\na: b\n---\n\n- {A}\n", f"- {A}\n", f"---\na: b\n---\n- {A}\n"),
    "front matter that lost its end": (
        f"---\na: b\n---\n- {A}\n", f"---\na: b\n- {A}\n", f"---\na: b\n---\n- {A}\n"
    ),
    "lines and code": (
        f"Some words.\n\n```\ncode here\n\nmore code\n```\n\n- {A}\n",
        f"- {A}\n",
        f"Some words.\n\n```\ncode here\n\nmore code\n```\n\n- {A}\n",
    ),
    "before the fence that hides it": (
        f"- {A}\n- {B}\n", f"- {A}\n```\n- {B}\n", f"- {A}\n- {B}\n\n```\n- {B}\n"
    ),
    "line ends of the note as it is": (f"- {A}\n- {B}\n", f"- {A}\r\n", f"- {A}\r\n- {B}\r\n"),
    "a note without a last line end": (f"- {A}\n- {B}", f"- {A}", f"- {A}\n- {B}"),
    "what is gone altogether": (f"# One\n\n- {A}\n", None, f"# One\n\n- {A}\n"),
    "a line that was edited is not gone": (
        f"We all go to Rome in May.\n\n- {A}\n",
        f"We all go to Rome in June.\n\n- {A}\n",
        f"We all go to Rome in June.\n\n- {A}\n",
    ),
    "a line of which only words went stands whole": (
        f"We all go to Rome in May.\n\n- {A}\n",
        f"We all go to Rome.\n\n- {A}\n",
        f"We all go to Rome in May.\n\n- {A}\n",
    ),
    "an item that somebody signed since is not gone": ("- do it\n", "- do it — bo, 2026-11-30\n", None),
    "a claim that was answered stands": (
        f"- {A}\n  - ⚠ claimed changed: x — bo, 2026-11-01 — unconfirmed\n",
        f"- {A}\n  - ⚠ claimed changed: x — bo, 2026-11-01 — rejected 2026-11-30 by ana\n",
        None,
    ),
    "a claim that is gone comes back": (
        f"- {A}\n  - ⚠ claimed changed: x — bo, 2026-11-01 — unconfirmed\n- {B}\n",
        f"- {A}\n- {B}\n",
        f"- {A}\n  - ⚠ claimed changed: x — bo, 2026-11-01 — unconfirmed\n- {B}\n",
    ),
    "one of two that said the same was one too many": (f"- {A}\n- {A}\n", f"- {A}\n", None),
    "what only moved is not lost": (f"# One\n\n- {A}\n\n# Two\n\n- {B}\n", f"# Two\n\n- {B}\n- {A}\n", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", WOVEN)
def test_it_comes_back_where_it_stood(case: str) -> None:
    old, new, whole = WOVEN[case]
    found = back(old, new)
    if whole == "":  # all the same, its heading comes back
        assert f"- {A}\n" in found.text
        assert found.text.count(A) == 1
        return
    assert found.text == (new if whole is None else whole)
    assert not found.left
    assert back(old, found.text).text == found.text


RIGHTED = {
    "its own": (
        "Ana Ruiz", f"- {A}\n", "- One for all — ana, 2026-01-01\n",
        f"- ~~{A}~~ — superseded 2026-11-30 by Ana Ruiz\n- One for all — ana, 2026-01-01\n",
    ),
    "somebody else's": (
        "bo", f"- {A}\n", "- One for all — ana, 2026-01-01\n",
        f"- {A}\n  - ⚠ claimed changed: One for all — Bo Lind, 2026-11-30 — unconfirmed\n",
    ),
    "somebody else's with another name under it": (
        "bo", f"- {A}\n", "- One of all — bo, 2026-11-20\n",
        f"- {A}\n  - ⚠ claimed changed: One of all — bo, 2026-11-20 — Bo Lind, 2026-11-30 — unconfirmed\n",
    ),
    "a strike taken off": (
        "bo",
        f"- ~~{A}~~ — superseded 2026-11-01 by ana\n- {B}\n",
        f"- {A}\n- {B}\n",
        f"- ~~{A}~~ — superseded 2026-11-01 by ana\n- {B}\n",
    ),
    "a mark changed": (
        "bo",
        f"- ~~{A}~~ — superseded 2026-11-01 by ana\n- {B}\n",
        f"- ~~{A}~~ — superseded 2026-11-02 by bo\n- {B}\n",
        f"- ~~{A}~~ — superseded 2026-11-01 by ana\n- {B}\n",
    ),
    "an answer taken back": (
        "bo",
        f"- {A}\n  - ⚠ claimed changed: x — bo, 2026-11-01 — rejected 2026-11-02 by ana\n",
        f"- {A}\n  - ⚠ claimed changed: x — bo, 2026-11-01 — unconfirmed\n",
        f"- {A}\n  - ⚠ claimed changed: x — bo, 2026-11-01 — rejected 2026-11-02 by ana\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", RIGHTED)
def test_what_was_changed_in_place_is_put_right(case: str) -> None:
    actor, old, new, whole = RIGHTED[case]
    found = back(old, new, actor)
    assert found.text == whole
    assert len(found.righted) == 1
    assert back(old, found.text, actor).text == found.text


def test_what_was_nested_in_a_changed_fact_stays_with_it() -> None:
    old = f"- The old words of it — ana, 2026-01-01\n  - {B}\n- {C}\n"
    new = f"- The new words of it — ana, 2026-01-01\n  - {B}\n- {C}\n"
    struck = "- ~~The old words of it — ana, 2026-01-01~~ — superseded 2026-11-30 by Ana Ruiz\n"
    heir = "- The new words of it — ana, 2026-01-01\n"
    assert back(old, new).text == f"{struck}  - {B}\n{heir}- {C}\n"


def test_what_stands_in_another_note_since_is_not_lost() -> None:
    from wiki_schema.compare.matching import Sited
    from wiki_schema.note import parse_note

    (item,) = parse_note(f"- {A}\n").items
    context = Context("home.md", (Sited("other.md", 0, item),))
    found = bring_back(store(f"- {B}\n").scene, f"- {A}\n- {B}\n", f"- {B}\n", None, context)
    assert found.text == f"- {B}\n"


def test_what_was_taken_out_is_counted_and_stays_out() -> None:
    (item,) = store().scene.laid(f"- {A}\n").note.items
    context = Context("home.md", taken_out=frozenset([item.words.key]))
    for new in (None, "", f"- {B}\n"):
        found = bring_back(store(new or "").scene, f"- {A}\n- {B}\n", new, None, context)
        assert (found.text, found.withheld) == (f"- {B}\n", 1)


def test_a_thousand_facts_come_back_in_a_moment() -> None:
    old = "# One\n\n" + "".join(f"- Fact {n} — ana, 2026-01-01\n" for n in range(2000))
    new = "# One\n\n" + "".join(f"- Fact {n} — ana, 2026-01-01\n" for n in range(0, 2000, 2))
    assert back(old, new).text == old
