"""What an unresolved merge leaves in a text: one judgement for every change and every health pass."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.markdown.code import lines_outside_code

OPENS, CLOSES = "<<<<<<< ", ">>>>>>> "
DIVIDES = "======="


def has_marks(line: str) -> bool:
    """Whether a line may be a mark, so that its text is worth a look."""
    return line.startswith((OPENS, CLOSES))


def merge_marks(text: str) -> Iterator[tuple[int, str]]:
    """The marks of unresolved merges outside fenced code: number and line.

    An opening mark is always one, a closing one only below a dividing line; a lone ======= underlines a
    heading.
    """
    if OPENS not in text and CLOSES not in text:
        return
    divided = False
    for number, line in lines_outside_code(text):
        divided = divided or line.rstrip() == DIVIDES
        if line.startswith(OPENS) or (divided and line.startswith(CLOSES)):
            yield number, line
