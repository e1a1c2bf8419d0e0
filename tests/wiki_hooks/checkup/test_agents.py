"""What `doctor` says about agents: who is guarded, who fails open, and what closes it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from wiki_hooks.checkup.agents import agents
from wiki_hooks.checkup.check import GAP, NOTE, OK, Check
from wiki_hooks.setup.agents.hosts import NAMES, host
from wiki_hooks.setup.agents.install import carry_out, to_install
from wiki_hooks.setup.agents.program import Program
from wiki_schema.members import Roster
from wiki_schema.members.file import read_members
from wiki_schema.policy import Policy
from wiki_schema.policy.setting import Setting

MEMBERS = """\
[[member]]
id = "anna"
role = "admin"
""" + "".join(f'\n[[member]]\nid = "{name}"\nrole = "agent"\nacts_for = ["anna"]\n' for name in NAMES)
BOUND = Setting(Policy(()), Roster(read_members(MEMBERS, "members.toml")))
NOBODY = Setting(Policy(()), Roster())

Look = Callable[..., list[Check]]


@pytest.fixture
def look(tmp_path: Path) -> Look:
    """Looks at a project `here`, with a home and a memwiki on the PATH."""
    for folder in ("here", "home", "bin"):
        (tmp_path / folder).mkdir()
    (tmp_path / "bin/memwiki").write_text("#!/bin/sh\n")
    (tmp_path / "bin/memwiki").chmod(0o755)

    def looked(setting: Setting = BOUND, **environ: str) -> list[Check]:
        known = {"HOME": str(tmp_path / "home"), "PATH": str(tmp_path / "bin"), **environ}
        checks = [*agents(str(tmp_path / "here"), str(tmp_path / "here"), known, setting)]
        return [check for check in checks if "another memwiki" not in check.words]

    return looked


@pytest.fixture
def here(tmp_path: Path, look: Look) -> Path:
    return tmp_path / "here"


def install(here: Path, *names: str, program: str = "memwiki") -> None:
    carry_out(str(here), to_install(str(here), map(host, names), Program((program,))))


def states(checks: list[Check]) -> list[tuple[str, str]]:
    return [(check.state, check.command) for check in checks]


def test_where_no_agent_is_in_use_nothing_is_said(look: Look) -> None:
    assert look() == []


@pytest.mark.parametrize("name", NAMES)
def test_a_host_in_use_without_a_hook_is_a_gap_that_init_closes(here: Path, look: Look, name: str) -> None:
    found = host(name)
    path = here / found.seen[0]
    path.parent.mkdir(exist_ok=True, parents=True)
    path.write_text("{}") if path.suffix else path.mkdir()
    (gap,) = look()
    assert (gap.state, gap.command) == (GAP, f"memwiki init --agent {name}")
    assert found.title in gap.words
    install(here, name)
    assert GAP not in {check.state for check in look()}


@pytest.mark.parametrize("name", NAMES)
def test_a_guarded_host_is_told_with_what_happens_when_the_hook_fails(
    here: Path, look: Look, name: str
) -> None:
    install(here, name)
    found = host(name)
    check = next(check for check in look() if found.broken in check.words)
    assert check.state == (NOTE if found.fails_open else OK)
    assert ("fails open" in check.words) is found.fails_open
    assert check.command == ("memwiki watch --restore" if found.fails_open else "")


def test_a_host_at_home_or_in_a_file_of_instructions_is_a_note(
    here: Path, look: Look, tmp_path: Path
) -> None:
    (tmp_path / "home/.gemini").mkdir()
    (here / "CLAUDE.md").touch()
    assert states(look()) == [
        (NOTE, "memwiki init --agent claude-code"),
        (NOTE, "memwiki init --agent gemini-cli"),
    ]


def test_the_users_own_settings_guard_too(here: Path, look: Look, tmp_path: Path) -> None:
    (here / ".claude").mkdir()
    (tmp_path / "home/.claude").mkdir()
    text = host("claude-code").guard.installed(None, Program(("memwiki",)))
    (tmp_path / "home/.claude/settings.json").write_text(text)
    (check,) = look()
    assert check.state == OK
    assert "~/.claude/settings.json" in check.words


def test_what_others_of_a_file_read_too_is_said_of_the_second_where_it_is_in_use(
    here: Path, look: Look
) -> None:
    install(here, "claude-code")
    assert [check.words.split(":")[0] for check in look()] == ["Claude Code"]
    (here / ".vscode").mkdir()
    (here / ".vscode/mcp.json").write_text("{}")
    last = look()[-1]
    assert last.words.startswith("VS Code: guarded")
    assert ".claude/settings.json" in last.words


def test_a_program_that_is_gone_is_a_gap(here: Path, look: Look, tmp_path: Path) -> None:
    install(here, "cursor", program=str(tmp_path / "gone/memwiki"))
    checks = look()
    assert states(checks) == [(GAP, "memwiki init --agent cursor")] * 2, "hooks and server"
    assert "which is not there" in checks[0].words
    install(here, "cursor")
    assert [check.state for check in look()] == [OK]
    assert {check.state for check in look(PATH="/nowhere")} == {GAP}


def altered(here: Path, path: str, old: str, new: str) -> None:
    text = (here / path).read_text()
    assert old in text
    (here / path).write_text(text.replace(old, new))


ALTERED = {
    "a narrower matcher": ("claude-code", ".claude/settings.json", '"Write|Edit|MultiEdit', '"MultiEdit'),
    "open again": ("cursor", ".cursor/hooks.json", '"failClosed": true', '"failClosed": false'),
    "no time": ("gemini-cli", ".gemini/settings.json", "30000", "1"),
    "switched off": ("kiro", ".kiro/hooks/memwiki.json", '"enabled": true', '"enabled": false'),
    "a line less": ("cline", ".clinerules/hooks/PreToolUse", "code=$?", "code=0"),
    "a plugin that catches": ("opencode", ".opencode/plugins/memwiki.ts", "if (done.error)", "if (false)"),
    "an event less": ("codex", ".codex/hooks.json", '"PreToolUse"', '"PostToolUse"'),
}


@pytest.mark.parametrize(("name", "path", "old", "new"), ALTERED.values(), ids=ALTERED)
def test_a_hook_that_was_altered_is_a_gap_that_init_closes(
    here: Path, look: Look, name: str, path: str, old: str, new: str
) -> None:
    install(here, name)
    altered(here, path, old, new)
    gap = next(check for check in look() if check.state == GAP)
    assert "was altered" in gap.words
    assert gap.command == f"memwiki init --agent {name}"
    install(here, name)
    assert GAP not in {check.state for check in look()}


def test_white_space_is_no_alteration(here: Path, look: Look) -> None:
    install(here, "kiro", "claude-code")
    for path in (".kiro/hooks/memwiki.json", ".claude/settings.json"):
        (here / path).write_text(json.dumps(json.loads((here / path).read_text())))
    assert GAP not in {check.state for check in look()}


def test_a_file_that_is_not_executable_is_a_gap(here: Path, look: Look) -> None:
    install(here, "cline")
    (here / ".clinerules/hooks/PreToolUse").chmod(0o644)
    gap = next(check for check in look() if check.state == GAP)
    assert gap.command == "chmod +x .clinerules/hooks/PreToolUse"
    install(here, "cline")
    assert os.access(here / ".clinerules/hooks/PreToolUse", os.X_OK)


SWITCHES = {
    "Claude Code": ("claude-code", "here/.claude/settings.local.json", '{"disableAllHooks": true}'),
    "Claude Code at home": ("claude-code", "home/.claude/settings.json", '{"disableAllHooks": true}'),
    "Codex": ("codex", "home/.codex/config.toml", "[features]\nhooks = false\n"),
    "Gemini CLI": ("gemini-cli", "home/.gemini/settings.json", '{"hooksConfig": {"enabled": false}}'),
    "Copilot CLI": ("copilot-cli", "here/.github/copilot/settings.json", '{"disableAllHooks": true}'),
    "VS Code": (
        "vscode",
        "here/.vscode/settings.json",
        '{\n  // off\n  "chat.hookFilesLocations": {".github/hooks": false},\n}',
    ),
}


@pytest.mark.parametrize(("name", "path", "text"), SWITCHES.values(), ids=SWITCHES)
def test_a_setting_that_turns_all_hooks_off_is_a_gap(
    here: Path, look: Look, tmp_path: Path, name: str, path: str, text: str
) -> None:
    install(here, name)
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text)
    (gap,) = [check for check in look() if check.state == GAP]
    assert gap.words.startswith(f"{host(name).title} runs no hook")
    assert path.partition("/")[2] in gap.command


def test_codex_must_be_trusted_and_nobody_can_see_whether_it_is(here: Path, look: Look) -> None:
    install(here, "codex")
    assert any("/hooks" in check.words for check in look())


def test_agents_that_are_no_members_are_named_once(here: Path, look: Look) -> None:
    install(here, "claude-code", "cursor")
    note = look(NOBODY)[-1]
    assert note.state == NOTE
    assert note.words.startswith("Claude Code, Cursor are bound to no member")
    assert 'id = "claude-code" or id = "cursor"' in note.command
    assert len(look()) == 2, "members are not"
    assert "Claude Code" not in look(NOBODY, CLAUDE_CODE_CHILD_SESSION="1")[-1].words, "told before"


@pytest.mark.parametrize("text", ["{ broken", "[]", "\udcff"])
def test_settings_that_cannot_be_read_are_a_gap(here: Path, look: Look, text: str) -> None:
    (here / ".cursor").mkdir()
    (here / ".cursor/hooks.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    (gap,) = look()
    assert gap.state == GAP
    assert ".cursor/hooks.json" in gap.words


def test_settings_that_are_a_link_are_a_gap(here: Path, look: Look, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (here / ".claude").symlink_to(tmp_path / "elsewhere")
    (gap,) = look()
    assert (gap.state, "is a link" in gap.words) == (GAP, True)
