"""Every report format gives back all that was lost, and lets no word of a note act."""

from __future__ import annotations

import html
import json
import re
from collections import Counter
from pathlib import Path

import jsonschema
import pytest
from markdown_it import MarkdownIt

import wiki_reports
from wiki_schema.finding import Finding, Verdict
from wiki_schema.plugins import get_plugin_manager

DATA = Path(__file__).parents[1] / "data"
SARIF_SCHEMA = json.loads((DATA / "sarif-2.1.0.schema.json").read_text(encoding="utf-8"))
JSON_SCHEMA = json.loads(
    (Path(wiki_reports.__file__).parent / "json.schema.json").read_text(encoding="utf-8")
)

GONE = "- Nightly starts 02:00 UTC — Bo Lind, 2026-10-09"
ERASED = Finding(
    path="shared/build.md",
    line=3,
    message="A fact of Bo Lind is gone.",
    hint="Write it back, and strike it: memwiki rule fact-erased",
    lost=(GONE,),
    level="error",
    rule="fact-erased",
)
ELISION = Finding(
    "shared/build.md", 4, "Words that stand for text left out.", level="warning", rule="elision"
)
VERDICT = Verdict((ERASED, ELISION), ("submodule vendor/ was not looked at",))

HOSTILE = [
    "\x1b[31mred\x1b[0m \x1b]0;title\x07",
    "x\r\n::error file=a.md::forged",
    "::stop-commands::abc",
    "</td></tr></table><script>alert(1)</script>",
    "a | b || c \\| d",
    "``` fence ````` and `code`",
    "~~~\n# heading\n- item",
    "![x](http://evil.example/p.png) [l](javascript:x) <b>bold</b> &amp;",
    "@everyone look at #1",
    "Ana \u202eziuR \u2066x\u2069 \u200b",
    "bad \udcff byte, \x00 NUL, \x85 NEL, \u2028 LS",
    "100% %0A::error::forged, with: colons",
    "\ufeff lone \r return",
    "x\n \t\u3000::stop-commands::abc\n##[error]forged ###[group]",
    "say " * 21 + "::error::forged, at the head of a wrapped line",
    "##vso[task.setvariable variable=PATH]x and ##teamcity[x]",
    "[click](https://evil.example) or www.evil.example, HTTPS://evil.example, GH-1",
]


def report(format: str, verdict: Verdict, title: str = "the staged change") -> str:
    rendered = wiki_reports.wiki_render_report(format, verdict, title)
    assert rendered is not None
    return rendered


def hostile(words: str) -> Verdict:
    """A verdict in which every text that can come from outside is hostile."""
    finding = Finding(words, 1, words, words, (words,), level="error", rule="fact-erased", commit=words)
    return Verdict((finding,), (words,))


def test_the_formats_come_through_the_plugin_contract() -> None:
    manager = get_plugin_manager([])
    manager.register(wiki_reports, "reports")
    (formats,) = manager.hook.wiki_list_report_formats()
    assert formats == ("text", "terminal", "json", "sarif", "github", "markdown")
    for format in formats:
        answer = manager.hook.wiki_render_report(format=format, verdict=VERDICT, title="t")
        assert answer.endswith("\n") and not answer.endswith("\n\n")
    assert manager.hook.wiki_render_report(format="stranger", verdict=VERDICT, title="t") is None


@pytest.mark.parametrize("format", wiki_reports.FORMATS)
def test_every_format_says_rule_file_message_lost_words_and_what_to_do(format: str) -> None:
    shown = report(format, VERDICT)
    if format in ("json", "sarif"):
        shown = json.dumps(json.loads(shown), ensure_ascii=False)
    for words in (
        GONE,
        "fact-erased",
        "shared/build.md",
        "A fact of Bo Lind is gone",
        "Write it back",
        "vendor/",
    ):
        assert words in shown


