"""What a withdrawal or a redaction took out, known from the step that did it."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend.taken_out import taken_out

A, B = "A thing — ana, 2026-01-01", "Quite another one — ana, 2026-01-02"
MARK = "~~withdrawn~~ — superseded 2026-11-30 by ana"

STEPS = {
    "nothing": ((f"- {A}\n", f"- {A}\n- {B}\n"), []),
    "a fact withdrawn": ((f"- {A}\n- {B}\n", f"- {MARK}\n- {B}\n"), [A]),
    "a struck fact withdrawn": (
        (f"- ~~{A}~~ — superseded 2026-11-01 by ana\n- {B}\n", f"- {MARK}\n- {B}\n"), [A],
    ),
    "what was superseded meanwhile is not": (
        (f"- {A}\n- {B}\n", f"- {MARK}\n- ~~{B}~~ — superseded 2026-11-30 by ana\n- C — ana, 2026-11-30\n"),
        [A],
    ),
    "more gone than withdrawn": ((f"- {A}\n- {B}\n", f"- {MARK}\n"), [A, B]),
    "changed in place beside it": (
        (f"- {A}\n- {B}\n", f"- {MARK}\n- Quite another thing — ana, 2026-01-02\n"), [A],
    ),
    "a secret covered": ((f"- {A}\n", "- A [redacted: x] — ana, 2026-01-01\n"), [A]),
    "an unsigned item withdrawn": (("- a thing\n", f"- {MARK}\n"), ["a thing"]),
    "a mark alone takes nothing": ((f"- {MARK}\n- {A}\n", f"- {MARK}\n"), []),
}  # fmt: skip


@pytest.mark.parametrize("case", STEPS)
def test_it_is_known(case: str) -> None:
    (before, after), gone = STEPS[case]
    scene = store().scene
    keys = {item.words.key for text in gone for item in scene.laid(f"- {text}\n").note.items}
    found = taken_out(scene, [(before, after)])
    assert keys <= found
    assert bool(found) is bool(gone)


def test_a_redacted_line_of_prose_is_known_as_it_stood() -> None:
    assert taken_out(store().scene, [("The word is x.\n", "The word is [redacted: w].\n")]) == {
        "The word is x."
    }
