"""A rule: a name, a level, where it holds, and a check that yields findings: on a change, or on a store."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.compare.store_change import StoreChange
    from wiki_schema.finding import Finding
    from wiki_schema.standing.view import StoreView

EVERY_KIND = ("shared", "private", "open")


class Rule(Value):
    """One rule on a change. Its check knows neither its level nor whether it is switched off."""

    name: str
    """The id, for ever."""
    level: str
    """`error` or `warning`: what it is where the policy does not say otherwise."""
    check: Callable[[StoreChange], Iterable[Finding]]
    kinds: tuple[str, ...] = EVERY_KIND
    """The kinds of store it holds in."""
    on: str = ""
    """The happening it looks at: an attribute of `StoreChange`, dotted. While that is empty the check is not
    even imported; without a name it always runs."""
    step: str = "binds"
    """`reminds`: in a single tool call or save it warns and only the commit is refused."""
    levels: tuple[tuple[str, str], ...] = ()
    """Kinds of store with a level of their own, as (kind, level)."""
    page: Callable[[], str] = lambda: ""
    """Its page: what it refuses, why, and the right way, as Markdown."""

    def level_in(self, kind: str) -> str:
        """The level in a store of a kind."""
        return dict(self.levels).get(kind, self.level)


class StoreRule(Value):
    """One rule on a store as it stands, for the health pass. Its check knows neither level nor baseline."""

    name: str
    """The id, for ever. A rule on a change may bear the same one: then `[rules]` sets both."""
    level: str
    """`error` for what is broken, `warning` for what somebody has to decide."""
    check: Callable[[StoreView], Iterable[Finding]]
    kinds: tuple[str, ...] = EVERY_KIND
    """The kinds of store it holds in."""
    page: Callable[[], str] = lambda: ""
    """Its page: what it finds, why, and the right way, as Markdown."""


def first_sentence(page: str) -> str:
    """What a page says first, after its heading, without its full stop."""
    paragraphs = [part for part in page.split("\n\n") if part.strip() and not part.startswith("#")]
    words = " ".join(paragraphs[0].split()) if paragraphs else ""
    return words.split(". ")[0].removesuffix(".")
