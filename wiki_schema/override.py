"""The trailer by which an admin lets one change through: `Memwiki-Override: rule — reason`.

It takes nothing away: what was overridden is told as a notice, with who did it and why.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from wiki_schema.finding import Finding, Verdict
from wiki_schema.members import Actor, Roster
from wiki_schema.text import split_lines, visible
from wiki_schema.value import Value

TRAILER = "Memwiki-Override"

_DASHES = "-—–―−:"


class Override(Value):
    """One rule, set aside for one change."""

    rule: str
    reason: str
    """Empty where none was given; then it is not honoured."""


def read_overrides(message: str) -> tuple[Override, ...]:
    """The overrides in the last paragraph of a commit message, in their order.

    The dash may be any, or a colon; the key may have any case. A line that begins with a blank goes on
    with the trailer above it.
    """
    if TRAILER.lower() not in message.lower():
        return ()
    overrides: list[str] = []
    is_ours = False
    for line in _last_paragraph(message):
        key, colon, value = line.partition(":")
        if line[:1] in " \t":
            if is_ours:
                overrides[-1] += f" {line.strip()}"
            continue
        is_ours = bool(colon) and key.strip().lower() == TRAILER.lower()
        if is_ours:
            overrides.append(value.strip())
    return tuple(map(_parse, overrides))


def apply_overrides(
    verdict: Verdict, overrides: Iterable[Override], actor: Actor, roster: Roster, rules: Collection[str] = ()
) -> Verdict:
    """The verdict with the overridden findings told as notices instead.

    Only an admin's override counts, or anybody's where the roster names no admin, and only with a
    reason; every other one is answered with a notice. `rules` are the known names, to answer a typo.
    """
    left = verdict.findings
    notices = list(verdict.notices)
    for override in overrides:
        shown = f"{TRAILER}: {visible(override.rule)} — {visible(override.reason)}".removesuffix(" — ")
        overridden = [finding for finding in left if finding.rule == override.rule]
        if refusal := _refusal(override, overridden, actor, roster, rules):
            notices.append(f"not honoured: {shown}: {refusal}")
            continue
        left = tuple(finding for finding in left if finding.rule != override.rule)
        count = "1 finding" if len(overridden) == 1 else f"{len(overridden)} findings"
        notices.append(f"overridden by {visible(actor.label)}: {shown} ({count}: {_places(overridden)})")
    return Verdict(left, tuple(notices))


def _refusal(
    override: Override, found: Collection[Finding], actor: Actor, roster: Roster, rules: Collection[str]
) -> str:
    """Why an override does not count; empty where it does."""
    if rules and override.rule not in rules:
        from wiki_schema.policy.reader import suggest

        return f"there is no rule of that name{suggest(override.rule, rules)}"
    if not override.reason:
        return f"it gives no reason; write {TRAILER}: {visible(override.rule)} — why it is right this time"
    if roster.has_admins and not roster.is_admin_in_person(actor):
        admins = ", ".join(visible(member.label) for member in roster.members if member.role == "admin")
        return f"{visible(actor.label)} is no admin; {admins} may"
    return "" if found else "the rule found nothing"


def _places(found: Iterable[Finding]) -> str:
    places = list(dict.fromkeys(visible(finding.path) for finding in found))
    more = len(places) - 3
    return ", ".join(places[:3]) + (f" and {more} more" if more > 0 else "")


def _last_paragraph(message: str) -> list[str]:
    lines = [line.rstrip() for line in split_lines(message)]
    while lines and not lines[-1]:
        lines.pop()
    for number in range(len(lines) - 1, -1, -1):
        if not lines[number]:
            return lines[number + 1 :]
    return lines


def _parse(value: str) -> Override:
    end = next((at for at, char in enumerate(value) if not (char.isalnum() or char in "-_")), len(value))
    rule = value[:end].rstrip("-")
    return Override(rule, value[len(rule) :].lstrip(f"{_DASHES} \t").strip())
