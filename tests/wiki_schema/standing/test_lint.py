"""The health pass as a whole: what one rule cannot see hides nothing of what the others do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.linting import lint_files, view_files
from wiki_schema import hookimpl
from wiki_schema.finding import CannotCheck, Finding
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.rule import StoreRule
from wiki_schema.standing.lint import lint
from wiki_schema.standing.view import StoreView


class Blind:
    """A plugin with a rule that breaks when it looks, behind its first finding."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def _check(self, view: StoreView) -> Iterator[Finding]:
        yield Finding("a.md", 1, "seen before it broke")
        raise self._error

    @hookimpl
    def wiki_find_drift(self) -> list[StoreRule]:
        return [StoreRule("acme-blind", "error", self._check)]


@pytest.mark.parametrize("error", [CannotCheck("a.md cannot be read"), ValueError("odd"), SystemExit(0)])
def test_a_rule_that_could_not_look_is_told_and_takes_nothing_from_the_others(error: BaseException) -> None:
    manager = get_plugin_manager()
    manager.register(Blind(error))
    verdict = lint(view_files({"a.md": "# A\n\n[gone](gone.md)\n"}), manager)
    assert [finding.rule for finding in verdict.findings] == ["link-dead"]
    [unknown] = verdict.unknown
    assert str(error) in unknown


PRIVATE = "Ben has diabetes"
MEMBERS = '[[member]]\nid = "ben"\nname = "Ben Okri"\n\n[[member]]\nid = "anna"\nname = "Anna Rossi"\n'
STORES = {
    "said twice": f"- {PRIVATE} — anna, 2026-11-01\n- {PRIVATE} — anna, 2026-11-02\n",
    "unsigned": f"- {PRIVATE}\n- {PRIVATE} since spring\n",
    "with a dead link": f"- {PRIVATE}, see [the diagnosis](diabetes.md) — anna, 2026-11-01\n",
    "contradicted": "- Ben's salary is 4000 — anna, 2026-11-01\n- Ben's salary is 5000 — anna, 2026-11-02\n",
}


@pytest.mark.parametrize("text", STORES.values(), ids=STORES)
def test_no_finding_repeats_the_words_of_a_line_that_is_private(text: str) -> None:
    found = lint_files({"n.md": text}, members=MEMBERS)
    assert {finding.rule for finding in found} > {"private-matter"}
    for finding in found:
        told = " ".join([finding.message, finding.hint, finding.key, *finding.lost])
        assert not any(word in told for word in ("diabetes", "diagnosis", "salary", "4000", "5000"))
