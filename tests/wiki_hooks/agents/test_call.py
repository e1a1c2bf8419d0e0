"""Tool calls of every spelling, as what they do to files."""

from __future__ import annotations

import json
from typing import Any

import pytest

from wiki_hooks.agents.call import deeds
from wiki_hooks.agents.deeds import Append, Deed, Edit, Insert, Move, Patched, Remove, Unclear, Write

PATCH = "*** Begin Patch\n*** Add File: a.md\n+new\n*** Delete File: b.md\n*** End Patch"

CALLS: list[tuple[str, Any, list[Deed]]] = [
    # Claude Code
    ("Write", {"file_path": "/w/a.md", "content": "x"}, [Write("/w/a.md", "x")]),
    ("Edit", {"file_path": "a", "old_string": "o", "new_string": "n"}, [Edit("a", "o", "n")]),
    (
        "Edit",
        {"file_path": "a", "old_string": "o", "new_string": "n", "replace_all": True},
        [Edit("a", "o", "n", True)],
    ),
    ("Edit", {"file_path": "a", "old_string": "", "new_string": "n"}, [Write("a", "n")]),
    ("Edit", {"file_path": "a", "old_string": "o", "new_string": ""}, [Edit("a", "o", "")]),
    ("NotebookEdit", {"notebook_path": "a.ipynb", "new_source": "x"}, [Write("a.ipynb", "x")]),
    (
        "MultiEdit",
        {
            "file_path": "a",
            "edits": [{"old_string": "o", "new_string": "n"}, {"old_string": "p", "new_string": "q"}],
        },
        [Edit("a", "o", "n"), Edit("a", "p", "q")],
    ),
    # Codex
    ("apply_patch", {"command": PATCH}, [Write("a.md", "new\n"), Remove("b.md")]),
    ("Bash", {"command": f"apply_patch <<'EOF'\n{PATCH}\nEOF"}, [Write("a.md", "new\n"), Remove("b.md")]),
    ("shell", {"command": ["apply_patch", PATCH]}, [Write("a.md", "new\n"), Remove("b.md")]),
    # Gemini CLI
    ("write_file", {"file_path": "a", "content": "x"}, [Write("a", "x")]),
    (
        "replace",
        {"file_path": "a", "old_string": "o", "new_string": "n", "allow_multiple": "true"},
        [Edit("a", "o", "n", True)],
    ),
    # Copilot CLI, whose arguments come as a text of JSON
    ("create", json.dumps({"path": "a", "file_text": "x"}), [Write("a", "x")]),
    ("edit", json.dumps({"path": "a", "old_str": "o", "new_str": "n"}), [Edit("a", "o", "n")]),
    # VS Code
    ("create_file", {"filePath": "a", "content": "x"}, [Write("a", "x")]),
    ("replace_string_in_file", {"filePath": "a", "oldString": "o", "newString": "n"}, [Edit("a", "o", "n")]),
    (
        "multi_replace_string_in_file",
        {
            "replacements": [
                {"filePath": "a", "oldString": "o", "newString": "n"},
                {"filePath": "b", "oldString": "p", "newString": "q"},
            ]
        },
        [Edit("a", "o", "n"), Edit("b", "p", "q")],
    ),
    ("apply_patch", {"input": PATCH}, [Write("a.md", "new\n"), Remove("b.md")]),
    # Cursor
    ("Write", {"path": "a", "contents": "x"}, [Write("a", "x")]),
    ("StrReplace", {"path": "a", "old_string": "o", "new_string": "n"}, [Edit("a", "o", "n")]),
    ("Delete", {"path": "a"}, [Remove("a")]),
    # Windsurf
    (
        "pre_write_code",
        {"file_path": "a", "edits": [{"old_string": "", "new_string": "x"}]},
        [Write("a", "x")],
    ),
    # OpenCode
    ("write", {"filePath": "a", "content": "x"}, [Write("a", "x")]),
    ("patch", {"patchText": PATCH}, [Write("a.md", "new\n"), Remove("b.md")]),
    # Cline, all of whose values are texts
    ("editor", {"path": "a", "new_text": "n", "old_text": "o"}, [Edit("a", "o", "n")]),
    ("editor", {"path": "a", "new_text": "n", "insert_line": "3"}, [Insert("a", 3, "n")]),
    (
        "replace_in_file",
        {"path": "a", "diff": "------- SEARCH\no\n=======\nn\n+++++++ REPLACE"},
        [Edit("a", "o", "n")],
    ),
    ("write_to_file", {"path": "a", "content": "x"}, [Write("a", "x")]),
    # Kiro
    ("fs_write", {"command": "create", "path": "a", "file_text": "x"}, [Write("a", "x")]),
    (
        "fs_write",
        {"command": "str_replace", "path": "a", "old_str": "o", "new_str": "n"},
        [Edit("a", "o", "n")],
    ),
    ("fs_write", {"command": "insert", "path": "a", "insert_line": 0, "new_str": "n"}, [Insert("a", 0, "n")]),
    ("fs_write", {"command": "append", "path": "a", "new_str": "n"}, [Append("a", "n")]),
    # Servers of files
    ("mcp__filesystem__write_file", {"path": "a", "content": "x"}, [Write("a", "x")]),
    ("mcp__fs__edit_file", {"path": "a", "edits": [{"oldText": "o", "newText": "n"}]}, [Edit("a", "o", "n")]),
    ("mcp__fs__move_file", {"source": "a", "destination": "b"}, [Move("a", "b")]),
    ("MCP:write_file", {"path": "a", "content": "x"}, [Write("a", "x")]),
    ("mcp__other__put", {"path": "a", "content": "x"}, [Write("a", "x")]),
]


