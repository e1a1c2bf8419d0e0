"""`log-rewritten`: an old line of the log is edited, reordered, or has a new one before it."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.growth import LogLoss
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.telling import bring_back, count, pointer
from wiki_schema.text import split_lines


def check(seen: StoreChange) -> Iterator[Finding]:
    """Every way an old line is not what and where it was, and archives that changed."""
    undo = bring_back(seen, seen.log.path_before)
    for loss in seen.log.losses:
        if loss.kind == "gone":
            continue
        lost = (loss.old,) if loss.kind in ("edited", "glued", "preamble") and loss.old else ()
        # Where entries are sections and the page has a footer, nobody can say where the open end is.
        level = WARNING if loss.kind == "inserted" and seen.log_format.has_sections else ""
        yield Finding(seen.log.path, loss.new_line or loss.line, _say(loss, seen), undo, lost, level=level)
    for path, (old, new) in seen.log.archives.items():
        if new is not None:
            message = "An archive of the log changed. Archives never change again; new lines go into the log."
            yield Finding(path, 0, message, bring_back(seen, path), tuple(split_lines(old)))


def _say(loss: LogLoss, seen: StoreChange) -> str:
    end = "at the end" if seen.store.log_order == "oldest-first" else "directly under the preamble"
    if loss.kind == "inserted":
        there = "before old entry" if loss.old else "at line"
        lines = count(loss.count, "line")
        return f"{lines} inserted {there} {loss.line} of the log; new lines go in only {end}."
    if loss.kind == "reordered":
        return f"Old lines of the log stand in another order from line {loss.line} on; a log keeps its order."
    if loss.kind == "blanks":
        return (
            f"Only trailing white space differs in line {loss.line} of the log, and even that is evidence: "
            "exclude the log from the fixer that did it."
        )
    if loss.kind == "glued":
        return (
            f"A new line is glued to line {loss.line} of the log, which had no newline: "
            "begin on a line of its own."
        )
    if loss.kind == "preamble":
        return f"Line {loss.line} of the log's preamble changed; it is as fixed as the rest."
    differs = pointer(loss.old, loss.new)
    return f"Line {loss.line} of the log was rewritten ({differs}); add a line that corrects it instead."
