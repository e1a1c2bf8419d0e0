"""The log and index lines that a change lacks: which they are, and which only wait to be staged."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from wiki_hooks.git.staged import Judgement
from wiki_hooks.place.settings import Settings
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.rehearsal import rehearsed
from wiki_hooks.plumbing.repository import Repository
from wiki_schema.finding import ERROR, Finding, Verdict
from wiki_schema.log import MEMWIKI
from wiki_schema.policy import Policy, Store
from wiki_schema.telling import count
from wiki_schema.text import split_lines
from wiki_schema.value import Value

LOG_RULES = ("log-missing", "claim-unlogged")
INDEX_RULE = "note-unindexed"
"""The rules that say a line is missing. Their hint holds that line."""


def line_of(finding: Finding) -> str:
    """The line that a finding says is missing; empty where it says none."""
    lines = split_lines(finding.hint)
    if finding.commit:
        return ""
    if finding.rule in LOG_RULES:
        return next((line for line in reversed(lines) if MEMWIKI.read(1, line)), "")
    if finding.rule == INDEX_RULE:
        return next((line for line in reversed(lines) if line.startswith("- [")), "")
    return ""


class Missing(Value):
    """What a staged change lacks."""

    unwritten: tuple[Finding, ...] = ()
    """Findings whose line stands nowhere yet."""
    unstaged: tuple[Finding, ...] = ()
    """Findings whose line, or one as good, stands on disk and only has to be staged."""


def find_missing(
    staged: Judgement, repository: Repository, judge_again: Callable[[Mapping[str, str]], Verdict]
) -> Missing:
    """What a staged change lacks, found by judging it again with the logs and indexes that lie on disk.

    So a line counts as often as it was written anew, in whatever words. `judge_again` judges what is
    staged under other variables. Raises `CannotCheck` where that cannot be done.
    """
    lacking = tuple(filter(line_of, staged.verdict.findings))
    files = {file.path for finding in lacking if (file := file_of(finding, staged.settings))}
    if not files:
        return Missing()
    with rehearsed(repository, files) as environ:
        if environ is None:
            return Missing(lacking)
        still = tuple(filter(line_of, judge_again(environ).findings))
    # A line on disk that draws a complaint of its own is not as good as the one that is asked for.
    doubtful = {finding.rule for finding in _without(still, lacking)}
    return Missing(still, tuple(f for f in _without(lacking, still) if f.rule not in doubtful))


def _without(findings: Iterable[Finding], others: Iterable[Finding]) -> Iterator[Finding]:
    """Findings of which no like is among others; each of those takes away one, wherever it stands."""
    left = Counter(map(_likeness, others))
    for finding in findings:
        if left[_likeness(finding)]:
            left[_likeness(finding)] -= 1
        else:
            yield finding


def _likeness(finding: Finding) -> Finding:
    return finding._replace(line=0, column=1)


class Target(Value):
    """The file in which a line is missing."""

    path: str
    store: Store
    rule: str
    """`log` or `index`."""


def file_of(finding: Finding, settings: Settings) -> Target | None:
    """Where the line of a finding belongs."""
    store = _store_of(finding.path, settings)
    if store is None:
        return None
    is_log = finding.rule in LOG_RULES
    return Target(store.log_path if is_log else store.index_path, store, "log" if is_log else "index")


def _store_of(path: str, settings: Settings) -> Store | None:
    """The store that a path concerns. One that the change itself sets up is the new setting's."""
    policies = [setting.policy for setting in (settings.before, settings.after) if setting]
    known = policies[0] if policies else Policy(())
    for policy in policies[1:]:
        paths = {store.path for store in known.stores}
        added = tuple(store for store in policy.stores if store.path not in paths)
        known = known._replace(stores=(*known.stores, *added))
    return known.store_of_log(path) or known.store_of(path)


def told(verdict: Verdict, missing: Missing, settings: Settings, environ: Mapping[str, str]) -> Verdict:
    """A verdict on what is staged, with the way out.

    Lines that only wait to be staged are told once a file, and for those that are not written yet the
    command that does it is named.
    """
    waiting: dict[str, list[Finding]] = {}
    findings: list[Finding] = []
    for finding in verdict.findings:
        file = file_of(finding, settings) if finding in missing.unstaged else None
        if file is None:
            findings.append(finding)
        else:
            waiting.setdefault(file.path, []).append(finding)
    findings += [_waiting(path, found, environ) for path, found in waiting.items()]
    return offer(verdict._replace(findings=tuple(findings)), "memwiki check --fix")


def offer(verdict: Verdict, command: str) -> Verdict:
    """A verdict with the command that writes the lines it asks for, if it asks for any."""
    if not any(map(line_of, verdict.findings)):
        return verdict
    notice = f"`{command}` writes the missing log and index lines"
    return verdict._replace(notices=(*verdict.notices, notice))


def _waiting(path: str, found: Collection[Finding], environ: Mapping[str, str]) -> Finding:
    first = next((finding for finding in found if finding.level == ERROR), next(iter(found)))
    lines = count(len(found), "line")
    message = f"{lines} that this change needs {'is' if len(found) == 1 else 'are'} written, but not staged."
    hint = f"git add {from_top([path])}"
    # `git commit FILE` judges an index of its own, in which nothing is but that file.
    if os.path.basename(environ.get("GIT_INDEX_FILE", "")).startswith("next-index-"):
        hint += "\nthen commit without naming files"
    return Finding(path, 0, message, hint, level=first.level, rule=first.rule)
