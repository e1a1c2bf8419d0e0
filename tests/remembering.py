"""What memwiki remembers of agents at work: writes that were announced, and those that landed."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from wiki_hooks.place.owing import state_of
from wiki_schema.disk import revisions
from wiki_schema.disk.announcements import GONE, announce
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.database import open_database
from wiki_schema.text import encode


def state_at(top: Path) -> Path:
    """Where a repository keeps what memwiki remembers of it."""
    return Path(state_of(str(top / ".git")))


def announced(
    top: Path,
    path: str,
    before: str | bytes | None,
    after: str | bytes | None,
    agent: str,
    who: str = "Ben Okri",
    session: str = "s-1",
) -> None:
    """An agent's hook announced a write."""
    with closing(open_database(str(state_at(top)))) as db:
        announce(db, path, _state(after), who, "hook", agent, session, before=_state(before))


def landed(
    top: Path, path: str, before: str, after: str, who: str, through: str = "hook", verb: str = "ADD"
) -> None:
    """A write was seen and entered, through a door."""
    with closing(open_database(str(state_at(top)))) as db:
        moment = "2026-11-30T12:00:00Z"
        revisions.record(db, path, before.encode(), after.encode(), who, through, verb, moment)


def _state(content: str | bytes | None) -> str:
    if content is None:
        return GONE
    return hash_of(content if isinstance(content, bytes) else encode(content))
