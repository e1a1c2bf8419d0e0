"""Changes of a note that no log has to tell of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.change import Change, EmptyTree, File
from wiki_schema.compare.happenings import happenings
from wiki_schema.compare.note_change import wording
from wiki_schema.compare.store_change import Afterwards, StoreChange
from wiki_schema.members import Actor, Evidence
from wiki_schema.text import BOM, split_lines

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView


def is_layout(view: StoreView, path: str, old: str, new: str) -> bool:
    """Whether nothing happened to a note that `log-missing` would have asked a line for: boxes, line ends."""
    if _bare(old) == _bare(new):  # at once: whoever changes all line ends does it in every note
        return True
    if wording(old) != wording(new):
        return False
    files = {path: (File(old), File(new))}
    change = Change(files, Evidence(), view.day, EmptyTree(), EmptyTree())
    afterwards = Afterwards(view.policy, frozenset())
    seen = StoreChange(view.store, change, view.policy, view.roster, Actor(""), view.log_format, afterwards)
    return not happenings(seen)


def _bare(text: str) -> list[str]:
    """The lines of a note without their ends, trailing blanks, a BOM, and blank lines below."""
    return [line.rstrip(" \t") for line in split_lines(text.removeprefix(BOM).rstrip(" \t\r\n"))]
