"""Which lists of members are copies of the roster, in a wiki of two people and their agent."""

from __future__ import annotations

import pytest

from tests.linting import lint_files

MEMBERS = """
[[member]]
id = "anna"
name = "Anna Rossi"
emails = ["anna@example.org"]
role = "admin"

[[member]]
id = "ben"
name = "Ben Okri"

[[member]]
id = "agent-7"
role = "agent"
"""

COPIES = {
    "a list": "# Members\n\n- Anna Rossi\n- Ben Okri\n- agent-7\n",
    "the people alone": "# Members\n\n- Anna Rossi\n- Ben Okri\n",
    "with roles": "# Members\n\n- Anna Rossi (admin)\n- Ben Okri — member\n- agent-7: AI agent\n",
    "a table": "# Team\n\n| Who | E-mail |\n|---|---|\n| Anna Rossi | anna@example.org |\n| Ben Okri | |\n",
    "a line": "# About us\n\nFamily members: Anna, Ben and agent-7\n",
    "below a line": "# About us\n\nFamily members:\n\n* Anna Rossi, anna@example.org\n* Ben Okri\n",
    "numbered": "## The team\n\n1. Anna Rossi\n2. Ben Okri\n3. agent-7\n",
    "in German": "# Mitglieder\n\n- Anna Rossi (Mutter)\n- Ben Okri (Vater)\n- agent-7 (KI-Assistent)\n",
    "on a line that goes on": "# Members\n\nand Anna Rossi, ben\n\n* Anna, admin; Ben and agent-7\n",
    "behind a colon": "# About\n\nThe members: Anna, Ben\n",
    "linked": "# Team\n\n- [[people/anna|Anna Rossi]]\n- [Ben Okri](ben.md)\n",
    "with its addresses first": "# Team\n\n- anna@example.org (Anna Rossi)\n- ben@example.org, Ben\n",
    "signed": "# Members\n\n- Anna — ben, 2026-11-02\n- Ben — ben, 2026-11-02\n- agent-7 — ben, 2026-11-02\n",
}

OTHERS = {
    "one of two people": "# Members\n\n- Anna Rossi\n- agent-8\n",
    "what they do": "# Members\n\n- Anna Rossi keeps the keys\n- Ben Okri cooks\n- agent-7 writes the log\n",
    "a name within another": "# Members\n\n- Anna Rossi-Ben\n- agent-70\n",
    "what they do together": "# Members\n\n- Anna and Ben cook\n- Ben Oak is a tree\n",
    "whose turn it is": "# Team rota\n\n- Anna Rossi\n- Ben Okri\n- agent-7\n",
}


def told(text: str) -> list[str]:
    found = lint_files({"note.md": text}, members=MEMBERS)
    return [finding.message for finding in found if finding.rule == "roster-copied"]


@pytest.mark.parametrize("text", COPIES.values(), ids=list(COPIES))
def test_a_list_of_all_the_people_is_a_copy_with_or_without_their_agents(text: str) -> None:
    (message,) = told(text)
    assert message.startswith(f"This lists {3 if 'agent-7' in text else 2} members: ")


@pytest.mark.parametrize(
    "name", ["José Luis", "Jose\u0301 Luis", "王伟", "J.-P. Roux, Jr.", "_ada_", "✶", "Ada: the first"]
)
def test_a_name_of_any_writing_is_found(name: str) -> None:
    members = f'[[member]]\nid = "ada-1"\nname = "{name}"\n\n[[member]]\nid = "ben"\nname = "Ben Okri"\n'
    for text in (f"- {name}\n- Ben Okri\n", f"- Ben Okri\n\n- **{name}**, member\n"):
        rules = [each.rule for each in lint_files({"note.md": f"# Members\n\n{text}"}, members=members)]
        assert "roster-copied" in rules, text


@pytest.mark.parametrize("text", OTHERS.values(), ids=list(OTHERS))
def test_other_lists_are_none(text: str) -> None:
    assert told(text) == []
