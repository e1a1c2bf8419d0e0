"""Who the members are, who is acting, and the one question everything asks: may this actor change this?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wiki_schema.text import name_key
from wiki_schema.value import Value

ADMIN = "admin"
AGENT = "agent"

_SEPARATOR = re.compile(r",? and | ?[,&+] ?")


class Member(Value):
    """A person or an agent."""

    id: str
    name: str = ""
    role: str = "member"
    """`admin`, `member`, `guest` or `agent`."""
    emails: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    acts_for: tuple[str, ...] = ()
    """For an agent: ids, names or aliases of the members on whose behalf it acts."""
    notes: str = ""
    """An admin's remarks. Never rendered anywhere."""
    sources: tuple[str, ...] = ()
    """The directories that know the member: a file, a folder, `git`, a command."""

    @property
    def label(self) -> str:
        """The name to show, and the one to write in provenance."""
        return self.name or self.id

    @property
    def names(self) -> tuple[str, ...]:
        """Everything the member is called."""
        return tuple(name for name in (self.id, self.name, *self.aliases) if name)


class Actor(Value):
    """On whose behalf a change is made. Without a member: unknown, who may only add and claim."""

    given: str = ""
    """What was said about who is acting, as it was said."""
    member: Member | None = None
    source: str = ""
    """The field of `Evidence` that answered."""

    @property
    def known(self) -> bool:
        """Whether the roster knows the actor."""
        return self.member is not None

    @property
    def is_agent(self) -> bool:
        """Whether the actor is a member with the role `agent`."""
        return self.member is not None and self.member.role == AGENT

    @property
    def label(self) -> str:
        """The name to show."""
        return self.member.label if self.member else self.given or "unknown"


class Evidence(Value):
    """What a door knows about who is acting, strongest first."""

    who: str = ""
    """`--who`."""
    environ_who: str = ""
    """`MEMWIKI_WHO`."""
    agent: str = ""
    """The agent that is at work, as a hook, an MCP client or the environment names it."""
    email: str = ""
    """The commit's author, or git's own idea of the user."""
    name: str = ""
    agents: tuple[str, ...] = ()
    """Further agents that it may be, where one was started by another."""


