"""Bringing back the lines that a log has lost, without losing one that came since.

What the last commit holds of a log stands in it, every line, in its order. What else was written, before
or since, comes at the open end: in between nothing may come, not even an old line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date

from wiki_schema.amend.lines import add_log_lines, edit
from wiki_schema.amend.scene import Scene
from wiki_schema.compare.growth import LogLoss, grow
from wiki_schema.compare.redaction import OPENING, is_redaction_of
from wiki_schema.log import VERBS, Log, newest_day
from wiki_schema.text import split_lines
from wiki_schema.value import Value


class LogBack(Value):
    """A log with what it had lost."""

    text: str
    returned: tuple[str, ...] = ()
    """The lines that stand again."""
    changed: tuple[tuple[str, str], ...] = ()
    """Lines that were edited and stand as they stood, each with what it had become; a line that is none of
    the log's, and was taken out of it, has nothing before it."""
    withheld: int = 0
    """How many lines stay as they are, because something in them was redacted."""


def bring_log_back(
    scene: Scene, old: str, text: str | None, base: str | None, archived: Sequence[str] = ()
) -> LogBack:
    """The log as it stands, with every line that it held at `old` or in the last commit (`base`).

    `archived` are the texts of its archives: what stands there is not lost. The text is None where there
    is no log, the base where no commit holds one.
    """
    trunk = base if base is not None and base.strip() else text or ""
    if not trunk.strip():
        return LogBack(old, tuple(_telling(old)))
    grown, changed, withheld = _on_trunk(scene, trunk, text or "")
    lost = _lost(scene, old, grown, archived)
    withheld += lost.withheld
    if lost.rows:
        grown = add_log_lines(grown, lost.rows, scene.log_format, scene.store.log_order)
    returned = Counter(_telling(grown)) - Counter(_telling(text or ""))
    return LogBack(grown, tuple(returned.elements()), tuple(changed), withheld)


def _on_trunk(scene: Scene, trunk: str, text: str) -> tuple[str, list[tuple[str, str]], int]:
    """The lines of the trunk as they stood, and behind them all that is new in the text."""
    order = scene.store.log_order
    growth = grow(trunk, text, scene.log_format, order, scene.day)
    if not growth.losses:
        return text, [], 0
    fresh = [line for _, line in growth.new]
    changed: list[tuple[str, str]] = []
    redacted: dict[int, tuple[str]] = {}
    newest = newest_day(trunk, scene.log_format)
    for loss in growth.losses:
        if _is_another(scene, loss, newest):
            fresh.append(loss.new)
        elif loss.kind == "glued":
            fresh.insert(0, loss.new[len(loss.old) :])
        elif is_redaction_of(loss.old, loss.new):
            redacted[loss.line] = (loss.new,)
        elif _is_other(loss):
            changed.append((loss.old, loss.new))
    verbs = (*VERBS, *scene.store.extra_verbs)
    right = [line for line in fresh if line.strip() and not _fault(scene, line, verbs)]
    changed += [("", line) for line in fresh if line.strip() and _fault(scene, line, verbs)]
    whole = edit(trunk, redacted, {})
    if right:
        whole = add_log_lines(whole, _apart(scene, right), scene.log_format, order)
    return whole, changed, len(redacted)


def _is_another(scene: Scene, loss: LogLoss, newest: date | None) -> bool:
    """Whether what stands in the place of a line is an entry of its own, and no edit of the old one."""
    was, now = (scene.log_format.read(1, line) for line in (loss.old, loss.new))
    if loss.kind != "edited" or was is None or now is None or now.day is None:
        return False
    return was[2:6] != now[2:6] and (newest is None or now.day >= newest)


def _is_other(loss: LogLoss) -> bool:
    """Whether other words stand in the place of a line; blanks at its end are no words."""
    is_there = bool(loss.old and loss.new.strip()) and loss.new.rstrip() != loss.old.rstrip()
    return is_there and loss.kind in ("edited", "preamble")


def _fault(scene: Scene, line: str, verbs: Sequence[str]) -> str:
    return scene.log_format.complain(line, verbs) if scene.log_format.has_fields else ""


def _apart(scene: Scene, lines: Sequence[str]) -> list[str]:
    """Lines, with blank ones before what begins a section, as a page has them."""
    rows: list[str] = []
    for line in lines:
        is_heading = scene.log_format.day_heading(line) is not None
        entry = scene.log_format.read(1, line) if scene.log_format.has_sections else None
        rows += [""] * bool(rows and (is_heading or entry is not None))
        rows += [line, *([""] if is_heading else [])]
    return rows


class _Lost(Value):
    rows: tuple[str, ...]
    withheld: int


def _lost(scene: Scene, old: str, grown: str, archived: Sequence[str]) -> _Lost:
    """The lines of an old log that stand nowhere; each under the heading that dated it."""
    log = Log.parsed(old, scene.log_format)
    stands = Counter(line for text in (grown, *archived) for line in split_lines(text))
    redacted = [line for line in stands if OPENING in line]
    rows: list[str] = []
    heading, written, withheld = "", "", 0
    for line in log.lines[log.preamble_end :]:
        if scene.log_format.day_heading(line) is not None:
            heading = line
            continue
        if not line.strip() or stands[line] > 0:
            stands[line] -= 1
            continue
        if any(is_redaction_of(line, other) for other in redacted):
            withheld += 1
            continue
        if heading != written:
            rows.append(heading)
            written = heading
        rows.append(line)
    return _Lost(tuple(_apart(scene, rows)), withheld)


def _telling(text: str) -> Iterator[str]:
    return (line for line in split_lines(text) if line.strip())
