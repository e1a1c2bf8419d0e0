"""The member directory that memwiki comes with: a TOML file of the repository."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wiki_schema import hookimpl
from wiki_schema.members_file import read_members

if TYPE_CHECKING:
    from wiki_schema.members import Member
    from wiki_schema.policy import Policy


@hookimpl
def wiki_list_members(policy: Policy, read: Callable[[str], str | None]) -> Sequence[Member]:
    """The members of the file that the policy names; none where there is no such file.

    Raises `PolicyError` where it stands there and cannot be read: nobody is not an answer.
    """
    text = read(policy.members_file)
    return () if text is None else read_members(text, policy.members_file)
