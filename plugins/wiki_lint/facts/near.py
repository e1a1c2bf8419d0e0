"""Finding what says the same among many facts: an index of rare words, so that few pairs are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain, combinations, groupby

from wiki_lint.facts.likeness import say_the_same
from wiki_lint.facts.sites import Fact, share_subject

_RAREST = 4  # so many words of a fact are looked up, two at a time
_CROWD = 40  # facts that share a key; of more, only neighbours in order of their words are compared
_NEIGHBOURS = 8
_BITS = 24
_FACT = (1 << _BITS) - 1


def clusters(facts: Sequence[Fact]) -> list[list[Fact]]:
    """The facts that say the same, each cluster with its eldest first; in order of the eldest."""
    stems = [frozenset([token.stem for token in fact.content]) for fact in facts]
    counts = Counter(chain.from_iterable(stems))
    leader = list(range(len(facts)))

    def root(at: int) -> int:
        while leader[at] != at:
            leader[at] = leader[leader[at]]
            at = leader[at]
        return at

    for a, b in _candidates(facts, counts):
        if len(stems[a] ^ stems[b]) > 2:
            continue  # more than one word differs: most pairs end here
        one, other = facts[a], facts[b]
        if say_the_same(one.content, other.content, counts) and share_subject(one, other):
            leader[root(b)] = root(a)
    together: dict[int, list[Fact]] = {}
    for at, fact in enumerate(facts):
        together.setdefault(root(at), []).append(fact)
    found = [sorted(group, key=_age) for group in together.values() if len(group) > 1]
    return sorted(found, key=lambda group: _age(group[0]))


def _age(fact: Fact) -> tuple[date, str, int]:
    return fact.age


def _candidates(facts: Sequence[Fact], counts: Counter[str]) -> Iterator[tuple[int, int]]:
    """Pairs worth comparing: as many words, the same numbers, and two of their rarest words in common.

    A word that stands in one fact only is no key: it may be a slip. Its neighbours then are.
    """
    ranks = {stem: rank for rank, (_, stem) in enumerate(sorted((n, s) for s, n in counts.items()))}
    shapes: dict[tuple[object, ...], int] = {}
    keyed: list[int] = []  # a key and a fact in one number: of a large store there are millions
    for at, fact in enumerate(facts):
        shape = (len(fact.content), *sorted(token.word for token in fact.content if token.has_digit))
        number = shapes.setdefault(shape, len(shapes)) << 2 * _BITS
        keyed.extend((number | key) << _BITS | at for key in _keys(fact, counts, ranks))
    keyed.sort()
    seen = set()
    for _, group in groupby(keyed, key=lambda packed: packed >> _BITS):
        for pair in _pairs([packed & _FACT for packed in group], facts):
            if pair not in seen:
                seen.add(pair)
                yield pair


def _keys(fact: Fact, counts: Counter[str], ranks: dict[str, int]) -> Iterable[int]:
    """Its rarest words, two at a time; where it has one only, that one."""
    shared = sorted({ranks[token.stem] for token in fact.content if counts[token.stem] > 1})[:_RAREST]
    if len(shared) < 2:
        return shared
    return [a << _BITS | b for a, b in combinations(shared, 2)]


def _pairs(group: list[int], facts: Sequence[Fact]) -> Iterator[tuple[int, int]]:
    """All pairs of a group; in a crowd, those of near neighbours once it is sorted by its words."""
    if len(group) <= _CROWD:
        yield from combinations(group, 2)
        return
    group.sort(key=lambda at: (sorted(token.stem for token in facts[at].content), at))
    for first, at in enumerate(group):
        for other in group[first + 1 : first + 1 + _NEIGHBOURS]:
            yield min(at, other), max(at, other)
