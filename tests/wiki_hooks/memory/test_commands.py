"""The memory tool's six commands in their own words, on a wiki that holds its rules."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from anthropic.lib.tools import ToolError

from tests.repository import ANNA, HOTEL, ROME, TODAY, Repository, clean_environ, wiki_repository
from wiki_hooks.memory.claude import WikiMemory

NEW = "The ferry leaves at nine — ben, 2026-11-30"
NUMBERED = f"     1\t# Trips\n     2\t\n     3\t- {ROME}\n     4\t- {HOTEL}"
OWN = '\n[[store]]\npath = "own"\nkind = "private"\nowner = "ben"\n'


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setattr(os, "environ", {**clean_environ(tmp_path), "MEMWIKI_TODAY": str(TODAY)})
    repository = wiki_repository(tmp_path / "repository")
    policy = repository.read("memwiki.toml") + OWN
    files = {"own/index.md": "# Index\n\n- [Me](me.md)\n", "own/log.md": "# Log\n", "own/me.md": "# Me\n"}
    repository.commit("A store of Ben's", {"memwiki.toml": policy, **files}, author=ANNA)
    return repository


def said(repository: Repository, store: str | None = None, **command: Any) -> tuple[bool, str]:
    """Whether a command was carried out, and what the model is told."""
    try:
        return True, str(WikiMemory(str(repository.path), store).call(command))
    except ToolError as error:
        return False, str(error)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"command": "view", "path": "/memories/trips.md"},
         f"Here's the content of /memories/trips.md with line numbers:\n{NUMBERED}"),
        ({"command": "view", "path": "/memories/trips.md", "view_range": [3, -1]},
         f"Here's the content of /memories/trips.md with line numbers:\n     3\t- {ROME}\n     4\t- {HOTEL}"),
        ({"command": "create", "path": "/memories/sea/ferry.md", "file_text": f"# Ferry\n\n- {NEW}\n"},
         "File created successfully at: /memories/sea/ferry.md"),
        ({"command": "insert", "path": "/memories/trips.md", "insert_line": 4, "insert_text": f"- {NEW}\n"},
         "The file /memories/trips.md has been edited."),
        ({"command": "rename", "old_path": "/memories/trips.md", "new_path": "/memories/journeys.md"},
         "Successfully renamed /memories/trips.md to /memories/journeys.md"),
    ],
)  # fmt: skip
def test_a_command_that_is_carried_out_says_so_in_its_own_words(
    repository: Repository, command: dict[str, Any], words: str
) -> None:
    assert said(repository, **command) == (True, words)


def test_the_folder_is_listed_with_sizes(repository: Repository) -> None:
    done, words = said(repository, command="view", path="/memories")
    assert done
    head, *rows = words.split("\n")
    assert head == (
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and "
        "node_modules:"
    )
    assert [row.split("\t")[1] for row in rows] == [
        "/memories", "/memories/home.md", "/memories/index.md", "/memories/log.md", "/memories/trips.md",
    ]  # fmt: skip


def test_words_of_ones_own_are_replaced_and_shown(repository: Repository) -> None:
    said(repository, command="insert", path="/memories/trips.md", insert_line=4, insert_text=f"- {NEW}")
    done, words = said(
        repository, command="str_replace", path="/memories/trips.md", old_str="nine", new_str="ten"
    )
    assert done and words.startswith("The memory file has been edited.\n     1\t# Trips")
    assert "     5\t- The ferry leaves at ten" in words


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"command": "view", "path": "/memories/no.md"},
         "The path /memories/no.md does not exist. Please provide a valid path."),
        ({"command": "create", "path": "/memories/trips.md", "file_text": "x"},
         "Error: File /memories/trips.md already exists"),
        ({"command": "str_replace", "path": "/memories/no.md", "old_str": "a", "new_str": "b"},
         "Error: The path /memories/no.md does not exist. Please provide a valid path."),
        ({"command": "str_replace", "path": "/memories/trips.md", "old_str": "sea", "new_str": "b"},
         "No replacement was performed, old_str `sea` did not appear verbatim in /memories/trips.md."),
        ({"command": "str_replace", "path": "/memories/trips.md", "old_str": "ben", "new_str": "b"},
         "No replacement was performed. Multiple occurrences of old_str `ben` in lines: 3, 4. "
         "Please ensure it is unique"),
        ({"command": "insert", "path": "/memories/no.md", "insert_line": 0, "insert_text": "x"},
         "Error: The path /memories/no.md does not exist"),
        ({"command": "insert", "path": "/memories/trips.md", "insert_line": 9, "insert_text": "x"},
         "Error: Invalid `insert_line` parameter: 9. "
         "It should be within the range of lines of the file: [0, 4]"),
        ({"command": "delete", "path": "/memories/no.md"}, "Error: The path /memories/no.md does not exist"),
        ({"command": "delete", "path": "/memories"}, "Error: /memories itself is never deleted"),
        ({"command": "rename", "old_path": "/memories/no.md", "new_path": "/memories/x.md"},
         "Error: The path /memories/no.md does not exist"),
        ({"command": "rename", "old_path": "/memories/trips.md", "new_path": "/memories/home.md"},
         "Error: The destination /memories/home.md already exists"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_in_its_own_words(
    repository: Repository, command: dict[str, Any], words: str
) -> None:
    assert said(repository, **command) == (False, words)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"command": "delete", "path": "/memories/trips.md"}, "superseded, never erased"),
        ({"command": "str_replace", "path": "/memories/home.md", "old_str": "May", "new_str": "June"},
         "⚠ claimed changed: The boiler is serviced in June — Ben Okri, 2026-11-30 — unconfirmed"),
        ({"command": "str_replace", "path": "/memories/trips.md", "old_str": "by train", "new_str": "by bus"},
         f"- ~~{ROME}~~ — superseded 2026-11-30 by Ben Okri"),
        ({"command": "str_replace", "path": "/memories/log.md", "old_str": "the boiler", "new_str": "x"},
         "Line 4 of the log was rewritten"),
        ({"command": "insert", "path": "/memories/trips.md", "insert_line": 4, "insert_text": "- no name"},
         "has no provenance"),
        ({"command": "create", "path": "/memories/a.md", "file_text": "# A\n\n- no name\n"},
         "has no provenance"),
        ({"command": "view", "path": "/memories/../members.toml"}, "leads out"),
        ({"command": "view", "path": "/etc/passwd"}, "does not begin with /memories"),
        ({"command": "view", "path": "/memories_of_others"}, "does not begin with /memories"),
        ({"command": "create", "path": "/memories/.hidden.md", "file_text": "x"}, "hidden"),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_is_told_with_the_lines_that_would_be_right(
    repository: Repository, command: dict[str, Any], words: str
) -> None:
    before = repository.git("status", "--short")
    done, told = said(repository, **command)
    assert not done and words in told
    assert repository.git("status", "--short") == before


def test_a_new_note_is_listed_and_logged_and_so_is_a_new_name(repository: Repository) -> None:
    said(repository, command="create", path="/memories/ferry.md", file_text=f"# The ferry\n\n- {NEW}\n")
    said(repository, command="rename", old_path="/memories/ferry.md", new_path="/memories/boat.md")
    said(repository, command="rename", old_path="/memories/home.md", new_path="/memories/flat.md")
    index, log = repository.read("wiki/index.md"), repository.read("wiki/log.md")
    assert "- [The ferry](boat.md)" in index and "- [Home](flat.md)" in index
    assert "ferry.md)" not in index and "home.md)" not in index
    assert "2026-11-30 | ADD | Ben Okri | ferry.md | new note, 1 fact" in log
    assert "2026-11-30 | UPDATE | Ben Okri | flat.md | renamed from home.md" in log
    repository.git("add", "--all")
    from wiki_hooks.git import staged
    from wiki_schema.plugins import get_plugin_manager

    verdict = staged.check(str(repository.path), repository.environ, "ben", TODAY, get_plugin_manager())
    assert verdict.errors == 0, verdict


def test_a_private_store_is_ones_own_to_delete_from(repository: Repository) -> None:
    said(repository, "own", command="create", path="/memories/draft.md", file_text="# Draft\n")
    assert said(repository, "own", command="delete", path="/memories/draft.md")[0]
    assert not (repository.path / "own" / "draft.md").exists()
    done, told = said(repository, "nowhere", command="view", path="/memories")
    assert not done and "the stores are wiki, own" in told
