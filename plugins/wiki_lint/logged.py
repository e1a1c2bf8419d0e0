"""What the logs of a store hold, as the rules about them look at it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from wiki_schema.finding import Finding
from wiki_schema.log import LogLine
from wiki_schema.text import encode, path_key
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView

NEWEST_FIRST = "newest-first"

# So many lines of one log are told one by one; more are one finding.
_MOST = 5


class Place(Value):
    """An entry, and the file it stands in."""

    path: str
    entry: LogLine

    @property
    def about(self) -> str:
        """The path it speaks of, as paths are compared."""
        return path_key(self.entry.path).removeprefix("./")


def is_told_here(view: StoreView) -> bool:
    """Whether what is wrong with a log is this store's to tell: of a log that several share, the first's."""
    return view.policy.store_of_log(view.store.log_path) is view.store


def written(view: StoreView) -> Iterator[Place]:
    """Every entry of the log and its archives, in the order in which they were written."""
    for path, log in view.logs:
        entries = log.entries[::-1] if view.store.log_order == NEWEST_FIRST else log.entries
        for entry in entries:
            yield Place(path, entry)


def key_of(words: str) -> str:
    """What a line is called in a baseline, which all may read: nothing of what it says."""
    return sha256(encode(words)).hexdigest()[:16]


def command(view: StoreView, who: str, path: str, what: str) -> str:
    """The command that says in the log what was done, today and under a path of the store.

    Empty for what cannot stand there, and where nobody is known to say it.
    """
    try:
        lines = view.log_format.render(LogLine(0, "", view.day, "UPDATE", who, path, what))
    except ValueError:
        return ""
    words = (view.store.log_path, *lines)
    return f"memwiki append {' '.join(map(shlex.quote, words))}" if who else ""


def accepting(rule: str, path: str, line: int = 0) -> str:
    """The command that accepts what a rule found in a file, or in one line of it, and nothing else."""
    place = f"{path}:{line}" if line else path
    return f"memwiki lint --write-baseline --rule {rule} {shlex.quote(place)}"


def few_or_one(findings: Iterable[Finding], message: str, hint: str, key: str) -> Iterator[Finding]:
    """Findings of one file as they are while they are few; else a single one that shows the first.

    `message` has `{count}` where their number comes.
    """
    found = list(findings)
    if len(found) <= _MOST:
        yield from found
        return
    first, *others = found
    also = tuple((each.path, each.line) for each in others[: _MOST - 1])
    told = f"{message.replace('{count}', f'{len(found):,}')} The first: {first.message}"
    yield Finding(first.path, first.line, told, hint, also=also, key=key, number=len(found))
