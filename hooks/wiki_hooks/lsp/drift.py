"""The health pass in the background: `memwiki lint` as a process of its own, which can be stopped.

A pass over a large wiki takes seconds of computing; in this process it would hold up every keystroke.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from wiki_hooks.plumbing.process import without_local_variables
from wiki_schema.finding import CannotCheck, Finding
from wiki_schema.text import visible

_COMMAND = ("-m", "wiki_hooks.cli", "lint", "--format", "json", "--fail-on", "never")


async def drift(
    top: str, paths: Sequence[str], environ: Mapping[str, str]
) -> tuple[list[Finding], list[str]]:
    """What a health pass finds in some files of a wiki, by their paths from the top, and what it could not
    look at. Cancelled, it ends the process at once.

    Raises `CannotCheck` where the pass did not answer.
    """
    environ = {**without_local_variables(environ), "PYTHONSAFEPATH": "1"}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *_COMMAND,
        "--",
        *(os.path.join(top, path) for path in paths),
        cwd=top,
        env=environ,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        answer, complaint = await process.communicate()
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    try:
        report = json.loads(answer)
    except ValueError:
        said = visible(complaint.decode(errors="replace").strip(), 500) or f"exit code {process.returncode}"
        raise CannotCheck(f"The health pass did not answer: {said}. `memwiki lint` says more.") from None
    unknown = report["notices"] if process.returncode else []
    return [_finding(told) for told in report["findings"]], list(unknown)


def _finding(told: Mapping[str, Any]) -> Finding:
    return Finding(
        told["path"],
        told["line"],
        told["message"],
        told["hint"],
        tuple(told["lost"]),
        told["column"],
        told["level"],
        told["rule"],
        owed_by=told.get("owed_by", ""),
        also=tuple((also["path"], also["line"]) for also in told.get("also", ())),
        key=told.get("key", ""),
    )
