"""name-clash: files that another system cannot tell apart, or cannot hold."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_schema.finding import Finding
from wiki_schema.telling import quoted

if TYPE_CHECKING:
    from wiki_schema.store_view import StoreView


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each file but the first of those that would be one elsewhere."""
    alike: dict[str, list[str]] = defaultdict(list)
    for path in view.files:
        alike[unicodedata.normalize("NFC", path).casefold()].append(path)
    for first, *others in alike.values():
        for path in others:
            what = (
                "case"
                if unicodedata.normalize("NFC", path) != unicodedata.normalize("NFC", first)
                else "Unicode form"
            )
            message = f"differs from {quoted(first)} only in {what}: macOS and Windows hold one of the two."
            yield Finding(path, 0, message, "rename one of them with git mv", also=((first, 0),))
