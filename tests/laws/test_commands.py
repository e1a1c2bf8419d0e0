"""What a command writes always passes the check: in real wikis, through the real doors, one after another."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, redirect_stdout
from datetime import date
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import court
from tests.laws.intents import wikis
from tests.laws.pages import TODAY
from tests.laws.strategies import MEMBERS, actors, law, texts
from tests.memory import QuickFolder
from tests.repository import Repository, clean_environ, empty_repository
from wiki_hooks.cli import main
from wiki_schema.judge import load_formats
from wiki_schema.log import LogLine
from wiki_schema.note import Item, parse_note
from wiki_schema.words import CURRENT, PENDING, SUPERSEDED, UNSIGNED

DONE, REFUSED, COULD_NOT = 0, 1, 2


class Answer(NamedTuple):
    code: int
    out: str
    err: str


class House:
    """A wiki on disk, and the commands as they are called in it."""

    def __init__(self, folder: Path, files: Mapping[str, str], keys: str) -> None:
        self.folder = folder
        self.keys = keys
        self.repository: Repository | None = None
        self.write({"memwiki.toml": f'[[store]]\npath = "."\n{keys}', "members.toml": MEMBERS, **files})

    def write(self, files: Mapping[str, str]) -> None:
        for path, content in files.items():
            full = self.folder / path
            full.parent.mkdir(parents=True, exist_ok=True)
            full.write_bytes(content.encode("utf-8", "surrogateescape"))

    def keep_in_git(self) -> None:
        """Everything committed, and the hooks put in front of what comes next."""
        self.repository = empty_repository(self.folder)
        self.repository.commit("A wiki", author="Root Admin <root@example.org>")
        assert self.memwiki("init", "--git-hooks").code == DONE

    def memwiki(self, *arguments: str) -> Answer:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err), chdir(self.folder):
            return Answer(main(arguments), out.getvalue(), err.getvalue())

    def files(self) -> dict[str, bytes]:
        """Every file, byte for byte."""
        paths = (path for path in self.folder.rglob("*") if ".git" not in path.parts and path.is_file())
        return {str(path.relative_to(self.folder)): path.read_bytes() for path in paths}

    def texts(self) -> dict[str, str]:
        """Every Markdown file."""
        found = self.files().items()
        return {path: data.decode("utf-8", "surrogateescape") for path, data in found if path.endswith(".md")}

    def notes(self) -> list[str]:
        store = court.setting(self.keys).policy.stores[0]
        return sorted(path for path in self.texts() if store.is_note(path))

    def items(self) -> list[tuple[str, Item]]:
        """Every list item and fact, and the note it stands in."""
        roster = court.setting(self.keys).roster
        read = self.texts()
        return [
            (path, item)
            for path in self.notes()
            for item in parse_note(read[path], lambda names: bool(roster.originators(names))).items
        ]

    def errors(self, *way: str, who: str) -> list[tuple[str, str]]:
        """What the check refuses: rule and message."""
        answer = self.memwiki("check", *way, "--who", who, "--format", "json")
        assert answer.code != COULD_NOT, answer.err
        found = json.loads(answer.out)["findings"]
        return [(each["rule"], each["message"]) for each in found if each["level"] == "error"]


@contextmanager
def house(files: Mapping[str, str], keys: str) -> Iterator[House]:
    """A wiki in a folder and an environment of its own."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(QuickFolder()))
        environ = {**clean_environ(home), "MEMWIKI_TODAY": TODAY, "XDG_STATE_HOME": str(home / "state")}
        stack.enter_context(patch.dict(os.environ, environ, clear=True))
        (home / "wiki").mkdir()
        yield House(home / "wiki", files, keys)


# Stores

KINDS = ['kind = "shared"'] * 4 + ['kind = "open"', 'kind = "private"\nowner = "ana"']
FORMATS = ["memwiki", "memwiki", "memwiki", "headings", "okf", "bullets"]


@st.composite
def stores(draw: st.DrawFn) -> tuple[dict[str, str], str]:
    """The files of a store of any kind, and its keys in the policy."""
    wiki = draw(wikis(3))
    name = draw(st.sampled_from(FORMATS))
    keys = "\n".join([
        draw(st.sampled_from(KINDS)),
        f'log_format = "{name}"',
        wiki.keys,
        draw(st.sampled_from(["", "originator_may_update = true"])),
    ])  # fmt: skip
    return {
        **wiki.files(),
        "log.md": log_of(list(wiki.pages), name, wiki.newest_first, wiki.log_ending),
    }, keys


def log_of(paths: list[str], name: str, newest_first: bool, ending: str) -> str:
    """A log that tells of notes, in a format."""
    log_format = load_formats(court.plugins())[name]
    day = date(2026, 11, 29)
    entries = [log_format.render(LogLine(0, "", day, "ADD", "ana", path, "a note")) for path in paths]
    lines = [line for entry in (reversed(entries) if newest_first else entries) for line in entry]
    heading = log_format.write_heading(day)
    return "".join(f"{line}{ending}" for line in ["# Log", "", *([heading, ""] if heading else []), *lines])


# Commands

