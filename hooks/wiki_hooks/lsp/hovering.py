"""What is told of the thing under the pointer: a fact, a link, a line of the log."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_hooks.lsp.bench import Bench
from wiki_hooks.lsp.following import link_at, title_of
from wiki_hooks.lsp.showing import shown
from wiki_hooks.past.versions import Past
from wiki_hooks.place.wiki import Wiki
from wiki_schema import paths
from wiki_schema.amend.layout import Layout
from wiki_schema.compare.claims import disputed_in
from wiki_schema.log import LogLine
from wiki_schema.note import Item
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, PENDING, SUPERSEDED, WITHDRAWN

_VERBS = {
    "ADD": "a new note, or a new fact",
    "UPDATE": "a fact changed by whom it belongs to, facts moved, or a note renamed",
    "SUPERSEDE": "a fact replaced; the old one is kept and marked",
    "CLAIM": "a claim that was not applied",
    "CONFLICT": "two notes disagree, or something looks wrong",
    "LINT": "a health pass and what it found",
}
_MOST_VERSIONS = 5


class Told(Value):
    """What is told of a place, as Markdown."""

    lines: tuple[str, ...]
    first: int
    """The lines that it is about, from 1."""
    last: int
    fact: str = ""
    """The words of the fact whose history may be told as well; empty where there is none."""
    path: str = ""


def hover(bench: Bench, line: int, column: int) -> Told | None:
    """What is told of a place, given its line from 1 and its column from 0; None where there is nothing."""
    link = link_at(bench, line, column)
    if link is not None:
        name = shown(bench.scene.inside(link.path))
        return Told((f"**{shown(title_of(bench, link.path))}**", name), line, line)
    if bench.store.is_log(bench.path):
        return _log_line(bench, line)
    if bench.store.is_note(bench.path):
        return _fact(bench, line)
    return None


# A line of the log


def _log_line(bench: Bench, line: int) -> Told | None:
    rows = bench.layout.lines
    entry = bench.scene.log_format.read(line, rows[line - 1]) if line <= len(rows) else None
    if entry is None:
        return None
    return Told(tuple(_about(bench, entry)), line, line)


def _about(bench: Bench, entry: LogLine) -> Iterator[str]:
    if entry.verb:
        yield f"**{shown(entry.verb)}**: {_VERBS.get(entry.verb, 'a verb of this store')}"
    if entry.who:
        yield f"by {_people(bench, entry.who)}"
    path = paths.join(bench.store.path, entry.path) if entry.path else None
    if path:
        is_there = bench.tree.read(path) is not None
        named = shown(entry.path)
        yield (
            f"about **{shown(title_of(bench, path))}** ({named})"
            if is_there
            else f"about {named}, which is gone"
        )
    if entry.what:
        yield f"> {shown(entry.what)}"


# A fact


def _fact(bench: Bench, line: int) -> Told | None:
    layout = bench.layout
    index = layout.at_line(line)
    if index < 0:
        return None
    item = layout.note.items[index]
    told = tuple(_of_item(bench, layout, index))
    if not told:
        return None
    words = item.words.text if item.words.is_fact else ""
    last = layout.spans[index].pieces[-1][1] if layout.spans[index].pieces else item.line
    return Told(told, item.line, last, words, bench.path)


def _of_item(bench: Bench, layout: Layout, index: int) -> Iterator[str]:
    item = layout.note.items[index]
    words = item.words
    if words.state == PENDING:
        yield from _claim(bench, layout, index)
        return
    if not words.is_fact:
        if bench.store.kind == "shared" and item.listed and not item.box and words.said:
            yield "Nobody stands behind this yet: it lacks its name and day."
        return
    if words.provenance is not None:
        yield f"{_people(bench, words.names)}, since {shown(words.provenance.meant_day)}"
    if words.state == WITHDRAWN:
        yield "withdrawn: a private matter was taken out"
    if words.mark is not None and words.mark.day is not None:
        yield f"superseded {words.mark.day} by {_people(bench, words.mark.name)}"
    if words.state == SUPERSEDED:
        heir = _heir(layout, index)
        if heir is not None:
            yield f"what stands now: {shown(heir.words.said)}"
    if words.state == CURRENT:
        yield from _before(layout, index)
        for child in layout.children(index):
            claim = layout.note.items[child].words.claim
            if claim is not None and claim.status == "unconfirmed":
                yield f"disputed by {_people(bench, claim.who)}: {shown(claim.what)}"
    if bench.old is not None and words.said not in _said(bench):
        yield "not committed yet"


def _said(bench: Bench) -> frozenset[str]:
    """All that the items of the file say in the last commit."""
    items = bench.ground.laid(bench.old or "").note.items
    return frozenset(item.words.said for item in items)


def _claim(bench: Bench, layout: Layout, index: int) -> Iterator[str]:
    claim = layout.note.items[index].words.claim
    if claim is None:
        yield "This looks like a claim, and cannot be read as one."
        return
    yield f"a claim of {_people(bench, claim.who)}, {claim.day}: {claim.status}"
    if claim.by:
        yield f"{claim.status} {claim.closed} by {_people(bench, claim.by)}"
    fact = disputed_in(layout.note, index)
    if fact >= 0:
        yield f"against: {shown(layout.note.items[fact].words.said)}"


def _heir(layout: Layout, index: int) -> Item | None:
    """What stands for a struck item now: the next current one at its level."""
    items = layout.note.items
    for at in layout.children(items[index].parent):
        if at > index and items[at].words.state not in (SUPERSEDED, WITHDRAWN, PENDING):
            return items[at] if items[at].words.state == CURRENT else None
    return None


def _before(layout: Layout, index: int) -> Iterator[str]:
    """What a current fact superseded: the struck ones right above it."""
    items = layout.note.items
    above = [at for at in layout.children(items[index].parent) if at < index]
    for at in reversed(above):
        words = items[at].words
        if words.state == PENDING:
            continue
        if words.state != SUPERSEDED or items[at].section != items[index].section:
            return
        since = f" (until {words.mark.day})" if words.mark and words.mark.day else ""
        yield f"before{since}: {shown(words.text)}"


def _people(bench: Bench, names: str) -> str:
    """Names with the roles of those who bear them; never what else is known of somebody."""
    told = []
    for name in bench.scene.roster.names(names):
        member = bench.scene.roster.find(name)
        role = f" ({member.role})" if member is not None else " (not in the roster)"
        told.append(f"**{shown(member.label if member else name)}**{role}")
    return ", ".join(told)


# Its past


def history(wiki: Wiki, path: str, words: str) -> tuple[str, ...]:
    """When words came into a file, went, and came again: by commits and by what memwiki wrote or saw."""
    told = []
    with Past(wiki, path) as past:
        for version in past.versions:
            had, has = (text is not None and words in text for text in (version.before, version.text))
            if had != has:
                deed = "written" if has else "gone"
                who = f"{shown(version.who)} " if version.who else ""
                told.append(f"{deed} in {shown(version.name)} by {who}{shown(version.time[:10])}")
    return tuple(told[:_MOST_VERSIONS])
