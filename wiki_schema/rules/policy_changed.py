"""`policy-changed`: the policy or the roster changed by somebody who is not an admin."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import bring_back


def check(seen: StoreChange) -> Iterator[Finding]:
    """Changed policy files. Where the policy names no admin, anybody may change it."""
    if not seen.roster.has_admins or seen.roster.is_admin(seen.actor):
        return
    who = seen.actor.label or "an unknown actor"
    for path in seen.policy_files:
        message = f"{path} decides what everybody may do; {who} is no admin and may not change it."
        yield Finding(path, 0, message, bring_back(seen, path))
