"""Every way in which programs save a file ends in one settled state, and reading one in none."""

from __future__ import annotations

import mmap
import os
import shutil
import subprocess
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from tests.repository import Repository, wiki_repository
from tests.wiki_hooks.watch.engine import NOTE, watching

LINE = b"- The pool opens in June \xe2\x80\x94 ben, 2026-11-30\n"


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


# Saves: each leaves the line at the end of the note


def append(note: Path) -> None:
    with note.open("ab") as file:
        file.write(LINE)


def shell_append(note: Path) -> None:
    subprocess.run(["sh", "-c", 'printf %s "$2" >> "$1"', "sh", note, LINE], check=True)


def in_place(note: Path) -> None:
    old = note.read_bytes()
    with note.open("wb") as file:
        file.write(old + LINE)


def in_place_with_a_pause(note: Path) -> None:
    old = note.read_bytes()
    with note.open("wb", buffering=0) as file:
        time.sleep(0.2)  # empty meanwhile, and longer than it takes to settle
        file.write(old + LINE)


def replace(note: Path) -> None:
    new = note.with_name("trips.md.tmp.4711")
    new.write_bytes(note.read_bytes() + LINE)
    os.replace(new, note)


def replace_from_outside(note: Path) -> None:
    new = note.parents[2] / "elsewhere"
    new.write_bytes(note.read_bytes() + LINE)
    os.replace(new, note)


def back_up_and_write(note: Path) -> None:
    old = note.read_bytes()
    note.rename(note.with_name("trips.md~"))
    note.write_bytes(old + LINE)


def delete_and_create(note: Path) -> None:
    old = note.read_bytes()
    note.unlink()
    time.sleep(0.2)  # missing meanwhile
    note.write_bytes(old + LINE)


def jetbrains(note: Path) -> None:
    new, old = note.with_name("trips.md___jb_tmp___"), note.with_name("trips.md___jb_old___")
    new.write_bytes(note.read_bytes() + LINE)
    note.rename(old)
    new.rename(note)
    old.unlink()


def syncthing(note: Path) -> None:
    new = note.with_name(".syncthing.trips.md.tmp")
    new.write_bytes(note.read_bytes() + LINE)
    os.replace(new, note)


def sed(note: Path) -> None:
    subprocess.run(["sed", "-i", f"$a {LINE.decode().strip()}", note], check=True)


def perl(note: Path) -> None:
    program = "print; print $ENV{LINE} if eof"
    subprocess.run(["perl", "-n", "-i", "-e", program, note], env={**os.environ, "LINE": LINE}, check=True)


SAVES: list[Callable[[Path], None]] = [
    append, shell_append, in_place, in_place_with_a_pause, replace, replace_from_outside, back_up_and_write,
    delete_and_create, jetbrains, syncthing, sed, perl,
]  # fmt: skip


@pytest.mark.parametrize("save", SAVES, ids=lambda save: save.__name__)
def test_a_save_is_one_settled_state(wiki: Repository, save: Callable[[Path], None]) -> None:
    for program in ("sed", "perl"):
        if save.__name__ == program and not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    old = (wiki.path / NOTE).read_bytes()
    with watching(wiki) as watched:
        save(wiki.path / NOTE)
        watched.wait_for_state(NOTE, old + LINE)
        watched.let_rest()
    assert watched.of(NOTE) == [(old, old + LINE)]
    assert watched.paths == {NOTE, "wiki/home.md"}
    assert {batch.cause for batch in watched.batches} == {"save"}


