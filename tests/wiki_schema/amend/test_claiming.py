"""Claims: where they go, how they are named, and how they are answered."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import Ambiguous, CannotAmend, FactName, NoSuchFact, claim, confirm, conflict, reject

WAITS = "⚠ claimed changed: at ten — Bo Lind, 2026-11-30 — unconfirmed"
OLDER = "⚠ claimed changed: at eight — 田中 花子, 2026-06-01 — unconfirmed"

CLAIMED = {
    "nested, before what is nested already": (
        "- Pool at nine — Ana Ruiz, 2026-01-01\n  - In May — ana, 2026-01-01\n",
        f"- Pool at nine — Ana Ruiz, 2026-01-01\n  - {WAITS}\n  - In May — ana, 2026-01-01\n",
    ),
    "behind older claims": (
        f"* Pool at nine — Ana Ruiz, 2026-01-01\n  * {OLDER}\n  * In May — ana, 2026-01-01\n",
        f"* Pool at nine — Ana Ruiz, 2026-01-01\n  * {OLDER}\n  * {WAITS}\n  * In May — ana, 2026-01-01\n",
    ),
    "as deep as the words": (
        "10. Pool\n    at nine — Ana Ruiz, 2026-01-01\n",
        f"10. Pool\n    at nine — Ana Ruiz, 2026-01-01\n    - {WAITS}\n",
    ),
    "next to a paragraph": (
        "Pool at nine — Ana Ruiz, 2026-01-01\n\nText.\n",
        f"Pool at nine — Ana Ruiz, 2026-01-01\n\n- {WAITS}\n\nText.\n",
    ),
    "next to a paragraph, behind older claims": (
        f"Pool at nine — Ana Ruiz, 2026-01-01\n\n- {OLDER}\n",
        f"Pool at nine — Ana Ruiz, 2026-01-01\n\n- {OLDER}\n\n- {WAITS}\n",
    ),
}


@pytest.mark.parametrize(("note", "amended"), CLAIMED.values(), ids=list(CLAIMED))
def test_a_claim_stands_under_the_fact_it_disputes(note: str, amended: str) -> None:
    stage = store(note, "bo")
    amendment = claim(stage.scene, FactName("home.md", "Pool"), "at ten")
    assert amendment.files["home.md"] == amended
    assert amendment.files["log.md"] == "# Log\n\n2026-11-30 | CLAIM | Bo Lind | home.md | at ten\n"
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("x — unconfirmed — ana, 2026-12-01 — confirmed 2026-12-01 by ana", "look answered already"),
        ("x — rejected 2026-12-01 by ana; y", "look answered already"),
        ("x — unconfirmed", "look answered already"),
        ("x — ana, 2026-11-30", "ends in a provenance already"),
        ("~~x~~", "would look struck"),
        ("<!-- x", "would hide what stands below"),
        ("x <!-- y", "would hide what stands below"),
        ("at ten", "Line 2 of home.md claims that already, in your name"),
    ],
)
def test_a_claim_says_one_thing_once(what: str, why: str) -> None:
    note = f"- Pool at nine — Ana Ruiz, 2026-01-01\n  - {WAITS}\n"
    with pytest.raises(CannotAmend, match=why):
        claim(store(note, "bo").scene, FactName("home.md", "Pool"), what)


def test_what_another_claims_may_be_claimed_too() -> None:
    note = f"- Pool at nine — Ana Ruiz, 2026-01-01\n  - {WAITS}\n"
    assert claim(store(note, "root").scene, FactName("home.md", "Pool"), "at ten").verb == "CLAIM"


def test_words_that_were_lost_are_claimed_on_one_line() -> None:
    amendment = claim(
        store("- Pool — Ana Ruiz, 2026-01-01\n", "bo").scene, FactName("home.md", "Pool"), "at\n  ten"
    )
    assert amendment.files["home.md"] == f"- Pool — Ana Ruiz, 2026-01-01\n  - {WAITS}\n"


OPEN = f"""\
- Pool at nine — Ana Ruiz, 2026-01-01
  - {OLDER}
