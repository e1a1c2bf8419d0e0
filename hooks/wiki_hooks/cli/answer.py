"""How a command answers: in a report format, and with an exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from wiki_hooks.place.listeners import tell_judged
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.value import Value

if TYPE_CHECKING:
    import argparse

    from pluggy import PluginManager


def add_arguments(parser: argparse.ArgumentParser, is_hook: bool = False) -> None:
    """The options of every command that reports. A hook of git is quiet by itself: it runs all day."""
    parser.add_argument(
        "--format", default="", metavar="NAME",
        help="text (the default), terminal (text in colour), json, sarif, github, markdown, or a plugin's",
    )  # fmt: skip
    parser.add_argument(
        "--quiet", action="store_true", default=is_hook, help="say nothing when there is nothing to report"
    )


def has_colour() -> bool:
    """Whether standard output takes colour: a terminal, and nobody asked for none."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


class Reporter(Value):
    """Prints a verdict in the format that was asked for."""

    manager: PluginManager
    format: str
    quiet: bool

    def give(self, verdict: Verdict, title: str) -> int:
        """Print the report and return the exit code: 1 where something blocks, else 0."""
        verdict = tell_judged(self.manager, verdict)
        if not (self.quiet and not verdict.findings and not verdict.notices):
            report = self.manager.hook.wiki_render_report(format=self.format, verdict=verdict, title=title)
            sys.stdout.write(report)
        return 1 if verdict.errors else 0


def reporter(manager: PluginManager, args: argparse.Namespace) -> Reporter:
    """The reporter that the options ask for. An unknown format is refused before any work is done."""
    known = [name for names in manager.hook.wiki_list_report_formats() for name in names]
    format = args.format or ("terminal" if has_colour() else "text")
    if format not in known:
        from wiki_schema.policy.reader import suggest
        from wiki_schema.text import visible

        near = suggest(format, known)
        raise CannotCheck(f"there is no report format {visible(format)}{near}\nThere are {', '.join(known)}.")
    return Reporter(manager, format, args.quiet or getattr(args, "hook", False))
