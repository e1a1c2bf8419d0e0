"""The sides of a change: what stands at a path, and what is never read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository import FILES, Repository, empty_repository, wiki_repository
from wiki_hooks.git.stdin import Side
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import OPTIONS, parse
from wiki_hooks.plumbing.repository import find_repository
from wiki_hooks.plumbing.trees import ChangedTree, CommitTree
from wiki_schema.change import EmptyTree, File
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.tree import WorkTree
from wiki_schema.finding import CannotCheck


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "wiki")


@pytest.fixture
def objects(wiki: Repository) -> Iterator[Objects]:
    with Objects(Git(str(wiki.path), wiki.environ)) as objects:
        yield objects


def index_of(wiki: Repository, objects: Objects) -> ChangedTree:
    raw = wiki.git("diff-index", "--cached", *OPTIONS, "HEAD", "--").encode()
    return ChangedTree(CommitTree(objects, "HEAD"), parse(raw), objects)


def test_a_commit_holds_files_links_and_folders(wiki: Repository, objects: Objects) -> None:
    (wiki.path / "wiki/link.md").symlink_to("../elsewhere.md")
    wiki.commit("A link")
    tree = CommitTree(objects, wiki.head)
    assert tree.read("wiki/trips.md") == File(FILES["wiki/trips.md"])
    assert tree.read("wiki/link.md") == File("../elsewhere.md", "link")
    assert tree.read("wiki") == File("", "other")
    assert tree.read("wiki/none.md") is tree.read("none/a.md") is tree.read("wiki/link.md/a.md") is None
    assert set(tree.paths()) == {*FILES, "wiki/link.md"}


def test_the_index_is_head_with_what_is_staged(wiki: Repository, objects: Objects) -> None:
    wiki.stage({"wiki/new.md": "# New\n", "wiki/home.md": None, "wiki/trips.md": "changed\n"})
    wiki.write("wiki/trips.md", "only on disk\n")
    tree = index_of(wiki, objects)
    assert tree.read("wiki/trips.md") == File("changed\n")
    assert tree.read("wiki/home.md") is None
    assert tree.read("wiki/index.md") == File(FILES["wiki/index.md"])
    assert set(tree.paths()) == {*FILES, "wiki/new.md"} - {"wiki/home.md"}


def test_every_side_says_that_a_folder_stands_in_a_files_place(wiki: Repository, objects: Objects) -> None:
    wiki.stage({"new.toml/deep/x": "x", "wiki/home.md": None, "memwiki.toml": None})
    wiki.stage({"wiki/home.md/x": "x"})
    folder, places = File(mode="other"), ("new.toml", "new.toml/deep", "wiki/home.md")
    index, on_disk = index_of(wiki, objects), disk(find_repository(str(wiki.path), wiki.environ))
    given = Side(
        {"new.toml/deep/x": (None, File("x")), "wiki/home.md/x": (None, File("x"))}, 1, {}, EmptyTree()
    )
    overlay = Overlay(CommitTree(objects, "HEAD"), {"new.toml/deep/x": "x", "wiki/home.md/x": "x"})
    wiki.git("commit", "-qnm", "Folders")
    for tree in (index, on_disk, given, overlay, CommitTree(objects, wiki.head)):
        assert [tree.read(path) for path in places] == [folder] * 3, tree
    assert index.read("memwiki.toml") is None


def test_a_folder_that_is_emptied_in_the_index_is_none(wiki: Repository, objects: Objects) -> None:
    wiki.commit("Folders", {"a/x": "x", "b/x": "x", "b/y": "y"})
    wiki.stage({"a/x": None, "b/x": None})
    tree = index_of(wiki, objects)
    assert (tree.read("a"), tree.read("b")) == (None, File(mode="other"))


def test_on_disk_a_link_is_never_followed(wiki: Repository) -> None:
    (wiki.path / "secret").mkdir()
    wiki.write("secret/a.md", "secret\n")
    (wiki.path / "wiki/link.md").symlink_to("../secret/a.md")
    (wiki.path / "wiki/folder").symlink_to("../secret")
    (wiki.path / "wiki/dangling.md").symlink_to("/nowhere")
    tree = disk(find_repository(str(wiki.path), wiki.environ))
    assert tree.read("wiki/link.md") == File("../secret/a.md", "link")
    assert tree.read("wiki/dangling.md") == File("/nowhere", "link")
    assert tree.read("wiki/folder") == File("../secret", "link")
    assert tree.read("wiki/folder/a.md") is None
    assert tree.read("wiki/none.md") is tree.read("wiki/trips.md/a.md") is None


def test_on_disk_a_folder_that_became_a_link_leads_nowhere_any_more(wiki: Repository) -> None:
    wiki.write("wiki/deep/er/a.md", "ours\n")
    tree = disk(find_repository(str(wiki.path), wiki.environ))
    assert tree.read("wiki/deep/er/a.md") == File("ours\n")
    (wiki.path / "wiki/deep").rename(wiki.path / "wiki/away")
    (wiki.path / "wiki/deep").symlink_to("away")
    assert tree.read("wiki/deep/er/a.md") is None
    assert tree.read("wiki/away/er/a.md") == File("ours\n")


def test_on_disk_only_files_are_read(wiki: Repository) -> None:
    os.mkfifo(wiki.path / "wiki/pipe.md")
    tree = WorkTree(str(wiki.path), tuple)
    assert tree.read("wiki/pipe.md") == tree.read("wiki") == File("", "other")
    assert tree.read("wiki/trips.md") == File(FILES["wiki/trips.md"])


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable for root")
def test_what_may_not_be_read_is_never_taken_for_gone(wiki: Repository) -> None:
    (wiki.path / "wiki/trips.md").chmod(0)
    with pytest.raises(CannotCheck, match=r"wiki/trips.md cannot be read: Permission denied"):
        WorkTree(str(wiki.path), tuple).read("wiki/trips.md")


def test_a_name_too_long_for_the_disk_is_told(wiki: Repository) -> None:
    with pytest.raises(CannotCheck, match=r"cannot be read: File name too long"):
        WorkTree(str(wiki.path), tuple).read("a" * 300)


def test_the_disk_lists_what_git_tracks_or_would_add(wiki: Repository) -> None:
    wiki.write(".gitignore", "ignored.md\n")
    wiki.write("wiki/ignored.md", "x")
    wiki.write("wiki/new.md", "x")
    (wiki.path / "wiki/home.md").unlink()
    paths = disk(find_repository(str(wiki.path), wiki.environ)).paths()
    assert set(paths) == {*FILES, ".gitignore", "wiki/new.md"} - {"wiki/home.md"}


def test_a_bare_repository_has_nothing_on_disk(tmp_path: Path) -> None:
    bare = empty_repository(tmp_path / "bare", "--bare")
    assert isinstance(disk(find_repository(str(bare.path), bare.environ)), EmptyTree)
