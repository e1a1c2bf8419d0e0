"""Report formats: each a pure function from a verdict to text.

A new format is a module with `render(verdict, title)` and a line in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

from wiki_schema import hookimpl
from wiki_schema.finding import Verdict

FORMATS = ("text", "terminal", "json", "sarif", "github", "markdown")
"""Each is a module of this package, imported only when it is asked for."""


@hookimpl
def wiki_list_report_formats() -> Sequence[str]:
    """The formats of this package."""
    return FORMATS


@hookimpl
def wiki_render_report(format: str, verdict: Verdict, title: str) -> str | None:
    """The verdict in one of `FORMATS`, with its last newline; None for any other format."""
    if format not in FORMATS:
        return None
    rendered: str = import_module(f"{__name__}.{format}").render(verdict, title)
    return rendered
