"""The ledger knows which lines a log owes, the k-th of equal ones too, and whether anybody has touched it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from wiki_schema.disk import files, ledger
from wiki_schema.disk.database import open_database
from wiki_schema.disk.files import Stamp
from wiki_schema.disk.ledger import LedgerLine, count_line

LOG = "wiki/l\udcffg.md"


@pytest.fixture
def db(quick_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(str(quick_path / "state"))) as opened:
        yield opened


def enter(db: sqlite3.Connection, held: str, *lines: str) -> None:
    ledger.enter(db, [LedgerLine(LOG, line, "a.md", "hash") for line in lines], LOG, held.encode(), "now")


def owed(db: sqlite3.Connection, text: str) -> list[str]:
    return [line.line for line in ledger.owed(db, LOG, text)]


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 0),
        ("x", 1),
        ("x\n", 1),
        ("x\r\n", 1),
        ("xx\n", 0),
        (" x\nx \n-x\nx-\n", 0),
        ("x\nx\nx", 3),
        ("a\nx\r\nb\nx\n", 2),
        ("x\ry\n", 0),
    ],
)
def test_only_whole_lines_count(text: str, number: int) -> None:
    assert count_line(text.encode(), b"x") == number


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("old\nx\ny\n", []),
        ("old\r\nx\r\ny", []),
        ("old\ny\n", ["x"]),
        ("old\n", ["x", "y"]),
        ("", ["x", "y"]),
        ("old\nx y\n", ["x", "y"]),
        ("y\nx\n", []),
    ],
)
def test_a_line_is_owed_where_the_text_lacks_it(db: sqlite3.Connection, text: str, lacks: list[str]) -> None:
    enter(db, "old\nx\ny\n", "x", "y")
    assert owed(db, text) == lacks
    assert [line.line for line in ledger.held(db, LOG, text)] == [v for v in ("x", "y") if v not in lacks]


def test_the_kth_of_equal_lines_is_owed_where_fewer_stand(db: sqlite3.Connection) -> None:
    enter(db, "x\nx\nx\n", "x", "x")
    assert [line.nth for line in ledger.lines(db, LOG)] == [2, 3], "one stood there before"
    assert [len(owed(db, "x\n" * number)) for number in range(5)] == [2, 2, 1, 0, 0]


def test_an_equal_line_that_was_wiped_just_before_is_owed_all_the_same(db: sqlite3.Connection) -> None:
    enter(db, "x\n", "x")
    enter(db, "x\n", "x")
    assert owed(db, "x\n") == ["x"]


def test_what_was_put_back_counts_where_it_stands_now(db: sqlite3.Connection) -> None:
    enter(db, "x\nx\n", "x")
    ledger.enter_again(db, ledger.owed(db, LOG, ""), b"x\n")
    assert owed(db, "x\n") == []


def test_what_is_settled_is_forgotten(db: sqlite3.Connection) -> None:
    enter(db, "x\ny\n", "x", "y")
    assert ledger.logs(db) == [LOG]
    ledger.settle(db, [line.id for line in ledger.held(db, LOG, "x\n")])
    assert [(line.line, line.note, line.state) for line in ledger.lines(db, LOG)] == [("y", "a.md", "hash")]
    ledger.settle(db, [line.id for line in ledger.lines(db, LOG)])
    assert ledger.logs(db) == []


def test_a_log_is_as_we_left_it_until_somebody_writes(db: sqlite3.Connection, quick_path: Path) -> None:
    top, path = str(quick_path), "log.md"
    assert not ledger.is_as_left(db, top, path)
    ledger.leave(db, path, files.append(top, path, b"x\n").after)
    assert ledger.is_as_left(db, top, path)
    (quick_path / path).rename(quick_path / "old.md")
    (quick_path / path).write_bytes(b"x\n")
    assert not ledger.is_as_left(db, top, path), "another file of the same bytes"
    ledger.leave(db, path, files.stamp(top, path) or Stamp(0, 0, 0))
    assert ledger.is_as_left(db, top, path)
    assert ledger.was_left_as(db, path, files.stamp(top, path))
    assert not ledger.was_left_as(db, path, None)
    assert ledger.was_left_as(db, "other.md", None), "nothing of ours is there"
    ledger.doubt(db, path)
    assert not ledger.is_as_left(db, top, path)
    (quick_path / path).unlink()
    assert not ledger.is_as_left(db, top, path)
