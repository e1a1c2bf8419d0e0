"""Before a commit is judged: the log lines that waited for git to rest are written, or told of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wiki_hooks.place.owing import owing, state_of
from wiki_hooks.plumbing.repository import find_repository
from wiki_schema.finding import CannotCheck

if TYPE_CHECKING:
    import pluggy


def flush(cwd: str, environ: Mapping[str, str], manager: pluggy.PluginManager) -> tuple[str, ...]:
    """Write the lines that wait, to the log on disk; gives what there is to say about it.

    Where none waits, which is nearly always, this looks for one file and no more. The framework fails
    every commit during which a tracked file changes, and a rebase refuses to go on: there they are told.
    """
    repository = find_repository(cwd, environ)
    lines = owing(state_of(repository.git_dir))
    if not lines:
        return ()
    from wiki_hooks.plumbing.busy import unfinished
    from wiki_schema.telling import count

    if environ.get("PRE_COMMIT") or unfinished(repository.git_dir) not in ("", "a merge"):
        return (f"{count(lines, 'log line')} of the watcher must wait: `memwiki log flush` writes them",)
    try:
        return _written(cwd, environ, manager)
    except CannotCheck as error:  # the check itself needs nothing of it
        return (str(error),)


def _written(cwd: str, environ: Mapping[str, str], manager: pluggy.PluginManager) -> tuple[str, ...]:
    from wiki_hooks.place.wiki import find_wiki
    from wiki_hooks.writing.desk import remembered
    from wiki_hooks.writing.reconcile import reconcile
    from wiki_schema.disk.locks import locked

    wiki = find_wiki(cwd, environ, manager)
    with locked(wiki.state), remembered(wiki) as db:
        return tuple(reconcile(wiki, db, whatever_git_does=True))
