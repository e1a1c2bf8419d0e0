"""Taking a wiki in writes two files or none, and only beside what is configured already."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository import TODAY, Repository, empty_repository
from tests.wikis_of_others import LLM_WIKI, OTHERS
from wiki_hooks.plumbing.repository import find_repository
from wiki_hooks.setup.adopting import CONFIG, Adopted, Ground, adopt, lacking, propose, standing, write
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import BASELINE

DEAD = {**LLM_WIKI.files, "wiki/concepts/pier.md": "# Pier\n\nSee [it](gone.md).\n"}


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = empty_repository(tmp_path / "theirs")
    made.commit("theirs", dict(DEAD))
    return made


def ground(repository: Repository, root: str = "") -> Ground:
    top = str(repository.path)
    found = find_repository(top, repository.environ)
    return Ground(top, root, found, repository.environ, TODAY, get_plugin_manager())


def adopted(repository: Repository, root: str = "") -> Adopted:
    here = ground(repository, root)
    return adopt(here, propose(here, "", ""))


def test_to_look_writes_nothing(repository: Repository) -> None:
    found = adopted(repository)
    assert found.total == sum(found.found[0][1].values()) > 0 and BASELINE not in found.config
    assert repository.git("status", "--porcelain", "--ignored") == ""


@pytest.mark.parametrize("name", [CONFIG, BASELINE])
def test_where_one_of_both_cannot_be_written_neither_is(repository: Repository, name: str) -> None:
    found = adopted(repository)
    repository.write(name, "came meanwhile\n")
    with pytest.raises(CannotCheck, match=f"{name} cannot be written: File exists; nothing was changed"):
        write(ground(repository), found)
    assert repository.git("status", "--porcelain") == f"?? {name}"
    assert repository.read(name) == "came meanwhile\n"


def test_both_are_written_as_they_were_shown(repository: Repository) -> None:
    found = adopted(repository)
    assert write(ground(repository), found) == (CONFIG, BASELINE)
    assert (repository.read(CONFIG), repository.read(BASELINE)) == (found.config, found.baseline)
    assert standing(ground(repository)) == found.config


WIKI = LLM_WIKI.config
OTHER = '[[store]]\npath = "other"\n'


@pytest.mark.parametrize(
    ("config", "lacks"),
    [
        (WIKI, ""),
        (f"# mine\r\n\r\n{OTHER}\n{WIKI}", ""),
        (f'{WIKI}\n[rules]\nlink-dead = "off"\n', ""),
        (OTHER, WIKI),
        (WIKI.replace("open", "shared"), None),
        (f"{OTHER}\n{WIKI.replace('headings', 'bullets')}", None),
    ],
    ids=["the same", "among others", "with more tables", "another", "of another kind", "another log"],
)
def test_a_configuration_lacks_the_stores_that_are_nowhere_in_it(
    repository: Repository, config: str, lacks: str | None
) -> None:
    assert lacking(config, adopted(repository)) == lacks


@pytest.mark.parametrize("name", OTHERS)
def test_what_a_wiki_lacks_is_what_would_be_written(tmp_path: Path, name: str) -> None:
    made = empty_repository(tmp_path / "theirs")
    made.commit("theirs", dict(OTHERS[name].files))
    found = adopted(made)
    assert lacking('[[store]]\npath = "elsewhere"\n', found) == OTHERS[name].config
    assert lacking(found.config, found) == ""
