"""What the rules are before a change: its policy and its roster."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wiki_schema.members import Roster
from wiki_schema.members.around import NOWHERE, Around
from wiki_schema.plugins import known_rules
from wiki_schema.policy import Policy, read_policy
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy


class Setting(Value):
    """A policy and the members it is read with."""

    policy: Policy
    roster: Roster


def read_setting(
    read: Callable[[str], str | None], manager: pluggy.PluginManager, around: Around = NOWHERE
) -> Setting | None:
    """The setting of one side of a repository; None where nothing configures one.

    `read` gives the text of a file from the top, or None. Raises `PolicyError` with every fault there is.
    """
    policy = read_policy(read, known_rules(manager))
    if policy is None:
        return None
    return Setting(policy, read_roster(policy, read, manager, around))


def read_roster(
    policy: Policy, read: Callable[[str], str | None], manager: pluggy.PluginManager, around: Around = NOWHERE
) -> Roster:
    """The members that every directory gives: those of the members file first, those of git last.

    Raises `CannotCheck` where one cannot be read, of the members file `PolicyError`; and what `around`
    raises where two do not agree.
    """
    directories = manager.hook.wiki_list_members(policy=policy, read=read, around=around)
    members = [member for members in reversed(directories) for member in members]
    listed = [member for member in members if policy.members_file in member.sources]
    if len(listed) == len(members):
        return Roster(members)
    from wiki_schema.members import joining

    known = joining.of_one_name(
        joining.in_order(members, policy.members_file), policy.members_file, around.tell
    )
    return Roster(joining.joined(known, around.tell, around.refuse))
