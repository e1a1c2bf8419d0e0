"""The pages of rules, which are their tests: sections with fenced blocks, and what the page says of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from wiki_schema.rule import Rule, StoreRule

BLOCK = re.compile(r"^(`{3,})(\w+)(?: (.+?))?\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
"""A fenced block: its fence, language, info and text."""

_SPELLED = re.compile(r"⟨(?:U\+([0-9A-F]{4,6})|byte ([89A-F][0-9A-F]))⟩")


class Example(NamedTuple):
    """What a section of a page holds, and what the page says of it."""

    rule: str
    verdict: str
    title: str
    body: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.verdict}: {self.title}"


def examples(rules: Iterable[Rule | StoreRule], *verdicts: str) -> Iterator[Example]:
    """The sections `## VERDICT: title` of every page, for the verdicts named."""
    section = re.compile(rf"^## ({'|'.join(verdicts)}): (.+)$", re.MULTILINE)
    for rule in rules:
        parts = section.split(rule.page())
        for verdict, title, body in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
            yield Example(rule.name, verdict, title, body)


def unspelled(text: str) -> str:
    """A block as it stands in the file: what cannot be seen is spelled out on the page.

    `⟨U+202E⟩` is that character, `⟨byte E9⟩` a byte that is no UTF-8, `⟨no newline⟩` at the end says that
    the file ends there.
    """
    return _SPELLED.sub(
        lambda match: chr(int(match[1], 16)) if match[1] else chr(0xDC00 + int(match[2], 16)),
        text.removesuffix("⟨no newline⟩\n"),
    )
