"""A sub-command, as a plugin gives it and the command line shows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from wiki_schema.value import Value

if TYPE_CHECKING:
    import argparse


class Command(Value):
    """One sub-command of `memwiki`."""

    name: str
    help: str
    """One line for the list of commands."""
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]
    """Does the work and returns the exit code: 0 clean, 1 findings, 2 could not run."""
