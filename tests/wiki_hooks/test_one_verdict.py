"""A verdict is the same at every door: one change, given to each of them, is told of in the same findings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pluggy
import pytest

from tests.repository import BOILER, FILES, FIRST_LINE, HOTEL, ROME, TODAY, Repository, wiki_repository
from wiki_hooks.agents.entry import answer
from wiki_hooks.git import messages, ranges, receive, staged, stdin, worktree
from wiki_schema.change import EmptyTree
from wiki_schema.finding import Verdict
from wiki_schema.plugins import get_plugin_manager

Files = Mapping[str, str | None]
Told = set[tuple[str, str, str]]

TRIPS, LOG = FILES["wiki/trips.md"], FILES["wiki/log.md"]
ADDED = "2026-11-30 | ADD | ben | trips.md | more\n"

CHANGES: dict[str, Files] = {
    "a fact added by the book": {
        "wiki/trips.md": f"{TRIPS}- The bus is red — ben, 2026-11-30\n",
        "wiki/log.md": LOG + ADDED,
    },
    "a fact erased": {"wiki/trips.md": TRIPS.replace(f"- {HOTEL}\n", ""), "wiki/log.md": LOG + ADDED},
    "a note replaced": {"wiki/trips.md": "# Trips\n\n[rest unchanged]\n"},
    "a note deleted": {"wiki/home.md": None},
    "somebody else's fact struck": {
        "wiki/home.md": f"# Home\n\n- ~~{BOILER}~~ — superseded 2026-11-30 by ben\n"
        "- No boiler — ben, 2026-11-30\n",
    },
    "a log line gone": {"wiki/log.md": LOG.replace(f"{FIRST_LINE}\n", "")},
    "a note moved and one fact lost": {
        "wiki/trips.md": None,
        "wiki/rome.md": f"# Trips\n\n- {ROME}\n",
    },
    "the policy loosened": {"memwiki.toml": '[[store]]\npath = "wiki"\nkind = "open"\n'},
    "a claim without its log line": {
        "wiki/home.md": f"{FILES['wiki/home.md']}  - ⚠ claimed changed: no boiler"
        " — ben, 2026-11-30 — unconfirmed\n"
    },
    "bytes that are no UTF-8": {"wiki/home.md": f"{FILES['wiki/home.md']}\udce9\n"},
}


def told(verdict: Verdict) -> Told:
    return {(finding.rule, finding.level, finding.path) for finding in verdict.findings}


def by_json(files: Files) -> Verdict:
    texts = {path: (FILES.get(path), new) for path, new in files.items()}
    rest = {path: (text, text) for path, text in FILES.items() if path not in texts}

    def side(name: str, text: str | None) -> dict[str, str | None]:
        if text is None or text.isascii() or "\udce9" not in text:
            return {name: text}
        from base64 import b64encode

        return {f"{name}_base64": b64encode(text.encode("utf-8", "surrogateescape")).decode()}

    change = {
        "actor": "ben",
        "day": TODAY.isoformat(),
        "files": [
            {"path": path, **side("before", old), **side("after", new)}
            for path, (old, new) in {**rest, **texts}.items()
        ],
    }
    return stdin.check(json.dumps(change).encode, EmptyTree(), "", get_plugin_manager())


def at_every_door(wiki: Repository, shared: Repository, manager: pluggy.PluginManager) -> dict[str, Told]:
    """What each door to git says of what is staged, before and after it is committed and pushed."""
    place = (str(wiki.path), wiki.environ)
    message = wiki.path / ".git" / "MESSAGE"
    message.write_text("A change\n")
    verdicts = {
        "staged": staged.check(*place, "", TODAY, manager),
        "worktree": worktree.check(*place, "", TODAY, manager),
        "message": messages.check(*place, "", TODAY, manager, str(message)),
    }
    old, new = wiki.head, wiki.commit("A change")
    verdicts["range"] = ranges.check(*place, "", TODAY, manager, old, new)
    wiki.git("push", "-q", str(shared.path), "HEAD:refs/quarantine/x")
    shared.git("update-ref", "-d", "refs/quarantine/x")
    environ = {**shared.environ, "GIT_DIR": "."}
    verdicts["push"] = receive.check(
        str(shared.path), environ, TODAY, manager, [f"{old} {new} refs/heads/main\n"]
    )
    return {door: told(verdict) for door, verdict in verdicts.items()}


@pytest.mark.parametrize("files", CHANGES.values(), ids=CHANGES)
def test_every_door_says_the_same(tmp_path: Path, files: Files) -> None:
    wiki = wiki_repository(tmp_path / "wiki")
    shared = wiki.clone(tmp_path / "shared.git", "--bare")
    wiki.stage(files)
    expected = told(by_json(files))
    for door, said in at_every_door(wiki, shared, get_plugin_manager()).items():
        assert said == expected, door


STEP = {"log-missing", "log-idle", "note-unindexed", "index-dropped", "claim-unlogged"}
"""What a tool call may leave for the commit to ask."""


@pytest.mark.parametrize("name", CHANGES)
def test_the_hook_of_an_agent_refuses_what_a_commit_would_be_refused_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """All but what only a commit asks for; bytes that are no text no host can hand over."""
    monkeypatch.setenv("MEMWIKI_TODAY", TODAY.isoformat())
    files = CHANGES[name]
    wiki = wiki_repository(tmp_path / "wiki")
    deeds = [_deed(path, FILES.get(path), text) for path, text in files.items()]
    patch = "\n".join(["*** Begin Patch", *deeds, "*** End Patch"])
    call = {
        "hook_event_name": "PreToolUse", "turn_id": "t", "tool_name": "apply_patch", "cwd": str(wiki.path),
        "tool_input": {"command": patch},
    }  # fmt: skip
    given = json.dumps(call).encode("utf-8", "surrogatepass")
    found = answer(lambda: given, "codex", "PreToolUse", wiki.environ)
    expected = {rule for rule, level, _ in told(by_json(files)) if level == "error"} - STEP
    assert bool(found.code) == bool(expected), found.err
    if "\udce9" not in patch:
        assert {rule for rule in expected if f"[{rule}]" in found.err} == expected


def _deed(path: str, old: str | None, new: str | None) -> str:
    """A file of a change as a part of a patch."""
    if new is None:
        return f"*** Delete File: {path}"
    added = [f"+{line}" for line in new.split("\n")[:-1]]
    if old is None:
        return "\n".join([f"*** Add File: {path}", *added])
    gone = [f"-{line}" for line in old.split("\n")[:-1]]
    return "\n".join([f"*** Update File: {path}", "@@", *gone, *added])


def test_the_doors_are_given_changes_of_every_sort() -> None:
    verdicts = [told(by_json(files)) for files in CHANGES.values()]
    assert verdicts[0] == set()
    assert all(verdicts[1:])
