"""Whether git is at work here, so that nobody judges what a hook took away for a moment, or writes where
git would refuse to go on.

Two sorts of work are told apart. What is *passing* (a lock, a checkout, a commit, pre-commit with the
unstaged changes put aside) ends by itself, and until then the files on disk are not what people wrote.
What is not (a merge or rebase that waits for a person, a commit whose message is being written) may stand
for days: the files are real, only `log.md` had better not be written meanwhile.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_hooks.place.wiki import Wiki

PATIENCE = 60.0
"""Seconds after which a lock or a commit no longer counts as passing: it waits for a person."""
LONGEST = 600.0
"""Seconds after which nothing counts as passing any more, whatever it is."""
_SKEW = 2.0
"""Seconds by which the clock of a disk may be ahead."""

# What git leaves in its directory while a person is in the middle of something. REBASE_HEAD is not among
# them: git forgets to take it away.
_UNFINISHED = {
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase or `git am`",
    "MERGE_HEAD": "a merge",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "sequencer": "a cherry-pick or revert",
    "BISECT_LOG": "a bisect",
}
_COMBINING = tuple(name for name in _UNFINISHED if name != "BISECT_LOG")
_LOCKS = ("index.lock", "HEAD.lock")

# Sub-commands that write files of the working tree: those that may stop for an editor, and the others.
_PATIENT = frozenset(("am", "cherry-pick", "commit", "merge", "pull", "rebase", "revert"))
_QUICK = frozenset(("apply", "checkout", "clean", "mv", "reset", "restore", "rm", "stash", "switch"))
_ASKING = frozenset(("-p", "--patch", "-i", "--interactive"))
# Options of git itself that take a word of their own.
_WITH_WORD = frozenset(("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env"))


class Busy(Value):
    """Why to wait."""

    why: str
    """What is at work, as a sentence goes on after "git is busy:"."""
    passing: bool
    """Whether it ends by itself, within moments."""


def busy(wiki: Wiki) -> Busy | None:
    """What git, or pre-commit, is doing in the working tree of a wiki; None where it rests."""
    if wiki.repository is None:
        return None
    git_dir, now = wiki.repository.git_dir, time.time()
    works = [
        *_locks(git_dir, now),
        *_patches(wiki.repository.environ, wiki.top, now),
        *_processes(wiki.top, now),
    ]
    for work in works:
        if work.passing:
            return work
    waiting = unfinished(git_dir)
    return Busy(f"{waiting} is not finished", False) if waiting else next(iter(works), None)


def unfinished(git_dir: str) -> str:
    """The operation that a person is in the middle of, such as `a merge`; empty where there is none."""
    found = (what for name, what in _UNFINISHED.items() if os.path.exists(os.path.join(git_dir, name)))
    return next(found, "")


def combines(git_dir: str) -> bool:
    """Whether an operation that puts contents together is not finished; a bisect only looks at them."""
    return any(os.path.exists(os.path.join(git_dir, name)) for name in _COMBINING)


def _locks(git_dir: str, now: float) -> Iterator[Busy]:
    """Locks that git holds. One that is old was left behind, or an editor is open: no lock is ever ours."""
    try:
        names = [entry for entry in os.scandir(git_dir) if _is_lock(entry.name)]
    except OSError:
        return
    for entry in names:
        try:
            age = now - entry.stat(follow_symlinks=False).st_mtime
        except OSError:  # gone meanwhile
            continue
        said = f"{entry.name} has stood there for {age:.0f} seconds" if age > PATIENCE else entry.name
        if age < -_SKEW:  # no git made it so, and it would never grow old
            said = f"{entry.name} bears a time that is still to come"
        yield Busy(said, -_SKEW <= age <= PATIENCE)


def _is_lock(name: str) -> bool:
    return name in _LOCKS or (name.startswith("next-index-") and name.endswith(".lock"))


# pre-commit


def _patches(environ: Mapping[str, str], top: str, now: float) -> Iterator[Busy]:
    """A running pre-commit that has put the unstaged changes aside, in a file named after its process.

    The files stay there for ever, so an old one may bear the number of a process that knows nothing of it.
    """
    try:
        names = os.listdir(_patch_folder(environ))
    except OSError:
        return
    for name in names:
        when, dash, number = name.removeprefix("patch").partition("-")
        if not (name.startswith("patch") and dash and when.isdecimal() and number.isdecimal()):
            continue
        pid = int(number)
        if _is_alive(pid) and _may_have_made(pid, int(when), top, now):
            said = f"pre-commit runs (process {pid}), and the unstaged changes are put aside"
            yield Busy(said, now - int(when) <= LONGEST)


def _patch_folder(environ: Mapping[str, str]) -> str:
    home = environ.get("PRE_COMMIT_HOME")
    if home:
        return home
    cache = environ.get("XDG_CACHE_HOME") or os.path.join(
        environ.get("HOME") or os.path.expanduser("~"), ".cache"
    )
    return os.path.join(cache, "pre-commit")


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


def _may_have_made(pid: int, when: int, top: str, now: float) -> bool:
    """Whether a process may have put changes of this working tree aside at a time."""
    if not os.path.isdir(f"/proc/{pid}"):
        return now - when < 3600  # nothing more is known of it
    age = _age(pid)
    in_time = when <= now + _SKEW and (age is None or now - age <= when + _SKEW)
    return in_time and _is_hook(_words(pid)) and _stands_in(pid, top)


# Processes, where the system shows them


def _processes(top: str, now: float) -> Iterator[Busy]:
    try:
        pids = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return
    for pid in pids:
        what, longest = _work(_words(pid))
        if what and pid != os.getpid() and _stands_in(pid, top):
            yield Busy(f"{what} runs (process {pid})", (_age(pid) or 0.0) <= longest)


def _work(words: list[str]) -> tuple[str, float]:
    """What a command line does to a working tree, and after how long it surely waits for a person."""
    if os.path.basename(words[0]) == "git":
        command = _sub_command(words[1:])
        asks = command in _PATIENT or bool(_ASKING.intersection(words[1:]))
        known = command in _PATIENT or command in _QUICK
        return (f"git {command}" if known else ""), (PATIENCE if asks else LONGEST)
    return ("pre-commit" if _is_hook(words) else ""), PATIENCE


def _is_hook(words: list[str]) -> bool:
    """Whether a command line is that of pre-commit."""
    name = os.path.basename(words[0])
    scripts = {name, *(os.path.basename(word) for word in words[1:4])} if "python" in name else {name}
    return bool(scripts & {"pre-commit", "pre_commit", "-mpre_commit", "prek"})


def _words(pid: int) -> list[str]:
    """The command line of a process; one empty word where that is not told."""
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return os.fsdecode(file.read(4096)).split("\0")
    except OSError:
        return [""]


def _sub_command(words: list[str]) -> str:
    rest = iter(words)
    for word in rest:
        if word in _WITH_WORD:
            next(rest, "")
        elif not word.startswith("-"):
            return word
    return ""


def _stands_in(pid: int, top: str) -> bool:
    """Whether a process works in a folder of the wiki."""
    try:
        cwd = os.readlink(f"/proc/{pid}/cwd")
    except OSError:
        return False
    return cwd == top or cwd.startswith(top.rstrip("/") + "/")


def _age(pid: int) -> float | None:
    """For how many seconds a process has run; None where that is not told."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            # The name, in parentheses, may hold blanks and parentheses itself.
            started = int(file.read().rpartition(b")")[2].split()[19])
        with open("/proc/uptime", "rb") as file:
            uptime = float(file.read().split()[0])
    except (OSError, ValueError, IndexError):
        return None
    return uptime - started / os.sysconf("SC_CLK_TCK")
