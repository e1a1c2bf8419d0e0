"""The work of the health pass grows as the notes do: four times as many links are four times the work."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.linting import view_files
from tests.work import Work
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.standing.lint import lint

FEW, MANY = 100, 400

# So many links to nothing, a note each.
LINKS: dict[str, Callable[[int], str]] = {
    "of list items": lambda n: "".join(f"- see [x](gone{i}.md) — Ana Ruiz, 2026-11-01\n" for i in range(n)),
    "of one line": lambda n: " ".join(f"[x](gone{i}.md)" for i in range(n)),
    "of one fact": lambda n: f"- {' '.join(f'[x](gone{i}.md)' for i in range(n))} — Ana Ruiz, 2026-11-01",
    "of a fact of many lines": lambda n: (
        "- It is — Ana Ruiz, 2026-11-01\n" + "".join(f"  [x](gone{i}.md)\n" for i in range(n))
    ),
    "of a paragraph beside a day": lambda n: (
        "".join(f"see [x](gone{i}.md)\n" for i in range(n)) + "\nof 2026-11-01\n"
    ),
    "of a table": lambda n: "| a |\n|---|\n" + "".join(f"| [[gone{i}|x]] |\n" for i in range(n)),
    "beside formulas": lambda n: " ".join(f"$x$ [x](gone{i}.md)" for i in range(n)),
    "beside HTML": lambda n: "<b>x</b> " + " ".join(f"[x](gone{i}.md)" for i in range(n)),
    "to headings": lambda n: "".join(f"# H {i}\n\n[x](#h{i})\n\n" for i in range(n)),
    "in other words": lambda n: "".join(f"[[Gone{i}]]\n" for i in range(n)),
}


def work_of(text: str) -> Work:
    """The work of a pass over a note."""
    views = view_files({"a.md": f"# A\n\n{text}\n"})
    return Work(lambda: lint(views, get_plugin_manager()))


@pytest.mark.parametrize("text", LINKS.values(), ids=LINKS)
def test_four_times_the_links_are_four_times_the_work(text: Callable[[int], str]) -> None:
    work_of(text(3))  # what is imported and compiled once is no work of a note
    few, many = work_of(text(FEW)), work_of(text(MANY))
    longer = len(text(MANY)) / len(text(FEW))
    assert many.calls < 1.3 * longer * few.calls
    assert many.parted < 1.3 * longer * few.parted
