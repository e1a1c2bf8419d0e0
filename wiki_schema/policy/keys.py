"""The one table of configuration keys: the validator, the JSON Schema and the docs are made from it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wiki_schema.value import Value

TEXT = "text"
PATH = "path"
TEXTS = "texts"
FLAG = "flag"
COUNT = "count"
TABLE = "table"

KINDS = ("shared", "private", "open")
ORDERS = ("oldest-first", "newest-first")
ROLES = ("admin", "member", "guest", "agent")
LEVELS = ("error", "warning", "off")


class Key(Value):
    """One key of one table."""

    name: str
    type: str
    """`text`, `path`, `texts` (a list), `flag`, `count` (a whole number) or `table`."""
    default: object
    """What holds where the file says nothing; None for a required key."""
    doc: str
    """What it means, in one line."""
    choices: tuple[str, ...] = ()
    required: bool = False
    is_private: bool = False
    """Whether what it holds is shown to nobody, not even where it is faulty."""


class Table(Value):
    """One table of a configuration file."""

    name: str
    keys: tuple[Key, ...]
    doc: str
    many: bool = False
    """Whether it is an array of tables, `[[name]]`."""
    values: tuple[str, ...] = ()
    """For a table of free keys (`[rules]`): what each may be set to."""


STORE = Table(
    "store",
    (
        Key("path", PATH, None, 'Its folder, relative to this file; "." is allowed.', required=True),
        Key("kind", TEXT, "shared", "Whose it is, and so which rules hold.", KINDS),
        Key("owner", TEXT, "", "The member a private store belongs to."),
        Key("log", PATH, "log.md", "Its log, relative to the store; may lie beside the store."),
        Key("index", PATH, "index.md", "Its index, relative to the store."),
        Key("log_format", TEXT, "memwiki", "memwiki, headings, okf, bullets, or one a plugin gives."),
        Key("log_order", TEXT, "oldest-first", "At which end new log lines stand.", ORDERS),
        Key("exclude", TEXTS, (), "What is no note: patterns as in .gitignore, relative to the store."),
        Key("originator_may_update", FLAG, False, "Let originators change their facts in place."),
        Key("extra_verbs", TEXTS, (), "Log verbs of this store beside the six."),
        Key("link_base", TEXT, "", "The folder its notes are published under, where links begin with it."),
    ),
    "One store; repeat the table for each.",
    many=True,
)
MEMBERS = Table(
    "members",
    (
        Key("file", PATH, "members.toml", "Where the members are listed, relative to this file."),
        Key("git", FLAG, False, "Count whoever wrote a commit as a member, by `.mailmap`."),
        Key("folder", PATH, "", "A folder of one note for each member, relative to this file."),
        Key("command", TEXTS, (), "A command that prints members as JSON: its words, run by no shell."),
        Key("show_emails", FLAG, False, "Show e-mail addresses where the roster is rendered."),
    ),
    "Who the members are.",
)
RULES = Table("rules", (), "Levels of single rules: rule-name = level.", values=LEVELS)
LINT = Table(
    "lint",
    (
        Key("claim_days", COUNT, 14, "After how many days an unanswered claim is reported."),
        Key("interval_days", COUNT, 7, "How many days after a pass `memwiki lint --due` runs the next."),
        Key("baseline", PATH, "", "The baseline, relative to this file; else `memwiki-baseline.txt`."),
        Key("limits", TABLE, {}, "Sizes past which an index or a note is too large to be read whole."),
        Key("words", TABLE, {}, "More words for `private-matter`, in any language."),
    ),
    "The health pass, `memwiki lint`.",
)
LIMITS = Table(
    "lint.limits",
    (
        Key("index_lines", COUNT, 200, "Lines of an index."),
        Key("index_bytes", COUNT, 25_000, "Bytes of an index."),
        Key("note_lines", COUNT, 200, "Lines of a note."),
        Key("note_bytes", COUNT, 25_000, "Bytes of a note."),
    ),
    "Sizes past which an index or a note is too large to be read whole.",
)
WORDS = Table(
    "lint.words",
    (
        Key("private", TEXTS, (), "What no line of a shared note may hold beside a member's name."),
        Key("allowed", TEXTS, (), "A line that holds one of these is no private matter."),
    ),
    "More words for `private-matter`, matched whole; `*` at the end of one stands for any ending.",
)
PRIME = Table(
    "prime",
    (
        Key("max_bytes", COUNT, 8_000, "The most bytes of what it is told, the last newline included."),
        Key("sections", TEXTS, (), "Which sections, in this order: `writing`, `roster`, …; empty for all."),
    ),
    "What an agent is told when its session starts, `memwiki prime`.",
)
WATCH = Table(
    "watch",
    (
        Key("settle_ms", COUNT, 300, "How long a file must be at rest before it is looked at."),
        Key("restore", FLAG, False, "Put back at once what a broken rule lost."),
        Key("owner", TEXT, "", "The member who saves where nothing else says who."),
    ),
    "The live watcher, `memwiki watch`.",
)
HISTORY = Table(
    "history",
    (
        Key(
            "max_mb",
            COUNT,
            256,
            "How many megabytes of old contents are kept beside the wiki; the newest always are.",
        ),
    ),
    "What memwiki remembers of what it wrote and saw, beside the wiki and in no commit.",
)
MEMBER = Table(
    "member",
    (
        Key("id", TEXT, None, "The short name that provenance and log lines may use.", required=True),
        Key("name", TEXT, "", "The full name."),
        Key("role", TEXT, "member", "What the member may do.", ROLES),
        Key("emails", TEXTS, (), "Addresses that git knows the member by."),
        Key("aliases", TEXTS, (), "Other names that mean this member."),
        Key("acts_for", TEXTS, (), "For an agent: the members on whose behalf it acts."),
        Key("notes", TEXT, "", "Remarks; never shown anywhere.", is_private=True),
    ),
    "One person or agent; repeat the table for each.",
    many=True,
)

POLICY_TABLES = (STORE, MEMBERS, RULES, LINT, PRIME, WATCH, HISTORY)
ROSTER_TABLES = (MEMBER,)
INNER_TABLES: Mapping[str, Table] = MappingProxyType({LIMITS.name: LIMITS, WORDS.name: WORDS})


def defaults(table: Table) -> Mapping[str, object]:
    """What a table holds where the file says nothing, inner tables included."""
    return MappingProxyType({
        key.name: defaults(INNER_TABLES[f"{table.name}.{key.name}"]) if key.type == TABLE else key.default
        for key in table.keys
    })  # fmt: skip
