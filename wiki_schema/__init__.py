"""The rules of a memory wiki: pure values and functions that know neither disk, git nor clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wiki_schema.hookspecs import hookimpl as hookimpl

__all__ = ["hookimpl"]


def __getattr__(name: str) -> Any:
    """The mark of a plugin's answers, imported when a plugin asks: an agent's hook mostly needs none."""
    if name != "hookimpl":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from wiki_schema.hookspecs import hookimpl

    return hookimpl
