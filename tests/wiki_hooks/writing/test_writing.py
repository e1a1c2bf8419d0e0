"""Doors that write at once, beside an editor that knows nothing of them: no line is lost, torn or doubled."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.memory import QuickFolder
from tests.repository import FIRST_LINE, POLICY, SECOND_LINE, Repository, wiki_repository
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.writing.desk import Desk, remembered, writing
from wiki_schema.amend import add_log_lines
from wiki_schema.disk import files, ledger, revisions
from wiki_schema.disk.files import CannotWrite, Changed
from wiki_schema.disk.journal import Deed, Edit, LedgerLine
from wiki_schema.hookspecs import hookimpl
from wiki_schema.log import MEMWIKI
from wiki_schema.plugins import get_plugin_manager

LOG = "wiki/log.md"
START = "2026-11-30 | ADD | ben | trips.md |"
HOUSE = Path(__file__).parents[2]

TOOL = """
import os, sys
from tests.wiki_hooks.writing.test_writing import START, remembered, wiki_in, write
tool, lines = sys.argv[1:]
wiki = wiki_in(os.getcwd())
with remembered(wiki):
    for number in range(int(lines)):
        write(wiki, f"{START} the same" if number % 10 == 9 else f"{START} {tool}, {number}")
"""

EDITOR = """
import os, random, time
while not os.path.exists("stop"):
    with open("wiki/log.md", "rb") as file: text = file.read()
    time.sleep(random.random() / 20)
    with open("wiki/log.md.tmp", "wb") as file: file.write(text)
    os.replace("wiki/log.md.tmp", "wiki/log.md")
    time.sleep(random.random() / 20)
