"""The entries of logs: each with what belongs to it, of several logs in one order, none lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.repository import FIRST_LINE, Repository, wiki_repository
from wiki_hooks.logs.logbook import Entry, Logbook, merge_by_day, own_logs, parse_log
from wiki_hooks.place.wiki import find_wiki
from wiki_schema.finding import CannotCheck
from wiki_schema.judge import load_formats
from wiki_schema.log import LogLine
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import Store
from wiki_schema.text import parse_day

FORMATS = load_formats(get_plugin_manager())


@pytest.mark.parametrize(
    ("format", "order", "text", "found"),
    [
        (
            "memwiki",
            "oldest-first",
            f"# Log\n\n{FIRST_LINE}\nno entry\n",
            [(FIRST_LINE, ()), ("no entry", ())],
        ),
        (
            "headings",
            "oldest-first",
            "# Log\n\n## [2026-04-01] a | x\n\nOne.\n\n\n## [2026-04-02] b | y\n- two\n",
            [("## [2026-04-01] a | x", ("", "One.")), ("## [2026-04-02] b | y", ("- two",))],
        ),
        (
            "bullets",
            "newest-first",
            "# Log\r\n\r\n- 2026-04-02: b\r\n- 2026-04-01: a\r\n",
            [("- 2026-04-01: a", ()), ("- 2026-04-02: b", ())],
        ),
        (
            "okf",
            "newest-first",
            "# Log\n\n## 2026-04-02\n\n* **Update**: b\n\n## 2026-04-01\n\n* **Update**: a\n",
            [("* **Update**: a", ()), ("* **Update**: b", ())],
        ),
    ],
)
def test_each_entry_has_what_belongs_to_it_the_oldest_first(
    format: str, order: str, text: str, found: list[tuple[str, tuple[str, ...]]]
) -> None:
    store = Store("wiki", log_format=format, log_order=order)
    entries = parse_log(text, store, "wiki/log.md", FORMATS[format])
    assert [(entry.head.raw, entry.body) for entry in entries] == found
    if format == "okf":
        assert [entry.heading for entry in entries] == ["## 2026-04-01", "## 2026-04-02"]


def entries(days: list[str], name: str) -> list[Entry]:
    return [Entry(Store(name), f"{name}/log.md", LogLine(n, f"{name} {n}", parse_day(day))) for n, day in
            enumerate(days)]  # fmt: skip


@given(st.lists(st.lists(st.sampled_from(["2026-11-01", "2026-11-02", "2026-11-03", ""])), max_size=4))
def test_several_logs_are_one_in_which_nothing_is_lost_and_each_keeps_its_order(
    days: list[list[str]],
) -> None:
    logs = [entries(each, f"s{number}") for number, each in enumerate(days)]
    merged = list(merge_by_day(logs))
    assert len(merged) == sum(map(len, logs))
    for number, log in enumerate(logs):
        assert [entry for entry in merged if entry.store.path == f"s{number}"] == log


def test_days_that_go_forward_decide_between_logs() -> None:
    one, two = entries(["2026-11-01", "2026-11-03"], "a"), entries(["2026-11-02"], "b")
    assert [entry.head.raw for entry in merge_by_day([one, two])] == ["a 0", "b 0", "a 1"]


def test_a_log_that_two_stores_share_is_read_once() -> None:
    shared = [Store("de", log="../log.md"), Store("en", log="../log.md"), Store("own")]
    assert [store.path for store in own_logs(shared)] == ["de", "own"]


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "wiki")


def book(wiki: Repository, with_archives: bool = False) -> Logbook:
    found = find_wiki(str(wiki.path), wiki.environ, get_plugin_manager()).as_it_lies
    return Logbook(found, found.setting.policy.stores, with_archives)


def test_archives_come_first_where_they_are_asked_for(wiki: Repository) -> None:
    wiki.write("wiki/log-2024.md", "# Log\n\n2024-01-01 | ADD | ben | a.md | old\n")
    wiki.write("wiki/log-2025.md", "# Log\n\n2025-01-01 | ADD | ben | a.md | newer\n")
    wiki.write("wiki/log-notes.md", "# Log\n\n2023-01-01 | ADD | ben | a.md | no archive\n")
    years = [entry.head.raw[:4] for entry in book(wiki, with_archives=True).entries()]
    assert years == ["2024", "2025", "2026", "2026"]
    assert [entry.head.raw[:4] for entry in book(wiki).entries()] == ["2026", "2026"]


def test_what_a_revision_held_is_known_by_its_lines_of_equal_ones_the_oldest(wiki: Repository) -> None:
    held = book(wiki).wiki.tree
    now = [*book(wiki).entries(), *book(wiki).entries()]
    assert len(book(wiki).standing_at(held, now)) == 2


@pytest.mark.parametrize(
    ("policy", "said"), [('log_format = "none"\n', "known: bullets"), ("", "is no plain file")]
)
def test_a_log_that_cannot_be_read_is_not_called_empty(wiki: Repository, policy: str, said: str) -> None:
    wiki.write("memwiki.toml", f'[[store]]\npath = "wiki"\n{policy}')
    (wiki.path / "wiki/log.md").rename(wiki.path / "elsewhere.md")
    (wiki.path / "wiki/log.md").symlink_to("../elsewhere.md")
    with pytest.raises(CannotCheck, match=said):
        book(wiki).entries()
