"""`memwiki rule` and `memwiki plugins`: what there is, and where it comes from."""

from __future__ import annotations

from tests.wiki_hooks.cli.conftest import Run
from wiki_schema.plugins import get_plugin_manager, load_store_rules
from wiki_schema.rules import RULES

STORE_RULES = load_store_rules(get_plugin_manager())


def test_all_rules_are_listed_with_level_and_first_sentence(memwiki: Run) -> None:
    answer = memwiki("rule")
    assert answer.code == 0
    rows = [line.split(maxsplit=3) for line in answer.out.strip().split("\n")]
    listed = [tuple(row[:3]) for row in rows]
    on_change = [(rule.name, rule.level, "change") for rule in RULES]
    on_store = [(rule.name, rule.level, "store") for rule in STORE_RULES]
    assert listed == sorted(on_change + on_store, key=lambda row: (row[0], row[2]))
    assert all(len(row[3].split()) > 2 for row in rows)


def test_a_rule_prints_its_page_and_both_where_it_looks_at_a_change_and_at_a_store(memwiki: Run) -> None:
    pages: dict[str, list[str]] = {}
    for rule in (*RULES, *STORE_RULES):
        pages.setdefault(rule.name, []).append(rule.page().strip("\n"))
    for name, both in pages.items():
        assert memwiki("rule", name).out == "\n\n---\n\n".join(both) + "\n"


def test_plugins_are_listed_with_their_origin_and_hooks(memwiki: Run) -> None:
    out = memwiki("plugins").out
    assert "rules: wiki_schema.rules (built in)\n  answers wiki_provide_rules\n" in out
    assert "identity: wiki_identity (memwiki 0.1.0)\n  answers wiki_identify_actor\n" in out
    assert "answers wiki_list_report_formats, wiki_render_report\n" in out
