"""Members whom several directories know are one member, and no two are taken for one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from wiki_schema.members import ADMIN, AGENT, Member, is_several
from wiki_schema.members.around import GIT, NOWHERE
from wiki_schema.policy.reader import quoted
from wiki_schema.text import name_key, visible


def in_order(members: Iterable[Member], members_file: str) -> list[Member]:
    """The members of the file first, those of git last: who comes first decides who somebody is."""
    return sorted(members, key=lambda m: (members_file not in m.sources, m.sources == (GIT,)))


def of_one_name(
    members: Iterable[Member], members_file: str, tell: Callable[[str], None]
) -> Iterator[Member]:
    """The members without the names that read as several, which only the members file may give.

    A note or a commit could else take over what two have said together. Who has no other name is left out.
    """
    given: set[str] = set()
    for member in members:
        if members_file in member.sources:
            given.update(map(_name_key, member.names))
            yield member
            continue
        several = [name for name in member.names if is_several(name) and _name_key(name) not in given]
        for name in several:
            where = visible(", ".join(member.sources)) or "a plugin"
            tell(
                f"{where}: {quoted(name)} reads as several names, so it is left out: "
                f"only {visible(members_file)} may name such a member."
            )
        names = [name for name in member.names if name not in several]
        if names:
            name = "" if member.name in several else member.name
            first = names[0] if member.id in several else member.id
            aliases = tuple(alias for alias in member.aliases if alias not in several and alias != first)
            yield member._replace(id=first, name=name, aliases=aliases)


def joined(
    members: Iterable[Member], tell: Callable[[str], None], refuse: Callable[[str], None] = NOWHERE.refuse
) -> tuple[Member, ...]:
    """The members, each once: equal ids, names, aliases or e-mail addresses mean the same one.

    The first directory that knows a member decides its id, name, role, whom it acts for and its notes;
    of the others come addresses and more names. Who would be two of the others is left out and refused,
    which raises `CannotCheck` where nobody else takes it; where only git says so it is told, since anybody
    may write a commit in any name.
    """
    found: list[Member] = []
    at: dict[str, int] = {}
    for member in members:
        met = list(dict.fromkeys(at[key] for key in _keys(member) if key in at))
        if len(met) > 1:
            what = _two(member, found[met[0]], found[met[1]])
            if member.sources == (GIT,):
                tell(f"{what}, so it is left out: tell them apart in .mailmap.")
            else:
                refuse(f"{what}: give each name and address to one of them.")
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
    """A member as two directories know it.

    To an admin git adds no name and no address, nor to an agent, which may act for one.
    """
    sources = tuple(dict.fromkeys((*first.sources, *other.sources)))
    if first.role in (ADMIN, AGENT) and other.sources == (GIT,):
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
