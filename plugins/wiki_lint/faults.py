"""What can be wrong with a link, in words."""

from __future__ import annotations

from wiki_schema.finding import WARNING
from wiki_schema.index import Listing
from wiki_schema.telling import quoted
from wiki_schema.text import visible
from wiki_schema.value import Value

DEAD = "dead"
WANTED = "wanted"
"""A wikilink to a note that nobody has written: a mistake, or a wish."""
CUT = "cut"
"""A wikilink that its table cuts in two."""
CASE = "case"
"""A wikilink that differs only in case from a file: Obsidian finds it, most others do not."""
PUBLISHED = "published"
"""A link that would lead somewhere, were its first folder not that of a site."""


class Fault(Value):
    """What is wrong with a link."""

    message: str
    hint: str
    kind: str = DEAD
    base: str = ""
    """Of a published link: the folder it begins with."""
    meant: str = ""
    """Of one that differs only in case: the file."""

    @property
    def level(self) -> str:
        """A warning where it may be a wish, or leads somewhere for some; else as the rule has it."""
        return WARNING if self.kind in (CASE, WANTED) else ""

    @property
    def key(self) -> str:
        """What it is known by; empty for the message. Rows come and go."""
        return "wikilinks cut by their tables" if self.kind == CUT else ""


def is_cut(link: Listing) -> Fault:
    """A wikilink in a table, with a pipe that ends its cell."""
    start = link.column - 1
    end = link.text.find("]]", start)
    words = link.text[start : end if end >= 0 else None]
    message = f"{quoted(words + ']]')} is cut in two: in a table its pipe ends the cell."
    escaped = words.replace("|", "\\|", 1)
    return Fault(message, f"escape the pipe: {visible(escaped)}]]", CUT)


def are_cut(number: int, first: Fault) -> Fault:
    """Several of them in one file: one table, written one way."""
    message = f"{number:,} wikilinks are cut in two: in a table the pipe of each ends its cell."
    return first._replace(message=message, hint=first.hint.replace("the pipe:", "the pipe of each:", 1))


def is_no_link(link: Listing) -> Fault:
    """A link with blanks in its target, which shows as plain text."""
    shown = f"{link.target}{'#' if link.anchor else ''}{link.anchor}"
    message = f"{quoted(f'({shown})')} makes no link: blanks end a target, so all of it shows as text."
    return Fault(message, f"put it in angle brackets: (<{visible(shown)}>)")


def begins_with(base: str, folder: str, is_store: bool) -> Fault:
    """A link that begins with a folder that is not there, though what follows lies in another."""
    shown = visible(folder) or "the store itself"
    where = "its [[store]] table" if is_store else "a [[store]] table of its own"
    hint = (
        f'the rest lies in {shown}: write link_base = "{visible(base)}" in {where} if it is published so; '
        "else mend the links"
    )
    message = f"A link begins with {quoted(base + '/')}, a folder that is not there."
    return Fault(message, hint, PUBLISHED, base)
