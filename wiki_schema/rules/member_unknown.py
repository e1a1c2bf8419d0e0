"""`member-unknown`: a new name that is not in the roster."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """New names that no member bears, with the nearest one that somebody does."""
    if not seen.roster.members:
        return
    for signature in seen.signatures:
        for name in seen.roster.names(signature.name):
            if seen.roster.find(name) is not None:
                continue
            nearest = seen.roster.nearest(name)
            hint = f"write {nearest}, or" if nearest else ""
            message = f"{quoted(name)} is not in {seen.policy.members_file}."
            add = f"{hint} let an admin add the name or alias there".strip()
            yield Finding(signature.path, signature.line, message, add)
