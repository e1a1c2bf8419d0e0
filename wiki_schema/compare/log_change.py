"""What happened to a store's log: how it grew, and what it lost."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_schema.change import FILE, text_of
from wiki_schema.compare.growth import Growth, LogLoss, grow, is_rotation, weave
from wiki_schema.compare.redaction import is_redaction_of
from wiki_schema.log import LogLine
from wiki_schema.text import path_key

if TYPE_CHECKING:
    from wiki_schema.compare.store_change import StoreChange


class LogChange:
    """The log of one store, before and after."""

    def __init__(self, seen: StoreChange, path_after: str) -> None:
        """`path_after` is where the policy after the change keeps the log."""
        self.seen = seen
        self.path = path_after or seen.store.log_path
        """Where the log stands after the change."""
        self.path_before = seen.change.moved_logs.get(self.path, seen.store.log_path)
        """Where it stood before."""

    @cached_property
    def before(self) -> str:
        """The text of the log before; empty where there was none."""
        return text_of(self.seen.read_before(self.path_before)) or ""

    @cached_property
    def after(self) -> str | None:
        """The text of the log after; None where there is none, or a link stands in its place."""
        return text_of(self.seen.read_after(self.path))

    @cached_property
    def growth(self) -> Growth:
        """How the log grew: its new lines, and what it lost."""
        files = self.seen.change.files
        if self.path == self.path_before and self.path not in files:
            return Growth((), ())
        after = self.after or ""
        if self.rotation:
            return grow("", after, self.seen.log_format, self.seen.store.log_order, self.seen.day)
        if self.seen.change.others:
            others = [text_of(tree.read(self.path)) or "" for tree in self.seen.change.others]
            base = text_of(self.seen.change.base.read(self.path)) if self.seen.change.base else None
            return weave(
                self.before,
                after,
                others,
                base,
                self.seen.log_format,
                self.seen.store.log_order,
                self.seen.day,
            )
        return grow(self.before, after, self.seen.log_format, self.seen.store.log_order, self.seen.day)

    @cached_property
    def rotation(self) -> str:
        """The archive a rotation made, empty where there was none."""
        if not self.before or self.after is None:
            return ""
        for path, (old, new) in self.seen.files.items():
            if old is None and new is not None and new.mode == FILE and self.seen.store.is_archive(path):
                name = path.rpartition("/")[2]
                if is_rotation(self.before, self.after, name, new.text, self.seen.log_format):
                    return path
        return ""

    @cached_property
    def losses(self) -> tuple[LogLoss, ...]:
        """What the log lost, or had changed; an admin's redaction that a CONFLICT line tells of is none."""
        if self.before and self.after is None:
            return (LogLoss("gone", 0, ""),)
        return tuple(loss for loss in self.growth.losses if not self._is_redaction(loss))

    def _is_redaction(self, loss: LogLoss) -> bool:
        if loss.kind not in ("edited", "preamble") or not self.seen.roster.is_admin(self.seen.actor):
            return False
        has_verbs = self.seen.log_format.has_fields
        told = any(entry.verb == "CONFLICT" or not has_verbs for entry in self.new_entries)
        return told and is_redaction_of(loss.old, loss.new)

    @cached_property
    def touched(self) -> bool:
        """Whether the log lost anything, or an archive changed."""
        return bool(self.losses or self.archives)

    @cached_property
    def new_lines(self) -> tuple[tuple[int, str], ...]:
        """The lines the log gained: number and raw text."""
        return self.growth.new

    @cached_property
    def new_entries(self) -> tuple[LogLine, ...]:
        """The entries the log gained; in a merge those that no parent has."""
        return self._entries(self.new_lines)

    @cached_property
    def telling_entries(self) -> tuple[LogLine, ...]:
        """The entries that may tell of this change: in a merge also those that another parent brought."""
        return (*self.new_entries, *self._entries(self.growth.brought))

    @cached_property
    def entries_by_path(self) -> dict[str, list[LogLine]]:
        """The telling entries by the path they speak of."""
        by_path: dict[str, list[LogLine]] = {}
        for entry in self.telling_entries:
            by_path.setdefault(entry_path(entry), []).append(entry)
        return by_path

    def _entries(self, lines: Iterable[tuple[int, str]]) -> tuple[LogLine, ...]:
        read = self.seen.log_format.read
        return tuple(entry for number, raw in lines if (entry := read(number, raw)) is not None)

    @cached_property
    def archives(self) -> dict[str, tuple[str, str | None]]:
        """Archives of the log that changed: text before and after."""
        return {
            path: (old.text, text_of(new))
            for path, (old, new) in self.seen.files.items()
            if old is not None and self.seen.store.is_archive(path) and old != new
        }


def entry_path(entry: LogLine) -> str:
    """The path of an entry, as paths are compared."""
    return path_key(entry.path).removeprefix("./")
