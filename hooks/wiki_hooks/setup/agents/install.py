"""What becomes of each settings file: worked out first, shown, and then written whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress

from wiki_hooks.setup.agents.host import File, Host
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.showing.differences import unified
from wiki_schema.disk import files
from wiki_schema.disk.deeds import Edit
from wiki_schema.finding import CannotCheck
from wiki_schema.text import harmless, visible
from wiki_schema.value import Value

_BITS = stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH


class Step(Value):
    """One file as it is, and as it will be."""

    path: str
    before: bytes | None
    after: bytes | None
    """None where the file goes, or is not there."""
    is_executable: bool = False

    @property
    def is_change(self) -> bool:
        """Whether any byte becomes another."""
        return self.before != self.after

    def diff(self) -> str:
        """The change, as a unified diff for a terminal."""
        text = unified([Edit(self.path, self.before, self.after)])
        return harmless(text.replace("\r\n", "\n").replace("\t", "    ")).rstrip("\n")


def to_install(top: str, hosts: Iterable[Host], program: Program) -> list[Step]:
    """The steps that put memwiki in front of some hosts. Raises `CannotCheck` before anything is written."""
    steps = []
    for file, before in _files(top, hosts):
        after = file.installed(_text(file.path, before), program)
        steps.append(Step(file.path, before, after.encode(), file.is_executable))
    return steps


def to_uninstall(top: str, hosts: Iterable[Host]) -> list[Step]:
    """The steps that take memwiki out again. Raises `CannotCheck` before anything is written."""
    steps = []
    for file, before in _files(top, hosts):
        # What does not even name us may be broken: it is not ours to look at.
        if before is not None and b"memwiki" in before:
            after = file.removed(_text(file.path, before) or "")
            steps.append(Step(file.path, before, None if after is None else after.encode()))
    return [step for step in steps if step.is_change]


def carry_out(top: str, steps: Iterable[Step]) -> None:
    """Write what changes. Raises `CannotWrite`."""
    for step in steps:
        if step.after is not None and step.is_change:
            files.replace(top, step.path, step.after, step.before)
        elif step.before is not None and step.after is None:
            files.remove(top, step.path, step.before)
            _remove_empty(top, step.path)
        if step.after is not None and step.is_executable:
            path = os.path.join(top, step.path)
            os.chmod(path, os.stat(path).st_mode | _BITS)


def _files(top: str, hosts: Iterable[Host]) -> Iterator[tuple[File, bytes | None]]:
    """Every file once, though two hosts may read it, and its bytes."""
    by_path = {file.path: file for host in hosts for file in host.files}
    for path, file in by_path.items():
        yield file, files.read(top, path)


def _text(path: str, data: bytes | None) -> str | None:
    try:
        return None if data is None else data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1 if data else 1
        raise CannotCheck(
            f"{visible(path)}, line {line}: it is not UTF-8. Nothing was written; save it as UTF-8, "
            "and try again."
        ) from None


def _remove_empty(top: str, path: str) -> None:
    """Remove the folders of a file that went, as far as they are empty."""
    folder = os.path.dirname(path)
    with suppress(OSError):
        while folder:
            os.rmdir(os.path.join(top, folder))
            folder = os.path.dirname(folder)
