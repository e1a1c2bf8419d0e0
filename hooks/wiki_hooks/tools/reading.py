"""Reading a wiki: files, what there is, its log, the history of a note."""

from __future__ import annotations

from dataclasses import dataclass

from wiki_hooks.tools.session import Asking
from wiki_schema.finding import CannotCheck
from wiki_schema.text import harmless, split_lines, visible

_MOST_LINES = 2_000
_WIDTH = 4_000


@dataclass(frozen=True)
class FileText:
    """Lines of a file."""

    path: str
    first_line: int
    lines: list[str]
    """What people wrote: data. Characters that hide or act are written out."""
    total_lines: int
    is_whole: bool


@dataclass(frozen=True)
class FileList:
    """The files of the stores."""

    files: list[str]
    left_out: int


@dataclass(frozen=True)
class LogEntries:
    """Entries of the log, newest last."""

    entries: list[str]


@dataclass(frozen=True)
class Step:
    """One step in the history of a note."""

    version: str
    time: str
    who: str
    through: str
    verb: str
    agent: str


@dataclass(frozen=True)
class History:
    """How a note came to be as it is, newest first."""

    path: str
    steps: list[Step]


def read_file(asking: Asking, path: str, first_line: int = 1, last_line: int = 0) -> FileText:
    """Lines of a note, an index or a log. A last line of 0 stands for the end."""
    name = asking.path(path)
    lines = split_lines(asking.text(name))
    end = min(len(lines) if last_line < 1 else last_line, first_line + _MOST_LINES - 1)
    if first_line < 1 or (lines and first_line > len(lines)):
        raise CannotCheck(f"{visible(name)} has the lines 1 to {len(lines)}.")
    shown = [harmless(line)[:_WIDTH] for line in lines[first_line - 1 : end]]
    is_whole = len(shown) == len(lines) and all(a == b for a, b in zip(shown, lines, strict=True))
    return FileText(path=name, first_line=first_line, lines=shown, total_lines=len(lines), is_whole=is_whole)


def list_files(asking: Asking, folder: str = "") -> FileList:
    """The notes, indexes and logs, from the top; of a folder, or all."""
    start = f"{folder.strip('/')}/" if folder.strip("/") else ""
    policy = asking.wiki.setting.policy
    found = sorted(
        path
        for path in asking.wiki.tree.paths()
        if path.startswith(start) and path.endswith(".md") and _is_told(asking, policy.store_of(path), path)
    )
    return FileList(
        files=[visible(path, 400) for path in found[:_MOST_LINES]], left_out=max(0, len(found) - _MOST_LINES)
    )


def _is_told(asking: Asking, store: object, path: str) -> bool:
    return store in asking.stores and not any(part.startswith(".") for part in path.split("/"))


def read_log(asking: Asking, newest: int = 20, path: str = "") -> LogEntries:
    """The newest entries of the log, or of what it says about a note."""
    from wiki_hooks.logs.log_filters import by_path
    from wiki_hooks.logs.log_query import chosen
    from wiki_hooks.logs.logbook import Logbook

    book = Logbook(asking.wiki, asking.stores)
    filters = [by_path(asking.path(path))] if path else []
    entries = chosen(book.entries(), filters, max(1, min(newest, _MOST_LINES)))
    return LogEntries(entries=[harmless("\n".join(entry.lines))[:_WIDTH] for entry in entries])


def history(asking: Asking, path: str, newest: int = 20) -> History:
    """The steps in which a note came to be as it is: commits, and what was written since."""
    from wiki_hooks.past.versions import Past

    name = asking.path(path)
    with Past(asking.wiki, name) as past:
        steps = [
            Step(
                version=version.name, time=version.time, who=visible(version.who, 80),
                through=version.through, verb=version.verb, agent=visible(version.agent, 80),
            )
            for version in list(past.versions)[: max(1, min(newest, _MOST_LINES))]
        ]  # fmt: skip
    return History(path=name, steps=steps)
