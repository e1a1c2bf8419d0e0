"""The transcript in the documents: a client is refused, and does it right by the call that the refusal names.

MEMWIKI_GOLDEN=write writes it anew.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from mcp.client.client import Client

from tests.wiki_hooks.mcp.conftest import make, talk, text_of

PAGE = Path(__file__).parents[3] / "docs" / "transcripts" / "mcp.md"
HEAD = """\
# A session over MCP

Made by `tests/wiki_hooks/mcp/test_transcript.py`: a real client and a real `memwiki mcp`, over standard
input and output, protocol 2026-07-28. The client calls itself `claude-code`; git's user is Ben Okri, and the
boiler is Anna's.
"""
HOME, TRIPS = "wiki/home.md", "wiki/trips.md"
STORY: list[tuple[str, str, dict[str, Any]]] = [
    ("It looks first.", "memory_search", {"words": "boiler"}),
    ("It edits somebody else's fact, and is refused.", "edit_file",
     {"path": HOME, "old": "May", "new": "June"}),
    ("It calls what it was told to.", "supersede",
     {"note": HOME, "old": "boiler", "new": "The boiler is serviced in June", "or_claim": True}),
    ("It writes over a note, and is refused.", "write_file", {"path": TRIPS, "content": "# Trips\n\n[…]\n"}),
    ("It adds what is new.", "add", {"note": TRIPS, "text": "The ferry leaves at nine"}),
    ("It changes an old line of the log, and is refused.", "edit_file",
     {"path": "wiki/log.md", "old": "the boiler", "new": "boiler and heating"}),
    ("It appends one.", "append_file",
     {"path": "wiki/log.md", "lines": ["2026-11-30 | CONFLICT | Ben Okri | home.md | the heating too"]}),
    ("The log says what happened.", "log", {"newest": 3}),
]  # fmt: skip


def test_the_transcript_is_as_it_is_made(tmp_path: Path) -> None:
    repository = make(tmp_path / "repository")

    async def speak(client: Client) -> list[str]:
        parts = []
        for about, tool, given in STORY:
            done = await client.call_tool(tool, given)
            call = json.dumps(given, ensure_ascii=False)
            answer = text_of(done)
            state = "an error" if done.is_error else "the answer"
            parts.append(
                f"**{about}**\n\n```text\n{tool} {call}\n```\n\n{state}:\n\n```text\n{answer}\n```\n"
            )
        return parts

    parts, _ = talk(repository, speak, "2026-07-28")
    made = "\n".join([HEAD, *parts])
    if os.environ.get("MEMWIKI_GOLDEN") == "write":
        PAGE.write_text(made, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == made
