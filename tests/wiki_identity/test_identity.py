"""Who is acting: the built-in order of evidence."""

from __future__ import annotations

import pytest

from wiki_identity import wiki_identify_actor
from wiki_schema.members import Actor, Evidence, Member, Roster

ANA = Member("ana", "Ana Ruiz", emails=("ana@example.org",))
BO = Member("bo", "Bo Lind")
SEVEN = Member("agent-7", role="agent", emails=("bot@example.org",))
ROSTER = Roster([ANA, BO, SEVEN])

GIT = {"email": "ANA@example.org", "name": "Bo Lind"}


@pytest.mark.parametrize(
    ("evidence", "actor"),
    [
        (Evidence(who="bo", environ_who="ana", agent="agent-7", **GIT), Actor("bo", BO, "who")),
        (Evidence(environ_who="bo", agent="agent-7", **GIT), Actor("bo", BO, "environ_who")),
        (Evidence(agent="agent-7", **GIT), Actor("agent-7", SEVEN, "agent")),
        (Evidence(**GIT), Actor("ANA@example.org", ANA, "email")),
        (Evidence(email="new@example.org", name="Bo Lind"), Actor("Bo Lind", BO, "name")),
        (Evidence(name="bo"), Actor("bo", BO, "name")),
        (Evidence(who="ana@example.org"), Actor("ana@example.org", ANA, "who")),
    ],
)
def test_the_strongest_evidence_answers(evidence: Evidence, actor: Actor) -> None:
    assert wiki_identify_actor(ROSTER, evidence) == actor


@pytest.mark.parametrize(
    ("evidence", "given"),
    [
        (Evidence(), ""),
        (Evidence(email="zed@example.org", name="Zed"), "Zed"),
        (Evidence(email="zed@example.org"), "zed@example.org"),
    ],
)
def test_nobody_found_is_unknown_and_keeps_what_was_said(evidence: Evidence, given: str) -> None:
    actor = wiki_identify_actor(ROSTER, evidence)
    assert (actor.known, actor.given) == (False, given)
    assert actor.label == (given or "unknown")


@pytest.mark.parametrize("evidence", [Evidence(who="zed", **GIT), Evidence(environ_who="zed", **GIT)])
def test_a_name_said_outright_never_falls_back_to_the_rights_of_another(evidence: Evidence) -> None:
    assert wiki_identify_actor(ROSTER, evidence).member is None


def test_an_agent_that_is_bound_to_no_member_leaves_it_to_git() -> None:
    assert wiki_identify_actor(ROSTER, Evidence(agent="claude", **GIT)).member is ANA


FOR_ANA = Member("claude-code", role="agent", acts_for=("ana",))


@pytest.mark.parametrize(
    ("evidence", "member"),
    [
        pytest.param(Evidence(agent="claude-code", email="ana@example.org"), FOR_ANA, id="where Ana works"),
        pytest.param(Evidence(agent="claude-code"), FOR_ANA, id="where nobody is known"),
        pytest.param(Evidence(agent="claude-code", name="Zed"), FOR_ANA, id="where a stranger works"),
        pytest.param(Evidence(agent="claude-code", name="bo"), BO, id="not where Bo works: it would lend Bo"),
        pytest.param(Evidence(agent="claude-code", email="bot@example.org"), SEVEN, id="nor at an agent's"),
        pytest.param(Evidence(agent="agent-7", name="bo"), SEVEN, id="in its own name anywhere"),
        pytest.param(Evidence(agent="ana", name="bo"), BO, id="a program that calls itself Ana is not Ana"),
        pytest.param(Evidence(agent="ana@example.org", name="bo"), BO, id="nor by her address"),
        pytest.param(Evidence(agent="bot@example.org", name="bo"), BO, id="nor an agent by its own"),
        pytest.param(Evidence(agent="codex", agents=("agent-7",), name="bo"), SEVEN, id="the first bound"),
        pytest.param(Evidence("bo", agent="agent-7"), BO, id="not against what was said"),
    ],
)
def test_an_agent_acts(evidence: Evidence, member: Member) -> None:
    assert wiki_identify_actor(Roster([ANA, BO, SEVEN, FOR_ANA]), evidence).member == member


def test_an_agent_that_is_bound_to_nobody_takes_no_name_away() -> None:
    assert wiki_identify_actor(Roster(), Evidence(agent="claude", name="Ana Ruiz")) == Actor("Ana Ruiz")
    assert wiki_identify_actor(Roster(), Evidence(agent="claude")) == Actor("claude")


def test_without_a_roster_nobody_is_known() -> None:
    assert wiki_identify_actor(Roster(), Evidence(name="Ana Ruiz")) == Actor("Ana Ruiz")
