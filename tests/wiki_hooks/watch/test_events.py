"""What the system tells: hints for both paths of every event, none from hidden folders, and its own end."""

from __future__ import annotations

import errno
import logging
import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from tests.patience import SECONDS
from tests.repository import wiki_repository
from tests.wiki_hooks.watch.engine import NOTE, watching
from wiki_hooks.watch import mounts
from wiki_hooks.watch.events import Observed
from wiki_hooks.watch.hints import LOST, CannotWatch, Hint, Hints
from wiki_schema.litter import is_conflict_copy, is_litter


@pytest.fixture
def hints() -> Hints:
    return SimpleQueue()


@pytest.fixture
def observed(hints: Hints) -> Iterator[Observed]:
    made = Observed(hints)
    yield made
    made.stop()


def take(hints: Hints, until: Hint) -> set[Hint]:
    """The hints up to one that must come."""
    taken: set[Hint] = set()
    while until not in taken:
        hint = hints.get(timeout=SECONDS)
        assert hint is not None
        taken.add(hint)
    return taken


def test_both_paths_of_a_move_are_told(hints: Hints, observed: Observed, tmp_path: Path) -> None:
    (tmp_path / "sedAbC").touch()
    assert observed.watch([str(tmp_path)])
    (tmp_path / "sedAbC").rename(tmp_path / "n.md")
    assert Hint(str(tmp_path / "sedAbC")) in take(hints, Hint(str(tmp_path / "n.md")))


def test_reading_is_not_told(hints: Hints, observed: Observed, tmp_path: Path) -> None:
    (tmp_path / "n.md").write_text("x")
    observed.watch([str(tmp_path)])
    (tmp_path / "n.md").read_text()
    (tmp_path / "n.md").chmod(0o600)
    (tmp_path / "end.md").touch()
    assert take(hints, Hint(str(tmp_path / "end.md"))) == {Hint(str(tmp_path / "end.md"))}


def test_only_the_folders_that_were_named_are_watched(
    hints: Hints, observed: Observed, tmp_path: Path
) -> None:
    (tmp_path / "in" / ".git" / "objects").mkdir(parents=True)
    observed.watch([str(tmp_path), str(tmp_path / "in")])
    (tmp_path / "in" / ".git" / "objects" / "ab.md").touch()
    (tmp_path / "in" / "end.md").touch()
    assert take(hints, Hint(str(tmp_path / "in" / "end.md"))) == {Hint(str(tmp_path / "in" / "end.md"))}


def test_a_folder_that_stands_in_the_place_of_another_is_new(
    hints: Hints, observed: Observed, tmp_path: Path
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    assert observed.watch([str(folder)])
    assert not observed.watch([str(folder)])
    shutil.rmtree(folder)
    folder.mkdir()
    # It may bear the same number as the old one; then only the end of the old watch tells them apart.
    end = time.monotonic() + SECONDS
    while not observed.watch([str(folder)]):
        assert time.monotonic() < end
        time.sleep(0.01)
    assert not observed.is_patchy()
    (folder / "n.md").touch()
    take(hints, Hint(str(folder / "n.md")))
    assert observed.fault() == ""


def test_a_folder_that_is_gone_is_no_fault(observed: Observed, tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    observed.watch([str(tmp_path), str(folder)])
    folder.rmdir()
    assert not observed.watch([str(tmp_path), str(folder)])
    assert observed.fault() == ""


def test_a_warning_of_the_library_means_that_events_were_lost(hints: Hints, observed: Observed) -> None:
    logging.getLogger("watchdog.observers.inotify_c").warning("Inotify queue overflowed")
    assert hints.get(timeout=SECONDS) == LOST


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "raise fs.inotify.max_user_watches"),
        (errno.EMFILE, "raise fs.inotify.max_user_instances"),
        (errno.EIO, "Input/output error"),
    ],
)
def test_where_the_system_has_no_watches_left_it_is_said_what_to_raise(
    observed: Observed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("watchdog.observers.inotify_c.InotifyFD.add_callback", refuse)
    with pytest.raises(CannotWatch, match=said):
        observed.watch([str(tmp_path)])


def test_without_watches_the_files_are_looked_at_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wiki = wiki_repository(tmp_path / "repository")

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("watchdog.observers.inotify_c.InotifyFD.add_callback", refuse)
    with watching(wiki) as watched:
        wiki.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, (wiki.path / NOTE).read_bytes())
    assert "the system has no watches left" in watched.told


# Names and mounts


@pytest.mark.parametrize(
    ("name", "is_one"), [("~$n.md", True), ("a/~syncthing~n.md", True), ("#n.md", False), ("~n.md", False)]
)
def test_a_step_of_a_save_may_be_named_like_a_note(name: str, is_one: bool) -> None:
    assert is_litter(name) is is_one


@pytest.mark.parametrize(
    ("name", "is_copy"),
    [
        ("n.sync-conflict-20261130-120000-ABCDEFG.md", True),
        ("n (conflicted copy 2026-11-30).md", True),
        ("a/n (Anna's conflicted copy 2026-11-30).md", True),
        ("n (Conflicted copy phone 202611301200).md", True),
        ("n (Case Conflict 1).md", True),
        ("How to merge a conflicted copy.md", False),
        ("sync-conflict.md", False),
        ("n.md", False),
    ],
)
def test_the_copies_of_sync_tools_are_known_by_name(name: str, is_copy: bool) -> None:
    assert is_conflict_copy(name) is is_copy


MOUNTS = """\
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 27 0:40 / /home/anna/nas rw shared:1 - nfs4 nas:/export rw
31 27 0:41 / /home/anna/my\\040drive rw - fuse.sshfs host:/ rw
32 30 8:1 / /home/anna/nas/local rw - xfs /dev/sda1 rw
33 27 0:42 / /work rw - ext4 /dev/vdb rw
34 27 0:43 / /work rw - 9p host rw
not a line of it
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/anna/wiki", "ext4"),
        ("/home/anna/nas", "nfs4"),
        ("/home/anna/nas/wiki", "nfs4"),
        ("/home/anna/nasty", "ext4"),
        ("/home/anna/nas/local/wiki", "xfs"),
        ("/home/anna/my drive/wiki", "fuse.sshfs"),
        ("/work/wiki", "9p"),
    ],
)
def test_the_file_system_of_a_folder_is_that_of_the_innermost_mount(folder: str, kind: str) -> None:
    assert mounts.kind_of_mount(MOUNTS, folder) == kind


@pytest.mark.parametrize(
    ("kind", "is_blind"),
    [("ext4", False), ("nfs4", True), ("fuse.rclone", True), ("9p", True), ("tmpfs", False)],
)
def test_where_another_machine_can_write_events_are_not_relied_on(
    monkeypatch: pytest.MonkeyPatch, kind: str, is_blind: bool
) -> None:
    monkeypatch.setattr(mounts, "kind_of_mount", lambda *_: kind)
    assert bool(mounts.blindness("/")) is is_blind
    if is_blind:
        assert kind in mounts.blindness("/")
