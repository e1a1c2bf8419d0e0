"""What a log lost comes back: in its place where the last commit has it, else at the open end."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend.log_back import bring_log_back

ONE, TWO, THREE = (f"2026-11-0{n} | ADD | ana | {name}.md | it" for n, name in enumerate("abc", 1))
HEAD = "# Log\n\n"


def log(*lines: str) -> str:
    return HEAD + "".join(f"{line}\n" for line in lines)


CASES = {
    "gone": (log(ONE, TWO), log(TWO), log(ONE, TWO), log(ONE, TWO)),
    "gone, and one more since": (log(ONE, TWO), log(TWO, THREE), log(ONE, TWO), log(ONE, TWO, THREE)),
    "edited": (log(ONE, TWO), log(ONE.replace("it", "that"), TWO), log(ONE, TWO), log(ONE, TWO)),
    "out of order": (log(ONE, TWO), log(TWO, ONE), log(ONE, TWO), log(ONE, TWO)),
    "put in between": (log(ONE, TWO), log(ONE, THREE, TWO), log(ONE, TWO), log(ONE, TWO, THREE)),
    "the preamble gone": (log(ONE), f"{ONE}\n{TWO}\n", log(ONE), log(ONE, TWO)),
    "emptied": (log(ONE, TWO), "", log(ONE, TWO), log(ONE, TWO)),
    "deleted": (log(ONE, TWO), None, log(ONE, TWO), log(ONE, TWO)),
    "lost in an old commit": (log(ONE, TWO, THREE), log(ONE, THREE), log(ONE, THREE), log(ONE, THREE, TWO)),
    "nothing": (log(ONE), log(ONE, TWO), log(ONE), log(ONE, TWO)),
    "no commit": (log(ONE, TWO), log(ONE), None, log(ONE, TWO)),
    "equal lines": (log(ONE, ONE, TWO), log(ONE, TWO), log(ONE, ONE, TWO), log(ONE, ONE, TWO)),
}


@pytest.mark.parametrize("case", CASES)
def test_it_comes_back(case: str) -> None:
    old, text, base, whole = CASES[case]
    scene = store(log=text or "").scene
    found = bring_log_back(scene, old, text, base)
    assert found.text == whole
    assert bring_log_back(scene, old, found.text, base).text == whole


def test_in_a_newest_first_log_the_open_end_is_the_top() -> None:
    scene = store(keys='log_order = "newest-first"').scene
    found = bring_log_back(scene, log(TWO, ONE), log(THREE, ONE), log(TWO, ONE))
    assert found.text == log(THREE, TWO, ONE)


def test_what_an_edited_line_had_become_is_told() -> None:
    found = bring_log_back(store().scene, log(ONE), log(ONE.replace("it", "that")), log(ONE))
    assert found.changed == ((ONE, ONE.replace("it", "that")),)


def test_words_that_are_no_log_line_are_told_and_not_appended() -> None:
    found = bring_log_back(store().scene, log(ONE, TWO), f"{HEAD}some words\n{TWO}\n", log(ONE, TWO))
    assert found.text == log(ONE, TWO)
    assert any("some words" in new for _, new in found.changed)


def test_a_redacted_line_stays_redacted() -> None:
    covered = ONE.replace("it", "[redacted: word]")
    scene = store().scene
    assert bring_log_back(scene, log(ONE), log(covered), log(covered)) == (log(covered), (), (), 1)
    assert bring_log_back(scene, log(ONE, TWO), log(covered), log(ONE, TWO)).text == log(covered, TWO)


def test_what_an_archive_holds_is_not_lost() -> None:
    found = bring_log_back(store().scene, log(ONE, TWO), log(THREE), log(THREE), [log(ONE, TWO)])
    assert found.text == log(THREE)


def test_an_entry_comes_back_under_the_heading_that_dated_it() -> None:
    scene = store(keys='log_format = "okf"').scene
    old = f"{HEAD}## 2026-11-01\n\n- one\n- two\n\n## 2026-11-02\n\n- three\n"
    lost = f"{HEAD}## 2026-11-01\n\n- one\n\n## 2026-11-02\n\n- three\n"
    assert bring_log_back(scene, old, lost, old).text == old
    assert bring_log_back(scene, old, lost, lost).text == f"{lost}## 2026-11-01\n\n- two\n"
