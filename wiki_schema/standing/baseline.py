"""The baseline: what was found once and accepted, so that an old wiki starts quiet.

A text file, one entry a line, sorted: `rule | path | fingerprint | count`. It holds no words of notes, and
two branches that changed it can be merged line by line. Rules on a store and rules on form (`check --all`)
have entries of their own: fingerprints begin with `lint-` or `check-`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256

from wiki_schema.change import FILE, Tree
from wiki_schema.finding import WARNING, CannotCheck, Finding, Verdict
from wiki_schema.policy import Policy
from wiki_schema.text import BOM, encode, split_lines, visible
from wiki_schema.value import Value

LINT = "lint"
CHECK = "check"

COMMANDS = {LINT: "memwiki lint", CHECK: "memwiki check --all"}
"""The command that makes the findings of each sort."""

STALE = "baseline-stale"
"""The rule that tells of entries for which nothing is found any more."""

HEADER = """\
# The baseline of memwiki: findings that stood here when it was written, and are not told again.
# One a line: rule | path | fingerprint | how many. Add with `memwiki lint --write-baseline` (admins),
# take out with `memwiki lint --prune` or by deleting lines (everybody).
"""

_SEPARATOR = " | "
_FIELDS = 4
_PATH_LIMIT = 4_000
_PRINT_LENGTH = 16
_MOST_DIGITS = 9


class Name(Value):
    """By what a finding is known again."""

    rule: str
    path: str
    """As it is shown: on one line, with nothing in it that acts."""
    fingerprint: str


class Entry(Value):
    """One line of a baseline."""

    name: Name
    number: int
    """How many things found under that name it covers."""
    line: int
    """Where it stands, from 1."""


def name_of(finding: Finding, sort: str = LINT) -> Name:
    """By what a finding is known again: its rule, its file, and its key, or without one its message."""
    parts = (finding.rule, finding.path, finding.key or finding.message)
    digest = sha256(encode("\0".join(parts))).hexdigest()[:_PRINT_LENGTH]
    shown = visible(finding.path, _PATH_LIMIT).strip() or "."
    return Name(finding.rule, shown, f"{sort}-{digest}")


def names_of(findings: Iterable[Finding], sort: str = LINT) -> Counter[Name]:
    """How many things were found of each name. A stale entry is never one to be accepted."""
    names: Counter[Name] = Counter()
    for finding in findings:
        if finding.rule != STALE:
            names[name_of(finding, sort)] += things(finding)
    return names


def things(finding: Finding) -> int:
    """How many things a finding tells at once; it always tells one."""
    return max(1, finding.number)


def sorted_out(names: Mapping[Name, int]) -> dict[str, int]:
    """How many findings of each sort a baseline covers: those that are found by each command."""
    totals = {sort: sum(n for name, n in names.items() if _is_of(name, sort)) for sort in (LINT, CHECK)}
    return {sort: number for sort, number in totals.items() if number}


# The file


def render(names: Mapping[Name, int]) -> str:
    """The whole text of a baseline."""
    rows = [
        f"{_SEPARATOR.join((rule, path, fingerprint))}{_SEPARATOR}{count}\n"
        for (rule, path, fingerprint), count in sorted(names.items())
        if count > 0
    ]
    return HEADER + "".join(rows)


def parse(text: str, path: str) -> tuple[Entry, ...]:
    """The entries of a baseline. Raises `CannotCheck`, with file and line, for what is none."""
    entries = []
    for number, line in _rows(text):
        entry = _entry(number, line)
        if entry is None:
            raise CannotCheck(f"{visible(path)}:{number}: {_complaint(line)}")
        entries.append(entry)
    return tuple(entries)


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines that say something, without blanks around them."""
    for number, line in enumerate(split_lines(text.removeprefix(BOM)), 1):
        if (line := line.strip()) and not line.startswith("#"):
            yield number, line


def _entry(number: int, line: str) -> Entry | None:
    rule, _, rest = line.partition(_SEPARATOR)
    fields = [part.strip() for part in (rule, *rest.rsplit(_SEPARATOR, 2))]
    if len(fields) != _FIELDS or not all(fields):
        return None
    rule, path, fingerprint, count = fields
    sort, _, digest = fingerprint.partition("-")
    is_count = count.isascii() and count.isdigit() and len(count) <= _MOST_DIGITS
    if sort not in (LINT, CHECK) or not digest or not is_count:
        return None
    return Entry(Name(rule, path, fingerprint), int(count), number)


def _complaint(line: str) -> str:
    """What is wrong with a line that is no entry, and what mends it."""
    marks = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
    if line.startswith(marks):
        return (
            "an unresolved merge. Keep the entries of both sides and take the marks out, then run "
            "`memwiki lint --prune`."
        )
    return (
        "no entry: one reads `rule | path | fingerprint | count`. Delete the line, or write the whole file "
        "anew with `memwiki lint --write-baseline`."
    )


