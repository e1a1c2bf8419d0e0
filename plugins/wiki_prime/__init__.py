"""What an agent is told when its session starts: how to write, who is who, claims, the index, the log.

What makes a section is imported only when a session is primed: a commit check loads this module and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wiki_schema import hookimpl

if TYPE_CHECKING:
    from wiki_schema.members import Actor
    from wiki_schema.prime import Section
    from wiki_schema.standing.view import StoreView


@hookimpl
def wiki_prime_section(views: Sequence[StoreView], actor: Actor) -> tuple[Section, ...]:
    """The sections of this package, those that have nothing to say included."""
    from wiki_prime import claims, index, log, roster, writing

    return (
        writing.section(views),
        roster.section(views, actor),
        claims.section(views, actor),
        index.section(views),
        log.section(views),
    )
