"""What people rightly do to a wiki by hand: from a wiki and an intent to the wiki after it.

Each writes what it does into the log, and into the index where that is due. Pure, and on the trees of
`pages`, never on text. What is amended by functions is not here: see `wishes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote

from tests.laws.pages import (
    TODAY,
    Entry,
    Fact,
    Page,
    Part,
    family,
    struck,
    subtree,
    text_of,
    titles,
    with_entries,
)


class Wiki(NamedTuple):
    """A store."""

    pages: dict[str, Page]
    log: tuple[str, ...] = ()
    log_ending: str = "\n"
    newest_first: bool = False

    @property
    def keys(self) -> str:
        """What its table in the policy says besides its path."""
        return 'log_order = "newest-first"' if self.newest_first else ""

    def files(self) -> dict[str, str]:
        """The store as texts by path."""
        listing = "".join(f"- [a note]({quote(path)})\n" for path in self.pages)
        entries = reversed(self.log) if self.newest_first else self.log
        log = "".join(f"{line}{self.log_ending}" for line in ("# Log", "", *entries))
        notes = {path: text_of(page) for path, page in self.pages.items()}
        return {**notes, "index.md": f"# Index\n\n{listing}", "log.md": log}


class Spot(NamedTuple):
    """Where an entry stands."""

    path: str
    part: int
    at: int


def spots(wiki: Wiki) -> Iterator[tuple[Spot, Entry]]:
    """Every entry of a wiki, and where it stands."""
    for path, page in wiki.pages.items():
        for number, part in enumerate(page.parts):
            for at, entry in enumerate(part.entries):
                yield Spot(path, number, at), entry


def entries_at(wiki: Wiki, spot: Spot) -> tuple[Entry, ...]:
    """The entries among which one stands."""
    return wiki.pages[spot.path].parts[spot.part].entries


def fact_at(wiki: Wiki, spot: Spot) -> Fact:
    """The current fact that stands somewhere."""
    fact = entries_at(wiki, spot)[spot.at].fact
    assert fact is not None
    return fact


def logged(wiki: Wiki, verb: str, who: str, path: str, what: str = "as the note says") -> Wiki:
    """The wiki with one more line in its log."""
    return wiki._replace(log=(*wiki.log, f"{TODAY} | {verb} | {who} | {path} | {what}"))


def with_page(wiki: Wiki, path: str, page: Page) -> Wiki:
    """The wiki with a note in place."""
    return wiki._replace(pages={**wiki.pages, path: page})


def put(wiki: Wiki, spot: Spot, entries: Sequence[Entry]) -> Wiki:
    """The wiki with other entries in the part of a spot."""
    return with_page(wiki, spot.path, with_entries(wiki.pages[spot.path], spot.part, entries))


# Facts


def add_note(wiki: Wiki, path: str, who: str, said: Sequence[str]) -> Wiki:
    """A new note with facts of today."""
    facts = [Fact(text, who, TODAY) for text in said]
    page = Page((Part(1, "New", entries=tuple(Entry(fact.said, fact) for fact in facts)),))
    return logged(with_page(wiki, path, page), "ADD", who, path)


def merge(wiki: Wiki, spot: Spot, who: str, text: str) -> Wiki:
    """Two neighbours struck, and one successor for both."""
    entries = list(entries_at(wiki, spot))
    second = family(entries, spot.at)
    stop = family(entries, second)
    for at in (spot.at, second):
        entries[at] = entries[at]._replace(said=struck(entries[at].said, TODAY, who), fact=None)
    fact = Fact(text, who, TODAY)
    entries.insert(stop, Entry(fact.said, fact, depth=entries[spot.at].depth, marker=entries[spot.at].marker))
    return logged(put(wiki, spot, entries), "SUPERSEDE", who, spot.path, text)


def point_elsewhere(wiki: Wiki, spot: Spot, who: str, path: str) -> Wiki:
    """A fact struck because it stands in another note, which the mark links to."""
    entries = entries_at(wiki, spot)
    said = struck(entries[spot.at].said, TODAY, who, path.removesuffix(".md"))
    new = entries[spot.at]._replace(said=said, fact=None)
    return logged(
        put(wiki, spot, [*entries[: spot.at], new, *entries[spot.at + 1 :]]), "SUPERSEDE", who, spot.path
    )


# Order and place


def move_fact(wiki: Wiki, spot: Spot, who: str, goal: str) -> Wiki:
    """A fact, with all that is nested in it, to the end of another note."""
    entries = entries_at(wiki, spot)
    stop = family(entries, spot.at)
    taken = [entry._replace(depth=entry.depth - entries[spot.at].depth) for entry in entries[spot.at : stop]]
    left = put(wiki, spot, [*entries[: spot.at], *entries[stop:]])
    page = left.pages[goal]
    page = page if page.parts else page._replace(parts=(Part(),))
    last = len(page.parts) - 1
    moved = with_page(left, goal, with_entries(page, last, [*page.parts[last].entries, *taken]))
    return logged(logged(moved, "UPDATE", who, spot.path), "UPDATE", who, goal)


def move_section(wiki: Wiki, path: str, part: int, who: str, goal: str) -> Wiki:
    """A heading with all that stands under it, to the end of another note."""
    page = wiki.pages[path]
    stop = subtree(page, part)
    left = with_page(wiki, path, page._replace(parts=page.parts[:part] + page.parts[stop:]))
    there = left.pages[goal]
    moved = there._replace(parts=there.parts + page.parts[part:stop])
    return logged(logged(with_page(left, goal, moved), "UPDATE", who, path), "UPDATE", who, goal)


def rename_heading(wiki: Wiki, path: str, part: int, who: str, title: str) -> Wiki:
    """Another title over the same facts."""
    page = wiki.pages[path]
    parts = list(page.parts)
    parts[part] = parts[part]._replace(title=title)
    return logged(with_page(wiki, path, page._replace(parts=tuple(parts))), "UPDATE", who, path)


def rename_note(wiki: Wiki, path: str, who: str, name: str, relink: bool) -> Wiki:
    """A note under another name, in the index too; if wished, also in every link that leads to it."""
    pages = {name if old == path else old: page for old, page in wiki.pages.items()}
    renamed = logged(wiki._replace(pages=pages), "UPDATE", who, name, f"was {path}")
    for other, page in pages.items() if relink else ():
        linked = _relinked(page, path.removesuffix(".md"), name.removesuffix(".md"))
        if linked != page:
            renamed = logged(with_page(renamed, other, linked), "UPDATE", who, other, "links")
    return renamed


def _relinked(page: Page, old: str, new: str) -> Page:
    def entry_of(entry: Entry) -> Entry:
        return entry._replace(
            said=linked(entry.said), fact=entry.fact and entry.fact._replace(text=linked(entry.fact.text))
        )

    def linked(text: str) -> str:
        for form in ("[[{}]]", "[[{}|us]]", "[x]({}.md)"):
            text = text.replace(form.format(old), form.format(new))
        return text

    parts = (part._replace(entries=tuple(map(entry_of, part.entries))) for part in page.parts)
    return page._replace(parts=tuple(parts))


def reorder(wiki: Wiki, path: str, part: int, who: str, seed: Sequence[int]) -> Wiki:
    """The items under one heading in another order, each with what is nested in it."""
    page = wiki.pages[path]
    entries = page.parts[part].entries
    families: list[tuple[Entry, ...]] = []
    at = 0
    while at < len(entries):
        stop = family(entries, at)
        families.append(entries[at:stop])
        at = stop
    order = sorted(range(len(families)), key=lambda number: (seed[number % len(seed)], number))
    shuffled = [entry for number in order for entry in families[number]]
    return logged(with_page(wiki, path, with_entries(page, part, shuffled)), "UPDATE", who, path)


def tick(wiki: Wiki, spot: Spot, box: str) -> Wiki:
    """A task done, or not done after all. The log need not tell."""
    entries = list(entries_at(wiki, spot))
    entries[spot.at] = entries[spot.at]._replace(box=f"[{box}] ")
    return put(wiki, spot, entries)


def rewrap(wiki: Wiki, path: str, width: int, marker: str) -> Wiki:
    """The same words with other line breaks and bullets. The log need not tell."""
    page = wiki.pages[path]

    def wrapped(entry: Entry) -> Entry:
        bullet = marker if entry.marker in ("-", "*", "+") else entry.marker
        return entry._replace(width=width, lazy=False, marker=bullet)

    parts = tuple(part._replace(entries=tuple(map(wrapped, part.entries))) for part in page.parts)
    return with_page(wiki, path, page._replace(parts=parts))


def new_title(wiki: Wiki, title: str) -> str:
    """A title that no note has yet."""
    taken = {title for page in wiki.pages.values() for title in titles(page)}
    while title in taken:
        title += " x"
    return title
