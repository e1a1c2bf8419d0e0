"""`memwiki audit`: every commit of a history that broke a rule, who made it, and what was lost."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_hooks.cli import answer
from wiki_hooks.environment import today
from wiki_schema.command import Command
from wiki_schema.finding import Verdict
from wiki_schema.plugins import get_plugin_manager

if TYPE_CHECKING:
    from wiki_hooks.git.walk import Judged

_SHOWN_EVERY = 50


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which part of the history."""
    parser.add_argument(
        "revisions",
        nargs="*",
        metavar="REV-RANGE",
        help="as git takes it: v1..main, HEAD~20.. (default: all)",
    )
    answer.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Judge every commit, and report all that broke a rule together."""
    from wiki_hooks.git import ranges

    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    judged = _with_progress(ranges.audit(os.getcwd(), os.environ, " ".join(args.revisions), today(), manager))
    verdict, number = _gathered(judged)
    return reporter.give(verdict, "1 commit" if number == 1 else f"{number:,} commits")


def _gathered(judged: Iterator[Judged]) -> tuple[Verdict, int]:
    """All findings, with a notice that says of each commit that has some who made it and when."""
    number = 0
    verdicts = []
    for number, one in enumerate(judged, 1):
        if one.verdict.findings:
            subject = one.commit.message.strip().partition("\n")[0]
            who = f"commit {one.commit.oid[:12]} by {one.commit.name} on {one.day}: {subject}"
            verdicts.append(one.verdict._replace(notices=(who, *one.verdict.notices)))
        else:
            verdicts.append(one.verdict)
    findings = tuple(finding for verdict in verdicts for finding in verdict.findings)
    notices = dict.fromkeys(notice for verdict in verdicts for notice in verdict.notices)
    return Verdict(findings, tuple(notices)), number


def _with_progress(judged: Iterator[Judged]) -> Iterator[Judged]:
    """The same, counted on the terminal of whoever waits."""
    is_watched = sys.stderr.isatty()
    for number, one in enumerate(judged, 1):
        if is_watched and number % _SHOWN_EVERY == 0:
            sys.stderr.write(f"\r{number:,} commits, now at {one.day}")
            sys.stderr.flush()
        yield one
    if is_watched:
        sys.stderr.write("\r\x1b[K")


COMMAND = Command("audit", "Find every commit of the history that broke a rule.", add_arguments, run)
