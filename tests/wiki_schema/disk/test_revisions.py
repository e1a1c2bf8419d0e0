"""What files held is kept once, small, within a bound; and never forgotten where it is the newest."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_schema.disk import contents, revisions, shadow
from wiki_schema.disk.contents import common_head, common_tail, hash_of
from wiki_schema.disk.database import MEND, NAME, open_database
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.shadow import Seen

MOMENT = "2026-11-30T12:00:00Z"


@pytest.fixture
def db(quick_path: Path) -> Iterator[sqlite3.Connection]:
    with closing(open_database(str(quick_path))) as opened:
        yield opened


def grow(db: sqlite3.Connection, path: str, texts: list[bytes]) -> None:
    for before, after in zip([None, *texts], texts, strict=False):
        revisions.record(db, path, before, after, "ben", "append", "ADD", MOMENT)


def noise(number: int, size: int = 4000) -> bytes:
    """Bytes that cannot be made smaller."""
    return random.Random(number).randbytes(size)


class TestContents:
    def test_a_revision_says_what_who_when_and_how(self, db: sqlite3.Connection) -> None:
        path = "wiki/caf\udce9.md"
        revisions.record(db, path, None, b"one", "ben \udcff", "add", "ADD", MOMENT)
        revisions.record(db, path, b"one", None, "anna", "watch", "UPDATE", MOMENT)
        last, first = revisions.of_path(db, path)
        assert first[1:] == (path, MOMENT, "ben \udcff", "add", "ADD", None, hash_of(b"one"))
        assert last[1:] == (path, MOMENT, "anna", "watch", "UPDATE", hash_of(b"one"), None)
        assert revisions.content(db, first.after or "") == b"one"
        assert revisions.content(db, "0" * 64) is None

    def test_a_revision_is_found_by_number_and_by_hash(self, db: sqlite3.Connection) -> None:
        grow(db, "a.md", [b"one", b"two", b"one"])
        last, middle, first = revisions.of_path(db, "a.md")
        assert revisions.find(db, "a.md", str(first.id)) == first
        assert revisions.find(db, "a.md", hash_of(b"two")[:8].upper()) == middle
        assert revisions.find(db, "a.md", hash_of(b"one")) == last, "the newest that led there"
        for name in ("", "999", "zz", hash_of(b"two")[:3]):
            assert revisions.find(db, "a.md", name) is None
        assert revisions.find(db, "b.md", str(first.id)) is None

    def test_equal_contents_are_kept_once(self, db: sqlite3.Connection) -> None:
        text = noise(1)
        for path in ("a.md", "b.md", "c.md"):
            revisions.record(db, path, None, text, "ben", "add", "", MOMENT)
        assert revisions.size(db) <= len(text) + 1

    def test_a_log_of_a_thousand_lines_takes_little_more_than_its_lines(self, db: sqlite3.Connection) -> None:
        lines = [b"%d %s\n" % (n, noise(n, 40).hex().encode()) for n in range(1000)]
        texts = [b"".join(lines[: n + 1]) for n in range(0, 1000, 5)]
        grow(db, "log.md", texts)
        assert revisions.size(db) < 8 * len(texts[-1])
        known = revisions.of_path(db, "log.md")
        assert [revisions.content(db, r.after or "") for r in reversed(known)] == texts

    @settings(max_examples=40, deadline=None)
    @given(st.data())
    def test_whatever_is_kept_comes_back(self, data: st.DataObject) -> None:
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
            from wiki_schema.disk.database import _TABLES

            db.executescript(_TABLES)
            text, texts = noise(0, 1500), []
            for _ in range(data.draw(st.integers(1, 60))):
                start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
                text = text[:start] + data.draw(st.binary(max_size=8)) + text[min(end, start + 3) :]
                texts.append(text)
            for before, after in zip([None, *texts], texts, strict=False):
                contents.keep(db, after, before)
            assert [contents.content(db, hash_of(text)) for text in texts] == texts

    @given(st.binary(max_size=12), st.binary(max_size=12), st.binary(max_size=12))
    def test_what_two_contents_share_at_their_ends(self, one: bytes, other: bytes, both: bytes) -> None:
        a, b = both + one, both + other
        head = common_head(a, b)
        assert a[:head] == b[:head]
        assert head >= len(both)
        assert a[head : head + 1] != b[head : head + 1] or head == min(len(a), len(b))
        a, b = one + both, other + both
        most = min(len(a), len(b))
        tail = common_tail(a, b, most)
        assert a[len(a) - tail :] == b[len(b) - tail :]
        assert tail >= len(both)

    def test_what_is_damaged_is_not_given_out(self, db: sqlite3.Connection) -> None:
        revisions.record(db, "a.md", None, b"one", "ben", "add", "", MOMENT)
        db.execute("UPDATE content SET data = ?", (b"=two",))
        with pytest.raises(CannotWrite, match="is damaged") as refusal:
            contents.content(db, hash_of(b"one"))
        assert MEND in str(refusal.value)
        db.execute("DELETE FROM content")
        with pytest.raises(CannotWrite, match="is gone"):
            contents.needed(db, hash_of(b"one"))
        assert contents.needed(db, None) is None


class TestPruning:
    def test_forgets_the_oldest_and_keeps_the_newest_of_every_path(self, db: sqlite3.Connection) -> None:
        for number in range(40):
            for path in ("a.md", "b.md"):
                text = noise(number, 3000) + path.encode()
                revisions.record(db, path, None, text, "ben", "add", "", MOMENT)
        revisions.record(db, "old.md", None, noise(99), "ben", "add", "", MOMENT)
        for _ in range(10):
            revisions.record(db, "a.md", None, noise(_ + 200), "ben", "add", "", MOMENT)
        number = revisions.prune(db, 60_000)
        assert number > 0
        assert revisions.size(db) <= 60_000
        assert revisions.prune(db, 60_000) == 0
        kept = revisions.of_path(db, "a.md")
        assert [r.id for r in kept] == sorted((r.id for r in kept), reverse=True)
        for path in ("a.md", "b.md", "old.md"):
            for revision in revisions.of_path(db, path):
                assert revisions.content(db, revision.after or "") is not None
        revisions.prune(db, 0)
        assert [len(revisions.of_path(db, path)) for path in ("a.md", "b.md", "old.md")] == [1, 1, 1]
        assert revisions.content(db, revisions.of_path(db, "old.md")[0].after or "") == noise(99)

    def test_keeps_whole_what_rested_on_what_is_forgotten(self, db: sqlite3.Connection) -> None:
        texts = [noise(1, 3000) + b"line\n" * n for n in range(90)]
        grow(db, "log.md", texts)
        revisions.prune(db, 4000)
        newest = revisions.of_path(db, "log.md")[0]
        assert revisions.content(db, newest.after or "") == texts[-1]
        assert revisions.content(db, newest.before or "") == texts[-2]

    def test_keeps_what_the_watcher_saw_and_what_a_deed_needs(self, db: sqlite3.Connection) -> None:
        grow(db, "a.md", [noise(n) for n in range(5)])
        shadow.put(db, Seen("a.md", 1, 2, 3, hash_of(noise(0))))
        revisions.prune(db, 0)
        assert contents.content(db, hash_of(noise(0))) == noise(0)
        assert contents.content(db, hash_of(noise(1))) is None
        grow(db, "a.md", [noise(n) for n in range(5)])
        db.execute("INSERT INTO intent (time, deed) VALUES ('', '')")
        assert revisions.prune(db, 0) == 0
        assert contents.content(db, hash_of(noise(1))) == noise(1)

    def test_gives_the_room_back_to_the_disk(self, db: sqlite3.Connection, quick_path: Path) -> None:
        grow(db, "a.md", [noise(n, 100_000) for n in range(30)])
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        large = (quick_path / NAME).stat().st_size
        revisions.prune(db, 300_000)
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        assert (quick_path / NAME).stat().st_size < large / 4


def test_a_secret_that_is_erased_is_in_no_file_any_more(db: sqlite3.Connection, quick_path: Path) -> None:
    text = noise(1, 700)
    grow(
        db,
        "a.md",
        [text, text + b"the key is hunter2\n", text + b"the key is hunter2\nmore\n", text + b"the key\n"],
    )
    shadow.put(db, Seen("a.md", 1, 2, 3, hash_of(text + b"the key is hunter2\n")))
    assert b"hunter2" in b"".join(path.read_bytes() for path in quick_path.iterdir())
    assert revisions.erase(db, lambda text: "hunter2" in text) == 2
    assert b"hunter2" not in b"".join(path.read_bytes() for path in quick_path.iterdir())
    kept = [revisions.content(db, r.after or "") for r in revisions.of_path(db, "a.md")]
    assert kept == [text + b"the key\n", None, None, text]
    assert shadow.all(db) == {}


def test_the_shadow_is_what_was_put_there(db: sqlite3.Connection) -> None:
    one, two = Seen("wiki/\udcff.md", 1, 2, 3, "x"), Seen("a.md", 1, 2, 3, "y")
    assert not shadow.is_kept(db)
    for seen in (one, two, two._replace(size=9)):
        shadow.put(db, seen)
    assert shadow.is_kept(db)
    assert shadow.all(db) == {"a.md": two._replace(size=9), "wiki/\udcff.md": one}
    assert shadow.get(db, "wiki/\udcff.md") == one
    shadow.remove(db, "a.md")
    assert shadow.get(db, "a.md") is None
