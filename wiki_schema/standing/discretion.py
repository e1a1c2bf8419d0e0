"""What a health pass may tell of, and to whom: of private matters, private stores and secrets no words.

That something was found, by which rule, in which file and line, is told in any case.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from hashlib import sha256
from itertools import accumulate
from typing import TYPE_CHECKING

from wiki_schema.finding import Finding, Verdict
from wiki_schema.masking import has_scanner, masked_lines, secrets_in
from wiki_schema.members import Actor, Roster
from wiki_schema.policy import Policy, Store
from wiki_schema.text import encode, split_lines

if TYPE_CHECKING:
    import pluggy

    from wiki_schema.policy.setting import Setting

_MATTER = "This finds a line that may hold a private matter, so its words are not repeated."
_SECRET = "This finds a line that may hold a secret, so its words are not repeated."
_CONFIDED = "This is found in a private store of somebody else, so its words are not repeated."
_WORD = re.compile(r"\w{3,}")
_PRIVATE = "private"

Read = Callable[[str], str | None]
"""Gives the text of a file, or None."""


# Private matters, and secrets


def discreet(findings: Iterable[Finding], read: Read, manager: pluggy.PluginManager) -> Iterator[Finding]:
    """Findings of which none repeats words of a line that one of them calls private, nor a secret."""
    found = list(findings)
    matters = {(finding.path, finding.line) for finding in found if finding.is_private}
    is_scanned = has_scanner(manager)
    secrets = _Secrets(read, manager) if is_scanned else None
    for finding in found:
        places = ((finding.path, finding.line), *finding.also)
        if finding.is_private:
            yield finding
        elif hidden := matters.intersection(places):
            yield _silenced(finding, _MATTER, read, hidden)
        elif secrets and (hidden := secrets.among(places)):
            yield _silenced(finding, _SECRET, read, hidden)
        else:
            yield _masked(finding, manager) if is_scanned else finding


class _Secrets:
    """The lines that hold what plugins take for secrets. A file is looked through once, if at all."""

    def __init__(self, read: Read, manager: pluggy.PluginManager) -> None:
        self._read = read
        self._manager = manager
        self._lines: dict[str, frozenset[int]] = {}

    def among(self, places: Iterable[tuple[str, int]]) -> set[tuple[str, int]]:
        """Which of some places hold one."""
        return {(path, line) for path, line in places if line in self._of(path)}

    def _of(self, path: str) -> frozenset[int]:
        if path not in self._lines:
            self._lines[path] = frozenset(self._look(path))
        return self._lines[path]

    def _look(self, path: str) -> Iterator[int]:
        text = self._read(path) or ""
        ends = list(accumulate(len(line) + 1 for line in text.split("\n")))
        for start, end, _ in secrets_in(path, text, self._manager):
            yield from range(bisect_right(ends, start) + 1, bisect_right(ends, end - 1) + 2)


def _silenced(finding: Finding, message: str, read: Read, hidden: Iterable[tuple[str, int]]) -> Finding:
    """A finding without its words; with its hint, where that holds none of the lines'."""
    words: set[str] = set()
    for path, number in hidden:
        lines = split_lines(read(path) or "")
        words.update(_WORD.findall("".join(lines[number - 1 : number]).lower()))
    named = set(_WORD.findall(finding.path.lower()))
    tells = not (words - named).isdisjoint(_WORD.findall(finding.hint.lower()))
    hint = "" if tells else finding.hint
    return finding._replace(message=message, hint=hint, lost=(), key=_hidden_key(finding))


def _hidden_key(finding: Finding) -> str:
    return sha256(encode(finding.key or finding.message)).hexdigest()[:16]


def _masked(finding: Finding, manager: pluggy.PluginManager) -> Finding:
    """A finding that quotes words of elsewhere, without the secrets among them."""
    told = "\n".join((finding.message, finding.hint, *finding.lost))
    if not secrets_in(finding.path, told, manager):
        return finding
    safe = partial(masked_lines, finding.path, manager=manager)
    (message,), hint, lost = safe([finding.message]), safe(split_lines(finding.hint)), safe(finding.lost)
    return finding._replace(message=message, hint="\n".join(hint), lost=lost, key=_hidden_key(finding))


# Private stores


def may_be_told(store: Store, roster: Roster, actor: Actor) -> bool:
    """Whether an actor may be told of a store: of a private one its owner, and an agent that acts for it.

    Of one without an owner nobody is; to be an admin changes nothing.
    """
    return store.kind != _PRIVATE or (bool(store.owner) and roster.acts_for(actor, store.owner))


def has_confidences(setting: Setting) -> bool:
    """Whether it matters who asks. Where there are no members nobody is anybody else."""
    return bool(setting.roster.members) and any(each.kind == _PRIVATE for each in setting.policy.stores)


def told_to(verdict: Verdict, setting: Setting, actor: Actor) -> Verdict:
    """A verdict without words of a private store, unless they may be told to whoever asks."""
    roster = setting.roster
    told = frozenset(each.path for each in setting.policy.stores if may_be_told(each, roster, actor))
    is_told = partial(_is_told, policy=setting.policy, told=told)
    return verdict._replace(findings=tuple(_confided(verdict.findings, is_told)))


def _is_told(path: str, policy: Policy, told: frozenset[str]) -> bool:
    store = policy.store_of_log(path, archives=True) or policy.store_of(path)
    return store is None or store.path in told


def _confided(findings: Iterable[Finding], is_told: Callable[[str], bool]) -> Iterator[Finding]:
    for finding in findings:
        if all(map(is_told, (finding.path, *(path for path, _ in finding.also)))):
            yield finding
        else:
            yield finding._replace(message=_CONFIDED, hint="", lost=(), key=_hidden_key(finding))
