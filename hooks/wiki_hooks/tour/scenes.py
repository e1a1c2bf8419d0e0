"""What is tried on the tour: five bad writes and two good ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, timedelta

from wiki_schema.value import Value

NOTE, LOG, INDEX = "wiki/trips.md", "wiki/log.md", "wiki/index.md"

Edit = Callable[[str], str | None]
"""From the text of a file (empty where there is none) to its new text; None removes it."""


class Author(Value):
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


class Scene(Value):
    """One write: what is tried, by whom, and how it must end."""

    title: str
    author: Author
    message: str
    edits: Mapping[str, Edit]
    refused: str = ""
    """The rule that must refuse it; empty where it must go in."""


def past(day: date) -> date:
    """When the wiki was begun."""
    return day - timedelta(days=21)


def beginnings(day: date) -> tuple[Scene, ...]:
    """How the wiki came to be, on the day in the past."""
    return (
        Scene(
            "Anna begins the wiki.",
            ANNA,
            "A memory wiki",
            {
                "members.toml": lambda text: text + MEMBERS,
                NOTE: lambda _: f"# Trips\n\n- {_ferry(day)}\n",
                INDEX: _adds("", "- [Trips](trips.md)"),
                LOG: _adds(f"{past(day)} | ADD | Anna Rossi | trips.md | the ferry"),
            },
        ),
        Scene(
            "Ben adds a fact.",
            BEN,
            "When to book",
            {
                NOTE: _adds(f"- The cabin must be booked before March — Ben Rossi, {past(day)}"),
                LOG: _adds(f"{past(day)} | ADD | Ben Rossi | trips.md | when to book"),
            },
        ),
    )


def scenes(day: date) -> tuple[Scene, ...]:
    """The seven writes of the tour."""
    return (*_bad(day), *_good(day))


def _bad(day: date) -> tuple[Scene, ...]:
    bicycles = f"- The ferry takes bicycles — scout, {day}"
    return (
        Scene(
            "An agent rewrites the note and leaves out the rest.",
            SCOUT,
            "Add bicycles",
            {
                NOTE: lambda _: f"# Trips\n\n{bicycles}\n\n[rest unchanged]\n",
                LOG: _adds(f"{day} | ADD | scout | trips.md | bicycles"),
            },
            "fact-erased",
        ),
        Scene(
            "An agent tidies an old line of the log.",
            SCOUT,
            "Better wording",
            {LOG: _replaces("the ferry", "ferry times")},
            "log-rewritten",
        ),
        Scene(
            "An agent corrects somebody else's fact in place.",
            SCOUT,
            "New ferry time",
            {
                NOTE: _replaces("at 07:40", "at 08:10"),
                LOG: _adds(f"{day} | UPDATE | scout | trips.md | new ferry time"),
            },
            "fact-rewritten",
        ),
        Scene(
            "Ben deletes the note.",
            BEN,
            "Clean up",
            {
                NOTE: lambda _: None,
                LOG: _adds(f"{day} | UPDATE | Ben Rossi | trips.md | not needed now"),
            },
            "note-deleted",
        ),
        Scene(
            "An agent adds a fact without a name, and one in Ben's.",
            SCOUT,
            "Two more facts",
            {
                NOTE: _adds("- The harbour has lockers", f"- Dogs travel free — Ben Rossi, {day}"),
                LOG: _adds(f"{day} | ADD | scout | trips.md | lockers, dogs"),
            },
            "impersonated",
        ),
    )


def _good(day: date) -> tuple[Scene, ...]:
    ferry = _ferry(day)
    return (
        Scene(
            "An agent adds a fact of its own, and logs it.",
            SCOUT,
            "Bicycles",
            {
                NOTE: _adds(f"- The ferry takes bicycles — scout, {day}"),
                LOG: _adds(f"{day} | ADD | scout | trips.md | bicycles"),
            },
        ),
        Scene(
            "Anna's fact has changed. She strikes the old one, and puts the new one under it.",
            ANNA,
            "New ferry time",
            {
                NOTE: _replaces(
                    f"- {ferry}\n",
                    f"- ~~{ferry}~~ — superseded {day} by Anna Rossi\n"
                    f"- The ferry leaves at 08:10 from pier 3 — Anna Rossi, {day}\n",
                ),
                LOG: _adds(f"{day} | SUPERSEDE | Anna Rossi | trips.md | new ferry time"),
            },
        ),
    )


def _ferry(day: date) -> str:
    return f"The ferry leaves at 07:40 from pier 3 — Anna Rossi, {past(day)}"


def _adds(*lines: str) -> Edit:
    return lambda text: text + "".join(f"{line}\n" for line in lines)


def _replaces(old: str, new: str) -> Edit:
    return lambda text: text.replace(old, new)
