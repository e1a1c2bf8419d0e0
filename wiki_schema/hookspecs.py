"""The plugin contract: every hook memwiki calls, when, and what an empty answer means.

A plugin is a module or object named by an entry point of the group `memwiki`; it answers the hooks it
knows with functions marked `@wiki_schema.hookimpl`. The built-in rooms use nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pluggy

if TYPE_CHECKING:
    from wiki_schema.command import Command
    from wiki_schema.finding import Verdict
    from wiki_schema.log import LogFormat
    from wiki_schema.members import Actor, Evidence, Member, Roster
    from wiki_schema.members.around import Around
    from wiki_schema.policy import Policy
    from wiki_schema.prime import Section
    from wiki_schema.rule import Rule, StoreRule
    from wiki_schema.standing.view import StoreView
    from wiki_schema.tool import Tool

PROJECT = "memwiki"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def wiki_provide_rules() -> Sequence[Rule]:  # type: ignore[empty-body]
    """Rules on a change. Called once before a change is judged; an empty answer adds none.

    A name that another plugin already gave is an error: two rules of one name could hide each other.
    """


@hookspec
def wiki_find_drift() -> Sequence[StoreRule]:  # type: ignore[empty-body]
    """Rules on a store as it stands, for the health pass. Called once; an empty answer adds none.

    A name that another plugin already gave is an error: two rules of one name could hide each other.
    """


@hookspec
def wiki_provide_log_formats() -> Sequence[LogFormat]:  # type: ignore[empty-body]
    """Log styles that `log_format` may name. Called once; an empty answer adds none."""


@hookspec
def wiki_list_members(  # type: ignore[empty-body]
    policy: Policy, read: Callable[[str], str | None], around: Around
) -> Sequence[Member]:
    """The members that a directory knows. Called for each policy; the answers are joined.

    `read` gives the text of a file of the repository as it was before the change, or None; `around` what
    else may be asked: the files of a folder, the authors of the history, a command. Who is known to two
    directories, by id, name or e-mail address, is one member; the members file decides the role.
    A directory that exists but cannot be read raises `CannotCheck`: nobody is not an answer.
    """


@hookspec(firstresult=True)
def wiki_identify_actor(roster: Roster, evidence: Evidence) -> Actor | None:
    """Who is acting. Called once a change; the first answer wins, None leaves it to the next."""


@hookspec
def wiki_scan_secrets(path: str, text: str) -> Sequence[tuple[int, int, str]]:  # type: ignore[empty-body]
    """Spans that look like credentials: start and end in `text`, and what kind. Empty: none found."""


@hookspec(firstresult=True)
def wiki_render_report(format: str, verdict: Verdict, title: str) -> str | None:
    """The report in a format, with its last newline. None: not a format of this plugin."""


@hookspec
def wiki_list_report_formats() -> Sequence[str]:  # type: ignore[empty-body]
    """The names that `--format` takes from this plugin."""


@hookspec
def wiki_prime_section(views: Sequence[StoreView], actor: Actor) -> Sequence[Section]:  # type: ignore[empty-body]
    """Parts of what an agent is told when its session starts; an empty answer adds none.

    `views` are the stores that this actor may be told of. The most urgent sections are kept where room
    is short. One that has nothing to say is given without lines, so that its name may be chosen all the same.
    """


@hookspec(firstresult=True)
def wiki_render_block(name: str, views: Sequence[StoreView]) -> str | None:
    """The Markdown of a managed block, lines ended by LF. None: not a block of this plugin.

    `views` are all the stores of the repository. Equal stores must give equal bytes.
    """


@hookspec
def wiki_list_blocks() -> Sequence[str]:  # type: ignore[empty-body]
    """The names of the managed blocks that this plugin renders."""


@hookspec
def wiki_register_commands() -> Sequence[Command]:  # type: ignore[empty-body]
    """Sub-commands of `memwiki`. Called when the command line names none of the built-in ones."""


@hookspec
def wiki_register_tools() -> Sequence[Tool]:  # type: ignore[empty-body]
    """Tools for agents, which the MCP server offers. Called once as it starts; an empty answer adds none."""


@hookspec
def wiki_change_judged(verdict: Verdict) -> None:
    """Told of each verdict that is given, for journals and metrics. Its failure changes no verdict."""


@hookspec
def wiki_change_written(paths: Sequence[str], actor: Actor, through: str) -> None:
    """Told after memwiki itself wrote files, for journals, notifications and metrics.

    `through` names the door, such as `add` or `watch`. Its failure undoes nothing.
    """
