"""What becomes of a fact by the hand of whom it belongs to, however it is set in its note."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import CannotAmend, FactName, add, retire, supersede, update, withdraw

MARK = "— superseded 2026-11-30 by Ana Ruiz"
NEW = "New — Ana Ruiz, 2026-11-30"

SUPERSEDED = {
    "a plain item": (
        "- Old — Ana Ruiz, 2026-01-01\n- Next — bo, 2026-01-02\n",
        f"- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}\n- Next — bo, 2026-01-02\n",
    ),
    "what is nested in it stands between": (
        "* Old — Ana Ruiz, 2026-01-01\n  * Child — bo, 2026-01-02\n\n    more of it\n"
        "* Next — bo, 2026-01-02\n",
        f"* ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n  * Child — bo, 2026-01-02\n\n    more of it\n"
        f"* {NEW}\n* Next — bo, 2026-01-02\n",
    ),
    "code in it stands between": (
        "- Old — Ana Ruiz, 2026-01-01\n  ```\n  code\n  ```\nText\n",
        f"- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n  ```\n  code\n  ```\n- {NEW}\n\nText\n",
    ),
    "wrapped lines": (
        "-   Old\n    words\n  — Ana Ruiz,\n2026-01-01\n",
        f"-   ~~Old\n    words\n  — Ana Ruiz,\n2026-01-01~~ {MARK}\n-   {NEW}\n",
    ),
    "the provenance in a paragraph of its own": (
        "- Old\n\n  — Ana Ruiz, 2026-01-01\n\nText\n",
        f"- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}\n\nText\n",
    ),
    "a line break that a backslash made": (
        "- Old\\\n  words — Ana Ruiz, 2026-01-01\n",
        f"- ~~Old\\\n  words — Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}\n",
    ),
    "trailing blanks": (
        "- Old — Ana Ruiz, 2026-01-01  \n- Next — bo, 2026-01-02\n",
        f"- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}\n- Next — bo, 2026-01-02\n",
    ),
    "a list that counts": (
        "1. First — bo, 2026-01-02\n2. Old — Ana Ruiz, 2026-01-01\n",
        f"1. First — bo, 2026-01-02\n2. ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n3. {NEW}\n",
    ),
    "a list of ones": (
        "1) First — bo, 2026-01-02\n1) Old — Ana Ruiz, 2026-01-01\n",
        f"1) First — bo, 2026-01-02\n1) ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n1) {NEW}\n",
    ),
    "the highest number there is": (
        "999999999. Old — Ana Ruiz, 2026-01-01\n",
        f"999999999. ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n999999999. {NEW}\n",
    ),
    "a loose list": (
        "- First — bo, 2026-01-02\n\n- Old — Ana Ruiz, 2026-01-01\n\n- Next — bo, 2026-01-02\n",
        f"- First — bo, 2026-01-02\n\n- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n\n- {NEW}\n\n"
        "- Next — bo, 2026-01-02\n",
    ),
    "tabs": (
        "- Parent — bo, 2026-01-02\n\t-\tOld — Ana Ruiz, 2026-01-01\n",
        f"- Parent — bo, 2026-01-02\n\t-\t~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n\t-\t{NEW}\n",
    ),
    "an item that begins in another": (
        "- - Old — Ana Ruiz, 2026-01-01\n  - Next — bo, 2026-01-02\n",
        f"- - ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n  - {NEW}\n  - Next — bo, 2026-01-02\n",
    ),
    "a task": (
        "- [x] Old — Ana Ruiz, 2026-01-01\n",
        f"- [x] ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n- [x] {NEW}\n",
    ),
    "a paragraph": (
        "Old words\n— Ana Ruiz, 2026-01-01\n\nText\n",
        f"~~Old words\n— Ana Ruiz, 2026-01-01~~ {MARK}\n\n{NEW}\n\nText\n",
    ),
    "CRLF, and no newline at the end": (
        "# Home\r\n\r\n- Old — Ana Ruiz, 2026-01-01",
        f"# Home\r\n\r\n- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\r\n- {NEW}",
    ),
    "a byte order mark": (
        "\ufeff- Old — Ana Ruiz, 2026-01-01\n",
        f"\ufeff- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}\n",
    ),
    "tildes that would end the strike": (
        "- ~Old ~~x~~ ~ y~z — Ana Ruiz, 2026-01-01\n",
        f"- ~~\\~Old \\~\\~x\\~\\~ ~ y~z — Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}\n",
    ),
    "claims stay with what they dispute": (
        "- Old — Ana Ruiz, 2026-01-01\n"
        "  - ⚠ claimed changed: x — bo, 2026-02-01 — unconfirmed\n"
        "- ⚠ claimed changed: y — bo, 2026-02-01 — unconfirmed\n",
        f"- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n"
        "  - ⚠ claimed changed: x — bo, 2026-02-01 — unconfirmed\n"
        f"- ⚠ claimed changed: y — bo, 2026-02-01 — unconfirmed\n- {NEW}\n",
    ),
    "a provenance with a wrong dash": (
        "- Old -- Ana Ruiz, 2026-01-01\n",
        f"- ~~Old -- Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}\n",
    ),
}


@pytest.mark.parametrize(("note", "amended"), SUPERSEDED.values(), ids=list(SUPERSEDED))
def test_the_old_fact_is_struck_whole_and_the_new_one_is_the_next_item(note: str, amended: str) -> None:
    stage = store(note)
    amendment = supersede(stage.scene, FactName("home.md", "Old"), "New")
    assert amendment.files["home.md"] == amended
    assert amendment.files["log.md"] == "# Log\n\n2026-11-30 | SUPERSEDE | Ana Ruiz | home.md | New\n"
    assert stage.refusals(amendment) == []


def test_what_is_retired_says_so_and_why() -> None:
    stage = store("- [ ] Old — Ana Ruiz, 2026-01-01\n")
    name = FactName("home.md", "Old")
    for reason, said in (("", "Old"), ("the house is sold", "the house is sold")):
        amendment = retire(stage.scene, name, reason)
        assert amendment.files["home.md"] == (
            f"- [ ] ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n"
            f"- No longer applies: {said} — Ana Ruiz, 2026-11-30\n"
        )
        assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    ("stands", "reason", "said"),
    [
        ("the house is sold", "the house is sold", "Old (the house is sold)"),
        ("Old", "", "Old (Ana Ruiz)"),
    ],
)
def test_of_two_that_are_retired_in_the_same_words_the_second_says_which_it_is(
    stands: str, reason: str, said: str
) -> None:
    first = f"- No longer applies: {stands} — Ana Ruiz, 2026-11-30\n"
    stage = store(f"{first}- Old — Ana Ruiz, 2026-01-01\n")
    amendment = retire(stage.scene, FactName("home.md", "Old — Ana Ruiz, 2026-01-01"), reason)
    assert amendment.files["home.md"] == (
        f"{first}- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n"
        f"- No longer applies: {said} — Ana Ruiz, 2026-11-30\n"
    )
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    ("note", "left"),
    [
        ("- Old — Ana Ruiz, 2026-01-01\n", f"- ~~withdrawn~~ {MARK}\n"),
        ("- [x] Old\n  words\n\n  — Ana Ruiz, 2026-01-01\n\nText\n", f"- [x] ~~withdrawn~~ {MARK}\n\nText\n"),
        (
            "- Old — Ana Ruiz, 2026-01-01\n  - Child — bo, 2026-01-02\n",
            f"- ~~withdrawn~~ {MARK}\n  - Child — bo, 2026-01-02\n",
        ),
        ("- ~~Old — Ana Ruiz, 2026-01-01~~ — superseded 2026-02-01 by bo\n", f"- ~~withdrawn~~ {MARK}\n"),
        ("Old — Ana Ruiz, 2026-01-01", f"~~withdrawn~~ {MARK}"),
    ],
)
def test_of_what_is_withdrawn_nothing_is_left_nor_said(note: str, left: str) -> None:
    stage = store(note)
    amendment = withdraw(stage.scene, FactName("home.md", "Old"))
    assert amendment.files["home.md"] == left
    assert "Old" not in f"{amendment.files['log.md']}{amendment.summary}"
    assert stage.refusals(amendment) == []


LONG = "Ada has been to the doctor again and will have to go to the hospital for a week"


@pytest.mark.parametrize("text", ["Ada is ill", LONG])
def test_whoever_withdraws_is_told_which_lines_of_the_log_still_say_it(text: str) -> None:
    note = f"- {text} — Ana Ruiz, 2026-01-01\n"
    logged = add(store(f"{note}- Other — Ana Ruiz, 2026-01-01\n").scene, "other.md", text).log_lines[0][1]
    assert len(logged.rpartition(" | ")[2]) <= 61
    log = f"# Log\n\n2026-01-01 | ADD | Ana Ruiz | home.md | Other\n{logged}\n"
    summary = withdraw(store(note, log=log).scene, FactName("home.md", "Ada")).summary
    assert summary == (
        "withdrawn from home.md; words of it still stand in log.md, line 4: "
        "an admin covers them with `memwiki redact log.md '…' --kind private`"
    )


def test_a_current_fact_is_withdrawn_before_a_struck_one() -> None:
    note = "- ~~Old — Ana Ruiz, 2026-01-01~~ — superseded 2026-02-01 by bo\n- Old — Ana Ruiz, 2026-02-01\n"
    amendment = withdraw(store(note).scene, FactName("home.md", "Old"))
    assert amendment.files["home.md"] == f"{note.splitlines(keepends=True)[0]}- ~~withdrawn~~ {MARK}\n"


def test_an_update_signs_anew_and_keeps_how_the_item_is_set() -> None:
    stage = store("2) [ ] Old\n   words — Ana Ruiz, 2026-01-01\n", keys="originator_may_update = true")
    amendment = update(stage.scene, FactName("home.md", line=2), "New")
    assert amendment.files["home.md"] == f"2) [ ] {NEW}\n"
    assert amendment.files["log.md"] == "# Log\n\n2026-11-30 | UPDATE | Ana Ruiz | home.md | New\n"
    assert stage.refusals(amendment) == []


def test_an_update_where_the_store_knows_none_is_for_the_rules_to_refuse() -> None:
    stage = store("- Old words of the house — Ana Ruiz, 2026-01-01\n")
    amendment = update(stage.scene, FactName("home.md", "Old"), "Old sayings of the house")
    assert stage.refusals(amendment) == ["fact-rewritten"]


@pytest.mark.parametrize("kind", ["open", "private"])
def test_where_facts_have_no_owners_they_need_no_name(kind: str) -> None:
    stage = store("- Old\n- Other\n", keys=f'kind = "{kind}"')
    name = FactName("home.md", "Old")
    signed = "" if kind == "open" else " — Ana Ruiz, 2026-11-30"
    assert (
        supersede(stage.scene, name, "New").files["home.md"] == f"- ~~Old~~ {MARK}\n- New{signed}\n- Other\n"
    )
    assert update(stage.scene, name, "New").files["home.md"] == f"- New{signed}\n- Other\n"
    assert stage.refusals(supersede(stage.scene, name, "New")) == []


def test_what_stands_already_is_not_said_twice() -> None:
    note = f"- Old — Ana Ruiz, 2026-01-01\n- {NEW}\n"
    with pytest.raises(CannotAmend, match=r"Line 2 of home\.md says that already"):
        supersede(store(note).scene, FactName("home.md", "Old"), "New")


def test_what_follows_may_not_swallow_the_new_words() -> None:
    # The comment goes on below the item, so that nothing put there would be read.
    note = "- Old — Ana Ruiz, 2026-01-01\n<!--\n- hidden — bo, 2026-01-01\n"
    amendment = supersede(store(note).scene, FactName("home.md", "Old"), "New")
    assert amendment.files["home.md"] == note.replace(
        "- Old — Ana Ruiz, 2026-01-01", f"- ~~Old — Ana Ruiz, 2026-01-01~~ {MARK}\n- {NEW}"
    )


def test_nobody_known_signs_nothing() -> None:
    with pytest.raises(CannotAmend, match="--who NAME"):
        supersede(store("- Old — Ana Ruiz, 2026-01-01\n", actor="").scene, FactName("home.md", "Old"), "New")


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("gone.md", "There is no note"),
        ("log.md", "is no note of the store"),
        ("x.txt", "is no note of the store"),
    ],
)
def test_what_is_no_note_is_not_amended(path: str, why: str) -> None:
    with pytest.raises(CannotAmend, match=why):
        supersede(store().scene, FactName(path, "Old"), "New")
