"""The part of `memwiki init` that makes a store, and says what became of each file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator

from wiki_hooks.place.environment import environ_who, today
from wiki_hooks.place.surroundings import around
from wiki_hooks.plumbing.process import Git
from wiki_hooks.setup import new_store, remarks
from wiki_hooks.setup.new_store import Done, Wanted
from wiki_schema.disk.tree import WorkTree, walk
from wiki_schema.finding import CannotCheck
from wiki_schema.members import Roster
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import Policy, PolicyError
from wiki_schema.policy.scaffold import Person
from wiki_schema.policy.setting import read_roster
from wiki_schema.text import harmless, visible
from wiki_schema.value import Value


def tell(done: Done) -> None:
    """Print what became of a file."""
    more = f"  ({done.more})" if done.more and done.what != new_store.ADD else ""
    print(f"{done.what:<6}  {visible(done.path)}{harmless(more)}")
    if done.what == new_store.ADD:
        print("\n".join(f"        {line}" for line in harmless(done.more).split("\n")))


def note(words: str) -> None:
    """Print a remark; what stands on further lines is to be copied."""
    first, *more = harmless(words.rstrip("\n")).split("\n")
    print(f"note    {first}")
    print("".join(f"        {line}\n" for line in more), end="")


def make_store(args: argparse.Namespace, top: str, folder: str, git: Git) -> list[str]:
    """Make the store of a folder; gives the paths of what was written, from the top."""
    policy = new_store.policy_of(top) or Policy(())
    before = _members(top, policy)
    wanted = _wanted(args, top, folder, git, policy, before.roster)
    os.makedirs(folder, exist_ok=True)
    written = []
    for done in new_store.make(wanted):
        tell(done)
        written += [done.path] if done.what in (new_store.WROTE, new_store.ADDED) else []
    said = remarks.Said(args.kind or "", args.owner, args.who)
    for words in (*before.problems, *_remarks(wanted, policy, said, before)):
        note(words)
    return written


class Members(Value):
    """The members as they are listed on disk."""

    roster: Roster
    is_listed: bool
    """Whether there is a members file."""
    problems: tuple[str, ...] = ()
    """Why it cannot be read."""


def _members(top: str, policy: Policy) -> Members:
    is_listed = os.path.lexists(os.path.join(top, policy.members_file))
    try:
        tree = WorkTree(top, lambda: list(walk(top)))
        return Members(
            read_roster(policy, new_store.reader(top), get_plugin_manager(), around(tree)), is_listed
        )
    except PolicyError as error:
        return Members(Roster(), is_listed, error.problems)
    except CannotCheck as error:  # a directory does not answer, which a new store need not wait for
        return Members(Roster(), is_listed, (str(error),))


def _wanted(
    args: argparse.Namespace, top: str, folder: str, git: Git, policy: Policy, roster: Roster
) -> Wanted:
    """What was asked for; of a store that is there already, what it is."""
    inside = os.path.relpath(folder, top).replace(os.sep, "/")
    path = "" if inside == "." else inside
    known = next((store for store in policy.stores if store.path == path), None)
    kind = known.kind if known else args.kind or "shared"
    if args.owner and kind != "private":
        raise CannotCheck(
            f"only a private store has an owner; add --kind private, or leave out --owner {args.owner}"
        )
    person = person_of(args, git)
    owner = (args.owner or _id(person, roster)) if kind == "private" else ""
    return Wanted(top, path, kind, owner, person, today())


def _remarks(wanted: Wanted, policy: Policy, said: remarks.Said, before: Members) -> Iterator[str]:
    yield from remarks.nesting(wanted, policy)
    yield from remarks.unchanged(wanted, policy, said)
    now = _members(wanted.top, policy)
    if before.is_listed and not now.problems:
        yield from remarks.unlisted(said, now.roster, policy.members_file)
    is_new = all(store.path != wanted.path for store in policy.stores)
    if is_new and wanted.kind == "private" and not now.problems:
        yield from remarks.ownership(wanted.owner, now.roster, policy)


def person_of(args: argparse.Namespace, git: Git) -> Person:
    """Whoever makes the store: as was said, else git's user."""
    if said := args.who or environ_who():
        return Person(said)
    return Person(git.ask("config", "user.name") or "", git.ask("config", "user.email") or "")


def _id(person: Person, roster: Roster) -> str:
    """How the members file calls somebody, or will."""
    member = roster.find_email(person.email) or roster.find(person.name)
    return member.id if member else person.id