@pytest.mark.parametrize("format", wiki_reports.FORMATS)
def test_an_empty_verdict_says_so(format: str) -> None:
    shown = report(format, Verdict())
    assert shown
    if format not in ("json", "sarif"):
        assert "nothing to report" in shown


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("format", wiki_reports.FORMATS)
def test_no_words_of_a_note_reach_the_terminal_as_control_characters(format: str, words: str) -> None:
    shown = report(format, hostile(words), words)
    if format == "terminal":
        shown = re.sub(r"\x1b\[[0-9;]+m", "", shown)
    acting = [
        c
        for c in shown
        if c != "\n" and (ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or c in "\u2028\u2029\u202e\u200b")
    ]
    assert acting == []
    shown.encode("utf-8")


@pytest.mark.parametrize("words", HOSTILE)
def test_the_text_report_keeps_every_word_inside_its_indentation(words: str) -> None:
    lines = report("text", hostile(words), "t").split("\n")
    outside = [line for line in lines if line and not line.startswith("  ")]
    firsts = [line.split()[0] for line in outside]
    assert firsts == ["commit", "▸", "note:", "memwiki:", "`memwiki"], "path, notice, summary, pointer"


@pytest.mark.parametrize("words", HOSTILE)
@pytest.mark.parametrize("format", wiki_reports.FORMATS)
def test_the_runner_of_a_ci_that_prints_a_report_finds_no_command_in_it(format: str, words: str) -> None:
    lines = report(format, hostile(words), words).split("\n")
    ours = r"::(error file=|notice title=memwiki::)"
    commands = [line for line in lines if line.strip().startswith("::") and not re.match(ours, line)]
    assert commands == []
    assert not any(re.search(r"##\w*\[", line) for line in lines)


@pytest.mark.parametrize("words", HOSTILE)
def test_no_note_injects_a_workflow_command(words: str) -> None:
    commands = [line for line in report("github", hostile(words), "t").split("\n") if line]
    assert [re.match(r"::(\w+) |memwiki: ", line)[0] for line in commands] == [
        "::error ",
        "::notice ",
        "memwiki: ",
    ]  # type: ignore[index]
    properties = commands[0].removeprefix("::error ").split("::")[0]
    assert [part.split("=")[0] for part in properties.split(",")] == ["file", "line", "col", "title"]


def test_a_workflow_command_carries_the_whole_message_in_one_line() -> None:
    finding = ERASED._replace(path="a,b:c.md", message="100% gone")
    assert report("github", Verdict((finding,))).split("\n")[0] == (
        "::error file=a%2Cb%3Ac.md,line=3,col=1,title=memwiki fact-erased::100%25 gone%0A"
        f"lost: {GONE}%0Ado: Write it back, and strike it: memwiki rule fact-erased"
    )


@pytest.mark.parametrize("words", HOSTILE)
def test_no_note_breaks_out_of_the_markdown_report(words: str) -> None:
    markdown = report("markdown", hostile(words), words)
    page = MarkdownIt("commonmark").enable("table").render(markdown)
    tags = Counter(re.findall(r"<(\w+)", page))
    assert tags.pop("li", 0) == 1, "the notice"
    assert tags == Counter(
        dict(
            h3=1,
            table=1,
            thead=1,
            tbody=1,
            tr=2,
            th=4,
            td=4,
            details=1,
            summary=1,
            p=2,
            strong=2,
            pre=2,
            code=2,
            ul=1,
        )
    )
    prose = re.sub(r"<pre>.*?</pre>|<!-- -->", "\x00", page, flags=re.DOTALL)
    told = html.unescape(re.sub(r"<[^>]*>", "", prose))
    assert not re.search(r"[@#]\w", told), "nobody is mentioned"
    assert not re.search(r"(?i)www\.|://|gh-\d", told), "no bare address is a link"


@pytest.mark.parametrize("words", ["plain", *HOSTILE])
def test_the_json_report_follows_its_schema_and_keeps_lost_words_letter_for_letter(words: str) -> None:
    shown = json.loads(report("json", hostile(words), words))
    jsonschema.validate(shown, JSON_SCHEMA, jsonschema.Draft202012Validator)
    assert shown["findings"][0]["lost"] == [words.replace("\udcff", "\\xff")]
    assert (shown["errors"], shown["warnings"]) == (1, 0)


