"""Asking what is remembered: nothing is made, nobody is kept waiting, and what cannot be read is told."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from wiki_schema.disk.announcements import announce, paths
from wiki_schema.disk.asking import ask
from wiki_schema.disk.database import NAME, VERSION, open_database
from wiki_schema.finding import CannotCheck


def remember(state: Path, path: str = "a.md") -> None:
    with closing(open_database(str(state))) as db:
        announce(db, path, "h", "ben", "hook")


def listed(folder: Path) -> dict[str, tuple[int, int]]:
    return {found.name: (found.stat().st_mtime_ns, found.stat().st_size) for found in folder.iterdir()}


@pytest.mark.parametrize("name", ["state", "50% of #1? é", "\udcff"])
def test_a_database_answers_and_stays_as_it_is(tmp_path: Path, name: str) -> None:
    state = tmp_path / name
    state.mkdir()
    remember(state)
    before = listed(state)
    assert ask(str(state), paths) == {"a.md"}
    assert listed(state) == before


@pytest.mark.parametrize("folder", ["", "missing"])
def test_where_there_is_none_none_is_made(tmp_path: Path, folder: str) -> None:
    assert ask(str(tmp_path / folder), paths) is None
    assert listed(tmp_path) == {}


def test_what_is_being_written_is_seen_as_far_as_it_is_done(tmp_path: Path) -> None:
    with closing(open_database(str(tmp_path))) as db:
        announce(db, "a.md", "h", "ben", "hook")
        db.execute("BEGIN IMMEDIATE")
        announce(db, "b.md", "h", "ben", "hook")
        assert ask(str(tmp_path), paths) == {"a.md"}
        db.execute("COMMIT")
        assert ask(str(tmp_path), paths) == {"a.md", "b.md"}


def test_one_of_the_first_version_knows_nothing(tmp_path: Path) -> None:
    remember(tmp_path)
    with closing(sqlite3.connect(tmp_path / NAME)) as db:
        db.execute("PRAGMA user_version = 1")
    assert ask(str(tmp_path), paths) is None


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:1024] + b"\xff" * 9000)


def replaced(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        pytest.param(newer, "made by a newer memwiki", id="newer"),
        pytest.param(lambda path: path.write_text("words\n" * 1000), "not a database", id="a text"),
        pytest.param(lambda path: path.write_bytes(b""), "no database of memwiki", id="empty"),
        pytest.param(cut, "doctor --mend", id="cut"),
        pytest.param(replaced, "no plain file", id="a pipe"),
    ],
)
def test_what_cannot_be_read_is_told(tmp_path: Path, harm: Callable[[Path], object], told: str) -> None:
    remember(tmp_path)
    harm(tmp_path / NAME)
    with pytest.raises(CannotCheck, match=told):
        ask(str(tmp_path), paths)


def test_one_that_somebody_holds_for_himself_is_not_waited_for(tmp_path: Path) -> None:
    with closing(open_database(str(tmp_path))) as db:
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        announce(db, "a.md", "h", "ben", "hook")
        start = time.monotonic()
        with pytest.raises(CannotCheck, match="locked"):
            ask(str(tmp_path), paths)
        assert time.monotonic() - start < 5
