"""baseline-stale: entries of the baseline for which nothing is found any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wiki_schema.finding import Finding
    from wiki_schema.standing.view import StoreView


def check(_view: StoreView) -> tuple[Finding, ...]:
    """Nothing yet: which entries are stale is known only when every rule has spoken.

    `wiki_schema.standing.lint.within` tells it then, at the level that this rule has.
    """
    return ()
