"""`.mailmap`: the proper names and addresses of authors, read as `git help gitmailmap` says.

Git itself would read the file on disk, whatever side is judged.
"""

from __future__ import annotations

import re

from wiki_schema.members.around import Author
from wiki_schema.text import BOM, split_lines

_LINE = re.compile(r"([^<>]*)<([^<>]*)>(?:([^<>]*)<([^<>]*)>)?")


class Mailmap:
    """What one file says. Names and addresses are compared without regard to case, as git does."""

    def __init__(self, text: str) -> None:
        """Reads a text; what is no entry is passed over."""
        self._of: dict[tuple[str, str], Author] = {}
        for line in split_lines(text.removeprefix(BOM)):
            match = None if line.startswith("#") else _LINE.match(line.strip())
            if match is None:
                continue
            name, email = match[1].strip(), match[2].strip()
            if match[4] is None:
                self._keep("", email, Author(name, ""))
            else:
                self._keep(match[3].strip(), match[4].strip(), Author(name, email))

    def _keep(self, name: str, email: str, proper: Author) -> None:
        key = (name.lower(), email.lower())
        before = self._of.get(key, Author("", ""))
        self._of[key] = Author(proper.name or before.name, proper.email or before.email)

    def proper(self, author: Author) -> Author:
        """An author as the file wants to have it called."""
        email = author.email.lower()
        entry = self._of.get((author.name.lower(), email)) or self._of.get(("", email))
        if entry is None:
            return author
        return Author(entry.name or author.name, entry.email or author.email)
