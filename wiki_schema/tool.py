"""A tool that a plugin gives to agents: a function, and what it does to a wiki."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.change import Tree
    from wiki_schema.members import Actor
    from wiki_schema.policy.setting import Setting


class ToolCall(Value):
    """What a tool is told about the call."""

    top: str
    """The folder of the wiki."""
    state: str
    """The folder of what memwiki remembers about it."""
    tree: Tree
    """Its files on disk."""
    setting: Setting
    actor: Actor


class Tool(Value):
    """One tool. Its arguments are the annotated parameters of `run` but the first, which is a `ToolCall`."""

    name: str
    help: str
    """One line."""
    run: Callable[..., Any]
    """Answers with a text or anything JSON can hold. Raises `CannotCheck` for what cannot be done."""
    reads_only: bool = True
    destroys: bool = False
    """Whether it changes or takes away what is there, instead of adding."""
    is_idempotent: bool = False
