"""Words that people give: they say something, or they are refused, and never do anything else."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import CannotAmend, FactName, add, claim

REFUSED = {
    "": "says nothing",
    " \n\t": "says nothing",
    "# a heading": "cannot begin with “#”",
    "> a quote": "cannot begin with “>”",
    "- an item": "cannot begin with “-”",
    "1. an item": "cannot begin with “1.”",
    "```": "cannot begin with “```”",
    "~~~ x": "would look struck",
    "~~gone~~": "would look struck",
    "gone ~~": "would look struck",
    "<!-- hidden": "would hide what stands below",
    "<div>": "cannot begin with “<div>”",
    "see <title>": "close it with </title>",
    "[ ] a task": "leave the box out",
    "⚠ claimed changed: x": "use claim for that",
    "a\x00b": "a NUL character",
    "a\x1b[2Jb": "control character",
    "a\u202eb": r"U\+202E",
    "a\udcffb": "not UTF-8",
    "it is so — Ana Ruiz, 2026-11-01": "ends in a provenance already",
    "it is so -- ana, 2026-11-01": "ends in a provenance already",
    "it is so — Ana Riuz, 2026-11-01": "ends in a provenance already",
}


@pytest.mark.parametrize(("words", "why"), REFUSED.items(), ids=[ascii(words) for words in REFUSED])
def test_what_would_do_more_than_say_something_is_refused(words: str, why: str) -> None:
    with pytest.raises(CannotAmend, match=why):
        add(store("").scene, "home.md", words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("  on one\n  line\r\n", "on one line"),
        ("a\u2028b\x85c", "a b c"),
        ("\\# of guests: 3", "\\# of guests: 3"),
        ("the trip — room 4, 2026-12-02", "the trip — room 4, 2026-12-02"),
        ("a | b ~ c ` d", "a | b ~ c ` d"),
        ("mind the `<title>`", "mind the `<title>`"),
        ("2 < 3 > 1", "2 < 3 > 1"),
        ("1 of 3", "1 of 3"),
        ("C:\\", "C:\\"),
        ("日本語のメモ。", "日本語のメモ。"),
    ],
)
def test_everything_else_is_said_as_it_is(words: str, said: str) -> None:
    stage = store("")
    amendment = add(stage.scene, "home.md", words)
    assert amendment.files["home.md"] == f"- {said} — Ana Ruiz, 2026-11-30\n"
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    "words", ["it — is — so", "it is so, bo says — still unconfirmed", "⚠ claimed changed: x"]
)
def test_a_claim_may_say_anything_that_reads_back(words: str) -> None:
    stage = store("- Fact — bo, 2026-01-01\n")
    amendment = claim(stage.scene, FactName("home.md", "Fact"), words)
    assert f"⚠ claimed changed: {words} — Ana Ruiz, 2026-11-30 — unconfirmed" in (
        amendment.files["home.md"] or ""
    )
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize("actor", ["Ana — Ruiz", "ana\x1b", "~~"])
def test_a_name_that_would_not_read_back_signs_nothing(actor: str) -> None:
    with pytest.raises(CannotAmend):
        add(store("", actor).scene, "home.md", "Words")


def test_where_nothing_would_be_read_nothing_is_written() -> None:
    with pytest.raises(CannotAmend, match="an open code block or comment, perhaps"):
        add(store("# Home\n\n```\n- code\n").scene, "home.md", "Words")
