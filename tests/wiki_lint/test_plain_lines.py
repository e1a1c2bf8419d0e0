"""Which lines are seen to be text at a glance: never one that a reader of blocks takes for something else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wiki_lint.markdown import outline, plain_lines

LINES = (
    "text [x](y)", "- item", "-     code", "```", "``` py", "~~~", "    code", "\tcode", "- ```", "> quote",
    "<div>", "a <b>", "# H", "1. x", "10) y", "", "---", "===", "[a]: b", "| a | b |", "|-|-|", "  cont",
    "   ```", "**bold**", "- [x](y)", "`code`", "```x```", "````", "*e*", "- - x", "word```", "<!-- c", "-->",
    "***", "-", "* * *", "+ \t x", "# ", "1.", "title: x",
)  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=9))
def test_a_line_that_looks_plain_is_text(lines: list[str]) -> None:
    text = "\n".join(lines)
    assert plain_lines(text) <= outline(text).texts


def test_most_notes_are_plain_but_for_their_code() -> None:
    note = "---\ntitle: x\n---\n# A\n\nSee [[b]].\n\n```\n[[c]]\n```\n\n- [d](d.md)\n"
    assert plain_lines(note) == {4, 6, 12}
