"""A tool call, as what it does to files: one shape for every spelling of every host.

It knows no wiki and no disk. What it cannot make out about a file it says of that file (`Unclear`), for only
whoever knows the stores can tell whether it matters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from wiki_hooks.agents import patch
from wiki_hooks.agents.deeds import Append, Copy, Deed, Edit, Insert, Move, Remove, Unclear, Write
from wiki_hooks.agents.payload import Payload, inner

PATHS = (
    "file_path",
    "filePath",
    "path",
    "notebook_path",
    "notebookPath",
    "absolute_path",
    "target_file",
    "file",
)
TEXTS = ("content", "contents", "file_text", "fileText", "text", "new_source", "code_edit", "file_content")
OLDS = ("old_string", "oldString", "old_str", "oldStr", "old_text", "oldText")
NEWS = ("new_string", "newString", "new_str", "newStr", "new_text", "newText")
_EVERY = ("replace_all", "replaceAll", "allow_multiple", "allowMultiple")
_PARTS = ("edits", "replacements", "changes")
_PATCHES = ("command", "input", "patchText", "patch", "diff")
_LINES = ("insert_line", "insertLine")

_SHELLS = frozenset(
    "bash shell powershell run_in_terminal run_shell_command execute_command execute_bash execute_pwsh "
    "run_terminal_cmd terminal runcommand run_command local_shell exec_command unified_exec fs_exec".split()
)
"""Tools whose commands nobody can read for sure; the watcher and the commit check look at what came of it."""

_REMOVING = ("delete", "remove", "unlink", "trash")
_READING = frozenset(
    "read read_file readfile view view_file grep grep_search glob ls list list_dir list_directory list_files "
    "search search_files file_search find fs_read web_fetch webfetch websearch fetch get_file_info "
    "get_errors semantic_search read_many_files read_text_file read_multiple_files directory_tree".split()
)
_WRITING = frozenset(
    "write edit multiedit notebookedit write_file replace create create_file edit_file str_replace "
    "strreplace replace_string_in_file multi_replace_string_in_file insert_edit_into_file apply_patch "
    "applypatch editor write_to_file replace_in_file fs_write fswrite fsappend str_replace_editor "
    "pre_write_code edit_notebook_file".split()
)
_FROM = ("source", "old_path", "oldPath", "from", "sourcePath")
_TO = ("destination", "new_path", "newPath", "to", "destinationPath")


def deeds(tool: str, given: object) -> list[Deed]:
    """What a call does to files, in order. Nothing for one that only reads, or runs a command."""
    name = _bare(tool)
    if name in _SHELLS:
        # Codex hands its patches over as a command, and applies them itself.
        command = inner(given).get("command")
        line = "\n".join(map(str, command)) if isinstance(command, list) else str(command)
        return list(patch.deeds(line)) if "apply_patch" in line and patch.is_patch(line) else []
    if name in _READING or _is_own(tool):
        return []
    return list(_deeds(name, inner(given), given))


def _bare(tool: str) -> str:
    """The name of a tool without the server it comes from."""
    return tool.rpartition("__")[2].rpartition(":")[2].strip().lower()


def _is_own(tool: str) -> bool:
    """Whether a tool is one of memwiki's own server, which asks the rules itself."""
    server = tool.replace("__", "/").replace(":", "/").lower().split("/")[:-1]
    return tool.lower().startswith("mcp_memwiki_") or any(
        part in ("memwiki", "plugin_memwiki_memwiki") for part in server
    )


def _deeds(name: str, given: Payload, raw: object) -> Iterator[Deed]:
    envelope = _envelope(given, raw)
    if _is_double(given, envelope):
        # Which of two things a host takes is its own affair, and an agent may know.
        doubt = "it says two things at once"
        named = (given[key] for key in (*PATHS, *_FROM, *_TO) if isinstance(given.get(key), str))
        yield from (Unclear(path, doubt) for path in dict.fromkeys(named))
        yield from (Unclear(deed.path, doubt) for deed in patch.deeds(envelope) if envelope)
        return
    if envelope:
        yield from patch.deeds(envelope)
        return
    source, target = _text(given, _FROM), _text(given, _TO)
    path = _text(given, PATHS)
    is_copy, is_move = "copy" in name, "move" in name or "rename" in name
    if (source or is_move) and target and _text(given, OLDS) is None:
        start = source or path or ""
        yield Copy(start, target) if is_copy else Move(start, target)
        return
    if path is None:
        yield from _nested(name, given)
        return
    if is_move:
        yield Unclear(path, "it does not say plainly what becomes of it")
        return
    command = str(given.get("command", "")).lower()
    if any(word in name or word == command for word in _REMOVING):
        yield Remove(path)
    elif isinstance(given.get("diff"), str) and "SEARCH" in given["diff"]:
        yield from patch.searches(path, given["diff"])
    elif any(key in given for key in _PARTS):
        yield from _parts(path, given)
    else:
        yield from _one(name, command, path, given)


