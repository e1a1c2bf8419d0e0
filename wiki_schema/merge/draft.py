"""The result of a merge while it is made: lines, and places where both sides must be shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wiki_schema.merge.page import Line, fuse_all, texts
from wiki_schema.value import Value


class Clash(Value):
    """A place where only a person can say what is right."""

    ours: list[Line]
    theirs: list[Line]


class Draft:
    """A page in the making."""

    def __init__(self) -> None:
        """Empty."""
        self.pieces: list[Line | Clash] = []
        self._above: tuple[str, ...] | None = None

    def open(self, blanks: tuple[str, ...]) -> None:
        """Let the next line stand under these blank lines."""
        self._above = blanks

    def close(self) -> None:
        """Nothing has come to stand under them."""
        self._above = None

    def add(self, lines: Iterable[Line]) -> None:
        """Lines about which both sides agree."""
        (found,) = self._under_blanks(list(lines))
        self.pieces += found

    def _under_blanks(self, *runs: list[Line]) -> tuple[list[Line], ...]:
        """Runs of which the first lines, all at one place, stand under the blank lines that wait for them."""
        if self._above is not None and any(runs):
            for run in runs:
                run[:1] = [line._replace(above=self._above) for line in run[:1]]
            self._above = None
        return runs

    def settle(self, ours: Sequence[Line], theirs: Sequence[Line], base: Sequence[Line] = ()) -> None:
        """What both sides say at a place: once where it is the same, else both, for a person to choose."""
        if texts(ours) == texts(theirs):
            self.add(fuse_all(base, ours, theirs))
            return
        clash = Clash(*self._under_blanks(list(ours), list(theirs)))
        last = self.pieces[-1] if self.pieces else None
        if isinstance(last, Clash):
            self.pieces[-1] = Clash([*last.ours, *clash.ours], [*last.theirs, *clash.theirs])
        else:
            self.pieces.append(clash)

    @property
    def either(self) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
        """What both sides say at each place that is left to a person."""
        clashes = (piece for piece in self.pieces if isinstance(piece, Clash))
        return tuple((tuple(texts(clash.ours)), tuple(texts(clash.theirs))) for clash in clashes)

    def lines(self, width: int) -> Iterator[Line]:
        """All of it, those places between conflict markers of a width as git has them."""
        for piece in self.pieces:
            if not isinstance(piece, Clash):
                yield piece
                continue
            ours, theirs = piece
            over = {side[0].above for side in piece if side}
            above = over.pop() if len(over) == 1 else ()
            yield Line(f"{'<' * width} ours", above)
            yield from _below(above, ours)
            yield Line("=" * width)
            yield from _below(above, theirs)
            yield Line(f"{'>' * width} theirs")


def _below(above: tuple[str, ...], lines: Sequence[Line]) -> Iterator[Line]:
    """Lines of which the first stands under blank lines that are there already."""
    for at, line in enumerate(lines):
        yield line._replace(above=()) if at == 0 and above else line