- Shop at nine — Ana Ruiz, 2026-01-01
  - ⚠ claimed changed: closed — bo,
    2026-06-01 —
    unconfirmed
  - ⚠ claimed changed: moved — bo, 2026-06-01 — rejected 2026-06-02 by Ana Ruiz
"""
NAMES = [
    FactName("home.md", "at eight"),
    FactName("home.md", "Pool"),
    FactName("home.md", line=1),
    FactName("home.md", line=2),
    FactName("home.md", "Pool", 1),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_claim_is_named_by_itself_or_by_its_fact(name: FactName) -> None:
    stage = store(OPEN)
    amendment = confirm(stage.scene, name)
    assert (amendment.files["home.md"] or "").startswith(
        "- ~~Pool at nine — Ana Ruiz, 2026-01-01~~ — superseded 2026-11-30 by Ana Ruiz\n"
        "  - ⚠ claimed changed: at eight — 田中 花子, 2026-06-01 — confirmed 2026-11-30 by Ana Ruiz\n"
        "- at eight — Ana Ruiz, 2026-11-30\n"
        "- Shop"
    )
    assert amendment.files["log.md"] == "# Log\n\n2026-11-30 | SUPERSEDE | Ana Ruiz | home.md | at eight\n"
    assert stage.refusals(amendment) == []


def test_who_confirms_may_say_it_in_a_whole_sentence() -> None:
    amendment = confirm(store(OPEN).scene, FactName("home.md", "Pool"), "Pool at eight")
    assert "\n- Pool at eight — Ana Ruiz, 2026-11-30\n" in (amendment.files["home.md"] or "")


def test_a_claim_is_rejected_by_its_last_word_wherever_that_is_wrapped() -> None:
    stage = store(OPEN)
    for line in (3, 4, 6):
        amendment = reject(stage.scene, FactName("home.md", line=line))
        assert amendment.files["home.md"] == OPEN.replace(
            "\n    unconfirmed", "\n    rejected 2026-11-30 by Ana Ruiz"
        )
        assert amendment.files["log.md"] == (
            "# Log\n\n2026-11-30 | UPDATE | Ana Ruiz | home.md | a claim rejected: closed\n"
        )
        assert stage.refusals(amendment) == []


def test_of_a_struck_fact_only_the_claim_is_closed() -> None:
    note = (
        "- ~~Pool at nine — Ana Ruiz, 2026-01-01~~ — superseded 2026-07-01 by Ana Ruiz\n"
        f"  - {OLDER}\n- Pool at ten — Ana Ruiz, 2026-07-01\n"
    )
    stage = store(note)
    amendment = confirm(stage.scene, FactName("home.md", "at eight"))
    assert amendment.files["home.md"] == note.replace("unconfirmed", "confirmed 2026-11-30 by Ana Ruiz")
    assert amendment.verb == "UPDATE"
    assert stage.refusals(amendment) == []
    with pytest.raises(CannotAmend, match="superseded already"):
        confirm(stage.scene, FactName("home.md", "at eight"), "Pool at eight")


def test_answered_claims_and_those_of_others_facts_are_not_meant() -> None:
    with pytest.raises(NoSuchFact, match="no open claim with the words “moved”"):
        reject(store(OPEN).scene, FactName("home.md", "moved"))
    with pytest.raises(Ambiguous) as several:
        reject(store(OPEN).scene, FactName("home.md", "claimed changed"))
    assert [line for line, _ in several.value.candidates] == [2, 4]


def test_a_conflict_is_a_line_in_the_log_and_nothing_else() -> None:
    stage = store(actor="A Stranger")
    amendment = conflict(stage.scene, "home.md", "two days for | one trip")
    assert amendment.files == {
        "log.md": "# Log\n\n2026-11-30 | CONFLICT | A Stranger | home.md | two days for | one trip\n"
    }
    with pytest.raises(CannotAmend, match=r"There is no gone\.md"):
        conflict(stage.scene, "gone.md", "it")
