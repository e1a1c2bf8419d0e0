"""What is said of a wiki that is taken in: which rules guard it, and what lies outside."""

from __future__ import annotations

import pytest

from tests.wikis_of_others import LLM_WIKI, OWN, page
from wiki_schema.judge import load_formats
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.recognise.layout import Folder
from wiki_schema.recognise.proposal import propose
from wiki_schema.recognise.telling import guards, outside
from wiki_schema.rules import RULES

FORMATS = tuple(load_formats(get_plugin_manager()).values())
NOTES = {"a.md": page("a"), "b.md": page("b")}


@pytest.mark.parametrize("kind", ["shared", "private", "open"])
@pytest.mark.parametrize("files", [NOTES, OWN.files, LLM_WIKI.files], ids=["bare", "own", "headings"])
def test_every_rule_that_is_promised_holds_in_a_store_of_that_kind(files: dict[str, str], kind: str) -> None:
    proposals = propose(Folder("", files, files.get, FORMATS), kind, "ana" if kind == "private" else "")
    holding = {rule.name for rule in RULES if kind in rule.kinds}
    told = list(guards(proposals))
    promised = {name for *_, names in told for name in names.split(", ") if name != "…"}
    assert promised <= holding
    whats = [what for what, *_ in told]
    assert ("facts" in whats, "notes" in whats) == (kind == "shared", kind != "private")
    logs = {"log-shortened", "log-missing"} if files is OWN.files else {"log-shortened"}
    assert promised & {"log-shortened", "log-missing"} == (set() if files is NOTES else logs)
    assert ("index" in whats) is (files is not NOTES)


@pytest.mark.parametrize(
    ("notes", "said"),
    [
        ([], []),
        (["a.md"], ["1 note in . (1).", 'path = "."']),
        (["x/a.md", "x/b.md", "a.md"], ["3 notes in x (2), . (1).", "--adopt x`"]),
        (["a b/c/d/e.md", "$(x)/a.md"], ["2 notes in $(x) (1), a b/c (1).", "--adopt '$(x)'`"]),
        ([f"{n}/a.md" for n in range(7)], ["and 2 more folders.", "--adopt 0`"]),
        (["\x1b[2J/a.md"], ["\\u{1b}[2J (1)", "\\u{1b}"]),
    ],
)
def test_what_lies_outside_is_told_by_folders_and_how_it_comes_in(notes: list[str], said: list[str]) -> None:
    lines = list(outside(notes))
    assert len(lines) == len(said)
    for line, words in zip(lines, said, strict=True):
        assert words in line
