"""The watcher's life in real folders and beside real git: moves, checkouts, gaps, ends."""

from __future__ import annotations

import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.repository import FILES, Repository, empty_repository, wiki_repository
from tests.wiki_hooks.watch.engine import NOTE, QUICK, SELDOM, Watched, watching
from wiki_hooks.watch.options import Options
from wiki_schema.finding import CannotCheck

TRIPS = FILES[NOTE].encode()
MORE = TRIPS + b"- One more.\n"


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


# Moves and folders


def test_a_renamed_note_is_one_batch(wiki: Repository) -> None:
    with watching(wiki) as watched:
        (wiki.path / NOTE).rename(wiki.path / "wiki/journeys.md")
        watched.wait_for_state("wiki/journeys.md", TRIPS)
    assert [{(c.path, c.before, c.after) for c in batch.changes} for batch in watched.batches] == [
        {(NOTE, TRIPS, None), ("wiki/journeys.md", None, TRIPS)}
    ]


def test_a_note_moved_to_another_folder_is_one_batch(wiki: Repository) -> None:
    wiki.write("wiki/old/a.md", "# A\n")
    (wiki.path / "wiki/new").mkdir()
    wiki.commit("A note")
    with watching(wiki) as watched:
        (wiki.path / "wiki/old/a.md").rename(wiki.path / "wiki/new/a.md")
        watched.wait_for_state("wiki/new/a.md", b"# A\n")
    assert [{c.path for c in batch.changes} for batch in watched.batches] == [
        {"wiki/old/a.md", "wiki/new/a.md"}
    ]


def test_a_note_moved_out_of_the_wiki_is_gone(wiki: Repository, tmp_path: Path) -> None:
    with watching(wiki) as watched:
        (wiki.path / NOTE).rename(tmp_path / "elsewhere.md")
        watched.wait_for_state(NOTE, None)
    assert watched.of(NOTE) == [(TRIPS, None)]


def test_a_folder_moved_within_moved_out_and_put_back_is_followed(wiki: Repository, tmp_path: Path) -> None:
    wiki.write("wiki/one/a.md", "# A\n")
    wiki.commit("A note")
    with watching(wiki) as watched:
        (wiki.path / "wiki/one").rename(wiki.path / "wiki/two")
        watched.wait_for_state("wiki/two/a.md", b"# A\n")
        wiki.append("wiki/two/a.md", "more")
        watched.wait_for_state("wiki/two/a.md", b"# A\nmore\n")
        (wiki.path / "wiki/two").rename(tmp_path / "out")
        watched.wait_for_state("wiki/two/a.md", None)
        (tmp_path / "out/a.md").write_text("written outside")
        watched.let_rest()
        (tmp_path / "out").rename(wiki.path / "wiki/three")
        watched.wait_for_state("wiki/three/a.md", b"written outside")
    assert watched.of("wiki/one/a.md") == [(b"# A\n", None)]
    assert watched.paths == {"wiki/one/a.md", "wiki/two/a.md", "wiki/three/a.md", "wiki/home.md"}


def test_folders_made_and_filled_at_once_lose_no_note(wiki: Repository) -> None:
    made = {f"wiki/{n % 7}/{n % 5}/{n}.md" for n in range(200)}
    with watching(wiki) as watched:
        for path in sorted(made):
            wiki.write(path, "# Note\n")
        watched.wait_for(lambda: watched.paths >= made)
        # Whatever was made just now is watched as well.
        wiki.append("wiki/6/4/34.md", "more")
        watched.wait_for_state("wiki/6/4/34.md", b"# Note\nmore\n")
    assert all(len(watched.of(path)) == 1 for path in made - {"wiki/6/4/34.md"})


def test_a_folder_that_is_removed_and_made_again_is_watched_again(wiki: Repository) -> None:
    wiki.write("wiki/one/a.md", "# A\n")
    wiki.commit("A note")
    with watching(wiki) as watched:
        for text in ("# B\n", "# C\n", "# D\n", "# E\n"):
            shutil.rmtree(wiki.path / "wiki/one")
            wiki.write("wiki/one/a.md", text)
            watched.wait_for_state("wiki/one/a.md", text.encode())


