"""When the health pass last ran: a tiny file beside the wiki, and the `LINT` lines of its logs.

To ask costs no process, so that a timer may ask every hour.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import date, timedelta
from typing import TYPE_CHECKING

from wiki_hooks.place.owing import state_of
from wiki_hooks.place.settings import reader
from wiki_hooks.place.wiki import find_wiki
from wiki_hooks.plumbing.repository import NoRepository, find_repository
from wiki_schema.change import Tree, text_of
from wiki_schema.disk.locks import make_state
from wiki_schema.disk.refusal import CannotWrite
from wiki_schema.disk.tree import WorkTree
from wiki_schema.log import MEMWIKI, Log, LogFormat, LogLine
from wiki_schema.policy import Policy, Store, read_policy
from wiki_schema.text import parse_day
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy

VERB = "LINT"

_NAME = "linted"


class Pass(Value):
    """When a wiki was last looked through."""

    day: date | None
    """UTC; None where nobody knows of a pass."""
    interval: int
    """After how many days the next one is due."""

    @property
    def told(self) -> str:
        """When it was, and when the next one is due, of a wiki that was looked through."""
        if self.day is None:
            return "the health pass has never run here"
        return f"the last health pass was on {self.day}, the next is due on {self.day + self._between}"

    @property
    def _between(self) -> timedelta:
        return timedelta(days=self.interval)

    def is_due(self, today: date) -> bool:
        """Whether another pass is due. A pass in the future, as a wrong clock leaves it, is none."""
        return self.day is None or self.day > today or (today - self.day).days >= self.interval


def remember(state: str, day: date) -> None:
    """Remember that the wiki was looked through; where that cannot be written, the next pass comes sooner."""
    with suppress(OSError, CannotWrite):
        make_state(state)
        with open(os.path.join(state, _NAME), "w", encoding="ascii") as file:
            file.write(f"{day}\n")


def last_pass(cwd: str, environ: Mapping[str, str], today: date, manager: pluggy.PluginManager) -> Pass:
    """The last pass over the wiki of a folder. Its logs are read only where that may decide something.

    Raises `CannotCheck` where nothing configures a wiki.
    """
    try:
        repository = find_repository(cwd, environ)
    except NoRepository:
        wiki = find_wiki(cwd, environ, manager)
        top, state = wiki.top, wiki.state
    else:
        top, state = repository.top, state_of(repository.git_dir)
    tree = WorkTree(top, tuple)
    policy = read_policy(reader(tree)) or find_wiki(cwd, environ, manager).setting.policy
    here = Pass(_remembered(state), int(str(policy.lint["interval_days"])))
    if not here.is_due(today):
        return here
    days = [day for day in (here.day, _logged(tree, policy, manager)) if day is not None and day <= today]
    return here._replace(day=max(days, default=None))


def _remembered(state: str) -> date | None:
    try:
        with open(os.path.join(state, _NAME), encoding="ascii") as file:
            return parse_day(file.read(20).strip())
    except (OSError, ValueError):
        return None


def _logged(tree: Tree, policy: Policy, manager: pluggy.PluginManager) -> date | None:
    """The day on which the logs of all stores say that they were looked through."""
    days = list(_newest_lines(tree, policy, manager))
    known = [day for day in days if day is not None]
    return min(known) if known and len(known) == len(days) else None


def _newest_lines(tree: Tree, policy: Policy, manager: pluggy.PluginManager) -> Iterator[date | None]:
    for store in policy.stores:
        text = text_of(tree.read(store.log_path))
        if text is not None:
            yield _newest(text, _format_of(store, manager))


def _format_of(store: Store, manager: pluggy.PluginManager) -> LogFormat | None:
    if store.log_format == MEMWIKI.name:
        return MEMWIKI
    from wiki_schema.judge import load_formats

    return load_formats(manager).get(store.log_format)


def _newest(text: str, log_format: LogFormat | None) -> date | None:
    if log_format is None:
        return None
    days = (entry.day for entry in Log.parsed(text, log_format).entries if _is_pass(entry))
    return max((day for day in days if day is not None), default=None)


def _is_pass(entry: LogLine) -> bool:
    """Whether an entry tells of a pass. Where a format has no verb, its words begin with it."""
    if entry.verb:
        return entry.verb == VERB
    return entry.what.lstrip("*_`").lower().startswith(VERB.lower())