"""


def wiki_in(folder: str) -> Wiki:
    return find_wiki(folder, os.environ, get_plugin_manager())


def write(wiki: Wiki, *lines: str) -> tuple[str, ...]:
    """Writes lines to the log, as a door does; gives what was mended first."""
    store = wiki.setting.policy.stores[0]
    while True:
        with writing(wiki) as desk:
            before = files.read(wiki.top, LOG) or b""
            after = add_log_lines(before.decode(), lines, MEMWIKI, store.log_order).encode()
            told = tuple(LedgerLine(LOG, line) for line in lines)
            try:
                desk.carry_out(Deed((Edit(LOG, before, after),), "ben", "append", "ADD", told))
            except Changed:
                continue
            return desk.mended


@pytest.fixture
def repository(monkeypatch: pytest.MonkeyPatch) -> Iterator[Repository]:
    with QuickFolder() as folder:
        made = wiki_repository(Path(folder) / "repository")
        for name in list(os.environ):
            if name.startswith(("GIT_", "MEMWIKI_")):
                monkeypatch.delenv(name)
        for name, value in {**made.environ, "PYTHONPATH": str(HOUSE)}.items():
            monkeypatch.setenv(name, value)
        yield made


@pytest.fixture
def wiki(repository: Repository) -> Wiki:
    return wiki_in(str(repository.path))


def start(program: str, *arguments: object, cwd: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", program, *map(str, arguments)], cwd=cwd)


@pytest.mark.parametrize(("order", "processes", "lines"), [("oldest-first", 8, 500), ("newest-first", 3, 60)])
def test_many_processes_and_an_editor_lose_no_line(
    repository: Repository, order: str, processes: int, lines: int
) -> None:
    repository.commit("An order", {"memwiki.toml": f'{POLICY}log_order = "{order}"\n'})
    editor = start(EDITOR, cwd=repository.path)
    tools = [start(TOOL, tool, lines, cwd=repository.path) for tool in range(processes)]
    try:
        assert [tool.wait() for tool in tools] == [0] * processes
    finally:
        (repository.path / "stop").touch()
        editor.wait()
    write(wiki_in(str(repository.path)), f"{START} the last")
    wanted = Counter({f"{START} the last": 1, f"{START} the same": processes * lines // 10})
    wanted |= Counter(f"{START} {t}, {n}" for t in range(processes) for n in range(lines) if n % 10 != 9)
    text = repository.read(LOG)
    assert text.startswith("# Log\n\n") and text.endswith("\n")
    assert Counter(text.split("\n")[2:-1]) == wanted | Counter([FIRST_LINE, SECOND_LINE])
    old = [line for line in text.split("\n") if line in (FIRST_LINE, SECOND_LINE)]
    assert text.split("\n")[2 if order == "oldest-first" else -3 :][:2] == old


class TestADesk:
    def test_puts_back_what_an_editor_wiped_and_says_so(self, repository: Repository, wiki: Wiki) -> None:
        stale = repository.read(LOG)
        assert write(wiki, f"{START} one") == ()
        repository.write(LOG, stale)
        (told,) = write(wiki, f"{START} two")
        assert "wiki/log.md" in told
        assert repository.read(LOG) == f"{stale}{START} one\n{START} two\n"

    @pytest.mark.parametrize("reads_first", [True, False])
    def test_notices_an_editor_that_saves_while_it_writes(
        self, repository: Repository, wiki: Wiki, reads_first: bool
    ) -> None:
        stale = repository.read(LOG)
        write(wiki, f"{START} one")
        with writing(wiki) as desk:
            before = files.read(wiki.top, LOG) or b""
            repository.write(LOG, stale)
            before = before if reads_first else stale.encode()
            edit = Edit(LOG, before, before + f"{START} two\n".encode())
            desk.carry_out(Deed((edit,), "ben", "append", "", (LedgerLine(LOG, f"{START} two"),)))
        assert f"{START} one" not in repository.read(LOG)
        write(wiki, f"{START} three")
        assert Counter(repository.read(LOG)[len(stale) :].split("\n")[:-1]) == Counter(
            f"{START} {said}" for said in ("one", "two", "three")
        )

    def test_of_equal_lines_puts_back_as_many_as_are_gone(self, repository: Repository, wiki: Wiki) -> None:
        stale = repository.read(LOG)
        write(wiki, f"{START} one", f"{START} one")
        repository.write(LOG, f"{stale}{START} one\n")
        write(wiki, f"{START} one")
        assert repository.read(LOG) == stale + f"{START} one\n" * 3

    def test_reads_no_log_that_nobody_else_has_touched(
        self, wiki: Wiki, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write(wiki, f"{START} one")

        def fail(*_: object) -> None:
            raise AssertionError("the log was compared")

        monkeypatch.setattr(ledger, "owed", fail)
        write(wiki, f"{START} two")

    def test_a_line_taken_out_by_a_deed_does_not_come_back(self, repository: Repository, wiki: Wiki) -> None:
        kept = "2026-11-30 | ADD | ben | home.md | kept"
        write(wiki, f"{START} the key is hunter2", kept)
        before = repository.read(LOG).encode()
        with writing(wiki) as desk:
            redacted = before.replace(b"hunter2", b"[redacted: key]")
            desk.carry_out(Deed((Edit(LOG, before, redacted),), "anna", "redact"))
            assert [line.line for line in ledger.lines(desk.db, LOG)] == [kept]
        repository.write(LOG, redacted.replace(f"{kept}\n".encode(), b""))
        write(wiki, f"{START} two")
        assert "hunter2" not in repository.read(LOG)
        assert f"{kept}\n" in repository.read(LOG)

    def test_tells_the_plugins_and_hears_which_could_not_listen(self, wiki: Wiki) -> None:
        heard: list[Any] = []

        class Listener:
            @hookimpl
            def wiki_change_written(self, paths: Any, actor: Any, through: Any) -> None:
                heard.append((paths, actor.label, through))

        class Deaf:
            @hookimpl
            def wiki_change_written(self, paths: Any) -> None:
                raise ZeroDivisionError("no")

        wiki.manager.register(Listener())
        wiki.manager.register(Deaf(), "deaf")
        with writing(wiki) as desk:
            desk.carry_out(Deed((Edit("wiki/new.md", None, b"# New\n"),), "ben", "add", "ADD"))
            desk.carry_out(Deed((Edit("wiki/new.md", b"# New\n", b"# New\n"),), "ben", "add", "ADD"))
            assert heard == [(["wiki/new.md"], "Ben Okri", "add")]
            assert len(desk.unheard) == 1
            assert "deaf" in desk.unheard[0]

    def test_lets_a_plugin_that_is_told_write_itself(self, repository: Repository, wiki: Wiki) -> None:
        class Writer:
            @hookimpl
            def wiki_change_written(self, through: str) -> None:
                if through == "add":
                    write(wiki, f"{START} told")

        wiki.manager.register(Writer())
        with writing(wiki) as desk:
            desk.carry_out(Deed((Edit("wiki/new.md", None, b"# New\n"),), "ben", "add", "ADD"))
            assert desk.unheard == []
        assert repository.read(LOG).endswith(f"{START} told\n")

    def test_keeps_what_it_remembers_within_the_bound(self, repository: Repository) -> None:
        repository.commit("A bound", {"memwiki.toml": f"{POLICY}[history]\nmax_mb = 1\n"})
        wiki = wiki_in(str(repository.path))
        for _ in range(3):
            with writing(wiki) as desk:
                edit_often(desk, 50)
        with remembered(wiki) as db:
            assert revisions.size(db) <= 1 << 20
            known = revisions.of_path(db, "wiki/big.md")
            assert 1 <= len(known) < 150
            assert revisions.content(db, known[0].after or "") == files.read(wiki.top, "wiki/big.md")

    def test_says_what_to_do_where_the_database_is_damaged(self, wiki: Wiki) -> None:
        write(wiki, f"{START} one")
        database = Path(wiki.state) / "memwiki.db"
        database.write_bytes(b"not any more\n" * 1000)
        with pytest.raises(CannotWrite, match="memwiki doctor --mend"), writing(wiki):
            pass

    def test_leads_through_no_link(self, repository: Repository, wiki: Wiki, tmp_path: Path) -> None:
        (repository.path / LOG).unlink()
        (repository.path / LOG).symlink_to(tmp_path / "elsewhere.md")
        with pytest.raises(CannotWrite, match=r"wiki/log\.md is a link"), writing(wiki) as desk:
            desk.carry_out(Deed((Edit(LOG, None, b"x\n"),), "ben", "append"))
        assert not (tmp_path / "elsewhere.md").exists()


def edit_often(desk: Desk, times: int) -> None:
    for _ in range(times):
        before = files.read(desk.wiki.top, "wiki/big.md")
        after = os.urandom(20_000).hex().encode() + b"\n"
        desk.carry_out(Deed((Edit("wiki/big.md", before, after),), "ben", "add"))


def test_a_check_imports_nothing_that_only_writers_need(repository: Repository) -> None:
    program = (
        "import sys; from wiki_hooks.cli import main; code = main(['check'])\n"
        "print(sorted({'sqlite3', 'filelock', 'watchdog', 'rich', 'zlib'} & set(sys.modules)), code)"
    )
    repository.append("wiki/trips.md", "- More — ben, 2026-11-30")
    repository.stage()
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=repository.path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split("\n")[-2] in ("[] 1", "['zlib'] 1"), done.stderr
