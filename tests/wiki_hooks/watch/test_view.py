"""What a person sees: all of it, at once, and nothing in it that acts."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from wiki_hooks.watch.batch import BY_GIT, SAVED, STATE, Event
from wiki_hooks.watch.view import Lines, Picture, make_view
from wiki_schema.finding import ERROR, Finding

LINE = "2026-11-30 | ADD | Ben Okri | trips.md | 1 fact added"
LOST = Finding(
    "wiki/trips.md",
    3,
    "A fact of ben would be gone.",
    "memwiki restore wiki/trips.md --at 0123456789ab\nthen look",
    ("We go to Rome — ben, 2026-11-01",),
    level=ERROR,
    rule="fact-erased",
)
HOSTILE = [
    "\x1b[2J\x1b]0;owned\x07",
    "[bold red]markup[/bold red]",
    "[link=file:///etc/passwd]x[/link]",
    "a\nb\rc\tforged",
    "\u202egnirts\u2066",
    "##[error]x",
    "not utf-8 \udcff",
    "x" * 100_000,
    ":smile:",
    "[/]",
]


def lines(*events: Event) -> list[str]:
    """What a pipe gets, without the time of day."""
    out = io.StringIO()
    with Lines(out) as view:
        view.show(events)
    return [re.sub(r"^\d\d:\d\d:\d\d ", "", line) for line in out.getvalue().split("\n")[:-1]]


def picture(*events: Event, width: int = 80, height: int = 24) -> str:
    """What a terminal shows in the end."""
    out = io.StringIO()
    console = Console(
        file=out, force_terminal=True, width=width, height=height, color_system=None, emoji=False
    )  # fmt: skip
    with Picture("/home/ben/notes", console) as view:
        view.show(events)
    return out.getvalue()


def last_frame(text: str) -> str:
    """The picture that stands there at the end, without what moves the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text.rpartition("memwiki ·")[2])


class TestPlainLines:
    def test_hold_an_event_each_with_its_log_line(self) -> None:
        saved = Event(SAVED, "Ben Okri saved wiki/trips.md: ADD 1 fact added", "wiki/trips.md", lines=(LINE,))
        assert lines(Event(STATE, "watching 4 files"), saved) == [
            "watching 4 files",
            "Ben Okri saved wiki/trips.md: ADD 1 fact added",
            f"         + {LINE}",
        ]

    def test_tell_what_is_broken_with_the_lost_words_and_the_way_back(self) -> None:
        assert lines(Event(SAVED, "Ben Okri saved wiki/trips.md", "wiki/trips.md", findings=(LOST,))) == [
            "Ben Okri saved wiki/trips.md",
            "         error: wiki/trips.md:3: A fact of ben would be gone. [fact-erased]",
            "           lost │ We go to Rome — ben, 2026-11-01",
            "           do: memwiki restore wiki/trips.md --at 0123456789ab",
            "              │ then look",
        ]

    def test_cut_a_loss_that_would_fill_the_screen(self) -> None:
        shown = lines(Event(SAVED, "x", findings=(LOST._replace(lost=("line\n" * 1000,)),)))
        assert "           lost … and 988 more lines" in shown
        assert len(shown) < 20

    @pytest.mark.parametrize("words", HOSTILE)
    def test_hold_nothing_that_acts(self, words: str) -> None:
        finding = LOST._replace(path=words, message=words, hint=words, lost=(words,))
        shown = lines(Event(SAVED, words, words, words, (words,), (finding,)))
        for line in shown:
            assert all(char.isprintable() for char in line)
            assert "##[" not in line
            assert len(line) < 1500


class TestThePicture:
    def test_shows_state_saves_log_lines_and_what_is_broken(self) -> None:
        shown = last_frame(
            picture(
                Event(STATE, "watching 4 files of 1 store"),
                Event(SAVED, "Ben Okri saved wiki/trips.md: ADD 1 fact added", lines=(LINE,)),
                Event(SAVED, "Ben Okri saved wiki/home.md", findings=(LOST,)),
                Event(BY_GIT, "git: main → side, 14 files"),
            )
        )
        for words in (
            "/home/ben/notes · watching 4 files of 1 store · 1 finding",
            "ADD 1 fact added",
            LINE,
            "fact-erased",
            "We go to Rome",
            "memwiki restore",
            "git: main → side, 14 files",
        ):
            assert words in shown

    @pytest.mark.parametrize("height", [5, 24, 60])
    def test_fits_the_terminal(self, height: int) -> None:
        saves = [Event(SAVED, f"Ben saved note {n}", lines=(LINE,), findings=(LOST,)) for n in range(300)]
        shown = last_frame(picture(*saves, height=height))
        assert shown.count("\n") <= max(height, 16)
        assert "note 299" in shown or height == 5

    @pytest.mark.parametrize("words", HOSTILE)
    def test_holds_nothing_that_acts(self, words: str) -> None:
        finding = LOST._replace(path=words, message=words, hint=words, lost=(words,))
        shown = picture(Event(STATE, words), Event(SAVED, words, words, words, (words,), (finding,)))
        assert "owned\x07" not in shown
        assert "\x1b[2J" not in shown
        assert "\x1b]" not in shown
        assert "\u202e" not in shown
        if "[" in words and "\x1b" not in words and "##" not in words:
            assert words in last_frame(shown), "brackets are words, not markup"


def test_a_pipe_gets_lines(capsys: pytest.CaptureFixture[str]) -> None:
    with make_view("/home/ben/notes") as view:
        view.show([Event(STATE, "watching")])
    assert capsys.readouterr().out.endswith(" watching\n")
