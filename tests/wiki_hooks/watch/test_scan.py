"""What is watched, how a file is looked at, and what counts as known where nobody has looked before."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository import FILES, MEMBERS, Repository, wiki_repository
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.watch import baseline
from wiki_hooks.watch.ground import concerns, survey
from wiki_hooks.watch.look import Look, look, sight
from wiki_hooks.watch.scan import differing
from wiki_hooks.watch.settle import CHANGED, EMPTY, GONE, NEW, SAME, UNSTEADY
from wiki_hooks.writing.desk import writing
from wiki_schema.disk import contents, files, shadow
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.shadow import Seen
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import Policy, Store

NOTE = "wiki/trips.md"


def find(repository: Repository) -> Wiki:
    return find_wiki(str(repository.path), repository.environ, get_plugin_manager())


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


@pytest.fixture
def db(repository: Repository) -> Iterator[sqlite3.Connection]:
    with writing(find(repository)) as desk:
        yield desk.db


def differ(db: sqlite3.Connection, wiki: Wiki, thorough: bool = False) -> set[str]:
    return {found.path for found in differing(db, wiki, survey(wiki), thorough)}


# What is watched


@pytest.mark.parametrize(
    ("path", "is_watched"),
    [
        ("wiki/n.md", True),
        ("wiki/deep/er/n.md", True),
        ("wiki/index.md", True),
        ("wiki/deep/index.md", True),
        ("logs/log.md", True),
        ("logs/log-2025.md", True),
        ("memwiki.toml", True),
        ("people/members.toml", True),
        ("pyproject.toml", False),
        ("README.md", False),
        ("wiki/picture.png", False),
        ("wiki/.hidden.md", False),
        ("wiki/.obsidian/n.md", False),
        ("wiki/n.md~", False),
        ("wiki/~$n.md", False),
        ("wiki/raw/n.md", False),
        ("wiki/n.sync-conflict-20261130-120000-ABCDEFG.md", False),
    ],
)
def test_notes_indexes_logs_and_the_policy_are_watched(path: str, is_watched: bool) -> None:
    policy = Policy((Store("wiki", log="../logs/log.md", exclude=("raw/**",)),), "people/members.toml")
    assert concerns(policy, path) is is_watched


def test_a_survey_names_folders_to_be_watched_and_files_that_stand(repository: Repository) -> None:
    repository.commit("Ignored", {".gitignore": "/wiki/build/\n"})
    for path in ("wiki/deep/n.md", "wiki/.trash/n.md", "wiki/build/n.md", "docs/n.md", "wiki/sub/.git/HEAD"):
        repository.write(path, "# N\n")
    (repository.path / "wiki/linked").symlink_to(repository.path / "docs")
    (repository.path / "wiki/link.md").symlink_to(repository.path / "docs/n.md")
    found = survey(find(repository))
    assert set(found.folders) == {"", "wiki", "wiki/deep"}
    assert set(found.files) == {*FILES, "wiki/deep/n.md"}


def test_a_store_behind_a_link_is_not_watched(repository: Repository) -> None:
    (repository.path / "wiki").rename(repository.path / "real")
    (repository.path / "wiki").symlink_to("real")
    assert survey(find(repository)).folders == ("",)


# Looking at a file


def test_a_look_gives_content_and_stamp(repository: Repository) -> None:
    found = look(str(repository.path), NOTE)
    status = (repository.path / NOTE).stat()
    assert found.data == FILES[NOTE].encode()
    assert found.seen == Seen(
        NOTE, status.st_size, status.st_mtime_ns, status.st_ino, contents.hash_of(FILES[NOTE].encode())
    )


@pytest.mark.parametrize("what", ["nothing", "folder", "link", "dangling", "below a link", "below a file"])
def test_what_is_no_plain_file_is_as_good_as_nothing(repository: Repository, what: str) -> None:
    path = repository.path / "wiki"
    if what == "folder":
        (path / "x.md").mkdir()
    elif what == "link":
        (path / "x.md").symlink_to("trips.md")
    elif what == "dangling":
        (path / "x.md").symlink_to("nowhere")
    elif what == "below a link":
        (repository.path / "there").mkdir()
        (repository.path / "there/x.md").touch()
        (path / "f").symlink_to(repository.path / "there")
    name = {"below a link": "f/x.md", "below a file": "trips.md/x.md"}.get(what, "x.md")
    assert look(str(repository.path), f"wiki/{name}") == Look(None)


def test_a_file_that_may_not_be_read_is_not_gone(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(top: str, path: str) -> bytes:
        raise CannotWrite(f"{path} cannot be read")

    monkeypatch.setattr(files, "read", refuse)
    with pytest.raises(CannotWrite, match="cannot be read"):
        look(str(repository.path), NOTE)


def test_a_file_that_is_written_to_while_it_is_read_was_not_seen(
    repository: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = files.read

    def read_slowly(top: str, path: str) -> bytes | None:
        data = read(top, path)
        repository.append(path, "- One more.")
        return data

    monkeypatch.setattr(files, "read", read_slowly)
    assert look(str(repository.path), NOTE) == Look(FILES[NOTE].encode(), None)


KNOWN = Seen(NOTE, 3, 1, 1, contents.hash_of(b"one"))


def looked(data: bytes) -> Look:
    return Look(data, Seen(NOTE, len(data), 2, 2, contents.hash_of(data)))


@pytest.mark.parametrize(
    ("found", "known", "shown"),
    [
        (Look(None), None, SAME),
        (Look(None), KNOWN, GONE),
        (Look(b"one"), KNOWN, UNSTEADY),
        (looked(b"one"), KNOWN, SAME),
        (looked(b"two"), KNOWN, CHANGED),
        (looked(b"two"), None, NEW),
        (looked(b""), KNOWN, EMPTY),
        (looked(b""), None, EMPTY),
        (looked(b""), KNOWN._replace(hash=contents.hash_of(b"")), SAME),
    ],
)
def test_what_a_look_shows(found: Look, known: Seen | None, shown: str) -> None:
    assert sight(found, known) == shown


# What counts as known, and what differs from it


def test_the_first_baseline_is_the_last_commit(repository: Repository, db: sqlite3.Connection) -> None:
    wiki = find(repository)
    repository.append(NOTE, "- Damage.")
    (repository.path / "wiki/home.md").unlink()
    repository.write("wiki/new.md", "# New\n")
    assert baseline.lay(db, wiki, survey(wiki)) == baseline.Baseline(len(FILES), True)
    assert {path: contents.content(db, seen.hash) for path, seen in shadow.all(db).items()} == {
        path: text.encode() for path, text in FILES.items()
    }
    assert differ(db, wiki) == {NOTE, "wiki/home.md", "wiki/new.md"}
    assert baseline.lay(db, wiki, survey(wiki)) is None


def test_a_store_that_comes_later_gets_its_baseline_then(
    repository: Repository, db: sqlite3.Connection
) -> None:
    baseline.lay(db, find(repository), survey(find(repository)))
    two = FILES["memwiki.toml"] + '[[store]]\npath = "other"\n'
    repository.commit("Another", {"memwiki.toml": two, "other/n.md": "# N\n"})
    wiki = find(repository)
    assert baseline.lay(db, wiki, survey(wiki)) == baseline.Baseline(1, True)
    assert shadow.get(db, "other/n.md") is not None


@pytest.mark.parametrize("change", ["touch", "earlier", "same size", "gone"])
def test_a_stamp_that_differs_either_way_is_found(
    repository: Repository, db: sqlite3.Connection, change: str
) -> None:
    wiki, note = find(repository), repository.path / NOTE
    baseline.lay(db, wiki, survey(wiki))
    assert differ(db, wiki) == set()
    if change == "touch":
        os.utime(note)
    elif change == "earlier":
        os.utime(note, (1, 1))
    elif change == "same size":
        note.write_text(FILES[NOTE].replace("Rome", "Bari"))
    else:
        note.unlink()
    assert differ(db, wiki) == {NOTE}


def test_reading_all_finds_what_no_stamp_shows(repository: Repository, db: sqlite3.Connection) -> None:
    wiki, note = find(repository), repository.path / NOTE
    baseline.lay(db, wiki, survey(wiki))
    date = note.stat().st_mtime_ns
    with note.open("r+b") as file:
        file.write(FILES[NOTE].replace("Rome", "Bari").encode())
    os.utime(note, ns=(date, date))
    assert differ(db, wiki) == set()
    assert differ(db, wiki, thorough=True) == {NOTE}


def test_since_when_a_file_is_as_it_is_no_program_can_set(
    repository: Repository, db: sqlite3.Connection
) -> None:
    wiki = find(repository)
    baseline.lay(db, wiki, survey(wiki))
    os.utime(repository.path / NOTE, (1, 1))
    (repository.path / "wiki/home.md").unlink()
    ages = {found.path: found.age for found in differing(db, wiki, survey(wiki))}
    assert ages.keys() == {NOTE, "wiki/home.md"}
    assert all(0 <= age < 20 for age in ages.values())


def test_what_lies_in_a_folder_that_may_not_be_read_is_not_gone(
    repository: Repository, db: sqlite3.Connection
) -> None:
    repository.commit("Deep", {"wiki/deep/n.md": "# N\n"})
    wiki = find(repository)
    baseline.lay(db, wiki, survey(wiki))
    found = survey(wiki)
    files = {path: stamp for path, stamp in found.files.items() if path != "wiki/deep/n.md"}
    assert not list(differing(db, wiki, found._replace(files=files, unreadable=("wiki/deep",))))


def test_in_a_repository_with_longer_names_unchanged_files_are_known_as_well(tmp_path: Path) -> None:
    repository = wiki_repository(tmp_path / "repository", "--object-format=sha256")
    wiki = find(repository)
    with writing(wiki) as desk:
        baseline.lay(desk.db, wiki, survey(wiki))
        assert differ(desk.db, wiki) == set()


def test_the_members_are_watched_though_they_lie_beside_the_store(
    repository: Repository, db: sqlite3.Connection
) -> None:
    wiki = find(repository)
    baseline.lay(db, wiki, survey(wiki))
    repository.write("members.toml", MEMBERS.replace("Ben", "Benjamin"))
    assert differ(db, wiki) == {"members.toml"}
