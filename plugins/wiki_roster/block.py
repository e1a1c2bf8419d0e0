"""The roster as Markdown: every name shows as it is, whatever it is made of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from wiki_schema.members import AGENT, Member, Roster
from wiki_schema.text import is_hazard, path_key

NOBODY = "Nobody is listed."

# Inside a cell a dash or a dot means nothing. A colon and a dot make links of addresses.
_MARKUP = re.compile(r"[\\|<>&*_\[\]`~^$:@]|(?<=www)\.", re.IGNORECASE)
_ISOLATE, _END = "\u2068", "\u2069"
_NEEDED = frozenset("\u200c\u200d")
"""Joiners: several scripts shape their letters with them, and they turn nothing round."""


def table(members: Iterable[Member], show_emails: bool = False) -> str:
    """A table of members, by the code points of their names: for a file that many may read.

    Nothing of their notes is in it, nor, unless asked for, of their addresses.
    """
    known = sorted(members, key=lambda member: (path_key(member.label), member.id))
    if not known:
        return f"| {NOBODY} |\n| --- |\n"
    roster = Roster(known)
    columns = ["Name", "Role"]
    has_agents = any(member.acts_for for member in known)
    columns += ["Acts for"] if has_agents else []
    columns += ["E-mail"] if show_emails else []
    rows = [columns, ["---"] * len(columns)]
    for member in known:
        row = [literal(member.label), member.role]
        row += [_acts_for(member, roster)] if has_agents else []
        row += [", ".join(map(literal, member.emails))] if show_emails else []
        rows.append(row)
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _acts_for(member: Member, roster: Roster) -> str:
    if member.role != AGENT:
        return ""
    others: Sequence[str] = [found.label if (found := roster.find(n)) else n for n in member.acts_for]
    return ", ".join(map(literal, dict.fromkeys(others)))


def literal(name: str) -> str:
    """A name as Markdown that shows these very characters, in a table too.

    What acts or hides is shown by its number; a name that runs from right to left is isolated, so that
    it turns nothing round beside it.
    """
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    shown = "".join(f"\\u{{{ord(c):x}}}" if is_hazard(c) and c not in _NEEDED else c for c in shown)
    escaped = _MARKUP.sub(lambda mark: _escape(mark[0]), shown)
    runs_back = any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in shown)
    return f"{_ISOLATE}{escaped}{_END}" if runs_back else escaped


def _escape(mark: str) -> str:
    """One mark, made plain. By number where some renderers give a backslash another meaning."""
    return f"&#{ord(mark)};" if mark in "\\|<>&" else f"\\{mark}"
