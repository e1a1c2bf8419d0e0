"""A command that a wiki asks to run. It is code of whoever wrote the configuration, so the user must agree.

The user allows exactly these words, on this machine: no clone, no commit and no push can.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from tempfile import TemporaryFile
from threading import Thread

from wiki_hooks.plumbing.process import Git, without_local_variables
from wiki_schema.finding import CannotCheck
from wiki_schema.text import decode, visible

KEY = "memwiki.allowMembersCommand"
VARIABLE = "MEMWIKI_ALLOW_MEMBERS_COMMAND"

TIMEOUT = 10.0
"""Seconds."""
MOST_BYTES = 1 << 20


def run(words: Sequence[str], git: Git) -> str:
    """What an allowed command prints. `git` runs where the command shall, and tells what is allowed.

    Raises `CannotCheck` where it is not allowed, fails, takes too long or prints too much.
    """
    line = shlex.join(words)
    if os.environ.get(VARIABLE) != line and line not in _allowed(git):
        raise CannotCheck(
            f"The configuration asks to run `{visible(line, 500)}` for the list of members. It is not run "
            f"unless you allow it. Look at what it does, then:\n"
            f"  git config --global --add {KEY} {visible(shlex.quote(line), 500)}"
        )
    return _output(tuple(words), git.folder)


def _allowed(git: Git) -> Sequence[str]:
    """The commands that the user of this machine allows; values of a repository are its owner's own."""
    return (git.ask("config", "--null", "--get-all", KEY) or "").split("\0")


@lru_cache(8)
def _output(words: tuple[str, ...], folder: str) -> str:
    """What it prints, once a process: a check asks for both sides of a change."""
    shown = f"`{visible(shlex.join(words), 200)}`, which lists the members,"
    with TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(
                words,
                cwd=folder,
                env=without_local_variables(os.environ),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=complaints,
                start_new_session=True,
            )
        except OSError as error:
            raise CannotCheck(f"{shown} cannot be started: {error.strerror}.") from error
        data = _read(process, shown)
        complaints.seek(0)
        said = visible(decode(complaints.read(2_000)).strip(), 1_000)
    if process.returncode:
        raise CannotCheck(f"{shown} failed with exit code {process.returncode}: {said or 'it says no more'}")
    return decode(data)


def _read(process: subprocess.Popen[bytes], shown: str) -> bytes:
    """All that a process prints. Raises `CannotCheck`, and ends it, where that is too much or too slow."""
    parts: list[bytes] = []
    pipe = process.stdout
    assert pipe is not None
    reader = Thread(target=lambda: parts.append(pipe.read(MOST_BYTES + 1)), daemon=True)
    reader.start()
    try:
        reader.join(TIMEOUT)
        if parts and len(parts[0]) > MOST_BYTES:
            raise CannotCheck(f"{shown} prints more than {MOST_BYTES:,} bytes.")
        if not parts:
            raise subprocess.TimeoutExpired(process.args, TIMEOUT)
        process.wait(TIMEOUT)
        return parts[0]
    except subprocess.TimeoutExpired as error:
        _end(process)
        raise CannotCheck(f"{shown} was still at it after {TIMEOUT:.0f} seconds.") from error
    except BaseException:
        _end(process)
        raise
    finally:
        reader.join(TIMEOUT)
        pipe.close()


def _end(process: subprocess.Popen[bytes]) -> None:
    """End it, and all that it started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
