"""One lock and one database a wiki: private, of one writer at a time, and replaceable."""

from __future__ import annotations

import os
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.patience import SECONDS
from wiki_schema.disk import announcements
from wiki_schema.disk.database import MEND, NAME, VERSION, explained, fault_of, open_database, transaction
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.locks import locked

HOLD = """
import sys, time
from wiki_schema.disk.locks import locked
with locked(sys.argv[1]):
    print("held", flush=True)
    time.sleep(600)
"""


def holder(state: Path) -> subprocess.Popen[str]:
    """Another process, which holds the lock."""
    process = subprocess.Popen([sys.executable, "-c", HOLD, str(state)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


class TestLocks:
    def test_one_process_at_a_time_and_the_other_is_named(self, tmp_path: Path) -> None:
        with holder(tmp_path / "state") as process:
            try:
                with (
                    pytest.raises(CannotWrite, match="nothing was written") as refusal,
                    locked(str(tmp_path / "state"), timeout=0.1),
                ):
                    raise AssertionError("two hold the lock")
                if os.path.exists("/proc/locks"):
                    assert f"the process {process.pid} has been writing" in str(refusal.value)
                    assert f"(kill {process.pid})" in str(refusal.value)
            finally:
                process.kill()

    def test_a_killed_process_holds_no_lock(self, tmp_path: Path) -> None:
        with holder(tmp_path / "state") as process:
            process.send_signal(signal.SIGKILL)
            start = time.monotonic()
            with locked(str(tmp_path / "state"), timeout=SECONDS):
                assert time.monotonic() - start < SECONDS

    def test_is_given_back_when_the_block_fails(self, tmp_path: Path) -> None:
        with pytest.raises(ZeroDivisionError), locked(str(tmp_path)):
            raise ZeroDivisionError
        with locked(str(tmp_path), timeout=0.1):
            pass

    def test_the_state_is_for_its_owner_alone(self, tmp_path: Path) -> None:
        state = tmp_path / "deep/state"
        with locked(str(state)), closing(open_database(str(state))) as db, transaction(db):
            db.execute("INSERT INTO intent (time, deed) VALUES ('', '')")
            modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in state.iterdir()}
        assert stat.S_IMODE(state.stat().st_mode) == 0o700
        assert set(modes.values()) == {0o600}
        assert {"lock", NAME, f"{NAME}-wal"} <= modes.keys()

    def test_a_state_that_cannot_be_made_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "file").touch()
        with (
            pytest.raises(CannotWrite, match="file/state cannot be made: Not a directory"),
            locked(str(tmp_path / "file/state")),
        ):
            pass


