"""What to say about a store that was asked for: where it lies, what was left as it is, whom nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_hooks.setup.new_store import Wanted
from wiki_schema import paths
from wiki_schema.members import ADMIN, Roster
from wiki_schema.policy import Policy, Store
from wiki_schema.policy.scaffold import Person, member_table, quoted
from wiki_schema.text import visible
from wiki_schema.value import Value


class Said(Value):
    """What was said outright on the command line; empty where nothing was."""

    kind: str = ""
    owner: str = ""
    who: str = ""


def nesting(wanted: Wanted, policy: Policy) -> Iterator[str]:
    """Other stores inside and around a new one."""
    if any(store.path == wanted.path for store in policy.stores):
        return
    new = _name(wanted.path)
    for store in policy.stores:
        if paths.below(store.path, wanted.path) is not None:
            yield f"{new} lies inside the store {_name(store.path)}, which no longer guards what is in it"
        elif paths.below(wanted.path, store.path) is not None:
            yield f"the store {_name(store.path)} lies inside {new}, and keeps its own log and index"


def unchanged(wanted: Wanted, policy: Policy, said: Said) -> Iterator[str]:
    """Options that change nothing, because the store is there already."""
    store = next((store for store in policy.stores if store.path == wanted.path), None)
    if store is None:
        return
    for option, is_new in (("kind", said.kind), ("owner", said.owner)):
        if is_new and is_new != getattr(store, option):
            yield (
                f"{_what(store)} was there, so --{option} {visible(is_new)} changes nothing: "
                f"an admin sets {option} in {policy.source}"
            )


def unlisted(said: Said, roster: Roster, file: str) -> Iterator[str]:
    """Somebody who was to be the first admin, where the members are listed already."""
    if not said.who:
        return
    member = roster.find(said.who) or roster.find_email(said.who)
    kept, who = f"{visible(file)} was there and is left as it is", visible(said.who)
    if member is None:
        yield f"{kept}, so {who} is not in it; to add:\n{member_table(Person(said.who))}"
    elif member.role != ADMIN:
        yield f"{kept}: {who} is {member.role} there, no admin"


def ownership(owner: str, roster: Roster, policy: Policy) -> Iterator[str]:
    """A private store whose owner is nobody, or nobody known."""
    file = visible(policy.members_file)
    if not owner:
        yield f"the store belongs to nobody yet: set owner in {policy.source} to a member of {file}"
    elif roster.find(owner) is None:
        near = roster.nearest(owner)
        meant = roster.find(near) if near else None
        hint = f"; did you mean {visible(meant.id)}?" if meant else "."
        yield f"{visible(owner)} is no member yet{hint} To add to {file}:\n[[member]]\nid = {quoted(owner)}"


def _what(store: Store) -> str:
    owner = f" of {visible(store.owner)}" if store.owner else ""
    return f"the {store.kind} store {_name(store.path)}{owner}"


def _name(path: str) -> str:
    return visible(path) or "."
