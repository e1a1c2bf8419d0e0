"""When a path is looked at, and when what was seen is believed. The clock is a number."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wiki_hooks.watch.settle import (
    CHANGED,
    EMPTY,
    GONE,
    NEW,
    SAME,
    UNSTEADY,
    Patience,
    Settling,
    patience,
)

PATIENCE = Patience(quiet=0.3, longest=2.0, gone=1.0, empty=2.0)


def settling(*paths: str, at: float = 0.0) -> Settling:
    made = Settling(PATIENCE)
    for path in paths:
        made.touch(path, at)
    return made


def test_a_path_is_looked_at_once_it_has_been_quiet() -> None:
    waiting = settling("n.md")
    assert waiting.due(0.29) == []
    assert waiting.wait(0.1) == pytest.approx(0.2)
    assert waiting.due(0.3) == ["n.md"]


def test_every_event_begins_the_quiet_anew() -> None:
    waiting = settling("n.md")
    waiting.touch("n.md", 0.2)
    assert waiting.due(0.3) == []
    assert waiting.due(0.5) == ["n.md"]


def test_a_path_that_never_rests_is_looked_at_after_the_longest_time() -> None:
    waiting = settling("n.md")
    for step in range(1, 40):
        waiting.touch("n.md", step / 10)
        if waiting.due(step / 10):
            break
    assert step / 10 == 2.0


@pytest.mark.parametrize(("sight", "believed_at"), [(CHANGED, 0.3), (NEW, 1.0), (GONE, 1.0), (EMPTY, 2.0)])
def test_what_was_seen_must_stay_so_for_a_while(sight: str, believed_at: float) -> None:
    waiting = settling("n.md")
    waiting.seen("n.md", sight, 0.3)
    if believed_at > 0.3:
        assert waiting.ripe(believed_at - 0.01) == {}
        assert waiting.wait(0.3) == pytest.approx(believed_at - 0.3)
    assert waiting.ripe(believed_at) == {"n.md": sight}


def test_an_event_takes_back_what_was_seen() -> None:
    waiting = settling("n.md")
    waiting.seen("n.md", EMPTY, 0.3)
    waiting.touch("n.md", 1.9)
    assert waiting.ripe(5) == {}
    assert waiting.due(2.2) == ["n.md"]


def test_what_says_what_was_known_is_forgotten() -> None:
    waiting = settling("n.md")
    waiting.seen("n.md", SAME, 0.3)
    assert len(waiting) == 0
    assert waiting.wait(0.3) is None


def test_a_file_that_did_not_hold_still_is_looked_at_again_but_not_at_once() -> None:
    waiting = settling("n.md")
    waiting.seen("n.md", UNSTEADY, 5.0)
    assert waiting.due(5.2) == []
    assert waiting.due(5.3) == ["n.md"]


def test_both_ends_of_a_move_are_handed_over_together() -> None:
    waiting = settling("new.md", at=0.0)
    waiting.touch("old.md", 0.5)  # inotify tells half a second late what was moved to another folder
    waiting.seen("new.md", NEW, 0.3)
    waiting.seen("old.md", GONE, 0.8)
    assert waiting.ripe(1.2) == {}
    assert waiting.wait(1.2) == pytest.approx(0.3)
    assert waiting.ripe(1.5) == {"new.md": NEW, "old.md": GONE}


def test_a_save_does_not_wait_for_a_move() -> None:
    waiting = settling("n.md", "old.md")
    waiting.seen("n.md", CHANGED, 0.3)
    waiting.seen("old.md", GONE, 0.3)
    assert waiting.ripe(0.3) == {"n.md": CHANGED}


def test_files_that_keep_coming_do_not_hold_each_other_up_for_ever() -> None:
    waiting = settling("0.md")
    waiting.seen("0.md", NEW, 0.3)
    handed = None
    for step in range(1, 20):
        now = step * 0.5
        waiting.touch(f"{step}.md", now)
        waiting.seen(f"{step}.md", NEW, now + 0.3)
        if "0.md" in waiting.ripe(now + 0.3):
            handed = now + 0.3
            break
    assert handed is not None
    assert handed <= 4.5


def test_what_changed_long_ago_is_looked_at_and_believed_at_once() -> None:
    waiting = settling("n.md", at=-3600.0)
    assert waiting.due(0.0) == ["n.md"]
    waiting.seen("n.md", EMPTY, 0.0)
    assert waiting.ripe(0.0) == {"n.md": EMPTY}


def test_a_new_save_of_a_path_that_waits_is_given_its_time() -> None:
    waiting = settling("n.md", at=-3600.0)
    waiting.touch("n.md", 0.0)
    assert waiting.due(0.1) == []
    assert waiting.due(0.3) == ["n.md"]


def test_after_git_was_at_work_everything_is_looked_at_again() -> None:
    waiting = settling("a.md", "b.md")
    waiting.seen("a.md", CHANGED, 0.3)
    waiting.look_again(4.0)
    assert waiting.ripe(3.9) == {}
    assert waiting.due(3.9) == []
    assert waiting.due(4.0) == ["a.md", "b.md"]


@pytest.mark.parametrize(
    ("sights", "handed"),
    [
        ({"a": CHANGED}, {"a"}),
        ({"a": NEW}, {"a"}),
        ({"a": EMPTY, "b": CHANGED}, {"b"}),
        ({"a": NEW, "b": GONE, "c": CHANGED}, {"c"}),
    ],
)
def test_at_the_end_only_what_cannot_be_half_a_save_is_handed_over(
    sights: dict[str, str], handed: set[str]
) -> None:
    waiting = settling(*sights)
    for path, sight in sights.items():
        waiting.seen(path, sight, 0.3)
    assert set(waiting.hurried()) == handed


@pytest.mark.parametrize("quiet", [0.05, 0.3, 1.0, 5.0])
def test_a_new_file_waits_longer_than_inotify_holds_a_move_back(quiet: float) -> None:
    chosen = patience(quiet)
    # It is told after 0.5 s that the old file is gone, and looked at after the quiet that follows.
    assert chosen.needed(NEW) > 0.5 + quiet
    assert chosen.needed(EMPTY) > chosen.needed(GONE)
    assert chosen.longest >= quiet


# Whatever happens, and in whatever order

CONTENTS = st.sampled_from([None, b"", b"one", b"two", b"three"])
STEPS = st.lists(
    st.tuples(st.sampled_from(["a", "b"]), CONTENTS, st.floats(0.001, 3.0), st.booleans()), max_size=25
)


def sight_of(content: bytes | None, known: bytes | None) -> str:
    if content == known:
        return SAME
    if content is None:
        return GONE
    if not content:
        return EMPTY
    return NEW if known is None else CHANGED


class Disk:
    """Files that programs write to, and a watcher that keeps a shadow of them."""

    def __init__(self) -> None:
        self.settling = Settling(PATIENCE)
        self.files: dict[str, bytes | None] = {"a": b"zero", "b": None}
        self.shadow = dict(self.files)
        self.handed: list[tuple[str, bytes | None, bytes | None]] = []

    def write(self, path: str, content: bytes | None, now: float) -> None:
        self.files[path] = content
        self.settling.touch(path, now)

    def let_pass(self, now: float, until: float, writes_meanwhile: bool = False) -> None:
        """The watcher at work; at the end of it only what is due before `until` has been done."""
        for _ in range(1000):
            for path in self.settling.due(now):
                shown = sight_of(self.files[path], self.shadow[path])
                self.settling.seen(path, UNSTEADY if writes_meanwhile else shown, now)
            ripe = self.settling.ripe(now)
            for path, sight in ripe.items():
                content = self.files[path]
                assert sight == sight_of(content, self.shadow[path]), "no event, and yet another state"
                self.handed.append((path, self.shadow[path], content))
                self.shadow[path] = content
            self.settling.forget(ripe)
            wait = self.settling.wait(now)
            if wait is None or now + wait > until:
                return
            now += max(wait, 0.001)
        raise AssertionError("the watcher never rests")


@given(STEPS)
@settings(max_examples=150, deadline=None)
def test_no_change_is_forgotten_and_no_state_is_handed_over_twice(
    steps: list[tuple[str, bytes | None, float, bool]],
) -> None:
    disk, now = Disk(), 0.0
    for path, content, pause, writes_meanwhile in steps:
        disk.write(path, content, now)
        disk.let_pass(now, now + pause, writes_meanwhile)
        now += pause
    disk.let_pass(now, now + 60)
    assert disk.files == disk.shadow
    assert len(disk.settling) == 0
    for path in disk.files:
        chain = [(before, after) for changed, before, after in disk.handed if changed == path]
        assert all(before != after for before, after in chain)
        assert all(one[1] == other[0] for one, other in pairwise(chain))


@given(st.floats(0.0, 1.9), st.floats(0.001, 1.9))
@settings(max_examples=50, deadline=None)
def test_the_moment_between_truncate_and_write_is_never_believed(start: float, gap: float) -> None:
    disk = Disk()
    disk.write("a", b"", start)
    disk.let_pass(start, start + gap)
    disk.write("a", b"one", start + gap)
    disk.let_pass(start + gap, 60)
    assert disk.handed == [("a", b"zero", b"one")]
