"""Whether each store is where the configuration says, in git, and as git should keep it."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping

from wiki_hooks.checkup.check import GAP, NOTE, OK, Check, quoted, seen_from
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import Repository
from wiki_schema.change import Tree, text_of
from wiki_schema.index import Paths, listed
from wiki_schema.paths import folder_of
from wiki_schema.policy import Policy, Store, scaffold
from wiki_schema.policy.reader import suggest
from wiki_schema.telling import count
from wiki_schema.text import decode, visible
from wiki_schema.value import Value

_SHOWN = 5


class Place(Value):
    """A repository, what lies in it, and the folder from which one looks."""

    repository: Repository
    tree: Tree
    paths: Collection[str]
    folder: str

    def typed(self, path: str) -> str:
        """A path as it is typed in that folder."""
        return seen_from(self.folder, self.repository.top, path)


def stores(repository: Repository, folder: str, policy: Policy) -> Iterator[Check]:
    """Every store in turn, and at the end how many notes there are."""
    tree = disk(repository)
    place = Place(repository, tree, tree.paths(), folder)
    for store in policy.stores:
        flags = _flags(repository.git, store)
        if not flags and not os.path.isdir(os.path.join(repository.top, store.path)):
            yield _no_folder(place, policy, store)
            continue
        for what, path in (("log", store.log_path), ("index", store.index_path)):
            yield _file(place, store, what, path, flags)
        yield from _hidden_changes(place, flags)
        yield from _attributes(place, store)
    yield from _notes(place, policy)


def _flags(git: Git, store: Store) -> dict[str, str]:
    """What git tracks of a store, with the letter that says how it looks at each file."""
    told = git.run("ls-files", "-v", "-z", "--", store.path or ".", store.log_path, store.index_path)
    return {line[2:]: line[0] for line in decode(told).split("\0") if line}


def _no_folder(place: Place, policy: Policy, store: Store) -> Check:
    """A store that is nowhere, with the folder that was probably meant."""
    name = store.log_path.rpartition("/")[2]
    taken = {other.path for other in policy.stores}
    logs = {folder_of(path) for path in place.paths if path.rpartition("/")[2] == name}
    logs -= {*taken, ""}
    words = f"{visible(store.path)}: there is no such folder, so this store guards nothing"
    near = suggest(store.path, logs).removeprefix("; did you mean ").removesuffix("?")
    meant = near or (next(iter(logs)) if len(logs) == 1 else "")
    if not meant:
        return Check(GAP, words, f"memwiki init {place.typed(store.path)}")
    words = f"{words}; did you mean {visible(meant)}?"
    return Check(GAP, words, f'set path = "{visible(meant)}" for it in {policy.source}')


def _file(place: Place, store: Store, what: str, path: str, flags: Mapping[str, str]) -> Check:
    """The log or the index of a store."""
    label, shown = visible(store.path) or ".", f"the {what} {visible(path)}"
    full = os.path.join(place.repository.top, path)
    is_there = os.path.lexists(full)
    if path not in flags and not is_there:
        return Check(GAP, f"{label}: {shown} is missing", f"memwiki init {place.typed(store.path)}")
    if path not in flags:
        return Check(GAP, f"{label}: {shown} is not in git", f"git add {from_top([path])}")
    if not is_there and flags[path] != "S":
        return Check(GAP, f"{label}: {shown} is gone from the disk", f"git restore {from_top([path])}")
    if os.path.islink(full):
        return Check(GAP, f"{label}: {shown} is a link", "put the file itself there")
    return Check(OK, f"{label}: {visible(path)}")


def _hidden_changes(place: Place, flags: Mapping[str, str]) -> Iterator[Check]:
    """Files whose changes git was told not to look at."""
    for path, flag in sorted(flags.items()):
        option = "assume-unchanged" if flag.islower() else "skip-worktree" if flag == "S" else ""
        # In a sparse checkout the files that are left out bear the second mark, and rightly.
        if option and os.path.lexists(os.path.join(place.repository.top, path)):
            words = f"git does not look at changes of {visible(path)} ({option})"
            yield Check(GAP, words, f"git update-index --no-{option} {place.typed(path)}")


def _notes(place: Place, policy: Policy) -> Iterator[Check]:
    """How many notes there are, and which of them no index lists."""
    number = 0
    for store in policy.stores:
        notes = [path for path in place.paths if policy.store_of_note(path) == store]
        paths = Paths(filter(store.holds, place.paths), store.link_base)
        known = listed(store.index_path, store.path, lambda path: text_of(place.tree.read(path)), paths).notes
        number += len(notes)
        unlisted = sorted(visible(path) for path in notes if path not in known)
        if unlisted:
            shown = ", ".join(unlisted[:_SHOWN]) + (", …" if len(unlisted) > _SHOWN else "")
            words = f"{count(len(unlisted), 'note')} not listed in {visible(store.index_path)}: {shown}"
            yield Check(NOTE, words, "write one line for each there: - [title](path)")
    yield Check(OK, f"{count(len(policy.stores), 'store')}, {count(number, 'note')}")


def _attributes(place: Place, store: Store) -> Iterator[Check]:
    """What git does to a log or an index on its way to the disk."""
    names = ("filter", "working-tree-encoding")
    answer = place.repository.git.run("check-attr", "-z", *names, "--", store.log_path, store.index_path)
    fields = decode(answer).split("\0")
    for path, name, value in zip(fields[::3], fields[1::3], fields[2::3], strict=False):
        shown = visible(path)
        if value in ("unspecified", "unset"):
            continue
        words = f"git keeps {shown} in another form ({name}={visible(value)}), so no line can be compared"
        line = f"{scaffold.pattern(path)} -{name}"
        yield Check(GAP, words, f"echo {quoted(line)} >> {place.typed('.gitattributes')}")
