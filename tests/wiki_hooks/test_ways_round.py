"""The ways round the hook of an agent, each gone for real, and what each later door says of it.

One repository with everything in it: the hook as Claude Code calls it, a watcher, the git hooks, a server
with a gate of its own. Every way changes a note of its own, so that all can be gone before anybody looks.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.repository import ANNA, FILES, Repository, empty_repository
from tests.wiki_hooks.watch.test_running import Process, watcher

PAGE = Path(__file__).parents[2] / "docs" / "bypasses.md"
MEMWIKI = (sys.executable, "-m", "wiki_hooks.cli")


class Way(NamedTuple):
    """A way round the hook."""

    command: str
    """What an agent's shell tool runs."""
    rule: str
    """The rule that finds it, at each door that judges."""


WAYS = {
    "cat": Way("cat > wiki/cat.md <<'X'\n# Cat\n\nNew words, and no others.\nX", "fact-erased"),
    "sed": Way("sed -i 's/cellar/attic/' wiki/sed.md", "fact-rewritten"),
    "python": Way(f"{sys.executable} -c \"open('wiki/python.md', 'w').write('# Python')\"", "fact-erased"),
    "checkout": Way("git checkout --quiet old -- wiki/checkout.md", "fact-erased"),
    "cp": Way("cp /dev/null wiki/cp.md", "note-emptied"),
    "apply": Way("git apply ../apply.patch", "fact-rewritten"),
    "link": Way("ln -s wiki alias && sed -i 's/cellar/attic/' alias/link.md", "fact-rewritten"),
    "swap": Way("mv wiki/swap.md ../swap.md && ln -s ../../swap.md wiki/swap.md", "path-escape"),
    "rm": Way("rm wiki/rm.md", "note-deleted"),
}
HARMLESS = ("echo done >&2", "grep -n cellar wiki/sed.md > ../out")


def jars(name: str) -> str:
    return f"- The jars of {name} are in the cellar — ben, 2026-11-01\n"


def key(name: str) -> str:
    return f"- The key of {name} hangs by the door — ben, 2026-11-02\n"


NAMES = (*WAYS, "agent", "shell")


