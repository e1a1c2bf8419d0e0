"""What a wiki is, in short, and the configuration that fits it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from posixpath import relpath

from wiki_schema.index import links
from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.note import parse_note
from wiki_schema.places import Paths
from wiki_schema.policy.scaffold import quoted
from wiki_schema.recognise.index_style import index_styles
from wiki_schema.recognise.language import language_of
from wiki_schema.recognise.layout import Folder, Place, find_places
from wiki_schema.recognise.link_base import link_base
from wiki_schema.text import BOM, split_lines, visible
from wiki_schema.value import Value

LLM_WIKI = "an LLM wiki"
OKF = "a bundle in the Open Knowledge Format"
AGENT_MEMORY = "the auto-memory of a coding agent"
VAULT = "a vault of wikilinked notes"
FACTS = "a memory wiki of facts with provenance"
NOTES = "a folder of notes"

_SAMPLE = 200
"""So many notes are read to see what all are like."""
_HEAD = 4_000
"""So many characters of each."""
_LONGEST = 100_000
"""A note of more characters says nothing about whether facts are the rule."""


class Proposal(Value):
    """One store as it would be configured."""

    place: Place
    sort: str
    """What kind of wiki it is, with its article."""
    kind: str
    """`shared`, `private` or `open`."""
    why: str
    """Why that kind; empty where it was said by hand."""
    owner: str
    language: str
    styles: tuple[str, ...]
    """How its index refers to notes."""
    link_base: str
    signers: tuple[str, ...] = ()
    """Who signs its facts, whoever signs most first; only where facts are the rule."""

    @property
    def log_format(self) -> str:
        """The format of its log; where there is none that can be read, of the one it may get."""
        style = self.place.log_style
        return style.format if style is not None and style.format else "headings"


def propose(folder: Folder, kind: str = "", owner: str = "") -> tuple[Proposal, ...]:
    """Every store of a folder. What is said by hand goes before what is found."""
    return tuple(_proposal(folder, place, kind, owner) for place in find_places(folder) if place.notes)


def _proposal(folder: Folder, place: Place, kind: str, owner: str) -> Proposal:
    texts = [text for path in _sample(place.notes) if (text := folder.read(path)) is not None]
    signers = _signers(texts)
    sort = FACTS if signers else _sort(folder, place, texts)
    found, why = (kind, "") if kind else ("private", "") if owner else _kind(sort)
    return Proposal(
        place,
        sort,
        found,
        why,
        owner if found == "private" else "",
        language_of(text[:_HEAD] for text in texts),
        index_styles(folder.read(place.index_path) or "") if place.index_path else (),
        _link_base(folder, place),
        signers,
    )


def _sample(notes: tuple[str, ...]) -> tuple[str, ...]:
    """Notes from everywhere."""
    return notes[:: max(1, len(notes) // _SAMPLE)][:_SAMPLE]


# What it is


def _sort(folder: Folder, place: Place, texts: list[str]) -> str:
    keys = [_front_keys(text) for text in texts]
    memory = sum({"name", "description"} <= found and bool(found & {"type", "metadata"}) for found in keys)
    if place.index_path.rpartition("/")[2].lower() == "memory.md" and memory * 2 > len(keys):
        return AGENT_MEMORY
    if _has_okf_version(folder, place) or (_has_type(keys) and _is_okf_log(place) and _is_index_md(place)):
        return OKF
    if place.index_path and place.log_path:
        return LLM_WIKI
    linked = sum("[[" in text for text in texts)
    return VAULT if linked * 2 > len(texts) else NOTES


def _signers(texts: Iterable[str]) -> tuple[str, ...]:
    """Who signs facts, where most items of lists end in a name and a day; else nobody."""
    signed: Counter[str] = Counter()
    items = 0
    for text in texts:
        if len(text) > _LONGEST:
            continue
        for item in parse_note(text).items:
            items += 1
            if item.words.is_fact and item.words.names:
                signed[item.words.names] += 1
    names = sorted(signed, key=lambda name: (-signed[name], name))
    return tuple(names) if signed.total() * 2 > items else ()


def _front_keys(text: str) -> frozenset[str]:
    """The keys of the front matter that begin a line."""
    lines = split_lines(text[:_HEAD].removeprefix(BOM))
    head = lines[: after_front_matter(lines)]
    return frozenset(line.partition(":")[0] for line in head if ":" in line and line[:1].isalpha())


def _has_okf_version(folder: Folder, place: Place) -> bool:
    text = folder.read(place.index_path) if place.index_path else None
    return text is not None and "okf_version" in _front_keys(text)


def _has_type(keys: list[frozenset[str]]) -> bool:
    return bool(keys) and all("type" in found for found in keys)


def _is_okf_log(place: Place) -> bool:
    return place.log_style is None or place.log_style.format in ("okf", "")


def _is_index_md(place: Place) -> bool:
    return place.index_path.rpartition("/")[2] == "index.md"


def _kind(sort: str) -> tuple[str, str]:
    """Whose it is taken to be, and why."""
    if sort == FACTS:
        return "shared", "most items bear a name and a day, so facts belong to people"
    if sort == AGENT_MEMORY:
        return "open", "then no memory is deleted or emptied unnoticed (--kind private, if its owner may)"
    return "open", "its notes bear no names"


def _link_base(folder: Folder, place: Place) -> str:
    """The base of the index's listings, or else of the notes' links."""
    if place.link_base:
        return place.link_base
    texts = ((path, folder.read(path)) for path in _sample(place.notes))
    sources = [(path, links(text)) for path, text in texts if text is not None]
    return link_base(sources, place.root, Paths(folder.below(place.root)))


# The configuration


def render(proposals: Iterable[Proposal]) -> str:
    """The whole text of a `memwiki.toml`."""
    head = "# Written by `memwiki init --adopt`. What each key means: docs/configuration.md of memwiki.\n"
    return f"{head}\n{tables(proposals)}"


def tables(proposals: Iterable[Proposal]) -> str:
    """The `[[store]]` tables alone, as they may stand behind others."""
    return "\n".join("\n".join(_table(each)) + "\n" for each in proposals)


def _table(proposal: Proposal) -> Iterator[str]:
    place = proposal.place
    yield "[[store]]"
    yield f"path = {quoted(place.root or '.')}"
    yield f"kind = {quoted(proposal.kind)}"
    if proposal.owner:
        yield f"owner = {quoted(proposal.owner)}"
    if place.index_path and (index := relpath(place.index_path, place.root or ".")) != "index.md":
        yield f"index = {quoted(index)}"
    yield from _log_lines(proposal)
    if proposal.link_base:
        yield f"link_base = {quoted(proposal.link_base)}"
    if place.exclude:
        yield f"exclude = [{', '.join(map(quoted, place.exclude))}]"


def _log_lines(proposal: Proposal) -> Iterator[str]:
    place, style = proposal.place, proposal.place.log_style
    if place.unread_log:
        yield f"# {visible(place.unread_log)} is in no style memwiki reads, and is guarded as a note only."
        yield f"log = {quoted(_other_name(place))}"
    elif place.log_path and (log := relpath(place.log_path, place.root or ".")) != "log.md":
        yield f"log = {quoted(log)}"
    if proposal.log_format != "memwiki":
        yield f"log_format = {quoted(proposal.log_format)}"
    if style is not None and style.order != "oldest-first":
        yield f"log_order = {quoted(style.order)}"


def _other_name(place: Place) -> str:
    """A log that is not there, so that the one nobody can read is not taken for it."""
    taken = place.unread_log.rpartition("/")[2].lower()
    return "memwiki-log.md" if taken != "memwiki-log.md" else "memwiki-log-2.md"
