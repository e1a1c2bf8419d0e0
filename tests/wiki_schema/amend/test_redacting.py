"""A secret covered, wherever it stands, and nothing else changed."""

from __future__ import annotations

import pytest

from tests.amending import Stage, store
from wiki_schema.amend import CannotAmend, redact

NOTE = """\
# The hunter2 page

Say hunter2 and enter. [redacted: hunter2] stands.

- The password is hunter2 — Ana Ruiz, 2026-01-01
  - ⚠ claimed changed: hunter2 again — bo, 2026-01-02 — unconfirmed
- ~~It was hunter2 — bo, 2026-01-01~~ — superseded 2026-02-01 by bo
- hunter2
"""


def safe(actor: str = "Root Admin", **files: str) -> Stage:
    return store(NOTE, actor, **files)


def test_every_word_of_a_note_is_covered_and_the_log_tells() -> None:
    stage = safe()
    amendment = redact(stage.scene, "home.md", "hunter2", "password")
    covered = NOTE.replace("hunter2", "[redacted: password]").replace(
        "[redacted: [redacted: password]]", "[redacted: hunter2]"
    )
    assert amendment.files == {
        "home.md": covered,
        "log.md": "# Log\n\n2026-11-30 | CONFLICT | Root Admin | home.md | a password redacted\n",
    }
    assert "hunter2" not in amendment.summary
    assert stage.refusals(amendment) == []


def test_words_are_found_over_a_line_break() -> None:
    stage = store("- Open sesame\n  now — Ana Ruiz, 2026-01-01\n", "Root Admin")
    amendment = redact(stage.scene, "home.md", "Open  sesame now")
    assert amendment.files["home.md"] == "- [redacted: secret] — Ana Ruiz, 2026-01-01\n"
    assert stage.refusals(amendment) == []


def test_an_accent_is_the_same_however_it_is_written() -> None:
    stage = store("- Zo\u0308e ist da — Ana Ruiz, 2026-01-01\n", "Root Admin")
    amendment = redact(stage.scene, "home.md", "Z\u00f6e")
    assert amendment.files["home.md"] == "- [redacted: secret] ist da — Ana Ruiz, 2026-01-01\n"


def test_where_else_it_stands_is_said_with_the_command_that_covers_it() -> None:
    stage = safe(log="# Log\n\n2026-11-01 | ADD | Ana Ruiz | home.md | it is hunter2, I hear\n")
    summary = redact(stage.scene, "home.md", "hunter2", "password").summary
    command = "memwiki redact home.md '…' --kind password --everywhere"
    assert summary == (
        f"redacted in 1 file: a password; it still stands in log.md: `{command}` covers it there too"
    )
    assert "still" not in redact(stage.scene, "home.md", "hunter2", everywhere=True).summary


def test_everywhere_is_every_note_the_index_and_the_log_but_no_archive() -> None:
    stage = safe(
        other="- hunter2 too — bo, 2026-01-01\n",
        index="# Index\n\n- [home](home.md) hunter2\n- [other](other.md)\n",
        log="# Log\n\n2026-11-01 | ADD | Ana Ruiz | home.md | it is hunter2, I hear\n",
        **{"log-2025": "2025-01-01 | ADD | Ana Ruiz | home.md | hunter2\n"},
    )
    amendment = redact(stage.scene, "home.md", "hunter2", everywhere=True)
    assert sorted(amendment.files) == ["home.md", "index.md", "log.md", "other.md"]
    assert not any("is hunter2" in (text or "") for text in amendment.files.values())
    assert "log-2025.md" in amendment.summary
    assert stage.refusals(amendment) == []


def test_in_the_log_only_words_are_covered() -> None:
    log = "# Log\n\n2026-11-01 | ADD | Ana Ruiz | home.md | the home is hunter2, I hear\n"
    stage = safe(log=log)
    amendment = redact(stage.scene, "log.md", "hunter2")
    assert (amendment.files["log.md"] or "").startswith(log.replace("hunter2", "[redacted: secret]"))
    assert stage.refusals(amendment) == []
    with pytest.raises(CannotAmend, match="would change day, verb, name or path of a log line"):
        redact(stage.scene, "log.md", "home")


@pytest.mark.parametrize(
    ("style", "log"),
    [
        ("memwiki", "# hunter2\n\n2026-11-01 | ADD | Ana Ruiz | home.md | hunter2\n"),
        ("headings", "# Log\n\n## [2026-11-01] ingest | hunter2\n\nIt is hunter2.\n"),
        ("okf", "# Log\n\n## 2026-11-01\n\n- hunter2\n"),
        ("bullets", "It is hunter2.\n\n- 2026-11-01 — hunter2\n"),
    ],
)
def test_words_are_covered_in_every_line_of_a_log_of_any_style(style: str, log: str) -> None:
    stage = store(NOTE, "Root Admin", f'log_format = "{style}"', log=log)
    amendment = redact(stage.scene, "log.md", "hunter2")
    assert (amendment.files["log.md"] or "").startswith(log.replace("hunter2", "[redacted: secret]"))
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    ("span", "why"),
    [
        ("Ana Ruiz", "who stands behind a fact"),
        ("2026-02-01", "who stands behind a fact"),
        ("- hunter2", "which lines are facts, headings and text"),
        ("#", "Say which words to redact"),
        ("nowhere", "These words stand nowhere"),
        ("  ", "Say which words to redact"),
    ],
)
def test_no_more_than_words_is_covered(span: str, why: str) -> None:
    with pytest.raises(CannotAmend, match=why):
        redact(safe().scene, "home.md", span)


def test_a_listing_is_not_covered() -> None:
    with pytest.raises(CannotAmend, match="what it lists"):
        redact(safe().scene, "index.md", "home")


def test_a_kind_is_words_too() -> None:
    with pytest.raises(CannotAmend, match="without brackets"):
        redact(safe().scene, "home.md", "hunter2", "key]")


def test_who_is_no_admin_is_refused_by_the_rules() -> None:
    stage = safe("Ana Ruiz")
    assert "fact-rewritten" in stage.refusals(redact(stage.scene, "home.md", "hunter2"))