@pytest.mark.parametrize("verdict", [Verdict(), VERDICT, *map(hostile, HOSTILE)])
def test_the_sarif_report_is_valid_against_the_official_schema(verdict: Verdict) -> None:
    jsonschema.validate(json.loads(report("sarif", verdict)), SARIF_SCHEMA, jsonschema.Draft7Validator)


def test_no_words_of_a_note_are_a_link_in_the_sarif_report() -> None:
    words = r"[click](https://evil.example) and C:\logs"
    run = json.loads(report("sarif", hostile(words), words))["runs"][0]
    messages = [result["message"]["text"] for result in run["results"]]
    messages += [n["message"]["text"] for n in run["invocations"][0]["toolExecutionNotifications"]]
    messages.append(run["automationDetails"]["description"]["text"])
    for message in messages:
        assert r"\[click\](https://evil.example) and C:\\logs" in message
        assert not re.search(r"(?<!\\)[\[\]]", message)


def test_the_sarif_report_carries_the_pages_of_its_rules_and_stable_fingerprints() -> None:
    moved = ERASED._replace(line=9)
    first, second = (
        json.loads(report("sarif", Verdict((f, f, ELISION))))["runs"][0] for f in (ERASED, moved)
    )
    rules = first["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["elision", "fact-erased"]
    assert all(rule["help"]["markdown"].strip() for rule in rules)
    assert [rules[r["ruleIndex"]]["id"] for r in first["results"]] == [r["ruleId"] for r in first["results"]]
    prints = [[r["partialFingerprints"]["memwiki/v1"] for r in run["results"]] for run in (first, second)]
    assert prints[0] == prints[1]
    assert len(set(prints[0])) == 3


def test_a_rule_of_a_strangers_plugin_goes_by_its_name() -> None:
    shown = json.loads(report("sarif", Verdict((ERASED._replace(rule="acme-no-todo"),))))
    assert shown["runs"][0]["tool"]["driver"]["rules"] == [{"id": "acme-no-todo"}]


def test_a_very_long_line_is_cut_and_says_how_long_it_was() -> None:
    shown = report("text", Verdict((ERASED._replace(lost=("x" * 5_000_000,)),)))
    assert len(shown) < 10_000
    assert "5,000,000 characters" in shown


def test_very_many_lost_lines_are_cut_and_counted() -> None:
    shown = report("text", Verdict((ERASED._replace(lost=("line\n" * 2_000,)),)))
    assert "… and 1,500 more lines" in shown


def test_colour_only_paints_and_changes_no_word() -> None:
    painted = report("terminal", VERDICT)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]+m", "", painted) == report("text", VERDICT)


def test_the_text_report_reads_like_this() -> None:
    assert report("text", VERDICT) == (
        "▸ shared/build.md\n"
        "     3:1  error    fact-erased\n"
        "          A fact of Bo Lind is gone.\n"
        "          lost:\n"
        f"          │ {GONE}\n"
        "          do: Write it back, and strike it: memwiki rule fact-erased\n"
        "     4:1  warning  elision\n"
        "          Words that stand for text left out.\n"
        "\n"
        "note: submodule vendor/ was not looked at\n"
        "memwiki: the staged change: 1 error, 1 warning.\n"
        "`memwiki rule NAME` says why a rule asks, and shows the right way.\n"
    )
    one = Verdict(VERDICT.findings[:1])
    assert report("text", one).endswith("\n`memwiki rule fact-erased` says why, and shows the right way.\n")


def test_every_further_line_of_a_hint_stands_behind_the_gutter() -> None:
    shown = report("text", Verdict((ERASED._replace(hint="git restore a.md\nthen in the log:\n- x"),)))
    assert ("          do: git restore a.md\n          │   then in the log:\n          │   - x\n") in shown
