"""Narrowing a report to the files somebody asked about."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from wiki_hooks.plumbing.repository import NoRepository, find_repository
from wiki_schema import paths
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.telling import count
from wiki_schema.text import decode, visible
from wiki_schema.value import Value


class _Asked(Value):
    """A file or folder that was asked about, from the top, or one line of a file."""

    path: str
    line: int = 0
    """From 1; 0: every one."""

    def is_met(self, finding: Finding) -> bool:
        """Whether a finding is there."""
        is_there = finding.path == self.path or bool(paths.below(self.path, finding.path))
        return is_there and self.line in (0, finding.line)


def only(verdict: Verdict, files: Sequence[str], cwd: str, environ: Mapping[str, str]) -> Verdict:
    """The findings in some files or folders, given as seen from `cwd`, or in a line: `notes/a.md:3`.

    Raises `CannotCheck` for a name that is neither there nor spoken of: a misspelt name must not look clean.
    """
    top = _top(cwd, environ)
    asked = [_asked(file, cwd, top, verdict) for file in files]
    shown = tuple(f for f in verdict.findings if any(each.is_met(f) for each in asked))
    left = len(verdict.findings) - len(shown)
    where = "lines and files" if any(each.line for each in asked) else "files"
    notice = (f"{count(left, 'more finding')} in other {where}",) if left else ()
    return verdict._replace(findings=shown, notices=(*verdict.notices, *notice))


def _asked(file: str, cwd: str, top: str, verdict: Verdict) -> _Asked:
    """What a name stands for. One that is there as it is written names no line."""
    whole, name = _Asked(_from_top(file, cwd, top)), file
    if _is_there(whole, top, verdict):
        return whole
    if match := re.fullmatch(r"(.+?):([1-9][0-9]{0,8})", file, re.DOTALL):
        name = match[1]
        part = _Asked(_from_top(name, cwd, top), int(match[2]))
        if _is_there(part._replace(line=0), top, verdict):
            return part
    raise CannotCheck(
        f"there is no file {visible(_from_top(name, cwd, top))}, and nothing was found about it"
    )


def _is_there(asked: _Asked, top: str, verdict: Verdict) -> bool:
    is_told = any(asked.is_met(finding) for finding in verdict.findings)
    return is_told or os.path.lexists(os.path.join(top, asked.path))


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
