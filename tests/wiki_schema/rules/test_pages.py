"""Every rule's page is its test.

A section `## Refused: …`, `## Shown: …` or `## Allowed: …` of a page holds a change: fenced blocks whose
info string says `before PATH`, `after PATH`, or only `PATH` (the file stands on both sides). A file with
a `before` and no `after` is removed. `toml store` holds keys of the store, `toml members` another
roster; a `link` block is a symbolic link, its text the target. A line `By NAME.` says who acts, `On
YYYY-MM-DD.` the day, `As a tool call.` or `As a save.` the step, and `Written whole: PATH.` a whole-file
write. Log and index lines that the page does not bring are added.

What cannot be seen is spelled out: `⟨U+202E⟩` that character, `⟨byte E9⟩` a byte that is no UTF-8, `⟨no
newline⟩` at the end that the file ends there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from tests.judging import MEMBERS, TODAY, judge_files
from wiki_schema.finding import ERROR, WARNING
from wiki_schema.rules import RULES

_SECTION = re.compile(r"^## (Refused|Shown|Allowed): (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^(`{3,})(\w+) (.+?)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
_WORD = re.compile(r"^(By|On|As a|Written whole:) (.+?)\.$", re.MULTILINE)
_SPELLED = re.compile(r"⟨(?:U\+([0-9A-F]{4,6})|byte ([89A-F][0-9A-F]))⟩")


class Example(NamedTuple):
    """One change of a page, and what the page says of it."""

    rule: str
    verdict: str
    title: str
    body: str


def examples() -> Iterator[Example]:
    for rule in RULES:
        parts = _SECTION.split(rule.page())
        for verdict, title, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            yield Example(rule.name, verdict, title, body)


def unspelled(text: str) -> str:
    """A block as it stands in the file."""
    return _SPELLED.sub(
        lambda match: chr(int(match[1], 16)) if match[1] else chr(0xDC00 + int(match[2], 16)),
        text.removesuffix("⟨no newline⟩\n"),
    )


def judge_example(example: Example) -> list[tuple[str, str]]:
    """The rules and levels that a change of a page meets."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    settings = {"store": "", "members": MEMBERS}
    links = set()
    for _, language, info, text in _BLOCK.findall(example.body):
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
    words = dict(_WORD.findall(_BLOCK.sub("", example.body)))
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


@pytest.mark.parametrize("example", list(examples()), ids=lambda e: f"{e.rule}: {e.verdict}: {e.title}")
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
    verdicts = [verdict for verdict, _ in _SECTION.findall(page)]
    assert ("Refused" if rule.level == "error" else "Shown") in verdicts
    assert "Allowed" in verdicts
