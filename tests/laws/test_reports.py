"""No words of a note are more than words in a report, whatever the format."""

from __future__ import annotations

import json
import re
from datetime import date
from functools import cache
from pathlib import Path

import jsonschema
from hypothesis import given
from hypothesis import strategies as st

import wiki_reports
from tests.laws.strategies import hostile, law
from wiki_schema.finding import Commit, Finding, Verdict
from wiki_schema.rules import RULES
from wiki_schema.text import encode

SARIF = Path(__file__).parents[1] / "data" / "sarif-2.1.0.schema.json"
OWN = Path(wiki_reports.__file__).parent / "json.schema.json"
OID = "0123456789abcdef0123456789abcdef01234567"

findings = st.builds(
    Finding,
    path=hostile,
    line=st.integers(0, 10**6),
    message=hostile,
    hint=hostile,
    lost=st.lists(hostile, max_size=3).map(tuple),
    column=st.integers(1, 300),
    level=st.sampled_from(["error", "warning"]),
    rule=st.sampled_from([*(rule.name for rule in RULES), "a-strangers-rule"]),
    commit=st.sampled_from(["", OID]),
)
commits = st.builds(Commit, st.just(OID), hostile, st.just(date(2026, 11, 30)), hostile)
verdicts = st.builds(
    Verdict,
    st.lists(findings, max_size=4).map(tuple),
    st.lists(hostile, max_size=2).map(tuple),
    st.lists(commits, max_size=1).map(tuple),
)


def report(format: str, verdict: Verdict, title: str) -> str:
    """The report, which must always be one that can be written as UTF-8."""
    shown = wiki_reports.wiki_render_report(format, verdict, title)
    assert shown is not None and shown.endswith("\n")
    shown.encode()
    return shown


@cache
def validator(schema: Path) -> jsonschema.Validator:
    """What a JSON report is held against."""
    read = json.loads(schema.read_text(encoding="utf-8"))
    return jsonschema.validators.validator_for(read)(read)


@given(verdicts, hostile)
@law(60)
def test_json_stays_json_and_says_every_lost_word(verdict: Verdict, title: str) -> None:
    shown = report("json", verdict, title)
    assert shown.isascii() and shown.replace("\n", "").isprintable()
    read = json.loads(shown)
    validator(OWN).validate(read)
    said = [words for finding in verdict.findings for words in finding.lost]
    assert [words for finding in read["findings"] for words in finding["lost"]] == [
        encode(words).decode("utf-8", "backslashreplace") for words in said
    ]


@given(verdicts, hostile)
@law(40)
def test_sarif_stays_sarif(verdict: Verdict, title: str) -> None:
    shown = report("sarif", verdict, title)
    assert shown.isascii() and shown.replace("\n", "").isprintable()
    read = json.loads(shown)
    validator(SARIF).validate(read)
    assert [result["ruleId"] for result in read["runs"][0]["results"]] == [f.rule for f in verdict.findings]


@given(verdicts, hostile)
@law(100)
def test_a_workflow_command_is_never_followed_by_another(verdict: Verdict, title: str) -> None:
    lines = report("github", verdict, title).removesuffix("\n").split("\n")
    levels = ["notice" if finding.accepted else finding.level for finding in verdict.findings]
    commands = [f"::{level} file=" for level in levels]
    commands += ["::notice title=memwiki::" for _ in verdict.notices]
    assert len(lines) == len(commands) + 1
    assert all(line.startswith(command) for line, command in zip(lines, commands, strict=False))
    for line, level, finding in zip(lines, levels, verdict.findings, strict=False):
        properties, _, _ = line.removeprefix(f"::{level} ").partition("::")
        place = ["file", "line", "col", "title"] if finding.line else ["file", "title"]
        assert [part.partition("=")[0] for part in properties.split(",")] == place
    assert lines[-1].startswith("memwiki: ")
    assert no_control_characters(lines)


@given(verdicts, hostile)
@law(100)
def test_markdown_has_no_tag_and_no_cell_that_a_note_brought(verdict: Verdict, title: str) -> None:
    lines = report("markdown", verdict, title).split("\n")
    assert no_control_characters(lines)
    prose = list(outside_code(lines))
    ours = r"</?details>|</?summary>|<!-- -->"
    assert not any("<" in re.sub(ours, "", line) for line in prose)
    rows = [line for line in prose if re.match(r"\| (error|warning)(, accepted)? \|", line)]
    assert len(rows) == len(verdict.findings)
    assert all(len(re.findall(r"(?<!\\)(?:\\\\)*\|", row)) == 5 for row in rows)
    assert sum(line == "</details>" for line in prose) == sum(
        bool(f.lost or f.hint) for f in verdict.findings
    )


def outside_code(lines: list[str]) -> list[str]:
    """The lines that stand in no fenced code; every fence must be closed."""
    found, fence = [], ""
    for line in lines:
        opening = re.match(r"(`{3,})text$", line)
        if fence:
            fence = "" if line == fence else fence
        elif opening:
            fence = opening[1]
        else:
            found.append(line)
    assert not fence
    return found


def no_control_characters(lines: list[str]) -> bool:
    """Whether nothing acts on a terminal or turns a line around."""
    return not any(
        re.search("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\u200b-\u200f\ufeff]", line) for line in lines
    )


@given(verdicts, hostile)
@law(100)
def test_text_has_nothing_that_acts_on_a_terminal(verdict: Verdict, title: str) -> None:
    shown = report("text", verdict, title)
    assert no_control_characters(shown.split("\n"))
    painted = report("terminal", verdict, title)
    assert re.sub(r"\x1b\[[0-9;]+m", "", painted) == shown
