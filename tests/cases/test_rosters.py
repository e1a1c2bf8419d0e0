"""Rosters: members who are notes of a folder, shown as they are called; blocks that were edited by hand."""

from __future__ import annotations

import html
import re
from pathlib import Path
from shutil import which
from unicodedata import normalize

import pytest
from markdown_it import MarkdownIt

from tests.cases.command import memwiki
from tests.judging import errors_of, judge_files
from tests.repository import Repository, clean_environ, wiki_repository
from wiki_schema.managed import stamp

BEGIN, END = "<!-- memwiki:roster -->", "<!-- /memwiki:roster -->"

FOLDER = (
    "J_ohn_ D_oe.md", "[bot] helper.md", "a|b.md", "*star*.md", "<svc>.md", "back`tick.md", "ünï.md",
    "README.md", ".DS_Store", "old/x.md", "Chidi Obi.md",
)  # fmt: skip
NAMES = ["*star*", "<svc>", "Chidi Obi", "J_ohn_ D_oe", "[bot] helper", "a|b", "back`tick", "ünï"]


def cells(markdown: str) -> list[str]:
    """The first cell of each row of a table, as a reader sees it."""
    page = MarkdownIt("commonmark").enable("table").render(markdown)
    return [html.unescape(cell) for cell in re.findall(r"<tr>\s*<td>(.*?)</td>", page)]


def with_folder(place: Path, names: tuple[str, ...]) -> Repository:
    """A wiki whose members are the notes of a folder, and one link there."""
    wiki = wiki_repository(place)
    wiki.write("memwiki.toml", '[members]\nfolder = "people"\n[[store]]\npath = "wiki"\n')
    wiki.write("members.toml", "")
    for name in names:
        wiki.write(f"people/{name}", "" if name == "Chidi Obi.md" else "# A person\n")
    (wiki.path / "people" / "linked.md").symlink_to("README.md")
    wiki.commit("people", {"roster.md": f"{BEGIN}\n{END}\n"})
    return wiki


class TestNamesThatAreMarkdown:
    def test_show_literally_and_in_the_same_bytes_everywhere(self, tmp_path: Path) -> None:
        pages = []
        for at, (names, locale) in enumerate([(FOLDER, "C"), (FOLDER[::-1], "de_DE.UTF-8")]):
            wiki = with_folder(tmp_path / str(at), names)
            answer = memwiki(wiki, "render", LC_ALL=locale, LANG=locale, PYTHONHASHSEED=str(at))
            assert (answer.code, answer.err) == (0, "")
            pages.append((wiki.path / "roster.md").read_bytes())
        assert pages[0] == pages[1]
        assert cells(pages[0].decode()) == NAMES

    def test_a_second_run_changes_no_byte(self, tmp_path: Path) -> None:
        wiki = with_folder(tmp_path / "wiki", FOLDER)
        memwiki(wiki, "render")
        page = (wiki.path / "roster.md").read_bytes()
        assert memwiki(wiki, "render").code == 0
        assert (wiki.path / "roster.md").read_bytes() == page

    def test_a_folder_inside_is_left_out_and_said(self, tmp_path: Path) -> None:
        answer = memwiki(with_folder(tmp_path / "wiki", FOLDER), "roster")
        assert "people/old/x.md is left out" in answer.err
        assert "x (member)" not in answer.out


def test_a_name_in_two_compositions_is_shown_once(tmp_path: Path) -> None:
    names = tuple(
        f"{normalize(form, name)}.md" for name in ("Zoë Kuße", "ガブリエル") for form in ("NFC", "NFD")
    )
    wiki = with_folder(tmp_path / "wiki", (*names, "Kohler.md", "Köhler.md"))
    memwiki(wiki, "render")
    assert cells(wiki.read("roster.md")) == ["Kohler", "Köhler", "Zoë Kuße", "ガブリエル"]


def test_names_from_right_to_left_are_isolated_and_overrides_are_told_by_number(tmp_path: Path) -> None:
    wiki = with_folder(tmp_path / "wiki", ("שרה לוי.md", "سارة.md", "Ana \u202eziuR.md"))
    memwiki(wiki, "render")
    shown = cells(wiki.read("roster.md"))
    assert shown == ["Ana \\u{202e}ziuR", "\u2068שרה לוי\u2069", "\u2068سارة\u2069"]
    assert "\u202e" not in memwiki(wiki, "roster").out


EXAMPLE = f"\n```md\n{BEGIN}\n{END}\n```\nMy last words\n"


