"""Which commit somebody means who names one."""

from __future__ import annotations

import re

from wiki_hooks.plumbing.process import Git
from wiki_schema.text import decode, encode

_OID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")


def commit_of(git: Git, name: str) -> str | None:
    """The whole name of the one commit that a revision names; None where it names none, or several.

    What begins with a dash is an option to some git; `^A`, `A..B` and the like are several commits or all
    but some, and git answers them with something else than a name.
    """
    if not name or name.startswith("-"):
        return None
    asked = decode(encode(name))
    oid = git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{asked}^{{commit}}")
    return oid if oid is not None and _OID.fullmatch(oid) else None
