"""Between a kill and its recovery somebody edits: nothing of that is lost, and each new line arrives once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.wiki_schema.disk.ground import LOG, Ground, deed
from tests.wiki_schema.disk.killing import every_kill
from wiki_schema.disk.journal import FINISHED, LEFT, UNDONE
from wiki_schema.disk.mending import DONE, STUCK, TODO, Rest, rest_of

LOG_TEXT = b"# Log\n\nold\n"
NOTE = b"# A\n\n- one\n- two\n- three\n"
BEFORE = {LOG: LOG_TEXT, "wiki/a.md": NOTE}
AFTER = {"wiki/a.md": NOTE.replace(b"- two\n", b"- ~~two~~\n- deux\n"), LOG: LOG_TEXT + b"new\n"}

Edit = Callable[[Ground], bytes]
"""A hand edit; gives the line that it adds."""


def appends_to_the_log(ground: Ground) -> bytes:
    ground.write(LOG, ground.read(LOG) + b"by hand\n")
    return b"by hand\n"


def edits_the_end_of_the_note(ground: Ground) -> bytes:
    ground.save("wiki/a.md", ground.read("wiki/a.md") + b"- by hand\n")
    return b"- by hand\n"


def edits_the_beginning_of_the_note(ground: Ground) -> bytes:
    ground.save("wiki/a.md", ground.read("wiki/a.md").replace(b"# A\n", b"# A by hand\n"))
    return b"# A by hand\n"


def edits_the_very_fact(ground: Ground) -> bytes:
    ground.save(
        "wiki/a.md",
        ground.read("wiki/a.md").replace(b"- two\n", b"- two by hand\n").replace(b"deux", b"zwei"),
    )
    return b"hand" if b"hand" in ground.read("wiki/a.md") else b"zwei"


def saves_an_old_note(ground: Ground) -> bytes:
    ground.save("wiki/a.md", NOTE + b"- by hand\n")
    return b"- by hand\n"


def saves_an_old_log(ground: Ground) -> bytes:
    ground.save(LOG, LOG_TEXT + b"by hand\n")
    return b"by hand\n"


def rewrites_the_note(ground: Ground) -> bytes:
    ground.save("wiki/a.md", b"all by hand\n")
    return b"all by hand\n"


def removes_the_note(ground: Ground) -> bytes:
    (ground.top / "wiki/a.md").unlink()
    return b""


EDITS = [
    appends_to_the_log, edits_the_end_of_the_note, edits_the_beginning_of_the_note, edits_the_very_fact,
    saves_an_old_note, saves_an_old_log, rewrites_the_note, removes_the_note,
]  # fmt: skip


OVER_THE_CHANGE = (edits_the_very_fact, saves_an_old_note, rewrites_the_note, removes_the_note)


@pytest.fixture
def ground(quick_path: Path) -> Ground:
    return Ground(quick_path, BEFORE)


@pytest.mark.parametrize("order", [("wiki/a.md", LOG), (LOG, "wiki/a.md")], ids=["note first", "log first"])
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_a_hand_edit_after_a_kill_is_kept_and_the_line_comes_once(
    ground: Ground, edit: Edit, order: tuple[str, str]
) -> None:
    seen = set()
    wanted = deed({path: BEFORE[path] for path in order}, AFTER, "new")
    for number in every_kill(lambda: ground.carry_out(wanted)):
        by_hand = edit(ground)
        was_edited = ground.files
        recovered = ground.recover()
        everything = b"".join(ground.files.values())
        assert by_hand in everything, number
        lines = ground.read(LOG).split(b"\n")
        assert lines.count(b"old") == 1
        assert lines.count(b"new") <= 1
        assert [line.line for line in ground.ledger()] == ["new"] * lines.count(b"new")
        for what in (r.what for r in recovered):
            seen.add(what)
            assert what in (FINISHED, LEFT, UNDONE)
            assert (b"new" in lines) is (what != UNDONE)
            assert was_edited.keys() - {"wiki/.a.md.memwiki-new"} == ground.files.keys()
            if what == UNDONE:
                assert b"deux" not in everything
            elif what == FINISHED and edit not in OVER_THE_CHANGE:
                assert b"- deux\n" in everything
        assert ground.recover() == ()
        assert not [path for path in ground.files if "memwiki-new" in path]
        ground.put_back()
    assert FINISHED in seen or edit in (rewrites_the_note, removes_the_note)


A, B = b"1\n2\n3\n4\n5\n", b"1\n2\nx\n4\n5\n"
GREW = b"1\n2\n3\n4\n5\n6\n7\n"


@pytest.mark.parametrize(
    ("before", "after", "now", "rest"),
    [
        # untouched since
        (A, B, A, Rest(TODO, B)),
        (A, B, B, Rest(DONE, B)),
        (None, B, None, Rest(TODO, B)),
        (A, None, None, Rest(DONE, None)),
        # cut off while lines were being appended
        (A, GREW, A + b"6", Rest(TODO, GREW)),
        (A, GREW, A + b"6\n", Rest(TODO, GREW)),
        # edited since it was done
        (A, B, B + b"6\n", Rest(DONE, B + b"6\n", True)),
        (A, GREW, b"0\n" + GREW, Rest(DONE, b"0\n" + GREW, True)),
        (None, A, b"0\n" + A, Rest(DONE, b"0\n" + A, True)),
        # edited before it was done: the change is made where it belongs
        (A, B, A + b"6\n", Rest(TODO, B + b"6\n", True)),
        (A, B, b"0\n" + A, Rest(TODO, b"0\n" + B, True)),
        (A, GREW, A + b"0\n", Rest(TODO, A + b"0\n6\n7\n", True)),
        (A, GREW, b"0\n" + A, Rest(TODO, b"0\n" + GREW, True)),
        (A, GREW, A.replace(b"2", b"two")[:-1], Rest(TODO, GREW.replace(b"2", b"two"), True)),
        (A, b"1\n0\n" + A[2:], A.replace(b"4", b"four"), Rest(TODO, b"1\n0\n2\n3\nfour\n5\n", True)),
        (A, b"1\n0\n" + A[2:], A + b"6\n", Rest(TODO, b"1\n0\n" + A[2:] + b"6\n", True)),
        # edited where it would go
        (A, B, A.replace(b"3", b"three"), Rest(STUCK, A.replace(b"3", b"three"), True)),
        (A, B, b"0\n" + A + b"6\n", Rest(STUCK, b"0\n" + A + b"6\n", True)),
        (A, B, None, Rest(STUCK, None, True)),
        (A, None, B, Rest(STUCK, B, True)),
        (None, B, b"0\n", Rest(STUCK, b"0\n", True)),
        # edited where it went
        (A, B, B.replace(b"x", b"y") + b"x", Rest(DONE, B.replace(b"x", b"y") + b"x", True)),
        (None, B, B[2:], Rest(DONE, B[2:], True)),
    ],
)  # fmt: skip
def test_what_is_left_to_do(before: bytes | None, after: bytes | None, now: bytes | None, rest: Rest) -> None:
    assert rest_of(before, after, now) == rest


def test_a_link_in_the_place_of_a_file_undoes_the_rest(ground: Ground) -> None:
    states = set()
    for _ in every_kill(lambda: ground.carry_out(deed({"wiki/a.md": NOTE, LOG: LOG_TEXT}, AFTER, "new"))):
        (ground.top / LOG).unlink()
        (ground.top / LOG).symlink_to("/etc/hostname")
        for recovered in ground.recover():
            states.add(recovered.what)
            assert f"{LOG} was edited by hand since" in recovered.told
        assert ground.read("wiki/a.md") == NOTE or not states
        ground.put_back()
    assert states == {UNDONE}
