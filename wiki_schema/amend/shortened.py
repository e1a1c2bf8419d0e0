"""Lines outside facts of which words were taken away and none put in: they stand again as they stood."""

from __future__ import annotations

from collections import Counter

from wiki_schema.amend.lines import edit
from wiki_schema.amend.losses import Context, find_losses
from wiki_schema.amend.pieces import Cut, cut
from wiki_schema.amend.scene import Scene


def lengthened(scene: Scene, old: Cut, text: str, base: str | None, context: Context) -> str:
    """The text with every line whole of which, since the last commit (`base`), only a part is left.

    What else somebody made of a line is an edit, and stays.
    """
    last = cut(base or "", scene.laid)
    held = {last.said(piece) for piece in last.pieces}
    new = cut(text, scene.laid)
    for at, place in find_losses(old, new, context).edited.items():
        was, now = old.pieces[at], new.pieces[place]
        is_since = new.said(now) not in held and old.said(was) in held
        if is_since and _is_a_part(new.said(now), old.said(was)):
            rows = dict.fromkeys(range(now.first, now.last + 1), ())
            grown = cut(edit(new.text, {**rows, now.first: old.own(was)}, {}), scene.laid)
            if _differs_in(new, grown, place) and grown.said(grown.pieces[place]) == old.said(was):
                new = grown
    return new.text


def _is_a_part(said: str, whole: str) -> bool:
    part, all_of_it = (Counter(word.strip(".,;:!?") for word in words.split()) for words in (said, whole))
    return not part - all_of_it


def _differs_in(one: Cut, other: Cut, place: int) -> bool:
    """Whether two cuts hold the same pieces but for one."""
    if len(one.pieces) != len(other.pieces):
        return False
    said = ([cut.said(piece) for piece in cut.pieces] for cut in (one, other))
    return all(a == b or at == place for at, (a, b) in enumerate(zip(*said, strict=True)))
