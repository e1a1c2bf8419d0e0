"""Every page of a rule on a store is its test.

A section `## Found: …` or `## Quiet: …` of a page holds a store: fenced blocks whose info string says
`md PATH`; a `link PATH` block is a symbolic link, its text the target. `toml store` holds keys of the
store, `toml members` another roster, `toml policy` more tables of the policy. A line `On YYYY-MM-DD.` says
which day it is. Index and log lines that the page does not bring are added. A block `history` holds what
commits changed, one a line: `YYYY-MM-DD PATH, PATH…`, newest first.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from tests.judging import MEMBERS, TODAY
from tests.linting import lint_files
from tests.pages import BLOCK, Example, examples, unspelled
from wiki_schema.plugins import get_plugin_manager, load_store_rules
from wiki_schema.standing.view import Edit

RULES = load_store_rules(get_plugin_manager())

EXAMPLES = list(examples(RULES, "Found", "Quiet"))

_DAY = re.compile(r"^On (.+?)\.$", re.MULTILINE)


def store_of(example: Example) -> tuple[dict[str, str], dict[str, Any]]:
    """The files of a store of a page, and the keywords of `lint_files` that go with them."""
    files: dict[str, str] = {}
    settings: dict[str, Any] = {"store": "", "members": MEMBERS, "policy": "", "history": None}
    links = []
    for _, language, info, text in BLOCK.findall(example.body):
        if language == "toml":
            settings[info] = text
        elif language == "history":
            rows = [line.split(" ", 1) for line in text.splitlines()]
            edits = [
                Edit(path, date.fromisoformat(day), f"{n:040x}", "Ana Ruiz")
                for n, (day, paths) in enumerate(rows)
                for path in paths.split(", ")
            ]
            settings["history"] = edits.copy
        else:
            if language == "link":
                links.append(info)
            files[unspelled(info)] = unspelled(text).rstrip("\n") if language == "link" else unspelled(text)
    day = _DAY.search(BLOCK.sub("", example.body))
    return files, settings | {"day": day[1] if day else TODAY, "links": tuple(links)}


def rules_found(example: Example) -> set[str]:
    """The rules that find something in a store of a page."""
    files, settings = store_of(example)
    return {finding.rule for finding in lint_files(files, **settings)}


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_store_of_a_page_is_looked_through_as_the_page_says(example: Example) -> None:
    assert (example.rule in rules_found(example)) == (example.verdict == "Found")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_page_shows_what_is_found_and_what_is_right(rule) -> None:
    page = rule.page()
    assert page.startswith(f"# {rule.name}\n")
    verdicts = {example.verdict for example in EXAMPLES if example.rule == rule.name}
    assert verdicts == {"Found", "Quiet"}
