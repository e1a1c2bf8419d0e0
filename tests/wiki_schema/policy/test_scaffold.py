"""The files of a new store are ones that memwiki itself can read."""

from __future__ import annotations

from datetime import date

import pytest

from wiki_schema.index import listings
from wiki_schema.log import MEMWIKI, Log
from wiki_schema.members.file import read_members
from wiki_schema.policy import read_policy, scaffold
from wiki_schema.policy.scaffold import Person

DAY = date(2026, 11, 30)


@pytest.mark.parametrize("kind", ["shared", "open"])
def test_a_new_group_store_has_an_empty_log_and_index(kind: str) -> None:
    files = scaffold.store_files(kind, "", DAY)
    assert set(files) == {"index.md", "log.md"}
    assert listings(files["index.md"]) == ()
    assert Log.parsed(files["log.md"], MEMWIKI).entries == ()


def test_a_new_private_store_has_a_note_that_is_listed_and_logged() -> None:
    files = scaffold.store_files("private", "anna", DAY)
    assert [listing.target for listing in listings(files["index.md"])] == ["user.md"]
    (entry,) = Log.parsed(files["log.md"], MEMWIKI).entries
    assert (entry.day, entry.verb, entry.who, entry.path) == (DAY, "ADD", "anna", "user.md")
    assert files["user.md"].startswith("# anna\n")


@pytest.mark.parametrize("path", ["", "notes", "deep/notes with blanks", 'quo"ted', "日本"])
@pytest.mark.parametrize(("kind", "owner"), [("shared", ""), ("private", 'A "B" C'), ("open", "")])
def test_its_table_reads_back(path: str, kind: str, owner: str) -> None:
    policy = read_policy({"memwiki.toml": scaffold.store_table(path, kind, owner)}.get)
    assert policy
    (store,) = policy.stores
    assert (store.path, store.kind, store.owner) == (path, kind, owner)


@pytest.mark.parametrize("name", ["Anna Rossi", "anna", 'An "A" na', "田中 花子", "O’Neil"])
def test_the_first_member_reads_back_as_an_admin(name: str) -> None:
    (member,) = read_members(scaffold.member_table(Person(name, "a@example.org")), "members.toml")
    assert (member.label, member.role, member.emails) == (name, "admin", ("a@example.org",))


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("", "*.md text eol=lf\n"),
        ("notes", "notes/**/*.md text eol=lf\n"),
        ("a b", '"a b/**/*.md" text eol=lf\n'),
        ("[odd]*", '"\\\\[odd]\\\\*/**/*.md" text eol=lf\n'),
    ],
)
def test_line_ends_are_kept_in_the_store_alone(path: str, line: str) -> None:
    assert scaffold.attributes_line(path) == line
