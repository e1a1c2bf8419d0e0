"""Whether git merges logs and indexes by their lines, with a program that is there."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from shutil import which

from wiki_hooks.checkup.check import GAP, NOTE, OK, Check
from wiki_hooks.plumbing.process import Git
from wiki_hooks.setup.drivers import DRIVERS, Driver, attributes_of, driver_of, program_of
from wiki_schema.policy import Policy
from wiki_schema.text import visible

INSTALL = "memwiki init --merge-drivers"
_WHERE = ".gitattributes or .git/info/attributes"
_PATIENCE = 20.0  # seconds until an interpreter that does not answer is given up
MEND = "after a merge made there, `memwiki merge-repair` looks at logs and indexes"


def drivers(git: Git, policy: Policy) -> Iterator[Check]:
    """Whether the drivers are known, can run, and are those of every log and index."""
    programs = {driver: program_of(git, driver) for driver in DRIVERS}
    wrong = [*_programs(programs), *_files(git, policy)]
    yield from wrong
    if not wrong:
        yield Check(OK, f"git merges logs and indexes line by line here; hosts do not: {MEND}")


def _programs(programs: dict[Driver, str | None]) -> Iterator[Check]:
    missing = [driver.name for driver, program in programs.items() if program is None]
    if missing:
        words = f"git knows no merge driver {' and '.join(missing)} here, so it merges these files as text"
        yield Check(NOTE, words, INSTALL)
    foreign = [driver.name for driver, program in programs.items() if program == ""]
    if foreign:
        words = f"the merge driver {' and '.join(foreign)} runs another command than memwiki's, or an old one"
        yield Check(GAP, words, INSTALL)
    for program in dict.fromkeys(filter(None, programs.values())):
        if not (os.access(program, os.X_OK) if "/" in program else which(program)):
            yield Check(GAP, f"the merge drivers run {visible(program)}, which is gone", INSTALL)
        elif not _runs_memwiki(program):
            yield Check(GAP, f"the merge drivers run {visible(program)}, which cannot run memwiki", INSTALL)


def _runs_memwiki(python: str) -> bool:
    """Whether an interpreter has memwiki. The one that runs this has."""
    if python == sys.executable.replace(os.sep, "/"):
        return True
    import subprocess

    command = [python, "-P", "-m", "wiki_hooks.cli", "--version"]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and done.stdout.startswith(b"memwiki")


def _files(git: Git, policy: Policy) -> Iterator[Check]:
    found = attributes_of(git, policy)
    plain = []
    for store in policy.stores:
        wanted = {path: driver_of(store, path).name for path in (store.log_path, store.index_path)}
        for path, name in wanted.items():
            if found[path] == "union":
                words = f"{visible(path)} is merged by union, which brings removed lines back"
                yield Check(GAP, words, f"remove merge=union for {visible(path)} from {_WHERE}")
            elif found[path] and found[path] != name:
                words = f"{visible(path)} is merged by {visible(found[path])}, not by {name}"
                # What git has built in calls a conflict what it cannot merge; others may drop a side.
                level = NOTE if found[path] in ("text", "binary") else GAP
                yield Check(level, words, f"remove merge={visible(found[path])} for it from {_WHERE}")
            elif not found[path]:
                plain.append(visible(path))
    if plain:
        yield Check(NOTE, f"git merges as text: {', '.join(dict.fromkeys(plain))}", INSTALL)
