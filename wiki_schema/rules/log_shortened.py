"""`log-shortened`: a line of the log is gone."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back, count
from wiki_schema.text import split_lines


def check(seen: StoreChange) -> Iterator[Finding]:
    """Lines gone from the log or from an archive; the log deleted, emptied, renamed or made a link."""
    log = seen.log.path_before
    if seen.log.before and seen.log.after is None:
        lost = tuple(split_lines(seen.log.before))
        now = seen.read_after(seen.log.path)
        what = "is deleted or renamed" if now is None else "is no file any more but a link or a folder"
        message = f"The log {what}: all {count(len(lost), 'line')} of it would be gone. Nobody may end a log."
        yield Finding(log, 0, message, bring_back(seen, log), lost)
        return
    for loss in seen.log.losses:
        if loss.kind == "gone":
            message = f"Line {loss.line} of the log is gone. Nobody may take a line out of a log."
            yield Finding(seen.log.path, loss.line, message, bring_back(seen, log), (loss.old,))
    for path, (old, new) in seen.log.archives.items():
        if new is None:
            message = "An archive of the log is gone. Archives never change again."
            yield Finding(path, 0, message, bring_back(seen, path), tuple(split_lines(old)))
