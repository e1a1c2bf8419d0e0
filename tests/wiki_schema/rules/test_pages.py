"""Every rule's page is its test.

A section `## Refused: …`, `## Shown: …` or `## Allowed: …` of a page holds a change: fenced blocks whose
info string says `before PATH`, `after PATH`, or only `PATH` (the file stands on both sides). A file with
a `before` and no `after` is removed. `toml store` holds keys of the store, `toml members` another
roster; a `link` block is a symbolic link, its text the target. A line `By NAME.` says who acts, `On
YYYY-MM-DD.` the day, `As a tool call.` or `As a save.` the step, and `Written whole: PATH.` a whole-file
write. Log and index lines that the page does not bring are added.
"""

from __future__ import annotations

import re

import pytest

from tests.judging import MEMBERS, TODAY, judge_files
from tests.pages import BLOCK, Example, examples, unspelled
from wiki_schema.finding import ERROR, WARNING
from wiki_schema.rules import RULES

EXAMPLES = list(examples(RULES, "Refused", "Shown", "Allowed"))

_WORD = re.compile(r"^(By|On|As a|Written whole:) (.+?)\.$", re.MULTILINE)


def judge_example(example: Example) -> list[tuple[str, str]]:
    """The rules and levels that a change of a page meets."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    settings = {"store": "", "members": MEMBERS}
    links = set()
    for _, language, info, text in BLOCK.findall(example.body):
        if language == "toml":
            settings[info] = text
            continue
        side, _, path = info.partition(" ")
        if side not in ("before", "after"):
            side, path = "", info
        if language == "link":
            links.add(path)
            text = text.rstrip("\n")
        for name, files in (("before", before), ("after", after)):
            if side in ("", name):
                files[unspelled(path)] = unspelled(text)
    words = dict(_WORD.findall(BLOCK.sub("", example.body)))
    findings = judge_files(
        {path: (before.get(path), after.get(path)) for path in {**before, **after}},
        actor=words.get("By", "Ana Ruiz"),
        day=words.get("On", TODAY),
        members=settings["members"],
        store=settings["store"],
        step={"tool call": "tool", "save": "save"}.get(words.get("As a", ""), "commit"),
        whole=(words["Written whole:"],) if "Written whole:" in words else (),
        links=tuple(links),
    )
    return [(finding.rule, finding.level) for finding in findings]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_a_change_of_a_page_is_judged_as_the_page_says(example: Example) -> None:
    found = judge_example(example)
    if example.verdict == "Refused":
        assert (example.rule, ERROR) in found
    elif example.verdict == "Shown":
        assert (example.rule, WARNING) in found
        assert (example.rule, ERROR) not in found
    else:
        assert example.rule not in [rule for rule, _ in found]
        assert ERROR not in [level for _, level in found]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_every_page_shows_what_is_told_and_what_is_right(rule) -> None:
    page = rule.page()
    assert page.startswith(f"# {rule.name}\n")
    verdicts = {example.verdict for example in EXAMPLES if example.rule == rule.name}
    assert ("Refused" if rule.level == "error" else "Shown") in verdicts
    assert "Allowed" in verdicts
