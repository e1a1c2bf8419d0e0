"""What `Memwiki-Override` in a commit message may do, who may use it, and that it is always told."""

from __future__ import annotations

import pytest

from wiki_schema.finding import ERROR, Finding, Verdict
from wiki_schema.members import Actor, Member, Roster
from wiki_schema.override import Override, apply_overrides, read_overrides

ANNA = Member("anna", "Anna Rossi", role="admin")
BEN = Member("ben", "Ben Okri")
AGENT = Member("agent-7", role="agent", acts_for=("anna",))
WITH_ADMIN = Roster([ANNA, BEN, AGENT])
WITHOUT_ADMIN = Roster([BEN])

SHORTENED = Finding("wiki/log.md", 3, "a line is gone", level=ERROR, rule="log-shortened")
ERASED = Finding("wiki/trips.md", 8, "a fact is gone", level=ERROR, rule="fact-erased")
VERDICT = Verdict((SHORTENED, ERASED), ("a submodule was not looked into",))


@pytest.mark.parametrize(
    ("trailer", "expected"),
    [
        ("Memwiki-Override: log-shortened — the file was doubled", ("log-shortened", "the file was doubled")),
        ("Memwiki-Override: log-shortened - doubled", ("log-shortened", "doubled")),
        ("Memwiki-Override: log-shortened -- doubled", ("log-shortened", "doubled")),
        ("Memwiki-Override: log-shortened – doubled", ("log-shortened", "doubled")),
        ("Memwiki-Override: log-shortened: doubled", ("log-shortened", "doubled")),
        ("Memwiki-Override: log-shortened—doubled", ("log-shortened", "doubled")),
        ("memwiki-override:log-shortened — a — b: c", ("log-shortened", "a — b: c")),
        (
            "Memwiki-Override: log-shortened — doubled\n  by the sync",
            ("log-shortened", "doubled by the sync"),
        ),
        ("Memwiki-Override: log-shortened", ("log-shortened", "")),
        ("Memwiki-Override: log-shortened —", ("log-shortened", "")),
        ("Memwiki-Override:", ("", "")),
    ],
)
def test_a_trailer_names_a_rule_and_a_reason(trailer: str, expected: tuple[str, str]) -> None:
    assert read_overrides(f"Tidy the log\n\n{trailer}\n") == (Override(*expected),)


@pytest.mark.parametrize(
    "message",
    [
        "",
        "Tidy the log\n\nMemwiki-Override is a trailer we could use.\n",
        "Tidy the log\n\nMemwiki-Override: log-shortened — doubled\n\nMore words follow it.\n",
        "Tidy the log\n\n> Memwiki-Override: log-shortened — quoted\n",
        "Tidy the log\n\n    Memwiki-Override: log-shortened — indented\n",
    ],
)
def test_words_elsewhere_in_a_message_are_no_trailer(message: str) -> None:
    assert read_overrides(message) == ()


def test_trailers_stand_among_others_and_may_be_several() -> None:
    message = (
        "Tidy\r\n\r\nSigned-off-by: Anna <anna@example.org>\r\n  of the house\r\n"
        "Memwiki-Override: log-shortened — one\r\nMemwiki-Override: fact-erased — two\r\n\r\n"
    )
    assert read_overrides(message) == (Override("log-shortened", "one"), Override("fact-erased", "two"))


def test_an_admin_sets_one_rule_aside_and_the_report_says_so() -> None:
    verdict = apply_overrides(
        VERDICT, [Override("log-shortened", "doubled")], Actor("anna", ANNA), WITH_ADMIN
    )
    assert verdict.findings == (ERASED,)
    assert verdict.notices == (
        "a submodule was not looked into",
        "overridden by Anna Rossi: Memwiki-Override: log-shortened — doubled (1 finding: wiki/log.md)",
    )


@pytest.mark.parametrize(
    ("actor", "roster", "honoured"),
    [
        (Actor("anna", ANNA), WITH_ADMIN, True),
        (Actor("agent-7", AGENT), WITH_ADMIN, False),
        (Actor("ben", BEN), WITH_ADMIN, False),
        (Actor("a stranger"), WITH_ADMIN, False),
        (Actor("ben", BEN), WITHOUT_ADMIN, True),
        (Actor("a stranger"), Roster(), True),
    ],
)
def test_only_an_admin_may_where_there_is_one(actor: Actor, roster: Roster, honoured: bool) -> None:
    verdict = apply_overrides(VERDICT, [Override("fact-erased", "moved to the archive")], actor, roster)
    assert (ERASED not in verdict.findings) is honoured
    assert ("overridden by" in verdict.notices[-1]) is honoured
    assert honoured or verdict.notices[-1].endswith("is no admin; Anna Rossi may")


@pytest.mark.parametrize(
    ("override", "answer"),
    [
        (Override("fact-erased", ""), "it gives no reason"),
        (Override("fact-erasd", "typo"), "there is no rule of that name; did you mean fact-erased?"),
        (Override("secret", "not one"), "the rule found nothing"),
    ],
)
def test_what_does_not_count_is_answered(override: Override, answer: str) -> None:
    rules = ("log-shortened", "fact-erased", "secret")
    verdict = apply_overrides(VERDICT, [override], Actor("anna", ANNA), WITH_ADMIN, rules)
    assert verdict.findings == VERDICT.findings
    assert answer in verdict.notices[-1]


def test_words_of_a_trailer_cannot_act_on_a_terminal() -> None:
    verdict = apply_overrides(
        VERDICT, [Override("log-shortened", "\x1b[2J")], Actor("anna", ANNA), WITH_ADMIN
    )
    assert "\x1b" not in "".join(verdict.notices)
