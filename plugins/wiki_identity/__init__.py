"""Who is acting, by what the door knows: `--who`, `MEMWIKI_WHO`, the agent, then git.

The text of a note never decides it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema import hookimpl

if TYPE_CHECKING:
    from wiki_schema.members import Actor, Evidence, Roster


@hookimpl(trylast=True)
def wiki_identify_actor(roster: Roster, evidence: Evidence) -> Actor:
    """The built-in order. Runs last, so that any other plugin is asked before it; always answers."""
    return roster.identify(evidence)
