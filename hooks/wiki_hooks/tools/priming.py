"""What is put before a model at once: the prime snippet, the roster, an index, a note."""

from __future__ import annotations

from typing import Any

from wiki_hooks.tools.session import Asking
from wiki_schema.finding import CannotCheck
from wiki_schema.text import harmless, visible

_SECTIONS = {"prime": (), "roster": ("roster",)}


def now(asking: Asking, what: str = "prime", most: int | None = None) -> str:
    """What an agent should know, whole or one part of it, in so many bytes at most."""
    if what not in _SECTIONS:
        raise CannotCheck(f"There is no {visible(what, 60)}; there are {', '.join(_SECTIONS)}.")
    from wiki_schema.prime import compose
    from wiki_schema.prime.sections import sections
    from wiki_schema.standing.lint import view_stores

    wiki = asking.wiki
    prime, source = wiki.setting.policy.prime, wiki.setting.policy.source
    names: Any = _SECTIONS[what] or prime["sections"]
    views = view_stores(wiki.tree, wiki.setting, asking.day, wiki.manager)
    found = sections(views, asking.actor, wiki.manager, names, source)
    configured = int(str(prime["max_bytes"]))
    return compose(found, configured if most is None else min(configured, most)).text


def index(asking: Asking, store: str) -> str:
    """The index of a store."""
    wanted = "" if store in ("", ".") else store.strip("/")
    known = next((each for each in asking.stores if each.path == wanted), None)
    if known is None:
        paths = ", ".join(visible(each.path) or "." for each in asking.stores)
        raise CannotCheck(f"There is no store {visible(store, 80)}; there are {paths}.")
    return note(asking, known.index_path)


def note(asking: Asking, path: str) -> str:
    """A note, with what hides or acts written out."""
    return harmless(asking.text(asking.path(path)))
