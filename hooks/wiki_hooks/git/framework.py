"""Under the pre-commit framework: which change a hook stands for is told by variables alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_schema.finding import Verdict

if TYPE_CHECKING:
    import pluggy


def check(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Verdict | None:
    """The verdict on a push where one is going on, on a range where one was named; None for what is staged.

    Raises `CannotCheck` where something cannot be read or nothing configures a store.
    """
    first, last = environ.get("PRE_COMMIT_FROM_REF"), environ.get("PRE_COMMIT_TO_REF")
    if first and last:
        from wiki_hooks.git import ranges

        return ranges.check(cwd, environ, who, today, manager, first, last)
    # A history that is new to the remote, root and all, is pushed without naming a range.
    if remote := environ.get("PRE_COMMIT_REMOTE_NAME"):
        from wiki_hooks.git import prepush

        branch = environ.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD"
        return prepush.check_branch(cwd, environ, today, manager, remote, branch)
    return None
