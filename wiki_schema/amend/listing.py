"""The line by which an index lists a new note, in the style of its neighbours."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import quote

from wiki_schema.amend.lines import add_index_lines, insert, item_end
from wiki_schema.amend.scene import CannotAmend, Scene
from wiki_schema.change import text_of
from wiki_schema.index import PATH, WIKILINK, Listing, listed, listings
from wiki_schema.paths import folder_of
from wiki_schema.places import Paths
from wiki_schema.policy import Store
from wiki_schema.policy.scaffold import INDEX
from wiki_schema.text import encode, visible

_LEAD = re.compile(r"([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)")
_BAR = re.compile(r"(?<!\\)\|")
_ESCAPED = r"\\|"


def indexed(scene: Scene, path: str, title: str) -> dict[str, str]:
    """The root index with a line for a new note; nothing where the note is listed already.

    The line is set like the last listing of a note in the same folder, else like the last one there is.
    """
    store = scene.store
    old = scene.text(store.index_path)
    index = INDEX if old is None else old
    paths = Paths({*filter(store.holds, scene.tree.paths()), path, store.index_path}, store.link_base)

    def lists(text: str) -> bool:
        def read(other: str) -> str | None:
            return text if other == store.index_path else text_of(scene.tree.read(other))

        return path in listed(store.index_path, store.path, read, paths).notes

    if old is not None and lists(old):
        return {}
    for grown in _choices(index, path, title, scene, paths):
        if lists(grown):
            return {store.index_path: grown}
    raise CannotAmend(
        f"{visible(store.index_path)} cannot list {visible(path)} (an open code block or comment, perhaps): "
        "mend the index first."
    )


def _choices(index: str, path: str, title: str, scene: Scene, paths: Paths) -> Iterator[str]:
    """The index with the new line, in the best style first."""
    style = Style(index, scene.store.index_path, scene.store, paths)
    model = style.model(path)
    target = style.target(path)
    if model is not None:
        after = model.line if _is_row(model) else item_end(index, model.line)
        for row in _like(model, target, title, scene.store):
            yield insert(index, after, [row])
    for text in (title, posixpath.basename(path).removesuffix(".md"), "note"):
        yield add_index_lines(index, [f"- {link(text, target)}"])
    yield insert(index, None, ["", f"- {link('note', target)}"])


class Style:
    """How an index lists notes."""

    def __init__(self, index: str, source: str, store: Store, paths: Paths) -> None:
        """Reads the index at `source`."""
        self._source, self._store, self._paths = source, store, paths
        self._last: Listing | None = None
        self._last_in: dict[str, Listing] = {}
        for listing in listings(index):
            there = self._leads_to(listing)
            if there is not None:
                self._last_in[folder_of(there)] = listing
            self._last = listing

    def _leads_to(self, listing: Listing) -> str | None:
        return self._paths.resolve(listing.target, listing.kind, self._source, self._store.path)

    def model(self, path: str) -> Listing | None:
        """The listing that one of a note is set like: the last of a note in its folder, else the last."""
        return self._last_in.get(folder_of(path), self._last)

    def target(self, path: str) -> str:
        """A note as seen from the index."""
        return posixpath.relpath(path, folder_of(self._source) or ".")

    def line(self, path: str, title: str) -> str:
        """The line that lists a note; read by itself it leads there."""
        model, target = self.model(path), self.target(path)
        head = "| - |\n|---|\n" if model is not None and _is_row(model) else ""
        for row in _like(model, target, title, self._store) if model is not None else ():
            if any(self._leads_to(each) == path for each in listings(head + row.strip())):
                return row
        return f"- {link(title, target)}"


def link(title: str, target: str) -> str:
    """A Markdown link; what means something to Markdown is escaped in both halves."""
    shown = re.sub(r"([\\\[\]<>`*_])", r"\\\1", title)
    return f"[{shown}]({destination(target)})"


def destination(target: str) -> str:
    """A path as the target of a Markdown link: letters of any script stay, all else that acts is encoded."""
    return re.sub(r"[^\w\-./~,;@!$'+=]+", lambda odd: quote(encode(odd[0]), safe=""), target)


def _is_row(model: Listing) -> bool:
    """Whether a listing stands in a table."""
    line = model.text
    return line.lstrip().startswith("|") or (line.count("|") > line.count("[[") and not _LEAD.match(line))


def _like(model: Listing, target: str, title: str, store: Store) -> list[str]:
    """Lines that list a note as another is listed, the best first."""
    names = _named_like(model, target, title, store)
    if _is_row(model):
        return _rows_like(model, names)
    lead = _LEAD.match(model.text)
    return [f"{lead[1] if lead else '- '}{named}" for named in names]


def _named_like(model: Listing, target: str, title: str, store: Store) -> list[str]:
    """Ways to name a note like another listing does, the best first."""
    if model.kind == WIKILINK:
        return _wikilinks_like(model, target, title, store)
    if model.kind == PATH:
        first = model.text[model.column - 1 : model.column]
        if first == "`":
            return [f"`{target}`"]
        return [f"<{target}>"] if " " in target or first == "<" else [target]
    written = target if model.target.endswith(".md") else target.removesuffix(".md")
    written = f"./{written}" if model.target.startswith("./") else written
    named = [link(title, written), link(title, target)]
    if "](<" in model.text and not set("<>\\") & set(written):
        named.insert(0, f"{link(title, '')[:-1]}<{written.replace('%', '%25').replace('#', '%23')}>)")
    return named


def _wikilinks_like(model: Listing, target: str, title: str, store: Store) -> list[str]:
    """Wikilinks to a note: by its stem alone or with its folder, with words of their own or without."""
    stem = target.removesuffix(".md")
    if store.link_base and model.target.startswith(f"{store.link_base}/"):
        stem = f"{store.link_base}/{stem}"
    targets = [stem if "/" in model.target else stem.rpartition("/")[2], stem, target]
    words = model.text[model.column - 1 :].partition("]]")[0]
    shown = re.sub(r"[\[\]|]", " ", title).strip()
    alias = f"|{shown}" if "|" in words and shown else ""
    return [f"[[{each}{end}]]" for end in dict.fromkeys((alias, "")) for each in targets]


def _rows_like(model: Listing, names: list[str]) -> list[str]:
    """Table rows of as many cells as another has, with the note in the same one."""
    line = model.text.strip()
    outer = line.startswith("|")
    cells = _BAR.split(line.strip("|"))
    place = len(_BAR.findall(model.text[: model.column - 1].strip())) - outer
    rows = []
    for named in names:
        filled = [" "] * len(cells)
        filled[min(max(place, 0), len(cells) - 1)] = f" {_BAR.sub(_ESCAPED, named)} "
        rows.append(f"|{'|'.join(filled)}|" if outer else "|".join(filled).strip())
    return rows