def test_a_note_that_becomes_a_link_is_gone(wiki: Repository, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text("# Not of this wiki\n")
    with watching(wiki) as watched:
        (wiki.path / NOTE).unlink()
        (wiki.path / NOTE).symlink_to(tmp_path / "secret.md")
        watched.wait_for_state(NOTE, None)


def test_odd_names_come_through_as_they_are(wiki: Repository) -> None:
    names = [os.fsdecode(b"bad\xff.md"), "line\nbreak.md", "blank .md", "é.md", "~~x~~ — y.md"]
    with watching(wiki) as watched:
        for name in names:
            (wiki.path / "wiki" / name).write_bytes(b"# Odd\n")
        watched.wait_for(lambda: len(watched.changes) >= len(names))
    assert watched.paths == {f"wiki/{name}" for name in names}


def test_a_copy_that_a_sync_tool_made_is_told_of_and_is_no_note(wiki: Repository) -> None:
    wiki.write("wiki/home (conflicted copy 2026-11-30).md", "# Home\n")
    with watching(wiki) as watched:
        wiki.write("wiki/trips.sync-conflict-20261130-120000-ABCDEFG.md", "# Trips\n")
        watched.let_rest()
    assert watched.paths == {"wiki/home.md"}
    for name in ("home (conflicted copy 2026-11-30).md", "trips.sync-conflict-20261130-120000-ABCDEFG.md"):
        assert watched.told.count(f"wiki/{name} was put there by a sync tool") == 1


def test_what_git_ignores_and_other_repositories_are_left_alone(wiki: Repository) -> None:
    wiki.commit("Ignored", {".gitignore": "drafts/\nwiki/*.draft.md\n"})
    empty_repository(wiki.path / "wiki/theirs")
    with watching(wiki) as watched:
        for path in ("wiki/drafts/a.md", "wiki/b.draft.md", "wiki/theirs/c.md", "wiki/deep/drafts/d.md"):
            wiki.write(path, "# Not ours\n")
        wiki.write("wiki/ours.md", "# Ours\n")
        watched.wait_for_state("wiki/ours.md", b"# Ours\n")
    assert watched.paths == {"wiki/ours.md"}


def test_a_symlink_to_the_wiki_is_as_good_as_the_wiki(wiki: Repository, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(wiki.path)
    with watching(wiki, folder=tmp_path / "link") as watched:
        wiki.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, MORE)


# Git


def branch_with_changes(wiki: Repository) -> None:
    wiki.git("checkout", "-q", "-b", "side")
    wiki.commit("More", {NOTE: MORE.decode(), "wiki/new.md": "# New\n"})
    wiki.git("checkout", "-q", "main")


def checkout(wiki: Repository) -> None:
    wiki.git("checkout", "-q", "side")


def merge(wiki: Repository) -> None:
    wiki.git("merge", "-q", "side")


def merge_without_fast_forward(wiki: Repository) -> None:
    wiki.git("merge", "-q", "--no-ff", "-m", "Merge", "side")


def reset(wiki: Repository) -> None:
    wiki.git("reset", "-q", "--hard", "side")


def rebase(wiki: Repository) -> None:
    wiki.git("rebase", "-q", "side")


@pytest.mark.parametrize(
    "operation", [checkout, merge, merge_without_fast_forward, reset, rebase], ids=lambda op: op.__name__
)
def test_what_git_does_is_one_batch_of_gits(
    wiki: Repository, operation: Callable[[Repository], None]
) -> None:
    branch_with_changes(wiki)
    with watching(wiki) as watched:
        operation(wiki)
        watched.wait_for_state("wiki/new.md", b"# New\n")
        watched.wait_for_state(NOTE, MORE)
    assert watched.of(NOTE) == [(TRIPS, MORE)]
    assert {batch.cause for batch in watched.batches} == {"git"}


def test_a_checkout_says_where_head_went(wiki: Repository) -> None:
    branch_with_changes(wiki)
    with watching(wiki) as watched:
        checkout(wiki)
        watched.wait_for_state(NOTE, MORE)
    assert [batch.moved for batch in watched.batches if batch.moved] == ["main → side"]


def test_a_stash_and_its_return_are_two_states(wiki: Repository) -> None:
    with watching(wiki) as watched:
        wiki.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, MORE)
        wiki.git("stash")
        watched.wait_for_state(NOTE, TRIPS)
        wiki.git("stash", "pop", "-q")
        watched.wait_for_state(NOTE, MORE)
    assert watched.of(NOTE) == [(TRIPS, MORE), (MORE, TRIPS), (TRIPS, MORE)]
    assert [batch.cause for batch in watched.batches][:2] == ["save", "git"]


