"""How a command that writes answers: what was done and what comes next, or why it was refused."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator

from wiki_hooks.cli.answer import has_colour
from wiki_hooks.place.listeners import tell_judged
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.showing.differences import unified
from wiki_hooks.writing.amending import Granted
from wiki_schema.as_json import dumped
from wiki_schema.finding import Verdict
from wiki_schema.text import harmless
from wiki_schema.value import Value

NOTHING_WRITTEN = "nothing was written"


class Manner(Value):
    """How a command is to answer."""

    through: str
    """The command."""
    dry_run: bool = False
    as_json: bool = False
    hidden: Collection[str] = ()
    """Words that a diff must not show."""


def give(wiki: Wiki, granted: Granted, manner: Manner) -> int:
    """Print what became of a wish, and return the exit code: 1 where the rules refused it, else 0."""
    for sentence in (*granted.mended, *granted.unheard):
        print(f"memwiki: {harmless(sentence)}", file=sys.stderr)
    verdict = tell_judged(wiki.manager, granted.landed.verdict)
    if manner.as_json:
        sys.stdout.write(_json(wiki, granted, verdict, manner))
    elif verdict.errors:
        refused = verdict._replace(notices=(*verdict.notices, NOTHING_WRITTEN))
        sys.stdout.write(_report(wiki, refused, f"what `{manner.through}` would write"))
    else:
        print("\n".join(_told(wiki, granted, manner)))
        if verdict.findings or verdict.notices:
            sys.stdout.write(_report(wiki, verdict, f"`{manner.through}`"))
    return 1 if verdict.errors else 0


def _told(wiki: Wiki, granted: Granted, manner: Manner) -> Iterator[str]:
    """What was done, in a sentence, and the command that comes next; in a dry run the diff."""
    edits = granted.landed.edits
    if manner.dry_run:
        yield from harmless(_diff(granted, manner)).split("\n")[:-1]
        return
    said = harmless(granted.amendment.summary)
    yield f"It is somebody else's, so nothing was changed: {said}" if granted.is_claim else said
    if wiki.repository is not None and edits:
        yield f"next: git add {from_top(edit.path for edit in edits)}"


def _diff(granted: Granted, manner: Manner) -> str:
    diff = unified(granted.landed.edits)
    for word in manner.hidden:
        diff = diff.replace(word, "•••")
    return diff


def _report(wiki: Wiki, verdict: Verdict, title: str, format: str = "") -> str:
    """The findings, in the words of the rules."""
    format = format or ("terminal" if has_colour() else "text")
    report: str = wiki.manager.hook.wiki_render_report(format=format, verdict=verdict, title=title)
    return report


def _json(wiki: Wiki, granted: Granted, verdict: Verdict, manner: Manner) -> str:
    """The answer for programs; docs/commands.md says what its keys hold."""
    import json

    landed, amendment = granted.landed, granted.amendment
    did = "" if verdict.errors else "claim" if granted.is_claim else manner.through
    answer = {
        "written": landed.written,
        "did": did,
        "told": amendment.summary if did else "",
        "files": [edit.path for edit in landed.edits],
        "log": [line for _, line in amendment.log_lines],
        "findings": json.loads(_report(wiki, verdict, manner.through, "json"))["findings"],
        "notices": list(verdict.notices),
        "diff": _diff(granted, manner),
    }
    return dumped(answer)
