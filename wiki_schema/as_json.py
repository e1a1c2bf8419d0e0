"""What programs are told, as JSON: every `--json` and every report is written here."""

from __future__ import annotations

import re
from collections.abc import Mapping

_LONE = re.compile("[\ud800-\udfff]")
_FIRST_BYTE = 0xDC00


def dumped(told: object, indent: int | None = 2) -> str:
    """Objects, lists, texts, numbers, truths and None as JSON, with a newline behind it.

    ASCII only, so that nothing in it acts on a terminal. `##[` in a log of a CI would be a command of its
    runner; written as an escape it is no such thing, and every reader of JSON still gets it letter for
    letter. `indent`: None for all of it on one line.
    """
    import json

    return json.dumps(_exact(told), indent=indent).replace("##", "#\\u0023") + "\n"


def exact(text: str) -> str:
    """A text letter for letter. Only bytes that are no UTF-8 are spelled, as `\\x..`: JSON has none.

    Half a character that somebody else's JSON held, which is no letter either, is spelled `\\u....`.
    """
    return text if text.isascii() else _LONE.sub(_spelled, text)


def _spelled(match: re.Match[str]) -> str:
    byte = ord(match[0]) - _FIRST_BYTE
    return f"\\x{byte:02x}" if 0x80 <= byte <= 0xFF else f"\\u{ord(match[0]):04x}"


def _exact(told: object) -> object:
    if isinstance(told, str):
        return exact(told)
    if isinstance(told, Mapping):
        return {exact(key): _exact(value) for key, value in told.items()}
    if isinstance(told, list | tuple):
        return [_exact(each) for each in told]
    return told
