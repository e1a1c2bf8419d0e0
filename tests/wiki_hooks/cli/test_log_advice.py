"""What the rules about logs and claims advise, done as it is printed: then there is nothing left to say."""

from __future__ import annotations

import json
import shlex

import pytest

from tests.repository import ANNA, BEN, Repository
from tests.wiki_hooks.cli.conftest import Answer, Run

CLAIM = "  - ⚠ claimed changed: The hotel is far away — anna, 2026-11-05 — unconfirmed"
HOTEL = "- The hotel is near the station — ben, 2026-11-01"
RULES = ("claim-stale", "conflict-open", "log-gap")
ADVISED = ("memwiki ", "git ")


def findings(wiki: Repository, memwiki: Run) -> list[dict[str, str]]:
    """What the rules about logs find."""
    told = json.loads(memwiki("lint", "--format", "json", cwd=wiki.path).out)["findings"]
    return [each for each in told if each["rule"] in RULES]


def commands(hint: str) -> list[list[str]]:
    """The commands that a hint gives, each on a line of its own."""
    return [shlex.split(line) for line in hint.split("\n") if line.startswith(ADVISED)]


def carried_out(wiki: Repository, memwiki: Run, command: list[str], who: str) -> Answer:
    program, *words = command
    if program == "git":
        return Answer(0, wiki.git(*words), "")
    return memwiki(*words, *(["--who", who] if words[0] != "history" else []), cwd=wiki.path)


@pytest.mark.parametrize("answer", [0, 1])
def test_a_pending_line_is_answered_by_either_command(wiki: Repository, memwiki: Run, answer: int) -> None:
    wiki.replace("wiki/trips.md", HOTEL, f"{HOTEL}\n{CLAIM}")
    wiki.append("wiki/log.md", "2026-11-05 | CLAIM | anna | trips.md | The hotel is far away")
    wiki.commit("a claim", author=ANNA, GIT_AUTHOR_DATE="2026-11-05T12:00:00Z")
    (finding,) = findings(wiki, memwiki)
    assert finding["owed_by"] == "Ben Okri"
    done = carried_out(wiki, memwiki, commands(finding["hint"])[answer], finding["owed_by"])
    assert done.code == 0, done
    assert findings(wiki, memwiki) == []


CASES = {
    "a claim that only the log tells of": '2026-11-05 | CLAIM | anna | trips.md | it\'s | far "away"',
    "a claim whose note is gone": "2026-11-05 | CLAIM | anna | gone note.md | it is far away",
    "a conflict": "2026-11-05 | CONFLICT | anna | trips.md | put back: $HOME `1` fact",
}


@pytest.mark.parametrize("line", CASES.values(), ids=CASES)
def test_what_only_the_log_tells_of_is_answered_in_the_log(wiki: Repository, memwiki: Run, line: str) -> None:
    wiki.append("wiki/log.md", line)
    wiki.commit("a line", author=ANNA)
    (finding,) = findings(wiki, memwiki)
    for command in commands(finding["hint"]):
        done = carried_out(wiki, memwiki, command, finding["owed_by"] or "anna")
        assert done.code == (2 if command[1:3] == ["history", "wiki/gone note.md"] else 0), done
    assert findings(wiki, memwiki) == []


@pytest.mark.parametrize("notes", [1, 11])
def test_a_gap_is_filled_by_who_left_it(wiki: Repository, memwiki: Run, notes: int) -> None:
    names = [f"wiki/it's n{number}.md" for number in range(notes)]
    wiki.append("wiki/index.md", "\n".join(f"- [N](<{name.removeprefix('wiki/')}>)" for name in names))
    for day in ("10", "14"):
        files = {name: f"# N\n\n{day}\n" for name in names}
        wiki.commit("past the log", files, author=BEN, GIT_AUTHOR_DATE=f"2026-11-{day}T12:00:00Z")
    wiki.commit("boxes", {name: "# N  \r\n\r\n14\r\n" for name in names}, author=BEN)
    told = findings(wiki, memwiki)
    assert len(told) == (1 if notes == 1 else 2)
    for finding in told:
        assert finding["owed_by"] == "Ben Okri"
        for command in commands(finding["hint"]):
            done = carried_out(wiki, memwiki, command, finding["owed_by"])
            assert done.code == 0, done
    assert findings(wiki, memwiki) == []
