"""What needs no log line: the judgement of `log-missing`, whichever way it is come by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.linting import view_files
from wiki_lint import layout

(VIEW,) = view_files({"house.md": "# House\n"})

PIECES = [
    "# House",
    "- The tap is new — Ana Ruiz, 2026-10-02",
    "- [ ] a task",
    "  - ⚠ claimed changed: it — Bo Lind, 2026-10-03 — unconfirmed",
    "- ~~The tank — Bo Lind, 2026-10-02~~ — superseded 2026-10-04 by Bo Lind",
    *("```", "    code", "words", "", "---", "> x", "| a |"),
]
ENDS = st.sampled_from(["\n", "\r\n", "  \n", "\t\r\n"])


@given(st.lists(st.sampled_from(PIECES), max_size=8), st.data())
def test_other_line_ends_and_blanks_are_layout_by_the_whole_judgement_too(rows: list[str], data) -> None:
    old = "".join(f"{row}\n" for row in rows)
    new = data.draw(st.sampled_from(["", "\ufeff"])) + "".join(row + data.draw(ENDS) for row in rows)
    assert layout.is_layout(VIEW, "house.md", old, new)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(layout, "_bare", lambda text: [object()])
        assert layout.is_layout(VIEW, "house.md", old, new)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("- [ ] a\n", "- [x] a\n", True),
        ("* a\n", "- a\n", True),
        ("a\n", "b\n", False),
        ("- The tap — Ana Ruiz, 2026-10-02\n", "- The tap — Bo Lind, 2026-10-02\n", False),
        ("a\n", "", False),
    ],
)
def test_boxes_and_marks_are_layout_and_words_are_not(old: str, new: str, expected: bool) -> None:
    assert layout.is_layout(VIEW, "house.md", old, new) is expected
