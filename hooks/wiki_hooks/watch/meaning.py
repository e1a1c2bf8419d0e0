"""What settled changes mean: what the rules say of them, and the log lines they lack."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.watch.batch import Settled
from wiki_hooks.watch.handwritten import Credits, mentions, without
from wiki_hooks.watch.who import Author
from wiki_hooks.writing.drafts import without_drafts
from wiki_hooks.writing.missing import LOG_RULES, line_of
from wiki_schema import paths
from wiki_schema.amend import add_log_lines
from wiki_schema.amend.scene import shortened
from wiki_schema.change import SAVE, Change, File, text_of
from wiki_schema.compare.happenings import happenings
from wiki_schema.compare.store_change import Afterwards, StoreChange
from wiki_schema.disk.contents import hash_of
from wiki_schema.finding import ERROR, Finding
from wiki_schema.judge import judge, load_formats
from wiki_schema.log import MEMWIKI, LogLine
from wiki_schema.policy import Store
from wiki_schema.text import decode, encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.members import Evidence

# The rules that ask for log lines, or say that one asks for nothing: what they ask for is written at once.
_ANSWERED = (*LOG_RULES, "log-idle")


class Wanted(Value):
    """A log entry that a change lacks."""

    store: Store
    note: str
    """The note it tells of, from the top."""
    entry: LogLine
    lines: tuple[str, ...]
    """As the log writes it; empty where a name or a word cannot stand in a log."""


class Meaning(Value):
    """What the rules say."""

    findings: tuple[Finding, ...]
    """All but those that the wanted entries answer."""
    wanted: tuple[Wanted, ...]

    def without(self, files: Collection[str]) -> Meaning:
        """What is left of it apart from some files."""
        findings = tuple(finding for finding in self.findings if finding.path not in files)
        return Meaning(findings, tuple(want for want in self.wanted if want.note not in files))


def understand(
    wiki: Wiki,
    changes: Sequence[Settled],
    authors: Mapping[str, Author],
    day: date,
    credits: Credits,
    remark: str = "",
    undone: Mapping[str, bool] | None = None,
) -> Meaning:
    """What changes that settled together mean; each is judged as its author's.

    `remark` is put behind what the log lines say; `undone` are the files that a save put back to what the
    last commit has, of which no log need tell. Raises `CannotCheck` where a rule or plugin fails.
    """
    reader = _Reader(wiki, changes, authors, day, credits, remark, undone or {})
    wanted = tuple(reader.wanted())
    return Meaning(tuple(reader.findings(wanted)), wanted)


def store_change(wiki: Wiki, store: Store, change: Change) -> StoreChange:
    """A change as one of the stores sees it."""
    policy, roster = wiki.setting.policy, wiki.setting.roster
    log_format = wiki.format_of(store)
    actor = wiki.actor(change.evidence)
    return StoreChange(store, change, policy, roster, actor, log_format, Afterwards(policy, frozenset()))


def change_of(wiki: Wiki, changes: Sequence[Settled], evidence: Evidence, day: date) -> Change:
    """What one author saved, as the rules judge it. The rest of the wiki is what lies on disk."""
    before = {change.path: change.before for change in changes}

    def restore(path: str) -> str:
        data = before.get(path)
        if data is None:
            return "put the lost words back as they were"
        return f"memwiki restore {shlex.quote(path)} --at {hash_of(data)[:12]}"

    tree = wiki.tree
    files = {
        change.path: (_file(change.before), _file(change.after) or tree.read(change.path))
        for change in changes
    }
    return Change(files, evidence, day, tree, tree, SAVE, restore=restore)


def _file(data: bytes | None) -> File | None:
    return None if data is None else File(decode(data))


_Asked = tuple[Store, str, LogLine]


class _Reader:
    """Reads one batch."""

    def __init__(
        self,
        wiki: Wiki,
        changes: Sequence[Settled],
        authors: Mapping[str, Author],
        day: date,
        credits: Credits,
        remark: str,
        undone: Mapping[str, bool],
    ) -> None:
        self._wiki = wiki
        self._changes = changes
        self._authors = authors
        self._day = day
        self._credits = credits
        self._remark = remark
        self._undone = undone
        self._formats = load_formats(wiki.manager)

    def findings(self, wanted: Sequence[Wanted]) -> Iterator[Finding]:
        """What is wrong once the wanted entries stand in the logs."""
        found = self._judged
        if wanted and any(finding.level == ERROR for finding in found):
            # What an originator may do in place, or an admin redact, is right only with its line.
            found = self._judge(list(self._with_wanted(wanted)))
        return (finding for finding in found if finding.rule not in _ANSWERED)

    def _with_wanted(self, wanted: Iterable[Wanted]) -> Iterator[Settled]:
        """The changes as they will be once these entries are written."""
        lines: dict[Store, list[str]] = {}
        for want in wanted:
            lines.setdefault(want.store, []).extend(want.lines)
        logs = {store.log_path: store for store in lines}
        yield from (change for change in self._changes if change.path not in logs)
        for log, store in logs.items():
            change = self._log_change(log)
            log_format = self._formats[store.log_format]
            old = decode(change.after or b"")
            new = add_log_lines(old, lines[store], log_format, store.log_order, self._day)
            yield change._replace(after=encode(new))

    def _log_change(self, log: str) -> Settled:
        """What happened to a log; where nothing did, as it stands."""
        for change in self._changes:
            if change.path == log:
                return change
        standing = text_of(self._wiki.tree.read(log))
        data = None if standing is None else encode(standing)
        return Settled(log, data, data)

    def wanted(self) -> Iterator[Wanted]:
        """The entries that no line of the batch, and none written by hand before it, stands for."""
        for (store, note, entry), number in self._still_asked().items():
            if note in self._undone:
                continue
            yield from [self._rendered(store, note, entry)] * number
        for store in self._wiki.setting.policy.stores:
            if not self._formats[store.log_format].has_fields:
                yield from self._told_in_words(store)

    def _still_asked(self) -> Counter[_Asked]:
        """What the rules ask for, without what lines written by hand a while ago stand for."""
        asked = self._asked(self._judged)
        older: dict[str, tuple[Store, list[str]]] = {}
        for store, note, _ in asked:
            lines = self._credits.of(store, [_inside(store, note)])
            older.setdefault(store.log_path, (store, []))[1].extend(lines)
        if not any(lines for _, lines in older.values()):
            return asked
        left = asked & self._asked(self._judge(list(self._with_older(older))))
        for store, note, entry in asked:
            if (store, note, entry) not in left:
                self._credits.spend(store, _inside(store, note))
        return left

    def _with_older(self, older: Mapping[str, tuple[Store, list[str]]]) -> Iterator[Settled]:
        """The changes as if these lines of the logs had been written with them."""
        yield from (change for change in self._changes if change.path not in older)
        for log, (_, lines) in older.items():
            change = self._log_change(log)
            yield change._replace(before=without(change.before or b"", lines))

    def _asked(self, findings: Iterable[Finding]) -> Counter[_Asked]:
        """The entries that findings ask for. One may answer two rules, so the one that wants more counts."""
        by_rule: dict[str, Counter[_Asked]] = {}
        for finding in findings:
            if asked := self._asks(finding):
                by_rule.setdefault(finding.rule, Counter())[asked] += 1
        most: Counter[_Asked] = Counter()
        for counter in by_rule.values():
            most |= counter
        return most

    def _told_in_words(self, store: Store) -> Iterator[Wanted]:
        """The entries of a log whose format has no fields: no rule asks for them, but people do."""
        evidence = next(iter(self._authors.values())).evidence
        seen = store_change(self._wiki, store, change_of(self._wiki, self._changes, evidence, self._day))
        lost = {fate.was.path for fate in seen.facts.erased} if store.kind == "shared" else set()
        new = [line for _, line in seen.log.new_lines]
        for happening in happenings(seen):
            inside = seen.inside(happening.path)
            if happening.path in lost or happening.path in self._undone:
                continue
            if any(mentions(line, inside) for line in new):
                continue
            if not self._credits.spend(store, inside):
                entry = LogLine(0, "", self._day, happening.verbs[0], "", inside, happening.summary)
                yield self._rendered(store, happening.path, entry)

    def _rendered(self, store: Store, note: str, entry: LogLine) -> Wanted:
        if not entry.verb:
            return Wanted(store, note, entry, ())
        author = self._authors.get(note) or next(iter(self._authors.values()))
        entry = entry._replace(who=author.label, what=f"{shortened(entry.what)}{self._remark}")
        try:
            lines = self._formats[store.log_format].render(entry)
        except ValueError:
            lines = ()
        return Wanted(store, note, entry, lines)

    @cached_property
    def _judged(self) -> list[Finding]:
        return self._judge(self._changes)

    def _judge(self, changes: Sequence[Settled]) -> list[Finding]:
        """Everything is judged once for each author; of what is found, the part that is theirs counts."""
        setting, manager = self._wiki.setting, self._wiki.manager
        found: dict[Finding, None] = {}
        shares: dict[Evidence, set[str]] = {}
        for path, author in self._authors.items():
            shares.setdefault(author.evidence, set()).add(path)
        for evidence, share in shares.items():
            change = change_of(self._wiki, changes, evidence, self._day)
            judged = judge(change, setting, setting, manager).findings
            for finding in without_drafts(self._wiki, judged, evidence, self._undone):
                if self._place(finding) in share or self._place(finding) not in self._authors:
                    found[finding] = None
        return list(found)

    def _place(self, finding: Finding) -> str:
        """The file that a finding is about: of a log line with the wrong verb, the note."""
        asked = self._asks(finding)
        return asked[1] if asked else finding.path

    def _asks(self, finding: Finding) -> _Asked | None:
        """The entry that a finding asks for, and the note it would tell of.

        It has no verb where the name of the note cannot stand in a log.
        """
        policy = self._wiki.setting.policy
        store = policy.store_of_log(finding.path) or policy.store_of(finding.path)
        if store is None or finding.rule not in LOG_RULES:
            return None
        entry = MEMWIKI.read(1, line_of(finding))
        if entry is not None:
            return store, paths.join(store.path, entry.path) or finding.path, entry
        if finding.rule == "log-missing" and not finding.hint and not store.is_log(finding.path):
            return store, finding.path, LogLine(0, "", self._day)
        return None


def _inside(store: Store, note: str) -> str:
    return store.relative(note) or note
