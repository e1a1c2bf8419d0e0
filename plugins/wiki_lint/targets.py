"""Where a link leads, and what is wrong with it: the judgement that links in notes and in indexes share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from posixpath import relpath
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from wiki_lint import faults
from wiki_lint.anchors import Anchors, slug_of
from wiki_lint.faults import CASE, DEAD, WANTED, Fault
from wiki_lint.markdown import outline, plain_lines
from wiki_lint.obsidian import is_unseen
from wiki_lint.whereabouts import Whereabouts
from wiki_schema.beyond import into_private, leads_outside, spellings
from wiki_schema.index import BROKEN, LINK, PATH, URL, WIKILINK, Listing, references
from wiki_schema.markdown.links import is_url
from wiki_schema.paths import below, folder_of
from wiki_schema.places import leads_out
from wiki_schema.telling import quoted
from wiki_schema.text import normal, visible

if TYPE_CHECKING:
    from wiki_schema.standing.view import NoteView, StoreView


class Targets:
    """The targets of the links of one store."""

    def __init__(self, view: StoreView) -> None:
        """Reads nothing before a link is judged."""
        self.view = view
        self._known = Whereabouts(view)
        self._anchors: dict[str, Anchors | None] = {}
        self._files: dict[tuple[str, str, str], bool] = {}
        self._sound: set[str] = set()  # what stands in wikilinks that lead somewhere from every note
        self._of_index: dict[str, list[tuple[Listing, Fault]]] = {}

    @staticmethod
    def of(view: StoreView) -> Targets:
        """The targets of a store, kept for all rules that ask."""
        if view not in _KNOWN:
            _KNOWN[view] = Targets(view)
        return _KNOWN[view]

    @property
    def root(self) -> str:
        """The folder of the store."""
        return self.view.store.path

    def faults(self, source: str, text: str, found: tuple[Listing, ...]) -> Iterator[tuple[Listing, Fault]]:
        """What is wrong with the links of a file. Code that only looks like a link is none."""
        for link in found:
            fault = self._fault(source, text, link)
            if fault is not None and _is_seen(text, link):
                yield link, fault

    def of_note(self, note: NoteView) -> Iterator[tuple[Listing, Fault]]:
        """What is wrong with the links of a note."""
        if self._is_plainly_sound(note):
            return iter(())
        return self.faults(note.path, note.text, note.references)

    def _is_plainly_sound(self, note: NoteView) -> bool:
        """Whether whatever may be a link of a note leads somewhere: mostly it does, and needs no reading."""
        text, folder = note.text, folder_of(note.path)
        if "<" in text or "]:" in text or "][" in text or "file:" in text:
            return False  # it may hold links of another sort
        if "](" in text:
            targets = _INLINE.findall(text)
            if len(targets) != text.count("](") or not all(self._is_file(folder, t, LINK) for t in targets):
                return False
        found = _WIKILINK.findall(text) if "[[" in text else []
        if any("|" in words for words in found) and _TABLE.search(text):
            return False  # which may cut them
        for words in found:
            if words in self._sound:
                continue
            target, _, place = words.partition("|")[0].partition("#")
            target = target.removesuffix("\\").strip()
            if not place and self._is_file_everywhere(target):
                self._sound.add(words)
            elif place or not self._is_file(folder, target, WIKILINK):
                return False
        return text.count("[[") == len(found)

    def _is_file(self, folder: str, target: str, kind: str) -> bool:
        """Whether a link in any note of a folder leads to a file that its readers may read, or to a site."""
        known = self._files.get((folder, target, kind))
        if known is None:
            found = self.view.paths.resolve(target, kind, f"{folder}/-", self.root)
            is_open = found is not None and self._into_private(target, found) is None
            known = self._files[folder, target, kind] = is_open or (kind == LINK and is_url(target))
        return known

    def _is_file_everywhere(self, target: str) -> bool:
        """Whether a wikilink leads to a file that all may read, whichever note it stands in."""
        paths = self.view.paths
        if any(store.kind == "private" for store in self.view.policy.stores):
            return False
        if "/" in target:
            return f"{self.root}/{target}.md".lstrip("/") in paths
        return len(paths.bearers(target, self.root)) == 1

    def of_index(self, path: str) -> list[tuple[Listing, Fault]]:
        """What is wrong with the lines of an index."""
        if path not in self._of_index:
            text = self.view.read(path) or ""
            self._of_index[path] = list(self.faults(path, text, references(text, with_paths=True)))
        return self._of_index[path]

    def _fault(self, source: str, text: str, link: Listing) -> Fault | None:
        if link.kind == URL:
            is_file = link.target[:5].lower() == "file:"
            outside = leads_outside(link.target)
            return Fault(outside.message, outside.hint) if is_file else None
        if _PLACEHOLDER.search(link.target):
            return None
        if link.kind == BROKEN:
            return faults.is_no_link(link)
        if not link.target:
            return self._place(source, text, link)
        path = self.view.paths.resolve(link.target, link.kind, source, self.root)
        if path is None:
            return self._lost(source, link)
        if (private := self._into_private(link.target, path)) is not None:
            return private
        return faults.is_cut(link) if link.is_cut else self._place(path, None, link)

    # A place in a note

    def _place(self, path: str, text: str | None, link: Listing) -> Fault | None:
        """What is wrong with the place that a link names in a note."""
        if not link.anchor or not path.endswith(".md"):
            return None
        if path not in self._anchors:
            text = self.view.read(path) if text is None else text
            self._anchors[path] = None if text is None else Anchors(text)
        anchors = self._anchors[path]
        if anchors is None or link.anchor in anchors:
            return None
        where = "this note" if not link.target else quoted(self.view.inside(path))
        near = anchors.nearest(link.anchor)
        meant = near if link.kind == WIKILINK else slug_of(near)
        hint = f"write #{visible(meant)}" if near else "name a heading that is there, or the note alone"
        message = f"{quoted('#' + link.anchor)} is no heading of {where}, and no other place in it."
        return Fault(message, hint)

    # A file

    def _lost(self, source: str, link: Listing) -> Fault | None:
        """What is wrong with a link that names no file of the store, if anything is."""
        if self._leads_somewhere(source, link):
            return faults.is_cut(link) if link.is_cut else self._behind_private(source, link)
        paths = self.view.paths
        if paths.is_ambiguous(link.target, link.kind, source, self.root):
            return self._ambiguous(link)
        if (other := paths.but_for_case(link.target, link.kind, source, self.root)) is not None:
            message = f"{quoted(link.target)} differs only in case from {quoted(self.view.inside(other))}."
            kind = CASE if link.kind == WIKILINK else DEAD
            return Fault(message, f"write {self._written(other, source, link)}", kind, meant=other)
        base, _, rest = link.target.strip("/").partition("/")
        if rest and (folder := self._known.published_from(base, rest)) is not None:
            is_store = any(store.path == folder for store in self.view.policy.stores)
            return faults.begins_with(base, folder, is_store)
        if link.kind == WIKILINK or not leads_out(link.target, source, self.root):
            return self._nothing(source, link)
        return self._escape(source, link)

    def _leads_somewhere(self, source: str, link: Listing) -> bool:
        """Whether a target that is no file by the letter is one for some renderer."""
        paths, target = self.view.paths, link.target
        if (link.kind == PATH and not target.endswith(".md")) or self._known.beyond.is_elsewhere(target):
            return True
        if link.kind == WIKILINK:
            is_suffix = "/" in target and len(paths.bearers(target, self.root)) == 1
            return is_suffix or normal(target) in self._known.aliases
        if paths.folder(target, source, self.root) is not None:
            return True
        if self._known.beyond.is_behind(source, target, self.root):
            return True
        if any(paths.resolve(other, LINK, source, self.root) for other in spellings(target)):
            return True
        return target.startswith("/") and self._known.beyond.at(target.lstrip("/")) is not None

    def _ambiguous(self, link: Listing) -> Fault:
        bearers = self.view.paths.bearers(link.target, self.root)
        named = " and ".join(quoted(self.view.inside(path)) for path in bearers[:3])
        message = f"{quoted(link.target)} is ambiguous: {named} bear that name."
        return Fault(message, f"write the folder too: [[{visible(self._stem(bearers[0]))}]]")

    def _into_private(self, target: str, path: str) -> Fault | None:
        """Of a link to a file or folder: whether others read it than read the link."""
        found = into_private(self.view.policy, self.view.store, target, path)
        return None if found is None else Fault(found.message, found.hint)

    def _behind_private(self, source: str, link: Listing) -> Fault | None:
        """The same of a link to no file by the letter, which leads somewhere."""
        there = self.view.paths.folder(link.target, source, self.root)
        if there is None and link.target.startswith("/"):
            there = self._known.beyond.at(link.target.lstrip("/"))
        return None if there is None else self._into_private(link.target, there)

    def _escape(self, source: str, link: Listing) -> Fault | None:
        escape = self._known.beyond.escape(self.view.store, source, link.target, None)
        return None if escape is None else Fault(escape.message, escape.hint)

    def _nothing(self, source: str, link: Listing) -> Fault:
        """A link to nothing, and what may be meant."""
        noun = "picture or note" if link.is_embed else "note" if link.kind == WIKILINK else "file"
        message = f"{quoted(link.target)} leads to nothing: there is no such {noun}."
        name = link.target.rstrip("/").rpartition("/")[2]
        called = (name, link.target) if link.kind == WIKILINK else (name,)
        if (meant := self._known.like(*called)) is not None:
            return Fault(message, f"write {self._written(meant, source, link)}")
        if link.kind == WIKILINK and not link.is_embed and "/" not in link.target:
            return Fault(message, "write that note, or take the brackets away", WANTED)
        return Fault(message, "name the file as it is called now, or take the link away")

    def _stem(self, path: str) -> str:
        return self.view.inside(path).removesuffix(".md")

    def _written(self, path: str, source: str, link: Listing) -> str:
        """A link to a file, as the one in question is written."""
        if link.kind != WIKILINK:
            from wiki_schema.amend.listing import destination

            return destination(relpath(path, folder_of(source) or "."))
        stem, base = self._stem(path), self.view.store.link_base
        name = stem if "/" in link.target else stem.rpartition("/")[2]
        if len(self.view.paths.bearers(name, self.root)) > 1:
            name = stem
        if base and below(base, link.target) is not None:
            name = f"{base}/{stem}"
        return f"[[{visible(name)}{'#' if link.anchor else ''}{visible(link.anchor)}]]"


_KNOWN: WeakKeyDictionary[StoreView, Targets] = WeakKeyDictionary()
# The row of dashes that makes a table.
_TABLE = re.compile(r"^[ \t>]*[|:-][|: \t-]*\|", re.MULTILINE)
_INLINE = re.compile(r"\]\(([^\s()<>\\&%#?]+)\)")
_WIKILINK = re.compile(r"\[\[([^\[\]\n]*)\]\]")
# Without one of these a text has no code blocks and no HTML.
_HIDING = ("```", "~~~", "<", "\t", "    ")
# What a template fills in: `{{ title }}`, `<% title %>` (whose brackets Markdown takes away), `...`.
_PLACEHOLDER = re.compile(r"\{\{|\}\}|\$\{|<%|^%.*%$|\.\.\.|…", re.DOTALL)


def _is_seen(text: str, link: Listing) -> bool:
    """Whether a reader sees text there, and a table where the link is cut by one."""
    if link.is_cut:
        return link.line in outline(text).cells
    if is_unseen(text, link.line, link.column):
        return False
    return not _may_hide(text) or link.line in plain_lines(text) or link.line in outline(text).texts


@lru_cache(16)
def _may_hide(text: str) -> bool:
    return any(mark in text for mark in _HIDING)
