"""What a host hands over on standard input: one JSON object, in whatever spelling."""

from __future__ import annotations

import json
import os
import select
import time
from typing import Any

Payload = dict[str, Any]

LARGEST = 64 << 20
"""So many bytes a payload may have: a host writes the whole file into it."""
SECONDS = 5.0
"""So long a host may be silent before its end of input. One is known that never ends it."""


class Unreadable(Exception):
    """What was handed over is no JSON object. The message says why."""


def received(file: int) -> bytes:
    """All bytes of a file descriptor, to its end, or until a whole object is there and nothing follows.

    Raises `Unreadable` where it is too large.
    """
    parts, size = [], 0
    until = time.monotonic() + SECONDS
    while select.select([file], [], [], max(0.0, until - time.monotonic()))[0]:
        part = os.read(file, 1 << 20)
        if not part:
            break
        parts.append(part)
        size += len(part)
        until = time.monotonic() + SECONDS
        if size > LARGEST:
            raise Unreadable(f"it is larger than {LARGEST >> 20} MB")
    return b"".join(parts)


def parsed(data: bytes) -> Payload:
    """The JSON object in some bytes. Raises `Unreadable`."""
    try:
        value = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(str(error) or type(error).__name__) from None
    if not isinstance(value, dict):
        raise Unreadable("it is no object")
    return value


def first(payload: Payload, *keys: str) -> str:
    """The first of some keys that holds a text which is not empty; else nothing."""
    for key in keys:
        value = payload.get(key)
        if isinstance(value, str) and value:
            return value
    return ""


def inner(value: object) -> Payload:
    """An object that stands in another one, or in it as a text of JSON; else an empty one."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    return value if isinstance(value, dict) else {}
