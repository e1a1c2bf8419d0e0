"""Who announced a write of some bytes, and how a file came from one state to another by announced writes."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from wiki_schema.disk import announcements, revisions
from wiki_schema.disk.announcements import GONE, Announcement, announce, announced, has_landed, way
from wiki_schema.disk.database import open_database

MOMENT = "2026-11-30T12:00:00Z"


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(str(tmp_path))) as found:
        yield found


def test_the_last_announcement_of_these_bytes_counts(db: sqlite3.Connection) -> None:
    assert announced(db, "a.md", "h") is None
    for who in ("ben", "anna"):
        announce(db, "a.md", "h", who, "edit", "an agent", "session", "use", MOMENT, "b")
    assert announced(db, "a.md", "h") == Announcement(
        "a.md", "h", "anna", "edit", "an agent", "session", "use", MOMENT, "b", 0, 2
    )
    assert announced(db, "a.md", "other") is None
    assert announced(db, "b.md", "h") is None
    assert announcements.paths(db) == {"a.md"}


@pytest.mark.parametrize(("tool_use", "entries"), [("use", 1), ("", 2)])
def test_a_call_that_two_hooks_tell_of_is_entered_once(
    db: sqlite3.Connection, tool_use: str, entries: int
) -> None:
    for _ in range(2):
        announce(db, "a.md", "h", "ben", "hook", "claude-code", "s-1", tool_use, MOMENT, "b")
    assert db.execute("SELECT count(*) FROM announcement").fetchone() == (entries,)


WHOLE, PART, NOTHING = True, False, None


@pytest.mark.parametrize(
    ("writes", "start", "end", "agents", "found"),
    [
        pytest.param([("A", "B", "one")], "A", "B", "one", WHOLE, id="one write"),
        pytest.param([("A", "B", "one"), ("B", "C", "one")], "A", "C", "one one", WHOLE, id="two writes"),
        pytest.param([("A", "B", "one"), ("B", "C", "two")], "A", "C", "two one", WHOLE, id="two agents"),
        pytest.param([("A", "B", "one"), ("X", "C", "one")], "A", "C", "one", PART, id="a hand in between"),
        pytest.param([("X", "B", "one")], "A", "B", "one", PART, id="a hand before"),
        pytest.param([("A", "B", "one")], "A", "X", "", NOTHING, id="a hand afterwards"),
        pytest.param([("A", "B", "one"), ("B", "A", "one")], "A", "B", "one", WHOLE, id="and back"),
        pytest.param(
            [("A", "B", "one"), ("B", "A", "one"), ("A", "B", "two")], "A", "B", "two", WHOLE, id="A, B, A, B"
        ),
        pytest.param([("B", "C", "one"), ("A", "B", "one")], "A", "C", "one", PART, id="in another order"),
        pytest.param([(GONE, "B", "one")], GONE, "B", "one", WHOLE, id="a new file"),
        pytest.param([("A", GONE, "one")], "A", GONE, "one", WHOLE, id="a removed one"),
        pytest.param([(None, "B", "one")], "A", "B", "one", WHOLE, id="that does not say what was there"),
    ],
)
def test_the_way_of_a_file(
    db: sqlite3.Connection,
    writes: list[tuple[str | None, str, str]],
    start: str,
    end: str,
    agents: str,
    found: bool | None,
) -> None:
    for before, after, agent in writes:
        announce(db, "a.md", after, "ben", "hook", agent, before=before)
    known = way(db, "a.md", (start,), ("no such form", end))
    assert [write.agent for write in known.writes] == agents.split()
    assert known.whole is bool(found)


def test_an_announcement_lands_once(db: sqlite3.Connection) -> None:
    """Times do not tell: two saves of one second would be one."""

    def save(before: str | None, after: str | None) -> None:
        revisions.enter(db, "a.md", before, after, "ben", "watch", "", MOMENT)

    save("A", "B")
    save("B", "A")
    announce(db, "a.md", "B", "ben", "hook", "claude-code", moment=MOMENT, before="A")
    first = announced(db, "a.md", "B")
    assert first is not None
    assert not has_landed(first, revisions.of_path(db, "a.md"))
    save("A", "B")
    assert has_landed(first, revisions.of_path(db, "a.md"))
    announce(db, "a.md", GONE, "ben", "hook", "claude-code", moment=MOMENT, before="B")
    last = announced(db, "a.md", GONE)
    assert last is not None
    assert not has_landed(last, revisions.of_path(db, "a.md"))
    save("B", None)
    assert has_landed(last, revisions.of_path(db, "a.md"))