class TestTheDatabase:
    def test_is_made_once_and_found_again(self, tmp_path: Path) -> None:
        for number in range(2):
            with closing(open_database(str(tmp_path))) as db:
                assert db.execute("PRAGMA user_version").fetchone() == (VERSION,)
                assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
                assert db.execute("SELECT count(*) FROM intent").fetchone() == (number,)
                db.execute("INSERT INTO intent (time, deed) VALUES ('', '')")
                assert fault_of(db) == ""

    def test_is_read_while_somebody_writes(self, tmp_path: Path) -> None:
        with closing(open_database(str(tmp_path))) as db, closing(open_database(str(tmp_path))) as other:
            with transaction(db):
                db.execute("INSERT INTO intent (time, deed) VALUES ('', '')")
                assert other.execute("SELECT count(*) FROM intent").fetchone() == (0,)
            assert other.execute("SELECT count(*) FROM intent").fetchone() == (1,)

    def test_a_transaction_is_all_or_nothing_and_one_inside_another_is_part_of_it(
        self, tmp_path: Path
    ) -> None:
        with closing(open_database(str(tmp_path))) as db:
            with pytest.raises(ZeroDivisionError), transaction(db):
                with transaction(db, durable=False):
                    db.execute("INSERT INTO intent (time, deed) VALUES ('', '')")
                raise ZeroDivisionError
            assert db.execute("SELECT count(*) FROM intent").fetchone() == (0,)

    def test_one_of_a_newer_memwiki_is_left_alone(self, tmp_path: Path) -> None:
        with closing(open_database(str(tmp_path))) as db:
            db.execute(f"PRAGMA user_version = {VERSION + 1}")
        with pytest.raises(CannotWrite, match=r"made by a newer memwiki\. Update this one"):
            open_database(str(tmp_path))

    def test_one_of_the_first_version_is_brought_up_to_date(self, tmp_path: Path) -> None:
        with closing(open_database(str(tmp_path))) as db:
            db.execute("INSERT INTO intent (time, deed) VALUES ('', '')")
            db.execute("ALTER TABLE announcement DROP COLUMN since")
            db.execute("PRAGMA user_version = 1")
        for _ in range(2):
            with closing(open_database(str(tmp_path))) as db:
                announcements.announce(db, "a.md", "h", "ben", "hook")
                assert db.execute("SELECT count(*) FROM intent").fetchone() == (1,)
                assert announcements.announced(db, "a.md", "h") is not None

    @pytest.mark.parametrize("damage", [b"no database at all, but a text\n" * 100, None])
    def test_a_damaged_one_is_told_with_the_way_out(self, tmp_path: Path, damage: bytes | None) -> None:
        with closing(open_database(str(tmp_path))) as db:
            db.execute("INSERT INTO intent (time, deed) VALUES ('', ?)", ("x" * 100_000,))
        whole = (tmp_path / NAME).read_bytes()
        (tmp_path / NAME).write_bytes(damage or whole[:1024] + b"\xff" * (len(whole) - 1024))
        with (
            pytest.raises(CannotWrite) as refusal,
            explained(str(tmp_path)),
            closing(open_database(str(tmp_path))) as db,
        ):
            assert fault_of(db) != ""
            db.execute("SELECT deed FROM intent").fetchall()
        assert str(refusal.value).endswith(f"It is damaged, so nothing was written. {MEND}")
        assert NAME in str(refusal.value)

    def test_a_full_disk_is_told(self, tmp_path: Path) -> None:
        with closing(open_database(str(tmp_path))) as db:
            pages = db.execute("PRAGMA page_count").fetchone()[0]
            db.execute(f"PRAGMA max_page_count = {pages + 3}")
            full = pytest.raises(CannotWrite, match=r"full.*Make room on the disk")
            with full, explained(str(tmp_path)), transaction(db):
                db.execute("INSERT INTO intent (time, deed) VALUES ('', ?)", ("x" * 100_000,))
            assert db.execute("SELECT count(*) FROM intent").fetchone() == (0,)

    def test_one_that_cannot_be_opened_is_told(self, tmp_path: Path) -> None:
        (tmp_path / NAME).mkdir()
        with pytest.raises(CannotWrite, match="is no plain file"):
            open_database(str(tmp_path))

    def test_a_link_is_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / NAME).symlink_to("elsewhere.db")
        with pytest.raises(CannotWrite, match="is no plain file"):
            open_database(str(tmp_path))

    def test_a_busy_one_is_told(self, tmp_path: Path) -> None:
        with closing(open_database(str(tmp_path))) as db, closing(open_database(str(tmp_path))) as other:
            other.execute("PRAGMA busy_timeout = 10")
            busy = pytest.raises(CannotWrite, match="Another process holds it")
            with transaction(db), busy, explained(str(tmp_path)), transaction(other):
                raise AssertionError("two write at a time")


def test_errors_of_sqlite_that_nobody_expected_are_told(tmp_path: Path) -> None:
    with (
        pytest.raises(CannotWrite, match=r"memwiki\.db: no such table: x\. Look whether"),
        explained(str(tmp_path)),
    ):
        sqlite3.connect(":memory:").execute("SELECT * FROM x")


def test_errors_that_are_not_of_sqlite_pass_through(tmp_path: Path) -> None:
    with pytest.raises(BrokenPipeError), explained(str(tmp_path)):
        raise BrokenPipeError
