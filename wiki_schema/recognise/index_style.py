"""How an index refers to notes."""

from __future__ import annotations

import re
from collections import Counter

from wiki_schema.index import LINK, PATH, WIKILINK, Listing, listings

NAMES = ("index.md", "memory.md", "00-index.md", "_index.md", "readme.md", "summary.md", "moc.md", "home.md",
         "toc.md", "contents.md", "map.md")  # fmt: skip
"""What an index may be called, likeliest first; case does not count."""

_TITLES = {LINK: "links", WIKILINK: "wikilinks", PATH: "bare paths"}
_MAP = re.compile(r"(?:^|[ _.-])(?:moc|index|map of content)(?:$|[ _.-])", re.IGNORECASE)
_KEYWORDS = re.compile(r"[^\s,;|][^,;|]*(?:[,;] *[^\s,;|][^,;|]*)+")
_A_FEW = 10  # of a hundred: a style as rare as this is an accident


def rank(path: str) -> int | None:
    """How likely a name is an index's, 0 the likeliest; None for a name that says nothing."""
    name = path.rpartition("/")[2].lower()
    if name in NAMES:
        return NAMES.index(name)
    return len(NAMES) if _MAP.search(name.removesuffix(".md")) else None


def index_styles(text: str) -> tuple[str, ...]:
    """The styles of an index, the commonest first: links, wikilinks, bare paths, table, keyword rows."""
    counts: Counter[str] = Counter()
    found = listings(text)
    for listing in found:
        counts[_style(listing)] += 1
    common = [style for style, count in counts.most_common() if count * 100 >= len(found) * _A_FEW]
    return tuple(sorted(common, key=lambda style: (-counts[style], style)))


def _style(listing: Listing) -> str:
    line = listing.text.strip()
    if not line.startswith("|"):
        return _TITLES[listing.kind]
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    if listing.kind == PATH and any(_KEYWORDS.fullmatch(cell[:500]) for cell in cells[:1]):
        return "keyword rows"
    return f"a table of {_TITLES[listing.kind]}"
