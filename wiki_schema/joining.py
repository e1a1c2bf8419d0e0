"""Members whom several directories know are one member, and no two are taken for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from wiki_schema.around import GIT
from wiki_schema.finding import CannotCheck
from wiki_schema.members import ADMIN, Member
from wiki_schema.policy_reader import quoted
from wiki_schema.text import name_key, visible


def joined(members: Iterable[Member], tell: Callable[[str], None]) -> tuple[Member, ...]:
    """The members, each once: equal ids, names, aliases or e-mail addresses mean the same one.

    The first directory that knows a member decides its id, name, role, whom it acts for and its notes;
    of the others come addresses and more names. Who would be two of the others raises `CannotCheck`; where
    only git says so it is told and left out, since anybody may write a commit in any name.
    """
    found: list[Member] = []
    at: dict[str, int] = {}
    for member in members:
        met = list(dict.fromkeys(at[key] for key in _keys(member) if key in at))
        if len(met) > 1:
            what = _two(member, found[met[0]], found[met[1]])
            if member.sources != (GIT,):
                raise CannotCheck(f"{what}: give each name and address to one of them.")
            tell(f"{what}, so it is left out: tell them apart in .mailmap.")
            continue
        place = met[0] if met else len(found)
        found[place : place + 1] = [_both(found[place], member) if met else member]
        for key in _keys(found[place]):
            at.setdefault(key, place)
    return tuple(found)


def _keys(member: Member) -> list[str]:
    """All that a member is known by, in the form in which it is compared."""
    return [*map(_name_key, member.names), *map(_email_key, member.emails)]


def _name_key(name: str) -> str:
    return name_key(" ".join(name.split()))


def _email_key(email: str) -> str:
    return f"@{email.strip().lower()}"


def _both(first: Member, other: Member) -> Member:
    """A member as two directories know it. To an admin git adds no name and no address."""
    sources = tuple(dict.fromkeys((*first.sources, *other.sources)))
    if first.role == ADMIN and other.sources == (GIT,):
        return first._replace(sources=sources)
    known = set(_keys(first))
    names = [name for name in other.names if _name_key(name) not in known]
    emails = [email for email in other.emails if _email_key(email) not in known]
    return first._replace(
        aliases=(*first.aliases, *dict.fromkeys(names)),
        emails=(*first.emails, *dict.fromkeys(emails)),
        sources=sources,
    )


def _two(member: Member, one: Member, other: Member) -> str:
    where = visible(", ".join(member.sources)) or "a plugin"
    both = f"{quoted(one.label)} and {quoted(other.label)}"
    return f"{where}: {quoted(member.label)} would be two members at once, {both}"
