"""`memwiki hook`, a whole process a call, against an interpreter that only parses arguments."""

from __future__ import annotations

import json
import os
import statistics
import sys
from pathlib import Path
from typing import Any

FLOOR = [sys.executable, "-c", "import argparse; argparse.ArgumentParser().parse_args([])"]
NOTE = "wiki/n00/note-0.md"


def _payload(repo: Path, path: Path, **given: object) -> dict[str, object]:
    """A call as Claude Code hands it over."""
    return {
        "session_id": "5f1c", "transcript_path": "/home/ana/.claude/projects/x/5f1c.jsonl", "cwd": str(repo),
        "hook_event_name": "PreToolUse", "permission_mode": "default", "tool_use_id": "toolu_1",
        "tool_name": "Edit" if "old_string" in given else "Write",
        "tool_input": {"file_path": str(path), **given},
    }  # fmt: skip


def measure(memwiki: str, repo: Path, times: int, run: Any) -> dict[str, dict[str, float]]:
    """Writes outside every wiki, outside the stores of one, and into a store; each is allowed."""
    old = (repo / NOTE).read_text().rstrip("\n").split("\n")[-1]
    edit = {"old_string": old, "new_string": f"{old}\n- It was moved — Ana Ruiz, 2026-11-30"}
    calls = {
        "hook, a write in no wiki": _payload(repo, repo.parent / "elsewhere" / "app.py", content="x = 1\n"),
        "hook, a write beside the stores": _payload(repo, repo / "README.md", content="# About\n"),
        "hook, an edit in a store of 10,000 notes": _payload(repo, repo / NOTE, **edit),
    }
    os.environ["MEMWIKI_WHO"] = "ana"
    results = {}
    for name, payload in calls.items():
        file = repo.parent / "payload.json"
        file.write_text(json.dumps(payload))
        pairs = [
            (run([memwiki, "hook", "claude-code", "PreToolUse"], repo, file), run(FLOOR, repo))
            for _ in range(times * 2 + 1)
        ][1:]
        assert all(ours.code == floor.code == 0 for ours, floor in pairs), pairs
        results[name] = {
            "ratio": statistics.median(ours.seconds / floor.seconds for ours, floor in pairs),
            "ours_ms": statistics.median(ours.seconds for ours, _ in pairs) * 1000,
            "floor_ms": statistics.median(floor.seconds for _, floor in pairs) * 1000,
            "peak_mb": max(ours.peak_mb for ours, _ in pairs),
        }
    return results
