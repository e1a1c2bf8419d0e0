"""The watcher beside memwiki's own commands: what they did is known, what somebody did before them is not."""

from __future__ import annotations

import subprocess
import sys

from tests.repository import FIRST_LINE, HOTEL, TODAY
from tests.wiki_hooks.watch.keeping import Watched, line, place

__all__ = ["place"]


def add(place: Watched, fact: str) -> None:
    """Add a fact by the command, which judges nothing but that."""
    memwiki = [sys.executable, "-m", "wiki_hooks.cli", "add", "wiki/trips.md", fact]
    environ = {**place.environ, "MEMWIKI_TODAY": str(TODAY)}
    subprocess.run(memwiki, cwd=place.path, env=environ, check=True, capture_output=True)


def test_what_a_command_wrote_is_known(place: Watched) -> None:
    add(place, "The train leaves at nine")
    assert place.settle() == []
    assert place.log == [line("ADD", "trips.md", "The train leaves at nine")]


def test_what_was_lost_by_hand_just_before_is_seen(place: Watched) -> None:
    place.replace("wiki/trips.md", f"- {HOTEL}\n", "")
    add(place, "The train leaves at nine")
    (event,) = place.settle()
    assert [finding.rule for finding in event.findings] == ["fact-erased"]
    assert place.logged(line("ADD", "trips.md", "The train leaves at nine")) == 1
    assert len(place.log) == 1


def test_a_log_line_cut_by_hand_just_before_is_seen(place: Watched) -> None:
    place.replace("wiki/log.md", f"{FIRST_LINE}\n", "")
    add(place, "The train leaves at nine")
    (event,) = place.settle()
    assert [finding.rule for finding in event.findings] == ["log-shortened"]


def test_all_that_was_lost_at_once_is_restored(place: Watched) -> None:
    place.begin(restores=True)
    log, note = place.read("wiki/log.md"), place.read("wiki/trips.md")
    place.replace("wiki/log.md", f"{FIRST_LINE}\n", "")
    place.replace("wiki/trips.md", "near", "far from")
    place.settle("away")
    assert place.read("wiki/log.md").startswith(log)
    assert HOTEL in place.read("wiki/trips.md")
    assert note.split("\n")[:3] == place.read("wiki/trips.md").split("\n")[:3]
    assert place.settle() == []
