"""Whether anything runs the health pass, and when it last ran. Neither is a gap: it protects nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.checkup.check import NOTE, OK, Check
from wiki_hooks.checkup.hooks import CI_FILES, mentions
from wiki_hooks.health.last import last_pass
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.setup import precommit_config
from wiki_schema.finding import CannotCheck
from wiki_schema.telling import count

if TYPE_CHECKING:
    from pluggy import PluginManager

COMMAND = "memwiki lint"
HOOK = "memwiki-lint"


def health(
    repository: Repository, environ: Mapping[str, str], today: date, manager: PluginManager
) -> Iterator[Check]:
    """When the last pass was, and what runs the next."""
    try:
        last = last_pass(repository.top, environ, today, manager)
    except CannotCheck:  # which was told before
        return
    state = NOTE if last.is_due(today) else OK
    words = f"the last health pass was on {last.day}" if last.day else "the health pass has never run here"
    yield Check(state, words, COMMAND if state == NOTE else "")
    runner = _runner(repository.top)
    if runner:
        yield Check(OK, f"{runner} runs the health pass")
    else:
        words = "nothing in this repository runs the health pass"
        yield Check(NOTE, words, f"from a timer: {COMMAND} --due (every {count(last.interval, 'day')})")


def _runner(top: str) -> str:
    """What runs the pass by itself, as far as the repository tells; empty where nothing does."""
    if any(mentions(top, name, COMMAND) for name in CI_FILES):
        return "CI"
    return "a hook of pre-commit" if mentions(top, precommit_config.FILE, HOOK) else ""
