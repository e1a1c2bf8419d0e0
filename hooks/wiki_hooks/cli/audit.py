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
from wiki_schema.finding import Finding, Verdict
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
        help="as git log takes it (default: all)",
    )
    answer.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Judge every commit, and report all that broke a rule together."""
    from wiki_hooks.git import ranges

    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    judged = _with_progress(ranges.audit(os.getcwd(), os.environ, today(), manager, " ".join(args.revisions)))
    verdict, number = _gathered(judged)
    return reporter.give(verdict, "1 commit" if number == 1 else f"{number:,} commits")


def _gathered(judged: Iterator[Judged]) -> tuple[Verdict, int]:
    """All findings, with a notice that says of each commit that has some who made it and when."""
    number = 0
    findings: list[Finding] = []
    notices: dict[str, None] = {}
    for one in judged:
        number += 1
        if one.verdict.findings:
            subject = one.commit.message.strip().partition("\n")[0]
            notices[f"commit {one.commit.oid[:12]} by {one.commit.name} on {one.day}: {subject}"] = None
        findings += one.verdict.findings
        notices.update(dict.fromkeys(one.verdict.notices))
    return Verdict(tuple(findings), tuple(notices)), number


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
