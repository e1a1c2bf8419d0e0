"""`memwiki render` and `memwiki roster`, on real repositories."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.repository import ANNA, BEN, MEMBERS, Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_hooks.cli import main
from wiki_hooks.place import commands
from wiki_schema import hookimpl
from wiki_schema.plugins import get_plugin_manager

BLOCK = "<!-- memwiki:roster -->\n<!-- /memwiki:roster -->\n"
TABLE = "| Name | Role |\n| --- | --- |\n| Anna Rossi | admin |\n| Ben Okri | member |\n"

CLEO = '\n[[member]]\nid = "cleo"\nname = "Cleo"\nnotes = "the SECRET remark"\n'


@pytest.fixture
def rendered(wiki: Repository, memwiki: Run) -> Repository:
    """A wiki whose README and one of whose notes hold a roster, rendered and committed."""
    home = wiki.read("wiki/home.md")
    files = {"README.md": f"# Us\n\n{BLOCK}", "wiki/home.md": f"{home}\n{BLOCK}"}
    wiki.commit("markers", files, ANNA)
    assert memwiki("render", cwd=wiki.path).code == 0
    wiki.commit("rendered")
    return wiki


class TestRender:
    def test_fills_in_every_file_and_says_which(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("block", {"README.md": f"# Us\n\n{BLOCK}", "docs/AGENTS.md": BLOCK, "other.md": "none\n"})
        wiki.write("new.md", BLOCK)
        code, out, _ = memwiki("render", cwd=wiki.path)
        assert code == 0
        assert out == (
            "rendered README.md\nrendered docs/AGENTS.md\nrendered new.md\n"
            "next: git add :/README.md :/docs/AGENTS.md :/new.md\n"
        )
        assert TABLE in wiki.read("README.md") and TABLE in wiki.read("new.md")

    def test_a_second_run_touches_nothing(self, rendered: Repository, memwiki: Run) -> None:
        before = {p: os.stat(rendered.path / p).st_mtime_ns for p in ("README.md", "wiki/home.md")}
        code, out, _ = memwiki("render", cwd=rendered.path)
        assert (code, out) == (0, "Every managed block is as it is rendered.\n")
        assert {p: os.stat(rendered.path / p).st_mtime_ns for p in before} == before

    def test_goes_by_the_stores_on_disk_committed_or_not(self, wiki: Repository, memwiki: Run) -> None:
        policy = wiki.read("memwiki.toml")
        wiki.write("memwiki.toml", f'{policy}\n[[store]]\npath = "more"\nkind = "open"\n')
        wiki.write("more/index.md", "# More\n")
        wiki.write("more/log.md", f"# Log\n\n{BLOCK}")
        code, _, err = memwiki("render", cwd=wiki.path)
        assert code == 2
        assert "more/log.md:3" in err
        assert BLOCK in wiki.read("more/log.md")

    def test_keeps_all_bytes_outside(self, wiki: Repository, memwiki: Run) -> None:
        head, tail = b"\xef\xbb\xbf# Us\r\n\r\n", b"\r\n\r\ncaf\xe9, no last line end"
        marks = BLOCK.replace("\n", "\r\n").encode().removesuffix(b"\r\n")
        wiki.write("README.md", head + marks + tail)
        assert memwiki("render", cwd=wiki.path).code == 0
        data = (wiki.path / "README.md").read_bytes()
        assert data.startswith(head + b"<!-- memwiki:roster -->\r\n\r\n| Name | Role |\r\n")
        assert data.endswith(tail)
        assert data.count(b"\n") == data.count(b"\r\n")

    @pytest.mark.parametrize("who", [ANNA, BEN])
    def test_in_a_note_passes_the_check_of_a_commit(
        self, rendered: Repository, memwiki: Run, who: str
    ) -> None:
        rendered.commit("cleo", {"members.toml": MEMBERS + CLEO}, ANNA)
        assert memwiki("render", cwd=rendered.path).code == 0
        rendered.stage()
        assert "Cleo" in rendered.git("diff", "--cached", "wiki/home.md")
        code, out, _ = memwiki("check", "--who", who.split(" <")[0], cwd=rendered.path)
        assert (code, "nothing to report" in out) == (0, True)

    def test_with_the_hooks_installed_a_commit_of_it_goes_through(
        self, rendered: Repository, memwiki: Run
    ) -> None:
        rendered.commit("cleo", {"members.toml": MEMBERS + CLEO}, ANNA)
        assert memwiki("render", cwd=rendered.path).code == 0
        assert memwiki("init", "--git-hooks", cwd=rendered.path).code == 0
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        rendered.git("add", "wiki/home.md", "README.md")
        rendered.git("commit", f"--author={BEN}", "-m", "rendered", PATH=path)

    def test_renders_members_who_are_not_committed_yet(self, rendered: Repository, memwiki: Run) -> None:
        rendered.write("members.toml", MEMBERS + CLEO)
        assert memwiki("render", cwd=rendered.path).code == 0
        assert "| Cleo | member |" in rendered.read("README.md")
        assert memwiki("render", "--check", cwd=rendered.path).code == 0

    def test_follows_no_link_and_reads_nothing_binary(
        self, wiki: Repository, memwiki: Run, tmp_path: Path
    ) -> None:
        outside = tmp_path / "outside.md"
        outside.write_text(BLOCK)
        (wiki.path / "CLAUDE.md").symlink_to(outside)
        wiki.write("binary.md", BLOCK.encode() + b"\0")
        wiki.write("code.py", BLOCK)
        assert memwiki("render", cwd=wiki.path).out == "Every managed block is as it is rendered.\n"
        assert outside.read_text() == BLOCK

    def test_needs_no_git(self, tmp_path: Path, memwiki: Run) -> None:
        place = Repository(tmp_path / "plain")
        place.write("memwiki.toml", '[[store]]\npath = "."\n[members]\ngit = true\n')
        place.write("members.toml", MEMBERS)
        place.write("AGENTS.md", BLOCK)
        assert memwiki("render", cwd=place.path, XDG_STATE_HOME=str(tmp_path / "state")).code == 0
        assert TABLE in place.read("AGENTS.md")
        assert memwiki("roster", cwd=place.path).err.startswith("memwiki: There is no git history here")


class TestRefusals:
    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("<!-- memwiki:roster -->\nrest\n", "z.md:1: the block roster does not end."),
            (None, "wiki/log.md:5: a log only grows, so nothing is rendered in it."),
            (BLOCK * 2, "z.md:3: a second block roster: the first begins in line 1."),
            (
                "<!-- memwiki:rooster -->\n<!-- /memwiki:rooster -->\n",
                "z.md:1: there is no block rooster; did you",
            ),
        ],
    )
    @pytest.mark.parametrize("option", [[], ["--force"], ["--check"]])
    def test_of_markers_come_before_anything_is_written(
        self, wiki: Repository, memwiki: Run, text: str | None, told: str, option: list[str]
    ) -> None:
        if text is None:
            wiki.append("wiki/log.md", BLOCK.rstrip())
            text = "none\n"
        wiki.commit("z", {"a.md": BLOCK, "z.md": text})
        code, _, err = memwiki("render", *option, cwd=wiki.path)
        assert code == 2
        assert told in err
        assert (wiki.read("a.md"), wiki.read("z.md")) == (BLOCK, text)

    def test_of_a_hand_edit_show_the_line_and_write_nothing(self, rendered: Repository, memwiki: Run) -> None:
        rendered.write("members.toml", MEMBERS + CLEO)
        rendered.replace("wiki/home.md", "| Ben Okri | member |", "| Ben Okri | king |")
        code, out, _ = memwiki("render", cwd=rendered.path)
        assert code == 1
        assert "wiki/home.md" in out and "| Ben Okri | king |" in out and "--force" in out
        assert "README.md" not in out and "Cleo" not in rendered.read("README.md")

    def test_are_overcome_by_force_and_what_goes_is_remembered(
        self, rendered: Repository, memwiki: Run
    ) -> None:
        rendered.replace("wiki/home.md", "| Ben Okri | member |", "| Ben Okri | king |")
        assert memwiki("render", "--force", cwd=rendered.path).code == 0
        assert rendered.git("status", "--short") == ""
        history = memwiki("history", "wiki/home.md", "--format", "json", cwd=rendered.path)
        assert "render" in memwiki("history", "wiki/home.md", cwd=rendered.path).out, history

    def test_guard_what_is_committed_in_a_note(self, rendered: Repository, memwiki: Run) -> None:
        rendered.replace("wiki/home.md", "| Ben Okri | member |", "| Ben Okri | king |")
        rendered.commit("by hand")
        code, out, _ = memwiki("render", "--force", cwd=rendered.path)
        assert (code, "text-erased" in out) == (1, True)
        assert "king" in rendered.read("wiki/home.md")


class TestCheck:
    def test_is_content_with_what_was_rendered(self, rendered: Repository, memwiki: Run) -> None:
        assert memwiki("render", "--check", "--quiet", cwd=rendered.path) == (0, "", "")

    @pytest.mark.parametrize("format", ["text", "json", "sarif", "github", "markdown"])
    def test_reports_what_is_out_of_date_in_every_format(
        self, rendered: Repository, memwiki: Run, format: str
    ) -> None:
        rendered.write("members.toml", MEMBERS + CLEO)
        code, out, _ = memwiki("render", "--check", "--format", format, cwd=rendered.path)
        assert code == 1
        assert "roster-stale" in out and "README.md" in out and "SECRET" not in out
        assert "Cleo" not in rendered.read("README.md")

    def test_and_the_health_pass_find_the_same(self, rendered: Repository, memwiki: Run) -> None:
        rendered.replace("README.md", "| Ben Okri | member |", "| Ben Okri | king |")
        one = memwiki("render", "--check", "--format", "json", cwd=rendered.path).out
        other = memwiki("lint", "--format", "json", cwd=rendered.path).out
        (finding,) = json.loads(one)["findings"]
        found = [each for each in json.loads(other)["findings"] if each["rule"] == "roster-stale"]
        assert [(f["path"], f["line"], f["message"]) for f in found] == [
            (finding["path"], finding["line"], finding["message"])
        ]
        assert finding["line"] == 8

    def test_is_as_strict_as_the_policy_says(self, rendered: Repository, memwiki: Run) -> None:
        rendered.write("members.toml", MEMBERS + CLEO)
        policy = rendered.read("memwiki.toml")
        for level, code in (("warning", 0), ("off", 0), ("error", 1)):
            rendered.write("memwiki.toml", f'{policy}[rules]\nroster-stale = "{level}"\n')
            assert memwiki("render", "--check", cwd=rendered.path).code == code


class _Toy:
    """A plugin with a block of its own."""

    words = "**hello**\n"

    @hookimpl
    def wiki_list_blocks(self) -> Sequence[str]:
        return ("greeting",)

    @hookimpl
    def wiki_render_block(self, name: str) -> str | None:
        return self.words if name == "greeting" else None


@pytest.mark.parametrize(("words", "code"), [("**hello**\n", 0), ("```\nnever closed\n", 2), ("<pre>", 2)])
def test_a_plugin_may_add_a_block(
    wiki: Repository, memwiki: Run, monkeypatch: pytest.MonkeyPatch, words: str, code: int
) -> None:
    def with_toy() -> object:
        manager = get_plugin_manager()
        toy = _Toy()
        toy.words = words
        manager.register(toy, "toy")
        return manager

    monkeypatch.setattr("wiki_hooks.cli.render.get_plugin_manager", with_toy)
    empty = "<!-- memwiki:greeting -->\n<!-- /memwiki:greeting -->\n"
    wiki.write("README.md", f"{BLOCK}\n{empty}")
    assert memwiki("render", cwd=wiki.path).code == code
    assert (words in wiki.read("README.md")) is (code == 0)


class TestRoster:
    def test_tells_who_is_known_and_by_whom(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("memwiki.toml", '[members]\ngit = true\nfolder = "people"\n[[store]]\npath = "wiki"\n')
        wiki.commit("cleo", {"people/Cléo.md": "", "people/old/x.md": ""}, "Cléo <cleo@example.org>")
        code, out, err = memwiki("roster", cwd=wiki.path)
        assert code == 0
        assert "Anna Rossi (admin), from members.toml" in out
        assert "Cléo (member), from people, git\n  also cleo@example.org\n" in out
        assert (
            err == "memwiki: people/old/x.md is left out: what a folder inside people means is not known.\n"
        )

    @pytest.mark.parametrize("format", ["text", "json", "markdown"])
    def test_never_shows_remarks(self, wiki: Repository, memwiki: Run, format: str) -> None:
        wiki.write("members.toml", MEMBERS + CLEO)
        answer = memwiki("roster", "--format", format, cwd=wiki.path)
        assert "Cleo" in answer.out and "SECRET" not in answer.out + answer.err


REMARKED = [
    ["lint"], ["lint", "--format", "json"], ["doctor"], ["check", "--worktree"], ["check", "--all"],
    ["prime"], ["roster"], ["render"], ["render", "--check"], ["log"], ["plugins"], ["audit"],
]  # fmt: skip


@pytest.mark.parametrize("command", REMARKED, ids=" ".join)
def test_no_command_shows_the_remarks_on_a_member(
    rendered: Repository, memwiki: Run, command: list[str]
) -> None:
    rendered.commit("cleo", {"members.toml": MEMBERS + CLEO}, ANNA)
    rendered.append("wiki/home.md", "- new — Cle, 2026-11-30")
    _, out, err = memwiki(*command, cwd=rendered.path)
    assert "SECRET" not in out + err
    assert "SECRET" not in rendered.read("README.md") + rendered.read("wiki/home.md")


class TestGitMembers:
    def enable(self, wiki: Repository, extra: str = "git = true") -> None:
        wiki.commit("policy", {"memwiki.toml": f'[[store]]\npath = "wiki"\n[members]\n{extra}\n'}, ANNA)

    def test_are_known_to_the_check_of_a_commit(self, wiki: Repository, memwiki: Run) -> None:
        self.enable(wiki)
        wiki.append("wiki/home.md", "- The key is under the mat — Dora, 2026-11-30")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | Dora | home.md | the key")
        wiki.git("add", "--all")
        who = {"GIT_AUTHOR_NAME": "Dora", "GIT_AUTHOR_EMAIL": "dora@example.org"}
        assert "member-unknown" in memwiki("check", cwd=wiki.path, **who).out
        wiki.git("reset", "-q")
        wiki.git(
            "commit", "-q", "--no-verify", "--allow-empty", "-m", "hello", "--author=Dora <dora@example.org>"
        )
        wiki.git("add", "--all")
        assert (
            memwiki("check", cwd=wiki.path, **who).out == "memwiki: the staged change: nothing to report.\n"
        )

    def test_are_known_in_a_range_from_their_second_commit_on(self, wiki: Repository, memwiki: Run) -> None:
        self.enable(wiki)
        start = wiki.git("rev-parse", "HEAD")
        for n in range(3):
            wiki.append("wiki/home.md", f"- Key {n} — Dora, 2026-11-30")
            wiki.append("wiki/log.md", f"2026-11-30 | ADD | Dora | home.md | key {n}")
            last = wiki.commit(f"key {n}", author="Dora <dora@example.org>")
        found = json.loads(
            memwiki("check", "--from-ref", start, "--to-ref", last, "--format", "json", cwd=wiki.path).out
        )["findings"]
        assert {finding["commit"] for finding in found} == {wiki.git("rev-parse", f"{last}~2")}

    def test_mailmap_is_for_admins(self, wiki: Repository, memwiki: Run) -> None:
        self.enable(wiki)
        wiki.stage({".mailmap": "Anna Rossi <anna@example.org> <ben@example.org>\n"})
        code, out, _ = memwiki("check", "--who", "ben", cwd=wiki.path)
        assert (code, "policy-changed" in out, ".mailmap" in out) == (1, True, True)
        assert "policy-changed" not in memwiki("check", "--who", "anna", cwd=wiki.path).out

    def test_are_not_asked_for_in_a_change_on_standard_input(self, wiki: Repository, memwiki: Run) -> None:
        self.enable(wiki)
        answer = memwiki("check", "--stdin", cwd=wiki.path, feed='{"files": []}')
        assert "There is no git history here" in answer.out


class TestCommand:
    @pytest.fixture(autouse=True)
    def _afresh(self) -> None:
        commands._output.cache_clear()

    def enable(self, wiki: Repository, script: str) -> str:
        words = [sys.executable, "-c", script]
        wiki.write("memwiki.toml", f'[members]\ncommand = {json.dumps(words)}\n[[store]]\npath = "wiki"\n')
        return shlex.join(words)

    PRINTS = """print('[{"id": "cleo"}]')"""

    @pytest.mark.parametrize("command", [["roster"], ["check", "--all"], ["lint"], ["doctor"]])
    def test_is_not_run_unless_it_is_allowed(
        self, wiki: Repository, memwiki: Run, command: list[str]
    ) -> None:
        self.enable(wiki, "open('ran', 'w')")
        code, out, err = memwiki(*command, cwd=wiki.path)
        assert "git config --global --add memwiki.allowMembersCommand " in out + err
        assert code == 2
        assert not (wiki.path / "ran").exists()

    def test_runs_once_it_is_by_the_very_command_that_is_shown(self, wiki: Repository, memwiki: Run) -> None:
        self.enable(wiki, self.PRINTS)
        shown = memwiki("roster", cwd=wiki.path).err.split("  git config --global ")[1].strip()
        wiki.git("config", *shlex.split(shown))
        assert "cleo (member), from " in memwiki("roster", cwd=wiki.path).out
        self.enable(wiki, f"{self.PRINTS} ")
        assert memwiki("roster", cwd=wiki.path).code == 2

    def test_runs_where_the_environment_allows_it(self, wiki: Repository, memwiki: Run) -> None:
        line = self.enable(wiki, self.PRINTS)
        assert memwiki("roster", cwd=wiki.path, MEMWIKI_ALLOW_MEMBERS_COMMAND=line).code == 0

    @pytest.mark.parametrize(
        ("script", "told"),
        [
            ("import sys; sys.exit('broken \\x1b')", "failed with exit code 1: broken \\u{1b}"),
            ("print('x' * 2000000)", "prints more than 1,048,576 bytes"),
            ("print('no json')", "prints no valid JSON"),
            ("import time; time.sleep(60)", "was still at it after"),
        ],
    )
    def test_that_fails_is_an_error_not_nobody(
        self, wiki: Repository, memwiki: Run, monkeypatch: pytest.MonkeyPatch, script: str, told: str
    ) -> None:
        monkeypatch.setattr(commands, "TIMEOUT", 1.0)
        line = self.enable(wiki, script)
        code, out, err = memwiki("roster", cwd=wiki.path, MEMWIKI_ALLOW_MEMBERS_COMMAND=line)
        assert (code, out) == (2, "")
        assert told in err


def test_main_knows_both_commands(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    assert "\n  roster " in out and "\n  render " in out
