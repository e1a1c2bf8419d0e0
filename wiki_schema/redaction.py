"""`[redacted: kind]` in place of a secret: what may have stood there, and that nothing else differs."""

from __future__ import annotations

import re

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
