"""What an editor is shown while a note is typed: a real session over pipes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository import BOILER, HOTEL, ROME, Repository, wiki_repository
from tests.wiki_hooks.lsp.talking import Editor, codes, editor, is_shown

ERROR, WARNING, INFORMATION = 1, 2, 3


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return wiki_repository(tmp_path_factory.mktemp("wiki") / "a wiki, ü 100%")


@pytest.fixture(scope="module")
def talking(wiki: Repository) -> Iterator[Editor]:
    with editor(wiki.path, wiki.environ) as session:
        yield session


@pytest.fixture
def trips(talking: Editor, wiki: Repository) -> Iterator[str]:
    uri = talking.open(wiki.path / "wiki/trips.md")
    assert talking.diagnostics(uri) == []
    yield uri
    talking.notify("textDocument/didClose", textDocument={"uri": uri})


def test_a_fact_changed_in_place_is_an_error_on_its_line_and_the_missing_log_line_only_a_reminder(
    talking: Editor, trips: str
) -> None:
    talking.replace(trips, "by train", "by bus")
    changed, missing = talking.diagnostics(trips, bool)
    assert (changed["code"], changed["severity"]) == ("fact-rewritten", ERROR)
    assert changed["range"]["start"] == {"line": 2, "character": 0}
    assert changed["source"] == "memwiki"
    assert changed["codeDescription"]["href"].endswith("/rules/fact-rewritten.md")
    assert ROME in changed["relatedInformation"][0]["message"]
    assert changed["data"]["was"] == 3
    assert (missing["code"], missing["severity"]) == ("log-missing", INFORMATION)


def test_what_was_put_back_is_shown_no_more(talking: Editor, trips: str) -> None:
    before = talking.texts[trips][1]
    talking.replace(trips, "by train", "by bus")
    assert codes(talking.diagnostics(trips, bool)) == ["fact-rewritten", "log-missing"]
    talking.type(trips, before)
    assert talking.diagnostics(trips) == []


def test_a_lost_fact_is_shown_where_it_stood(talking: Editor, trips: str) -> None:
    talking.type(trips, f"# Trips\n\nWhat we plan.\n\n- {ROME}\n\nSo much for that.\n")
    (lost,) = [d for d in talking.diagnostics(trips, bool) if d["code"] == "fact-erased"]
    assert lost["range"]["start"]["line"] == 5
    assert f"line 4 of the last commit says: {HOTEL}" in lost["relatedInformation"][0]["message"]


def test_at_the_end_of_a_note_a_lost_fact_is_shown_on_its_last_line(talking: Editor, trips: str) -> None:
    talking.type(trips, f"# Trips\n\n- {ROME}\n")
    (lost,) = [d for d in talking.diagnostics(trips, bool) if d["code"] == "fact-erased"]
    assert lost["range"]["start"]["line"] == 2


def test_columns_are_counted_in_utf_16(talking: Editor, trips: str) -> None:
    talking.type(trips, talking.texts[trips][1] + "- 🚂🚂 is a train\n")
    (unsigned,) = [d for d in talking.diagnostics(trips, bool) if d["code"] == "fact-unattributed"]
    assert unsigned["range"] == {
        "start": {"line": 4, "character": 0},
        "end": {"line": 4, "character": len("- 🚂🚂 is a train") + 2},
    }


def test_what_one_open_file_says_counts_for_the_others(talking: Editor, wiki: Repository, trips: str) -> None:
    log = talking.open(wiki.path / "wiki/log.md")
    talking.type(trips, talking.texts[trips][1] + "- The train leaves at nine — ben, 2026-11-30\n")
    assert codes(talking.diagnostics(trips, bool)) == ["log-missing"]
    talking.type(log, talking.texts[log][1] + "2026-11-30 | ADD | ben | trips.md | when the train leaves\n")
    assert talking.diagnostics(trips, lambda found: not found) == []
    talking.notify("textDocument/didClose", textDocument={"uri": log})


def test_a_fact_of_somebody_else_says_who_may(talking: Editor, wiki: Repository) -> None:
    home = talking.open(wiki.path / "wiki/home.md")
    talking.replace(home, "in May", "in June")
    (changed, _) = talking.diagnostics(home, bool)
    assert "Only anna or an admin may change it" in changed["message"]
    assert BOILER in changed["relatedInformation"][0]["message"]
    talking.notify("textDocument/didClose", textDocument={"uri": home})


def test_a_file_that_is_closed_shows_nothing_any_more(talking: Editor, wiki: Repository) -> None:
    home = talking.open(wiki.path / "wiki/home.md")
    talking.replace(home, "in May", "in June")
    talking.diagnostics(home, bool)
    talking.notify("textDocument/didClose", textDocument={"uri": home})
    shown = talking.wait(lambda m: is_shown(m, home))
    assert shown["params"]["diagnostics"] == []


def test_keystrokes_that_come_fast_end_with_what_the_last_text_lacks(talking: Editor, trips: str) -> None:
    start = talking.texts[trips][1]
    for count in range(40):
        talking.type(trips, f"{start}- {'x' * count} — ben, 2026-11-30\n")
    talking.type(trips, f"{start}- no name\n")
    assert "fact-unattributed" in codes(talking.diagnostics(trips))
    shown = [m["params"].get("version") for m in talking.received if "diagnostics" in (m.get("params") or {})]
    assert shown[-1] == talking.texts[trips][0]


def test_what_the_health_pass_finds_is_shown_and_stays_with_its_line(tmp_path: Path) -> None:
    repository = wiki_repository(tmp_path)
    dead = "- See [the map](map.md) — ben, 2026-11-01\n"
    repository.commit("A dead link", {"wiki/trips.md": f"# Trips\n\n- {ROME}\n- {HOTEL}\n{dead}"})
    with editor(tmp_path, repository.environ, options={"lint": True}) as talking:
        path = tmp_path / "wiki/trips.md"
        uri = talking.open(path)
        found = next(d for d in talking.diagnostics(uri, bool) if d["code"] == "link-dead")
        assert (found["severity"], found["range"]["start"]["line"]) == (WARNING, 4)
        talking.replace(uri, "# Trips\n", "# Trips\n\nAll of them.\n")
        moved = [d for d in talking.diagnostics(uri) if d["code"] == "link-dead"]
        assert [d["range"]["start"]["line"] for d in moved] == [6]
        talking.replace(uri, dead, "")
        assert "link-dead" not in codes(talking.diagnostics(uri))
        talking.notify("workspace/didChangeConfiguration", settings={"memwiki": {"lint": False}})
        talking.type(uri, path.read_text())
        assert talking.diagnostics(uri, lambda found: not found) == []


def test_a_session_ends_well_and_says_nothing_beside_the_protocol(wiki: Repository) -> None:
    with editor(wiki.path, wiki.environ) as talking:
        assert talking.end() == 0
        assert talking.complaints == b""