def is_loosened(old: str, new: str) -> bool:
    """Whether a baseline came to cover more, or to hold what nobody can read: then an admin must look."""
    before, after = _counts(old), _counts(new)
    unread = {line for number, line in _rows(new) if _entry(number, line) is None}
    unread -= {line for _, line in _rows(old)}
    return bool(unread) or any(count > before[name] for name, count in after.items())


def _counts(text: str) -> Counter[Name]:
    """How many findings of each name a text covers; lines that are no entry cover none."""
    read = (_entry(number, line) for number, line in _rows(text))
    return counts_of(entry for entry in read if entry is not None)


def counts_of(entries: Iterable[Entry]) -> Counter[Name]:
    """How many findings of each name are covered. Of twins, as a merge leaves them, the larger counts."""
    counts: Counter[Name] = Counter()
    for entry in entries:
        counts[entry.name] = max(counts[entry.name], entry.number)
    return counts


# What it covers


class Baseline(Value):
    """A baseline that stands in a file."""

    path: str
    """From the top."""
    entries: tuple[Entry, ...] = ()


def read_baseline(tree: Tree, policy: Policy) -> Baseline:
    """The baseline of a wiki; without entries where none stands and none is configured.

    Raises `CannotCheck` for one that is configured and missing, or cannot be read.
    """
    path = policy.baseline_file
    file = tree.read(path)
    if file is None and policy.lint["baseline"]:
        raise CannotCheck(
            f"{policy.source}: [lint] baseline names {visible(path)}, which is not there. "
            "Write it with `memwiki lint --write-baseline`, or take the key out."
        )
    if file is not None and file.mode != FILE:
        raise CannotCheck(f"{visible(path)} is no plain file: put the file itself there, not a link.")
    return Baseline(path, parse(file.text, path) if file else ())


class Settled(Value):
    """A verdict, of which a baseline has covered a part."""

    verdict: Verdict
    """What is left of it."""
    left: Counter[Name]
    """What is covered and still found: what the baseline holds once its stale entries are taken out."""
    covered: tuple[Finding, ...] = ()
    """The findings that are covered whole, marked as accepted."""
    sort: str = LINT

    @property
    def all(self) -> Verdict:
        """The verdict with what is covered, marked as accepted: after the rest."""
        return self.verdict._replace(findings=(*self.verdict.findings, *self.covered))

    def told(self, baseline: Baseline, is_shown: bool = False) -> tuple[str, ...]:
        """A sentence on how much is covered, where anything is, and how to look at it."""
        number, command = self.left.total(), COMMANDS[self.sort]
        if not number:
            return ()
        which = "finding" if number == 1 else "findings"
        pronoun = "it" if number == 1 else "them"
        what = f"{visible(baseline.path)} covers {number:,} {which} of `{command}` that stood here before"
        return (what if is_shown else f"{what}; `{command} --accepted` shows {pronoun}",)


def settle(verdict: Verdict, baseline: Baseline, sort: str = LINT) -> Settled:
    """What a baseline leaves of a verdict."""
    allowed = counts_of(entry for entry in baseline.entries if _is_of(entry.name, sort))
    left: Counter[Name] = Counter()
    new, covered = [], []
    for finding in verdict.findings:
        name = name_of(finding, sort)
        found = things(finding)
        known = min(found, allowed[name] - left[name])
        left[name] += known
        if known == found:
            covered.append(finding._replace(accepted=True))
        else:
            new.append(_more_than(finding, known) if known else finding)
    return Settled(verdict._replace(findings=tuple(new)), +left, tuple(covered), sort)


def _more_than(finding: Finding, known: int) -> Finding:
    """A finding of which so much is covered. Nobody knows which: a baseline holds numbers, and no words."""
    message = f"{finding.message} The baseline covers {known:,} of these."
    key = finding.key or finding.message
    return finding._replace(message=message, key=key, number=finding.number - known)


def stale(baseline: Baseline, left: Mapping[Name, int], sort: str = LINT) -> Iterator[Finding]:
    """The entries that cover more than is found any more, each once, at its line."""
    allowed = counts_of(entry for entry in baseline.entries if _is_of(entry.name, sort))
    seen: set[Name] = set()
    for entry in baseline.entries:
        name, found = entry.name, left.get(entry.name, 0)
        if name not in seen and _is_of(entry.name, sort) and allowed[name] > found:
            seen.add(name)
            yield _stale(baseline.path, name, entry.line, allowed[name], found)


def _is_of(name: Name, sort: str) -> bool:
    return name.fingerprint.startswith(f"{sort}-")


def _stale(path: str, name: Name, line: int, allowed: int, found: int) -> Finding:
    about = f"{name.rule} in {name.path}"
    message = (
        f"The entry covers {allowed:,} findings of {about}, and only {found:,} are left."
        if found
        else f"The entry covers {about}, where nothing of the kind is found any more."
    )
    key = _SEPARATOR.join(name)
    return Finding(path, line, message, "memwiki lint --prune", level=WARNING, rule=STALE, key=key)
