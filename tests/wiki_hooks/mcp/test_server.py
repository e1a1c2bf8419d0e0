"""The server as a client meets it, in both eras: what is offered, written, and refused, and why."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client

from tests.repository import ANNA, Repository
from tests.wiki_hooks.mcp.conftest import ERAS, environ_of, make, talk, text_of
from wiki_hooks.mcp import plugged

TRIPS, HOME = "wiki/trips.md", "wiki/home.md"
DOCS = Path(__file__).parents[3] / "docs" / "mcp.md"
LINE = "2026-11-30 | UPDATE | Ben Okri | trips.md | part"

ALLOWED: list[tuple[str, dict[str, Any], str]] = [
    ("read_file", {"path": TRIPS}, "We go to Rome"),
    ("read_file", {"path": TRIPS, "first_line": 3, "last_line": 3}, '"is_whole":false'),
    ("list_files", {}, "wiki/trips.md"),
    ("memory_search", {"words": "rome train"}, '"words":2'),
    ("log", {}, "the trip to Rome"),
    ("log", {"path": HOME}, "the boiler"),
    ("history", {"path": HOME}, '"through":"commit"'),
    ("append_file", {"path": "wiki/log.md", "lines": [f"{LINE} {{era}}"]}, "1 line appended"),
    ("add", {"note": "trips.md", "text": "The ferry leaves at nine {era}"}, "Ben Okri, 2026-11-30"),
    ("add", {"note": "people.md", "text": "Carl paints {era}", "title": "People"}, "people.md"),
    ("write_file", {"path": "wiki/{era}.md", "content": "# {era}\n\nProse.\n"}, "new note"),
    ("edit_file", {"path": "wiki/{era}.md", "old": "Prose.", "new": "More prose."}, "edited"),
    ("supersede", {"note": "trips.md", "old": "nine {era}", "new": "The ferry leaves at ten {era}"}, "ten"),
    (
        "supersede",
        {"note": "home.md", "old": "boiler", "new": "June {era}", "or_claim": True},
        "only claimed",
    ),
    ("claim", {"note": "home.md", "old": "boiler", "what": "July {era}"}, "claimed"),
    ("conflict", {"note": "home.md", "what": "a doubt {era}"}, "CONFLICT"),
    ("retire", {"note": "trips.md", "old": "ten {era}"}, "No longer applies"),
    ("withdraw", {"note": "people.md", "old": "paints {era}"}, "withdrawn"),
]

REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("write_file", {"path": TRIPS, "content": "x"}, "there already.*`add`.*`supersede`"),
    ("edit_file", {"path": HOME, "old": "May", "new": "June"}, "fact-rewritten.*`supersede`"),
    ("edit_file", {"path": "wiki/log.md", "old": "the boiler", "new": "x"}, "log-rewritten.*`append_file`"),
    ("edit_file", {"path": TRIPS, "old": "2026-11-01", "new": "x"}, "exactly once"),
    ("edit_file", {"path": TRIPS, "old": "", "new": "x"}, "exactly once"),
    ("supersede", {"note": "home.md", "old": "boiler", "new": "June"}, "Only anna.*`claim`"),
    ("update", {"note": "home.md", "old": "boiler", "new": "June"}, "claim"),
    ("reject", {"note": "home.md", "claim": "July"}, "only anna or an admin|claim"),
    ("append_file", {"path": TRIPS, "lines": ["- no name"]}, "fact-unattributed.*`add`"),
    ("append_file", {"path": "wiki/log.md", "lines": ["nonsense"]}, "log-malformed"),
    ("append_file", {"path": "wiki/log.md", "lines": [LINE.replace("Ben Okri", "anna")]}, "name of"),
    ("append_file", {"path": TRIPS, "lines": []}, "no line"),
    ("memory_search", {"words": "  "}, "Give some words"),
    ("add", {"note": "nowhere/../x.md", "text": "x"}, "leads out"),
    ("history", {"path": "private/diary.md"}, "private store"),
]

NO_FILES = [
    "../outside.md", "/etc/passwd", "~/x.md", "wiki/../../x.md", "wiki/.hidden.md", ".git/config", "a\0b.md",
    "a\nb.md", "", "wiki/linked.md", "wiki/folder/x.md", "private/diary.md", "private/index.md",
    "memwiki.toml", "members.toml", "x" * 5000,
]  # fmt: skip


def filled(given: dict[str, Any], era: str) -> dict[str, Any]:
    def fill(value: Any) -> Any:
        if isinstance(value, str):
            return value.replace("{era}", era)
        return [fill(each) for each in value] if isinstance(value, list) else value

    return {key: fill(value) for key, value in given.items()}


@pytest.mark.parametrize("era", ERAS)
def test_each_tool_does_what_it_says_and_refuses_what_the_rules_refuse(
    repository: Repository, era: str
) -> None:
    (repository.path / "wiki" / "linked.md").unlink(missing_ok=True)
    (repository.path / "wiki" / "linked.md").symlink_to("/etc/hostname")
    (repository.path / "wiki" / "folder").unlink(missing_ok=True)
    (repository.path / "wiki" / "folder").symlink_to(repository.path.parent)

    async def speak(client: Client) -> None:
        for tool, given, said in ALLOWED:
            done = await client.call_tool(tool, filled(given, era))
            assert not done.is_error, (tool, given, text_of(done))
            assert done.structured_content is not None
            shown = re.sub(
                r"(?<=[:,{\[]) | (?=[}\]])", "", text_of(done).replace(": ", ":").replace("\n", " ")
            )
            assert re.search(said, shown) or said in text_of(done), (tool, shown)
        for tool, given, said in REFUSED:
            before = repository.git("hash-object", TRIPS, HOME, "wiki/log.md")
            done = await client.call_tool(tool, given)
            assert done.is_error, (tool, given, text_of(done))
            assert re.search(said, text_of(done), re.DOTALL), (tool, text_of(done))
            assert repository.git("hash-object", TRIPS, HOME, "wiki/log.md") == before
        for path in NO_FILES:
            for tool, more in (
                ("read_file", {}), ("write_file", {"content": "x"}), ("append_file", {"lines": ["x"]}),
                ("edit_file", {"old": "x", "new": "y"}),
            ):  # fmt: skip
                done = await client.call_tool(tool, {"path": path, **more})
                assert done.is_error, (tool, path)
                assert "Traceback" not in text_of(done)

    talk(repository, speak, era)
    assert not (repository.path.parent / "x.md").exists()


@pytest.mark.parametrize("era", ERAS)
def test_what_is_offered_says_what_it_does_to_a_wiki(repository: Repository, era: str) -> None:
    async def speak(client: Client) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        hints = {True: "reads"}
        documented = dict(
            re.findall(r"^\| `(\w+)` \|.*\| (reads|adds|changes) \|$", DOCS.read_text(), re.MULTILINE)
        )
        for name, tool in tools.items():
            assert tool.annotations is not None and tool.output_schema and tool.description
            said = hints.get(bool(tool.annotations.read_only_hint)) or (
                "changes" if tool.annotations.destructive_hint else "adds"
            )
            assert documented[name] == said
        assert set(documented) == set(tools) == plugged._OURS
        assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["remember", "health"]
        for uri, said in (
            ("wiki://now/prime", "<memwiki-prime>"), ("wiki://now/roster", "Anna Rossi"),
            ("wiki://index/wiki", "[Trips]"), (f"wiki://note/{TRIPS}", "We go to Rome"),
        ):  # fmt: skip
            [shown] = (await client.read_resource(uri)).contents
            assert said in shown.text
        for uri in ("wiki://note/private/diary.md", "wiki://index/private", "wiki://now/secrets"):
            with pytest.raises(Exception, match=r"private|no store|There is no"):
                await client.read_resource(uri)

    talk(repository, speak, era)


@pytest.mark.parametrize("era", ERAS)
def test_nobody_reads_the_private_store_of_another(repository: Repository, era: str) -> None:
    async def speak(client: Client) -> None:
        found = [
            await client.call_tool("memory_search", {"words": "ferry late diary", "limit": 50}),
            await client.call_tool("list_files", {}),
            await client.call_tool("list_files", {"folder": "private"}),
            await client.call_tool("log", {"newest": 500}),
        ]
        assert all("diary" not in text_of(each).lower() for each in found)

    talk(repository, speak, era)


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize(
    ("says", "is_written"), [("yes", True), ("no", False), ("decline", False), (None, True)]
)
def test_a_person_is_asked_before_a_claim_is_answered(
    tmp_path: Path, era: str, says: str | None, is_written: bool
) -> None:
    repository = make(tmp_path / "repository")

    async def speak(client: Client) -> Any:
        await client.call_tool("claim", {"note": "trips.md", "old": "train", "what": "We go by bus"})
        return await client.call_tool("confirm", {"note": "trips.md", "claim": "by bus"})

    done, asked = talk(repository, speak, era, says)
    assert bool(asked) is (says is not None)
    assert done.is_error is not is_written, text_of(done)
    assert ("~~We go to Rome" in repository.read(TRIPS)) is is_written
    assert is_written or "nothing was written" in text_of(done)


def test_calls_at_once_and_commands_beside_them_lose_no_line(tmp_path: Path) -> None:
    repository = make(tmp_path / "repository")
    command = [sys.executable, "-m", "wiki_hooks.cli", "append", "wiki/log.md"]

    async def speak(client: Client) -> None:
        async def append(number: int) -> None:
            done = await client.call_tool(
                "append_file", {"path": "wiki/log.md", "lines": [f"{LINE} {number}"]}
            )
            assert not done.is_error, text_of(done)

        async def beside(number: int) -> None:
            await anyio.run_process(
                [*command, f"{LINE} c{number}"], cwd=repository.path, env=environ_of(repository)
            )

        async with anyio.create_task_group() as group:
            for number in range(16):
                group.start_soon(append, number)
            for number in range(3):
                group.start_soon(beside, number)

    talk(repository, speak)
    lines = repository.read("wiki/log.md").split("\n")
    wanted = [f"{LINE} {n}" for n in [*range(16), "c0", "c1", "c2"]]
    assert sorted(line for line in lines if line.startswith(LINE)) == sorted(wanted)


def test_what_was_answered_is_there_when_the_server_is_killed(tmp_path: Path) -> None:
    repository = make(tmp_path / "repository")
    answered: list[int] = []

    async def speak(client: Client) -> None:
        for number in range(200):
            if number == 40:
                subprocess.run(
                    ["pkill", "-9", "-f", f"wiki_hooks.cli mcp --dir {repository.path}"], check=False
                )
            with anyio.move_on_after(5):
                await client.call_tool("append_file", {"path": "wiki/log.md", "lines": [f"{LINE} {number}"]})
                answered.append(number)
                continue
            return

    with pytest.raises(BaseException):  # noqa: B017 - how a client ends whose server is gone is its own affair
        talk(repository, speak, "legacy", None, "claude-code", "--dir", str(repository.path))
        raise EOFError
    log = repository.read("wiki/log.md").split("\n")
    assert len(answered) >= 40
    assert [f"{LINE} {number}" in log for number in answered] == [True] * len(answered)
    command = [sys.executable, "-m", "wiki_hooks.cli", "append", "wiki/log.md", f"{LINE} after"]
    subprocess.run(command, cwd=repository.path, env=environ_of(repository), check=True, capture_output=True)


def test_a_new_policy_is_used_by_the_next_call(tmp_path: Path) -> None:
    repository = make(tmp_path / "repository")
    guest = repository.read("members.toml").replace('role = "admin"', 'role = "member"') + (
        '\n[[member]]\nid = "carl"\nname = "Carl"\nrole = "admin"\n'
    )

    async def speak(client: Client) -> list[str]:
        said = []
        for _ in range(2):
            said.append(
                text_of(await client.call_tool("supersede", {"note": "home.md", "old": "boiler", "new": "x"}))
            )
            repository.commit("Another admin", {"members.toml": guest}, author=ANNA)
            repository.git("pack-refs", "--all")
        return said

    said, _ = talk(repository, speak)
    assert "only anna or an admin" in said[0].lower()
    assert len(said) == 2
    shown, _ = talk(repository, lambda client: client.read_resource("wiki://now/roster"))
    assert "Carl: admin" in shown.contents[0].text


def test_an_agent_that_is_a_member_signs_as_itself_and_is_told_apart(tmp_path: Path) -> None:
    repository = make(tmp_path / "repository")
    agent = '\n[[member]]\nid = "robot"\nrole = "agent"\nacts_for = ["ben"]\n'
    repository.commit("A robot", {"members.toml": repository.read("members.toml") + agent}, author=ANNA)

    async def speak(client: Client) -> Any:
        return await client.call_tool("add", {"note": "trips.md", "text": "The sea is warm"})

    done, _ = talk(repository, speak, "2026-07-28", None, "robot")
    assert "robot, 2026-11-30" in text_of(done)
    check = [sys.executable, "-m", "wiki_hooks.cli", "check", "--worktree"]
    seen = subprocess.run(
        check, cwd=repository.path, env=environ_of(repository), capture_output=True, text=True
    )
    assert seen.returncode == 0 and "written by robot" in seen.stdout + seen.stderr
    done, _ = talk(repository, speak, "legacy", None, "robot", "--who", "ben")
    assert "Ben Okri, 2026-11-30" in text_of(done), "whom the server was started for outranks the client"


def test_without_its_extra_it_says_how_to_get_it(tmp_path: Path) -> None:
    (tmp_path / "mcp.py").write_text("raise ImportError('no mcp')\n")
    environ = {"PYTHONPATH": ":".join([str(tmp_path), *sys.path]), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-m", "wiki_hooks.cli", "mcp"], env=environ, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "pip install 'memwiki[mcp]'" in done.stderr
