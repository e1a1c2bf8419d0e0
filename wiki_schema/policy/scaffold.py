"""The files of a new store, and of a repository that holds its first one."""

from __future__ import annotations

import json
import re
from datetime import date

from wiki_schema.text import name_key
from wiki_schema.value import Value

INDEX = "# Index\n\n"
LOG = """\
# Log

One line for each change. New lines go to the end; no old line is ever touched.
`YYYY-MM-DD | VERB | who | path | what`: ADD, UPDATE, SUPERSEDE, CLAIM, CONFLICT or LINT.

"""
OTHER_LOG = "# Log\n\n"
"""A log in another format, whose plugin knows how its lines look."""

USER = (
    "# {owner}\n\nWhat the agents should know about {owner}. Only {owner} and their agents read this store.\n"
)
ATTRIBUTES = "text eol=lf"
LOG_DRIVER = "memwiki-log"
INDEX_DRIVER = "memwiki-index"
"""What git calls the programs that merge logs and indexes."""

_GLOB = re.compile(r"[\\*?\[]")


class Person(Value):
    """Whoever makes the store."""

    name: str
    email: str = ""

    @property
    def id(self) -> str:
        """A short name for provenance and log lines: `anna-rossi`."""
        return "-".join(name_key(self.name).lower().split())


def quoted(text: str) -> str:
    """A text as a TOML string. What JSON escapes, TOML reads the same way."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def store_files(kind: str, owner: str, day: date, note_title: str = "") -> dict[str, str]:
    """The files of a new store by name. A private one begins with a note about its owner."""
    files = {"index.md": INDEX, "log.md": LOG}
    if kind == "private":
        who = owner or "owner"
        files["user.md"] = USER.format(owner=who)
        files["index.md"] += f"- [{note_title or who}](user.md)\n"
        files["log.md"] += f"{day} | ADD | {who} | user.md | new note\n"
    return files


def store_table(path: str, kind: str, owner: str) -> str:
    """The `[[store]]` table of a store."""
    lines = ["[[store]]", f"path = {quoted(path or '.')}", f"kind = {quoted(kind)}"]
    if kind == "private" and owner:
        lines.append(f"owner = {quoted(owner)}")
    return "\n".join(lines) + "\n"


def member_table(person: Person) -> str:
    """The `[[member]]` table of the first member, who is an admin."""
    lines = ["[[member]]", f"id = {quoted(person.id)}"]
    if person.name != person.id:
        lines.append(f"name = {quoted(person.name)}")
    lines.append('role = "admin"')
    if person.email:
        lines.append(f"emails = [{quoted(person.email)}]")
    return "\n".join(lines) + "\n"


def attributes_line(path: str) -> str:
    """The `.gitattributes` line that keeps the line ends of a store's notes as they are."""
    return f"{pattern(f'{_literal(path)}/**/*.md' if path else '*.md')} {ATTRIBUTES}\n"


def log_attributes(log_path: str) -> str:
    """The `.gitattributes` line by which git merges a log, that lies here, as one."""
    folder, _, name = log_path.rpartition("/")
    return f"{pattern(_literal(f'{folder}/{name}'))} merge={LOG_DRIVER}\n"


def index_attributes(path: str, index_path: str) -> str:
    """The line for the index of a store and the nested ones."""
    name = index_path.rpartition("/")[2]
    return f"{pattern(_literal(f'{path}/' if path else '') + '**/' + _literal(name))} merge={INDEX_DRIVER}\n"


def _literal(path: str) -> str:
    """A path with nothing in it that a pattern would read in another way."""
    return _GLOB.sub(r"\\\g<0>", path)


def pattern(path: str) -> str:
    """A path as a line of `.gitattributes` begins with it."""
    return quoted(path) if " " in path or "\\" in path or path[:1] in '#"' else path
