"""What each host hands over, as its documents say; `{top}` stands for the folder of the wiki.

A payload wipes a note, or adds a fact; the other events follow the host's own names.
"""

from __future__ import annotations

import json
from typing import Any

NOTE = "{top}/wiki/trips.md"
SHORT = "# Trips\n\n[rest unchanged]\n\n- The ferry leaves at nine — ben, 2026-11-30\n"
_HOTEL = "- The hotel is near the station — ben, 2026-11-01"
_MORE = f"{_HOTEL}\n- The ferry leaves at nine — ben, 2026-11-30"

Payload = dict[str, Any]


def _patch(old: str, new: str) -> str:
    added = "".join(f"+{line}\n" for line in new.split("\n") if line)
    return f"*** Begin Patch\n*** Update File: wiki/trips.md\n@@\n-{old}\n{added}*** End Patch"


def _claude(event: str, **more: Any) -> Payload:
    return {
        "session_id": "s-1", "transcript_path": "/home/ben/.claude/projects/w/s-1.jsonl", "cwd": "{top}",
        "hook_event_name": event, "permission_mode": "default", "prompt_id": "p-1", **more,
    }  # fmt: skip


def _cursor(event: str, **more: Any) -> Payload:
    return {
        "conversation_id": "s-1", "generation_id": "g-1", "model": "m", "hook_event_name": event,
        "cursor_version": "3.2.0", "workspace_roots": ["{top}"], "user_email": None, "transcript_path": None,
        **more,
    }  # fmt: skip


def _codex(event: str, **more: Any) -> Payload:
    return {
        "session_id": "s-1", "transcript_path": None, "cwd": "{top}", "hook_event_name": event, "model": "m",
        "permission_mode": "default", "turn_id": "t-1", **more,
    }  # fmt: skip


def _gemini(event: str, **more: Any) -> Payload:
    return {
        "session_id": "s-1", "transcript_path": "/home/ben/.gemini/tmp/s-1.json", "cwd": "{top}",
        "hook_event_name": event, "timestamp": "2026-11-30T12:00:00Z", **more,
    }  # fmt: skip


def _vscode(event: str, **more: Any) -> Payload:
    return {
        "timestamp": "2026-11-30T12:00:00Z",
        "cwd": "{top}",
        "sessionId": "s-1",
        "hookEventName": event,
        **more,
    }


def _copilot(**more: Any) -> Payload:
    return {"sessionId": "s-1", "timestamp": 1796040000000, "cwd": "{top}", **more}


def _cline(event: str, **more: Any) -> Payload:
    return {
        "clineVersion": "3.0.65", "hookName": event, "timestamp": "1796040000000", "taskId": "s-1",
        "workspaceRoots": ["{top}"], "userId": "u", "model": {"provider": "p", "slug": "m"}, **more,
    }  # fmt: skip


def _windsurf(**tool: Any) -> Payload:
    return {
        "agent_action_name": "pre_write_code", "trajectory_id": "s-1", "execution_id": "t-1",
        "model_name": "m", "timestamp": "2026-11-30T12:00:00Z", "tool_info": {"file_path": NOTE, **tool},
    }  # fmt: skip


def _kiro(event: str, **more: Any) -> Payload:
    return {"session_id": "s-1", "hook_event_name": event, "cwd": "{top}", **more}


_SNAKE = {"file_path": NOTE, "old_string": _HOTEL}
_CALL = {"tool_use_id": "use-1"}

WIPING: dict[str, tuple[str, Payload]] = {
    "claude-code": ("PreToolUse", _claude(
        "PreToolUse", tool_name="Write", tool_input={"file_path": NOTE, "content": SHORT}, **_CALL)),
    "cursor": ("preToolUse", _cursor(
        "preToolUse", tool_name="Write", tool_input={"path": NOTE, "contents": SHORT}, **_CALL)),
    "codex": ("PreToolUse", _codex(
        "PreToolUse", tool_name="apply_patch", tool_input={"command": _patch(_HOTEL, "")}, **_CALL)),
    "gemini-cli": ("BeforeTool", _gemini(
        "BeforeTool", tool_name="write_file", tool_input={"file_path": NOTE, "content": SHORT})),
    "copilot-cli": ("preToolUse", _copilot(
        toolName="create", toolArgs=json.dumps({"path": NOTE, "file_text": SHORT}))),
    "vscode": ("PreToolUse", _vscode(
        "PreToolUse", tool_name="create_file", tool_input={"filePath": NOTE, "content": SHORT}, **_CALL)),
    "windsurf": ("pre_write_code", _windsurf(edits=[{"old_string": "", "new_string": SHORT}])),
    "kiro": ("PreToolUse", _kiro(
        "PreToolUse", tool_name="fs_write",
        tool_input={"command": "create", "path": NOTE, "file_text": SHORT})),
    "opencode": ("tool.execute.before", {
        "session_id": "s-1", "tool_use_id": "use-1", "cwd": "{top}", "hook_event_name": "tool.execute.before",
        "tool_name": "write", "tool_input": {"filePath": NOTE, "content": SHORT}}),
    "cline": ("PreToolUse", _cline("PreToolUse", preToolUse={
        "toolName": "write_to_file", "parameters": {"path": NOTE, "content": SHORT}})),
}  # fmt: skip
"""A note written over."""

