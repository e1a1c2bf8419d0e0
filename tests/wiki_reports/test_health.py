"""Reports of a health pass: told by who owes the decision, never too long, and no word of a note acts."""

from __future__ import annotations

import json
import re

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

import wiki_reports
from tests.wiki_reports.test_reports import HOSTILE, JSON_SCHEMA, SARIF_SCHEMA
from wiki_reports.health import LIMIT
from wiki_schema.finding import Finding, Verdict
from wiki_schema.rule import StoreRule

RULES = (StoreRule("odd", "warning", lambda view: (), page=lambda: "# odd\n\nIt is odd.\n"),)
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table")


def finding(number: int, words: str = "It is odd.", owed_by: str = "", hint: str = "take it out") -> Finding:
    path, key = f"notes/{number}.md", str(number)
    return Finding(path, number, words, hint, owed_by=owed_by, level="warning", rule="odd", key=key)


def verdict(*findings: Finding, notices: tuple[str, ...] = ()) -> Verdict:
    return Verdict(findings, notices, rules=RULES)


def report(format: str, found: Verdict, title: str = "the health pass") -> str:
    rendered = wiki_reports.wiki_render_report(format, found, title)
    assert rendered is not None
    return rendered


def hostile(words: str) -> Verdict:
    one = Finding(words, 1, words, words, (words,), 1, "error", "odd", "", words, ((words, 3),), words)
    return verdict(one, notices=(words,))


def rows_of(shown: str) -> list[str]:
    """The rows of the sections of a Markdown report."""
    return [line for line in shown.split("\n") if re.match(r"\| (error|warning)", line)]


class TestEveryFormat:
    @pytest.mark.parametrize("format", wiki_reports.FORMATS)
    def test_says_who_owes_the_decision_and_names_the_other_places(self, format: str) -> None:
        shown = report(format, verdict(finding(1, owed_by="Bo Lind")._replace(also=(("notes/other.md", 7),))))
        assert "Bo Lind" in shown
        assert "notes/other.md" in shown

    @pytest.mark.parametrize("format", wiki_reports.FORMATS)
    def test_marks_what_is_accepted(self, format: str) -> None:
        new, old = finding(1), finding(2)._replace(accepted=True)
        shown = report(format, verdict(old, new))
        mark = "suppressions" if format == "sarif" else "accepted"
        assert mark in shown
        assert mark not in report(format, verdict(new))

    @pytest.mark.parametrize("format", [name for name in wiki_reports.FORMATS if name != "json"])
    def test_names_whoever_keeps_the_wiki_where_nobody_else_owes_it(self, format: str) -> None:
        assert "whoever keeps the wiki" in report(format, verdict(finding(1)))
        assert "whoever keeps the wiki" not in report(format, Verdict((finding(1),))), (
            "of a change none is said"
        )

    @pytest.mark.parametrize("words", HOSTILE)
    @pytest.mark.parametrize("format", wiki_reports.FORMATS)
    def test_lets_no_word_of_a_note_act(self, format: str, words: str) -> None:
        shown = report(format, hostile(words), words)
        if format == "terminal":
            shown = re.sub(r"\x1b\[[0-9;]+m", "", shown)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e\u200b]", shown)
        assert not any(re.search(r"##\w*\[", line) for line in shown.split("\n"))
        ours = r"::(error file=|notice title=memwiki::)"
        acting = [
            line for line in shown.split("\n") if line.strip().startswith("::") and not re.match(ours, line)
        ]
        assert acting == []

    @pytest.mark.parametrize("words", HOSTILE)
    def test_is_valid_where_it_has_a_schema(self, words: str) -> None:
        jsonschema.validate(json.loads(report("json", hostile(words))), JSON_SCHEMA)
        jsonschema.validate(json.loads(report("sarif", hostile(words))), SARIF_SCHEMA)


def test_json_of_a_change_has_no_more_keys_than_before() -> None:
    (one,) = json.loads(report("json", Verdict((finding(1),))))["findings"]
    (other,) = json.loads(report("json", verdict(finding(1))))["findings"]
    assert set(other) - set(one) == {"owed_by", "also", "key"}


