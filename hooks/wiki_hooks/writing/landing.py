"""Landing what was amended: judged first, then written whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING

from wiki_hooks.place.wiki import Wiki
from wiki_schema import paths
from wiki_schema.change import FILE, Change, File
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.journal import Deed, Edit, LedgerLine
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.judge import judge, load_formats
from wiki_schema.log import LogFormat, preamble_offset
from wiki_schema.members import Evidence
from wiki_schema.override import TRAILER
from wiki_schema.policy import Store
from wiki_schema.text import decode, encode, path_key, split_lines, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_hooks.writing.desk import Desk

COMMIT_FIRST = (
    "by itself this would be right, but a commit of it together with all that was changed since the last "
    "one would be refused"
)


class Landed(Value):
    """What became of an amendment."""

    verdict: Verdict
    edits: tuple[Edit, ...]
    """The files that it changes, with their bytes before and after."""
    written: bool = False


def judged(wiki: Wiki, files: Mapping[str, str | None], evidence: Evidence, day: date) -> Landed:
    """What the rules say of an amendment, before anything is written.

    `files` are whole new texts by path from the top, None for a file to be removed. What lies on disk is
    the side before. The rules may not refuse a commit of everything on disk for it either.
    Raises `CannotCheck` where a file cannot be read or is a link.
    """
    before, after = wiki.tree, Overlay(wiki.tree, files)
    edits = edits_of(wiki, files)
    sides = {edit.path: (side_of(edit.before), side_of(edit.after)) for edit in edits}
    change = Change(sides, evidence, day, before, after, restore=lambda path: "")
    verdict = _unwritten(judge(change, wiki.setting, wiki.setting, wiki.manager))
    if not verdict.errors and edits and wiki.repository is not None:
        from wiki_hooks.git.uncommitted import Uncommitted  # a single step is not judged as a commit

        since = Uncommitted(wiki.repository, wiki.setting, evidence, day, wiki.manager)
        verdict = _with_errors(verdict, since.worsened(before, after, list(sides)))
    return Landed(verdict, edits)


def land(
    desk: Desk,
    files: Mapping[str, str | None],
    evidence: Evidence,
    day: date,
    through: str,
    verb: str = "",
    dry_run: bool = False,
) -> Landed:
    """Write an amendment if the rules allow it: every file, or none.

    `through` names the door, `verb` what the log calls it. Raises `CannotCheck` as `judged` does, and
    where a file cannot be written or was changed meanwhile.
    """
    wiki = desk.wiki
    found = judged(wiki, files, evidence, day)
    if found.verdict.errors or dry_run or not found.edits:
        return found
    who = wiki.actor(evidence).label
    desk.carry_out(Deed(found.edits, who, through, verb, tuple(ledger_lines(wiki, found.edits))))
    return found._replace(written=True)


def edits_of(wiki: Wiki, files: Mapping[str, str | None]) -> tuple[Edit, ...]:
    """Those of some whole new texts that differ from what lies on disk.

    Raises `CannotCheck` where a file cannot be read or is a link.
    """
    sides = {path: wiki.tree.read(path) for path in files}
    for path, file in sides.items():
        if file is not None and file.mode != FILE:
            raise CannotCheck(f"{visible(path)} is no plain file: put the file itself there, not a link")
    olds = {path: None if file is None else file.text for path, file in sides.items()}
    return tuple(
        Edit(path, _bytes(olds[path]), _bytes(files[path])) for path in files if olds[path] != files[path]
    )


def _bytes(text: str | None) -> bytes | None:
    return None if text is None else encode(text)


def side_of(data: bytes | None) -> File | None:
    """One side of an edit, as a change holds it."""
    return None if data is None else File(decode(data))


def _unwritten(verdict: Verdict) -> Verdict:
    """A verdict without advice that supposes a change was made: nothing is to be put back or overridden."""
    findings = (f._replace(hint=f.hint.lstrip("\n").removeprefix("then ")) for f in verdict.findings)
    notices = (notice for notice in verdict.notices if TRAILER not in notice)
    return verdict._replace(findings=tuple(findings), notices=tuple(notices))


def _with_errors(verdict: Verdict, errors: Collection[Finding]) -> Verdict:
    if not errors:
        return verdict
    refused = (finding._replace(hint="commit what is there, then do this again") for finding in errors)
    return Verdict((*refused, *verdict.findings), (*verdict.notices, COMMIT_FIRST))


# What the ledger keeps, so that a line which an editor or a rollback wipes can be put back.


def ledger_lines(wiki: Wiki, edits: Collection[Edit]) -> Iterator[LedgerLine]:
    """Every line that edits add to a log, with the note it tells of and what that note then holds."""
    formats = load_formats(wiki.manager)
    logs = {store.log_path: store for store in wiki.setting.policy.stores}
    for edit in edits:
        store = logs.get(edit.path)
        if store is None or edit.after is None:
            continue
        for line in _new_lines(edit, formats[store.log_format]):
            note = _note_of(line, store, formats[store.log_format], edits)
            yield LedgerLine(edit.path, line, note, _state(wiki, note, edits))


def _new_lines(edit: Edit, log_format: LogFormat) -> Iterator[str]:
    """The lines of a log that were not there, in their order; blank ones and day headings say nothing.

    Nor does the preamble, which a rotation writes: it tells of no change.
    """
    old, new = edit.before or b"", edit.after or b""
    text = decode(new)
    start = preamble_offset(text, log_format)
    if new.startswith(old):  # most logs only grow, and some are large
        start, old = max(start, len(decode(old))), b""
    known = Counter(split_lines(decode(old)))
    for line in split_lines(text[start:]):
        known[line] -= 1
        if known[line] < 0 and line.strip() and log_format.day_heading(line) is None:
            yield line


def _note_of(line: str, store: Store, log_format: LogFormat, edits: Collection[Edit]) -> str:
    """The note that a log line tells of, from the top. Where lines name none, the one that changed."""
    entry = log_format.read(1, line)
    if entry is not None and entry.path:
        path = paths.join(store.path, entry.path) or ""
        known = {path_key(edit.path): edit.path for edit in edits}
        # Of the log itself, or an index, no state is waited for.
        return known.get(path_key(path), path) if store.is_note(path) else ""
    return next((edit.path for edit in edits if store.is_note(edit.path)), "")


def _state(wiki: Wiki, note: str, edits: Collection[Edit]) -> str:
    """The hash of what a note holds after the edits; empty where it does not stand."""
    after = {edit.path: edit.after for edit in edits}
    data = after[note] if note in after else _standing(wiki, note)
    return "" if data is None else sha256(data).hexdigest()


def _standing(wiki: Wiki, note: str) -> bytes | None:
    file = wiki.tree.read(note) if note else None
    return encode(file.text) if file is not None and file.mode == FILE else None
