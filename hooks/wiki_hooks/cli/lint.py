"""`memwiki lint`: the health pass over every store. It reads and reports; it never edits a note."""

from __future__ import annotations

import argparse
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

from wiki_hooks.cli import answer
from wiki_hooks.cli.parser import Usage
from wiki_hooks.place.environment import today
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager

if TYPE_CHECKING:
    import pluggy

    from wiki_hooks.place.wiki import Wiki
    from wiki_schema.finding import Verdict

FAIL_ON = ("warning", "error", "never")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What is shown, what is written down, and how to answer."""
    parser.add_argument("files", nargs="*", metavar="FILE[:LINE]", help="show only what was found there")
    parser.add_argument("--since", metavar="REV", help="show only what has to do with files changed since")
    parser.add_argument("--rule", action="append", metavar="NAME", help="show only what this rule finds")
    parser.add_argument("--accepted", action="store_true", help="show what the baseline covers too")
    parser.add_argument("--due", action="store_true", help="do nothing where the last pass is young enough")
    parser.add_argument("--log", action="store_true", help="append a LINT line with the counts to each log")
    parser.add_argument(
        "--write-baseline", action="store_true",
        help="accept what is found now; with FILE or --rule only that, beside what is accepted already",
    )  # fmt: skip
    parser.add_argument("--prune", action="store_true", help="take out of the baseline what is found no more")
    parser.add_argument(
        "--fail-on", choices=FAIL_ON, default="", help="what makes the exit code 1 (default: warning)"
    )
    parser.add_argument("--hook", action="store_true", help="in a hook: quiet, and --fail-on error")
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    answer.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Look through every store, and report: 1 where something was found, else 0."""
    _check_options(args)
    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    if args.due and not _is_due(manager, reporter.quiet):
        return 0
    wiki = _wiki(manager)
    verdict = _look(wiki, reporter.quiet)
    if args.write_baseline or args.prune:
        return _write(args, wiki, verdict)
    return _report(args, wiki, verdict, reporter)


def _check_options(args: argparse.Namespace) -> None:
    """Options that contradict each other are refused: nobody may take a part for the whole."""
    parts = _parts(args)
    writes = [name for name in ("--write-baseline", "--prune") if getattr(args, name[2:].replace("-", "_"))]
    if len(writes) > 1:
        raise Usage(f"{' and '.join(writes)} do opposite things; give one")
    if writes and args.log:
        raise Usage(f"{writes[0]} reports nothing that --log could write down; run `memwiki lint --log` then")
    if writes and args.accepted:
        raise Usage(f"{writes[0]} reports nothing; leave --accepted out")
    if args.write_baseline:
        parts = [part for part in parts if part == "--since"]
    wholes = [*writes, *(name for name in ("--log", "--due") if getattr(args, name[2:]))]
    if wholes and parts:
        raise Usage(f"{wholes[0]} is about the whole wiki; leave {' and '.join(parts)} out")


def _parts(args: argparse.Namespace) -> list[str]:
    """The options that ask for a part of what is found. A pass of which a part is shown is none."""
    given = (("FILE", args.files), ("--since", args.since is not None), ("--rule", args.rule))
    return [name for name, is_given in given if is_given]


def _is_due(manager: pluggy.PluginManager, quiet: bool) -> bool:
    """Whether a pass is due; where none is, says until when, beside the report that there is not."""
    from wiki_hooks.health.last import last_pass

    last = last_pass(os.getcwd(), os.environ, today(), manager)
    is_due = last.is_due(today())
    if not (is_due or quiet):
        print(f"memwiki: {last.told}", file=sys.stderr)
    return is_due


def _wiki(manager: pluggy.PluginManager) -> Wiki:
    """The wiki as it stands on disk, its configuration too."""
    from wiki_hooks.place.wiki import find_wiki

    return find_wiki(os.getcwd(), os.environ, manager).as_it_lies