class TestMarkdown:
    @pytest.mark.parametrize("words", HOSTILE)
    def test_shows_words_as_they_are(self, words: str) -> None:
        html = MARKDOWN.render(report("markdown", hostile(words)))
        assert not re.search(
            r"<(?!/?(h[34]|p|table|t[hrd]|thead|tbody|details|summary|pre|code|ul|li|br|!--))", html
        )
        assert "href" not in html

    def test_has_a_section_for_each_who_owes_decisions(self) -> None:
        shown = report(
            "markdown", verdict(finding(1, owed_by="Bo Lind"), finding(2, owed_by="Bo Lind"), finding(3))
        )
        heads = [line for line in shown.split("\n") if line.startswith("#### ")]
        assert heads == [
            "#### For Bo Lind: 2 findings",
            "#### For whoever keeps the wiki: 1 finding",
            "#### By rule",
        ]

    def test_says_once_what_is_to_be_done_in_many_places(self) -> None:
        shown = report("markdown", verdict(*map(finding, range(1, 10))))
        assert shown.count("take it out") == 1
        assert "and 4 more:" in shown

    def test_tells_equal_findings_once_with_their_number_and_the_first_few(self) -> None:
        marks = [finding(n, "It begins with a BOM.") for n in range(1, 288)]
        other = finding(900, "It is odd, too.")
        shown = report("markdown", verdict(*marks, other))
        (row,) = [line for line in shown.split("\n") if "begins with a BOM" in line]
        assert row.count("<code>") == 5
        assert "and 282 more" in row
        assert row.endswith("<br>287 times, in 287 files |")
        assert "notes/900.md" in shown

    def test_does_not_take_for_equal_what_is_to_be_mended_differently(self) -> None:
        shown = report("markdown", verdict(finding(1, hint="git rm a"), finding(2, hint="git rm b")))
        assert len(rows_of(shown)) == 2
        assert "git rm a" in shown and "git rm b" in shown

    def test_has_errors_first_in_each_section(self) -> None:
        wrong = [finding(n, f"Wrong {n}.", owed_by="Bo Lind")._replace(level="error") for n in (7, 9)]
        odd = [finding(n, f"Odd {n}.", owed_by="Bo Lind") for n in (1, 8)]
        shown = report("markdown", verdict(odd[0], wrong[0], odd[1], wrong[1]))
        assert [row.split(" |")[0] for row in rows_of(shown)] == ["| error"] * 2 + ["| warning"] * 2

    def test_drops_no_error_for_a_warning_and_no_rule_for_another(self) -> None:
        noise = [finding(n, f"Odd {n}. " + "x" * 300, f"m{n // 700}", f"do {n}") for n in range(2_000)]
        last = finding(5_000, "Rare.")._replace(rule="rare")
        worst = finding(6_000, "Wrong.", "m2", "mend it")._replace(level="error", rule="wrong")
        shown = report("markdown", verdict(*noise, worst, last))
        assert "Rare." in shown
        assert "Wrong." in shown and "mend it" in shown
        (told,) = re.findall(r"^\| odd \| 2,000 \| ([\d,]+) \|$", shown, re.MULTILINE)
        assert int(told.replace(",", "")) == 2_000 - len(rows_of(shown)) + 2
        assert "| rare | 1 | 0 |" in shown

    def test_no_row_stands_without_what_is_to_be_done(self) -> None:
        many = [finding(n, f"Odd {n}.", hint=f"mend number {n} so") for n in range(2_000)]
        shown = report("markdown", verdict(*many))
        told = {int(n) for n in re.findall(r"Odd (\d+)\.", shown)}
        assert {int(n) for n in re.findall(r"^mend number (\d+) so$", shown, re.MULTILINE)} == told != set()

    def test_what_is_long_to_do_is_cut_and_says_so(self) -> None:
        shown = report(
            "markdown", verdict(finding(1, hint="\n".join(["a line of what is to be done"] * 400)))
        )
        assert "… `memwiki lint` shows the rest" in shown
        assert len(shown) < 4_000

    def test_what_is_accepted_comes_last_and_says_so(self) -> None:
        shown = report("markdown", verdict(finding(1, "Old.")._replace(accepted=True), finding(2)))
        assert [row.split(" | ")[0] for row in rows_of(shown)] == ["| warning", "| warning, accepted"]
        assert "1 warning, 1 accepted" in shown

    @pytest.mark.parametrize("words", ["It is odd.", "@" * 3000, "ü" * 5000, "`" * 3000, "<&>" * 900])
    def test_is_never_longer_than_a_host_takes(self, words: str) -> None:
        many = [finding(n, words, owed_by=f"{words[:90]} {n % 7}", hint=f"{words} {n}") for n in range(2000)]
        shown = report("markdown", verdict(*many, notices=(words,) * 300), words)
        assert len(shown.encode()) <= LIMIT
        told = re.search(r"\*\*… and ([\d,]+) more findings\*\*, for which there is no room here", shown)
        assert told is not None
        rows = len(re.findall(r"^\| warning \|", shown, re.MULTILINE))
        assert rows + int(told[1].replace(",", "")) == 2000
        assert shown.count("<details>") == shown.count("</details>")

    def test_uses_the_room_there_is(self) -> None:
        shown = report("markdown", verdict(*(finding(n, hint=str(n)) for n in range(2000))))
        assert len(shown.encode()) > LIMIT - 2_000

    @given(st.integers(0, 60), st.integers(0, 3_000))
    def test_whatever_their_number_and_length(self, number: int, length: int) -> None:
        found = verdict(
            *(finding(n, "x" * length, f"m{n % 3}", "y" * length + str(n)) for n in range(number))
        )
        assert len(report("markdown", found).encode()) <= LIMIT
