"""Writing the log and index lines that the staged change lacks, so that only looking is left to do."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.repository import find_repository
from wiki_hooks.git.staged import Staged, check_staged
from wiki_schema.amend import add_index_lines, add_log_lines
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.judge import load_formats
from wiki_schema.policy import Policy, Store
from wiki_schema.text import decode, encode, split_lines, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager

LOG_RULE, INDEX_RULE = "log-missing", "note-unindexed"
"""The findings that say a line is missing. Their hint is that line."""


def is_fixable(finding: Finding) -> bool:
    """Whether a finding says which line is missing."""
    return finding.rule in (LOG_RULE, INDEX_RULE) and bool(finding.hint)


class Fixed(Value):
    """What is left to say, and whether anything was written."""

    verdict: Verdict
    wrote: bool


def fix(cwd: str, environ: Mapping[str, str], who: str, today: date, manager: PluginManager) -> Fixed:
    """Write what is missing to the files on disk; the staged change stays as it is.

    What was written is told as notices in place of the findings. Raises `CannotCheck` as a check does,
    and where a file cannot be written.
    """
    staged = check_staged(cwd, environ, who, today, manager)
    top = find_repository(cwd, environ).top
    missing = list(filter(is_fixable, staged.verdict.findings))
    notices = [
        _write(os.path.join(top, path), path, store, rule, lines, manager)
        for (path, rule), (store, lines) in _by_file(missing, _policy(staged)).items()
    ]
    left = tuple(finding for finding in staged.verdict.findings if finding not in missing)
    return Fixed(Verdict(left, (*staged.verdict.notices, *notices)), bool(notices))


def _policy(staged: Staged) -> Policy:
    setting = staged.settings.before or staged.settings.after
    return setting.policy if setting else Policy(())


def _by_file(missing: Iterable[Finding], policy: Policy) -> dict[tuple[str, str], tuple[Store, list[str]]]:
    """The lines to write, by file and rule, each once."""
    files: dict[tuple[str, str], tuple[Store, list[str]]] = {}
    for finding in missing:
        by_log = (store for store in policy.stores if store.is_log(finding.path))
        store = next(by_log, None) or policy.store_of(finding.path)
        if store is None:
            continue
        path = store.log_path if finding.rule == LOG_RULE else store.index_path
        lines = files.setdefault((path, finding.rule), (store, []))[1]
        lines += [line for line in split_lines(finding.hint) if line not in lines]
    return files


def _write(full: str, path: str, store: Store, rule: str, lines: list[str], manager: PluginManager) -> str:
    """Put lines into a file, and say so. Lines that stand there already wait only for `git add`."""
    text = _read(full, path)
    standing = set(split_lines(text))
    new = [line for line in lines if line not in standing]
    if rule == LOG_RULE:
        grown = add_log_lines(text, new, load_formats(manager)[store.log_format], store.log_order)
    else:
        grown = add_index_lines(text, new)
    if new:
        _grow(full, path, text, grown)
    shown = visible(path)
    what = f"wrote to {shown}: {visible(' / '.join(new), 1000)}" if new else f"{shown} has the line on disk"
    return f"{what}. Look at it, then: git add {shlex.quote(shown)}"


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
