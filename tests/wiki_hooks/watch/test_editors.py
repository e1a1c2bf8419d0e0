"""Real editors, each as it saves when nobody configured it, and in its other ways."""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.repository import Repository, wiki_repository
from tests.wiki_hooks.watch.engine import NOTE, watching

LINE = b"- The pool opens in June"

# Vim calls the folder of temporary files one in which no backup is made: nowhere else does it write so.
_VIM = ("vim", "-N", "-u", "NONE", "-i", "NONE", "-es", "--cmd", "set backupskip=")
_VIM_KEYS = ("-c", f"$put ='{LINE.decode()}'", "-c", "wq")
_EMACS_KEYS = (
    f'(progn (find-file (car command-line-args-left)) (goto-char (point-max)) (insert "{LINE.decode()}\\n")'
    " (save-buffer) (kill-emacs))"
)


def vim(note: Path) -> None:
    run([*_VIM, *_VIM_KEYS, str(note)])


def vim_copying(note: Path) -> None:
    run([*_VIM, "--cmd", "set backup writebackup backupcopy=yes", *_VIM_KEYS, str(note)])


def vim_with_swap_file(note: Path) -> None:
    run([*_VIM, "--cmd", "set swapfile updatecount=1", *_VIM_KEYS, str(note)])


def emacs(note: Path) -> None:
    run(["emacs", "-Q", "--batch", "--eval", "(setq create-lockfiles t)", "--eval", _EMACS_KEYS, str(note)])


def emacs_precious(note: Path) -> None:
    precious = "(setq file-precious-flag t)"
    run(["emacs", "-Q", "--batch", "--eval", precious, "--eval", _EMACS_KEYS, str(note)])


def nano(note: Path) -> None:
    at_the_end = "+99999"
    on_a_terminal(["nano", "--ignorercfiles", at_the_end, str(note)], [LINE + b"\r", b"\x0f", b"\r", b"\x18"])


def run(command: Sequence[str]) -> None:
    done = subprocess.run(command, check=False, capture_output=True, timeout=SECONDS, env=plain())
    assert done.returncode == 0, done.stderr


def plain() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": "xterm", "LC_ALL": "C.UTF-8"}


def on_a_terminal(command: Sequence[str], keys: Sequence[bytes]) -> None:
    """Runs a program on a terminal and presses keys, each when it has drawn what came of the last one."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execvpe(command[0], list(command), plain())
    try:
        # Until it has drawn something it has not taken over the terminal, which makes other keys of these.
        select.select([terminal], [], [], SECONDS)
        for key in keys:
            read_until_quiet(terminal)
            os.write(terminal, key)
        end = time.monotonic() + SECONDS
        while os.waitpid(pid, os.WNOHANG) == (0, 0):
            assert time.monotonic() < end, f"{command[0]} did not end"
            read_until_quiet(terminal)
    finally:
        os.close(terminal)


def read_until_quiet(terminal: int) -> None:
    while select.select([terminal], [], [], 0.1)[0]:
        try:
            os.read(terminal, 65536)
        except OSError:  # the program has ended
            return


EDITORS = {
    "vim": [vim, vim_copying, vim_with_swap_file], "emacs": [emacs, emacs_precious], "nano": [nano],
}  # fmt: skip


@pytest.mark.parametrize(
    ("program", "edit"),
    [(program, edit) for program, edits in EDITORS.items() for edit in edits],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_an_editor_saves_is_one_settled_state(tmp_path: Path, program: str, edit: object) -> None:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    assert callable(edit)
    wiki: Repository = wiki_repository(tmp_path / "repository")
    note = wiki.path / NOTE
    old = note.read_bytes()
    with watching(wiki) as watched:
        edit(note)
        assert note.read_bytes().startswith(old + LINE), "the editor did not save"
        watched.wait_for_state(NOTE, note.read_bytes())
        watched.let_rest()
    assert watched.of(NOTE) == [(old, note.read_bytes())]
    assert watched.paths == {NOTE, "wiki/home.md"}
