"""The legal amendments of a store, as pure functions: from a scene and an intent to the files after it.

None of them ever shortens a text. What they make is what the rules let through, where the one who acts may
do it; where he may not, the rules say so.
"""

from __future__ import annotations

from wiki_schema.amend.adding import add, create
from wiki_schema.amend.claiming import claim, confirm, conflict, reject
from wiki_schema.amend.lines import add_index_lines, add_log_lines, insert
from wiki_schema.amend.naming import (
    Ambiguous,
    Candidate,
    FactName,
    NoSuchFact,
    find_claim,
    find_fact,
    place_of,
    read_place,
)
from wiki_schema.amend.redacting import redact
from wiki_schema.amend.renaming import rename
from wiki_schema.amend.rotating import rotate_log
from wiki_schema.amend.scene import Amendment, CannotAmend, Scene
from wiki_schema.amend.superseding import retire, retire_for, supersede, update, withdraw

__all__ = [
    "Ambiguous",
    "Amendment",
    "Candidate",
    "CannotAmend",
    "FactName",
    "NoSuchFact",
    "Scene",
    "add",
    "add_index_lines",
    "add_log_lines",
    "claim",
    "confirm",
    "conflict",
    "create",
    "find_claim",
    "find_fact",
    "insert",
    "place_of",
    "read_place",
    "redact",
    "reject",
    "rename",
    "retire",
    "retire_for",
    "rotate_log",
    "supersede",
    "update",
    "withdraw",
]
