"""The members file as a directory of members."""

from __future__ import annotations

import pytest

from wiki_roster import wiki_list_members
from wiki_schema.members import Member
from wiki_schema.policy import Policy, PolicyError, Store

POLICY = Policy((Store(""),), members_file="people.toml")


def test_reads_the_file_that_the_policy_names() -> None:
    files = {"people.toml": '[[member]]\nid = "anna"\n', "members.toml": "not read"}
    assert wiki_list_members(POLICY, files.get) == (Member("anna"),)


def test_no_file_is_no_members() -> None:
    assert wiki_list_members(POLICY, {}.get) == ()


def test_a_file_that_cannot_be_read_is_an_error_not_nobody() -> None:
    with pytest.raises(PolicyError, match=r"people\.toml:1: no valid TOML"):
        wiki_list_members(POLICY, {"people.toml": "[[member"}.get)
