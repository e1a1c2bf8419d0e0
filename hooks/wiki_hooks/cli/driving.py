"""What both merge drivers do: read three versions, write what they make together over ours."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from wiki_schema.finding import CannotCheck
from wiki_schema.merge import Merged
from wiki_schema.merge.page import WIDTH
from wiki_schema.telling import count
from wiki_schema.text import decode, encode, visible

CLASHED = 1


def add_versions(parser: argparse.ArgumentParser) -> None:
    """As git hands them to a driver: `%O %A %B %L %P`."""
    parser.add_argument("base", metavar="BASE", help="a file with the version both sides come from (%%O)")
    parser.add_argument("ours", metavar="OURS", help="ours (%%A); the result is written over it")
    parser.add_argument("theirs", metavar="THEIRS", help="theirs (%%B)")
    parser.add_argument(
        "width", metavar="WIDTH", nargs="?", type=int, default=WIDTH, help="of conflict markers (%%L)"
    )
    parser.add_argument("path", metavar="PATH", nargs="?", default="", help="where it belongs (%%P)")


def drive(args: argparse.Namespace, merge: Callable[[str, str, str], Merged], why: str) -> int:
    """Merge, and write the result over ours. `why` says in words what a person must decide.

    Whatever goes wrong, both versions stand in the file whole: a file left as ours would soon be added, and
    theirs forgotten.
    """
    base, ours, theirs = map(_read, (args.base, args.ours, args.theirs))
    try:
        merged = merge(base, ours, theirs)
    except BaseException:
        _write(args.ours, _both(ours, theirs, args.width))
        raise
    _write(args.ours, merged.text)
    if merged.clashes:
        places = count(merged.clashes, "place")
        print(f"memwiki: {visible(args.path)}: {why}: choose in {places}", file=sys.stderr)
    return CLASHED if merged.clashes else 0


def _both(ours: str, theirs: str, width: int) -> str:
    def ended(text: str) -> str:
        return text if not text or text.endswith("\n") else f"{text}\n"

    opening, middle, closing = (mark * width for mark in "<=>")
    return f"{opening} ours\n{ended(ours)}{middle}\n{ended(theirs)}{closing} theirs\n"


def _read(path: str) -> str:
    try:
        with open(path, "rb") as file:
            return decode(file.read())
    except OSError as error:
        raise CannotCheck(f"{visible(path)} cannot be read: {error.strerror}") from None


def _write(path: str, text: str) -> None:
    """All of a text or nothing: who is killed on the way leaves what was there, and git sees that."""
    aside = f"{path}.memwiki-new"
    try:
        with open(aside, "wb") as file:
            file.write(encode(text))
        os.replace(aside, path)
    except OSError as error:
        with suppress(OSError):
            os.remove(aside)
        raise CannotCheck(f"{visible(path)} cannot be written: {error.strerror}") from None
