"""A note under another name, with its listing."""

from __future__ import annotations

from wiki_schema.amend.adding import refuse_path
from wiki_schema.amend.listing import Style, indexed
from wiki_schema.amend.scene import Amendment, CannotAmend, Scene, amended
from wiki_schema.index import listings
from wiki_schema.places import Paths
from wiki_schema.text import visible


def rename(scene: Scene, old: str, new: str, verb: str = "UPDATE") -> Amendment:
    """A note moved to a path where nothing stands; what the index says of it leads there.

    `verb` is what the log calls it: `ADD` for a note that no commit holds yet.

    Links in other notes are left as they are: whose they are is not for a rename to decide.
    Raises `CannotAmend` for what is no note, and for a path that can be none.
    """
    text = scene.text(old)
    if text is None:
        raise CannotAmend(f"There is no note {visible(old)}.")
    if scene.text(new) is not None:
        raise CannotAmend(f"{visible(new)} is there already, and nothing is written over.")
    refuse_path(scene, new)
    files = {old: None, new: text, **_relisted(scene, old, new)}
    what = f"renamed from {scene.inside(old)}"
    return amended(scene, files, verb, new, what, f"{scene.inside(old)} is now {scene.inside(new)}")


def _relisted(scene: Scene, old: str, new: str) -> dict[str, str]:
    """The root index in which every listing of the note leads to its new path."""
    store = scene.store
    index = scene.text(store.index_path)
    if index is None:
        return {}
    paths = Paths({*filter(store.holds, scene.tree.paths()), new, store.index_path}, store.link_base)
    target = Style(index, store.index_path, store, paths).target(new)
    lines = index.split("\n")
    is_listed = False
    for listing in listings(index):
        if paths.resolve(listing.target, listing.kind, store.index_path, store.path) == old:
            line = lines[listing.line - 1]
            wanted = target if listing.target.endswith(".md") else target.removesuffix(".md")
            is_listed |= listing.target in line
            lines[listing.line - 1] = line.replace(listing.target, wanted, 1)
    return {store.index_path: "\n".join(lines)} if is_listed else indexed(scene, new, new)