def test_a_save_after_a_commit_is_a_save(wiki: Repository) -> None:
    with watching(wiki) as watched:
        wiki.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, MORE)
        wiki.commit("More")
        time.sleep(0.6)  # what follows a commit at once may be its doing
        wiki.append(NOTE, "- And another.")
        watched.wait_for_state(NOTE, MORE + b"- And another.\n")
    assert [batch.cause for batch in watched.batches] == ["save", "save"]


def test_while_git_is_at_work_nothing_is_handed_over(wiki: Repository) -> None:
    lock = wiki.path / ".git/index.lock"
    with watching(wiki) as watched:
        lock.touch()
        wiki.append(NOTE, "- One more.")
        watched.wait_for(lambda: "git is busy (index.lock): waiting" in watched.told)
        assert watched.batches == []
        lock.unlink()
        watched.wait_for_state(NOTE, MORE)
    assert watched.told.count("git is busy") == 1


def test_what_a_hook_took_away_and_gave_back_never_changed(wiki: Repository) -> None:
    lock = wiki.path / ".git/index.lock"
    with watching(wiki) as watched:
        lock.touch()
        wiki.write("wiki/log.md", "# Log\n")
        watched.wait_for(lambda: "git is busy" in watched.told)
        wiki.write("wiki/log.md", FILES["wiki/log.md"])
        lock.unlink()
        watched.let_rest()
    assert watched.paths == {"wiki/home.md"}


def test_a_checkout_of_two_thousand_notes_is_seen_whole(wiki: Repository) -> None:
    wiki.git("checkout", "-q", "-b", "side")
    wiki.commit("Many", {f"wiki/n{n % 20}/{n}.md": f"# Note {n}\n" for n in range(2000)})
    wiki.git("checkout", "-q", "main")
    with watching(wiki) as watched:
        checkout(wiki)
        watched.wait_for(lambda: len(watched.paths) == 2000, "2,000 notes")
        wiki.append("wiki/n7/7.md", "more")
        watched.wait_for_state("wiki/n7/7.md", b"# Note 7\nmore\n")
    assert len(watched.changes) == 2001


# Gaps


def test_what_changed_while_no_watcher_ran_is_found_at_start(wiki: Repository) -> None:
    with watching(wiki):
        pass
    wiki.append(NOTE, "- One more.")
    os.utime(wiki.path / NOTE, (1, 1))  # as after `rsync -t`: a date that goes back hides nothing
    (wiki.path / "wiki/home.md").unlink()
    wiki.write("wiki/new.md", "# New\n")
    with watching(wiki) as watched:
        watched.wait_for(lambda: len(watched.changes) == 3)
    assert watched.of(NOTE) == [(TRIPS, MORE)]
    assert watched.of("wiki/home.md") == [(FILES["wiki/home.md"].encode(), None)]
    assert {batch.cause for batch in watched.batches} == {"away"}
    assert "first start" not in watched.told


def test_at_the_first_start_the_last_commit_is_what_was_known(wiki: Repository) -> None:
    wiki.write(NOTE, "# Trips\n")  # damage that is done already
    wiki.write("wiki/untracked.md", "# New\n")
    with watching(wiki) as watched:
        watched.wait_for(lambda: len(watched.changes) == 2)
    assert watched.of(NOTE) == [(TRIPS, b"# Trips\n")]
    assert watched.of("wiki/untracked.md") == [(None, b"# New\n")]
    assert "6 files known, as the last commit has them" in watched.told


