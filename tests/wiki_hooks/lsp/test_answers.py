"""What an editor is told when it asks: hover, completion, links, outline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.repository import FILES, HOTEL, MEMBERS, ROME, Repository, wiki_repository
from tests.wiki_hooks.lsp.talking import Editor, edited, editor
from wiki_hooks.lsp.showing import shown, unmarked
from wiki_hooks.lsp.uris import uri_of

TRIPS = f"""\
# Trips

See [Home](home.md#the-boiler) and [[plans|what we plan]], or [nothing](nowhere.md).

## Rome

- ~~We go to Rome on foot — ben, 2026-10-01~~ — superseded 2026-11-01 by ben
- {ROME}
  - ⚠ claimed changed: We go by bus — anna, 2026-11-20 — unconfirmed
- {HOTEL}

## Elsewhere

- A [click](http://evil.example/x) ![me](http://evil.example/y.png) `now` <b>bold</b> — anna, 2026-11-02
"""
EVIL = "A [click](http://evil.example/x)"


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    repository = wiki_repository(tmp_path_factory.mktemp("wiki") / "it")
    repository.commit(
        "More",
        {
            "members.toml": MEMBERS + 'notes = "owes everybody money"\n',
            "wiki/trips.md": TRIPS,
            "wiki/plans/plans.md": "# What we *plan*\n\n- Nothing yet — ben, 2026-11-01\n",
            "wiki/home.md": FILES["wiki/home.md"].replace("# Home\n", "# Home\n\n## The boiler\n"),
        },
    )
    return repository


@pytest.fixture(scope="module")
def talking(wiki: Repository) -> Iterator[Editor]:
    with editor(wiki.path, wiki.environ) as session:
        yield session


@pytest.fixture(scope="module")
def trips(talking: Editor, wiki: Repository) -> str:
    return talking.open(wiki.path / "wiki/trips.md")


def hovered(talking: Editor, uri: str, words: str) -> str:
    found = talking.ask("hover", uri, words)
    return unmarked(found["contents"]["value"]) if found else ""


# Hover


def test_a_fact_says_who_since_when_and_what_it_took_the_place_of(talking: Editor, trips: str) -> None:
    told = hovered(talking, trips, "We go to Rome by train")
    assert "Ben Okri (member), since 2026-11-01" in told
    assert "before (until 2026-11-01): We go to Rome on foot" in told
    assert "disputed by Anna Rossi (admin): We go by bus" in told
    assert "by Anna Rossi 2026-11-30" in told  # the commit that wrote it


def test_a_struck_fact_says_what_stands_now(talking: Editor, trips: str) -> None:
    told = hovered(talking, trips, "We go to Rome on foot")
    assert "superseded 2026-11-01 by Ben Okri (member)" in told
    assert f"what stands now: {ROME}" in told


def test_a_claim_says_against_what(talking: Editor, trips: str) -> None:
    told = hovered(talking, trips, "claimed changed")
    assert "a claim of Anna Rossi (admin), 2026-11-20: unconfirmed" in told
    assert f"against: {ROME}" in told


def test_an_admin_s_remarks_on_a_member_are_never_told(talking: Editor, trips: str) -> None:
    assert "owes" not in hovered(talking, trips, "We go to Rome by train")
    found = talking.ask("completion", trips, "2026-11-01", behind=True)
    assert "owes" not in str(found)


def test_a_link_says_what_the_note_is_called(talking: Editor, trips: str) -> None:
    assert hovered(talking, trips, "[Home]").startswith("Home")
    assert hovered(talking, trips, "plans|").startswith("What we *plan*")
    assert talking.ask("hover", trips, "See ") is None


def test_a_line_of_the_log_says_what_it_records(talking: Editor, wiki: Repository) -> None:
    log = talking.open(wiki.path / "wiki/log.md")
    told = hovered(talking, log, "2026-11-01 | ADD")
    assert "ADD: a new note, or a new fact" in told
    assert "by Ben Okri (member)" in told
    assert "about Trips (trips.md)" in told


def test_words_of_a_note_do_nothing_in_a_hover(talking: Editor, trips: str) -> None:
    talking.type(trips, TRIPS.replace(EVIL, f"~~{EVIL}", 1).replace(EVIL, EVIL))
    told = talking.ask("hover", trips, "click")["contents"]["value"]
    talking.type(trips, TRIPS)
    assert "](" not in told.replace("\\]\\(", "") and "<b>" not in told
    assert shown("[x](http://y) <b> `c` *e* _u_\n# h") == (
        r"\[x\]\(http\:\/\/y\) \<b\> \`c\` \*e\* \_u\_ \# h"
    )


# Completion


def completed(talking: Editor, uri: str, base: str, typed: str) -> dict[str, str]:
    """What may come behind some typed words on a line of their own, and the line that comes of each."""
    talking.type(uri, f"{base}{typed}")
    found: Any = talking.ask("completion", uri, typed, behind=True)
    talking.diagnostics(uri)
    lines = {
        item["label"]: edited(talking.texts[uri][1], [item["textEdit"]]).removeprefix(base)
        for item in found["items"]
    }
    talking.type(uri, base)
    return lines


@pytest.mark.parametrize(
    ("typed", "label", "line"),
    [
        ("- It rains — ", "Ben Okri", "- It rains — Ben Okri, 2026-11-30"),
        ("- It rains — An", "Anna Rossi", "- It rains — Anna Rossi, 2026-11-30"),
        ("- It rains — ben, ", "2026-11-30", "- It rains — ben, 2026-11-30"),
        ("- It rains — ben, 2026-1", "2026-11-30", "- It rains — ben, 2026-11-30"),
        ("- 🚂 [[pl", "plans", "- 🚂 [[plans"),
        ("- see [it](pl", "plans/plans.md", "- see [it](plans/plans.md"),
        ("- see [it](", "home.md", "- see [it](home.md"),
    ],
)
def test_what_is_begun_is_completed(talking: Editor, trips: str, typed: str, label: str, line: str) -> None:
    assert completed(talking, trips, TRIPS, typed)[label] == line


def test_nothing_is_offered_in_the_middle_of_words(talking: Editor, trips: str) -> None:
    assert completed(talking, trips, TRIPS, "- It rains a lot ") == {}


@pytest.mark.parametrize(
    ("typed", "label", "line"),
    [
        ("", "2026-11-30", "2026-11-30 | "),
        ("2026-11-30 | S", "SUPERSEDE", "2026-11-30 | SUPERSEDE | "),
        ("2026-11-30 | ADD | ", "Ben Okri", "2026-11-30 | ADD | Ben Okri | "),
        ("2026-11-30 | ADD | ben | tr", "trips.md", "2026-11-30 | ADD | ben | trips.md | "),
    ],
)
def test_each_field_of_a_log_line_is_completed(
    talking: Editor, wiki: Repository, typed: str, label: str, line: str
) -> None:
    log = talking.open(wiki.path / "wiki/log.md")
    base = talking.texts[log][1]
    at = {"line": base.count("\n"), "character": len(typed)}
    talking.type(log, base + typed)
    found = talking.request("textDocument/completion", {"textDocument": {"uri": log}, "position": at})
    (item,) = [item for item in found["items"] if item["label"] == label]
    assert edited(base + typed, [item["textEdit"]]).removeprefix(base) == line


# Links and outline


def test_links_lead_to_the_files_of_the_store(talking: Editor, wiki: Repository, trips: str) -> None:
    found = talking.request("textDocument/documentLink", {"textDocument": {"uri": trips}})
    row = TRIPS.split("\n")[2]
    there = {
        row[link["range"]["start"]["character"] : link["range"]["end"]["character"]]: link["target"]
        for link in found
    }
    assert there == {
        "[Home](home.md#the-boiler)": uri_of(str(wiki.path / "wiki/home.md")),
        "[[plans|what we plan]]": uri_of(str(wiki.path / "wiki/plans/plans.md")),
    }


def test_a_link_leads_to_its_heading(talking: Editor, wiki: Repository, trips: str) -> None:
    found = talking.ask("definition", trips, "Home]")
    assert found["uri"] == uri_of(str(wiki.path / "wiki/home.md"))
    assert found["range"]["start"]["line"] == 2
    assert talking.ask("definition", trips, "See ") is None


def test_the_outline_holds_headings_and_facts(talking: Editor, trips: str) -> None:
    (top,) = talking.request("textDocument/documentSymbol", {"textDocument": {"uri": trips}})
    assert top["name"] == "Trips"
    rome, elsewhere = top["children"]
    assert [rome["name"], elsewhere["name"]] == ["Rome", "Elsewhere"]
    assert [fact["name"][:12] for fact in rome["children"]] == [
        "~~We go to R",
        "We go to Rom",
        "The hotel is",
    ]
    assert rome["children"][1]["children"][0]["name"].startswith("⚠ claimed")
    assert rome["range"]["end"]["line"] == 10


def test_an_editor_that_shows_plain_text_gets_plain_text(wiki: Repository, tmp_path: Path) -> None:
    plain = {"textDocument": {"hover": {"contentFormat": ["plaintext"]}}}
    with editor(wiki.path, wiki.environ, capabilities=plain) as talking:
        uri = talking.open(wiki.path / "wiki/trips.md")
        found = talking.ask("hover", uri, "We go to Rome by train")["contents"]
        assert found["kind"] == "plaintext"
        assert "\\" not in found["value"] and "**" not in found["value"]
