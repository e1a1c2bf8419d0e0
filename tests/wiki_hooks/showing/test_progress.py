"""What long work is at is said on a terminal, and nowhere else."""

from __future__ import annotations

import pytest

from wiki_hooks.showing import progress as module
from wiki_hooks.showing.progress import progress


def run(
    monkeypatch: pytest.MonkeyPatch, seconds: float, is_terminal: bool = True, quiet: bool = False
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: is_terminal, raising=False)
    monkeypatch.setattr(module, "_SHORT_SECONDS", seconds)
    monkeypatch.setenv("TERM", "xterm")
    with progress("memwiki lint", quiet) as tell:
        tell("notes: link-dead")
        tell("notes: [bold]\x1b[2J odd")


def test_long_work_says_what_it_is_at_as_plain_words(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, -1)
    out, err = capsys.readouterr()
    assert out == ""
    assert "memwiki lint: notes: " in err
    assert "\x1b[2J" not in err.replace("\x1b[2K", "")


@pytest.mark.parametrize(
    ("seconds", "is_terminal", "quiet"), [(60, True, False), (-1, False, False), (-1, True, True)]
)
def test_short_work_a_file_and_whoever_wants_quiet_are_told_nothing(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    seconds: float,
    is_terminal: bool,
    quiet: bool,
) -> None:
    run(monkeypatch, seconds, is_terminal, quiet)
    assert capsys.readouterr() == ("", "")
