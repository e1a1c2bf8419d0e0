"""One version of a file: what it held after one step of its history."""

from __future__ import annotations

from wiki_schema.value import Value

COMMIT = "commit"
"""Through what a version came that only a commit holds."""


class Version(Value):
    """What a file held after one step of its history."""

    name: str
    """Its short name."""
    time: str
    """UTC, as ISO 8601 writes it."""
    who: str
    through: str
    """`commit`, or the door through which it was written; both where a commit holds what was written."""
    path: str
    """The name of the file then, from the top."""
    before: str | None
    """The text it came from; None where there was no file."""
    text: str | None
    """None where the file was removed."""
    verb: str = ""
    """The log verb, where memwiki wrote one."""
    commit: str = ""
    """The whole name of its commit; empty for a revision."""
    path_before: str = ""
    """The name before it was renamed; empty where it was not."""
    also: str = ""
    """The name of the revision that the commit holds."""
    agent: str = ""
    """The agent that wrote it, where one announced just this step."""
    session: str = ""
    """That agent's session."""