class House(Repository):
    """The repository, and what went on in it."""

    watcher: Process
    server: Repository

    def hook(self, tool: str, use: str, **given: str) -> subprocess.CompletedProcess[str]:
        """What the hook answers to a call of a tool, as Claude Code asks it."""
        payload = {
            "session_id": "s-1",
            "transcript_path": "/home/ben/.claude/projects/house/s-1.jsonl",
            "cwd": str(self.path),
            "permission_mode": "default",
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": given,
            "tool_use_id": use,
        }
        return self.run(*MEMWIKI, "hook", feed=json.dumps(payload))

    def run(self, *command: str, feed: str = "") -> subprocess.CompletedProcess[str]:
        """A command in the repository."""
        return subprocess.run(
            command, cwd=self.path, env=self.environ, input=feed, capture_output=True, text=True, check=False
        )

    def shell(self, command: str) -> subprocess.CompletedProcess[str]:
        """What a shell tool does."""
        return self.run("bash", "-c", command)

    def memwiki(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run(*MEMWIKI, *arguments)

    def commit_of(self, name: str) -> subprocess.CompletedProcess[str]:
        """A commit of one note and the log, with the git hooks that are installed."""
        self.git("add", "--all", "wiki")
        return self.run("git", "commit", "-m", name, "--", f"wiki/{name}.md", "wiki/log.md")


class Answers(NamedTuple):
    """What each door said, by way; of the last three one answer for all."""

    hook: Mapping[str, subprocess.CompletedProcess[str]]
    watcher: Mapping[str, str]
    commit: Mapping[str, subprocess.CompletedProcess[str]]
    ci: subprocess.CompletedProcess[str]
    push: subprocess.CompletedProcess[str]
    server: subprocess.CompletedProcess[str]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = empty_repository(tmp_path_factory.mktemp("ways") / "house")
    found = House(made.path, {**made.environ, "MEMWIKI_TODAY": "2026-11-30"})
    notes = {f"wiki/{name}.md": f"# {name.title()}\n\n{jars(name)}" for name in NAMES}
    index = "# Index\n\n" + "".join(f"- [{name.title()}]({name}.md)\n" for name in NAMES)
    log = "# Log\n\n" + "".join(f"2026-11-01 | ADD | ben | {name}.md | jars\n" for name in NAMES)
    kept = {"memwiki.toml": FILES["memwiki.toml"], "members.toml": FILES["members.toml"]}
    found.commit("A wiki", {**kept, **notes, "wiki/index.md": index, "wiki/log.md": log}, author=ANNA)
    found.git("tag", "old")
    more = {f"wiki/{name}.md": notes[f"wiki/{name}.md"] + key(name) for name in NAMES}
    log += "".join(f"2026-11-02 | ADD | ben | {name}.md | key\n" for name in NAMES)
    found.commit("Keys", {**more, "wiki/log.md": log})
    found.write("../apply.patch", _patch("wiki/apply.md", more["wiki/apply.md"]))
    found.server = _server(found)
    assert found.memwiki("init", "wiki", "--git-hooks").returncode == 0
    found.git("add", ".gitattributes")
    found.git("commit", "--quiet", "-m", "Merge drivers")
    found.git("push", "--quiet", "--no-verify", "origin", "main")
    with watcher(found) as process:
        found.watcher = process
        yield found


def _patch(path: str, text: str) -> str:
    lines = text.split("\n")[:-1]
    changed = [
        f"-{line}\n+{line.replace('cellar', 'attic')}" if "cellar" in line else f" {line}" for line in lines
    ]
    return f"--- a/{path}\n+++ b/{path}\n@@ -1,{len(lines)} +1,{len(lines)} @@\n" + "\n".join(changed) + "\n"


def _server(house: House) -> Repository:
    """A bare repository whose own gate nobody who pushes can skip."""
    path = house.path.parent / "server.git"
    server = empty_repository(path, "--bare")
    hook = path / "hooks" / "pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nexec {' '.join(MEMWIKI)} pre-receive\n")
    hook.chmod(0o755)
    house.git("remote", "add", "origin", str(path))
    house.git("push", "--quiet", "origin", "main")
    return server


@pytest.fixture(scope="module")
def answers(house: House) -> Answers:
    """Every way is gone, and then every door asked."""
    base = house.head
    hook = {name: house.hook("Bash", name, command=way.command) for name, way in WAYS.items()}
    for name, way in WAYS.items():
        done = house.shell(way.command)
        assert done.returncode == 0, (name, done.stderr)
    house.watcher.wait_for(lambda: all(_told(house, name) for name in WAYS))
    commit = {name: house.commit_of(name) for name in WAYS}
    house.git("add", "--all", "wiki")
    house.git("commit", "--no-verify", "--quiet", "-m", "All of it")
    return Answers(
        hook,
        {name: _told(house, name) for name in WAYS},
        commit,
        house.memwiki("check", "--from-ref", base, "--to-ref", "HEAD"),
        house.run("git", "push", "origin", "main"),
        house.run("git", "push", "--no-verify", "origin", "main"),
    )


def _told(house: House, name: str) -> str:
    """What the watcher said of a note: its lines from there on to the next event."""
    events = re.split(r"^(?=\d\d:\d\d:\d\d )", house.watcher.said, flags=re.MULTILINE)
    return "".join(event for event in events if f"wiki/{name}.md" in event)