ADDING: dict[str, tuple[str, Payload]] = {
    "claude-code": ("PreToolUse", _claude(
        "PreToolUse", tool_name="Edit", tool_input={**_SNAKE, "new_string": _MORE}, **_CALL)),
    "cursor": ("preToolUse", _cursor(
        "preToolUse", tool_name="StrReplace", tool_input={**_SNAKE, "new_string": _MORE}, **_CALL)),
    "codex": ("PreToolUse", _codex(
        "PreToolUse", tool_name="Bash",
        tool_input={"command": f"apply_patch <<'EOF'\n{_patch(_HOTEL, _MORE)}\nEOF"}, **_CALL)),
    "gemini-cli": ("BeforeTool", _gemini(
        "BeforeTool", tool_name="replace", tool_input={**_SNAKE, "new_string": _MORE})),
    "copilot-cli": ("preToolUse", _copilot(
        toolName="edit", toolArgs={"path": NOTE, "old_str": _HOTEL, "new_str": _MORE})),
    "vscode": ("PreToolUse", _vscode(
        "PreToolUse", tool_name="replace_string_in_file",
        tool_input={"filePath": NOTE, "oldString": _HOTEL, "newString": _MORE}, **_CALL)),
    "windsurf": ("pre_write_code", _windsurf(edits=[{"old_string": _HOTEL, "new_string": _MORE}])),
    "kiro": ("PreToolUse", _kiro(
        "PreToolUse", tool_name="str_replace",
        tool_input={"path": NOTE, "old_str": _HOTEL, "new_str": _MORE})),
    "opencode": ("tool.execute.before", {
        "session_id": "s-1", "tool_use_id": "use-1", "cwd": "{top}", "hook_event_name": "tool.execute.before",
        "tool_name": "edit", "tool_input": {"filePath": NOTE, "oldString": _HOTEL, "newString": _MORE}}),
    "cline": ("PreToolUse", _cline("PreToolUse", preToolUse={
        "toolName": "editor", "parameters": {"path": NOTE, "old_text": _HOTEL, "new_text": _MORE}})),
}  # fmt: skip
"""A fact put behind another one."""

STARTING: dict[str, tuple[str, Payload]] = {
    "claude-code": ("SessionStart", _claude("SessionStart", source="startup", model="m")),
    "cursor": ("sessionStart", _cursor("sessionStart")),
    "codex": ("SessionStart", _codex("SessionStart", source="startup")),
    "gemini-cli": ("SessionStart", _gemini("SessionStart", source="startup")),
    "copilot-cli": ("sessionStart", _copilot(source="new", initialPrompt="hello")),
    "vscode": ("SessionStart", _vscode("SessionStart", source="new")),
    "kiro": ("SessionStart", _kiro("SessionStart")),
    "opencode": ("session.start", {"session_id": "s-1", "cwd": "{top}", "hook_event_name": "session.start"}),
    "cline": ("TaskStart", _cline("TaskStart", taskStart={"task": "hello"})),
}
"""A session that begins."""

STOPPING: dict[str, tuple[str, Payload]] = {
    "claude-code": ("Stop", _claude("Stop", stop_hook_active=False)),
    "cursor": ("stop", _cursor("stop", status="completed", loop_count=0)),
    "codex": ("Stop", _codex("Stop", stop_hook_active=False)),
    "gemini-cli": (
        "AfterAgent",
        _gemini("AfterAgent", prompt="x", prompt_response="y", stop_hook_active=False),
    ),
    "copilot-cli": ("agentStop", _copilot(stopReason="end_turn")),
    "vscode": ("Stop", _vscode("Stop", stop_hook_active=False)),
}
"""A turn that ends."""


def filled(payload: Payload, top: str) -> Payload:
    """A payload for a wiki in a folder."""
    return dict(json.loads(json.dumps(payload).replace("{top}", json.dumps(top)[1:-1])))
