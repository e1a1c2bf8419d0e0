"""Changes of a note that no log has to tell of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.change import Change, EmptyTree, File
from wiki_schema.compare.happenings import happenings
from wiki_schema.compare.note_change import wording
from wiki_schema.compare.store_change import Afterwards, StoreChange
from wiki_schema.members import Actor, Evidence

if TYPE_CHECKING:
    from wiki_schema.store_view import StoreView


def is_layout(view: StoreView, path: str, old: str, new: str) -> bool:
    """Whether nothing happened to a note that `log-missing` would have asked a line for: boxes, line ends."""
    if wording(old) != wording(new):
        return False
    files = {path: (File(old), File(new))}
    change = Change(files, Evidence(), view.day, EmptyTree(), EmptyTree())
    afterwards = Afterwards(view.policy, frozenset())
    seen = StoreChange(view.store, change, view.policy, view.roster, Actor(""), view.log_format, afterwards)
    return not happenings(seen)
