"""Whether two facts say the same: the same words but for light ones, endings, one slip, one part moved.

Nothing is guessed: a word that one of them has and the other lacks makes two facts, and so does another
number, name, day or negation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from wiki_lint.facts.lexicon import FIXED, PLACED
from wiki_lint.facts.tokens import Token

_SHORTEST_SLIP = 6
_LONG = 9  # letters; a capitalised word this long is hardly a name
# In how many facts a word stands that is no slip; one that is stands in few, and far more hold the right one.
_COMMON, _RARE, _TIMES_AS_OFTEN = 5, 3, 20
_SAFE_START = 3  # letters; “upload” and “unload” are two words


def say_the_same(one: Sequence[Token], other: Sequence[Token], counts: Mapping[str, int]) -> bool:
    """Whether two facts say the same, by their words without the light ones.

    `counts` says of each stem in how many facts it stands: a slip of the pen is rare, a word is not.
    """
    if len(one) != len(other):
        return False
    ours, theirs = [token.stem for token in one], [token.stem for token in other]
    if ours != theirs:
        slip = _slip(one, other, counts)
        if slip is None:
            return False
        wrong, right = slip
        theirs = [right if stem == wrong else stem for stem in theirs]
        if not (is_moved(ours, theirs) or is_turned(ours, theirs)):
            return False
    return _are_inflected(one, other)


def _slip(one: Sequence[Token], other: Sequence[Token], counts: Mapping[str, int]) -> tuple[str, str] | None:
    """The one word of the other that is a slip for one of ours, and ours; two empty ones where none is.

    None where more than that differs.
    """
    ours, theirs = Counter(t.stem for t in one), Counter(t.stem for t in other)
    left, right = ours - theirs, theirs - ours
    if not left and not right:
        return "", ""
    if left.total() != 1 or right.total() != 1 or len(one) < 3:
        return None
    first = next(token for token in one if token.stem in left)
    second = next(token for token in other if token.stem in right)
    return (second.stem, first.stem) if is_slip(first, second, counts) else None


def is_slip(one: Token, other: Token, counts: Mapping[str, int]) -> bool:
    """Whether two words are one, mistyped in one letter.

    In a long word past its third letter, where not both words are in use; in any word of six letters where
    one stands in this fact alone and the other in many. Days, months, numbers, negations, names: never.
    """
    a, b = one.word, other.word
    if not (a.isalpha() and b.isalpha()) or a in FIXED or b in FIXED or a[0] != b[0]:
        return False
    if max(len(a), len(b)) < _SHORTEST_SLIP or min(len(a), len(b)) < _SHORTEST_SLIP - 1:
        return False
    if one.written[0].isupper() and other.written[0].isupper() and min(len(a), len(b)) < _LONG:
        return False
    from rapidfuzz.distance import OSA

    if OSA.distance(a, b, score_cutoff=1) > 1:
        return False
    rare, common = sorted((counts[one.stem], counts[other.stem]))
    if (rare == 1 and common >= _COMMON) or (rare <= _RARE and common >= rare * _TIMES_AS_OFTEN):
        return True
    return rare < _RARE and a[:_SAFE_START] == b[:_SAFE_START]


def is_moved(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether one order of words becomes the other when two neighbouring parts change places.

    In the middle of a sentence both must have two words: so “from A to B” is never “from B to A”.
    """
    start, end = 0, len(one)
    while start < end and one[start] == other[start]:
        start += 1
    while end > start and one[end - 1] == other[end - 1]:
        end -= 1
    ours, theirs = list(one[start:end]), list(other[start:end])
    if not ours:
        return True
    least = 2 if start > 0 and end < len(one) else 1
    return any(
        ours[cut] == theirs[0] and ours[cut:] + ours[:cut] == theirs
        for cut in range(least, len(ours) - least + 1)
    )


def is_turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether what stands before and behind one word change places, a preposition moving with its part.

    “Der Schlüssel liegt beim Pförtner” becomes “Beim Pförtner liegt der Schlüssel”; but “Ana calls Bo” is
    never “Bo calls Ana”.
    """
    ours, theirs = list(one), list(other)
    return any(
        (ours[0] in PLACED or ours[verb + 1] in PLACED)
        and [*ours[verb + 1 :], ours[verb], *ours[:verb]] == theirs
        for verb in range(1, len(ours) - 1)
        if ours[verb + 1] == theirs[0]
    )


def _are_inflected(one: Sequence[Token], other: Sequence[Token]) -> bool:
    """Whether words of one stem are forms of one word. Mario and Maria, both with a capital, are two."""
    known: dict[str, list[Token]] = {}
    for token in one:
        known.setdefault(token.stem, []).append(token)
    for token in other:
        for twin in known.get(token.stem, ()):
            if twin.word == token.word or not (twin.written[0].isupper() and token.written[0].isupper()):
                break
            if len(twin.word) != len(token.word):
                break
        else:
            if token.stem in known:
                return False
    return True
