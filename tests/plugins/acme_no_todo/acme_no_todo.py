"""A stranger's plugin that adds a rule: what is still to do does not belong into a memory."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema import hookimpl
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.rule import Rule

PAGE = """\
# acme-no-todo

A new line that says TODO is refused: a memory holds what is, not what should be.

## Why

Nobody ever looks for a task in a memory.
"""


def check(seen: StoreChange) -> Iterator[Finding]:
    """New lines that say TODO."""
    for path, number, raw in seen.new_lines:
        if "TODO" in raw:
            yield Finding(
                path, number, "A line of the memory says TODO.", "write it into the tracker", (raw,)
            )


RULE = Rule("acme-no-todo", "error", check, on="files", page=lambda: PAGE)


@hookimpl
def wiki_provide_rules() -> tuple[Rule, ...]:
    """One rule."""
    return (RULE,)
