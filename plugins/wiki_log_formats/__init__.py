"""Log styles besides the wiki's own: nothing of them is checked but their days, and that they only grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wiki_schema import hookimpl

if TYPE_CHECKING:
    from wiki_schema.log import LogFormat


@hookimpl
def wiki_provide_log_formats() -> Sequence[LogFormat]:
    """`headings`, `okf` and `bullets`."""
    from wiki_log_formats import bullets, headings, okf

    return headings.FORMAT, okf.FORMAT, bullets.FORMAT
