"""Each report of a health pass over one neglected wiki, byte for byte.

`MEMWIKI_GOLDEN=write python -m pytest tests/wiki_reports/test_golden.py` writes them anew; look at the
difference before you commit it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest
from markdown_it import MarkdownIt

import wiki_reports
from tests.wiki_reports.neglected import FILES, HOSTILE, PRIVATE, verdict
from tests.wiki_reports.test_reports import JSON_SCHEMA, SARIF_SCHEMA
from wiki_schema.finding import Verdict

GOLDEN = Path(__file__).parent / "golden"
SUFFIXES = {"text": "txt", "json": "json", "sarif": "sarif", "markdown": "md", "github": "github"}
TITLE = "the health pass"


@pytest.fixture(scope="module")
def found() -> Verdict:
    return verdict()


def report(format: str, found: Verdict) -> str:
    rendered = wiki_reports.wiki_render_report(format, found, TITLE)
    assert rendered is not None
    return rendered


@pytest.mark.parametrize("format", SUFFIXES)
def test_a_report_is_as_it_was(format: str, found: Verdict) -> None:
    file = GOLDEN / f"health.{SUFFIXES[format]}"
    if os.environ.get("MEMWIKI_GOLDEN") == "write":
        file.write_text(report(format, found), encoding="utf-8")
    assert report(format, found) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("format", wiki_reports.FORMATS)
def test_no_report_repeats_what_is_private(format: str, found: Verdict) -> None:
    assert PRIVATE in FILES["people.md"]
    shown = report(format, found)
    assert not any(word in shown for word in ("diabetes", "insulin"))


def test_the_schemas_hold(found: Verdict) -> None:
    jsonschema.validate(json.loads(report("json", found)), JSON_SCHEMA)
    jsonschema.validate(json.loads(report("sarif", found)), SARIF_SCHEMA)


def test_sarif_has_each_rule_with_the_name_of_its_page_and_every_place(found: Verdict) -> None:
    run = json.loads(report("sarif", found))["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({finding.rule for finding in found.findings})
    assert all(f"`memwiki rule {rule['id']}` says why" in rule["help"]["markdown"] for rule in rules)
    assert all(len(rule["help"]["text"]) < 300 for rule in rules), "no whole page"
    related = [len(result.get("relatedLocations", ())) for result in run["results"]]
    assert related == [len(finding.also) for finding in found.findings]
    prints = [result["partialFingerprints"]["memwiki/v1"] for result in run["results"]]
    assert len(set(prints)) == len(prints) and all(each.startswith("lint-") for each in prints)


def test_rendered_markdown_shows_names_and_acts_on_nothing(found: Verdict) -> None:
    html = MarkdownIt("commonmark", {"html": True}).enable("table").render(report("markdown", found))
    tags = {tag.split()[0].strip("</>") for tag in html.split("<")[1:] for tag in [tag.partition(">")[0]]}
    allowed = {
        "h3", "h4", "p", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "pre", "code",
        "ul", "li", "br", "strong", "!--", "",
    }  # fmt: skip
    assert tags <= allowed
    assert HOSTILE.replace("<b>", "&lt;b&gt;").replace("@", "@<!-- -->").replace("#", "#<!-- -->") in html
