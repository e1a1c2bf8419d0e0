"""What is said of a store that was asked for: where it lies, what stays as it was, whom nobody knows."""

from __future__ import annotations

from datetime import date

import pytest

from wiki_hooks.setup.new_store import Wanted
from wiki_hooks.setup.remarks import Said, nesting, ownership, unchanged, unlisted
from wiki_schema.members import Roster
from wiki_schema.members.file import read_members
from wiki_schema.policy import Policy, Store
from wiki_schema.policy.scaffold import Person

POLICY = Policy((Store("wiki"), Store("private/anna", "private", "anna")))
MEMBERS = '[[member]]\nid = "anna"\nname = "Anna Rossi"\nrole = "admin"\n\n[[member]]\nid = "ben"\n'
ROSTER = Roster(read_members(MEMBERS, "members.toml"))


def wanted(path: str) -> Wanted:
    return Wanted("/top", path, "shared", "", Person("Anna Rossi"), date(2026, 11, 30))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("wiki", []),
        ("other", []),
        ("wikis", []),
        ("wiki/deeper", ["wiki/deeper lies inside the store wiki, which no longer guards what is in it"]),
        ("private", ["the store private/anna lies inside private, and keeps its own log and index"]),
        ("", [f"the store {name} lies inside ., and keeps its own log and index"
              for name in ("wiki", "private/anna")]),
    ],
)  # fmt: skip
def test_a_store_inside_or_around_another_is_told(path: str, said: list[str]) -> None:
    assert list(nesting(wanted(path), POLICY)) == said


@pytest.mark.parametrize(
    ("path", "said", "option"),
    [
        ("wiki", Said(kind="shared"), ""),
        ("wiki", Said(), ""),
        ("wiki", Said(kind="open"), "--kind open"),
        ("private/anna", Said(owner="ben"), "--owner ben"),
        ("private/anna", Said(kind="private", owner="anna"), ""),
        ("new", Said(kind="open", owner="ben"), ""),
    ],
)
def test_an_option_that_changes_nothing_is_told(path: str, said: Said, option: str) -> None:
    told = list(unchanged(wanted(path), POLICY, said))
    assert len(told) == bool(option)
    assert not option or f"so {option} changes nothing" in told[0]


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("", ""),
        ("anna", ""),
        ("Anna Rossi", ""),
        ("ben", "members.toml was there and is left as it is: ben is member there, no admin"),
        ("Carla Diaz", 'so Carla Diaz is not in it; to add:\n[[member]]\nid = "carla-diaz"'),
    ],
)
def test_whoever_was_to_be_admin_and_is_not_is_told(who: str, words: str) -> None:
    told = "\n".join(unlisted(Said(who=who), ROSTER, "members.toml"))
    assert (words in told) and bool(words) is bool(told)


@pytest.mark.parametrize(
    ("owner", "words"),
    [
        ("anna", ""),
        ("", "belongs to nobody yet: set owner in"),
        ("anne", 'did you mean anna? To add to members.toml:\n[[member]]\nid = "anne"'),
        ("zoe", 'zoe is no member yet. To add to members.toml:\n[[member]]\nid = "zoe"'),
    ],
)
def test_an_owner_whom_nobody_knows_is_told(owner: str, words: str) -> None:
    told = "\n".join(ownership(owner, ROSTER, POLICY))
    assert (words in told) and bool(words) is bool(told)
