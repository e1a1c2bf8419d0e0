"""Leaving out the sections in which nothing changed changes no verdict."""

from __future__ import annotations

from unittest.mock import patch

from hypothesis import example, given
from hypothesis import strategies as st

from tests.judging import judge_files
from tests.laws.strategies import law

LINES = st.sampled_from(
    [
        "# Home", "## Boiler", "## Roof", "### Tiles", "#no heading", "   ## Indented", "", "", "",
        "- The pump is red — Ana Ruiz, 2026-10-01",
        "- The pump is red — Bo Lind, 2026-10-01",
        "  - Below it — Bo Lind, 2026-10-02",
        "- ~~The pump is blue — Ana Ruiz, 2026-10-01~~ — superseded 2026-10-02 by Ana Ruiz",
        "- The tiles are grey — Ana Ruiz, 2026-11-30",
        "  - ⚠ claimed changed: no pump — Bo Lind, 2026-11-01 — unconfirmed",
        "- nobody's", "- [ ] a task", "Some text", "Some other text", "  a continuation",
        "1. first — Ana Ruiz, 2026-10-01",
        "```", "~~~", "<!--", "-->", "> quoted", "---", "===", "    - code — Ana Ruiz, 2026-10-01", "\t- tab",
    ]
)  # fmt: skip
NOTES = st.lists(LINES, max_size=14)


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str]:
    """A note, and the same with a few lines taken out, put in or moved."""
    old = draw(NOTES)
    new = list(old)
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(new)))
        if draw(st.booleans()):
            new.insert(place, draw(LINES))
        elif place < len(new):
            taken = new.pop(place)
            if draw(st.booleans()):
                new.insert(draw(st.integers(0, len(new))), taken)
    return "\n".join(old), "\n".join(new)


@example(edit=("\n# A\n# B\n- fact — Ana Ruiz, 2026-10-01\n#word", "# A\n# B\n#word"), actor="Ana Ruiz")
@given(edits(), st.sampled_from(["Ana Ruiz", "Bo Lind", "Root Admin", "agent-7"]))
@law(200)
def test_the_window_shows_all_that_the_whole_note_does(edit: tuple[str, str], actor: str) -> None:
    files = {"home.md": edit}
    seen = judge_files(files, actor=actor)
    with patch("wiki_schema.markdown.window.find_window", return_value=None):
        assert seen == judge_files(files, actor=actor)
