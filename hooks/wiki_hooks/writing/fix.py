"""Writing the log and index lines that a change lacks, so that only looking is left to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.staged import Judgement, check, check_staged
from wiki_hooks.git.worktree import check_worktree
from wiki_hooks.place.settings import Settings
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.plumbing.busy import busy
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.repository import find_repository
from wiki_hooks.writing.desk import Desk, writing
from wiki_hooks.writing.landing import ledger_lines
from wiki_hooks.writing.missing import Target, file_of, find_missing, line_of
from wiki_schema.amend import add_index_lines, add_log_lines
from wiki_schema.disk.files import read
from wiki_schema.disk.journal import Deed, Edit
from wiki_schema.finding import Finding, Verdict
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


def fix(
    cwd: str,
    environ: Mapping[str, str],
    who: str,
    today: date,
    manager: PluginManager,
    dry_run: bool = False,
) -> Fixed:
    """Write what the staged change lacks to the files on disk; what is staged stays as it is.

    Raises `CannotCheck` as a check does, and where a file cannot be written.
    """
    wiki = find_wiki(cwd, environ, manager)
    with _desk(wiki, dry_run) as desk:
        repository = find_repository(cwd, environ)
        staged = check_staged(cwd, environ, who, today, manager)
        missing = find_missing(staged, repository, lambda others: check(cwd, others, who, today, manager))
        lines = _write_all(wiki, desk, missing.unwritten, staged, today)
    waiting = sorted({file.path for f in missing.unstaged if (file := file_of(f, staged.settings))})
    done = [*_told(lines, dry_run), *(f"written before, but not staged: {visible(path)}" for path in waiting)]
    if done and not dry_run:
        done.append(f"look at what was written, then: git add {from_top(dict.fromkeys([*lines, *waiting]))}")
    return Fixed(_rest(staged, desk), tuple(done))


def fix_worktree(
    cwd: str,
    environ: Mapping[str, str],
    who: str,
    today: date,
    manager: PluginManager,
    dry_run: bool = False,
) -> Fixed:
    """Write what all that lies on disk would lack if it were committed as it is.

    Raises `CannotCheck` as a check does, and where a file cannot be written.
    """
    wiki = find_wiki(cwd, environ, manager)
    with _desk(wiki, dry_run) as desk:
        on_disk = check_worktree(cwd, environ, who, today, manager)
        lines = _write_all(wiki, desk, filter(line_of, on_disk.verdict.findings), on_disk, today)
    done = [*_told(lines, dry_run)]
    if done and not dry_run:
        done.append(f"look at what was written, and stage it with your change: git add {from_top(lines)}")
    return Fixed(_rest(on_disk, desk), tuple(done))


@contextmanager
def _desk(wiki: Wiki, dry_run: bool) -> Iterator[Desk | None]:
    """Where to write; without the lock, and None, where nothing is to be written."""
    if dry_run:
        yield None
        return
    with writing(wiki) as desk:
        yield desk


def _rest(judgement: Judgement, desk: Desk | None) -> Verdict:
    """The verdict without what has its line now, and with what was mended before."""
    verdict, settings = judgement.verdict, judgement.settings
    left = tuple(f for f in verdict.findings if not line_of(f) or file_of(f, settings) is None)
    mended = (*desk.mended, *desk.unheard) if desk else ()
    return verdict._replace(findings=left, notices=(*mended, *_still_true(verdict.notices, left)))


def _still_true(notices: Iterable[str], left: Iterable[Finding]) -> Iterator[str]:
    """The notices, without an offer to override what needs it no more."""
    offers = {f"{TRAILER}: {finding.rule} —" for finding in left}
    for notice in notices:
        if "may override" not in notice or any(offer in notice for offer in offers):
            yield notice


def _write_all(
    wiki: Wiki, desk: Desk | None, missing: Iterable[Finding], judgement: Judgement, today: date
) -> dict[str, list[str]]:
    """Put every missing line into its file, if there is a desk to write at; gives the lines by path."""
    wanted = _by_file(missing, judgement.settings)
    edits = tuple(_edit(wiki, file, lines, today) for file, lines in wanted.items())
    if desk is not None and edits:
        # A hook's lines may be rolled back with the rest. Anybody else looks at them, and may reword them.
        owed = tuple(ledger_lines(wiki, edits)) if busy(wiki) else ()
        desk.carry_out(Deed(edits, wiki.actor(judgement.evidence).label, "fix", lines=owed))
    return {file.path: lines for file, lines in wanted.items()}


def _edit(wiki: Wiki, file: Target, lines: list[str], today: date) -> Edit:
    """A file with the lines that it lacks. Raises `CannotCheck` for what is no plain file."""
    data = read(wiki.top, file.path)
    old = decode(data or b"")
    if file.rule == "log":
        log_format = wiki.format_of(file.store)
        new = add_log_lines(old, lines, log_format, file.store.log_order, today)
    else:
        new = add_index_lines(old, lines)
    return Edit(file.path, data, encode(new))


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


def _told(lines: Mapping[str, list[str]], dry_run: bool) -> Iterator[str]:
    wrote = "would write" if dry_run else "wrote"
    for path, added in lines.items():
        yield f"{wrote} {count(len(added), 'line')} to {visible(path)}:"
        yield from (f"  {visible(line, _WIDTH)}" for line in added[:_LINES_SHOWN])
        if len(added) > _LINES_SHOWN:
            yield f"  … and {len(added) - _LINES_SHOWN:,} more"
