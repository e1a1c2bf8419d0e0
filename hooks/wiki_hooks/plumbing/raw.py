"""Git's raw differences: modes and object names of every path that changed, never a printed text."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema import text
from wiki_schema.change import FILE, LINK, OTHER
from wiki_schema.value import Value

OPTIONS = ("--raw", "-z", "-r", "--no-renames", "--no-abbrev", "--ignore-submodules=none")
"""Options under which nothing is hidden: a rename is a path gone and a path new."""

ABSENT = "000000"
SUBMODULE = "160000"
UNMERGED = "U"

_MODES = {"100644": FILE, "100755": FILE, "100664": FILE, "120000": LINK}


class Entry(Value):
    """One changed path."""

    old_mode: str
    new_mode: str
    old: str
    new: str
    status: str
    path: str

    @property
    def is_content(self) -> bool:
        """Whether more changed than the permission bits."""
        return self.old != self.new or kind(self.old_mode) != kind(self.new_mode)


def kind(mode: str) -> str:
    """What a mode says stands at a path: file, link, other, or "" for nothing."""
    return "" if mode == ABSENT else _MODES.get(mode, OTHER)


def is_zero(name: str) -> bool:
    """Whether an object name is the one git writes for none."""
    return bool(name) and not name.strip("0")


def parse(data: bytes) -> list[Entry]:
    """The entries of one difference."""
    return [entry for _, entries in parse_many(data) for entry in entries]


def parse_many(data: bytes) -> Iterator[tuple[str, list[Entry]]]:
    """The entries of many differences, each behind the name of its commit ("" where git gives none)."""
    commit = ""
    entries: list[Entry] = []
    fields = iter(data.split(b"\0"))
    for field in fields:
        if field.startswith(b":"):
            old_mode, new_mode, old, new, status = field[1:].decode("ascii").split(" ")
            entries.append(Entry(old_mode, new_mode, old, new, status, text.decode(next(fields))))
        elif field:
            if commit or entries:
                yield commit, entries
            commit, entries = field.decode("ascii"), []
    if commit or entries:
        yield commit, entries
