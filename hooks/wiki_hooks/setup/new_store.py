"""Making a store on disk: nothing that stands there is ever written over."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from datetime import date

from wiki_schema import paths
from wiki_schema.disk.plain import read_plain
from wiki_schema.finding import CannotCheck
from wiki_schema.policy import POLICY_FILES, Policy, Store, read_policy, scaffold
from wiki_schema.policy.scaffold import Person
from wiki_schema.text import decode, encode, visible
from wiki_schema.value import Value

WROTE = "wrote"
KEPT = "kept"
ADDED = "added"
ADD = "to add"

ATTRIBUTES = ".gitattributes"

MEMBERS_HEAD = """\
# Who writes here. Roles: admin, member, guest, agent.
# Names that provenance and log lines may use: id, name and aliases. An agent says whom it acts_for.

"""


class Done(Value):
    """What became of one file."""

    what: str
    """`wrote`, `kept`, `added` to, or `to add` by hand."""
    path: str
    more: str = ""


class Wanted(Value):
    """The store to make."""

    top: str
    """The folder of memwiki.toml."""
    path: str
    """The store's folder below it; empty for the top itself."""
    kind: str
    owner: str
    person: Person
    """Whoever makes it, who becomes the first admin; with an empty name nobody does."""
    day: date


def policy_of(top: str) -> Policy | None:
    """What configures the stores below a folder, as it lies on disk; None where nothing does."""
    return read_policy(reader(top))


def reader(top: str) -> Callable[[str], str | None]:
    """A function that gives the text of a file below a folder, None where there is none."""
    return lambda name: _read(os.path.join(top, name))


def make(wanted: Wanted) -> Iterator[Done]:
    """Make the store, and the configuration where there is none. Yields what became of each file."""
    policy = policy_of(wanted.top)
    table = scaffold.store_table(wanted.path, wanted.kind, wanted.owner)
    yield _configure(wanted, policy, table)
    yield _members(wanted, policy.members_file if policy else Policy(()).members_file)
    store = next((s for s in policy.stores if s.path == wanted.path), None) if policy else None
    made = list(_store_files(wanted, store or Store(wanted.path, wanted.kind, wanted.owner)))
    yield from made
    if all(done.what == WROTE for done in made) and os.path.lexists(os.path.join(wanted.top, ".git")):
        yield from _attributes(wanted, store or Store(wanted.path))


def _store_files(wanted: Wanted, store: Store) -> Iterator[Done]:
    """The files of the store, under the names that the configuration gives them."""
    files = scaffold.store_files(store.kind, store.owner, wanted.day)
    if store.log_format != "memwiki":
        files["log.md"] = scaffold.OTHER_LOG
    names = {"index.md": store.index_path, "log.md": store.log_path}
    if any(os.path.lexists(os.path.join(wanted.top, path)) for path in names.values()):
        # A note in a store that was there would need lines in its index and log, which are not ours.
        files.pop("user.md", None)
    for name, text in files.items():
        path = names.get(name) or paths.join(wanted.path, name) or name
        os.makedirs(os.path.join(wanted.top, paths.folder_of(path)), exist_ok=True)
        yield _write(wanted.top, path, text)


def _configure(wanted: Wanted, policy: Policy | None, table: str) -> Done:
    own, project = POLICY_FILES
    if policy is None:
        read_policy({own: table}.get)  # a folder whose name no path can have is refused before all else
        return _write(wanted.top, own, table)
    if any(store.path == wanted.path for store in policy.stores):
        return Done(KEPT, policy.source, "it has this store")
    if policy.source == project:
        return Done(ADD, project, table.replace("[[store]]", "[[tool.memwiki.store]]"))
    text = _read(os.path.join(wanted.top, own)) or ""
    more = ("" if text.endswith("\n") else "\n") + "\n" + table
    read_policy({own: text + more}.get)  # raises before anything is written
    _append(os.path.join(wanted.top, own), more)
    return Done(ADDED, own, "one more store")


def _members(wanted: Wanted, name: str) -> Done:
    table = scaffold.member_table(wanted.person) if wanted.person.id else ""
    done = _write(wanted.top, name, MEMBERS_HEAD + table)
    if done.what == WROTE:
        return done._replace(more=f"{wanted.person.name} is admin" if table else "nobody is admin yet")
    return done


def _attributes(wanted: Wanted, store: Store) -> Iterator[Done]:
    """Ask git to keep line ends, so that no checkout rewrites every line of a log; and to merge by lines."""
    lines = (
        scaffold.attributes_line(store.path),
        scaffold.log_attributes(store.log_path),
        scaffold.index_attributes(store.path, store.index_path),
    )
    yield from add_attributes(wanted.top, lines, "line ends and merges of the store")


def add_attributes(top: str, lines: Iterable[str], what: str) -> Iterator[Done]:
    """Add what `.gitattributes` lacks, behind all that stands there; what the user wrote stays as it is."""
    path = os.path.join(top, ATTRIBUTES)
    text = _read(path)
    if text is None:
        yield _write(top, ATTRIBUTES, "".join(lines))
        return
    more = "".join(line for line in lines if line not in text)
    if more:
        _append(path, ("" if text.endswith("\n") or not text else "\n") + more)
        yield Done(ADDED, ATTRIBUTES, what)


def _read(path: str) -> str | None:
    try:
        return decode(read_plain(path))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise CannotCheck(f"{visible(path)} cannot be read: {error.strerror}") from None


def _write(top: str, path: str, text: str) -> Done:
    """A new file; one that is there is kept, even if it is only a link to nowhere."""
    full = os.path.join(top, path)
    try:
        with open(full, "xb") as file:
            file.write(encode(text))
    except FileExistsError:
        return Done(KEPT, path, "it was there")
    except OSError as error:
        raise CannotCheck(f"{visible(path)} cannot be written: {error.strerror}") from None
    return Done(WROTE, path)


def _append(path: str, text: str) -> None:
    try:
        with open(path, "ab") as file:
            file.write(encode(text))
    except OSError as error:
        raise CannotCheck(f"{visible(path)} cannot be written: {error.strerror}") from None
