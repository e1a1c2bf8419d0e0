"""`memwiki check`: the rules on a change, whichever way it is given."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from wiki_hooks.cli import answer
from wiki_hooks.cli.parser import Usage
from wiki_hooks.environment import today
from wiki_schema.command import Command
from wiki_schema.finding import Verdict
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which change, and how to answer."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="show only what was found in these files")
    which = parser.add_argument_group("which change (default: the staged one)")
    which.add_argument("--from-ref", metavar="A", help="with --to-ref: every commit after A ...")
    which.add_argument("--to-ref", metavar="B", help="... up to B, each against each of its parents")
    which.add_argument("--worktree", action="store_true", help="the files on disk against the last commit")
    which.add_argument("--all", action="store_true", help="every file, by the rules on form alone")
    which.add_argument("--stdin", action="store_true", help="a change given as JSON on standard input")
    which.add_argument("--hook", action="store_true", help="what the git hook that is running stands for")
    parser.add_argument("--fix", action="store_true", help="write the missing log and index lines")
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    answer.add_arguments(parser)


class Answer(Value):
    """A verdict, and what it is about."""

    verdict: Verdict
    title: str


def run(args: argparse.Namespace) -> int:
    """Judge the change, and report; with --fix write what is missing."""
    _check_options(args)
    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    if args.fix:
        from wiki_hooks.fix import fix

        verdict, wrote = fix(os.getcwd(), os.environ, args.who, today(), manager)
        # Whoever asked must look at what was written before it is committed.
        return reporter.give(_shown(verdict, args), "the staged change") or int(wrote)
    verdict, title = _judge(args, manager)
    return reporter.give(_shown(verdict, args), title)


def _check_options(args: argparse.Namespace) -> None:
    """Options that contradict each other are refused: no check may look at less than was meant."""
    ways = {
        "--from-ref and --to-ref": args.from_ref is not None or args.to_ref is not None,
        "--worktree": args.worktree,
        "--all": args.all,
        "--stdin": args.stdin,
        "--hook": args.hook and not args.fix,
        "--fix": args.fix,
    }
    given = [name for name, is_given in ways.items() if is_given]
    if len(given) > 1:
        raise Usage(f"{' and '.join(given)} name different changes; give one")
    if (args.from_ref is None) != (args.to_ref is None):
        raise Usage("--from-ref and --to-ref go together")


def _judge(args: argparse.Namespace, manager: PluginManager) -> Answer:
    if args.stdin:
        from wiki_hooks import stdin

        verdict = stdin.check(sys.stdin.buffer.read, stdin.current_folder(), args.who, manager)
        return Answer(verdict, "the given change")
    place = (os.getcwd(), os.environ, args.who, today(), manager)
    if args.from_ref is not None:
        from wiki_hooks.git import ranges

        return Answer(ranges.check(*place, args.from_ref, args.to_ref), f"{args.from_ref}..{args.to_ref}")
    if args.worktree:
        from wiki_hooks.git import worktree

        return Answer(worktree.check(*place), "the files on disk")
    if args.all:
        from wiki_hooks import whole

        return Answer(whole.check(*place), "every file")
    if args.hook:
        from wiki_hooks.git import framework

        return Answer(_with_way_out(framework.check(*place)), "the change")
    from wiki_hooks.git import staged

    return Answer(_with_way_out(staged.check(*place)), "the staged change")


def _with_way_out(verdict: Verdict) -> Verdict:
    """The verdict, with the command that writes the lines a staged change lacks, where that would help."""
    if not verdict.errors:
        return verdict
    from wiki_hooks.fix import is_fixable

    if not any(is_fixable(finding) and not finding.commit for finding in verdict.findings):
        return verdict
    notice = "`memwiki check --fix` writes the missing log and index lines"
    return verdict._replace(notices=(*verdict.notices, notice))


def _shown(verdict: Verdict, args: argparse.Namespace) -> Verdict:
    """The findings in the files that were named; all where none was."""
    if not args.files:
        return verdict
    from wiki_hooks.only import only

    return only(verdict, args.files, os.getcwd(), {} if args.stdin else os.environ)


COMMAND = Command("check", "Judge a change: what is staged, a range, the files on disk.", add_arguments, run)