def _envelope(given: Payload, raw: object) -> str:
    """The patch that a call hands over; empty where it hands over none."""
    texts = (text for text in (raw, *(given.get(key) for key in _PATCHES)) if isinstance(text, str))
    return next(filter(patch.is_patch, texts), "")


def _is_double(given: Payload, envelope: str) -> bool:
    """Whether a call names two files, or says in two ways what is to become of one."""
    for keys in (PATHS, TEXTS, OLDS, NEWS):
        if len({given[key] for key in keys if isinstance(given.get(key), str)}) > 1:
            return True
    ways = (
        bool(envelope),
        _text(given, TEXTS) is not None,
        bool(_text(given, OLDS)),
        any(given.get(key) for key in _PARTS),
        "SEARCH" in str(given.get("diff", "")),
    )
    return sum(ways) > 1


def _nested(name: str, given: Payload) -> Iterator[Deed]:
    """A call whose parts name their files themselves, or whose file nobody can tell."""
    found = False
    for key in (*_PARTS, "files", "operations"):
        for part in given[key] if isinstance(given.get(key), list) else ():
            if isinstance(part, dict) and _text(part, PATHS) is not None:
                found = True
                yield from _deeds(name, part, part)
    if not found and name in _WRITING:
        yield Unclear("", "it names no file")


def _parts(path: str, given: Payload) -> Iterator[Deed]:
    """Several edits of one file, one after another."""
    parts = next(given[key] for key in _PARTS if key in given)
    parts = inner({"parts": parts})["parts"] if isinstance(parts, list) else _listed(parts)
    if not parts:
        yield Unclear(path, "it says no change")
    for part in parts:
        if not isinstance(part, dict):
            yield Unclear(path, "one of its edits is no object")
            continue
        yield from _one("edit", "", _text(part, PATHS) or path, {**_flags(given), **part})


def _listed(value: object) -> list[Any]:
    import json

    try:
        found = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        return []
    return found if isinstance(found, list) else []


def _flags(given: Payload) -> Payload:
    return {key: given[key] for key in _EVERY if key in given}


def _one(name: str, command: str, path: str, given: Payload) -> Iterator[Deed]:
    """One change of one file."""
    old, new, text = _text(given, OLDS), _text(given, NEWS), _text(given, TEXTS)
    line = next((given[key] for key in _LINES if given.get(key) not in (None, "")), None)
    if command == "append" or name in ("fsappend", "append_file"):
        added = new if new is not None else text
        yield Unclear(path, "it says nothing to append") if added is None else Append(path, added)
    elif line is not None and old is None:
        added = next((one for one in (new, text, _text(given, ("insert_text",))) if one is not None), None)
        number = _number(line)
        if added is None or number is None:
            yield Unclear(path, "it does not say what goes where")
        else:
            yield Insert(path, number, added)
    elif old and (new is not None or "str_replace" in (name, command)):
        yield Edit(path, old, new or "", any(_is_true(given.get(key)) for key in _EVERY))
    elif text is not None:
        yield Write(path, text)
    elif new is not None and not old:
        yield Write(path, new)  # an edit of nothing is a whole file
    elif name in _WRITING or old is not None:
        yield Unclear(path, "it does not say what the file would hold")


def _text(given: Mapping[str, Any], keys: tuple[str, ...]) -> str | None:
    """The first of some keys that holds a text."""
    return next((given[key] for key in keys if isinstance(given.get(key), str)), None)


def _number(value: object) -> int | None:
    try:
        return int(str(value))
    except ValueError:
        return None


def _is_true(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() in ("true", "1", "yes"))
