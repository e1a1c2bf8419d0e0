"""Thousands of members, of faults among them, and of names of one of them: work in step with their number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.work import Work
from wiki_schema.members import Member
from wiki_schema.members.file import read_members
from wiki_schema.members.joining import joined
from wiki_schema.policy.reader import PolicyError

FEW, MANY = 100, 400

FILES: dict[str, Callable[[int], str]] = {
    "members": lambda n: "".join(f'[[member]]\nid = "a{i}"\nemails = ["a{i}@b"]\n' for i in range(n)),
    "unknown keys": lambda n: '[[member]]\nid = "a"\n' + "".join(f"emial{i} = 1\n" for i in range(n)),
    "unknown tables": lambda n: "".join(f"[membr{i}]\nx = 1\n" for i in range(n)),
    "an unknown key each": lambda n: "".join(f'[[member]]\nid = "a{i}"\nemial = 1\n' for i in range(n)),
    "an address of all": lambda n: "".join(f'[[member]]\nid = "a{i}"\nemails = ["a@b"]\n' for i in range(n)),
    "an agent for nobody": lambda n: (
        '[[member]]\nid = "ann"\n[[member]]\nid = "bot"\nrole = "agent"\n'
        f"acts_for = {[f'onn{i}' for i in range(n)]}\n"
    ),
}


def read(text: str) -> tuple[str, ...]:
    """The faults of a members file."""
    try:
        read_members(text, "members.toml")
    except PolicyError as error:
        return error.problems
    return ()


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
def test_a_members_file_is_read_in_step_with_its_length(text: Callable[[int], str]) -> None:
    read(text(FEW))
    few, many = Work(lambda: read(text(FEW))), Work(lambda: read(text(MANY)))
    assert many.calls < 1.3 * len(text(MANY)) / len(text(FEW)) * few.calls


def test_every_fault_is_told_and_of_the_first_ones_what_may_be_meant() -> None:
    problems = read(FILES["an unknown key each"](30))
    assert len(problems) == 30
    assert problems[0] == ("members.toml:3: [[member]] emial is no key of this table; did you mean emails?")
    assert problems[29] == "members.toml:90: [[member]] emial is no key of this table"


def test_a_member_of_many_names_is_joined_in_step_with_their_number() -> None:
    def members(number: int) -> list[Member]:
        return [Member(f"Name {i}", emails=("bot@example.org",), sources=("git",)) for i in range(number)]

    def join(number: int) -> Work:
        named = members(number)
        return Work(lambda: joined(named, print))

    (whole,) = joined(members(MANY), print)
    assert len(whole.names) == MANY
    assert join(MANY).calls < 1.3 * MANY / FEW * join(FEW).calls
