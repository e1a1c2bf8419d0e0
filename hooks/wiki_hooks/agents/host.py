"""What memwiki must know of a host to understand and to answer it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from wiki_hooks.agents.payload import Payload, first
from wiki_schema.value import Value

# What an event is to us.
WRITE, START, STOP, OTHER = "write", "start", "stop", "other"

DENIED = 2
"""The exit code that every host but Cline and OpenCode takes for a no."""


class Answer(Value):
    """What the hook says, and the code it ends with."""

    out: str = ""
    err: str = ""
    code: int = 0


ALLOWED = Answer()


def refused(reason: str) -> Answer:
    """The no that nearly all hosts understand: exit code 2, the reason on stderr, nothing on stdout."""
    return Answer("", f"{reason}\n", DENIED)


def as_json(value: Mapping[str, object], err: str = "", code: int = 0) -> Answer:
    """An answer as one JSON object. It is plain ASCII, so no terminal setting can spoil it."""
    return Answer(json.dumps(value) + "\n", err, code)


def nothing(_text: str) -> Answer:
    """What a host is told that has no way to hear it."""
    return ALLOWED


class Host(Value):
    """A host of coding agents: what its events mean, and how it is answered."""

    name: str
    """As members.toml and the attribution journal call it."""
    events: Mapping[str, str]
    """Its names of events, in lower case, and what each is to us."""
    deny: Callable[[str], Answer] = refused
    ask: Callable[[str], Answer] | None = None
    """Where it lets its user decide, and holds to that."""
    prime: Callable[[str], Answer] = nothing
    nudge: Callable[[str], Answer] = nothing
    """Sends the agent back to work at the end of its turn."""
    prime_bytes: int = 8000
    """The most bytes that a session's beginning is told."""


class Call(Value):
    """One event of a host, in words of our own."""

    event: str
    tool: str = ""
    given: object = None
    """What the tool is called with."""
    folder: str = ""
    """Where paths begin; empty where the host does not say."""
    session: str = ""
    use: str = ""
    """The id of the tool call."""
    again: bool = False
    """Whether the agent was sent back already."""


_EVENT = ("hook_event_name", "hookEventName", "agent_action_name", "hookName", "trigger")
_BEFORE = ("pretooluse", "beforetool", "pre_write_code", "pre_mcp_tool_use", "tool.execute.before")
"""What hosts call the moment before a tool, whichever host it is taken for."""
_GIVEN = ("tool_input", "toolInput", "toolArgs", "parameters")


def call_of(host: Host, payload: Payload, event: str) -> Call:
    """The event of a payload, whatever spelling of keys it has; `event` where it names none."""
    named = first(payload, *_EVENT) or event
    part = payload.get("tool_info", payload.get("preToolUse", payload))
    part = part if isinstance(part, dict) else {}
    tool = first(part, "tool_name", "toolName") or first(payload, "tool_name", "toolName") or named
    given = next((part[key] for key in _GIVEN if key in part), None)
    roots = payload.get("workspace_roots", payload.get("workspaceRoots"))
    root = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    session = first(
        payload, "session_id", "sessionId", "conversation_id", "trajectory_id", "taskId", "sessionID"
    )
    agent = first(payload, "agent_type", "agent_id")
    known = host.events.get(named.lower(), WRITE if named.lower() in _BEFORE else OTHER)
    if not named and tool and given is not None:
        known = WRITE
    return Call(
        known,
        tool,
        part if given is None else given,
        first(payload, "cwd") or root,
        f"{session}/{agent}" if agent else session,
        first(payload, "tool_use_id", "toolUseId", "callID", "execution_id", "generation_id"),
        payload.get("stop_hook_active") is True,
    )
