"""`memwiki watch`: keeps what is saved, and writes the log lines that it lacks, as it happens."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.cli.parser import Usage
from wiki_schema.command import Command

if TYPE_CHECKING:
    from wiki_hooks.place.wiki import Wiki

_LONGEST_MS = 60_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How to watch, and for whom."""
    option = parser.add_argument
    option("--once", action="store_true", help="catch up with what changed, and leave: for timers")
    option("--restore", action="store_true", help="put back at once what a broken rule lost")
    option("--who", default="", metavar="NAME", help="who saves what nobody announced (default: git's user)")
    option("--settle-ms", type=int, metavar="N", help="how long a file must be at rest to be looked at")
    option("--poll", action="store_true", help="look again and again, where no system tells of changes")
    option("--plain", action="store_true", help="a line for each event, even on a terminal")
    kinds = "systemd or launchd (default: this system's)"
    option("--service", nargs="?", const="", metavar="KIND", help=f"print the file of a service: {kinds}")
    parser.epilog = "The table [watch] of memwiki.toml sets restore, settle_ms and owner for good."


def run(args: argparse.Namespace) -> int:
    """Watch until told to stop; or catch up; or print the file of a service."""
    from wiki_hooks.place.wiki import find_wiki
    from wiki_schema.plugins import get_plugin_manager

    if args.settle_ms is not None and not 0 < args.settle_ms <= _LONGEST_MS:
        raise Usage(f"--settle-ms takes a number of milliseconds from 1 to {_LONGEST_MS:,}")
    manager, here, environ = get_plugin_manager(), _here(), _environ()

    def find() -> Wiki:
        return find_wiki(here, environ, manager)

    wiki = find()
    if args.service is not None:
        return _print_service(args, wiki)
    from wiki_hooks.watch.keeper import Keeper
    from wiki_hooks.watch.options import Options
    from wiki_hooks.watch.running import watch, watch_once
    from wiki_hooks.watch.settle import patience
    from wiki_hooks.watch.view import make_view

    _collect_garbage()
    chosen = wiki.setting.policy.watch
    quiet = args.settle_ms or int(str(chosen["settle_ms"]))
    options = Options(patience(quiet / 1000), poll=args.poll)
    keeper = Keeper(environ, args.who, bool(args.restore or chosen["restore"]))
    top = wiki.repository.top if wiki.repository else wiki.top
    with make_view(top, args.plain or args.once) as view:
        return (watch_once if args.once else watch)(find, keeper, view.show, options)


def _here() -> str:
    """The folder one stands in, as one came there: through a link, its name is the one to be shown."""
    shown = os.environ.get("PWD", "")
    return shown if shown and os.path.realpath(shown) == os.getcwd() else os.getcwd()


def _environ() -> Mapping[str, str]:
    """What says where the repository lies, but not by which index a commit that started us goes."""
    from wiki_hooks.plumbing.process import LOCAL_VARIABLES

    passing = LOCAL_VARIABLES - {"GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"}
    return {name: value for name, value in os.environ.items() if name not in passing}


def _collect_garbage() -> None:
    """Other commands are over before it would pay; this one lives for months."""
    import gc

    gc.set_threshold(700, 10, 10)


def _print_service(args: argparse.Namespace, wiki: Wiki) -> int:
    from wiki_hooks.watch.service import KINDS, service

    if args.service not in ("", *KINDS):
        raise Usage(f"--service takes {' or '.join(KINDS)}")
    made = service(args.service, wiki.top, _options(args))
    sys.stdout.write(made.text)
    for number, command in enumerate(made.install):
        print(f"{'     ' if number else 'then:'} {command}", file=sys.stderr)
    return 0


def _options(args: argparse.Namespace) -> Sequence[str]:
    """The options that the service shall have as well."""
    flags = [f"--{name}" for name in ("restore", "poll") if getattr(args, name)]
    settle = [f"--settle-ms={args.settle_ms}"] if args.settle_ms else []
    return [*flags, *settle, *([f"--who={args.who}"] if args.who else [])]


COMMAND = Command("watch", "Keep what is saved as it is saved, with its log lines.", add_arguments, run)
