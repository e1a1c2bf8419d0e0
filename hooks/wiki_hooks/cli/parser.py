"""An argument parser that raises instead of ending the program, and says which option was meant."""

from __future__ import annotations

import argparse
import os
from typing import NoReturn


class Usage(Exception):
    """The command line cannot be understood: exit code 2."""


class Formatter(argparse.HelpFormatter):
    """Help as wide as the terminal. `argparse` would ask `shutil`, which costs every commit 5 ms."""

    def __init__(self, prog: str) -> None:
        """For one command."""
        try:
            width = os.get_terminal_size().columns
        except OSError:
            width = 100
        super().__init__(prog, width=width - 2)


class Parser(argparse.ArgumentParser):
    """`argparse`, without guessing: an option is written whole or not at all."""

    def __init__(self, prog: str, description: str) -> None:
        """A parser for one command."""
        super().__init__(prog, description=description, formatter_class=Formatter, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Raise `Usage` with the message, the nearest option and where to read more."""
        from wiki_schema.policy.reader import suggest
        from wiki_schema.text import visible

        near = ""
        if message.startswith("unrecognized arguments: -"):
            near = suggest(message.split()[2].partition("=")[0], self._option_string_actions)
        raise Usage(f"{visible(message)}{near}\n`{self.prog} --help` says what it takes.")
