"""Members out of what a command prints: JSON, checked like a members file."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from typing import Any

from wiki_schema.finding import CannotCheck
from wiki_schema.members import Member
from wiki_schema.members.around import Around
from wiki_schema.members.file import members_of
from wiki_schema.policy import keys as policy_keys
from wiki_schema.policy.reader import Document, PolicyError
from wiki_schema.text import visible


def members_of_command(words: Sequence[str], around: Around, others: Iterable[Member]) -> list[Member]:
    """The members that a command lists. Its agents may act for the `others` too.

    Raises `CannotCheck` where it fails or prints what are no members. That is no fault of a configuration
    that may be mended by the next change: then whoever makes one would be judged by no rule.
    """
    name = f"`{visible(shlex.join(words), 100)}`"
    try:
        members = members_of(_Printed(around.run(words), name), others)
    except PolicyError as error:
        raise CannotCheck(str(error)) from error
    return [member._replace(sources=(words[0],)) for member in members]


class _Printed(Document):
    """What a command printed: a list of members, or an object that holds one as `member`."""

    def _parse(self, source: str) -> dict[str, Any]:
        try:
            given = json.loads(source)
        except RecursionError:
            raise PolicyError([f"{self.file} prints JSON that is nested too deeply to be read"]) from None
        except ValueError as error:
            raise PolicyError([f"{self.file} prints no valid JSON: {error}"]) from error
        if isinstance(given, list):
            given = {policy_keys.MEMBER.name: given}
        if not isinstance(given, dict):
            wanted = '[{"id": "anna", "name": "Anna Rossi", "emails": ["anna@example.org"]}]'
            raise PolicyError([f"{self.file} prints no list of members such as {wanted}"])
        return given
