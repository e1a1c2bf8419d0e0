"""link-dead: a link in a note that leads to nothing, or not where it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.faults import CUT, PUBLISHED, Fault, are_cut
from wiki_lint.owing import fact_at
from wiki_lint.targets import Targets
from wiki_schema.finding import Finding
from wiki_schema.telling import count, quoted
from wiki_schema.words import CURRENT, PENDING, UNSIGNED

if TYPE_CHECKING:
    from wiki_schema.index import Listing
    from wiki_schema.store_view import NoteView, StoreView

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
        for found in once.values():
            yield from _told(view, note, found)
    for base, links in published.items():
        yield _all_published(base, links)


def _told(view: StoreView, note: NoteView, found: list[tuple[Listing, Fault]]) -> Iterator[Finding]:
    """The links of a note with one fault, told at the first; what is struck is history."""
    standing = [
        (link, fault, fact)
        for link, fault in found
        if (fact := fact_at(view, note, link.line)) is None or fact.state in _STANDING
    ]
    if standing:
        link, fault, fact = standing[0]
        if fault.kind == CUT and len(standing) > 1:
            fault = are_cut(len(standing), fault)
        also = tuple((note.path, other.line) for other, _, _ in standing[1:] if other.line != link.line)
        yield Finding(
            note.path, link.line, fault.message, fault.hint, (), link.column, fault.level,
            owed_by=fact.owner if fact else "", also=tuple(dict.fromkeys(also)), key=fault.key,
        )  # fmt: skip


def _all_published(base: str, links: list[tuple[str, Listing, Fault]]) -> Finding:
    """Links that begin with a folder that is not there, as one finding."""
    path, link, fault = links[0]
    verb = "begins" if len(links) == 1 else "begin"
    message = f"{count(len(links), 'link')} {verb} with {quoted(base + '/')}, a folder that is not there."
    return Finding(path, link.line, message, fault.hint, column=link.column, key=f"links begin with {base}/")