def test_a_checkout_with_other_line_ends_is_no_change(wiki: Repository) -> None:
    wiki.write(NOTE, TRIPS.replace(b"\n", b"\r\n"))
    with watching(wiki) as watched:
        watched.let_rest()
    assert watched.paths == {"wiki/home.md"}


def test_without_a_commit_what_lies_on_disk_counts_as_known(tmp_path: Path) -> None:
    wiki = empty_repository(tmp_path / "new")
    for path, text in FILES.items():
        wiki.write(path, text)
    with watching(wiki) as watched:
        wiki.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, MORE)
    assert watched.paths == {NOTE}
    assert "6 files known, as they lie here: nothing is committed" in watched.told


def test_what_a_sparse_checkout_leaves_away_is_not_gone(wiki: Repository) -> None:
    wiki.git("update-index", "--skip-worktree", NOTE)
    (wiki.path / NOTE).unlink()
    with watching(wiki) as watched:
        watched.let_rest()
        wiki.git("update-index", "--skip-worktree", "wiki/index.md")
        (wiki.path / "wiki/index.md").unlink()
        time.sleep(QUICK.gone + QUICK.quiet)
        watched.let_rest()
    assert watched.paths == {"wiki/home.md"}


def test_a_write_through_a_hard_link_is_found_by_looking_again(wiki: Repository, tmp_path: Path) -> None:
    os.link(wiki.path / NOTE, tmp_path / "another name")
    with watching(wiki, SELDOM._replace(rescan=0.2)) as watched:
        (tmp_path / "another name").write_bytes(MORE)
        watched.wait_for_state(NOTE, MORE)


def test_a_change_that_leaves_size_and_date_alone_is_found_by_reading_all(
    wiki: Repository, tmp_path: Path
) -> None:
    note = wiki.path / NOTE
    os.link(note, tmp_path / "another name")
    with watching(wiki, SELDOM._replace(rescan=0.2, thorough=0.3)) as watched:
        date = note.stat().st_mtime_ns
        other = TRIPS.replace(b"Rome", b"Bari")
        (tmp_path / "another name").write_bytes(other)
        os.utime(note, ns=(date, date))
        watched.wait_for_state(NOTE, other)


def test_polling_sees_what_events_would_have_told(wiki: Repository) -> None:
    with watching(wiki, poll=True) as watched:
        assert "by looking again and again: that was asked for" in watched.told
        wiki.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, MORE)
        wiki.write("wiki/deep/er/new.md", "# New\n")
        watched.wait_for_state("wiki/deep/er/new.md", b"# New\n")
        (wiki.path / NOTE).unlink()
        watched.wait_for_state(NOTE, None)
    assert len(watched.of(NOTE)) == 2


def test_a_store_that_is_added_to_the_setting_is_watched_from_then_on(wiki: Repository) -> None:
    wiki.commit(
        "Another folder", {"other/index.md": "# Index\n", "other/log.md": "# Log\n", "other/n.md": "# N\n"}
    )
    with watching(wiki) as watched:
        policy = wiki.read("memwiki.toml") + '[[store]]\npath = "other"\n'
        wiki.commit("Another store", {"memwiki.toml": policy})
        watched.wait_for(lambda: "of 2 stores" in watched.told)
        wiki.append("other/n.md", "more")
        watched.wait_for_state("other/n.md", b"# N\nmore\n")
    assert watched.of("other/n.md") == [(b"# N\n", b"# N\nmore\n")]


def test_a_wiki_without_git_is_watched_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    wiki = Repository(tmp_path / "folder")
    for path, text in FILES.items():
        wiki.write(path, text)
    with watching(wiki) as watched:
        wiki.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, MORE)
        wiki.write("memwiki.toml", "[[stores]]\n")
        watched.wait_for(lambda: "the setting stays as it was: memwiki.toml" in watched.told)
        wiki.append(NOTE, "- And another.")
        watched.wait_for_state(NOTE, MORE + b"- And another.\n")
    assert watched.paths == {NOTE, "memwiki.toml"}


def test_another_working_tree_is_a_wiki_of_its_own(wiki: Repository, tmp_path: Path) -> None:
    wiki.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = Repository(tmp_path / "side", wiki.environ)
    with watching(side) as watched, watching(wiki) as other:
        side.append(NOTE, "- One more.")
        watched.wait_for_state(NOTE, MORE)
        other.let_rest()
    assert other.paths == {"wiki/home.md"}


