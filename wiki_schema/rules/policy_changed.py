"""`policy-changed`: the policy or the roster changed by somebody who is not an admin."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from wiki_schema.change import FILE, LINK
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.policy import Store
from wiki_schema.telling import bring_back


def check(seen: StoreChange) -> Iterator[Finding]:
    """Changed policy files. Where the policy names no admin, anybody may change it, and nobody break it.

    Whoever may is shown the stores that a change takes out of the guard, or guards where nothing stands.
    """
    if seen.roster.has_admins and not seen.roster.is_admin_in_person(seen.actor):
        who = seen.who
        for path in seen.policy_files:
            what = "decides what everybody may do; only an admin in person may change it"
            if path == seen.policy.baseline_file:
                what = "covers more than before; only an admin in person may add to it"
            yield Finding(path, 0, f"{path} {what}, not {who}.", bring_back(seen, path))
    for path in seen.policy_files:
        file = seen.read_after(path)
        if file is not None and file.mode != FILE:
            what = "a link" if file.mode == LINK else "a folder or a submodule"
            message = f"{path} is no plain file any more but {what}, so nobody could read it."
            yield Finding(
                path, 0, message, f"git rm -r --cached -- {shlex.quote(path)}, and put a file there"
            )
    stores = {store.path: store for store in seen.policy_after.stores} if seen.policy_after else {}
    for old in seen.policy.stores:
        if old.path not in stores and _stands(seen, old):
            yield _shown(seen, f"The store {old.path or '.'} is no longer guarded, and still stands.")
    for new in stores.values():
        if not _stands(seen, new):
            yield _shown(seen, f"The store {new.path or '.'} has neither index nor log: is its path right?")


def _stands(seen: StoreChange, store: Store) -> bool:
    """Whether a store has its index or its log after the change."""
    return any(seen.read_after(path) is not None for path in (store.index_path, store.log_path))


def _shown(seen: StoreChange, message: str) -> Finding:
    return Finding(seen.policy.source, 0, message, "memwiki doctor shows what is guarded", level=WARNING)
