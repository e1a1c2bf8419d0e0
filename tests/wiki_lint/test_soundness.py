"""A note whose links are seen to be sound at a glance is one in which the slow look finds nothing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.linting import view_files
from wiki_lint.targets import Targets

PIECES = (
    "[x](n.md)", "[x](gone.md)", "[x](f/b.md)", "[x](https://a.b)", "[x](mailto:a@b)", "[[n]]", "[[gone]]",
    "[[b]]", "![p](pic.png)", "![p](no.png)", "[x](a b.md)", "[x](n.md/)", "[x](n)", "[x](f/)", "\n", "\n\n",
    "`[x](gone.md)`", " ", "- ", "| ", '[x](n.md "t")', "[x](C:/x)", "[x](//host)", "[x](~/a.md)",
    "[x](/n.md)", "[x](../n.md)", "[[n|x]]", "|-|-|\n", "(", "]", "[", "\\", "text", "{{x}}", "[x](...)",
)  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=5))
@settings(max_examples=200, deadline=None)
def test_what_is_plainly_sound_has_no_fault(pieces: list[str]) -> None:
    files = {"s/a.md": f"# A\n\n{''.join(pieces)}\n", "n.md": "# N\n", "f/b.md": "# B\n", "pic.png": "x"}
    (view,) = view_files(files)
    targets, note = Targets(view), view.note_at["s/a.md"]
    faults = list(targets.faults(note.path, note.text, note.references))
    assert list(targets.of_note(note)) == faults
