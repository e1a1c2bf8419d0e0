"""`memwiki restore`: what a file has lost comes back from an old version, and nothing newer goes for it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import LINE_LIMIT, harmless, inert, visible

if TYPE_CHECKING:
    from wiki_hooks.past.restoring import Outcome
    from wiki_hooks.place.wiki import Wiki
    from wiki_hooks.writing.amending import Granted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which file, and from which version."""
    parser.add_argument("note", metavar="NOTE", help="a note, also one that is gone; an index, or a log")
    parser.add_argument(
        "--at", required=True, metavar="REV",
        help="the version to bring back from: a name that `memwiki history` shows, or a git revision",
    )  # fmt: skip
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    parser.add_argument("--dry-run", action="store_true", help="show what would change; write nothing")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(args: argparse.Namespace) -> int:
    """Bring it back: 0 where all that was lost stands again, 1 where something is refused."""
    from wiki_hooks.past.restoring import Restoration
    from wiki_hooks.past.versions import file_called
    from wiki_hooks.place.environment import today
    from wiki_hooks.place.wiki import evidence, find_wiki
    from wiki_hooks.writing.healing import heal

    wiki = find_wiki(os.getcwd(), os.environ, get_plugin_manager())
    path = file_called(wiki, os.getcwd(), args.note)
    acting = evidence(wiki, args.who, os.environ)
    restoration = Restoration(wiki, path, args.at, acting, today())
    place = restoration.store.index_path
    granted = heal(wiki, place, restoration.amend, acting, today(), "restore", args.dry_run)
    if restoration.outcome is None:
        raise CannotCheck("nothing was looked at")
    for sentence in (*granted.mended, *granted.unheard):
        print(f"memwiki: {harmless(sentence)}", file=sys.stderr)
    verdict = _verdict(granted, restoration.outcome)
    if args.json:
        sys.stdout.write(_json(wiki, granted, restoration.outcome, verdict))
    else:
        _print(wiki, granted, restoration.outcome, verdict, args.dry_run)
    back = restoration.outcome.back
    return int(bool(verdict.errors or back.withheld or back.left))


def _verdict(granted: Granted, outcome: Outcome) -> Verdict:
    """What the rules keep out, or refuse as a whole, and what stays out on purpose."""
    verdict, back = granted.landed.verdict, outcome.back
    notices = list(verdict.notices)
    if back.withheld:
        number = f"{back.withheld} of what that version says"
        notices.append(
            f"{number} was withdrawn or redacted since: it was taken out on purpose, and stays out"
        )
    for piece in back.left:
        words = visible(piece.words, LINE_LIMIT)
        notices.append(f"line {piece.line} of that version finds no place in the note as it is now: {words}")
    for each in back.righted:
        if each.how == "stands":
            notices.append(f"left in its newer form, as it is committed: {visible(each.new, LINE_LIMIT)}")
    if verdict.errors:
        notices.append("nothing was written")
    once: dict[Finding, None] = dict.fromkeys((*outcome.refused, *verdict.findings))
    return verdict._replace(findings=tuple(once), notices=tuple(notices))


def _print(wiki: Wiki, granted: Granted, outcome: Outcome, verdict: Verdict, dry_run: bool) -> None:
    for line in _told(wiki, granted, outcome, dry_run):
        print(line)
    if verdict.findings or verdict.notices:
        from wiki_hooks.cli.answer import has_colour

        hook = wiki.manager.hook
        format = "terminal" if has_colour() else "text"
        title = "what stays out" if verdict.findings else "`restore`"
        sys.stdout.write(hook.wiki_render_report(format=format, verdict=verdict, title=title))


def _told(wiki: Wiki, granted: Granted, outcome: Outcome, dry_run: bool) -> Iterator[str]:
    """What was done, in a sentence, and the command that comes next; in a dry run the diff."""
    from wiki_hooks.plumbing.pathspec import from_top
    from wiki_hooks.showing.differences import unified

    edits = granted.landed.edits
    if granted.landed.verdict.errors:
        return
    if dry_run and edits:
        yield from (inert(visible(line, LINE_LIMIT)) for line in unified(edits).split("\n")[:-1])
        return
    yield harmless(granted.amendment.summary)
    for each in outcome.back.righted:
        if each.how != "stands":
            yield f"  {each.how}: {visible(each.old)}"
    if wiki.repository is not None and edits:
        yield f"next: git add {from_top(edit.path for edit in edits)}"


def _json(wiki: Wiki, granted: Granted, outcome: Outcome, verdict: Verdict) -> str:
    """The answer for programs; docs/commands.md says what its keys hold."""
    import json

    from wiki_hooks.showing.differences import unified
    from wiki_schema.as_json import dumped

    landed, back = granted.landed, outcome.back
    report = wiki.manager.hook.wiki_render_report(format="json", verdict=verdict, title="restore")
    answer = {
        "written": landed.written,
        "did": "restore" if landed.edits and not landed.verdict.errors else "",
        "told": granted.amendment.summary,
        "files": [edit.path for edit in landed.edits],
        "log": [line for _, line in granted.amendment.log_lines],
        "returned": [{"line": piece.line, "words": piece.words} for piece in back.returned],
        "righted": [{"how": each.how, "old": each.old, "new": each.new} for each in back.righted],
        "left": [{"line": piece.line, "words": piece.words} for piece in back.left],
        "withheld": back.withheld,
        "findings": json.loads(report)["findings"],
        "notices": list(verdict.notices),
        "diff": unified(landed.edits),
    }
    return dumped(answer)


COMMAND = Command("restore", "Bring back what a note has lost; nothing newer goes.", add_arguments, run)
