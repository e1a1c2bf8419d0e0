"""A log or an index merged anew, and whether what is there instead is as good."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from wiki_hooks.git.merging import archives_in
from wiki_hooks.git.resolving import (
    agreed_lines,
    conflicts,
    known_lines,
    outside,
    resolved,
    solid,
    without_markers,
)
from wiki_hooks.place.environment import today
from wiki_hooks.plumbing.process import Git
from wiki_schema.change import Tree
from wiki_schema.compare.log_diff import NEWEST_FIRST, in_order
from wiki_schema.log import LogFormat
from wiki_schema.merge import Merged
from wiki_schema.merge.entries import Reading
from wiki_schema.merge.index import merge_index
from wiki_schema.merge.log import merge_log
from wiki_schema.merge.page import read_page
from wiki_schema.policy import Store
from wiki_schema.text import decode, encode, split_lines
from wiki_schema.value import Value


def never_put_away(_was: str, _now: str) -> bool:
    """Nothing is put away."""
    return False


class File(Value):
    """A log or an index, and how it is merged."""

    path: str
    """From the top."""
    join: Callable[[str, str, str], Merged]
    """Makes one of base, ours and theirs, where two histories meet."""
    redo: Callable[[str, str, str], Merged]
    """Does to ours what theirs did to the base."""
    parts: Callable[[str], Counter[tuple[str, ...]]]
    """What it holds: entries or lines, each as often as it does."""
    is_put_away: Callable[[str, str], bool] = never_put_away
    """Whether all that a text holds lies in an archive that a later text names, and not in that text."""
    is_log: bool = False

    def joined(self, versions: Sequence[str], redo: bool = False) -> Merged:
        """What a base and its sides, two or more, make together."""
        base, text, *others = versions
        merged = Merged(text)
        for other in others:
            more = (self.redo if redo else self.join)(base, merged.text, other)
            merged = Merged(more.text, (*merged.either, *more.either))
        return merged

    def is_as_good(self, text: str, merged: Merged, versions: Sequence[str]) -> bool:
        """Whether a text holds just what was merged, if in another order, and keeps that of each side."""
        if merged.clashes or self.parts(text) != self.parts(merged.text):
            return False
        lines = split_lines(text)
        there = set(lines)
        return all(in_order([line for line in solid(side) if line in there], lines) for side in versions[1:])

    def resolved(self, merged: Merged, text: str, versions: Sequence[str]) -> Merged:
        """With what somebody has decided in a text where both sides clash, and with what is new there."""
        decided = resolved(merged, text, versions, self.is_log)
        lines, known = split_lines(text), known_lines(versions)
        if decided.clashes and conflicts(lines, known):
            rest = Counter(line for line in outside(lines, known) if line.strip())
            if not agreed_lines(decided) - rest:
                return Merged(text, decided.either)  # nothing is missing: only the choice is
        made = self._with_new(decided, [*versions, decided.text], text)
        return made if made.clashes <= decided.clashes else Merged(text, decided.either)

    def with_later(self, merged: Merged, was: str, now: str) -> Merged:
        """With what was written since."""
        later = self.redo(was, merged.text, now)
        return Merged(later.text, (*merged.either, *later.either))

    def _with_new(self, merged: Merged, versions: Sequence[str], now: str) -> Merged:
        """With the lines that somebody has put into the result, which are in none of the versions."""
        known = known_lines(versions)
        lines = without_markers(now.split("\n"), known_lines(versions[:-1]))
        old = [line for line in lines if line.rstrip("\r") in known]
        return merged if old == lines else self.with_later(merged, "\n".join(old), "\n".join(lines))


def log_file(store: Store, format: LogFormat, trees: Sequence[Tree], disk: Tree) -> File:
    """The log of a store. `trees` are those in which archives of it may lie; `disk` is as it is now."""
    reading = Reading(format, store.log_order == NEWEST_FIRST, today())

    def join(base: str, ours: str, theirs: str) -> Merged:
        def archived(preamble: str) -> Iterator[str]:
            return archives_in(trees, store, preamble)

        return merge_log(base, ours, theirs, reading, archived=archived)

    def redo(base: str, ours: str, theirs: str) -> Merged:
        return merge_log(base, ours, theirs, reading, keeps_ours=True)

    def parts(text: str) -> Counter[tuple[str, ...]]:
        sections = reading.sections(read_page(text, "\n").lines)
        return Counter((section.under, *entry.said) for section in sections for entry in section.entries)

    def is_put_away(was: str, now: str) -> bool:
        lines = list(solid(was))
        if in_order(lines, split_lines(now)):
            return False
        return any(in_order(lines, split_lines(text)) for text in archives_in((disk,), store, now))

    return File(store.log_path, join, redo, parts, is_put_away, is_log=True)


def index_file(store: Store, path: str) -> File:
    """An index of a store, or a nested one."""

    def merge(base: str, ours: str, theirs: str) -> Merged:
        return merge_index(base, ours, theirs, store.relative(path) or path)

    def parts(text: str) -> Counter[tuple[str, ...]]:
        return Counter((line,) for line in solid(text))

    return File(path, merge, merge, parts)


# Without a driver


def merged_as_text(git: Git, versions: Sequence[str]) -> Iterator[str]:
    """What git makes of two sides without a driver, where it needs no person: by union, and by itself."""
    from tempfile import TemporaryDirectory

    if len(versions) != 3:
        return
    with TemporaryDirectory(prefix="memwiki-") as folder:
        base, ours, theirs = (os.path.join(folder, name) for name in ("base", "ours", "theirs"))
        for path, text in zip((base, ours, theirs), versions, strict=True):
            with open(path, "wb") as file:
                file.write(encode(text))
        yield decode(git.run("merge-file", "-p", "--union", ours, base, theirs))
