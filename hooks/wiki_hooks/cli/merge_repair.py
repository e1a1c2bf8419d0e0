"""`memwiki merge-repair`: logs and indexes as they should be after a merge that was made without drivers."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator

from wiki_hooks.git.repair import Mended, Repair, find_repair
from wiki_hooks.place.wiki import evidence, find_wiki
from wiki_schema.command import Command
from wiki_schema.disk.deeds import Deed, Edit
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.telling import count
from wiki_schema.text import encode, harmless, split_lines, visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which merge."""
    parser.add_argument(
        "commit", metavar="COMMIT", nargs="?", default="",
        help="a merge that is made already (default: the one being made, else HEAD)",
    )  # fmt: skip
    parser.add_argument("--dry-run", action="store_true", help="only show what would change; 1 if anything")
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")


def run(args: argparse.Namespace) -> int:
    """Mend the files on disk, and say how to commit them; 1 where something is left to a person."""
    wiki = find_wiki(os.getcwd(), os.environ, get_plugin_manager())
    repository = wiki.repository
    if repository is None:
        raise CannotCheck(f"{visible(wiki.top)} is in no git repository, so nothing was merged.")
    if args.dry_run:
        repair = find_repair(wiki, repository, args.commit)
        _tell(repair, with_lines=True)
        return 1 if repair.wrong else 0
    from wiki_hooks.writing.desk import writing

    # What is looked at must not change before it is written.
    with writing(wiki) as desk:
        for sentence in desk.mended:
            print(harmless(sentence), file=sys.stderr)
        repair = find_repair(wiki, repository, args.commit)
        edits = tuple(_edit(file) for file in repair.wrong if file.now != file.merged.text)
        if edits:
            who = wiki.actor(evidence(wiki, args.who, os.environ)).label
            desk.carry_out(Deed(edits, who, COMMAND.name))
    _tell(repair)
    if not repair.wrong:
        return 0
    from wiki_hooks.git.repair_steps import steps

    print("\nnext:")
    for step in steps(wiki, repository, repair):
        print(harmless(f"  {step}"))
    return 1 if any(file.merged.clashes for file in repair.wrong) else 0


def _edit(file: Mended) -> Edit:
    return Edit(file.path, None if file.now is None else encode(file.now), encode(file.merged.text))


def _tell(repair: Repair, with_lines: bool = False) -> None:
    for file in repair.wrong:
        print(f"{visible(file.path)}: {_said(file)}")
        if with_lines:
            print(harmless("\n".join(_difference(file))))
    if not repair.wrong:
        print(f"nothing to mend: {count(len(repair.files), 'file')} looked at")


def _said(file: Mended) -> str:
    """What becomes of a file."""
    if clashes := file.merged.clashes:
        return f"both versions are shown in {count(clashes, 'place')}: choose there"
    was, will = (Counter(filter(str.strip, split_lines(text))) for text in (file.now or "", file.merged.text))
    changes = {"put back": (will - was).total(), "taken out": (was - will).total()}
    said = [f"{count(number, 'line')} {what}" for what, number in changes.items() if number]
    return ", ".join(said) or "put in order"


def _difference(file: Mended) -> Iterator[str]:
    from difflib import unified_diff

    was, will = split_lines(file.now or ""), split_lines(file.merged.text)
    yield from unified_diff(was, will, file.path, f"{file.path} (mended)", n=1, lineterm="")


COMMAND = Command(
    "merge-repair",
    "Mend logs and indexes after a merge without drivers, as on a host.",
    add_arguments,
    run,
)
