"""Events as sentences. The words in them are data: whoever shows them makes them harmless."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from wiki_hooks.watch.batch import AWAY, BY_GIT, SAVED, Event, Settled
from wiki_hooks.watch.meaning import Meaning, Wanted
from wiki_hooks.watch.who import Author
from wiki_schema.telling import count


def by_git(changes: Sequence[Settled], moved: str) -> Iterator[Event]:
    """One event for all that git did at once."""
    if not changes:
        return
    files = count(len(changes), "file")
    if moved:
        yield Event(BY_GIT, f"git: {moved}, {files}")
    elif len(changes) == 1:
        yield Event(BY_GIT, f"git: {changes[0].path} is as the last commit has it", changes[0].path)
    else:
        yield Event(BY_GIT, f"git: {files} as the last commit has them")


def saved(
    changes: Sequence[Settled],
    authors: Mapping[str, Author],
    meaning: Meaning,
    cause: str,
    is_written: bool,
    undone: Collection[str] = (),
) -> Iterator[Event]:
    """An event for each file that was saved, with its log lines and what is wrong with it.

    `undone` are those that are again as the last commit has them.
    """
    paths = [change.path for change in changes]

    def place(path: str) -> str:
        """The file with which something is told; what is about none of them is told with the last one."""
        return path if path in paths else paths[-1]

    for change in changes:
        wanted = [want for want in meaning.wanted if place(want.note) == change.path]
        found = tuple(finding for finding in meaning.findings if place(finding.path) == change.path)
        who = authors[change.path].label
        lines = tuple(line for want in wanted for line in want.lines if line.strip())
        again = " as the last commit has it" if change.path in undone else ""
        told = f"{_did(change, who, cause)}{again}{_meant(wanted, is_written)}"
        yield Event(SAVED, told, change.path, who, lines if is_written else (), found)


def _did(change: Settled, who: str, cause: str) -> str:
    done = "removed" if change.after is None else "saved" if change.before is not None else "made"
    return f"{who} {done} {change.path}{' while away' if cause == AWAY else ''}"


def _meant(wanted: Sequence[Wanted], is_written: bool) -> str:
    if not wanted:
        return ""
    if not any(want.lines for want in wanted):
        return ": it has no log line, because a name cannot stand in one: rename it"
    what = "; ".join(f"{want.entry.verb} {want.entry.what}" for want in wanted)
    return f": {what}" if is_written else f": {what} (the log is written when git rests)"
