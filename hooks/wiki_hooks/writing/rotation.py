"""Putting a log away: an archive that holds the old one byte for byte, and a new one that names it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.logs.logbook import parse_log
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.amend import Amendment, CannotAmend, Scene, add_log_lines, rotate_log
from wiki_schema.amend.scene import entry
from wiki_schema.change import Tree
from wiki_schema.compare.growth import grow
from wiki_schema.compare.overlay import Overlay
from wiki_schema.text import visible

if TYPE_CHECKING:
    from wiki_hooks.place.wiki import Wiki


def rotation(wiki: Wiki) -> Callable[[Scene], Amendment]:
    """What puts the log of a scene away.

    What the last commit holds becomes the archive; lines that no commit holds yet go on in the new log,
    so that the commit of all this holds a rotation and nothing else.
    """

    def rotated(scene: Scene) -> Amendment:
        store = scene.store
        text = scene.text(store.log_path) or ""
        committed = _committed(wiki, store.log_path)
        fresh = _fresh(scene, committed, text) if committed is not None else ()
        old = text if committed is None else committed
        made = rotate_log(scene._replace(tree=Overlay(scene.tree, {store.log_path: old})))
        archive = next(path for path in made.files if path != store.log_path)
        new = made.files[store.log_path] or ""
        if fresh:
            new = add_log_lines(new, fresh, scene.log_format, store.log_order)
        number = len(parse_log(old, store, store.log_path, scene.log_format))
        told = entry(
            scene, "LINT", archive, f"the log put away, {number:,} entr{'y' if number == 1 else 'ies'}"
        )
        new = add_log_lines(new, told, scene.log_format, store.log_order, scene.day)
        lines = tuple((store.log_path, line) for line in told if line)
        return Amendment({**made.files, store.log_path: new}, "LINT", made.summary, lines)

    return rotated


def _committed(wiki: Wiki, log: str) -> str | None:
    """What the last commit holds of a log; None where there is none."""
    if wiki.repository is None:
        return None
    with Objects(wiki.repository.git) as objects:
        tree: Tree | None = CommitTree(objects, "HEAD") if objects.find("HEAD") else None
        file = tree.read(log) if tree is not None else None
        return file.text if file is not None else None


def _fresh(scene: Scene, committed: str, text: str) -> Sequence[str]:
    """The lines of a log that no commit holds yet. Raises `CannotAmend` where committed ones are gone."""
    store = scene.store
    growth = grow(committed, text, scene.log_format, store.log_order, scene.day)
    if growth.losses:
        raise CannotAmend(
            f"{visible(store.log_path)} does not hold what was committed of it, so it cannot be put away: "
            f"bring it back first with memwiki restore {visible(store.log_path)} --at HEAD."
        )
    fresh = [line for _, line in growth.new]
    entries = parse_log(text, store, store.log_path, scene.log_format)
    first = next((entry for entry in entries if entry.head.raw in fresh), None)
    if first is not None and first.heading and first.heading not in fresh:
        fresh = [first.heading, "", *fresh]  # its day was told by a heading that is put away
    return fresh
