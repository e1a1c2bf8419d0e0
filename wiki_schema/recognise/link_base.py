"""The folder under which notes are published, where links begin with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wiki_schema.index import Listing
from wiki_schema.places import Paths

_LEAST = 3


def link_base(sources: Iterable[tuple[str, Iterable[Listing]]], root: str, paths: Paths) -> str:
    """The one folder without which most links from a store that lead nowhere would lead to a file of it.

    `sources` gives the files and their links; `paths` what there is. Empty where there is none.
    """
    bases: Counter[str] = Counter()
    for source, links in sources:
        for link in links:
            target = link.target.lstrip("/")
            if paths.folder("/" + target.partition("/")[0], source, root) is not None:
                continue  # the folder is really there
            if "/" not in target or paths.resolve(link.target, link.kind, source, root) is not None:
                continue
            base, inside = _split(target, link, root, paths)
            if inside:
                bases[base] += 1
    best = min(bases, key=lambda base: (-bases[base], base), default="")
    return best if bases[best] >= _LEAST else ""


def _split(target: str, link: Listing, root: str, paths: Paths) -> tuple[str, bool]:
    """The shortest beginning of a target after which the rest is a file of the store."""
    at = target.find("/")
    while at > 0 and target.count("/", 0, at) < 3:
        base, rest = target[:at], target[at + 1 :]
        plain = not any(part in ("", ".", "..") for part in base.split("/"))
        if plain and rest and paths.resolve("/" + rest, link.kind, "", root) is not None:
            return base, True
        at = target.find("/", at + 1)
    return "", False
