"""Hostile or merely long input is looked through like any other, soon, and what is said about it is short."""

from __future__ import annotations

from time import process_time

import pytest

from tests.cases.test_long_lines import LONG
from tests.linting import lint_files
from tests.patience import SECONDS

PLACES = {
    "a note": lambda line: {"a.md": f"# A\n\n{line}\n\n[[#x]] [y](gone.md)\n"},
    "an index": lambda line: {"index.md": f"# Index\n\n{line}\n\n- [[a]]\n", "a.md": "# A\n"},
}
DEEP = {
    "lists": "".join(f"{'  ' * depth}- x\n" for depth in range(1_000)),
    "lists on one line": "- " * 5_000 + "x",
    "quotes": "> " * 5_000 + "[x](gone.md)",
    "headings": "".join(f"# Same\n\n[x](#same-{number})\n\n" for number in range(1_500)),
    "links to nothing": "".join(f"[[gone {number}]]\n\n" for number in range(1_500)),
    "cells": "| a |\n|---|\n" + "| [[a|b]] " * 10_000 + "|\n",
}


def looked_through_soon(files: dict[str, str]) -> None:
    started = process_time()
    findings = lint_files(files)
    assert process_time() - started < 2 * SECONDS
    assert all(len(finding.message) < 2_000 for finding in findings)


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
@pytest.mark.parametrize("line", LONG.values(), ids=LONG)
def test_a_long_line_is_looked_through_soon(line: str, place) -> None:
    looked_through_soon(place(line))


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_a_deep_or_high_note_is_looked_through_soon(text: str) -> None:
    looked_through_soon({"a.md": f"# A\n\n{text}\n"})
