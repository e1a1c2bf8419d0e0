"""Members out of the history of git: whoever wrote a commit, under the name that `.mailmap` gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from wiki_roster.mailmap import Mailmap
from wiki_schema.members import Member
from wiki_schema.members.around import GIT, Around, Author
from wiki_schema.policy import MAILMAP
from wiki_schema.text import name_key

_Key = tuple[bool, str]
"""Whether it is an e-mail address, and the form in which it is compared."""

_NOBODY = -1


def members_of_history(around: Around, read: Callable[[str], str | None]) -> list[Member]:
    """The authors as members, never as admins, in the order in which they are met."""
    return people(around.authors(), Mailmap(read(MAILMAP) or ""))


class _Person:
    """What one person is known by: forms in which words are compared, and the words."""

    def __init__(self) -> None:
        self.words: dict[bool, dict[_Key, str]] = {False: {}, True: {}}

    def keep(self, key: _Key, word: str) -> None:
        self.words[key[0]].setdefault(key, word)

    def member(self) -> Member:
        names, emails = tuple(self.words[False].values()), tuple(self.words[True].values())
        first, *aliases = names or emails
        return Member(first, emails=emails, aliases=tuple(aliases if names else ()), sources=(GIT,))


def people(authors: Iterable[Author], mailmap: Mailmap) -> list[Member]:
    """Who wrote commits. Equal proper names, or equal proper addresses, mean one person.

    What stands in the commits means a person as well, where it does not mean two.
    """
    written = [author for author in authors if _known_by(author)]
    proper = [mailmap.proper(author) for author in written]
    heads = _grouped(proper)
    owners = {key: head for author, head in zip(proper, heads, strict=True) for key in _known_by(author)}
    settled = frozenset(owners)
    for author, head in zip(written, heads, strict=True):
        for key in _known_by(author):
            if owners.setdefault(key, head) != head and key not in settled:
                owners[key] = _NOBODY
    found = {head: _Person() for head in heads}
    for author, head in zip([*proper, *written], [*heads, *heads], strict=True):
        for key, word in _known_by(author).items():
            if owners[key] == head:
                found[head].keep(key, word)
    return [person.member() for person in found.values()]


def _grouped(authors: Sequence[Author]) -> list[int]:
    """For each author the number of the person: that of the first with whom a name or address is shared."""
    heads = list(range(len(authors)))

    def head(at: int) -> int:
        while heads[at] != at:
            heads[at] = at = heads[heads[at]]
        return at

    first: dict[_Key, int] = {}
    for at, author in enumerate(authors):
        for key in _known_by(author):
            one, other = head(first.setdefault(key, at)), head(at)
            heads[max(one, other)] = min(one, other)
    return [head(at) for at in range(len(authors))]


def _known_by(author: Author) -> dict[_Key, str]:
    """Its name and its address, each by the form in which it is compared."""
    name, email = " ".join(author.name.split()), author.email.strip()
    words = {(False, name_key(name)): name, (True, email.lower()): email}
    return {key: word for key, word in words.items() if word}
