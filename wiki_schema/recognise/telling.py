"""What is said of a wiki that was taken in: what it is, what is guarded from now on, what to know."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from wiki_schema.log import MEMWIKI
from wiki_schema.recognise.proposal import Proposal
from wiki_schema.rules import RULES
from wiki_schema.telling import count
from wiki_schema.text import visible
from wiki_schema.value import Value

_MOST_FOLDERS = 5
_ORDERS = {"oldest-first": "oldest first", "newest-first": "newest first"}


class _Guard(Value):
    """Some rules on a change, in words."""

    what: str
    sentence: str
    rules: tuple[str, ...]
    needs: Callable[[Proposal], object] = lambda _: True
    """What a store must have, beside a kind in which one of the rules holds."""
    and_others: str = ""


def _has_fields(proposal: Proposal) -> bool:
    return bool(proposal.place.log_path) and proposal.log_format == MEMWIKI.name


_GUARDS = (
    _Guard("log", "no line of a log is changed or lost; new ones go to its open end",
           ("log-shortened", "log-rewritten"), lambda each: each.place.log_path),
    _Guard("log", "every change of a note has a line in the log",
           ("log-missing", "log-malformed"), _has_fields),
    _Guard("index", "no note loses its listing, and every new one gets one",
           ("index-dropped", "note-unindexed"), lambda each: each.place.index_path),
    _Guard("notes", "no note is deleted, emptied or overwritten",
           ("note-deleted", "note-emptied", "note-rewritten")),
    _Guard("facts", "no fact is erased, changed or signed for by others",
           ("fact-erased", "fact-rewritten"), and_others=", …"),
    _Guard("all", "no merge left open, no broken encoding, no link out",
           ("conflict-marker", "encoding", "path-escape")),
)  # fmt: skip


def told(proposal: Proposal) -> Iterator[str]:
    """What a store is, and what one must know about it: one sentence a line."""
    place = proposal.place
    language = f", {proposal.language}" if proposal.language else ""
    notes = count(len(place.notes), "note")
    yield f"{visible(place.root) or '.'}: {proposal.sort}, {proposal.kind}, {notes}{language}."
    yield f"  {_index(proposal)}; {_log(proposal)}."
    if proposal.why:
        yield f"  {proposal.kind.capitalize()}, because {proposal.why}."
    yield from _remarks(proposal)


def _index(proposal: Proposal) -> str:
    place = proposal.place
    if not place.index_path:
        return "No file lists its notes"
    nested = len(place.indexes) - 1
    more = f", {count(nested, 'nested one')}" if nested > 0 else ""
    return f"Index {visible(place.index_path)} ({', '.join(proposal.styles) or 'links'}{more})"


def _log(proposal: Proposal) -> str:
    place, style = proposal.place, proposal.place.log_style
    if not place.log_path or style is None:
        return "no log"
    entries = count(style.entries, "entry")
    return f"log {visible(place.log_path)} ({style.format}, {_ORDERS[style.order]}, {entries})"


def _remarks(proposal: Proposal) -> Iterator[str]:
    place, style = proposal.place, proposal.place.log_style
    if proposal.link_base:
        yield f"  Its links begin with {visible(proposal.link_base)}/, where its notes are published."
    if place.exclude:
        yield f"  No notes, and not guarded: {', '.join(map(visible, place.exclude))}."
    if place.unread_log:
        name = visible(place.unread_log)
        yield f"  {name} is in no style memwiki reads: it is guarded as a note, not as a log."
    elif style is not None and not style.is_sure:
        yield f"  The days of its log show no order; {_ORDERS[style.order]} is the custom of its format."
    if style is not None and style.stray_count:
        shown = "; ".join(f"line {number}: {words}" for number, words in style.strays)
        more = f" and {style.stray_count - len(style.strays):,} more" * (
            style.stray_count > len(style.strays)
        )
        yield f"  Not read as an entry of the log: {shown}{more}."


def outside(notes: Sequence[str]) -> Iterator[str]:
    """Which notes lie in no store, by the folders that hold most of them, and how they get into one."""
    if not notes:
        return
    folders = Counter("/".join(path.split("/")[:-1][:2]) for path in notes)
    ranked = sorted(folders.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = ", ".join(f"{visible(name) or '.'} ({number:,})" for name, number in ranked[:_MOST_FOLDERS])
    more = f" and {count(len(ranked) - _MOST_FOLDERS, 'more folder')}" * (len(ranked) > _MOST_FOLDERS)
    yield f"In no store, and not guarded: {count(len(notes), 'note')} in {shown}{more}."
    first = next((name for name, _ in ranked if name), "")
    if first:
        command = f"memwiki init --adopt {shlex.quote(visible(first))}"
        yield f"  Afterwards `{command}` says what to add to memwiki.toml, so that they are guarded too."
    else:
        yield '  A [[store]] with path = "." in memwiki.toml holds them too.'


def guards(proposals: Iterable[Proposal]) -> Iterator[tuple[str, str, str]]:
    """What is guarded from now on: of what, what, and by which rules."""
    stores = tuple(proposals)
    kinds = {rule.name: rule.kinds for rule in RULES}
    for guard in _GUARDS:
        holds = {kind for name in guard.rules for kind in kinds[name]}
        if any(each.kind in holds and guard.needs(each) for each in stores):
            yield guard.what, guard.sentence, ", ".join(guard.rules) + guard.and_others
