"""The part of `memwiki init` that takes in a wiki that exists, and says what was found and done."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wiki_hooks.cli.making import person_of
from wiki_hooks.cli.parser import Usage
from wiki_hooks.place.environment import today
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.process import Git
from wiki_hooks.setup import adopting
from wiki_hooks.setup.adopting import CONFIG, Adopted, Ground
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import Policy
from wiki_schema.recognise.telling import guards, outside, told
from wiki_schema.standing.baseline import COMMANDS
from wiki_schema.telling import count
from wiki_schema.text import harmless, split_lines, visible

if TYPE_CHECKING:
    from wiki_hooks.plumbing.repository import Repository
    from wiki_schema.recognise.proposal import Proposal


_MOST_NAMES = 8


def adopt(args: argparse.Namespace, top: str, folder: str, repository: Repository | None) -> int:
    """Take in the wiki of a folder. Raises `CannotCheck` where it is configured otherwise already."""
    if not os.path.isdir(folder):
        raise CannotCheck(f"{visible(args.dir or '.')} is no folder; --adopt takes in a wiki that is there")
    inside = os.path.relpath(folder, top).replace(os.sep, "/")
    root = "" if inside == "." else inside
    ground = Ground(top, root, repository, os.environ, today(), get_plugin_manager())
    there = adopting.standing(ground)
    proposed = adopting.propose(ground, args.kind or "", _owner(args, ground))
    adopted = adopting.adopt(ground, proposed)
    if there is not None:
        return _leave(ground, there, adopted)
    _print(_found(adopted, args.dry_run))
    if args.dry_run:
        _print(["", f"{CONFIG} would read:", *(f"  {line}".rstrip() for line in split_lines(adopted.config))])
        return 0
    written = adopting.write(ground, adopted)
    _print(["", *(f"wrote   {name}" for name in written), "", "next:"])
    _print(f"  {step}" for step in _next(ground, adopted, written))
    return 0


def _owner(args: argparse.Namespace, ground: Ground) -> str:
    """Whom a private store belongs to: as was said, else git's user under the id `init` would give."""
    kind, owner = args.kind or "", str(args.owner)
    if owner and kind not in ("", "private"):
        raise Usage(f"only a private store has an owner; leave out --owner or say --kind private, not {kind}")
    if owner or kind != "private":
        return owner
    return person_of(args, Git(ground.top, os.environ)).id


def _leave(ground: Ground, there: str, adopted: Adopted) -> int:
    """Write nothing over a configuration; show what it lacks, or in what it differs."""
    if there == adopted.config:
        _print([f"kept    {CONFIG}  (it is what taking this wiki in would write)"])
        return 0
    more = adopting.lacking(there, adopted)
    if more == "":
        _print([f"kept    {CONFIG}  (it guards this wiki)"])
        return 0
    if more:
        folders = (os.path.join(ground.top, each.place.root) for each in adopted.proposals)
        words = " ".join(
            shlex.quote(visible(os.path.relpath(folder, os.path.realpath(".")))) for folder in folders
        )
        raise CannotCheck(
            f"{CONFIG} is there and is left as it is. To take this in as well, add to it:\n\n"
            f"{harmless(more)}\nThen accept what stands there: memwiki lint --write-baseline {words}"
        )
    from difflib import unified_diff

    lines = unified_diff(split_lines(there), split_lines(adopted.config), CONFIG, "as adopted", lineterm="")
    shown = "\n".join(visible(line, 200) for line in lines)
    raise CannotCheck(f"{CONFIG} is there and is left as it is. Taking the wiki in would write:\n{shown}")


def _found(adopted: Adopted, is_dry: bool) -> Iterator[str]:
    """What the wiki is, what is guarded, what stands in it that is accepted, or would be."""
    for proposal in adopted.proposals:
        yield from told(proposal)
    yield from outside(adopted.left_out)
    yield ""
    yield "guarded from now on:"
    for what, sentence, rules in guards(adopted.proposals):
        yield f"  {what:<6}  {sentence} ({rules})"
    yield ""
    if not adopted.found:
        yield "found:  nothing; no baseline is needed"
        return
    what = "which the baseline would accept" if is_dry else "accepted by the baseline"
    yield f"found:  {count(adopted.total, 'thing')} that stood here before, {what}"
    for sort, counts in adopted.found:
        yield f"  {counts.total():,} of `{COMMANDS[sort]}`:"
        for rule, number in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])):
            yield f"  {number:>6,}  {rule}"


def _next(ground: Ground, adopted: Adopted, written: Iterable[str]) -> Iterator[str]:
    """What is left to do, as commands that work from where the user is."""
    first = adopted.proposals[0]
    here = os.path.realpath(os.getcwd())
    if here != ground.top:
        yield f"cd {shlex.quote(visible(ground.top))}"
    if ground.repository is None:
        yield "git init"
    yield f"git add {from_top(written)}"
    yield 'git commit -m "memwiki guards this wiki"'
    where = shlex.quote(visible(first.place.root) or ".")
    yield f"memwiki init {where} --git-hooks   # {_more(ground, first)}"
    if signers := [name for each in adopted.proposals for name in each.signers if each.kind == "shared"]:
        names = ", ".join(visible(name, 40) for name in list(dict.fromkeys(signers))[:_MOST_NAMES])
        yield f"memwiki lint --write-baseline   # once members.toml lists who signs: {names}"
    looks = [f"{COMMANDS[sort]} --accepted" for sort, _ in adopted.found]
    yield from (f"{look}   # what stood here before: look at it once" for look in looks[:1])
    yield from looks[1:]
    if ground.repository is not None:
        yield "memwiki audit   # what was lost in the history, and how it comes back"
    yield "memwiki doctor"


def _more(ground: Ground, first: Proposal) -> str:
    """What `memwiki init` adds."""
    place = first.place
    names = [
        *([] if place.index_path else ["an index"]),
        *([] if place.log_path else ["a log"]),
        *([] if os.path.lexists(os.path.join(ground.top, Policy(()).members_file)) else ["you as admin"]),
        "the check before every commit",
    ]
    return ", ".join(names)


def _print(lines: Iterable[str]) -> None:
    print(harmless("\n".join(lines)))
