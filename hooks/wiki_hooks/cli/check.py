"""`memwiki check`: the rules on a change, whichever way it is given."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from wiki_hooks.cli import answer
from wiki_hooks.cli.parser import Usage
from wiki_hooks.place.environment import today
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager

    from wiki_hooks.git.staged import Judgement


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
    parser.add_argument(
        "--accepted", action="store_true", help="with --all: show what the baseline covers too"
    )
    parser.add_argument("--fix", action="store_true", help="write the log and index lines that it lacks")
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    answer.add_arguments(parser)


class Answer(Value):
    """A verdict, and what it is about."""

    verdict: Verdict
    title: str
    advise: Callable[[Verdict], Verdict] = lambda verdict: verdict
    """Adds the way out to the part of the verdict that is shown."""


def run(args: argparse.Namespace) -> int:
    """Judge the change, and report; with --fix write what is missing."""
    _check_options(args)
    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    place = Place(os.getcwd(), os.environ, args.who, today(), manager)
    if args.fix:
        return _fix(args, place, reporter)
    verdict, title, advise = _judge(args, place)
    return reporter.give(advise(_shown(verdict, args)), title)


class Place(Value):
    """What every check begins with, in the order in which it takes it."""

    cwd: str
    environ: Mapping[str, str]
    who: str
    day: date
    manager: PluginManager


def _fix(args: argparse.Namespace, place: Place, reporter: answer.Reporter) -> int:
    from wiki_hooks.writing.fix import fix, fix_worktree

    verdict, done = fix_worktree(*place) if args.worktree else fix(*place)
    shown = _shown(verdict, args)
    said = () if args.quiet else done
    title = "the files on disk" if args.worktree else "the staged change"
    title = f"what else there is in {title}" if done else title
    # Whoever asked must look at what was written before it is committed.
    return reporter.give(shown._replace(notices=(*shown.notices, *said)), title) or int(bool(done))


def _check_options(args: argparse.Namespace) -> None:
    """Options that contradict each other are refused: no check may look at less than was meant."""
    ways = {
        "--from-ref and --to-ref": args.from_ref is not None or args.to_ref is not None,
        "--worktree": args.worktree,
        "--all": args.all,
        "--stdin": args.stdin,
        "--hook": args.hook,
    }
    given = [name for name, is_given in ways.items() if is_given]
    if len(given) > 1:
        raise Usage(f"{' and '.join(given)} name different changes; give one")
    if args.fix and given and given[0] not in ("--worktree", "--hook"):
        also = "it writes what the staged change lacks, or with --worktree what the files on disk lack"
        raise Usage(f"--fix and {given[0]} name different changes: {also}")
    if args.accepted and not args.all:
        raise Usage("--accepted goes with --all: the check of a change knows no baseline")
    if (args.from_ref is None) != (args.to_ref is None):
        raise Usage("--from-ref and --to-ref go together")


def _judge(args: argparse.Namespace, place: Place) -> Answer:
    if args.stdin:
        from wiki_hooks.git import stdin

        verdict = stdin.check(sys.stdin.buffer.read, stdin.current_folder(), args.who, place.manager)
        return Answer(verdict, "the given change")
    if args.from_ref is not None:
        from wiki_hooks.git import ranges

        cwd, environ, who, day, manager = place
        verdict = ranges.check(cwd, environ, who, day, manager, args.from_ref, args.to_ref)
        return Answer(verdict, f"{args.from_ref}..{args.to_ref}")
    if args.worktree:
        from wiki_hooks.git import worktree

        return Answer(worktree.check(*place), "the files on disk", _with_worktree_fix)
    if args.all:
        from wiki_hooks.git import whole

        cwd, environ, who, day, manager = place
        return Answer(whole.check(cwd, environ, who, day, manager, accepted=args.accepted), "every file")
    if args.hook:
        from wiki_hooks.git import framework

        pushed = framework.check(*place)
        if pushed is not None:
            return Answer(pushed, "the change")
    from wiki_hooks.git import staged
    from wiki_hooks.writing import flushing

    flushed = flushing.flush(place.cwd, place.environ, place.manager) if args.hook else ()
    judgement = staged.check_staged(*place)
    verdict = judgement.verdict._replace(notices=(*flushed, *judgement.verdict.notices))
    return Answer(verdict, "the staged change", partial(_with_way_out, judgement, place))


def _with_way_out(judgement: Judgement, place: Place, shown: Verdict) -> Verdict:
    """What is shown of a verdict on the staged change, with what closes the gaps in log and index."""
    if not shown.errors:
        return shown
    from wiki_hooks.git import staged
    from wiki_hooks.plumbing.repository import find_repository
    from wiki_hooks.writing.missing import find_missing, told

    def judge_again(environ: Mapping[str, str]) -> Verdict:
        return staged.check(*place._replace(environ=environ))

    try:
        missing = find_missing(judgement, find_repository(place.cwd, place.environ), judge_again)
    except CannotCheck as error:
        # It could be looked at once, and that is what counts: only advice is lost.
        return shown._replace(notices=(*shown.notices, str(error)))
    return told(shown, missing, judgement.settings, place.environ)


def _with_worktree_fix(shown: Verdict) -> Verdict:
    from wiki_hooks.writing.missing import offer

    return offer(shown, "memwiki check --worktree --fix") if shown.errors else shown


def _shown(verdict: Verdict, args: argparse.Namespace) -> Verdict:
    """The findings in the files that were named; all where none was."""
    if not args.files:
        return verdict
    from wiki_hooks.git.only import only

    return only(verdict, args.files, os.getcwd(), {} if args.stdin else os.environ)


COMMAND = Command("check", "Judge a change: what is staged, a range, the files on disk.", add_arguments, run)
