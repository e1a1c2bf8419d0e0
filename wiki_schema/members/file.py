"""Reading a members file: `[[member]]` tables, every fault at once."""

from __future__ import annotations

from collections.abc import Iterable

from wiki_schema.members import AGENT, Member, Roster
from wiki_schema.policy import keys as policy_keys
from wiki_schema.policy.reader import Document, quoted, suggest
from wiki_schema.text import name_key, visible


def read_members(text: str, path: str) -> tuple[Member, ...]:
    """The members a file lists, in its order. Raises `PolicyError` with every fault there is."""
    return members_of(Document(text, path))


def members_of(document: Document, others: Iterable[Member] = ()) -> tuple[Member, ...]:
    """The members that a document lists; agents may act for `others` too. Raises as `read_members`."""
    document.check_tables(policy_keys.ROSTER_TABLES)
    members: list[tuple[int, Member]] = []
    for nth, row in document.rows(policy_keys.MEMBER):
        if row["id"] is not None:
            member = Member(**row)
            _check_words(document, nth, member)
            members.append((nth, member))
    _check_double(document, members)
    _check_acts_for(document, members, others)
    document.finish()
    return tuple(member for _, member in members)


def _complain(document: Document, nth: int, key: str, what: str) -> None:
    document.complain(policy_keys.MEMBER, key, what, nth)


def _check_words(document: Document, nth: int, member: Member) -> None:
    words = [("id", member.id), ("aliases", *member.aliases), ("emails", *member.emails)]
    for key, *values in words:
        if any(not value.strip() for value in values):
            _complain(document, nth, key, "holds an empty text")
    for key, *values in (*words, ("name", member.name)):
        if any(ord(char) < 32 or ord(char) == 127 for value in values for char in value):
            _complain(document, nth, key, "holds a control character")
    for email in member.emails:
        if email.strip() and "@" not in email:
            _complain(document, nth, "emails", f"holds {quoted(email)}, which is no e-mail address")


def _check_double(document: Document, members: list[tuple[int, Member]]) -> None:
    """No two members may answer to one name: who may change a fact would depend on their order."""
    taken: dict[str, Member] = {}
    for nth, member in members:
        spoken = [("id", member.id), ("name", member.name), *(("aliases", name) for name in member.aliases)]
        names = [(key, name, name_key(" ".join(name.split()))) for key, name in spoken if name.strip()]
        emails = [("emails", email, f"@{email.strip().lower()}") for email in member.emails]
        for key, name, form in (*names, *emails):
            other = taken.setdefault(form, member)
            if other is not member:
                _complain(document, nth, key, f"{quoted(name)} already belongs to member {_id(other)}")


def _check_acts_for(document: Document, members: list[tuple[int, Member]], others: Iterable[Member]) -> None:
    roster = Roster([*(member for _, member in members), *others])
    for nth, member in members:
        if member.acts_for and member.role != AGENT:
            what = f'is only for role = "agent"; {_id(member)} is {member.role}'
            _complain(document, nth, "acts_for", what)
        for name in member.acts_for:
            if not roster.find(name):
                meant = _meant(roster, name) if document.may_suggest() else ""
                what = f"names {quoted(name)}, who is no member{meant}"
                _complain(document, nth, "acts_for", what)


def _meant(roster: Roster, name: str) -> str:
    """`; did you mean anna-rossi?` for the member whose name, id or alias comes near; empty for none."""
    near = roster.nearest(name)
    meant = roster.find(near) if near else None
    return f"; did you mean {_id(meant)}?" if meant else suggest(name, [other.id for other in roster.members])


def _id(member: Member) -> str:
    """How a member is called in a fault."""
    return visible(member.id, 60)
