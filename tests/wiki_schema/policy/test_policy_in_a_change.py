"""What a change of the policy does to what is guarded, and who may make one."""

from __future__ import annotations

import json

from tests.judging import MEMBERS
from wiki_hooks.git import stdin
from wiki_schema.change import EmptyTree
from wiki_schema.finding import ERROR, Verdict
from wiki_schema.plugins import get_plugin_manager

POLICY = '[[store]]\npath = "notes"\n'
FACT = "- The boiler is old — Ana Ruiz, 2026-11-30\n"


def judge(
    actor: str, policy: str, *files: tuple[str, str | None, str | None], members: str = MEMBERS
) -> Verdict:
    given = [
        ("memwiki.toml", POLICY, policy),
        ("members.toml", members, members),
        ("notes/index.md", "# Index\n", "# Index\n"),
        ("notes/log.md", "# Log\n", "# Log\n"),
        *files,
    ]
    change = {
        "actor": actor,
        "day": "2026-11-30",
        "files": [{"path": path, "before": old, "after": new} for path, old, new in given],
    }
    return stdin.check(json.dumps(change).encode, EmptyTree(), "", get_plugin_manager())


def told(verdict: Verdict) -> list[tuple[str, str]]:
    return [(finding.rule, finding.level) for finding in verdict.findings]


def test_an_admin_in_person_may() -> None:
    assert told(judge("root", '[[store]]\npath = "notes"\nkind = "open"\n')) == []


def test_an_agent_that_acts_for_an_admin_may_not() -> None:
    members = MEMBERS + 'acts_for = ["root"]\n'
    verdict = judge("agent-7", '[[store]]\npath = "notes"\nkind = "open"\n', members=members)
    assert told(verdict) == [("policy-changed", ERROR)]


def test_a_store_that_is_left_out_is_told() -> None:
    verdict = judge("root", '[[store]]\npath = "nots"\n')
    assert told(verdict) == [("policy-changed", "warning")] * 2
    said = " ".join(finding.message for finding in verdict.findings)
    assert "notes is no longer guarded" in said
    assert "nots has neither index nor log" in said


def test_a_store_set_up_within_another_answers_for_itself() -> None:
    policy = POLICY + '[[store]]\npath = "notes/sub"\n'
    files = (
        ("notes/sub/index.md", None, "# Index\n\n- [A](a.md)\n"),
        ("notes/sub/log.md", None, "# Log\n"),
        ("notes/sub/a.md", None, "# A\n"),
    )
    assert told(judge("root", policy, *files)) == []
    bad = ("notes/sub/b.md", None, "# B\n\n- nobody signed this\n")
    assert told(judge("root", policy, *files, bad)) == [("fact-unattributed", ERROR)]


def test_only_an_admin_is_told_of_the_way_round_a_refusal() -> None:
    lost = ("notes/a.md", FACT, "")
    for actor, is_told in (("root", True), ("ana", False), ("agent-7", False)):
        notices = " ".join(judge(actor, POLICY, lost).notices)
        assert ("Memwiki-Override: fact-erased — reason" in notices) is is_told
