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
    found: list[_Joined] = []
    at: dict[str, _Joined] = {}
    for member in members:
        keys = _keys(member)
        met = list({id(one): one for key in keys if (one := at.get(key)) is not None}.values())
        if len(met) > 1:
            what = _two(member, met[0].first, met[1].first)
            if member.sources == (GIT,):
                tell(f"{what}, so it is left out: tell them apart in .mailmap.")
            else:
                refuse(f"{what}: give each name and address to one of them.")
            continue
        if not met:
            found.append(_Joined(member))
            at.update(dict.fromkeys(keys, found[-1]))
        elif met[0].add(member):
            for key in keys:
                at.setdefault(key, met[0])
    return tuple(one.member for one in found)


class _Joined:
    """A member as several directories know it. Each adds a few names, and a history may add thousands."""

    def __init__(self, first: Member) -> None:
        self.first = first
        self._keys = set(_keys(first))
        self._names: dict[str, None] = {}
        self._emails: dict[str, None] = {}
        self._sources = dict.fromkeys(first.sources)

    def add(self, other: Member) -> bool:
        """Take in the member as another knows it; False where only that is kept.

        To an admin git adds no name and no address, nor to an agent, which may act for one.
        """
        self._sources.update(dict.fromkeys(other.sources))
        if self.first.role in (ADMIN, AGENT) and other.sources == (GIT,):
            return False
        self._names.update((name, None) for name in other.names if _name_key(name) not in self._keys)
        self._emails.update((email, None) for email in other.emails if _email_key(email) not in self._keys)
        self._keys.update(_keys(other))
        return True

    @property
    def member(self) -> Member:
        """The member with all that was added."""
        first = self.first
        return first._replace(
            aliases=(*first.aliases, *self._names),
            emails=(*first.emails, *self._emails),
            sources=tuple(self._sources),
        )


def _keys(member: Member) -> list[str]:
    """All that a member is known by, in the form in which it is compared."""
    return [*map(_name_key, member.names), *map(_email_key, member.emails)]


def _name_key(name: str) -> str:
    return name_key(" ".join(name.split()))


def _email_key(email: str) -> str:
    return f"@{email.strip().lower()}"


def _two(member: Member, one: Member, other: Member) -> str:
    where = visible(", ".join(member.sources)) or "a plugin"
    both = f"{quoted(one.label)} and {quoted(other.label)}"
    return f"{where}: {quoted(member.label)} would be two members at once, {both}"
