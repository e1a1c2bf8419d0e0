"""The command line. Only the command that is asked for is imported: a commit waits for it."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module

from wiki_hooks.cli.parser import Parser, Usage
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.text import harmless

NAMES = (
    "init", "check", "watch", "lint", "fix", "audit", "rule", "doctor", "plugins", "tour",
    "append",
    "add", "supersede", "update", "retire", "claim", "confirm", "reject", "conflict", "withdraw", "redact",
    "log", "history", "restore", "prime", "roster", "render", "lsp", "mcp",
    "merge-repair", "merge-log", "merge-index",
    "hook", "check-message", "pre-push", "pre-receive",
)  # fmt: skip
"""The built-in commands, in the order of the help. Each is a module of this package."""

COULD_NOT_RUN = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command: 0 clean, 1 findings, 2 could not run. Never raises, never shows a traceback."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    # A check makes hundreds of thousands of values and no cycles among them; looking for some costs a fifth.
    gc.set_threshold(1_000_000)
    _make_safe()
    try:
        code = run(arguments)
        sys.stdout.flush()
    except (CannotCheck, Usage) as error:
        code = _complain(str(error))
    except BrokenPipeError:
        # Whoever read us has gone. Nothing more can be said, but "clean" was not said either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        code = COULD_NOT_RUN
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (Exception, SystemExit) as error:  # whatever ends the program must not look like an answer
        code = _break(error)
    return code


def run(arguments: Sequence[str]) -> int:
    """Find the command that the first argument names and let it answer."""
    first = arguments[0] if arguments else ""
    if first == "--version":
        print(f"memwiki {version()}")
        return 0
    if first in ("", "-h", "--help", "help"):
        print(overview())
        return 0 if first else COULD_NOT_RUN
    command = find(first)
    parser = Parser(prog=f"memwiki {command.name}", description=command.help)
    command.add_arguments(parser)
    try:
        parsed = parser.parse_args(arguments[1:])
    except SystemExit:  # argparse ends the program after --help
        return 0
    return command.run(parsed)


def find(name: str) -> Command:
    """The command of a name, built in or from a plugin."""
    if name in NAMES:
        return built_in(name)
    theirs = {command.name: command for command in from_plugins()}
    if name in theirs:
        return theirs[name]
    from wiki_schema.policy.reader import suggest
    from wiki_schema.text import visible

    near = suggest(name, [*NAMES, *theirs])
    raise Usage(f"there is no command {visible(name)}{near}\n`memwiki --help` lists them all.")


def built_in(name: str) -> Command:
    """A command of this package."""
    command: Command = import_module(f"{__name__}.{name.replace('-', '_')}").COMMAND
    return command


def from_plugins() -> Iterator[Command]:
    """The commands that plugins add. None can take the place of a built-in one."""
    from wiki_schema.plugins import get_plugin_manager

    for commands in get_plugin_manager().hook.wiki_register_commands():
        yield from (command for command in commands if command.name not in NAMES)


def overview() -> str:
    """What `memwiki --help` says."""
    commands = [*map(built_in, NAMES), *from_plugins()]
    width = max(len(command.name) for command in commands)
    return "\n".join([
        "memwiki keeps a memory wiki whole: what would shorten, rewrite or forge it is refused.",
        "",
        "usage: memwiki COMMAND [OPTIONS]",
        "",
        *(f"  {command.name:<{width}}  {command.help}" for command in commands),
        "",
        "`memwiki COMMAND --help` says more. Exit codes: 0 clean, 1 findings, 2 could not run.",
    ])  # fmt: skip


def version() -> str:
    """The version that is installed."""
    from importlib import metadata

    try:
        return metadata.version("memwiki")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _make_safe() -> None:
    """Let no odd byte of a file name or note stop a message half way."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="backslashreplace")


def _complain(message: str) -> int:
    # Whatever a message quotes, and however it got here: this is where it can do no more harm.
    print(f"memwiki: {harmless(message)}", file=sys.stderr)
    return COULD_NOT_RUN


def _break(error: BaseException) -> int:
    """A fault of memwiki itself. It blocks: what could not be looked at is not clean."""
    if os.environ.get("MEMWIKI_DEBUG"):
        import traceback

        print(harmless(traceback.format_exc()), file=sys.stderr)
    return _complain(
        f"something went wrong inside memwiki, so nothing was checked: {type(error).__name__}: {error}\n"
        "Please report it, with what MEMWIKI_DEBUG=1 shows."
    )
