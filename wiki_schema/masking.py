"""What plugins take for secrets, in texts that are about to be told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pluggy

Span = tuple[int, int, str]
"""From where to where in a text, and what kind of secret it is."""


def has_scanner(manager: pluggy.PluginManager) -> bool:
    """Whether any plugin looks for secrets. Where none does, nobody is promised that one is masked."""
    return bool(manager.hook.wiki_scan_secrets.get_hookimpls())


def secrets_in(path: str, text: str, manager: pluggy.PluginManager) -> list[Span]:
    """The spans that plugins take for secrets, in order, none over another, and none outside of the text."""
    spans: list[Span] = []
    answers = manager.hook.wiki_scan_secrets(path=path, text=text)
    for start, end, kind in sorted(span for answer in answers for span in answer):
        start, end = max(start, spans[-1][1] if spans else 0), min(end, len(text))
        if start < end:
            spans.append((start, end, kind))
    return spans


def masked(text: str, spans: Sequence[Span]) -> str:
    """A text in which `[masked: kind]` stands for each span; it has as many lines as before."""
    return "".join(_pieces(text, spans))


def _pieces(text: str, spans: Iterable[Span]) -> Iterator[str]:
    at = 0
    for start, end, kind in spans:
        # A secret of several lines leaves as many, or the rest would be another's.
        yield f"{text[at:start]}[masked: {kind}]" + "\n" * text.count("\n", start, end)
        at = end
    yield text[at:]


def masked_lines(path: str, lines: Iterable[str], manager: pluggy.PluginManager) -> tuple[str, ...]:
    """Lines without what plugins take for secrets, one that runs over several of them included."""
    rows = [line.replace("\n", " ") for line in lines]
    text = "\n".join(rows)
    spans = secrets_in(path, text, manager)
    return tuple(masked(text, spans).split("\n") if spans else rows)
