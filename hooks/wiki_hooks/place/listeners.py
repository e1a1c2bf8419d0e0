"""Telling the plugins that listen. Their failure is said, and changes nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wiki_schema.finding import Verdict
from wiki_schema.members import Actor

if TYPE_CHECKING:
    from pluggy import HookImpl, PluginManager


def tell_judged(manager: PluginManager, verdict: Verdict) -> Verdict:
    """Tells of a verdict that is about to be given; what failed is among its notices."""
    failures = _tell(manager.hook.wiki_change_judged.get_hookimpls(), verdict=verdict)
    return verdict._replace(notices=(*verdict.notices, *failures))


def tell_written(manager: PluginManager, paths: Sequence[str], actor: Actor, through: str) -> list[str]:
    """Tells of files that were written; gives what failed, a sentence each."""
    listeners = manager.hook.wiki_change_written.get_hookimpls()
    return _tell(listeners, paths=paths, actor=actor, through=through)


def _tell(listeners: Iterable[HookImpl], **told: object) -> list[str]:
    failures = []
    for listener in listeners:
        try:
            listener.function(*(told[name] for name in listener.argnames))
        except (Exception, SystemExit) as error:
            failures.append(f"The plugin {listener.plugin_name} could not take notice: {error}")
    return failures
