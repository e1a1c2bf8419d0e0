"""`memwiki tour`: five bad writes refused and two good ones committed, for real."""

from __future__ import annotations

import re
from pathlib import Path

from tests.wiki_hooks.cli.conftest import Run


def test_the_tour_goes_as_it_should_and_leaves_nothing_behind(memwiki: Run, tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    answer = memwiki("tour", TMPDIR=str(tmp_path / "temporary"))
    assert answer.code == 0, answer.out
    assert answer.out.count("=> refused; nothing is lost") == 5
    assert answer.out.count("=> committed") == 2
    assert "The ferry leaves at 07:40 from pier 3" in answer.out, "the lost words are given back"
    assert "\x1b" not in answer.out
    assert list((tmp_path / "temporary").iterdir()) == []


def test_the_wiki_may_be_kept(memwiki: Run, tmp_path: Path) -> None:
    answer = memwiki("tour", "--keep", TMPDIR=str(tmp_path))
    folder = re.search(r"The wiki stays in (.*)\n", answer.out)
    assert folder
    assert (Path(folder[1]) / "wiki" / "log.md").read_text(encoding="utf-8").count("\n20") == 4


def test_it_may_be_kept_in_a_folder_that_is_named(memwiki: Run, tmp_path: Path) -> None:
    assert memwiki("tour", "--keep", "example").code == 0
    assert (tmp_path / "example" / "wiki" / "log.md").exists()
    assert memwiki("tour", "--keep", "example").code == 2, "nothing that stands there is written over"


def test_it_is_in_colour_where_that_is_wanted(memwiki: Run) -> None:
    assert "\x1b[1;31merror" in memwiki("tour", FORCE_COLOR="1").out
