"""Members whom several directories know are one member, and no two are taken for one."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_schema.members import Member
from wiki_schema.policy_reader import PolicyError, quoted
from wiki_schema.text import name_key


def joined(members: Iterable[Member]) -> tuple[Member, ...]:
    """The members, each once: equal ids, names, aliases or e-mail addresses mean the same one.

    The first directory that knows a member decides its id, name, role, whom it acts for and its notes;
    of the others come addresses and more names. Raises `PolicyError` where one is two of the others.
    """
    found: list[Member] = []
    at: dict[str, int] = {}
    problems: list[str] = []
    for member in members:
        met = list(dict.fromkeys(at[key] for key in keys(member) if key in at))
        if len(met) > 1:
            problems.append(_two(member, found[met[0]], found[met[1]]))
            continue
        place = met[0] if met else len(found)
        found[place : place + 1] = [_both(found[place], member) if met else member]
        for key in keys(member):
            at.setdefault(key, place)
    if problems:
        raise PolicyError(problems)
    return tuple(found)


def keys(member: Member) -> list[str]:
    """All that a member is known by, in the form in which it is compared."""
    names = [name_key(" ".join(name.split())) for name in member.names]
    return [*names, *(f"@{email.strip().lower()}" for email in member.emails)]


def _both(first: Member, other: Member) -> Member:
    """A member as two directories know it."""
    known = set(keys(first))
    names = [name for name in other.names if name_key(" ".join(name.split())) not in known]
    emails = [email for email in other.emails if f"@{email.strip().lower()}" not in known]
    return first._replace(
        aliases=(*first.aliases, *dict.fromkeys(names)),
        emails=(*first.emails, *dict.fromkeys(emails)),
        sources=tuple(dict.fromkeys((*first.sources, *other.sources))),
    )


def _two(member: Member, one: Member, other: Member) -> str:
    where = ", ".join(member.sources) or "a directory of members"
    is_git = "git" in member.sources
    mend = "tell them apart in .mailmap" if is_git else "give each name and address to one of them"
    return (
        f"{where}: {quoted(member.label)} would be two members at once, {quoted(one.label)} and "
        f"{quoted(other.label)}; {mend}"
    )
