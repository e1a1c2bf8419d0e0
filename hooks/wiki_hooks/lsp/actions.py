"""Code actions: what is offered at a place, and the edit of the one that was chosen.

An edit takes judging the wiki several times, so it is made when it is asked for; an editor that cannot
ask gets it at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from lsprotocol import types

from wiki_hooks.lsp.bench import Bench
from wiki_hooks.lsp.diagnostics import Shown
from wiki_hooks.lsp.edits import FileEdit
from wiki_hooks.lsp.remedies import Remedy, files_of, for_fact, for_finding, for_losses
from wiki_hooks.lsp.uris import uri_of
from wiki_hooks.lsp.wikis import OpenText, Wikis
from wiki_schema.change import text_of
from wiki_schema.finding import CannotCheck
from wiki_schema.text import BOM
from wiki_schema.value import Value

_MOST_KEPT = 200


class Offer(Value):
    """A remedy for one text of one file."""

    uri: str
    version: int
    remedy: Remedy


class Offers:
    """What was offered of late, so that it can be made when it is chosen."""

    def __init__(self) -> None:
        self._numbers = count(1)
        self._offers: dict[int, Offer] = {}

    def keep(self, offer: Offer) -> int:
        """A number by which an offer is found again."""
        number = next(self._numbers)
        self._offers[number] = offer
        self._offers.pop(number - _MOST_KEPT, None)
        return number

    def find(self, data: object) -> Offer | None:
        """The offer that the data of an action name."""
        number = data.get("offer") if isinstance(data, Mapping) else None
        return self._offers.get(number) if isinstance(number, int) else None


def bench_of(wikis: Wikis, texts: Sequence[OpenText], uri: str) -> Bench | None:
    """Where one open file is put right; None outside every store.

    Raises `CannotCheck` where its wiki cannot be read.
    """
    found = wikis.with_texts(texts, uri)
    return Bench(found[0].ground, found[0].path, found[1]) if found is not None else None


def offered(bench: Bench, shown: Sequence[Shown], line: int, is_refused: bool) -> list[Remedy]:
    """What can be done about some findings, and to what stands in a line; nothing is tried yet.

    `is_refused`: something is found in the file that must be mended before the log can tell of anything.
    """
    remedies: dict[tuple[str, int, int], Remedy] = {}
    for each in shown:
        for remedy in for_finding(bench, each):
            if remedy.name != "log" or not is_refused:
                place = (0, 0) if remedy.name == "bring all back" else (remedy.line, each.spot.was)
                remedies.setdefault((remedy.name, *place), remedy)
    for remedy in for_losses(shown):
        remedies.setdefault((remedy.name, 0, 0), remedy)
    if any(each.is_refused and each.spot.line == line for each in shown):
        return [*remedies.values()]
    return [*remedies.values(), *for_fact(bench, line)]


def edits_of(bench: Bench, remedy: Remedy, texts: Sequence[OpenText]) -> list[FileEdit]:
    """The edits that a remedy comes to, in all files. Raises `CannotCheck` where it cannot be made."""
    opened = {bench.ground.place(each.path): each for each in texts}
    edits = []
    for path, new in files_of(bench, remedy).items():
        if new is None:
            raise CannotCheck("This would remove a file, which no action does.")
        document = opened.get(path)
        if document is not None:
            shown = new if document.text.startswith(BOM) else new.removeprefix(BOM)
            edits.append(FileEdit(document.uri, document.text, shown, document.version))
        else:
            old = text_of(bench.ground.disk.read(path))
            edits.append(FileEdit(uri_of(f"{bench.ground.wiki.top}/{path}"), old, new))
    return edits


def overlapping(shown: Iterable[Shown], at: types.Range) -> list[Shown]:
    """The diagnostics in some lines; those of the whole file wherever one is."""
    return [
        each
        for each in shown
        if not each.spot.line
        or (
            each.diagnostic.range.start.line <= at.end.line
            and at.start.line <= each.diagnostic.range.end.line
        )
    ]
