"""Each host is known by what it says, and is answered in its own form."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tests.repository import TODAY, Repository
from tests.wiki_hooks.agents.hosts import ADDING, STARTING, STOPPING, WIPING, Payload, filled
from wiki_hooks.agents import hosts
from wiki_hooks.agents.entry import answer
from wiki_hooks.agents.host import ALLOWED, Answer
from wiki_hooks.agents.payload import Unreadable, received

Told = Callable[[Payload, str, str], Answer]


@pytest.fixture
def told(repository: Repository) -> Told:
    """What a host is told, whose settings name it and its event so."""

    def tell(payload: Payload, host: str = "", event: str = "") -> Answer:
        data = json.dumps(filled(payload, str(repository.path))).encode()
        return answer(lambda: data, host, event, {**repository.environ, "MEMWIKI_TODAY": str(TODAY)})

    return tell


def reason(host: str, found: Answer) -> str:
    """Where the agent reads why."""
    if host == "copilot-cli":
        said = json.loads(found.out)
        assert said["permissionDecision"] == "deny"
        return str(said["permissionDecisionReason"])
    if host == "cursor":
        said = json.loads(found.out)
        assert said["permission"] == "deny"
        return str(said["agent_message"])
    if host == "cline":
        said = json.loads(found.out)
        assert said["cancel"] is True
        return str(said["errorMessage"])
    assert found.out == "", "a stray word on stdout is a yes to some"
    return found.err


@pytest.mark.parametrize("host", WIPING)
def test_a_note_written_over_is_refused_in_the_hosts_own_form(told: Told, host: str) -> None:
    event, payload = WIPING[host]
    found = told(payload, host, event)
    assert found.code == (0 if host == "cline" else 2)
    assert "We go to Rome" in reason(host, found) or "hotel" in reason(host, found)


@pytest.mark.parametrize("host", ADDING)
def test_a_fact_that_is_added_passes(told: Told, host: str) -> None:
    event, payload = ADDING[host]
    assert told(payload, host, event) == ALLOWED


@pytest.mark.parametrize("host", [name for name in WIPING if name not in ("kiro", "opencode")])
def test_a_host_is_known_by_its_payload_whatever_settings_it_was_started_from(host: str) -> None:
    _, payload = WIPING[host]
    assert hosts.recognised(payload, "") == host
    other = "cursor" if host != "cursor" else "codex"
    assert hosts.recognised(payload, other) == host


@pytest.mark.parametrize("host", WIPING)
def test_a_write_is_refused_even_where_no_settings_say_who_asks(told: Told, host: str) -> None:
    found = told(WIPING[host][1], "", "")
    assert found.code == 2 or '"cancel": true' in found.out


@pytest.mark.parametrize("host", STARTING)
def test_a_session_begins_with_what_the_wiki_holds(told: Told, host: str) -> None:
    event, payload = STARTING[host]
    found = told(payload, host, event)
    assert (found.code, found.err) == (0, "")
    text = found.out if host in ("kiro", "opencode") else _context(json.loads(found.out))
    assert text.strip().startswith("<memwiki-prime>") and "trips.md" in text
    assert len(text.encode()) <= 8_001


def _context(said: dict[str, Any]) -> str:
    inner = said.get("hookSpecificOutput", said)
    return str(
        next(
            inner[key]
            for key in ("additionalContext", "additional_context", "contextModification")
            if key in inner
        )
    )


@pytest.mark.parametrize("host", STOPPING)
def test_the_end_of_a_turn_asks_once_for_lines_that_are_missing(
    repository: Repository, told: Told, host: str
) -> None:
    event, payload = ADDING[host]
    assert told(payload, host, event) == ALLOWED
    repository.append("wiki/trips.md", "- The ferry leaves at nine — ben, 2026-11-30")
    event, payload = STOPPING[host]
    said = json.loads(told(payload, host, event).out)
    asked = {"cursor": "followup_message"}.get(host, "reason")
    assert "memwiki fix --worktree" in said[asked]
    assert told(payload, host, event) == ALLOWED


@pytest.mark.parametrize("host", WIPING)
@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"null", b"\xff\xfe{}", b'{"a":' * 100_000, b"\xef\xbb\xbf[1]"]
)
def test_what_cannot_be_read_is_refused_near_a_wiki_and_nowhere_else(
    repository: Repository, monkeypatch: pytest.MonkeyPatch, host: str, data: bytes
) -> None:
    def told() -> Answer:
        return answer(lambda: data, host, "", repository.environ)

    assert told() == ALLOWED
    monkeypatch.chdir(repository.path)
    found = told()
    assert found.code == 2 or '"cancel": true' in found.out


def test_a_byte_order_mark_is_passed_over(repository: Repository) -> None:
    data = b"\xef\xbb\xbf" + json.dumps(filled(WIPING["cursor"][1], str(repository.path))).encode()
    assert answer(lambda: data, "cursor", "preToolUse", repository.environ).code == 2


def test_a_host_that_never_ends_its_input_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wiki_hooks.agents.payload.SECONDS", 0.1)
    reading, writing = os.pipe()
    os.write(writing, b'{"a": 1}')
    assert received(reading) == b'{"a": 1}'
    monkeypatch.setattr("wiki_hooks.agents.payload.LARGEST", 10)
    os.write(writing, b"x" * 20)
    with pytest.raises(Unreadable, match="larger"):
        received(reading)
    os.close(reading)
    os.close(writing)


def test_the_process_answers_as_the_function_does(repository: Repository) -> None:
    environ = {**repository.environ, "PYTHONPATH": os.pathsep.join(sys.path), "MEMWIKI_TODAY": str(TODAY)}
    for (event, payload), code in ((WIPING["gemini-cli"], 2), (ADDING["gemini-cli"], 0)):
        done = subprocess.run(
            [sys.executable, "-m", "wiki_hooks.cli", "hook", "gemini-cli", event],
            input=json.dumps(filled(payload, str(repository.path))).encode(), cwd="/", env=environ,
            capture_output=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout, bool(done.stderr)) == (code, b"", bool(code)), done.stderr


def test_a_host_that_nobody_knows_is_no_yes(repository: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository.path)
    found = answer(lambda: b"{}", "emacs", "", repository.environ)
    assert found.code == 2 and "no host is called 'emacs'" in found.err