@pytest.mark.parametrize(("tool", "given", "wanted"), CALLS)
def test_every_spelling_says_what_it_does(tool: str, given: Any, wanted: list[Deed]) -> None:
    found = deeds(tool, given)
    assert [(type(deed), deed) for deed in found] == [(type(deed), deed) for deed in wanted]


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Bash", {"command": "rm -rf wiki; cat > wiki/a.md"}),
        ("run_in_terminal", {"command": "sed -i s/a/b/ a.md", "path": "a.md"}),
        ("Read", {"file_path": "a.md"}),
        ("read_file", {"filePath": "a.md", "startLine": 1}),
        ("grep_search", {"path": "a.md", "query": "x"}),
        ("WebFetch", {"url": "https://example.org", "prompt": "x"}),
        ("Task", {"prompt": "write a.md", "description": "x"}),
        ("mcp__memwiki__append_file", {"path": "a.md", "lines": ["x"]}),
        ("mcp__plugin_memwiki_memwiki__write_file", {"path": "a.md", "content": "x"}),
        ("mcp_memwiki_edit_file", {"path": "a.md", "old": "x", "new": "y"}),
        ("MCP:memwiki:append_file", {"path": "a.md", "content": "x"}),
        ("mcp__other__stat", {"path": "a.md"}),
    ],
)
def test_what_only_reads_and_what_a_shell_does_is_no_deed(tool: str, given: Any) -> None:
    assert deeds(tool, given) == []


@pytest.mark.parametrize(
    ("tool", "given", "path"),
    [
        ("Write", {"file_path": "a"}, "a"),
        ("Write", {"file_path": "a", "content": None}, "a"),
        ("Write", {"file_path": "a", "content": ["x"]}, "a"),
        ("Write", {"content": "x"}, ""),
        ("Write", {}, ""),
        ("Edit", None, ""),
        ("Edit", {"file_path": "a", "old_string": "o"}, "a"),
        ("Edit", {"file_path": "a", "edits": []}, "a"),
        ("Edit", {"file_path": "a", "edits": ["x"]}, "a"),
        ("editor", {"path": "a", "insert_line": "x", "new_text": "n"}, "a"),
        ("apply_patch", {"command": "*** Begin Patch\nnonsense\n*** End Patch"}, ""),
        ("apply_patch", {"command": "*** Begin Patch\n*** Update File: a\n*** End Patch"}, "a"),
        ("replace_in_file", {"path": "a", "diff": "SEARCH without an end"}, "a"),
    ],
)
def test_a_write_that_cannot_be_told_is_said_to_be_unclear(tool: str, given: Any, path: str) -> None:
    assert [deed.path for deed in deeds(tool, given) if isinstance(deed, Unclear)] == [path]


@pytest.mark.parametrize(
    ("given", "paths"),
    [
        ({"file_path": "/tmp/x", "path": "a.md", "content": "x"}, ["/tmp/x", "a.md"]),
        ({"file_path": "a.md", "content": "x", "contents": "y"}, ["a.md"]),
        ({"file_path": "a.md", "old_string": "o", "old_str": "p", "new_string": "n"}, ["a.md"]),
        ({"file_path": "a.md", "old_string": "o", "new_string": "o", "content": "y"}, ["a.md"]),
        ({"file_path": "a.md", "content": "x", "edits": [{"old_string": "o", "new_string": "n"}]}, ["a.md"]),
        ({"file_path": "c.md", "content": "x", "patch": PATCH}, ["c.md", "a.md", "b.md"]),
        ({"path": "a.md", "file_path": "a.md", "content": "x", "contents": "x"}, []),
    ],
)
def test_a_call_that_says_two_things_is_unclear_about_both(given: Any, paths: list[str]) -> None:
    assert [deed.path for deed in deeds("Write", given) if isinstance(deed, Unclear)] == paths


def test_a_file_of_two_hunks_and_another_name_is_patched_and_moved() -> None:
    patch = "\n".join([
        "*** Begin Patch", "*** Update File: a.md", "*** Move to: b.md", "@@ # Head", " one", "-two", "+2",
        "@@", "-five", "+5", "*** End of File", "*** End Patch",
    ])  # fmt: skip
    first, second = deeds("apply_patch", {"input": patch})
    assert isinstance(first, Patched) and [hunk.at_end for hunk in first.hunks] == [False, True]
    assert second == Move("a.md", "b.md")
