"""What is left to do of a change of one file that was cut short, given what the file holds now."""

from __future__ import annotations

from collections import Counter

from wiki_schema.disk.deeds import is_part_of
from wiki_schema.value import Value

DONE = "done"
"""The file holds what it should, or a later edit of that."""
TODO = "to do"
"""The file can be given what it lacks: `content`."""
STUCK = "stuck"
"""The file was edited by hand where the change would go."""


class Rest(Value):
    """What is left to do."""

    state: str
    content: bytes | None = None
    """What the file should hold."""
    is_by_hand: bool = False
    """Whether somebody has edited it since."""


def rest_of(before: bytes | None, after: bytes | None, now: bytes | None) -> Rest:
    """What is left to do of `before` → `after`, where the file holds `now`. None: there is no file."""
    if now == after:
        return Rest(DONE, after)
    if now == before:
        return Rest(TODO, after)
    if after is None or now is None:
        return Rest(STUCK, now, True)
    if is_part_of(before or b"", after, now):
        return Rest(TODO, after)  # killed in the middle of a write
    if _holds_change(before or b"", after, now):
        return Rest(DONE, now, True)
    merged = None if before is None else _merged(before, after, now)
    if merged is not None:
        return Rest(TODO, merged, True)
    # What is nearer to the new text than to the old one was made of the new one.
    is_newer = _alike(now, after) > _alike(now, before or b"")
    return Rest(DONE if is_newer else STUCK, now, True)


def _alike(one: bytes, other: bytes) -> int:
    """How many lines two contents have in common."""
    return (Counter(_lines(one)) & Counter(_lines(other))).total()


def _holds_change(before: bytes, after: bytes, now: bytes) -> bool:
    """Whether every line that the change adds stands there as often as it should, and none it takes away."""
    old, new, current = (Counter(_lines(content)) for content in (before, after, now))
    added, removed = new - old, old - new
    return all(current[line] >= new[line] for line in added) and all(
        current[line] <= new[line] for line in removed
    )


def _merged(before: bytes, after: bytes, now: bytes) -> bytes | None:
    """The change made where it belongs, if the hand edit lies all on one side of it; else None."""
    old, new, current = _lines(before), _lines(after), _lines(now)
    head = _shared(old, new)
    tail = _shared(old[head:][::-1], new[head:][::-1])
    gone, come = old[head : len(old) - tail], new[head : len(new) - tail]
    if not gone and not tail and current[:head] == old:
        # A write cut short between two lines, and somebody appended behind it: the first lines stand there.
        come = come[_shared(come, current[head:]) :]
    at_end = len(current) - tail - len(gone)
    fits_head = current[: head + len(gone)] == old[: head + len(gone)]
    fits_tail = at_end >= 0 and current[at_end:] == old[head:]
    # At the open end of a log what was appended by hand is as it should be, and stays before us.
    if fits_tail and (tail == 0 or not fits_head):
        place = at_end
    elif fits_head:
        place = head
    else:
        return None
    merged = [*current[:place], *come, *current[place + len(gone) :]]
    return b"\n".join(merged) + b"\n"


def _lines(content: bytes) -> list[bytes]:
    lines = content.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    return lines


def _shared(one: list[bytes], other: list[bytes]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
