"""Links out of a store: a change is told of those that the health pass tells of, and of no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.repository import Repository, empty_repository
from tests.wiki_hooks.cli.conftest import Run

FILES = {
    "memwiki.toml": '[[store]]\npath = "docs"\nkind = "open"\n[[store]]\npath = "own"\nkind = "private"\n',
    "README.md": "# Read me\n",
    "own/secret.md": "# Secret\n",
    "docs/index.md": "- [a](a.md)\n",
    "docs/a.md": "# A\n",
}


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    made = empty_repository(tmp_path / "wiki")
    made.commit("A wiki", FILES)
    return made


GOOD = ("[x](../README.md)", "[x](/README.md)", "[x](<../README.md>)", "[x](a.md)", "[x](..%2FREADME.md)")
BAD = (
    "[x](../own/secret.md)",
    "[x](../../elsewhere.md)",
    "[x](..%2F..%2Felsewhere-too.md)",
    "[x](file:///etc/passwd)",
    "[x](/etc/passwd)",
)


def test_are_told_of_by_both_or_by_neither(wiki: Repository, memwiki: Run) -> None:
    wiki.stage({"docs/a.md": "# A\n\n" + "\n".join((*GOOD, *BAD)) + "\n"})
    lines = list(range(3 + len(GOOD), 3 + len(GOOD) + len(BAD)))
    for command, rule in ((("check",), "path-escape"), (("lint",), "link-dead")):
        answer = memwiki(*command, "--format", "json", cwd=wiki.path)
        assert answer.code != 2, answer.err
        found = json.loads(answer.out)["findings"]
        assert [f["line"] for f in found if f["rule"] == rule] == lines
