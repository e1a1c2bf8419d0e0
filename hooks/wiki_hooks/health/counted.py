"""One `LINT` line in the log of each store: that it was looked through, and what was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from wiki_hooks.health.last import VERB
from wiki_hooks.place.wiki import Wiki, evidence
from wiki_hooks.writing.appending import append
from wiki_schema.finding import ERROR, CannotCheck, Finding, Verdict
from wiki_schema.log import LogLine
from wiki_schema.policy import Store
from wiki_schema.telling import count
from wiki_schema.text import visible

_WHOLE_STORE = "."


def log_pass(wiki: Wiki, verdict: Verdict, who: str, environ: Mapping[str, str], day: date) -> list[str]:
    """Append one line to each store's log. Gives what was done, a sentence each.

    Raises `CannotCheck` where a log cannot take its line; logs before it have theirs then.
    """
    asked = evidence(wiki, who, environ)
    stores = wiki.setting.policy.stores
    lines = {store: _lines(wiki, store, verdict, wiki.actor(asked).label, day) for store in stores}
    said: list[str] = []
    for store, rows in lines.items():
        granted = append(wiki, store.log_path, rows, asked, day)
        refused = next((f for f in granted.landed.verdict.findings if f.level == ERROR), None)
        if refused is not None:
            place = f"{visible(refused.path)}:{refused.line}"
            raise CannotCheck(f"The log takes no line: {place}: {refused.message}\n{refused.hint}")
        said += [*granted.mended, *granted.unheard, granted.amendment.summary]
    return said


def _lines(wiki: Wiki, store: Store, verdict: Verdict, who: str, day: date) -> Sequence[str]:
    """The entry, in the format of the store's log."""
    if wiki.tree.read(store.log_path) is None:
        raise CannotCheck(
            f"There is no log {visible(store.log_path)}, so nothing was logged: `memwiki init` makes one."
        )
    found = [f for f in verdict.findings if (wiki.setting.policy.store_of(f.path) or _first(wiki)) is store]
    try:
        return wiki.format_of(store).render(LogLine(0, "", day, VERB, who, _WHOLE_STORE, counts(found)))
    except ValueError as error:
        what = f"No log line can be written for {visible(who)}: {error}. Say who with --who."
        raise CannotCheck(what) from error


def _first(wiki: Wiki) -> Store:
    return wiki.setting.policy.stores[0]


def counts(findings: Sequence[Finding]) -> str:
    """What was found, in numbers alone: `1 error, 2 warnings: claim-stale 2, link-dead 1`."""
    errors = sum(finding.level == ERROR for finding in findings)
    levels = ((errors, "error"), (len(findings) - errors, "warning"))
    parts = [count(number, level) for number, level in levels if number]
    if not parts:
        return "nothing found"
    rules = Counter(finding.rule for finding in findings)
    return f"{', '.join(parts)}: {', '.join(f'{rule} {number:,}' for rule, number in sorted(rules.items()))}"
