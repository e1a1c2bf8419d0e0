"""`memwiki rule` and `memwiki plugins`: what there is, and where it comes from."""

from __future__ import annotations

from tests.wiki_hooks.cli.conftest import Run
from wiki_schema.rules import RULES


def test_all_rules_are_listed_with_level_and_first_sentence(memwiki: Run) -> None:
    answer = memwiki("rule")
    assert answer.code == 0
    lines = {line.split()[0]: line for line in answer.out.strip().split("\n")}
    assert set(lines) == {rule.name for rule in RULES}
    for rule in RULES:
        assert lines[rule.name].split()[1] == rule.level
        assert len(lines[rule.name].split()) > 4


def test_a_rule_prints_its_page(memwiki: Run) -> None:
    for rule in RULES:
        assert memwiki("rule", rule.name).out == rule.page().rstrip("\n") + "\n"


def test_plugins_are_listed_with_their_origin_and_hooks(memwiki: Run) -> None:
    out = memwiki("plugins").out
    assert "rules: wiki_schema.rules (built in)\n  answers wiki_provide_rules\n" in out
    assert "roster: wiki_roster (memwiki 0.1.0)\n  answers wiki_list_members\n" in out
    assert "answers wiki_list_report_formats, wiki_render_report\n" in out
