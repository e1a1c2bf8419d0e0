"""A change as JSON: what is read, and that nothing odd is ever taken for an empty change."""

from __future__ import annotations

import json
from base64 import b64encode
from datetime import date
from pathlib import Path

import pytest

from wiki_hooks.git.stdin import current_folder, parse
from wiki_schema.change import EmptyTree, File
from wiki_schema.finding import CannotCheck
from wiki_schema.text import decode

NOTE = {"path": "notes/a.md", "before": None, "after": "# A\n"}


def given(**more: object) -> bytes:
    return json.dumps({"actor": "anna", "day": "2026-11-30", "files": [NOTE], **more}).encode()


def test_a_change_is_read_with_its_actor_day_and_files() -> None:
    change = parse(given()).change
    assert change.evidence.who == "anna"
    assert change.day == date(2026, 11, 30)
    assert change.step == "commit"
    assert change.files == {"notes/a.md": (None, File("# A\n"))}


def test_who_outranks_the_actor() -> None:
    assert parse(given(), who="bo").change.evidence.who == "bo"


def test_the_day_is_today_where_none_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMWIKI_TODAY", "2026-02-03")
    assert parse(given(day=None)).change.day == date(2026, 2, 3)


def test_bytes_that_are_no_utf_8_come_as_base64() -> None:
    old, new = b"caf\xe9\n", b"caf\xe9\nmore\n"
    file = {"path": "a.md", "before_base64": b64encode(old).decode(), "after_base64": b64encode(new).decode()}
    assert parse(given(files=[file])).change.files == {"a.md": (File(decode(old)), File(decode(new)))}


def test_a_single_step_and_a_whole_write_are_marked() -> None:
    change = parse(given(step="tool", files=[{**NOTE, "whole_write": True}])).change
    assert (change.step, change.whole_writes) == ("tool", frozenset({"notes/a.md"}))


def test_the_given_policy_is_the_one_before_the_change_and_all_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other.toml").write_text("from the folder", encoding="utf-8")
    files = [{"path": "memwiki.toml", "before": "old", "after": "new"}]
    given_policy = {"memwiki.toml": "given", "members.toml": "m"}
    read = parse(given(policy=given_policy, files=files), current_folder())
    assert (read.before.read("memwiki.toml"), read.after.read("memwiki.toml")) == (File("old"), File("new"))
    assert (read.before.read("members.toml"), read.after.read("members.toml")) == (File("m"), File("m"))
    assert read.before.read("other.toml") is None


def test_what_is_not_listed_is_read_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "config").write_text("x")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "b.md").write_text("# B\n", encoding="utf-8")
    (tmp_path / "memwiki.toml").write_text("here", encoding="utf-8")
    read = parse(given(), current_folder())
    assert read.before.read("memwiki.toml") == read.after.read("memwiki.toml") == File("here")
    assert read.change.after.read("notes/b.md") == File("# B\n")
    assert read.change.after.read("notes/missing.md") is None
    assert sorted(read.change.after.paths()) == ["memwiki.toml", "notes/b.md"]
    assert isinstance(parse(given()).change.after, EmptyTree)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "no JSON"),
        (b"{", "no JSON"),
        (b"\xff", "not UTF-8 (near byte 0)"),
        (b"[" * 100_000, "nested too deeply"),
        (b"[]", "must be an object"),
        (b"{}", '"files" must be a list'),
        (given(actr="x"), 'unknown key "actr"; did you mean actor?'),
        (given(actor=7), '"actor" is 7'),
        (given(day="30.11.2026"), '"day" is "30.11.2026"'),
        (given(step="push"), '"step" is "push"; it must be one of commit, tool, save'),
        (given(policy=[]), '"policy" must be an object'),
        (given(policy={"memwiki.toml": 1}), '"policy" has 1 for "memwiki.toml"'),
        (given(files={}), '"files" must be a list'),
        (given(files=["a.md"]), "files[0] must be an object"),
        (
            given(files=[{"path": "a.md", "befor": ""}]),
            'files[0] has an unknown key "befor"; did you mean before?',
        ),
        (
            given(files=[{"path": "a.md", "after": ""}]),
            'files[0] has neither of "before" and "before_base64"',
        ),
        (given(files=[{**NOTE, "after_base64": ""}]), 'files[0] has both "after" and "after_base64"'),
        (given(files=[{**NOTE, "after": 3}]), 'files[0]: "after" is 3'),
        (given(files=[{"path": "a", "before": None, "after_base64": "%"}]), '"after_base64" is no base64'),
        (given(files=[{**NOTE, "whole_write": "yes"}]), '"whole_write" is "yes"'),
        (given(files=[NOTE, NOTE]), '"notes/a.md" is listed twice'),
        (given(files=[NOTE, {**NOTE, "path": "notes/./a.md"}]), '"notes/a.md" is listed twice'),
        *[
            (given(files=[{**NOTE, "path": path}]), 'files[0]: "path" is')
            for path in ("", ".", "/etc/passwd", "../a.md", "a/../../b.md", "a\0.md", None, 3)
        ],
        (given(files=[{**NOTE, "after": "\ud800"}]), r"half a character, \ud800"),
        (given(actor="\udcff"), r"half a character, \udcff"),
    ],
)
def test_anything_else_cannot_be_checked_and_the_key_is_named(data: bytes, says: str) -> None:
    with pytest.raises(CannotCheck) as refused:
        parse(data)
    assert says in str(refused.value)


@pytest.mark.parametrize("as_ascii", [True, False])
@pytest.mark.parametrize("text", ["é — 田中\u2028\U0001f600\x85\xa0\n", "\\u00e9 é", "plain"])
def test_every_way_of_writing_a_text_reads_the_same(text: str, as_ascii: bool) -> None:
    change = {"actor": "田中", "files": [{"path": "né/a.md", "before": None, "after": text}]}
    read = parse(json.dumps(change, ensure_ascii=as_ascii).encode()).change
    assert read.files == {"né/a.md": (None, File(text))}
    assert read.evidence.who == "田中"
    assert parse(b"\xef\xbb\xbf" + json.dumps(change).encode()).change.files == read.files


def test_whole_characters_beyond_the_basic_plane_are_fine_as_escapes() -> None:
    assert parse(given(files=[{**NOTE, "after": "\U0001f600"}])).change.files["notes/a.md"][1] == File(
        "\U0001f600"
    )
