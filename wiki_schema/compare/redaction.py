"""`[redacted: kind]` in place of a secret: what may have stood there, and that nothing else differs."""

from __future__ import annotations

import re
from collections.abc import Iterable

OPENING = "[redacted: "


def is_redaction_of(old: str, new: str) -> bool:
    """Whether a text is another with nothing but spans replaced by `[redacted: kind]`."""
    first, *parts = re.split(r"\[redacted: [^\[\]]*\]", new)
    if not parts or not old.startswith(first):
        return False
    at, last = len(first), parts.pop()
    for part in parts:
        found = old.find(part, at + 1)
        if found < 0:
            return False
        at = found + len(part)
    return len(old) - len(last) > at and old.endswith(last)


def redactions(old: Iterable[str], new: Iterable[str]) -> list[tuple[str, str]]:
    """Which texts stand among others with nothing but spans redacted: pairs, each text in one of them."""
    left = list(old)
    pairs = []
    for text in new:
        if OPENING in text and (was := next((t for t in left if is_redaction_of(t, text)), None)) is not None:
            left.remove(was)
            pairs.append((was, text))
    return pairs
