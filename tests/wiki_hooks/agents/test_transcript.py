"""The transcript in the documents: each host is refused, and does it right by the command that it is told.

MEMWIKI_GOLDEN=write writes it anew.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.repository import TODAY, Repository, wiki_repository
from tests.wiki_hooks.agents.hosts import WIPING, Payload, filled

PAGE = Path(__file__).parents[3] / "docs" / "transcripts" / "hosts.md"
HEAD = """\
# What each host is told

Made by `tests/wiki_hooks/agents/test_transcript.py`, which runs `memwiki hook` with the payload of
each host, then the command of its answer. Every host writes over a note;
Codex takes a fact out by a patch.
"""
SHOWN = "/home/ben/memories"


def run(command: list[str], repository: Repository, feed: str = "") -> subprocess.CompletedProcess[str]:
    environ = {**repository.environ, "MEMWIKI_TODAY": str(TODAY), "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        command, cwd=repository.path, env=environ, input=feed, capture_output=True, text=True, check=False
    )


def section(host: str, event: str, payload: Payload, repository: Repository) -> Iterator[str]:
    given = filled(payload, str(repository.path))
    memwiki = [sys.executable, "-m", "wiki_hooks.cli"]
    done = run([*memwiki, "hook", host, event], repository, json.dumps(given))
    yield f"## {host}\n\n```json\n{json.dumps(filled(payload, SHOWN), indent=1, ensure_ascii=False)}\n```\n"
    yield f"```console\n$ memwiki hook {host} {event} < payload.json; echo $?"
    yield from (
        f"{name}: {said.rstrip()}"
        for name, said in (("stdout", done.stdout), ("stderr", done.stderr))
        if said
    )
    yield f"{done.returncode}"
    commands = [line.strip() for line in done.stderr.split("\n") if line.startswith("  ")]
    assert commands, done
    for command in commands:
        words = re.sub(r"^.*?(memwiki|wiki_hooks\.cli) ", "", command)
        follow = run(["sh", "-c", f"{' '.join(memwiki)} {words}"], repository)
        assert follow.returncode == 0, follow
        yield f"$ memwiki {words}\n{follow.stdout.rstrip()}"
    yield "```\n"


def test_the_transcript_is_as_it_is_made(tmp_path: Path) -> None:
    parts = [HEAD]
    for host, (event, payload) in WIPING.items():
        repository = wiki_repository(tmp_path / host)
        text = "\n".join(section(host, event, payload, repository))
        program = re.compile(
            r"(?:/\S*/memwiki|\S*python\S* -P -m wiki_hooks\.cli)(?= (?:add|supersede|retire|append) )"
        )
        parts.append(program.sub("memwiki", text.replace(str(repository.path), SHOWN)))
    made = "\n".join(parts)
    if os.environ.get("MEMWIKI_GOLDEN") == "write":
        PAGE.write_text(made, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == made
