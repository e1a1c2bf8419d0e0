"""Appending whole lines to a note, an index or a log: the write that cannot shorten a file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from types import MappingProxyType

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.writing.amending import Granted
from wiki_hooks.writing.desk import Desk, writing
from wiki_hooks.writing.landing import Landed, edits_of, ledger_lines
from wiki_schema.amend import Amendment, CannotAmend, add_log_lines, insert
from wiki_schema.change import TOOL, Change, text_of
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.files import Changed
from wiki_schema.disk.journal import Deed
from wiki_schema.finding import ERROR, OFF, Finding, Verdict
from wiki_schema.judge import judge
from wiki_schema.log import MEMWIKI
from wiki_schema.markdown.openers import Ending
from wiki_schema.members import Actor, Evidence
from wiki_schema.policy import Store
from wiki_schema.policy.scaffold import LOG, OTHER_LOG
from wiki_schema.policy.setting import Setting
from wiki_schema.telling import count, quoted
from wiki_schema.text import describe, name_key, split_lines, visible

THROUGH = "append"
SIGNED = "impersonated"

_ACTS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def append(
    wiki: Wiki, path: str, lines: Sequence[str], evidence: Evidence, day: date, dry_run: bool = False
) -> Granted:
    """Append lines to a file, if the rules allow it; with `dry_run` only find out what that would be.

    `path` is from the top; in a log whose newest lines come first they go there. A log that grows while
    it is being read is read once more. Raises `CannotCheck` where it cannot be done.
    """
    _refuse_what_acts(lines)
    if dry_run:
        return _appended(wiki, path, lines, evidence, day, None)
    try:
        return _appended_at_desk(wiki, path, lines, evidence, day)
    except Changed:
        return _appended_at_desk(wiki, path, lines, evidence, day)


def _refuse_what_acts(lines: Sequence[str]) -> None:
    if not lines:
        raise CannotAmend("There is no line to append.")
    for line in lines:
        if char := _ACTS.search(line):
            raise CannotAmend(f"{describe(char[0])} may not stand in a line: {quoted(line)}.")


def _appended_at_desk(wiki: Wiki, path: str, lines: Sequence[str], evidence: Evidence, day: date) -> Granted:
    with writing(wiki) as desk:
        granted = _appended(wiki, path, lines, evidence, day, desk)
        return granted._replace(mended=desk.mended, unheard=tuple(desk.unheard))


def _appended(
    wiki: Wiki, path: str, lines: Sequence[str], evidence: Evidence, day: date, desk: Desk | None
) -> Granted:
    store, actor = wiki.setting.policy.store_of_log(path), wiki.actor(evidence)
    amendment = _to_log(wiki, store, lines, day) if store else _to_note(wiki, path, lines)
    after = Overlay(wiki.tree, amendment.files)
    files = {path: (wiki.tree.read(path), after.read(path)) for path in amendment.files}
    edits = edits_of(wiki, amendment.files)
    change = Change(files, evidence, day, wiki.tree, after, TOOL, restore=_nothing_is_lost)
    setting = _with_idle_lines(wiki.setting)
    verdict = judge(change, setting, setting, wiki.manager)
    if store:
        verdict = _in_own_name(verdict, tuple(_in_other_names(wiki, store, amendment, actor)))
    if not verdict.errors and desk is not None:
        told = tuple(ledger_lines(wiki, edits))
        desk.carry_out(Deed(edits, actor.label, THROUGH, amendment.verb, told))
    return Granted(amendment, Landed(verdict, edits, not verdict.errors and desk is not None))


def _with_idle_lines(setting: Setting) -> Setting:
    """The rules but for `log-idle`: what a log line tells of was changed before it, or will be."""
    rules = MappingProxyType({**setting.policy.rules, "log-idle": OFF})
    return setting._replace(policy=setting.policy._replace(rules=rules))


def _to_log(wiki: Wiki, store: Store, lines: Sequence[str], day: date) -> Amendment:
    log_format = wiki.format_of(store)
    if log_format.has_fields and not all(line.strip() for line in lines):
        raise CannotAmend("An empty line is no log line.")
    path = store.log_path
    before = text_of(wiki.tree.read(path))
    if before is None:
        before = LOG if log_format.name == MEMWIKI.name else OTHER_LOG
    after = add_log_lines(before, lines, log_format, store.log_order, day)
    entry = log_format.read(1, lines[0])
    told = tuple((path, line) for line in lines)
    return Amendment({path: after}, entry.verb if entry else "", _summary(path, lines), told)


def _to_note(wiki: Wiki, path: str, lines: Sequence[str]) -> Amendment:
    store = wiki.store_of(path)
    if not store.is_index(path) and wiki.setting.policy.store_of_note(path) != store:
        raise CannotAmend(
            f"{visible(path)} is neither a note nor an index nor a log, so nothing is appended."
        )
    before = text_of(wiki.tree.read(path)) or ""
    ending = Ending(before)
    rows = ["", *lines] if ending.in_html and lines[0].strip() else lines
    after = insert(before, None, rows)
    if not ending.hides and (opener := Ending(after).hides):
        raise CannotAmend(
            f"{quoted(opener.words)} would hide all that is added to {visible(path)} later: "
            "append what closes it in the same step, or put a backslash before it."
        )
    return Amendment({path: after}, "", _summary(path, lines))


def _summary(path: str, lines: Sequence[str]) -> str:
    return f"{count(len(lines), 'line')} appended to {visible(path)}"


def _nothing_is_lost(path: str) -> str:
    return f"nothing was written, so {visible(path)} is as it was"


# Whoever appends a log line signs it


def _in_own_name(verdict: Verdict, foreign: tuple[Finding, ...]) -> Verdict:
    if not foreign:
        return verdict
    others = (finding for finding in verdict.findings if finding.rule != SIGNED)
    return verdict._replace(findings=(*foreign, *others))


def _in_other_names(wiki: Wiki, store: Store, amendment: Amendment, actor: Actor) -> Iterator[Finding]:
    """The lines that say somebody else did it: a command that writes one line knows who is asking."""
    log_format = wiki.format_of(store)
    standing = split_lines(amendment.files[store.log_path] or "")
    for path, line in amendment.log_lines:
        entry = log_format.read(1, line)
        if entry is None or not entry.who or _signs(wiki, actor, entry.who):
            continue
        message = f"The line is in the name of {quoted(entry.who)}, and it is {actor.label} who appends it."
        number = standing.index(line) + 1
        yield Finding(path, number, message, f"write it as {actor.label}", level=ERROR, rule=SIGNED)


def _signs(wiki: Wiki, actor: Actor, who: str) -> bool:
    roster = wiki.setting.roster
    return all(
        roster.acts_for(actor, name) or name_key(name) == name_key(actor.label) for name in roster.names(who)
    )
