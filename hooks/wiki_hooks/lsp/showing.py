"""Words of notes inside Markdown of ours: they are shown, and do nothing."""

from __future__ import annotations

import re

from wiki_schema.as_json import exact
from wiki_schema.text import visible

_ACTIVE = re.compile(r"[!-/:-@\[-`{-~]")
_LONGEST = 600


def shown(words: str, limit: int = _LONGEST) -> str:
    """Words as Markdown that shows them letter by letter: on one line, no mark of theirs is one.

    Not even an address becomes a link: an editor may load what a link leads to.
    """
    return _ACTIVE.sub(lambda match: f"\\{match[0]}", exact(visible(words, limit)))


def unmarked(markdown: str) -> str:
    """The same for an editor that shows plain text."""
    return re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", markdown.replace("**", ""))
