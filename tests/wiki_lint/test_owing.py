"""Whose a line of a note is: until where a fact reaches."""

from __future__ import annotations

import pytest

from tests.linting import view_files
from wiki_lint.owing import Owning

FACT = "- It is — Ana Ruiz, 2026-11-02\n"
LONG = "  more\n" * 60


@pytest.mark.parametrize(
    ("text", "owners"),
    [
        (f"# A\n{FACT}", ["", "Ana Ruiz"]),
        (f"{FACT}  more\n  and more\n", ["Ana Ruiz"] * 3),
        (f"{FACT}lazy\n", ["Ana Ruiz"] * 2),
        (f"{FACT}\nWords.\n", ["Ana Ruiz", "", ""]),
        (f"{FACT}# B\nWords.\n", ["Ana Ruiz", "", ""]),
        (f"{FACT}## B\n{LONG}", ["Ana Ruiz", *[""] * 61]),
        (f"- It is\n{LONG}  so — Ana Ruiz, 2026-11-02\n", ["Ana Ruiz"] * 62),
        (f"{FACT}- It was — Bo Lind, 2026-11-02\n", ["Ana Ruiz", "Bo Lind"]),
        (f"{FACT}\n{FACT}", ["Ana Ruiz", "", "Ana Ruiz"]),
        (f"\ufeff{FACT}  more\n", ["Ana Ruiz"] * 2),
    ],
)
def test_a_fact_reaches_to_a_blank_line_a_heading_or_the_next(text: str, owners: list[str]) -> None:
    (view,) = view_files({"a.md": text})
    owning = Owning(view, view.note_at["a.md"])
    facts = [owning.fact_at(line) for line in range(1, len(owners) + 1)]
    assert [fact.owner if fact else "" for fact in facts] == owners
