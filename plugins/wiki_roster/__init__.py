"""Who the members are, and how a roster is shown: directories of members, and the block `roster`.

Every commit check imports this: what few wikis configure is imported where they do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from wiki_schema import hookimpl
from wiki_schema.members.file import read_members
from wiki_schema.rule import StoreRule

if TYPE_CHECKING:
    from wiki_schema.finding import Finding
    from wiki_schema.members import Member
    from wiki_schema.members.around import Around
    from wiki_schema.policy import Policy
    from wiki_schema.standing.view import StoreView

BLOCK = "roster"


@hookimpl
def wiki_list_members(policy: Policy, read: Callable[[str], str | None], around: Around) -> Sequence[Member]:
    """The members of the file that the policy names, and of the directories that it turns on.

    Who comes first decides who somebody is: what an admin wrote, then what an admin asks, then notes that
    anybody may add, at last commits that anybody may write.

    Raises `CannotCheck` where one cannot be read, of the file `PolicyError`: nobody is not an answer.
    """
    text = read(policy.members_file)
    listed = () if text is None else read_members(text, policy.members_file)
    members = [member._replace(sources=(policy.members_file,)) for member in listed]
    known, noted, printed, written = policy.members, [], [], []
    if known["git"]:
        from wiki_roster.authors import members_of_history

        written = members_of_history(around, read)
    if folder := str(known["folder"]):
        from wiki_roster.folder import members_of_folder

        noted = members_of_folder(folder, around)
    command = known["command"]
    if isinstance(command, tuple) and command:
        from wiki_roster.command import members_of_command

        printed = members_of_command(command, around, [*members, *noted, *written])
    return [*members, *printed, *noted, *written]


@hookimpl
def wiki_list_blocks() -> Sequence[str]:
    """The roster."""
    return (BLOCK,)


@hookimpl
def wiki_render_block(name: str, views: Sequence[StoreView]) -> str | None:
    """The roster as a table."""
    if name != BLOCK:
        return None
    from wiki_roster.block import table

    policy, roster = (views[0].policy, views[0].roster) if views else (None, None)
    return table(roster.members, bool(policy.members["show_emails"])) if roster and policy else ""


def _stale(view: StoreView) -> Iterator[Finding]:
    from wiki_roster.stale import check

    return check(view)


def _page() -> str:
    from importlib.resources import files

    return files(__name__).joinpath("roster-stale.md").read_text(encoding="utf-8")


@hookimpl
def wiki_find_drift() -> Sequence[StoreRule]:
    """The rule on rosters that are no longer what would be rendered."""
    return (StoreRule("roster-stale", "error", _stale, page=_page),)
