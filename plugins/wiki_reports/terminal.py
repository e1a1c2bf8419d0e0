"""The report for people with colour: the text report, painted with the sixteen colours of any terminal."""

from __future__ import annotations

from wiki_reports import text
from wiki_schema.finding import Verdict

CODES = {
    "error": "1;31",
    "warning": "1;33",
    "good": "1;32",
    "owner": "1;35",
    "rule": "1",
    "path": "1;4",
    "commit": "35",
    "lost": "31",
    "hint": "1;36",
    "faint": "2",
}


def paint(style: str, words: str) -> str:
    """Words in a style. They are made harmless before they come here, so no escape can be theirs."""
    return f"\x1b[{CODES[style]}m{words}\x1b[0m"


def render(verdict: Verdict, title: str) -> str:
    """The whole report."""
    return text.render(verdict, title, paint)
