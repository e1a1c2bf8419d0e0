"""`fact-rewritten`: a fact's text or provenance changed in place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_schema.compare.matching import Fate, Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back, claim_instead, log_line, pointer, quoted, strike_lines
from wiki_schema.text import path_key, same


def check(seen: StoreChange) -> Iterator[Finding]:
    """Facts changed in place, unless the store lets originators update and one did, with an UPDATE line."""
    for fate in seen.facts.rewritten:
        if not _is_own_update(seen, fate):
            yield _rewritten(seen, fate)
    yield from _redacted(seen, [(fate.was, fate.now) for fate in seen.facts.redacted])
    yield from _redacted(seen, seen.facts.claims.redacted)


def _may_update(seen: StoreChange, fate: Fate) -> bool:
    return seen.store.originator_may_update and seen.may_change(fate.was.item.words.names)


def _is_own_update(seen: StoreChange, fate: Fate) -> bool:
    if not _may_update(seen, fate):
        return False
    if not seen.log_format.has_fields:
        return True
    path = path_key(seen.inside(fate.now.path))
    return any(entry.verb == "UPDATE" for entry in seen.log.entries_by_path.get(path, ()))


def _rewritten(seen: StoreChange, fate: Fate) -> Finding:
    old, new = fate.was.item.words, fate.now.item.words
    who = seen.signs
    differs = fate.why or pointer(old.said, new.said)
    message = f"A fact of {old.names or 'the store'} was changed in place: {quoted(old.said)} ({differs}). "
    if fate.why:
        message += "Exclude the store from the formatter that did it."
        hint = bring_back(seen, fate.was.path)
    elif _may_update(seen, fate):
        message += "This store lets you, with an UPDATE line in the log."
        hint = log_line(seen, "UPDATE", fate.now.path, "1 fact changed")
    elif seen.may_change(old.names):
        message += "Supersede it: keep the old words struck and put the new ones below."
        hint = strike_lines(fate.was, new.text, who, seen.day)
    elif same(old.text, new.text):
        message += "Whoever finds it still true says so in a fact nested under it."
        hint = f"{bring_back(seen, fate.was.path)}\n  - Checked, still true — {who}, {seen.day}"
    else:
        message += f"Only {seen.who_may(old.names)} may change it; anybody may leave a claim under it."
        hint = claim_instead(seen, fate.was.path, new.text)
    return Finding(fate.now.path, fate.now.item.line, message, hint, (old.said,))


def _redacted(seen: StoreChange, pairs: Iterable[tuple[Sited, Sited]]) -> Iterator[Finding]:
    """Redactions by who is no admin, and such that the log does not tell of."""
    told = any(entry.verb == "CONFLICT" for entry in seen.log.telling_entries)
    for was, now in pairs:
        if not seen.roster.is_admin(seen.actor):
            why, hint = "only an admin may redact", bring_back(seen, was.path)
        elif not told and seen.log_format.has_fields:
            why = "a redaction needs a CONFLICT line in the log"
            hint = log_line(seen, "CONFLICT", now.path, "a secret redacted")
        else:
            continue
        words = was.item.words
        what = f"a claim against a fact of {_owner(seen, was)}" if words.claim else f"a fact of {words.names}"
        yield Finding(now.path, now.item.line, f"Words were replaced by [redacted] in {what}; {why}.", hint)


def _owner(seen: StoreChange, claim: Sited) -> str:
    fact = seen.facts.disputed(claim, side=0)
    return (fact.item.words.names if fact else "") or "the store"
