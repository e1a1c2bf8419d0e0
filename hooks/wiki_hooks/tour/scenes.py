"""What is tried on the tour: five bad writes and two good ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from typing import NamedTuple

NOTE, LOG, INDEX = "wiki/trips.md", "wiki/log.md", "wiki/index.md"

Edit = Callable[[str], str | None]
"""From the text of a file to its new text; None removes it."""


class Author(NamedTuple):
    """Whoever commits."""

    name: str
    email: str
    what: str


ANNA = Author("Anna Rossi", "anna@example.org", "the admin")
BEN = Author("Ben Rossi", "ben@example.org", "a member")
SCOUT = Author("scout", "scout@example.org", "an agent")

# What `init` does not write: the other two members.
MEMBERS = """
[[member]]
id = "ben"
name = "Ben Rossi"
emails = ["ben@example.org"]

[[member]]
id = "scout"
role = "agent"
emails = ["scout@example.org"]
"""


class Scene(NamedTuple):
    """One write: what is tried, by whom, and how it must end."""

    title: str
    author: Author
    edits: Mapping[str, Edit]
    refused: str = ""
    """The rule that must refuse it; empty where it must go in."""


def scenes(day: date) -> tuple[Scene, ...]:
    """The seven writes."""
    ferry = facts(day)[0]
    ferry_now = f"The ferry leaves at 08:10 from pier 3 — Anna Rossi, {day}"
    scout = f"— scout, {day}"
    return (
        Scene(
            "An agent rewrites the note and leaves out the rest.",
            SCOUT,
            {
                NOTE: lambda _: f"# Trips\n\n- The ferry takes bicycles {scout}\n\n[rest unchanged]\n",
                LOG: _adds(f"{day} | ADD | scout | trips.md | 1 fact added"),
            },
            "fact-erased",
        ),
        Scene(
            "It tidies an old line of the log.",
            SCOUT,
            {LOG: _replaces("ferry and cabin", "ferry times")},
            "log-rewritten",
        ),
        Scene(
            "It corrects a fact of somebody else in place.",
            SCOUT,
            {
                NOTE: _replaces("at 07:40", "at 08:10"),
                LOG: _adds(f"{day} | UPDATE | scout | trips.md | new ferry time"),
            },
            "fact-rewritten",
        ),
        Scene("Ben deletes the note.", BEN, {NOTE: lambda _: None}, "note-deleted"),
        Scene(
            "The agent adds a fact without a name, and one in Ben's.",
            SCOUT,
            {
                NOTE: _adds("- The harbour has lockers", f"- Dogs travel free — Ben Rossi, {day}"),
                LOG: _adds(f"{day} | ADD | scout | trips.md | 2 facts added"),
            },
            "impersonated",
        ),
        Scene(
            "The agent adds a fact of its own, with a log line.",
            SCOUT,
            {
                NOTE: _adds(f"- The ferry takes bicycles {scout}"),
                LOG: _adds(f"{day} | ADD | scout | trips.md | 1 fact added"),
            },
        ),
        Scene(
            "Anna's fact has changed. She keeps the old one, struck, and puts the new one under it.",
            ANNA,
            {
                NOTE: _replaces(
                    f"- {ferry}",
                    f"- ~~{ferry}~~ — superseded {day} by Anna Rossi\n- {ferry_now}",
                ),
                LOG: _adds(f"{day} | SUPERSEDE | Anna Rossi | trips.md | the ferry leaves at 08:10"),
            },
        ),
    )


def past(day: date) -> date:
    """When the wiki was begun."""
    return day - timedelta(days=21)


def facts(day: date) -> tuple[str, str]:
    """The two facts of the note."""
    return (
        f"The ferry leaves at 07:40 from pier 3 — Anna Rossi, {past(day)}",
        f"The cabin must be booked before March — Ben Rossi, {past(day)}",
    )


def _adds(*lines: str) -> Edit:
    return lambda text: text + "".join(f"{line}\n" for line in lines)


def _replaces(old: str, new: str) -> Edit:
    return lambda text: text.replace(old, new)
