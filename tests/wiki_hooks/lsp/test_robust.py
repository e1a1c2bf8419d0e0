"""An editor opens anything anywhere, and things change under it: silent, told, or right, but never gone."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.repository import HOTEL, ROME, Repository, clean_environ, wiki_repository
from tests.wiki_hooks.lsp.talking import Editor, codes, editor
from wiki_hooks.lsp.session import Session
from wiki_hooks.lsp.uris import uri_of
from wiki_hooks.lsp.wikis import Wikis
from wiki_schema.plugins import get_plugin_manager


@pytest.fixture(scope="module")
def talking(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    root = tmp_path_factory.mktemp("anywhere")
    with editor(root, clean_environ(root)) as session:
        yield session


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "it")


def close(talking: Editor, uri: str) -> None:
    talking.notify("textDocument/didClose", textDocument={"uri": uri})


@pytest.mark.parametrize("name", ["a.md", "no/such/folder/a.md"])
def test_outside_every_wiki_nothing_is_said(talking: Editor, tmp_path: Path, name: str) -> None:
    uri = talking.open(tmp_path / name, "- no name\n")
    assert talking.diagnostics(uri) == []
    assert talking.actions(uri, "no name") == []
    assert talking.ask("hover", uri, "no name") is None


def test_what_belongs_to_no_store_is_left_alone(talking: Editor, wiki: Repository) -> None:
    readme = talking.open(wiki.path / "README.md", "- no name\n")
    assert talking.diagnostics(readme) == []
    inside = talking.open(wiki.path / ".git/notes.md", "- no name\n")
    assert talking.diagnostics(inside) == []


def test_what_is_no_file_is_left_alone(talking: Editor) -> None:
    talking.open(Path("/x"), "- no name\n", uri="untitled:Untitled-1")
    assert talking.ask("hover", "untitled:Untitled-1", "no name") is None


def test_a_link_is_left_alone(talking: Editor, wiki: Repository) -> None:
    (wiki.path / "wiki/linked.md").symlink_to("trips.md")
    uri = talking.open(wiki.path / "wiki/linked.md", "# Other\n")
    assert talking.diagnostics(uri) == []


def test_a_wiki_that_is_reached_by_a_link_is_one(talking: Editor, wiki: Repository, tmp_path: Path) -> None:
    (tmp_path / "by link").symlink_to(wiki.path)
    uri = talking.open(tmp_path / "by link/wiki/trips.md")
    talking.replace(uri, "by train", "by bus")
    assert "fact-rewritten" in codes(talking.diagnostics(uri, bool))


def test_without_git_the_saved_text_is_the_side_before(talking: Editor, wiki: Repository) -> None:
    os.rename(wiki.path / ".git", wiki.path.parent / "gone")
    path = wiki.path / "wiki/home.md"
    uri = talking.open(path)
    assert talking.diagnostics(uri) == []
    talking.replace(uri, "in May", "in June")
    assert codes(talking.diagnostics(uri, bool)) == ["fact-rewritten", "log-missing"]
    talking.save(uri, path)
    assert talking.diagnostics(uri, lambda found: not found) == []


def test_a_configuration_that_cannot_be_read_is_told(talking: Editor, wiki: Repository) -> None:
    wiki.write("memwiki.toml", '[[store]]\npath = "wiki"\nkindd = "shared"\n')
    uri = talking.open(wiki.path / "wiki/trips.md")
    (told,) = talking.diagnostics(uri, bool)
    assert told["code"] == "could-not-look" and told["severity"] == 1
    assert "kindd" in told["message"]
    logged = [m for m in talking.received if m.get("method") == "window/logMessage"]
    assert "kindd" in logged[-1]["params"]["message"]
    wiki.write("memwiki.toml", '[[store]]\npath = "wiki"\n')
    talking.notify("workspace/didChangeWatchedFiles", changes=[])
    assert talking.diagnostics(uri, lambda found: not found) == []


def test_a_configuration_that_is_being_typed_is_told_too(talking: Editor, wiki: Repository) -> None:
    policy = talking.open(wiki.path / "memwiki.toml")
    assert talking.diagnostics(policy) == []
    talking.type(policy, "[[store]]\npath = \n")
    assert codes(talking.diagnostics(policy, bool)) == ["could-not-look"]
    talking.type(policy, '[[store]]\npath = "wiki"\nkind = "open"\n')
    assert codes(talking.diagnostics(policy, bool)) == ["policy-changed"]
    close(talking, policy)


def test_bytes_that_are_no_utf_8_do_not_look_rewritten(talking: Editor, wiki: Repository) -> None:
    path = wiki.path / "wiki/old.md"
    wiki.commit("Old", {"wiki/old.md": b"# Old\n\n- Caf\xe9 Roma \x97 closed \xe2\x80\x94 ben, 2026-11-01\n"})
    for text in (path.read_bytes().decode("utf-8", "replace"), path.read_bytes().decode("cp1252", "replace")):
        uri = talking.open(path, text)
        assert "fact-rewritten" not in codes(talking.diagnostics(uri))
        assert "fact-erased" not in codes(talking.diagnostics(uri))
        assert talking.actions(uri, "Caf") == [] or all(
            "edit" not in each for each in talking.actions(uri, "Caf")
        )
        close(talking, uri)


def test_a_commit_is_noticed_while_nothing_is_typed(talking: Editor, wiki: Repository) -> None:
    path = wiki.path / "wiki/trips.md"
    uri = talking.open(path)
    talking.diagnostics(uri)
    talking.type(uri, talking.texts[uri][1] + "- More — ben, 2026-11-30\n")
    assert codes(talking.diagnostics(uri, bool)) == ["log-missing"]
    talking.save(uri, path)
    time.sleep(0.3)  # until the save itself has been looked at
    wiki.commit("More")
    assert talking.diagnostics(uri, lambda found: not found) == []


def test_a_checkout_is_noticed_at_the_next_keystroke(talking: Editor, wiki: Repository) -> None:
    wiki.git("branch", "old")
    text = f"# Trips\n\n- {ROME}\n- {HOTEL}\n- Late — ben, 2026-11-30\n"
    wiki.commit("Late", {"wiki/trips.md": text})
    uri = talking.open(wiki.path / "wiki/trips.md")
    assert talking.diagnostics(uri) == []
    wiki.git("checkout", "-q", "old")
    talking.type(uri, text)
    assert codes(talking.diagnostics(uri, bool)) == ["log-missing"]


def test_an_open_note_that_is_renamed_or_removed(talking: Editor, wiki: Repository) -> None:
    old, new = wiki.path / "wiki/trips.md", wiki.path / "wiki/journeys.md"
    uri = talking.open(old)
    talking.diagnostics(uri)
    old.rename(new)
    close(talking, uri)
    there = talking.open(new)
    assert set(codes(talking.diagnostics(there, bool))) >= {"note-unindexed"}
    new.unlink()  # it is still open: it would be there if it were saved
    talking.type(there, talking.texts[there][1] + "\n")
    assert "note-deleted" not in codes(talking.diagnostics(there))


def test_a_file_that_is_open_under_two_names_says_so(
    talking: Editor, wiki: Repository, tmp_path: Path
) -> None:
    (tmp_path / "same").symlink_to(wiki.path)
    one = talking.open(wiki.path / "wiki/trips.md")
    assert talking.diagnostics(one) == []
    other = talking.open(tmp_path / "same/wiki/trips.md")
    assert codes(talking.diagnostics(other, bool)) == ["could-not-look"]
    close(talking, one)
    assert talking.diagnostics(other, lambda found: not found) == []


def test_a_committed_configuration_that_cannot_be_read_is_told_in_the_log(
    talking: Editor, wiki: Repository
) -> None:
    wiki.commit("Broken", {"memwiki.toml": "[[store]]\npath = \n"})
    wiki.write("memwiki.toml", '[[store]]\npath = "wiki"\n')
    uri = talking.open(wiki.path / "wiki/trips.md")
    assert talking.diagnostics(uri) == []
    logged = [m["params"]["message"] for m in talking.received if m.get("method") == "window/logMessage"]
    assert "the setting before cannot be read" in logged[-1]


def test_two_wikis_are_held_apart(talking: Editor, tmp_path: Path) -> None:
    one, other = wiki_repository(tmp_path / "one"), wiki_repository(tmp_path / "other")
    first = talking.open(one.path / "wiki/trips.md")
    second = talking.open(other.path / "wiki/trips.md")
    talking.replace(first, "by train", "by bus")
    assert "fact-rewritten" in codes(talking.diagnostics(first, bool))
    assert talking.diagnostics(second) == []


def test_who_is_acting_is_said_on_the_command_line(wiki: Repository) -> None:
    with editor(wiki.path, wiki.environ, "--who", "anna") as session:
        uri = session.open(wiki.path / "wiki/home.md")
        session.replace(uri, "in May", "in June")
        assert "Supersede it" in session.diagnostics(uri, bool)[0]["message"]


def test_an_editor_that_git_started_edits_other_places_too(wiki: Repository, tmp_path: Path) -> None:
    environ = {**wiki.environ, "GIT_DIR": str(tmp_path / "elsewhere"), "GIT_INDEX_FILE": str(tmp_path / "x")}
    with editor(wiki.path, environ) as session:
        uri = session.open(wiki.path / "wiki/trips.md")
        session.replace(uri, "by train", "by bus")
        assert "fact-rewritten" in codes(session.diagnostics(uri, bool))


def test_a_message_that_is_none_ends_nothing(talking: Editor, wiki: Repository) -> None:
    talking.notify("textDocument/didChange", textDocument={"uri": "file:///x.md"}, contentChanges=[])
    talking.notify("no/such", x=1)
    assert talking.request("no/such", {})["code"] == -32601
    talking.send({"id": 10**6, "method": "textDocument/hover", "params": {"textDocument": 1}})
    uri = talking.open(wiki.path / "wiki/trips.md")
    assert talking.diagnostics(uri) == []


class Broken(Wikis):
    """Wikis in which a fault of ours comes up."""

    def see(self, texts: object) -> Any:
        raise RuntimeError("a fault of ours")


def test_a_fault_of_ours_is_told_and_never_looks_clean(tmp_path: Path) -> None:
    published: list[Any] = []
    told: list[str] = []

    async def session() -> None:
        wikis = Broken("", clean_environ(tmp_path), get_plugin_manager())
        session = Session(wikis, published.append, told.append)
        session.with_drift = False
        from lsprotocol import types

        session.open(types.TextDocumentItem(uri_of(str(tmp_path / "a.md")), "markdown", 1, "# A\n"))
        while not published:
            await asyncio.sleep(0.01)
        session.end()

    asyncio.run(asyncio.wait_for(session(), 20))
    (diagnostic,) = published[-1].diagnostics
    assert diagnostic.code == "could-not-look" and "a fault of ours" in diagnostic.message
    assert "a fault of ours" in told[0]


def test_a_health_pass_that_does_not_answer_is_told(wiki: Repository) -> None:
    wiki.write("memwiki-baseline.txt", b"\xff not a baseline\n")
    with editor(wiki.path, wiki.environ, options={"lint": True}) as session:
        uri = session.open(wiki.path / "wiki/trips.md")
        (told,) = session.diagnostics(uri, lambda found: "could-not-look" in codes(found))
        assert "The health pass did not answer" in told["message"]


def test_a_plugin_that_prints_does_not_break_the_conversation(wiki: Repository, tmp_path: Path) -> None:
    (tmp_path / "noisy-1.0.dist-info").mkdir()
    (tmp_path / "noisy-1.0.dist-info/METADATA").write_text(
        "Metadata-Version: 2.1\nName: noisy\nVersion: 1.0\n"
    )
    (tmp_path / "noisy-1.0.dist-info/entry_points.txt").write_text("[memwiki]\nnoisy = noisy\n")
    (tmp_path / "noisy.py").write_text(
        "import os\nimport wiki_schema\n\n@wiki_schema.hookimpl\ndef wiki_identify_actor(roster, evidence):\n"
        "    print('noise')\n    os.write(1, b'more noise')\n"
    )
    with editor(wiki.path, {**wiki.environ, "PYTHONPATH": str(tmp_path)}) as session:
        uri = session.open(wiki.path / "wiki/trips.md")
        session.replace(uri, "by train", "by bus")
        assert "fact-rewritten" in codes(session.diagnostics(uri, bool))
        assert session.end() == 0
        assert b"more noise" in session.complaints


def test_without_the_extra_it_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "pygls.py").write_text("raise ModuleNotFoundError('no', name='pygls')\n")
    done = subprocess.run(
        [sys.executable, "-m", "wiki_hooks.cli", "lsp"],
        env={**clean_environ(tmp_path), "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "python -m pip install 'pygls>=2,<3'" in done.stderr


def test_an_editor_that_dies_takes_the_server_with_it(wiki: Repository) -> None:
    with editor(wiki.path, wiki.environ) as session:
        uri = session.open(wiki.path / "wiki/trips.md")
        session.diagnostics(uri)
        assert session.process.stdin
        session.process.stdin.close()
        assert session.process.wait(20) == 1
