"""What the hook refuses and what it lets through, wherever a path leads, and what it then notes down."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository import ANNA, BOILER, HOTEL, ROME, TODAY, Repository
from tests.wiki_hooks.agents.conftest import Ask
from wiki_hooks.agents.host import ALLOWED, DENIED
from wiki_hooks.place.wiki import find_wiki
from wiki_hooks.writing.desk import remembered
from wiki_schema.disk.announcements import announced
from wiki_schema.disk.contents import hash_of
from wiki_schema.plugins import get_plugin_manager

TRIPS, HOME, LOG = "wiki/trips.md", "wiki/home.md", "wiki/log.md"
BEFORE = f"# Trips\n\n- {ROME}\n- {HOTEL}\n"
DOUBT = "2026-11-30 | CONFLICT | ben | trips.md | a doubt"
NEW = "The ferry leaves at nine — ben, 2026-11-30"
WIPE = {"content": "# Trips\n\n[rest unchanged]\n"}


def edit(path: object, old: str, new: str) -> dict[str, str]:
    return {"file_path": str(path), "old_string": old, "new_string": new}


# Allowed


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- {NEW}")),
        ("Write", {"file_path": "wiki/new.md", "content": f"# New\n\n- {NEW}\n"}),
        ("Edit", edit(LOG, "boiler\n", "boiler\n2026-11-30 | ADD | ben | trips.md | the ferry\n")),
        ("Write", {"file_path": "README.md", "content": "# About\n"}),
        ("Write", {"file_path": "src/app.py", "content": "x = 1\n"}),
        ("Write", {"file_path": "/nowhere/at/all.md", "content": "x"}),
        ("Write", {"file_path": "wiki/picture.svg", "content": "<svg/>"}),
        ("Bash", {"command": f"rm -rf {TRIPS}"}),
        ("mcp__fs__copy_file", {"source": TRIPS, "destination": "elsewhere.md"}),
        ("mcp__fs__create_directory", {"path": "wiki/sub"}),
        ("Delete", {"path": "src"}),
        ("move_file", {"source": "a.txt", "destination": "b.txt"}),
        ("Read", {"file_path": TRIPS}),
    ],
)
def test_what_breaks_no_rule_or_lies_outside_passes(ask: Ask, tool: str, given: dict[str, str]) -> None:
    assert ask(tool, given) == ALLOWED


def test_a_missing_log_line_is_the_commits_to_ask_for(repository: Repository, ask: Ask) -> None:
    assert ask("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- {NEW}")).code == 0
    repository.replace(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- {NEW}")
    said = ask("", {}, event="Stop")
    assert '"decision": "block"' in said.out and "memwiki fix --worktree" in said.out
    assert ask("", {}, event="Stop") == ALLOWED, "once a session"
    assert ask("", {}, event="Stop", session_id="s-2") == ALLOWED, "and never for what another wrote"
    assert ask("", {}, event="Stop", session_id="s-3", stop_hook_active=True) == ALLOWED


# Refused


@pytest.mark.parametrize(
    ("tool", "given", "said"),
    [
        ("Write", {"file_path": TRIPS, **WIPE}, "[fact-erased]"),
        ("Write", {"file_path": TRIPS, "content": BEFORE + f"- {NEW}\n"}, "[note-rewritten]"),
        ("Edit", edit(TRIPS, "by train", "by bus"), "[fact-rewritten]"),
        ("Edit", edit(HOME, "May", "June"), "Only anna or an admin"),
        ("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- New"), "[fact-unattributed]"),
        ("Edit", edit(LOG, "the boiler", "x"), "[log-rewritten]"),
        ("Write", {"file_path": LOG, "content": "# Log\n"}, "[log-shortened]"),
        ("Write", {"file_path": "memwiki.toml", "content": ""}, "memwiki.toml"),
        ("Edit", edit("members.toml", 'role = "admin"', 'role = "guest"'), "[policy-changed]"),
        ("Delete", {"path": TRIPS}, "[note-deleted]"),
        ("mcp__fs__move_file", {"source": TRIPS, "destination": "elsewhere.md"}, "[note-deleted]"),
        ("rename_file", {"path": TRIPS, "new_name": "x.md"}, "what becomes of it"),
        ("rename_file", {"path": TRIPS, "new_path": "x.md"}, "[note-deleted]"),
        ("Delete", {"path": "wiki"}, "it is a folder"),
        ("delete_directory", {"path": "."}, "it is a folder"),
        ("mcp__fs__move_file", {"source": "wiki", "destination": "old"}, "it is a folder"),
        ("Write", {"file_path": "wiki", "content": "x"}, "it is a folder"),
        ("mcp__fs__copy_file", {"source": HOME, "destination": TRIPS}, "[note-rewritten]"),
        ("mcp__fs__copy_file", {"source": "none.md", "destination": TRIPS}, "cannot be read"),
        ("Edit", edit(TRIPS, "no such words", "x"), "read it again"),
        ("Edit", edit(TRIPS, "2026-11-01", "2026-11-02"), "stand in it 2 times"),
        ("Write", {"file_path": TRIPS}, "cannot be told"),
        ("Write", {"content": "x"}, "a file that it does not name"),
        ("Write", {"file_path": "wiki/new.md", "content": "a\ud800b"}, "half a character"),
        ("Edit", edit("wiki/gone.md", "x", "y"), "no such file"),
    ],
)  # fmt: skip
def test_what_breaks_a_rule_or_cannot_be_told_is_refused(
    ask: Ask, tool: str, given: dict[str, str], said: str
) -> None:
    found = ask(tool, given)
    assert (found.code, found.out) == (DENIED, "")
    assert said in found.err


@pytest.mark.parametrize(
    "path",
    [
        TRIPS,
        f"./{TRIPS}",
        "wiki//trips.md",
        "wiki/../wiki/trips.md",
        "wiki/sub/../trips.md",
        f"{TRIPS} ",
        "wiki\\trips.md",
        ".\\wiki\\trips.md",
        "{top}/wiki/trips.md",
        "file://{top}/wiki/trips.md",
        "C:{top}/wiki/trips.md",
        "{link}/trips.md",
        "{file}",
        "~/wiki/trips.md",
    ],
)
def test_a_note_is_guarded_by_whatever_name_it_is_called(
    repository: Repository, ask: Ask, tmp_path: Path, path: str
) -> None:
    (tmp_path / "link").symlink_to(repository.path / "wiki")
    (tmp_path / "file.md").symlink_to(repository.path / TRIPS)
    (tmp_path / "home" / "wiki").symlink_to(repository.path / "wiki")
    named = path.format(top=repository.path, link=tmp_path / "link", file=tmp_path / "file.md")
    os.environ["HOME"] = str(tmp_path / "home")
    assert ask("Write", {"file_path": named, **WIPE}).code == DENIED


@pytest.mark.parametrize("target", ["/etc/hostname", "home.md", "../../outside.md"])
def test_nothing_is_written_through_a_link_in_a_store(repository: Repository, ask: Ask, target: str) -> None:
    (repository.path / "wiki" / "linked.md").symlink_to(target)
    found = ask("Write", {"file_path": "wiki/linked.md", "content": "x"})
    assert found.code == DENIED and "link" in found.err


def test_the_guard_stays_where_the_configuration_was_taken_away_by_a_shell(
    repository: Repository, ask: Ask
) -> None:
    assert ask("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- {NEW}")).code == 0
    repository.write("memwiki.toml", '[[store]]\npath = "other"\n')
    assert ask("Write", {"file_path": TRIPS, **WIPE}).code == DENIED
    (repository.path / "memwiki.toml").unlink()
    assert ask("Write", {"file_path": TRIPS, **WIPE}).code == DENIED
    repository.write("memwiki.toml", "not = [toml")
    assert ask("Write", {"file_path": TRIPS, **WIPE}).code == DENIED


def test_what_is_no_file_is_refused_and_what_lies_beside_the_stores_is_none_of_ours(
    repository: Repository, ask: Ask
) -> None:
    repository.write("wiki/old.md", b"caf\xe9\nand\n")
    repository.commit("old", author=ANNA)
    assert ask("Edit", edit("wiki/old.md", "and", "or")).code == 0, "what is kept may stay as it is"
    os.mkfifo(repository.path / "wiki" / "pipe.md")
    assert ask("Edit", edit("wiki/pipe.md", "a", "b")).code == DENIED
    assert ask("Write", {"file_path": "other/pipe.md", "content": "x"}).code == 0


# The guard itself


def test_no_tool_call_writes_into_gits_folder(ask: Ask) -> None:
    for path in (".git/hooks/pre-commit", ".git/memwiki/memwiki.db", ".git/config"):
        assert ask("Write", {"file_path": path, "content": "x"}).code == DENIED


def test_an_agent_does_not_take_its_own_guard_out(repository: Repository, ask: Ask) -> None:
    hook = '{"hooks": {"PreToolUse": [{"hooks": [{"command": "memwiki hook claude-code"}]}]}}'
    repository.write(".claude/settings.json", hook)
    assert ask("Write", {"file_path": ".claude/settings.json", "content": "{}"}).code == DENIED
    assert ask("Edit", edit(".claude/settings.json", "memwiki hook", "true")).code == DENIED
    assert ask("Delete", {"path": ".claude/settings.json"}).code == DENIED
    off = '{"disableAllHooks": true}'
    assert ask("Write", {"file_path": ".claude/settings.local.json", "content": off}).code == DENIED
    more = hook.replace('{"hooks"', '{"model": "m", "hooks"')
    assert ask("Write", {"file_path": ".claude/settings.json", "content": more}) == ALLOWED
    assert ask("Write", {"file_path": ".claude/commands/x.md", "content": "x"}) == ALLOWED
    assert ask("Write", {"file_path": ".editorconfig", "content": "x"}) == ALLOWED


# Who wrote it


def test_what_is_allowed_is_announced_once_however_many_hooks_ask(repository: Repository, ask: Ask) -> None:
    given = edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- {NEW}")
    for host in ("claude-code", "claude-code"):
        assert ask("Edit", given, host, agent_type="reviewer").code == 0
    wiki = find_wiki(str(repository.path), repository.environ, get_plugin_manager())
    after = repository.read(TRIPS).replace(f"- {HOTEL}", f"- {HOTEL}\n- {NEW}").encode()
    with remembered(wiki) as db:
        found = announced(db, TRIPS, hash_of(after))
        assert db.execute("SELECT count(*) FROM announcement").fetchone() == (1,)
    assert found is not None
    assert (found.who, found.agent, found.session, found.tool_use) == (
        "Ben Okri",
        "claude-code",
        "s-1/reviewer",
        "use-1",
    )


def test_an_agent_that_is_a_member_acts_as_itself(repository: Repository, ask: Ask) -> None:
    agent = '\n[[member]]\nid = "claude-code"\nrole = "agent"\nacts_for = ["ben"]\n'
    repository.commit("an agent", {"members.toml": repository.read("members.toml") + agent}, author=ANNA)
    mine = "- The sea is warm — claude-code, 2026-11-30"
    assert ask("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n{mine}")).code == 0
    theirs = "- The sea is warm — anna, 2026-11-30"
    found = ask("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n{theirs}"))
    assert found.code == DENIED and "[impersonated]" in found.err


def test_a_person_who_is_an_admin_is_asked_where_the_host_holds_to_the_answer(
    repository: Repository, ask: Ask
) -> None:
    for key, value in (("user.name", "Anna Rossi"), ("user.email", "anna@example.org")):
        repository.git("config", key, value)
    agent = '\n[[member]]\nid = "claude-code"\nrole = "agent"\nacts_for = ["anna"]\n'
    repository.commit("an agent", {"members.toml": repository.read("members.toml") + agent}, author=ANNA)
    given = edit("memwiki.toml", 'path = "wiki"', 'path = "wiki"\nkind = "shared"')
    assert '"permissionDecision": "ask"' in ask("Edit", given).out
    assert ask("Edit", given, "codex", turn_id="t").code == DENIED, "there `ask` lets the call go on"


def test_what_decides_about_everybody_is_no_agents_to_change(repository: Repository, ask: Ask) -> None:
    for key, value in (("user.name", "Anna Rossi"), ("user.email", "anna@example.org")):
        repository.git("config", key, value)
    assert "[policy-changed]" in ask("Edit", edit("members.toml", 'role = "admin"', 'role = "guest"')).out
    project = "[project]\nname = 'x'\n"
    assert ask("Write", {"file_path": "pyproject.toml", "content": project}).code == 0, (
        "nothing of ours in it"
    )
    found = ask("Edit", edit("memwiki.toml", "path", "paht"), "codex", turn_id="t")
    assert found.code == DENIED and "did you mean path?" in found.err


# The way out


def typed(command: str, repository: Repository) -> subprocess.CompletedProcess[str]:
    """A command as it was printed, in a shell; memwiki is the one under test."""
    words = shlex.split(command)
    line = shlex.join([sys.executable, "-m", "wiki_hooks.cli", *words[1:]])
    environ = {**repository.environ, "MEMWIKI_TODAY": str(TODAY), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        ["sh", "-c", line], cwd=repository.path, env=environ, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Write", {"file_path": TRIPS, "content": f"# Trips\n\n[rest unchanged]\n- {NEW}\n"}),
        ("Write", {"file_path": TRIPS, "content": BEFORE + f"- {NEW}\n"}),
        ("Edit", edit(TRIPS, "by train", "by bus")),
        ("Edit", edit(HOME, "May", "June")),
        ("Edit", edit(HOME, f"- {BOILER}\n", "")),
        ("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- It's \"$(touch pwned)\" `x` & more")),
        ("Edit", edit(TRIPS, f"- {HOTEL}", f"- {HOTEL}\n- -5 degrees")),
        ("Edit", edit(LOG, "the boiler", "the boiler of the flat")),
        ("Write", {"file_path": LOG, "content": f"# Log\n\n{DOUBT}\n"}),
        ("Delete", {"path": TRIPS}),
    ],
)  # fmt: skip
def test_the_commands_of_a_refusal_do_it_right(
    repository: Repository, ask: Ask, tool: str, given: dict[str, str]
) -> None:
    said = ask(tool, given).err
    commands = [line.strip() for line in said.split("\n") if line.startswith("  ")]
    assert commands, said
    for command in commands:
        done = typed(command, repository)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
    assert not (repository.path / "pwned").exists()
    checked = typed("memwiki check --worktree", repository)
    assert checked.returncode == 0, checked.stdout
