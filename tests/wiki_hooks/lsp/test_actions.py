"""Every code action, chosen in a real session: made, saved, and then a commit of it is not refused."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.repository import BOILER, HOTEL, ROME, TODAY, Repository, clean_environ, wiki_repository
from tests.wiki_hooks.lsp.talking import Editor, codes, editor
from wiki_hooks.git import worktree
from wiki_schema.finding import ERROR
from wiki_schema.plugins import get_plugin_manager


@pytest.fixture(scope="module")
def talking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = tmp_path_factory.mktemp("wikis")
    with editor(root, clean_environ(root)) as session:
        yield session


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "it")


def errors(wiki: Repository) -> list[str]:
    """What a commit of everything on disk would be refused for."""
    verdict = worktree.check(str(wiki.path), wiki.environ, "", TODAY, get_plugin_manager())
    return [finding.rule for finding in verdict.findings if finding.level == ERROR]


def typed(talking: Editor, wiki: Repository, note: str, old: str, new: str) -> str:
    """A note opened, with other words in it; its URI, once the editor shows what is wrong."""
    uri = talking.open(wiki.path / "wiki" / note)
    talking.diagnostics(uri)
    talking.replace(uri, old, new)
    talking.diagnostics(uri, bool)
    return uri


def test_supersede_strikes_the_old_fact_and_signs_the_new_one(talking: Editor, wiki: Repository) -> None:
    uri = typed(talking, wiki, "trips.md", "by train", "by bus")
    talking.do(uri, "We go", "Supersede: ")
    assert wiki.read("wiki/trips.md") == (
        f"# Trips\n\n- ~~{ROME}~~ — superseded 2026-11-30 by Ben Okri\n"
        f"- We go to Rome by bus — Ben Okri, 2026-11-30\n- {HOTEL}\n"
    )
    assert wiki.read("wiki/log.md").endswith(
        "2026-11-30 | SUPERSEDE | Ben Okri | trips.md | We go to Rome by bus\n"
    )
    assert errors(wiki) == []
    assert talking.diagnostics(uri, lambda found: not found) == []


def test_the_fact_of_somebody_else_is_claimed(talking: Editor, wiki: Repository) -> None:
    uri = typed(talking, wiki, "home.md", "in May", "in June")
    talking.do(uri, "The boiler", "Claim it: ")
    assert wiki.read("wiki/home.md") == (
        f"# Home\n\n- {BOILER}\n"
        "  - ⚠ claimed changed: The boiler is serviced in June — Ben Okri, 2026-11-30 — unconfirmed\n"
    )
    assert errors(wiki) == []


def test_a_fact_comes_back_as_it_stood(talking: Editor, wiki: Repository) -> None:
    uri = typed(talking, wiki, "home.md", "in May", "in June")
    talking.do(uri, "The boiler", "Bring the fact back")
    assert wiki.read("wiki/home.md") == f"# Home\n\n- {BOILER}\n"
    assert errors(wiki) == []


def test_an_item_is_signed(talking: Editor, wiki: Repository) -> None:
    uri = typed(talking, wiki, "trips.md", f"- {HOTEL}\n", f"- {HOTEL}\n- The train\n  leaves at nine\n")
    talking.do(uri, "The train", "Sign it")
    assert wiki.read("wiki/trips.md").endswith("- The train\n  leaves at nine — Ben Okri, 2026-11-30\n")
    assert errors(wiki) == []


def test_lost_words_come_back_where_they_stood_and_nothing_else_does(
    talking: Editor, wiki: Repository
) -> None:
    uri = talking.open(wiki.path / "wiki/trips.md")
    talking.type(uri, "# Trips\n\n- We plan much — ben, 2026-11-30\n")
    found = talking.diagnostics(uri, bool)
    assert codes(found).count("fact-erased") == 2
    talking.mend(uri, "fact-erased", "Bring back")
    assert ROME in wiki.read("wiki/trips.md")
    assert errors(wiki).count("fact-erased") == 1
    talking.diagnostics(uri, lambda found: codes(found).count("fact-erased") == 1)
    talking.mend(uri, "fact-erased", "Bring back")
    assert errors(wiki) == []
    assert all(words in wiki.read("wiki/trips.md") for words in (ROME, HOTEL, "We plan much"))


def test_lost_prose_and_its_heading_come_back(talking: Editor, wiki: Repository) -> None:
    whole = f"# Trips\n\n- {ROME}\n\n## Plans\n\nWe plan a lot.\n\n- {HOTEL}\n"
    wiki.commit("Prose", {"wiki/trips.md": whole})
    uri = typed(talking, wiki, "trips.md", "We plan a lot.\n\n", "")
    (lost,) = [d for d in talking.diagnostics(uri, bool) if d["code"] == "text-erased"]
    assert lost["range"]["start"]["line"] == 6
    talking.do(uri, f"- {HOTEL}", "Bring back")
    assert wiki.read("wiki/trips.md") == whole
    assert errors(wiki) == []


STRUCK = "~~We go on foot — ben, 2026-10-01~~ — superseded 2026-11-01 by ben"
CLAIM = "⚠ claimed changed: We go by bus — anna, 2026-11-20 — unconfirmed"
RICH = f"# Trips\n\n- {STRUCK}\n- {ROME}\n  - {CLAIM}\n- {HOTEL}\n"


@pytest.mark.parametrize(
    ("rule", "old", "new"),
    [
        ("fact-erased", f"- {STRUCK}\n", ""),
        ("supersede-mismarked", "by ben\n", "by anna\n"),
        ("claim-dropped", f"  - {CLAIM}\n", ""),
        ("fact-erased", RICH, "# Trips\n\nNothing any more.\n"),
        ("note-emptied", RICH, "\n"),
        ("text-erased", "# Trips\n\n", ""),
    ],
)
def test_whatever_was_lost_of_a_note_comes_back(
    talking: Editor, wiki: Repository, rule: str, old: str, new: str
) -> None:
    wiki.commit("Rich", {"wiki/trips.md": RICH})
    uri = typed(talking, wiki, "trips.md", old, new)
    before = codes(talking.diagnostics(uri, bool)).count(rule)
    assert before > 0
    talking.mend(uri, rule, "Bring back all" if new == "\n" else "Bring back")
    assert errors(wiki).count(rule) < before


def test_all_that_was_lost_comes_back_at_once(talking: Editor, wiki: Repository) -> None:
    wiki.commit("Rich", {"wiki/trips.md": RICH})
    uri = typed(talking, wiki, "trips.md", RICH, "# Trips\n\nNothing any more.\n")
    talking.mend(uri, "fact-erased", "Bring back all")
    assert errors(wiki) == []
    assert wiki.read("wiki/trips.md").endswith(RICH.removeprefix("# Trips\n"))


def test_a_dropped_listing_comes_back(talking: Editor, wiki: Repository) -> None:
    before = wiki.read("wiki/index.md")
    uri = typed(talking, wiki, "index.md", "- [Trips](trips.md)\n", "")
    talking.mend(uri, "index-dropped", "Bring back")
    assert wiki.read("wiki/index.md") == before
    assert errors(wiki) == []


def test_a_lost_line_of_the_log_comes_back(talking: Editor, wiki: Repository) -> None:
    before = wiki.read("wiki/log.md")
    uri = typed(talking, wiki, "log.md", "2026-11-01 | ADD | ben | trips.md | the trip to Rome\n", "")
    talking.mend(uri, "log-shortened", "Bring back")
    assert wiki.read("wiki/log.md") == before
    assert errors(wiki) == []


@pytest.mark.parametrize("title", ["List it in the index", "Add the line to the log"])
def test_a_new_note_is_listed_and_logged(talking: Editor, wiki: Repository, title: str) -> None:
    path = wiki.path / "wiki/plans for ü.md"
    path.touch()
    uri = talking.open(path, "# Plans\n\n- We go far — ben, 2026-11-30\n")
    assert codes(talking.diagnostics(uri, lambda found: len(found) == 2)) == ["log-missing", "note-unindexed"]
    changed = talking.do(uri, "# Plans", title)
    assert {each.name for each in changed} == {"index.md", "log.md"}
    talking.save(uri, path)
    assert errors(wiki) == []
    assert "- [Plans](plans%20for%20ü.md)" in wiki.read("wiki/index.md")


def test_what_the_log_lacks_is_added_to_what_is_unsaved_of_it(talking: Editor, wiki: Repository) -> None:
    log = talking.open(wiki.path / "wiki/log.md")
    talking.type(log, talking.texts[log][1] + "2026-11-30 | LINT | ben | index.md | all is well\n")
    uri = typed(talking, wiki, "trips.md", f"- {HOTEL}\n", f"- {HOTEL}\n- More — ben, 2026-11-30\n")
    talking.do(uri, "# Trips", "Add the line")
    talking.save(uri, wiki.path / "wiki/trips.md")
    assert wiki.read("wiki/log.md").endswith(
        "| index.md | all is well\n2026-11-30 | ADD | Ben Okri | trips.md | 1 fact added\n"
    )
    assert errors(wiki) == []


def test_a_fact_is_retired_or_given_a_successor(talking: Editor, wiki: Repository) -> None:
    uri = talking.open(wiki.path / "wiki/trips.md")
    talking.diagnostics(uri)
    talking.do(uri, "The hotel", "Retire")
    assert "- No longer applies: The hotel is near the station — Ben Okri" in wiki.read("wiki/trips.md")
    assert errors(wiki) == []
    talking.do(uri, "We go", "Supersede this fact")
    talking.replace(uri, "by train — Ben Okri", "on foot — Ben Okri")
    talking.save(uri, wiki.path / "wiki/trips.md")
    assert errors(wiki) == []


def test_a_claim_is_answered_by_whom_the_fact_belongs_to(talking: Editor, wiki: Repository) -> None:
    claim = "⚠ claimed changed: We go by bus — anna, 2026-11-20 — unconfirmed"
    log = "2026-11-20 | CLAIM | anna | trips.md | We go by bus\n"
    wiki.commit(
        "A claim",
        {
            "wiki/trips.md": f"# Trips\n\n- {ROME}\n  - {claim}\n- {HOTEL}\n",
            "wiki/log.md": wiki.read("wiki/log.md") + log,
        },
    )
    uri = talking.open(wiki.path / "wiki/trips.md")
    talking.diagnostics(uri)
    talking.do(uri, "⚠", "Confirm")
    assert "- We go by bus — Ben Okri, 2026-11-30" in wiki.read("wiki/trips.md")
    assert errors(wiki) == []


def test_nothing_is_offered_that_a_commit_would_be_refused_for(talking: Editor, wiki: Repository) -> None:
    home = talking.open(wiki.path / "wiki/home.md")
    talking.diagnostics(home)
    assert talking.actions(home, "The boiler") == []  # it is Anna's
    talking.replace(home, "in May", "in June")
    talking.diagnostics(home, bool)
    titles = [each["title"] for each in talking.actions(home, "The boiler")]
    assert not any(title.startswith(("Supersede", "Retire", "Add the line")) for title in titles)


def test_an_action_of_a_text_that_has_changed_meanwhile_says_so(talking: Editor, wiki: Repository) -> None:
    uri = typed(talking, wiki, "trips.md", "by train", "by bus")
    at = talking.position(uri, "We go")
    params: dict[str, Any] = {"textDocument": {"uri": uri}, "range": {"start": at, "end": at}}
    found = talking.request("textDocument/codeAction", {**params, "context": {"diagnostics": []}})
    talking.replace(uri, "by bus", "by boat")
    assert "has changed since" in talking.request("codeAction/resolve", found[0])["message"]


def test_line_ends_and_a_bom_stay_as_they_are(talking: Editor, wiki: Repository) -> None:
    text = f"# Trips\n\n- {ROME}\n- {HOTEL}\n".replace("\n", "\r\n")
    wiki.commit("As Windows writes", {"wiki/trips.md": f"\ufeff{text}"})
    path = wiki.path / "wiki/trips.md"
    uri = talking.open(path, text)  # editors hide a BOM
    assert talking.diagnostics(uri) == []
    talking.replace(uri, "by train", "by bus")
    talking.diagnostics(uri, bool)
    (action, *_) = talking.actions(uri, "We go")
    talking.apply(action["edit"])
    path.write_bytes(b"\xef\xbb\xbf" + talking.texts[uri][1].encode())
    assert "~~\r\n" not in path.read_text() and path.read_bytes().count(b"\r\n") == 5
    assert errors(wiki) == []


def test_an_editor_without_versions_or_resolving_gets_the_edit_at_once(wiki: Repository) -> None:
    support = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
    bare: dict[str, Any] = {"textDocument": {"codeAction": support}}
    with editor(wiki.path, wiki.environ, capabilities=bare) as talking:
        uri = typed(talking, wiki, "trips.md", "by train", "by bus")
        at = talking.position(uri, "We go")
        params = {"textDocument": {"uri": uri}, "range": {"start": at, "end": at}}
        found = talking.request("textDocument/codeAction", {**params, "context": {"diagnostics": []}})
        assert all(set(each["edit"]) == {"changes"} for each in found)
        talking.apply(found[0]["edit"])
        assert errors(wiki) == []