class TestAWrite:
    """That the hook allowed is the agent's at every later door; the like of it from a shell is not."""

    def test_is_attributed_to_the_agent(self, house: House) -> None:
        for name in ("agent", "shell"):
            path, added = (
                house.path / "wiki" / f"{name}.md",
                f"- The cat of {name} is Ada — ben, 2026-11-30\n",
            )
            if name == "agent":
                given = {"old_string": key(name), "new_string": key(name) + added}
                answer = house.hook("Edit", "toolu_1", file_path=str(path), **given)
                assert (answer.returncode, answer.stderr) == (0, "")
            path.write_text(path.read_text() + added)
            house.watcher.wait_for(
                lambda name=name: f"| {name}.md | 1 fact added" in house.read("wiki/log.md")
            )
        for name, through, agent, session in (
            ("agent", "hook", "claude-code", "s-1"),
            ("shell", "watch", "", ""),
        ):
            newest = json.loads(house.memwiki("history", name, "--json").stdout)["versions"][0]
            assert (newest["through"], newest["agent"], newest["session"]) == (through, agent, session)
            line = json.loads(house.memwiki("log", "--path", f"wiki/{name}.md", "-n1", "--json").stdout)
            assert (line["who"], line["agent"], line["session"]) == ("Ben Okri", agent, session)
        house.git("add", "--all", "wiki")
        done = house.run("git", "commit", "-m", "Ada")
        assert done.returncode == 0, done.stdout + done.stderr
        told = "wiki/agent.md was written by claude-code for Ben Okri (session s-1)"
        said = " ".join((done.stdout + done.stderr).split())
        assert said.count(told) == 1, "once, not by each hook of git"
        assert "wiki/shell.md was" not in said

    def test_that_the_rules_refuse_is_refused_before_it_lands(self, house: House) -> None:
        path = house.path / "wiki" / "agent.md"
        linked = house.path.parent / "linked"
        linked.symlink_to(house.path / "wiki")
        for place in (path, house.path / "wiki" / ".." / "wiki" / "agent.md", linked / "agent.md"):
            answer = house.hook(
                "Edit", "toolu_2", file_path=str(place), old_string=jars("agent"), new_string=""
            )
            assert answer.returncode == 2, answer
            assert "The jars of agent" in answer.stderr

    @pytest.mark.parametrize("command", HARMLESS)
    def test_that_is_none_is_blocked_by_nobody(self, house: House, command: str) -> None:
        before = house.watcher.said
        answer = house.hook("Bash", command, command=command)
        assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")
        assert house.shell(command).returncode == 0
        assert house.git("status", "--porcelain", "wiki") == ""
        time.sleep(0.2)
        assert house.watcher.said == before


@pytest.mark.parametrize("name", WAYS)
class TestAWayRound:
    def test_passes_the_hook(self, answers: Answers, name: str) -> None:
        """Shell commands are not read."""
        answer = answers.hook[name]
        assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")

    def test_is_told_by_the_watcher(self, answers: Answers, name: str) -> None:
        told = answers.watcher[name]
        assert f"[{WAYS[name].rule}]" in told
        assert "claude-code" not in told

    def test_is_refused_by_the_commit(self, answers: Answers, name: str) -> None:
        answer = answers.commit[name]
        assert answer.returncode != 0
        assert WAYS[name].rule in _part_of(name, answer.stdout + answer.stderr)

    def test_is_refused_by_ci_and_by_the_server_where_nobody_checked_the_commit(
        self, answers: Answers, name: str
    ) -> None:
        for answer in (answers.ci, answers.push, answers.server):
            assert answer.returncode != 0
            said = re.sub(r"^remote: ?", "", answer.stdout + answer.stderr, flags=re.MULTILINE)
            assert WAYS[name].rule in _part_of(name, said), said

    def test_stands_in_the_documentation_as_it_is(self, name: str) -> None:
        row = next(row for row in PAGE.read_text().split("\n") if row.startswith(f"| `{name}`"))
        assert f"`{WAYS[name].rule}`" in row


def _part_of(name: str, report: str) -> str:
    """What a report says of one note."""
    parts = re.split(r"^(?=▸ )", report, flags=re.MULTILINE)
    return "".join(part for part in parts if f"wiki/{name}.md" in part.partition("\n")[0])


def test_nothing_came_to_the_server(house: House, answers: Answers) -> None:
    assert house.server.git("log", "--format=%s", "main").split("\n")[0] in ("Merge drivers", "Ada")
    assert "All of it" not in house.server.git("log", "--format=%s", "main")
