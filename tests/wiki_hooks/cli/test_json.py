"""Every command that answers as JSON: valid UTF-8 whatever a file is called, every byte to be had again."""

from __future__ import annotations

import json

import pytest

from tests.repository import MEMBERS, Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_schema.text import encode

NAME = "caf\udce9 ##[group]\u202e\x1b[2J.md"
TOLD = "caf\\xe9 ##[group]\u202e\x1b[2J.md"
NOTE = f"wiki/{NAME}"
BYTE = "caf\udce9.md"

COMMANDS = {
    "log": ["log", "--json"],
    "log of a note": ["log", "--json", "--path", BYTE],
    "log rotate": ["log", "rotate", "--dry-run", "--json"],
    "history": ["history", NOTE, "--json"],
    "restore": ["restore", NOTE, "--at", "HEAD", "--dry-run", "--json"],
    "append": ["append", NOTE, "- caf\udce9 ##[group] — Ben Okri, 2026-11-30", "--dry-run", "--json"],
    "add": ["add", "trips.md", "caf\u00e9 ##[group]", "--dry-run", "--json"],
    "roster": ["roster", "--format", "json"],
    "prime": ["prime", "--format", "json"],
    "lint": ["lint", "--format", "json"],
    "check": ["check", "--worktree", "--format", "json"],
    "render": ["render", "--check", "--format", "json"],
}


@pytest.fixture
def odd(wiki: Repository) -> Repository:
    """A wiki with a note whose name is no UTF-8 and acts on terminals and in CIs."""
    hostile = '\n[[member]]\nid = "odd"\nname = "##[group] Caf\u00e9"\nemails = ["odd@example.org"]\n'
    wiki.write("members.toml", MEMBERS + hostile)
    wiki.commit("A note", {NOTE: "# A note\n\n- caf\udce9 — ben, 2026-11-01\n"})
    wiki.append("wiki/log.md", f"2026-11-30 | UPDATE | ben | {BYTE} | ##[group] caf\udce9 \u202e")
    return wiki


@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS)
def test_whatever_a_file_is_called_the_answer_is_json_in_utf_8(
    odd: Repository, memwiki: Run, arguments: list[str]
) -> None:
    out = memwiki(*arguments, cwd=odd.path).out
    assert out
    assert "##[" not in out
    assert encode(out).decode("utf-8") == out
    for answer in out.splitlines() if arguments[0] == "log" and "rotate" not in arguments else [out]:
        json.dumps(json.loads(answer), ensure_ascii=False).encode("utf-8")


def test_a_name_is_told_with_the_bytes_that_are_no_text_by_their_numbers(
    odd: Repository, memwiki: Run
) -> None:
    answer = json.loads(memwiki("history", NOTE, "--json", cwd=odd.path).out)
    assert answer["note"] == f"wiki/{TOLD}"
    assert {version["path"] for version in answer["versions"]} == {f"wiki/{TOLD}"}
    entries = [json.loads(line) for line in memwiki("log", "--json", cwd=odd.path).out.splitlines()]
    assert (entries[-1]["path"], entries[-1]["note"]) == ("caf\\xe9.md", "wiki/caf\\xe9.md")
    assert entries[-1]["what"] == "##[group] caf\\xe9 \u202e"
