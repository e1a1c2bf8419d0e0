"""Items without provenance: counted all, named the first few."""

from __future__ import annotations

import pytest

from tests.linting import lint_files


@pytest.mark.parametrize(("items", "also"), [(1, 0), (2, 1), (20, 19), (21, 20), (22, 20), (150, 20)])
def test_of_many_items_the_first_and_twenty_more_are_named(items: int, also: int) -> None:
    (finding,) = lint_files({"a.md": "".join(f"- item {number}\n" for number in range(items))})
    assert (finding.rule, finding.line) == ("fact-unattributed", 1)
    assert finding.message.startswith(f"{items:,} list item")
    assert finding.also == tuple(("a.md", line) for line in range(2, also + 2))