def test_a_store_in_a_hidden_folder_is_watched(tmp_path: Path) -> None:
    files = {path.replace("wiki/", ".memory/wiki/"): text for path, text in FILES.items()}
    wiki = empty_repository(tmp_path / "hidden")
    wiki.commit("A wiki", files | {"memwiki.toml": '[[store]]\npath = ".memory/wiki"\n'})
    with watching(wiki) as watched:
        wiki.append(".memory/wiki/trips.md", "- One more.")
        watched.wait_for_state(".memory/wiki/trips.md", MORE)
        shutil.rmtree(wiki.path / ".memory")
        watched.wait_for_state(".memory/wiki/trips.md", None)
        wiki.write(".memory/wiki/trips.md", MORE + b"- And another.\n")
        watched.wait_for_state(".memory/wiki/trips.md", MORE + b"- And another.\n")


# Ends


def test_what_was_saved_just_before_the_end_is_kept(wiki: Repository) -> None:
    with watching(wiki) as watched:
        wiki.append(NOTE, "- One more.")
        wiki.write("wiki/new.md", "# New\n")
        watched.stop()
    assert watched.end == ""
    assert watched.of(NOTE) == [(TRIPS, MORE)]
    assert watched.of("wiki/new.md") == [(None, b"# New\n")]


def test_what_is_empty_at_the_end_is_not_believed(wiki: Repository) -> None:
    with watching(wiki) as watched:
        wiki.write(NOTE, "")
        (wiki.path / "wiki/home.md").unlink()
        watched.stop()
    assert watched.changes == []


@pytest.mark.parametrize("again", [False, True], ids=["moved", "moved and made anew"])
def test_when_the_folder_is_another_one_watching_begins_anew(
    wiki: Repository, tmp_path: Path, again: bool
) -> None:
    watched = Watched(wiki, Options(QUICK, SELDOM))
    watched.wait_for(lambda: "watching" in watched.told)
    wiki.path.rename(tmp_path / "moved")
    if again:
        shutil.copytree(tmp_path / "moved", wiki.path)
    watched.wait_for(lambda: watched.end is not None)
    assert watched.end is not None
    assert "is another folder now, or gone" in watched.end
    watched.stop()


def test_when_what_was_remembered_is_moved_away_watching_begins_anew(wiki: Repository) -> None:
    watched = Watched(wiki, Options(QUICK, SELDOM))
    watched.wait_for(lambda: "watching" in watched.told)
    for file in (wiki.path / ".git/memwiki").glob("memwiki.db*"):
        file.rename(wiki.path.parent / file.name)
    watched.wait_for(lambda: watched.end is not None)
    assert watched.end == "what was remembered was moved away"
    watched.stop()


def test_when_git_cannot_be_asked_watching_begins_anew(
    wiki: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Watched(wiki, Options(QUICK, SELDOM))
    watched.wait_for(lambda: "watching" in watched.told)

    def fail(*_: object) -> None:
        raise CannotCheck("git cannot be started")

    monkeypatch.setattr("wiki_hooks.watch.ground.ignored_below", fail)
    (wiki.path / "wiki/new").mkdir()
    watched.wait_for(lambda: watched.end is not None)
    assert watched.end == "git cannot be started"


def test_when_a_thread_that_tells_has_died_watching_begins_anew(
    wiki: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    from watchdog.observers import inotify_c

    def fail(*_: object) -> None:
        raise RuntimeError("as a fault in the library would")

    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    watched = Watched(wiki, Options(QUICK, SELDOM))
    watched.wait_for(lambda: "watching" in watched.told)
    monkeypatch.setattr(inotify_c.InotifyFD, "handle_event", fail)
    wiki.append(NOTE, "- One more.")
    watched.wait_for(lambda: watched.end is not None)
    assert watched.end == "the thread that reads events has died"
    monkeypatch.undo()
    with watching(wiki) as again:
        again.wait_for_state(NOTE, MORE)
    assert again.cause_of(NOTE) == "away"