def _look(wiki: Wiki, quiet: bool) -> Verdict:
    """All that is found, the baseline left aside."""
    from wiki_hooks.git.edits import history_of
    from wiki_hooks.showing.progress import progress
    from wiki_schema.standing.lint import lint, view_stores

    history = history_of(wiki.repository, wiki.setting.policy, wiki.state)
    views = view_stores(wiki.tree, wiki.setting, today(), wiki.manager, history)
    with progress("memwiki lint", quiet) as tell:
        return lint(views, wiki.manager, tell)


def _write(args: argparse.Namespace, wiki: Wiki, verdict: Verdict) -> int:
    """Write the baseline, and say what it holds. Raises `CannotCheck` where it would lack something."""
    if verdict.unknown:
        raise CannotCheck("\n".join([*verdict.unknown, "Nothing was written."]))
    from wiki_hooks.health import accepted
    from wiki_schema.text import harmless

    place = accepted.Place(wiki.top, os.environ, args.who, today(), wiki.manager)
    if args.prune:
        said = accepted.prune(wiki, verdict, place)
    elif _parts(args):
        said = accepted.add(wiki, verdict, place, partial(_asked, wiki=wiki, args=args))
    else:
        said = accepted.write(wiki, verdict, place)
    print("\n".join(map(harmless, said)))
    return 0


def _report(args: argparse.Namespace, wiki: Wiki, verdict: Verdict, reporter: answer.Reporter) -> int:
    """Report what the baseline leaves, and write down that the wiki was looked through."""
    from wiki_hooks.health import last
    from wiki_schema.standing.baseline import read_baseline
    from wiki_schema.standing.lint import with_accepted, within

    baseline = read_baseline(wiki.tree, wiki.setting.policy)
    settled = within(verdict, baseline, wiki.setting.policy)
    whole = settled.verdict
    shown = _asked(with_accepted(settled) if args.accepted else whole, wiki, args)
    shown = shown._replace(notices=(*shown.notices, *whole.unknown))
    if shown.findings or not reporter.quiet:
        shown = shown._replace(notices=(*shown.notices, *settled.told(baseline, args.accepted)))
    if args.log and not whole.unknown:
        from wiki_hooks.health.counted import log_pass

        done = log_pass(wiki, whole, args.who, os.environ, today())
        shown = shown._replace(notices=(*shown.notices, *done))
    if not _parts(args) and not whole.unknown:
        last.remember(wiki.state, today())
    reporter.give(_told_to(shown, wiki, args.who), "the health pass")
    return 2 if whole.unknown else _code(shown, args.fail_on or ("error" if args.hook else "warning"))


def _told_to(verdict: Verdict, wiki: Wiki, who: str) -> Verdict:
    """A verdict as whoever asks may read it."""
    from wiki_schema.standing.discretion import has_confidences, told_to

    if not has_confidences(wiki.setting):
        return verdict
    from wiki_hooks.place.wiki import evidence

    return told_to(verdict, wiki.setting, wiki.actor(evidence(wiki, who, os.environ)))


def _asked(verdict: Verdict, wiki: Wiki, args: argparse.Namespace) -> Verdict:
    """What was asked for of a verdict."""
    if args.since is not None:
        from wiki_hooks.health.since import since

        verdict = since(verdict, wiki.repository, args.since)
    if args.rule:
        from wiki_hooks.health.by_rule import by_rule

        verdict = by_rule(verdict, args.rule, wiki.manager)
    if args.files:
        from wiki_hooks.git.only import only

        verdict = only(verdict, args.files, os.getcwd(), os.environ)
    return verdict


def _code(verdict: Verdict, fail_on: str) -> int:
    counted = {"warning": verdict.errors + verdict.warnings, "error": verdict.errors, "never": 0}
    return int(bool(counted[fail_on]))


COMMAND = Command("lint", "Look through the stores for what has drifted: a health pass.", add_arguments, run)
