"""The guard's own parts: git's folder, and the files by which a host or git calls memwiki.

An agent that could write these would need no other way round. People change them: `memwiki init`, an editor.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from wiki_schema.disk.plain import read_plain
from wiki_schema.text import visible

_CALLS = "memwiki"
_SWITCH = "disableAllHooks"


def is_part(top: str, path: str) -> bool:
    """Whether a file from the top is one: in git's folder, or hidden, and settings or calling memwiki."""
    first, _, rest = path.partition("/")
    if first == ".git":
        return True
    is_settings = os.path.basename(rest).startswith("settings") and rest.endswith(".json")
    return first.startswith(".") and bool(rest) and (is_settings or _CALLS in _content(top, path))


def taken_out(top: str, files: Mapping[str, str | None]) -> str:
    """Why some files may not become as they would; empty where they may."""
    for path, text in files.items():
        if path.partition("/")[0] == ".git":
            return f"memwiki: {visible(path)} is git's own, and no tool call writes it. Use git's commands."
        if not is_part(top, path):
            continue
        before, after = _content(top, path), text or ""
        if before.count(_CALLS) > after.count(_CALLS) or after.count(_SWITCH) > before.count(_SWITCH):
            return (
                f"memwiki: this would take memwiki out of {visible(path)}. An agent does not switch its "
                "guard off; a person does, with `memwiki init --uninstall`."
            )
    return ""


def _content(top: str, path: str) -> str:
    try:
        return read_plain(os.path.join(top, path)).decode("utf-8", "replace")
    except OSError:
        return ""
