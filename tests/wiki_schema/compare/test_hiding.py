"""Facts that a reader no longer sees are erased, whatever hides them."""

from __future__ import annotations

import pytest

from tests.judging import errors_of, judge_files
from wiki_schema.compare.hiding import hides_until
from wiki_schema.note import parse_note

FACTS = "- Pool is blue — Ana Ruiz, 2026-10-02\n- Night starts at two — Bo Lind, 2026-10-09\n"


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("```\n    ```\n", ""),
        ("~~~\n\t~~~\n", ""),
        ("<!-- x --> <!--\n\n", ""),
        ("<div><!--\n\n", ""),
        ("> <!--\n\n", ""),
        ("<script></script><style>\n\n", "\n</style>\n"),
        ("<div\nhidden>\n\n", ""),
        ('<div title=">" hidden>\n\n', "\n</div>\n"),
        ("<div hidden><div></div>\n\n", ""),
        ("text <script>\n\n", ""),
        ("text <b hidden>\n\n", "</b>\n"),
        ("<dialog>\n\n", "\n</dialog>\n"),
        ("<del>\n\n", "\n</del>\n"),
        ("<p><template>\n\n", ""),
        ("%%\n", "%%\n"),
        ("---\na: b\n...\n", "\n---\n"),
    ],
)
def test_facts_put_out_of_sight_are_erased(above: str, below: str) -> None:
    before = f"{FACTS}"
    findings = judge_files({"a.md": (before, f"{above}{FACTS}{below}")})
    assert "fact-erased" in errors_of(findings)


@pytest.mark.parametrize(
    "line",
    [
        "Use the `<script>` tag, and `<!--` for comments.",
        "<b>x</b> and a < b, 3 <4",
        "<https://example.org/a?b=c>",
        "text with a <!-- comment --> in it",
        "<br>",
        "<details><summary>More</summary></details>",
        "100 %% and 5 %%",
        "Write 100%% here.",
        "%%i is a variable",
        "Pass an <object> to it",
    ],
)
def test_what_hides_nothing_is_let_be(line: str) -> None:
    assert hides_until(line) == ""
    assert errors_of(judge_files({"a.md": (FACTS, f"{line}\n\n{FACTS}")})) == []


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("-\tparent — Ana Ruiz, 2026-10-02\n\n        - code — Ana Ruiz, 2026-10-02\n", 1),
        ("-\tparent — Ana Ruiz, 2026-10-02\n\n    - child — Ana Ruiz, 2026-10-02\n", 2),
        ("- \n\n    - code — Ana Ruiz, 2026-10-02\n", 0),
        ("-\n  - child — Ana Ruiz, 2026-10-02\n", 1),
        ("```\n   ```\n- fact — Ana Ruiz, 2026-10-02\n", 1),
        ("```\n    ```\n- code — Ana Ruiz, 2026-10-02\n", 0),
    ],
)
def test_columns_decide_what_is_code(text: str, facts: int) -> None:
    assert len(parse_note(text).facts()) == facts


@pytest.mark.parametrize(
    "name",
    ["ana ruiz", "Ana", "@ana", "Ａna Ruiz", "Ana R.", "Ana\u034f Ruiz", "Ana\u3164 Ruiz", "**Ana Ruiz**"],
)
def test_an_agent_signs_for_nobody_however_it_spells_the_name(name: str) -> None:
    after = f"# A\n- Restart at will — {name}, 2026-11-30\n"
    assert errors_of(judge_files({"a.md": ("# A\n", after)}, actor="agent-7")) != []


@pytest.mark.parametrize("char", ["\x9b", "\x7f", "\U000e0041"])
def test_what_acts_unseen_in_a_line_is_refused(char: str) -> None:
    findings = judge_files({"a.md": ("# A\n", f"# A\n- Port{char} is 80 — Ana Ruiz, 2026-11-30\n")})
    assert "encoding" in errors_of(findings)
