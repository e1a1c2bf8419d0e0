"""Reading objects: every byte as git holds it, and never a guess where one is missing."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.repository import TODAY, Repository, empty_repository
from wiki_hooks.plumbing.objects import Commit, Missing, Objects, parse_ident
from wiki_hooks.plumbing.process import Git
from wiki_schema.finding import CannotCheck


@pytest.fixture(params=["sha1", "sha256"])
def repository(tmp_path: Path, request: pytest.FixtureRequest) -> Repository:
    return empty_repository(tmp_path / "r", f"--object-format={request.param}")


def objects_of(repository: Repository) -> Objects:
    return Objects(Git(str(repository.path), repository.environ))


def blob(repository: Repository, content: bytes) -> str:
    return repository.git("hash-object", "-w", "--stdin", feed=content)


def test_many_big_blobs_never_stop_the_pipes(repository: Repository) -> None:
    """Far more than a pipe holds, in both directions."""
    contents = [b"%d" % number * 20_000 for number in range(40)]
    oids = [blob(repository, content) for content in contents]
    with objects_of(repository) as objects:
        objects.prefetch(oids * 200)
        assert [objects.text(oid) for oid in oids] == [content.decode() for content in contents]


@pytest.mark.parametrize("content", [b"", b"\n", b"no newline", b"a\r\nb\x00\xff", b"x missing\n"])
def test_content_comes_byte_for_byte(repository: Repository, content: bytes) -> None:
    oid = blob(repository, content)
    with objects_of(repository) as objects:
        assert objects.text(oid).encode("utf-8", "surrogateescape") == content
        assert objects.text(oid) is objects.text(oid)


def test_a_tree_is_read_with_its_kinds_and_odd_names(repository: Repository) -> None:
    repository.write("line\nbreak.md", "x")
    repository.write("d\udcff/a.md", "x")
    (repository.path / "link").symlink_to("elsewhere")
    repository.commit("Odd")
    with objects_of(repository) as objects:
        tree = objects.tree("HEAD^{tree}")
        assert {name: node.mode for name, node in tree.items()} == {
            "d\udcff": "40000",
            "line\nbreak.md": "100644",
            "link": "120000",
        }
        assert objects.text(tree["line\nbreak.md"].oid) == "x"


def test_a_commit_is_read_from_its_own_bytes(repository: Repository) -> None:
    first = repository.commit("One", {"a": "1"})
    second = repository.commit("Two\n\nBody — ü\n", {"a": "2"}, author="Zoë O'Neill <zoe@example.org>")
    repository.git("replace", second, first)
    with objects_of(repository) as objects:
        one, two = objects.commits([first, second])
    assert (one.parents, two.parents) == ((), (first,))
    assert (two.name, two.email) == ("Zoë O'Neill", "zoe@example.org")
    assert two.message == "Two\n\nBody — ü\n"
    assert two.day(TODAY) == date(2026, 11, 30)


def test_a_day_is_utc_and_never_later_than_today() -> None:
    commit = Commit("", (), "", "", 1_796_083_200 - 1, "")
    assert commit.day(TODAY) == date(2026, 11, 30)
    assert commit._replace(seconds=1_796_083_200).day(TODAY) == TODAY
    assert commit._replace(seconds=10**15).day(TODAY) == TODAY


def test_what_is_missing_is_never_taken_for_empty(repository: Repository) -> None:
    repository.commit("One", {"a": "1"})
    nowhere = "1" * len(repository.head)
    with objects_of(repository) as objects:
        assert objects.find("HEAD:nowhere") is None
        for ask in (objects.text, objects.tree, lambda oid: list(objects.commits([oid]))):
            with pytest.raises(Missing, match=r"git fetch --unshallow"):
                ask(nowhere)
        with pytest.raises(Missing):
            objects.prefetch([nowhere])
        assert objects.find("HEAD")


def test_a_damaged_object_is_told_with_the_remedy(repository: Repository) -> None:
    oid = blob(repository, b"words")
    path = repository.path / ".git/objects" / oid[:2] / oid[2:]
    path.chmod(0o600)
    path.write_bytes(b"garbage")
    with (
        objects_of(repository) as objects,
        pytest.raises(CannotCheck, match=r"corrupt.*git fsck|not in this clone"),
    ):
        objects.text(oid)


@pytest.mark.parametrize(
    ("ident", "expected"),
    [
        ("Ann Lee <ann@x.org> 1700000000 +0100", ("Ann Lee", "ann@x.org", 1_700_000_000)),
        ("<ann@x.org> 12 +0000", ("", "ann@x.org", 12)),
        ("A <b> c <ann@x.org> 12 +0000", ("A", "b> c <ann@x.org", 12)),
        ("Ann <> -5 +0000", ("Ann", "", -5)),
        ("", ("", "", 0)),
        ("nonsense", ("", "", 0)),
    ],
)
def test_who_wrote_it_is_read_whatever_git_let_through(ident: str, expected: tuple[str, str, int]) -> None:
    assert parse_ident(ident) == expected
