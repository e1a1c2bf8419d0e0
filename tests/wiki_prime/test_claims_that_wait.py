"""Whatever the health pass calls a claim that waits, a session start tells of, and nothing else."""

from __future__ import annotations

import pytest

from tests.linting import lint_files, view_files
from wiki_prime.claims import section
from wiki_schema.members import Actor

FACT = "- The key is in the hall — Ana Ruiz, 2026-10-01\n"
STRUCK = "- ~~The key is in the hall — Ana Ruiz, 2026-10-01~~ — superseded 2026-11-02 by Ana Ruiz\n"
TAIL = "it is in the shed — Bo Lind, 2026-11-01 — unconfirmed"


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        (f"{FACT}  - ⚠ claimed changed: {TAIL}\n", True),
        (f"{FACT}  - ⚠ claimed  changed: {TAIL}\n", True),
        (f"{FACT}  - ⚠ claimed\u00a0changed: {TAIL}\n", True),
        (f"{FACT}  - ⚠ claimed\n    changed: {TAIL}\n", True),
        (f"{FACT}  - ⚠ claimed changed: it is in the shed\n", True),
        (f"{STRUCK}  - ⚠ claimed changed: {TAIL}\n- It is in the shed — Ana Ruiz, 2026-11-02\n", False),
        (f"{FACT}  - ⚠ claimed changed: {TAIL[:-11]}rejected 2026-11-03 by Ana Ruiz\n", False),
        (f"{FACT}```\n  - ⚠ claimed changed: {TAIL}\n```\n", False),
    ],
)
def test_both_say_the_same(text: str, waits: bool) -> None:
    files = {"keys.md": text}
    told = section(view_files(files), Actor()).lines
    found = [finding for finding in lint_files(files) if finding.rule == "claim-stale"]
    assert (len(told), len(found)) == (int(waits), int(waits))
