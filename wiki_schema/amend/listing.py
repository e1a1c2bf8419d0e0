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
from wiki_schema.scaffold import INDEX
from wiki_schema.text import encode, visible

_LEAD = re.compile(r"([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)")


def indexed(scene: Scene, path: str, title: str) -> dict[str, str]:
    """The root index with a line for a new note; nothing where the note is listed already.

    The line is set like the last listing of a note in the same folder, else like the last one there is.
    """
    store = scene.store
    old = scene.text(store.index_path)
    index = INDEX if old is None else old
    paths = Paths({*filter(store.holds, scene.tree.paths()), path, store.index_path})

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
    target = posixpath.relpath(path, folder_of(scene.store.index_path) or ".")
    model = _model(index, path, scene, paths)
    if model is not None:
        rows, after = _like(model, target, title, index)
        for row in rows:
            yield insert(index, after, [row])
    for text in (title, posixpath.basename(path).removesuffix(".md"), "note"):
        yield add_index_lines(index, [f"- {link(text, target)}"])
    yield insert(index, None, ["", f"- {link('note', target)}"])


def link(title: str, target: str) -> str:
    """A Markdown link; what means something to Markdown is escaped in both halves."""
    shown = re.sub(r"([\\\[\]<>`*_])", r"\\\1", title)
    return f"[{shown}]({quote(encode(target), safe='/')})"


def _model(index: str, path: str, scene: Scene, paths: Paths) -> Listing | None:
    """The listing that a new one is set like."""
    found = listings(index)
    source, root = scene.store.index_path, scene.store.path
    for listing in reversed(found):
        there = paths.resolve(listing.target, listing.kind, source, root)
        if there is not None and folder_of(there) == folder_of(path):
            return listing
    return found[-1] if found else None


def _like(model: Listing, target: str, title: str, index: str) -> tuple[list[str], int]:
    """Lines that list a note as another is listed, the best first, and the line behind which they come."""
    line = model.text
    if line.lstrip().startswith("|") or (line.count("|") > line.count("[[") and not _LEAD.match(line)):
        return _row_like(model, target, title), model.line
    lead = _LEAD.match(line)
    prefix = lead[1] if lead else "- "
    return [f"{prefix}{named}" for named in _named_like(model, target, title)], item_end(index, model.line)


def _named_like(model: Listing, target: str, title: str) -> list[str]:
    """Ways to name a note like another listing does, the best first."""
    stem = target.removesuffix(".md")
    if model.kind == WIKILINK:
        short = stem if "/" in model.target else stem.rpartition("/")[2]
        return [f"[[{short}]]", f"[[{stem}]]", f"[[{target}]]"]
    if model.kind == PATH:
        first = model.text[model.column - 1 : model.column]
        if first == "`":
            return [f"`{target}`"]
        return [f"<{target}>"] if " " in target or first == "<" else [target]
    return [link(title, target)]


def _row_like(model: Listing, target: str, title: str) -> list[str]:
    """Table rows of as many cells as another has, with the note in the same one."""
    line = model.text.strip()
    outer = line.startswith("|")
    cells = re.split(r"(?<!\\)\|", line.strip("|"))
    before = model.text[: model.column - 1].strip()
    place = len(re.findall(r"(?<!\\)\|", before)) - outer
    rows = []
    for named in _named_like(model, target, title):
        filled = [" "] * len(cells)
        escaped = re.sub(r"(?<!\\)\|", r"\\|", named)
        filled[min(max(place, 0), len(cells) - 1)] = f" {escaped} "
        rows.append(f"|{'|'.join(filled)}|" if outer else "|".join(filled).strip())
    return rows
