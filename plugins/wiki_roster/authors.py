"""Members out of the history of git: whoever wrote a commit, under the name that `.mailmap` gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from wiki_roster.mailmap import Mailmap
from wiki_schema.around import Around, Author
from wiki_schema.members import Member
from wiki_schema.policy import MAILMAP
from wiki_schema.text import name_key

SOURCE = "git"


def members_of_history(around: Around, read: Callable[[str], str | None]) -> list[Member]:
    """The authors as members, never as admins, in the order in which they are met."""
    return people(around.authors(), Mailmap(read(MAILMAP) or ""))


def people(authors: Iterable[Author], mailmap: Mailmap) -> list[Member]:
    """Who wrote commits. Equal proper names, or equal proper addresses, mean one person."""
    pairs = [(author, mailmap.proper(author)) for author in authors]
    pairs = [(as_written, proper) for as_written, proper in pairs if proper.name or proper.email]
    groups = _grouped([proper for _, proper in pairs])
    owners: dict[str, set[int]] = {}
    for (as_written, proper), group in zip(pairs, groups, strict=True):
        for author in (as_written, proper):
            for key in _keys(author):
                owners.setdefault(key, set()).add(group)
    return [
        _member([pair for pair, at in zip(pairs, groups, strict=True) if at == group], owners)
        for group in dict.fromkeys(groups)
    ]


def _grouped(authors: Sequence[Author]) -> list[int]:
    """For each author the number of the person: that of the first with whom a name or address is shared."""
    heads: list[int] = list(range(len(authors)))

    def head(at: int) -> int:
        while heads[at] != at:
            heads[at] = at = heads[heads[at]]
        return at

    first: dict[str, int] = {}
    for at, author in enumerate(authors):
        for key in _keys(author):
            one, other = head(first.setdefault(key, at)), head(at)
            heads[max(one, other)] = min(one, other)
    return [head(at) for at in range(len(authors))]


def _keys(author: Author) -> list[str]:
    """Its name and address, as they are compared."""
    name = name_key(" ".join(author.name.split()))
    email = author.email.strip().lower()
    return [key for key in (name, f"@{email}" if email else "") if key]


def _member(pairs: Sequence[tuple[Author, Author]], owners: dict[str, set[int]]) -> Member:
    """One person, by all that means nobody else."""
    names: dict[str, str] = {}
    emails: dict[str, str] = {}
    for author in [*(proper for _, proper in pairs), *(as_written for as_written, _ in pairs)]:
        for key in _keys(author):
            if len(owners[key]) == 1:
                found = emails if key.startswith("@") and author.email.strip().lower() == key[1:] else names
                found.setdefault(key, author.email.strip() if found is emails else author.name)
    first, *aliases = names.values() or emails.values()
    return Member(first, emails=tuple(emails.values()), aliases=tuple(aliases), sources=(SOURCE,))
