"""What README and the page on configuration show is what memwiki does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wiki_schema.log import VERBS
from wiki_schema.members.file import read_members
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import read_policy
from wiki_schema.policy.keys import KINDS, ROLES
from wiki_schema.policy.scaffold import Person

HOUSE = Path(__file__).parents[1]
README = (HOUSE / "README.md").read_text(encoding="utf-8")
CONFIGURATION = (HOUSE / "docs" / "configuration.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```", README + CONFIGURATION, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("example", [text for text in EXAMPLES if "[[store]]" in text])
def test_an_example_of_stores_can_be_read(example: str) -> None:
    policy = read_policy({"memwiki.toml": example}.get)
    assert policy is not None
    assert {store.owner for store in policy.stores} <= {"", "anna-rossi"}


@pytest.mark.parametrize("example", [text for text in EXAMPLES if "[[member]]" in text])
def test_an_example_of_members_can_be_read_and_is_as_init_writes_it(example: str) -> None:
    person, agent = read_members(example, "members.toml")
    assert person.id == Person(person.name).id
    assert agent.acts_for == (person.id,)


def test_the_readme_explains_every_verb_and_names_every_report_format() -> None:
    assert re.findall(r"^\| `([A-Z]+)` \|", README, re.MULTILINE) == list(VERBS)
    formats = [name for names in get_plugin_manager().hook.wiki_list_report_formats() for name in names]
    assert formats
    assert all(re.search(rf"`(--format )?{name}`", README) for name in formats)


def test_the_page_on_configuration_explains_every_kind_and_role() -> None:
    rows = re.findall(r"^\| `([a-z]+)` \|", CONFIGURATION.partition("## Every key")[0], re.MULTILINE)
    assert rows == [*KINDS, *ROLES]


def test_links_into_the_page_lead_to_its_headings() -> None:
    headings = {h.lower().replace(" ", "-") for h in re.findall(r"^## (.*)$", CONFIGURATION, re.MULTILINE)}
    assert set(re.findall(r"docs/configuration\.md#([a-z-]+)", README)) <= headings
