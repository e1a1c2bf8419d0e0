"""Writing the log and index lines that a change lacks, so that only looking is left to do."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.pathspec import from_top
from wiki_hooks.git.repository import find_repository
from wiki_hooks.git.staged import Judgement, check, check_staged
from wiki_hooks.git.worktree import check_worktree
from wiki_hooks.missing import Target, file_of, find_missing, line_of
from wiki_hooks.settings import Settings
from wiki_schema.amend import add_index_lines, add_log_lines
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.judge import load_formats
from wiki_schema.override import TRAILER
from wiki_schema.telling import count
from wiki_schema.text import decode, encode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager

_LINES_SHOWN, _WIDTH = 8, 200


class Fixed(Value):
    """What is left to say, and what was done."""

    verdict: Verdict
    done: tuple[str, ...] = ()
    """What was written, and what to do with it; empty where nothing was missing."""


def fix(cwd: str, environ: Mapping[str, str], who: str, today: date, manager: PluginManager) -> Fixed:
    """Write what the staged change lacks to the files on disk; what is staged stays as it is.

    Raises `CannotCheck` as a check does, and where a file cannot be written.
    """
    repository = find_repository(cwd, environ)
    staged = check_staged(cwd, environ, who, today, manager)
    missing = find_missing(staged, repository, lambda others: check(cwd, others, who, today, manager))
    lines = _write_all(repository.top, missing.unwritten, staged.settings, manager)
    waiting = sorted({file.path for f in missing.unstaged if (file := file_of(f, staged.settings))})
    done = [*_told(lines), *(f"written before, but not staged: {visible(path)}" for path in waiting)]
    if done:
        done.append(f"look at what was written, then: git add {from_top(dict.fromkeys([*lines, *waiting]))}")
    return Fixed(_rest(staged), tuple(done))


def fix_worktree(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: PluginManager
) -> Fixed:
    """Write what all that lies on disk would lack if it were committed as it is.

    Raises `CannotCheck` as a check does, and where a file cannot be written.
    """
    on_disk = check_worktree(cwd, environ, who, today, manager)
    missing = tuple(filter(line_of, on_disk.verdict.findings))
    top = find_repository(cwd, environ).top
    lines = _write_all(top, missing, on_disk.settings, manager)
    done = [*_told(lines)]
    if done:
        done.append(f"look at what was written, and stage it with your change: git add {from_top(lines)}")
    return Fixed(_rest(on_disk), tuple(done))


def _rest(judgement: Judgement) -> Verdict:
    """The verdict without what has its line now."""
    verdict, settings = judgement.verdict, judgement.settings
    left = tuple(f for f in verdict.findings if not line_of(f) or file_of(f, settings) is None)
    return verdict._replace(findings=left, notices=tuple(_still_true(verdict.notices, left)))


def _still_true(notices: Iterable[str], left: Iterable[Finding]) -> Iterator[str]:
    """The notices, without an offer to override what needs it no more."""
    offers = {f"{TRAILER}: {finding.rule} —" for finding in left}
    for notice in notices:
        if "may override" not in notice or any(offer in notice for offer in offers):
            yield notice


def _write_all(
    top: str, missing: Iterable[Finding], settings: Settings, manager: PluginManager
) -> dict[str, list[str]]:
    """Put every missing line into its file; gives the lines by path."""
    written = {}
    for file, lines in _by_file(missing, settings).items():
        _write(os.path.join(top, file.path), file, lines, manager)
        written[file.path] = lines
    return written


def _by_file(missing: Iterable[Finding], settings: Settings) -> dict[Target, list[str]]:
    """The lines to write. One line may answer two rules, so each rule is asked how often it wants it."""
    wanted: dict[Target, dict[str, Counter[str]]] = {}
    for finding in missing:
        if file := file_of(finding, settings):
            wanted.setdefault(file, {}).setdefault(finding.rule, Counter())[line_of(finding)] += 1
    return {file: list(_most(by_rule.values()).elements()) for file, by_rule in wanted.items()}


def _most(counters: Iterable[Counter[str]]) -> Counter[str]:
    most: Counter[str] = Counter()
    for counter in counters:
        most |= counter
    return most


def _told(lines: Mapping[str, list[str]]) -> Iterator[str]:
    for path, added in lines.items():
        yield f"wrote {count(len(added), 'line')} to {visible(path)}:"
        yield from (f"  {visible(line, _WIDTH)}" for line in added[:_LINES_SHOWN])
        if len(added) > _LINES_SHOWN:
            yield f"  … and {len(added) - _LINES_SHOWN:,} more"


def _write(full: str, file: Target, lines: list[str], manager: PluginManager) -> None:
    old = _read(full, file.path)
    if file.rule == "log":
        log_format = load_formats(manager)[file.store.log_format]
        _grow(full, file.path, old, add_log_lines(old, lines, log_format, file.store.log_order))
    else:
        _grow(full, file.path, old, add_index_lines(old, lines))


def _read(full: str, path: str) -> str:
    if os.path.islink(full):
        raise CannotCheck(f"{visible(path)} is a link; put the file itself there")
    try:
        with open(full, "rb") as file:
            return decode(file.read())
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise CannotCheck(f"{visible(path)} cannot be read: {error.strerror}") from None


def _grow(full: str, path: str, old: str, new: str) -> None:
    """Write a longer text: by one append where only the end grows, else beside the file and over it."""
    try:
        if new.startswith(old):
            with open(full, "ab", buffering=0) as file:
                file.write(encode(new[len(old) :]))
            return
        beside = f"{full}.memwiki-new"
        with open(beside, "xb") as file:
            file.write(encode(new))
            os.fsync(file.fileno())
        os.chmod(beside, os.stat(full).st_mode & 0o7777)
        os.replace(beside, full)
    except OSError as error:
        raise CannotCheck(f"{visible(path)} cannot be written: {error.strerror}") from None
