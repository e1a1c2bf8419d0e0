"""link-dead: a link in a note that leads to nothing, or not where it says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.faults import CUT, PUBLISHED, Fault, are_cut
from wiki_lint.owing import Owned, Owning
from wiki_lint.targets import Targets
from wiki_schema.finding import Finding
from wiki_schema.telling import count, quoted
from wiki_schema.words import CURRENT, PENDING, UNSIGNED

if TYPE_CHECKING:
    from wiki_schema.index import Listing
    from wiki_schema.standing.view import NoteView, StoreView

# A line that may begin an item of a list, in a quote or not.
_MARKED = re.compile(r"[\s>]*(?:[-*+]|\d{1,9}[.)])")
_LONGEST_ITEM = 50
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_STANDING = (CURRENT, PENDING, UNSIGNED)


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each target of a note; one for all links that begin with a folder of a site.

    Wikilinks that tables cut are one finding for a note: two dozen rows would bury the one link that is dead.
    """
    targets = Targets.of(view)
    published: dict[str, list[tuple[str, Listing, Fault]]] = {}
    for note in view.notes:
        once: dict[tuple[str, ...], list[tuple[Listing, Fault]]] = {}
        for link, fault in targets.of_note(note):
            if fault.kind == PUBLISHED:
                published.setdefault(fault.base, []).append((note.path, link, fault))
            else:
                about = "" if fault.kind == CUT else fault.message
                once.setdefault((about, fault.kind), []).append((link, fault))
        if once:
            facts = _Facts(view, note)
            for found in once.values():
                yield from _told(facts, note.path, found)
    for base, links in published.items():
        yield _all_published(base, links)


def _told(facts: _Facts, path: str, found: list[tuple[Listing, Fault]]) -> Iterator[Finding]:
    """The links of a note with one fault, told at the first; what is struck is history."""
    standing = [
        (link, fault, fact)
        for link, fault in found
        if (fact := facts.at(link.line)) is None or fact.state in _STANDING
    ]
    if standing:
        link, fault, fact = standing[0]
        if fault.kind == CUT and len(standing) > 1:
            fault = are_cut(len(standing), fault)
        also = tuple((path, other.line) for other, _, _ in standing[1:] if other.line != link.line)
        yield Finding(
            path, link.line, fault.message, fault.hint, (), link.column, fault.level,
            owed_by=fact.owner if fact else "", also=tuple(dict.fromkeys(also)), key=fault.key,
        )  # fmt: skip


class _Facts:
    """The facts of a note that are struck or somebody's: only for these a note is read for facts."""

    def __init__(self, view: StoreView, note: NoteView) -> None:
        self._owning = Owning(view, note)
        self._has_any = _may_hold(note.text, bool(view.roster.members))

    def at(self, line: int) -> Owned | None:
        """The fact that a line belongs to, if any."""
        if not self._has_any:
            return None
        for row in reversed(self._owning.rows[max(0, line - _LONGEST_ITEM) : line]):
            if _MARKED.match(row):
                break
            if not row.strip() or row[0] == "#":
                return None
        return self._owning.fact_at(line)


def _may_hold(text: str, has_members: bool) -> bool:
    """Whether a note may hold facts that are struck or somebody's."""
    if "~~" in text:
        return True
    body = text.find("\n---", 3) if text.startswith("---") else 0
    return has_members and _DAY.search(text, max(0, body)) is not None


def _all_published(base: str, links: list[tuple[str, Listing, Fault]]) -> Finding:
    """Links that begin with a folder that is not there, as one finding."""
    path, link, fault = links[0]
    verb = "begins" if len(links) == 1 else "begin"
    message = f"{count(len(links), 'link')} {verb} with {quoted(base + '/')}, a folder that is not there."
    return Finding(path, link.line, message, fault.hint, column=link.column, key=f"links begin with {base}/")
