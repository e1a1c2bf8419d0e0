"""Narrowing a report to the files somebody asked about."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from wiki_hooks.plumbing.repository import NoRepository, find_repository
from wiki_schema import paths
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.text import decode, visible


def only(verdict: Verdict, files: Sequence[str], cwd: str, environ: Mapping[str, str]) -> Verdict:
    """The findings in some files or folders, given as seen from `cwd`.

    Raises `CannotCheck` for a name that is neither there nor spoken of: a misspelt name must not look clean.
    """
    top = _top(cwd, environ)
    asked = [_from_top(file, cwd, top) for file in files]
    for path in asked:
        is_told = any(paths.below(path, finding.path) or finding.path == path for finding in verdict.findings)
        if not is_told and not os.path.lexists(os.path.join(top, path)):
            raise CannotCheck(f"there is no file {visible(path)}, and nothing was found about it")
    shown = [
        f for f in verdict.findings if any(f.path == path or paths.below(path, f.path) for path in asked)
    ]
    left = len(verdict.findings) - len(shown)
    notice = (f"{left} more finding{'' if left == 1 else 's'} in other files",) if left else ()
    return verdict._replace(findings=tuple(shown), notices=(*verdict.notices, *notice))


def _top(cwd: str, environ: Mapping[str, str]) -> str:
    """What paths in findings count from. Without an environment there is no repository either."""
    try:
        return os.path.realpath(find_repository(cwd, environ).top) if environ else os.path.realpath(cwd)
    except NoRepository:
        return os.path.realpath(cwd)


def _from_top(file: str, cwd: str, top: str) -> str:
    folder, name = os.path.split(os.path.join(cwd, file).rstrip("/"))
    inside = os.path.relpath(os.path.join(os.path.realpath(folder), name), top).replace(os.sep, "/")
    if inside == ".." or inside.startswith("../"):
        raise CannotCheck(f"{visible(file)} lies outside of {visible(top)}")
    return "" if inside == "." else decode(os.fsencode(inside))
