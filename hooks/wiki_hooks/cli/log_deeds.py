"""What `memwiki log` does to a log: `rotate` puts it away, `flush` writes the lines that it lacks."""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import TYPE_CHECKING

from wiki_hooks.cli.amended import Manner, give
from wiki_hooks.logs.logbook import log_text, own_logs
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import evidence
from wiki_hooks.writing.desk import writing
from wiki_hooks.writing.healing import heal
from wiki_hooks.writing.reconcile import reconcile
from wiki_hooks.writing.rotation import rotation
from wiki_schema.disk import ledger
from wiki_schema.finding import CannotCheck
from wiki_schema.telling import count
from wiki_schema.text import harmless, split_lines, visible

if TYPE_CHECKING:
    from wiki_hooks.place.wiki import Wiki
    from wiki_schema.policy import Store


def rotate(wiki: Wiki, store: Store | None, who: str, dry_run: bool, as_json: bool) -> int:
    """Put the log of a store away: of the only one, where none is named."""
    if store is None:
        store, *others = wiki.setting.policy.stores
        if others:
            names = ", ".join(visible(each.path) or "." for each in wiki.setting.policy.stores)
            raise CannotCheck(f"Which log? Name its store with --store: {names}.")
    acting = evidence(wiki, who, os.environ)
    granted = heal(wiki, store.log_path, rotation(wiki), acting, today(), "rotate", dry_run)
    return give(wiki, granted, Manner("log rotate", dry_run, as_json))


def flush(wiki: Wiki) -> int:
    """Write the log lines that the journal holds and the logs lack, and say which."""
    logs = [store.log_path for store in own_logs(wiki.setting.policy.stores)]
    before = {log: Counter(_lines(wiki, log)) for log in logs}
    with writing(wiki) as desk:
        told = [*desk.mended, *reconcile(wiki, desk.db, whatever_git_does=True)]
        waiting = sum(len(ledger.owed(desk.db, log, "\n".join(_lines(wiki, log)))) for log in logs)
    for sentence in told:
        print(harmless(sentence))
    for log in logs:
        for line in (Counter(_lines(wiki, log)) - before[log]).elements():
            print(f"  {harmless(line)}")
    if waiting:
        why = "the change that they tell of was taken back, or the log is in the middle of a merge"
        print(f"memwiki: {count(waiting, 'line')} cannot be written: {why}", file=sys.stderr)
    elif not told:
        print("every line that memwiki wrote stands in its log: nothing to write", file=sys.stderr)
    return 0


def _lines(wiki: Wiki, log: str) -> list[str]:
    return [line for line in split_lines(log_text(wiki.tree, log) or "") if line.strip()]