def test_a_write_through_mapped_memory_is_told_by_the_close_alone(wiki: Repository) -> None:
    note = wiki.path / NOTE
    old = note.read_bytes()
    with watching(wiki) as watched:
        with note.open("r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
            memory[:] = old.replace(b"Rome", b"Bari")
        watched.wait_for_state(NOTE, old.replace(b"Rome", b"Bari"))


def test_an_append_through_a_link_is_seen_at_its_target(wiki: Repository, tmp_path: Path) -> None:
    (tmp_path / "link.md").symlink_to(wiki.path / NOTE)
    old = (wiki.path / NOTE).read_bytes()
    with watching(wiki) as watched:
        append(tmp_path / "link.md")
        watched.wait_for_state(NOTE, old + LINE)


def test_a_slow_write_ends_in_the_last_state_and_never_shows_an_empty_one(wiki: Repository) -> None:
    note = wiki.path / NOTE
    old = note.read_bytes()
    with watching(wiki) as watched:
        with note.open("wb", buffering=0) as file:
            for part in [old, *[LINE] * 10]:
                file.write(part)
                time.sleep(0.03)
        watched.wait_for_state(NOTE, old + LINE * 10)
    assert all(after for _, after in watched.of(NOTE))


def test_quick_saves_are_kept_as_settled_states_each_once(wiki: Repository) -> None:
    note = wiki.path / NOTE
    old = note.read_bytes()
    with watching(wiki) as watched:
        for number in range(30):
            note.write_bytes(old + b"- %d\n" % number)
            time.sleep(0.01)
        watched.wait_for_state(NOTE, old + b"- 29\n")
        watched.let_rest()
    states = watched.of(NOTE)
    assert states[0][0] == old
    assert all(one[1] == other[0] for one, other in pairwise(states))
    assert len(states) < 5


# What is no save


def touch(note: Path) -> None:
    os.utime(note)


def date_back(note: Path) -> None:
    os.utime(note, (1, 1))


def cat(note: Path) -> None:
    note.read_bytes()


def chmod(note: Path) -> None:
    note.chmod(0o600)


def write_the_same(note: Path) -> None:
    note.write_bytes(note.read_bytes())


def replace_by_the_same(note: Path) -> None:
    shutil.copy(note, note.with_name("copy.txt"))
    os.replace(note.with_name("copy.txt"), note)


def edit_and_undo(note: Path) -> None:
    old = note.read_bytes()
    append(note)
    note.write_bytes(old)


def truncate_for_a_moment(note: Path) -> None:
    old = note.read_bytes()
    note.write_bytes(b"")
    time.sleep(0.2)
    note.write_bytes(old)


def move_away_for_a_moment(note: Path) -> None:
    note.rename(note.with_suffix(".bak"))
    time.sleep(0.2)
    note.with_suffix(".bak").rename(note)


def git_status(note: Path) -> None:
    subprocess.run(["git", "status"], cwd=note.parent, check=True, capture_output=True)


def litter(note: Path) -> None:
    for name in (
        ".#trips.md", "#trips.md#", "trips.md~", ".trips.md.swp", "4913", "sedAbC123", "trips.md___jb_tmp___",
        ".goutputstream-X1", ".syncthing.trips.md.tmp", "~syncthing~trips.md.tmp", ".~lock.trips.md#",
        "~$trips.md", "trips.tmp", ".trips.md.memwiki-new", ".DS_Store", ".hidden.md",
    ):  # fmt: skip
        note.with_name(name).write_bytes(b"half a note\n")
    for folder in (".obsidian", ".trash", ".git"):
        note.with_name(folder).mkdir(exist_ok=True)
        (note.with_name(folder) / "n.md").write_bytes(b"not a note\n")


NO_SAVES: list[Callable[[Path], None]] = [
    touch, date_back, cat, chmod, write_the_same, replace_by_the_same, edit_and_undo, truncate_for_a_moment,
    move_away_for_a_moment, git_status, litter,
]  # fmt: skip


@pytest.mark.parametrize("act", NO_SAVES, ids=lambda act: act.__name__)
def test_what_changes_no_words_is_no_save(wiki: Repository, act: Callable[[Path], None]) -> None:
    with watching(wiki) as watched:
        act(wiki.path / NOTE)
        watched.let_rest()
    assert watched.paths == {"wiki/home.md"}
