"""When a wiki was last looked through, by what is remembered and what its logs tell."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from tests.repository import POLICY, TODAY, Repository, wiki_repository
from wiki_hooks.health.counted import counts
from wiki_hooks.health.last import Pass, last_pass, remember
from wiki_hooks.place.owing import state_of
from wiki_schema.finding import Finding
from wiki_schema.plugins import get_plugin_manager


@pytest.mark.parametrize(
    ("days", "interval", "is_due"),
    [(None, 7, True), (0, 7, False), (6, 7, False), (7, 7, True), (8, 7, True), (0, 0, True), (-1, 7, True)],
    ids=["never", "today", "a day early", "to the day", "late", "always", "in the future"],
)
def test_a_pass_is_due_after_so_many_days(days: int | None, interval: int, is_due: bool) -> None:
    day = None if days is None else TODAY - timedelta(days)
    assert Pass(day, interval).is_due(TODAY) is is_due


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "wiki")


def day_of(wiki: Repository) -> date | None:
    return last_pass(str(wiki.path), wiki.environ, TODAY, get_plugin_manager()).day


def state(wiki: Repository) -> str:
    return state_of(str(wiki.path / ".git"))


HEADINGS = '[[store]]\npath = "wiki"\nlog_format = "headings"\n'
TWO = POLICY + '\n[[store]]\npath = "other"\n'


@pytest.mark.parametrize(
    ("remembered", "policy", "logs", "expected"),
    [
        (None, POLICY, {}, None),
        (10, POLICY, {}, 10),
        (10, POLICY, {"wiki": "2026-11-27 | LINT | ben | . | nothing found"}, 3),
        (2, POLICY, {"wiki": "2026-11-27 | LINT | ben | . | nothing found"}, 2),
        (None, POLICY, {"wiki": "2026-11-27 | ADD | ben | a.md | LINT"}, None),
        (None, POLICY, {"wiki": "2027-01-01 | LINT | ben | . | to come"}, None),
        (None, HEADINGS, {"wiki": "## [2026-11-27] lint | A pass"}, 3),
        (None, HEADINGS, {"wiki": "## [2026-11-27] ingest | A page"}, None),
        (None, TWO, {"wiki": "2026-11-27 | LINT | ben | . | x"}, 3),
        (None, TWO, {"wiki": "2026-11-27 | LINT | ben | . | x", "other": ""}, None),
        (
            None,
            TWO,
            {"wiki": "2026-11-27 | LINT | ben | . | x", "other": "2026-11-20 | LINT | ben | . | x"},
            10,
        ),
    ],
    ids=[
        "nobody knows", "remembered", "the log knows more", "the log knows less", "another verb", "to come",
        "a format without fields", "another heading", "a store without a log", "one log knows of none",
        "the older of two logs",
    ],
)  # fmt: skip
def test_the_last_pass_is_the_newer_of_what_is_remembered_and_what_all_logs_tell(
    wiki: Repository, remembered: int | None, policy: str, logs: dict[str, str], expected: int | None
) -> None:
    wiki.write("memwiki.toml", policy)
    for store, line in logs.items():
        wiki.write(f"{store}/log.md", f"# Log\n\n{line}\n")
    if remembered is not None:
        remember(state(wiki), TODAY - timedelta(remembered))
    assert day_of(wiki) == (None if expected is None else TODAY - timedelta(expected))


@pytest.mark.parametrize("text", ["", "yesterday", "2026-13-01", "\xff\n", "2026-11-29 and more words"])
def test_what_is_remembered_wrongly_is_no_pass(wiki: Repository, text: str) -> None:
    remember(state(wiki), TODAY)
    (Path(state(wiki)) / "linted").write_bytes(text.encode("latin-1"))
    assert day_of(wiki) is None


def test_where_it_cannot_be_remembered_the_next_pass_comes_sooner(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    remember(str(tmp_path / "file"), TODAY)
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ([], "nothing found"),
        ([("b", "error"), ("a", "warning"), ("b", "error")], "2 errors, 1 warning: a 1, b 2"),
        ([("a", "warning")], "1 warning: a 1"),
    ],
)
def test_a_line_of_the_log_tells_numbers_alone(found: list[tuple[str, str]], said: str) -> None:
    findings = [Finding("a.md", 1, "Of the loan.", rule=rule, level=level) for rule, level in found]
    assert counts(findings) == said
