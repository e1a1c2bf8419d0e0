"""Where a wiki lies, and which of its files somebody means."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository import Repository, wiki_repository
from wiki_hooks.place.wiki import Wiki, find_wiki, path_from_top
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


@pytest.fixture
def wiki(repository: Repository) -> Wiki:
    return find_wiki(str(repository.path), repository.environ, get_plugin_manager())


@pytest.mark.parametrize(
    ("folder", "named", "path"),
    [
        (".", "wiki/trips.md", "wiki/trips.md"),
        (".", "trips.md", "wiki/trips.md"),
        (".", "new.md", "wiki/new.md"),
        (".", "..new.md", "wiki/..new.md"),
        ("wiki", "trips.md", "wiki/trips.md"),
        ("wiki", "./trips.md", "wiki/trips.md"),
        ("wiki", "wiki/trips.md", "wiki/trips.md"),
        ("wiki", "new.md", "wiki/new.md"),
    ],
)
def test_a_note_is_named_from_here_from_the_top_or_from_its_store(
    wiki: Wiki, repository: Repository, folder: str, named: str, path: str
) -> None:
    assert path_from_top(wiki, str(repository.path / folder), named) == path


@pytest.mark.parametrize("named", ["/etc/passwd", "../outside.md", "../../etc/passwd", "members.toml"])
def test_what_lies_elsewhere_is_none_of_ours(wiki: Wiki, repository: Repository, named: str) -> None:
    with pytest.raises(CannotCheck):
        wiki.store_of(path_from_top(wiki, str(repository.path), named))


def test_a_link_inside_is_seen_as_one_and_one_to_the_wiki_is_followed(
    wiki: Wiki, repository: Repository, tmp_path: Path
) -> None:
    (repository.path / "wiki" / "out").symlink_to(tmp_path)
    (tmp_path / "link").symlink_to(repository.path)
    assert path_from_top(wiki, str(repository.path), "wiki/out/new.md") == "wiki/out/new.md"
    assert path_from_top(wiki, str(tmp_path / "link"), "wiki/new.md") == "wiki/new.md"
    assert path_from_top(wiki, str(tmp_path), str(tmp_path / "link" / "wiki" / "new.md")) == "wiki/new.md"


def test_where_two_stores_may_be_meant_none_is_guessed(repository: Repository) -> None:
    repository.append("memwiki.toml", '[[store]]\npath = "private"\nkind = "private"')
    repository.commit("A second store", {"private/index.md": "# Index\n", "private/only.md": "# Only\n"})
    wiki = find_wiki(str(repository.path), repository.environ, get_plugin_manager())
    assert path_from_top(wiki, str(repository.path), "only.md") == "private/only.md"
    assert path_from_top(wiki, str(repository.path / "wiki"), "new.md") == "wiki/new.md"
    for name in ("new.md", "index.md"):
        with pytest.raises(CannotCheck, match=rf"wiki/{name} or private/{name}"):
            path_from_top(wiki, str(repository.path), name)


def test_the_rules_are_those_of_the_last_commit(repository: Repository) -> None:
    repository.replace("memwiki.toml", "wiki", "elsewhere")
    found = find_wiki(str(repository.path), repository.environ, get_plugin_manager())
    assert [store.path for store in found.setting.policy.stores] == ["wiki"]


def test_without_git_the_nearest_configured_folder_is_the_top(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    notes = tmp_path / "home" / "notes" / "trips"
    notes.mkdir(parents=True)
    (tmp_path / "home" / "memwiki.toml").write_text('[[store]]\npath = "notes"\n')
    found = find_wiki(str(notes), {}, get_plugin_manager())
    assert found.top == str(tmp_path / "home")
    assert found.state.startswith(str(tmp_path / "state")), "what is remembered lies outside the notes"
    assert found.repository is None


def test_where_nothing_is_configured_there_is_no_wiki(tmp_path: Path) -> None:
    with pytest.raises(CannotCheck, match="memwiki init"):
        find_wiki(str(tmp_path), {}, get_plugin_manager())