class Roster:
    """All members, with the look-ups every check needs. Built once, never changed.

    Names are compared after `text.name_key`, never case-folded; e-mails without regard to case.
    """

    __slots__ = ("_by_email", "_by_name", "_found", "_nearest", "_originators", "_split", "_width", "members")

    def __init__(self, members: Iterable[Member] = ()) -> None:
        """A roster of these members; the empty roster knows nobody."""
        self.members = tuple(members)
        """In the order of the members file. Where two bear one name, the first has it."""
        self._by_name: dict[str, Member] = {}
        self._by_email: dict[str, Member] = {}
        for member in self.members:
            for name in member.names:
                self._by_name.setdefault(_key(name), member)
            for email in member.emails:
                self._by_email.setdefault(_email_key(email), member)
        # A check resolves the same few names thousands of times.
        self._found: dict[str, Member | None] = {}
        self._split: dict[str, tuple[str, ...]] = {}
        self._originators: dict[str, tuple[Member, ...]] = {}
        self._nearest: dict[str, str | None] = {}
        self._width = 1 + max((len(_SEPARATOR.findall(name)) for name in self._by_name), default=0)

    def __repr__(self) -> str:
        """The members, for failing tests."""
        return f"Roster({list(self.members)!r})"

    def find(self, name: str) -> Member | None:
        """The member of an id, name or alias."""
        if name not in self._found:
            self._found[name] = self._by_name.get(_key(name))
        return self._found[name]

    def find_email(self, email: str) -> Member | None:
        """The member of an e-mail address."""
        return self._by_email.get(_email_key(email)) if email else None

    @property
    def has_admins(self) -> bool:
        """Whether anybody is an admin."""
        return any(member.role == ADMIN for member in self.members)

    def names(self, text: str) -> tuple[str, ...]:
        """The names in `anna and ben`, `A & B`, `A, B`, `A + B`.

        A name of the roster that holds a separator itself (`Mary Ann, Jr.`) stays whole.
        """
        if text not in self._split:
            self._split[text] = (text.strip(),) if self.find(text) else tuple(self._parts(text))
        return self._split[text]

    def _parts(self, text: str) -> Iterable[str]:
        """The parts between separators, the longest run that is one member's name taken together."""
        line = " ".join(text.split())
        gaps = [(0, 0), *(match.span() for match in _SEPARATOR.finditer(line)), (len(line), len(line))]
        at = 0
        while at < len(gaps) - 1:
            start, step = gaps[at][1], 1
            for width in range(min(self._width, len(gaps) - 1 - at), 1, -1):
                if self.find(line[start : gaps[at + width][0]]):
                    step = width
                    break
            if part := line[start : gaps[at + step][0]].strip():
                yield part
            at += step

    def originators(self, text: str) -> tuple[Member, ...]:
        """The members named in a provenance; names that nobody bears are left out."""
        if text not in self._originators:
            found = [member for name in self.names(text) if (member := self.find(name))]
            self._originators[text] = tuple(dict.fromkeys(found))
        return self._originators[text]

    def nearest(self, name: str) -> str | None:
        """The name of the roster that an unknown name plausibly means; None where none is near."""
        if name not in self._nearest:
            from wiki_schema.members.nearest import nearest_name

            self._nearest[name] = nearest_name(name, self.members)
        return self._nearest[name]

    def acts_as(self, actor: Actor) -> tuple[Member, ...]:
        """The members as whom an actor may act: itself, and for an agent those it acts for."""
        if actor.member is None:
            return ()
        others = actor.member.acts_for if actor.is_agent else ()
        return (actor.member, *(member for name in others if (member := self.find(name))))

    def acts_for(self, actor: Actor, name: str) -> bool:
        """Whether what an actor writes may stand in a name: its own, or that of a member it acts for."""
        member = self.find(name)
        if member is None or actor.member is None:
            return member is None and actor.member is None and _key(name) == _key(actor.given) != ""
        return member in self.acts_as(actor)

    def is_admin(self, actor: Actor) -> bool:
        """Whether an actor is an admin, or an agent that acts for one."""
        return any(member.role == ADMIN for member in self.acts_as(actor))

    def is_admin_in_person(self, actor: Actor) -> bool:
        """Whether an actor is an admin itself. What loosens the guard is no agent's to decide for one."""
        return actor.member is not None and actor.member.role == ADMIN

    def may_change(self, actor: Actor, names: str) -> bool:
        """Whether an actor may change what stands in these names: an originator, or an admin.

        An unknown actor may not. Where there is no roster at all nobody is known, and everybody
        answers for what stands in the very name they act under.
        """
        if not self.members:
            return any(self.acts_for(actor, name) for name in self.names(names))
        return self.is_admin(actor) or any(
            member in self.acts_as(actor) for member in self.originators(names)
        )

    def identify(self, evidence: Evidence) -> Actor:
        """Who is acting: the first piece of evidence that answers.

        A name that was said outright (`who`, `environ_who`) answers even when nobody bears it: to fall
        back to somebody else would lend the change rights that were not asked for. Of the agents the first
        that is bound answers; where none is, the user of git does.
        """
        for source, given in (("who", evidence.who), ("environ_who", evidence.environ_who)):
            if given.strip():
                return Actor(given, self._anybody(given), source)
        user = self._user(evidence)
        for given in (evidence.agent, *evidence.agents):
            if member := self._bound(given, user.member):
                return Actor(given, member, "agent")
        return user

    def _user(self, evidence: Evidence) -> Actor:
        """The user of git."""
        for source, given in (("email", evidence.email), ("name", evidence.name)):
            if given.strip() and (member := self._anybody(given)):
                return Actor(given, member, source)
        return Actor(evidence.name or evidence.email or evidence.agent)

    def _bound(self, agent: str, user: Member | None) -> Member | None:
        """The member that an agent is bound to, which has the role `agent`.

        What a program calls itself makes nobody of it. And an agent that acts for Anna does so where Anna is
        the user of git, or nobody known is: at Ben's it would lend him her rights.
        """
        member = self.find(agent) if agent.strip() else None
        if member is None or member.role != AGENT:
            return None
        others = self.acts_as(Actor(agent, member))
        return member if user is None or not member.acts_for or user in others else None

    def _anybody(self, given: str) -> Member | None:
        return self.find_email(given) or self.find(given)


def is_several(name: str) -> bool:
    """Whether a name reads as several: whoever bore it would answer for what others have said together."""
    return _SEPARATOR.search(_key(name)) is not None


def _key(name: str) -> str:
    return name_key(" ".join(name.split()))


def _email_key(email: str) -> str:
    return email.strip().strip("<>").lower()