NEW_NOTES = ["new", "sub/Rome (2).md", "日記/新.md", "50% #1.md"]
COMMANDS = (
    "supersede confirm reject retire update claim withdraw redact redact_log add under section new_note "
    "conflict"
).split()


class Nowhere(Exception):
    """There is nothing that a command could be about."""


class Wisher:
    """Draws a command line for a wiki as it is at that moment."""

    def __init__(self, draw: st.DrawFn, house: House) -> None:
        self.draw = draw
        self.house = house

    def command(self) -> list[str]:
        name = self.draw(st.sampled_from(COMMANDS))
        make = getattr(self, name, None)
        return make() if make else self.plain(name)

    def text(self) -> str:
        return self.draw(texts)

    def note(self) -> str:
        return self.draw(st.sampled_from(self.house.notes()))

    def item(self, *states: str) -> tuple[str, Item]:
        found = [pair for pair in self.house.items() if pair[1].words.state in states]
        if not found:
            raise Nowhere
        return self.draw(st.sampled_from(found))

    def fact(self, *states: str) -> tuple[str, list[str]]:
        """A note, and how a fact in it is named: by its line, its words or a part of them."""
        path, item = self.item(*states)
        if self.draw(st.booleans()):
            return path, ["--line", str(item.line)]
        said = item.words.said.split()
        return path, [" ".join(said[self.draw(st.integers(0, len(said) - 1)) :])]

    def add(self) -> list[str]:
        return ["add", self.note(), self.text()]

    def under(self) -> list[str]:
        path, item = self.item(CURRENT, UNSIGNED)
        return ["add", path, self.text(), f"--under={item.words.said}"]

    def section(self) -> list[str]:
        path = self.note()
        sections = parse_note(self.house.texts()[path]).sections
        return [
            "add",
            path,
            self.text(),
            f"--section={' > '.join(self.draw(st.sampled_from(sorted(sections))))}",
        ]

    def new_note(self) -> list[str]:
        return ["add", self.draw(st.sampled_from(NEW_NOTES)), self.text(), f"--title={self.text()}"]

    def plain(self, name: str) -> list[str]:
        """A command about a fact, and now and then about something that is none."""
        usual = {"confirm": PENDING, "reject": PENDING}.get(name, CURRENT)
        states = [usual] * 9 + [SUPERSEDED, UNSIGNED, PENDING]
        path, called = self.fact(self.draw(st.sampled_from(states)))
        further = {"reject": 0, "withdraw": 0, "supersede": 1, "update": 1, "claim": 1}
        wanted = further.get(name, self.draw(st.integers(0, 1)))
        more = [self.text() for _ in range(wanted)]
        options = (
            ["--or-claim"] if name in ("supersede", "update", "retire") and self.draw(st.booleans()) else []
        )
        return [name, path, *called, *more, *options]

    def conflict(self) -> list[str]:
        return ["conflict", self.draw(st.sampled_from([*self.house.notes(), "index.md"])), self.text()]

    def redact(self) -> list[str]:
        path, item = self.item(CURRENT, SUPERSEDED)
        word = self.draw(st.sampled_from(item.words.text.split() or ["x"]))
        everywhere = ["--everywhere"] if self.draw(st.booleans()) else []
        return ["redact", path, "--kind=key", *everywhere, "--", word]

    def redact_log(self) -> list[str]:
        words = self.house.texts()["log.md"].split()
        return ["redact", "log.md", "--kind=key", "--", self.draw(st.sampled_from(words))]


def one_command(data: st.DataObject, house: House, who: str) -> bool:
    """Call one random command; whether it wrote. What is refused has not touched one byte."""
    try:
        command = data.draw(st.composite(lambda draw: Wisher(draw, house).command())())
    except Nowhere:
        return False
    before = house.files()
    name, *rest = command
    answer = house.memwiki(name, "--who", who, *rest)
    wrote = house.files() != before
    assert wrote is (answer.code == DONE), (command, answer)
    assert "went wrong inside" not in answer.err, (command, answer)
    return wrote


@given(stores(), st.data())
@law(20)
def test_what_commands_write_is_never_refused(store: tuple[dict[str, str], str], data: st.DataObject) -> None:
    with house(*store) as home:
        home.keep_in_git()
        assert home.repository is not None
        for who in data.draw(st.lists(actors | st.just("Root Admin"), min_size=1, max_size=2)):
            wrote = False
            for _ in range(data.draw(st.integers(2, 6))):
                if one_command(data, home, who):
                    wrote = True
                    assert home.errors("--worktree", who=who) == []
            if wrote:
                home.repository.stage()
                assert home.errors(who=who) == []
                home.repository.git("commit", "-m", "By command", MEMWIKI_WHO=who)
                assert home.repository.git("status", "--porcelain") == ""


@given(stores(), st.data())
@law(20)
def test_nor_without_git(store: tuple[dict[str, str], str], data: st.DataObject) -> None:
    with house(*store) as home:
        who = data.draw(actors | st.just("Root Admin"))
        for _ in range(data.draw(st.integers(2, 6))):
            before = home.texts()
            if one_command(data, home, who):
                found = court.errors(before, home.texts(), who, home.keys)
                assert [(finding.rule, finding.message) for finding in found] == []
