"""`memwiki audit`: every commit of a history that broke a rule, who made it, and what was lost."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_hooks.cli import answer
from wiki_hooks.place.environment import today
from wiki_schema.command import Command
from wiki_schema.finding import ERROR, Commit, Finding, Verdict
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.telling import count

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
    parser.add_argument("--warnings", action="store_true", help="show what was only warned of, too")
    answer.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Judge every commit, and report all that broke a rule together."""
    from wiki_hooks.git import ranges

    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    if not args.revisions and ranges.is_unborn(os.getcwd(), os.environ):
        return reporter.give(Verdict(notices=("There are no commits yet: nothing to audit.",)), "0 commits")
    judged = _with_progress(ranges.audit(os.getcwd(), os.environ, today(), manager, " ".join(args.revisions)))
    verdict, number = _gathered(judged, args.warnings)
    title = f"{count(len(verdict.commits), 'commit')} of {number:,} broke a rule"
    return reporter.give(verdict, title if verdict.commits else count(number, "commit"))


def _gathered(judged: Iterator[Judged], with_warnings: bool) -> tuple[Verdict, int]:
    """All findings with the commits that they name, and how many commits were judged."""
    number = hidden = 0
    findings: list[Finding] = []
    commits: list[Commit] = []
    notices: dict[str, None] = {}
    for one in judged:
        number += 1
        shown = [f for f in one.verdict.findings if with_warnings or f.level == ERROR]
        hidden += len(one.verdict.findings) - len(shown)
        if shown:
            subject = one.commit.message.strip().partition("\n")[0]
            commits.append(Commit(one.commit.oid, one.commit.name, one.day, subject))
        findings += shown
        notices.update(dict.fromkeys(one.verdict.notices))
    if hidden:
        notices[f"{count(hidden, 'warning')} not shown; memwiki audit --warnings shows them"] = None
    return Verdict(tuple(findings), tuple(notices), tuple(commits)), number


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
