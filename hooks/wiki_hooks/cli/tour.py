"""`memwiki tour`: shows what memwiki refuses and what it lets through, in a wiki of its own."""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile

from wiki_hooks.cli.answer import has_colour
from wiki_hooks.place.environment import today
from wiki_hooks.tour.scenes import scenes
from wiki_hooks.tour.stage import Played, Run, Tour
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible

STYLES = {"title": "1", "command": "1;36", "-": "31", "+": "32", "good": "1;32", "bad": "1;31", "faint": "2"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether the wiki stays, and where."""
    parser.add_argument(
        "--keep", nargs="?", const="", metavar="DIR", help="leave the wiki, in DIR, to go on trying in it"
    )


def run(args: argparse.Namespace) -> int:
    """Take the tour; 0 where all went as it should."""
    folder = _make(args.keep) if args.keep else tempfile.mkdtemp(prefix="memwiki-tour-")
    try:
        went_well = _take(Tour(folder, today(), has_colour()))
    finally:
        if args.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    if args.keep is not None:
        print(f"\nThe wiki stays in {visible(folder)}")
    return 0 if went_well else 1


def _make(folder: str) -> str:
    """An empty folder of that name. Raises `CannotCheck` where something stands there."""
    try:
        os.makedirs(folder, exist_ok=True)
        if os.listdir(folder):
            raise CannotCheck(f"{visible(folder)} is not empty; name a new folder: memwiki tour --keep DIR")
    except OSError as error:
        raise CannotCheck(f"{visible(folder)} cannot be made: {error.strerror}") from None
    return folder


def _take(tour: Tour) -> bool:
    print(_styled("title", "A small wiki, with memwiki in front of every commit"))
    prepared = list(tour.prepare())
    for step in prepared:
        _show(step)
    if any(step.code for step in prepared):
        print(_styled("bad", "\nThe wiki could not be made."))
        return False
    results = []
    for number, scene in enumerate(scenes(tour.day), 1):
        who = f"{scene.author.name}, {scene.author.what}"
        print(f"\n{_styled('title', f'{number}. {scene.title}')} {_styled('faint', f'({who})')}")
        results.append(tour.play(scene))
        _show_played(results[-1])
    refused = sum(played.as_it_should for played in results if played.scene.refused)
    let_in = sum(played.as_it_should for played in results if not played.scene.refused)
    print(f"\n{refused} bad writes were refused, {let_in} good ones went in.")
    print("Now for your own wiki: memwiki init")
    return all(played.as_it_should for played in results)


def _show_played(played: Played) -> None:
    for step in played.runs:
        _show(step)
    if not played.as_it_should:
        print(_styled("bad", "=> this should not have gone so; please report it"))
    elif played.scene.refused:
        print(_styled("good", "=> refused; nothing is lost"))
    else:
        print(_styled("good", "=> committed"))


def _show(step: Run) -> None:
    print(_styled("command", f"$ {step.command}"))
    for line in step.output.rstrip("\n").split("\n") if step.output else ():
        style = line[:1] if line[:1] in ("+", "-") and "diff" in step.command else ""
        print(f"  {_styled(style, line)}" if line else "")


def _styled(style: str, text: str) -> str:
    return f"\x1b[{STYLES[style]}m{text}\x1b[0m" if style and has_colour() else text


COMMAND = Command("tour", "Try five bad writes and two good ones in a wiki of its own.", add_arguments, run)
