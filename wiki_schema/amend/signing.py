"""Whether a new fact bears a name and a day."""

from __future__ import annotations

from wiki_schema.amend.page import Page


def signs_facts(page: Page, beside: int = -1) -> bool:
    """Whether facts of a note are signed: always, but in open stores only where those around it are.

    `beside` is an item that the new one will stand beside.
    """
    if page.scene.store.kind != "open":
        return True
    items = page.layout.note.items
    near = [items[i] for i in page.layout.children(items[beside].parent)] if beside >= 0 else []
    signed = [item.words.provenance is not None for item in near or items]
    return any(signed)
