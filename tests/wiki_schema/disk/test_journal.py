"""A deed happens wholly or not at all, wherever its process is killed, and where it is killed again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.wiki_schema.disk.ground import LOG, MOMENT, Files, Ground, deed
from tests.wiki_schema.disk.killing import every_kill, killed
from wiki_schema.disk import effects, journal
from wiki_schema.disk.deeds import Deed
from wiki_schema.disk.files import CannotWrite

HEAD = b"# Log\n\n2026-11-01 | ADD | ben | a.md | one\n"
LINE = "2026-11-30 | ADD | ben | a.md | two"
NOTE = b"# A\n\n- one\n- two\n- three\n"
INDEX = b"# Index\n\n- [A](a.md)\n"
LOGGED = HEAD + LINE.encode() + b"\n"

BEFORE: Files = {LOG: HEAD, "wiki/a.md": NOTE, "wiki/index.md": INDEX}

DEEDS: dict[str, Files] = {
    "a line appended": {LOG: LOGGED},
    "a fact changed": {"wiki/a.md": NOTE.replace(b"two", b"~~two~~"), LOG: LOGGED},
    "a new note in a new folder": {
        "wiki/deep/b.md": b"# B\n",
        "wiki/index.md": INDEX + b"- [B](deep/b.md)\n",
        LOG: LOGGED,
    },
    "a note removed": {"wiki/a.md": None, "wiki/b.md": NOTE, LOG: LOGGED},
    "newest lines first": {
        "wiki/a.md": NOTE + b"- four\n",
        LOG: HEAD.replace(b"\n\n", b"\n\n" + LINE.encode() + b"\n"),
    },
    "no newline at the end": {"wiki/a.md": NOTE[:-1] + b", and a half", LOG: LOGGED},
}


@pytest.fixture
def ground(quick_path: Path) -> Ground:
    return Ground(quick_path, BEFORE)


def whole(files: Files) -> dict[str, bytes]:
    """The files that stand when some have been changed."""
    return {path: content for path, content in {**BEFORE, **files}.items() if content is not None}


def told(after: Files) -> Deed:
    return deed({path: BEFORE.get(path) for path in after}, after, LINE)


def assert_whole(ground: Ground, after: Files) -> None:
    """The files are as before or as after, and what is remembered says the same."""
    is_done = ground.files != whole({})
    assert ground.files == whole(after if is_done else {})
    assert [line.line for line in ground.ledger()] == [LINE] * is_done
    for path, content in after.items():
        known = ground.revisions(path)
        assert [(r.who, r.through, r.verb, r.time) for r in known] == [
            ("ben", "add", "ADD", MOMENT)
        ] * is_done
        for revision in known:
            assert ground.content(revision.before) == BEFORE.get(path)
            assert ground.content(revision.after) == content
    assert ground.recover() == ()


@pytest.mark.parametrize("after", DEEDS.values(), ids=DEEDS.keys())
class TestADeed:
    def test_is_done_whole(self, ground: Ground, after: Files) -> None:
        ground.carry_out(told(after))
        assert ground.files == whole(after)
        assert_whole(ground, after)

    def test_is_whole_after_a_kill_at_any_effect(self, ground: Ground, after: Files) -> None:
        results = set()
        for number in every_kill(lambda: ground.carry_out(told(after))):
            recovered = ground.recover()
            assert {r.what for r in recovered} <= {journal.FINISHED}, number
            assert_whole(ground, after)
            results.add(ground.files == whole(after))
            ground.put_back()
        assert results == {True, False}, "the first kills leave it undone, the last ones are finished"

    def test_is_whole_after_a_second_kill_while_it_is_recovered(self, ground: Ground, after: Files) -> None:
        for number in range(1, 200):
            if not killed(number, lambda: ground.carry_out(told(after))):
                break
            # Every second one, the odd and the even in turn: all of them take a minute.
            for second in range(1 + number % 2, 200, 2):
                again = killed(second, ground.recover)
                ground.recover()
                assert_whole(ground, after)
                if not again:
                    break
                ground.put_back()
                assert killed(number, lambda: ground.carry_out(told(after)))
            ground.put_back()

    def test_is_undone_where_a_file_cannot_be_written(
        self, ground: Ground, after: Files, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write = effects.write
        for number in range(1, 20):
            calls = iter(range(1, 100))

            def fails(descriptor: int, data: bytes | memoryview, calls=calls, number=number) -> int:
                if next(calls) == number:
                    return write(descriptor, data[: len(data) // 2]) if number % 2 else _full()
                return write(descriptor, data)

            monkeypatch.setattr(effects, "write", fails)
            try:
                ground.carry_out(told(after))
            except CannotWrite as refusal:
                assert "No space left" in str(refusal)
                assert "Make room" in str(refusal)
                assert ground.files == whole({})
                assert_whole(ground, after)
            else:
                if next(calls) <= number:
                    return
                assert ground.files == whole(after), "what is written beside a file is written on"
            ground.put_back()
        raise AssertionError("it never ended")


def _full() -> int:
    raise OSError(28, os.strerror(28))