class TestABlock:
    @pytest.fixture(params=["\n", "\r\n"], ids=["LF", "CRLF"])
    def newline(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    @pytest.fixture
    def wiki(self, tmp_path: Path, newline: str) -> Repository:
        """A wiki with a rendered roster between words of somebody's, and an example below."""
        wiki = wiki_repository(tmp_path / "wiki")
        page = f"# Ours\n\nMy words\n{BEGIN}\n{END}\n{EXAMPLE}"
        wiki.write("roster.md", page.replace("\n", newline))
        assert memwiki(wiki, "render").code == 0
        return wiki

    def page(self, wiki: Repository) -> str:
        return (wiki.path / "roster.md").read_bytes().decode()

    def test_alone_is_rendered_and_all_else_is_as_it_was(self, wiki: Repository, newline: str) -> None:
        page = self.page(wiki)
        assert page.startswith(f"# Ours\n\nMy words\n{BEGIN}\n".replace("\n", newline))
        assert page.endswith(EXAMPLE.replace("\n", newline))
        assert page.count("\n") == page.count(newline)

    def test_edited_by_hand_is_told_by_the_line(self, wiki: Repository, newline: str) -> None:
        edited = self.page(wiki).replace(
            "| Ben Okri | member |", f"| Ben Okri | member |{newline}| Me | king |"
        )
        wiki.write("roster.md", edited)
        answer = memwiki(wiki, "render", "--check", "--format", "json")
        assert (answer.code, answer.errors) == (1, ["roster-stale"])
        assert "| Me | king |" in answer.out
        assert memwiki(wiki, "render").code == 1
        assert self.page(wiki) == edited

    def test_without_its_end_nothing_is_written(self, wiki: Repository) -> None:
        broken = re.sub(r"<!-- /memwiki:roster \w+ -->", "", self.page(wiki))
        wiki.write("roster.md", broken)
        answer = memwiki(wiki, "render", "--force")
        assert answer.code == 2
        assert "roster.md:4: the block roster does not end" in answer.err
        assert self.page(wiki) == broken


def test_members_out_of_git_cost_a_check_one_process_more(tmp_path: Path) -> None:
    wiki = wiki_repository(tmp_path / "wiki")
    tally = tmp_path / "bin"
    tally.mkdir()
    real = which("git")
    (tally / "git").write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/calls"\nexec {real} "$@"\n')
    (tally / "git").chmod(0o755)
    path = f"{tally}:{clean_environ(tmp_path)['PATH']}"
    asked = []
    for on in ("false", "true"):
        wiki.commit(on, {"memwiki.toml": f'[members]\ngit = {on}\n[[store]]\npath = "wiki"\n'})
        wiki.append("wiki/home.md", "- The key is here — ben, 2026-11-30")
        wiki.git("add", "--all")
        (tmp_path / "calls").write_text("")
        memwiki(wiki, "check", PATH=path)
        asked.append((tmp_path / "calls").read_text().split())
    assert "log" not in asked[0]
    assert sorted(asked[1]) == sorted([*asked[0], "log"])


ROSTER = "| Name | Role |\n| --- | --- |\n| {} | member |"


class TestABlockInANote:
    """Anybody can work out the hash, so nothing of others' may go because of markers round it."""

    OLD = "# A\n\n- The port is 80 — Bo Lind, 2026-10-01\n\nWhat everybody should read.\n"

    @staticmethod
    def wrapped(words: str) -> str:
        """Words between markers that say they were rendered."""
        body = f"\n{words}\n\n"
        return f"{BEGIN}\n{body}<!-- /memwiki:roster {stamp(body)} -->\n"

    @pytest.mark.parametrize(
        ("old", "rule"),
        [
            ("- The port is 80 — Bo Lind, 2026-10-01", "fact-erased"),
            ("What everybody should read.", "text-erased"),
        ],
    )
    def test_takes_nothing_in_that_is_changed_there(self, old: str, rule: str) -> None:
        new = self.OLD.replace(f"{old}\n", self.wrapped(ROSTER.format("Ana")))
        assert rule in errors_of(judge_files({"notes/a.md": (self.OLD, new)}, actor="Ana Ruiz"))

    def test_does_not_speak_in_another_s_name(self) -> None:
        forged = self.wrapped("- Prod may be restarted — Ana Ruiz, 2026-11-30")
        assert "impersonated" in errors_of(
            judge_files({"notes/a.md": (self.OLD, self.OLD + forged)}, actor="agent-7")
        )

    def test_may_be_added_and_rendered_anew_by_anybody(self) -> None:
        one, other = (self.OLD + self.wrapped(ROSTER.format(who)) for who in ("Ana", "Bo"))
        for old, new in ((self.OLD, one), (one, other), (other, self.OLD)):
            assert errors_of(judge_files({"notes/a.md": (old, new)}, actor="agent-7")) == []

    @pytest.mark.parametrize(
        "table",
        [
            "| Thing | Place |\n| --- | --- |\n| The spare key | in the hall |\n| The axe | in the shed |",
            "| Name | Role |\n| --- | --- |\n| The key hangs in the hall | member |",
            "| Name | Role |\n| --- | --- |\n| Ana | member, and she has the key |",
            "| words that say something |",
        ],
    )
    def test_words_of_others_are_not_taken_for_a_roster(self, table: str) -> None:
        """Wrapped in one commit, a table is somebody's words still, and may not go with the next."""
        wrapped = self.OLD + self.wrapped(table)
        emptied = self.OLD + f"{BEGIN}\n<!-- /memwiki:roster -->\n"
        assert "text-erased" in errors_of(judge_files({"notes/a.md": (wrapped, emptied)}, actor="Ana Ruiz"))

    def test_a_table_that_html_above_swallows_hides_no_fact(self) -> None:
        body = "| Name | Role |\n| --- | --- |\n| Ana | member |\n"
        block = f"{BEGIN}\n{body}<!-- /memwiki:roster {stamp(body)} -->\n"
        hidden = self.OLD.replace("- The port", f"<div>\n{block}- The port")
        assert "fact-erased" in errors_of(judge_files({"notes/a.md": (self.OLD, hidden)}, actor="Ana Ruiz"))
