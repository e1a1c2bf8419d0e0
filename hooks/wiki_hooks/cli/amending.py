"""What the commands that amend a wiki share: their arguments, and the fact that they are about."""

from __future__ import annotations

import argparse
import os
import shlex

from wiki_hooks.cli.amended import Manner, give
from wiki_hooks.cli.parser import Usage
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import evidence, find_wiki, note_from_top
from wiki_hooks.showing.picking import can_ask, pick
from wiki_hooks.writing.amending import OF_AN_OWNER, Amend, Granted, Wish, grant, scene_of
from wiki_schema.amend import Ambiguous, CannotAmend, FactName, NoSuchFact, read_place
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import LINE_LIMIT, visible


def add_note(parser: argparse.ArgumentParser) -> None:
    """The note that a command is about."""
    parser.add_argument(
        "note", metavar="NOTE", help="the note: as seen from here, from the top, or its store"
    )


def add_fact(parser: argparse.ArgumentParser, fact: str, further: str = "") -> None:
    """The note, a fact in it, and the words that come behind: how the help calls them."""
    add_note(parser)
    shown = f"{fact} {further}".strip()
    parser.add_argument("words", nargs="*", metavar=shown, help=f"{fact}: any words that only it holds")
    where = f"its line, instead of {fact}: 12, or as memwiki lint prints it, 12:3fa94c"
    parser.add_argument("--line", type=_place, metavar="N", help=where)
    # By itself argparse takes no option between two words: `retire NOTE --line 3 REASON`.
    parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]


def _place(given: str) -> FactName:
    """The place of a fact in its note."""
    try:
        line, digest = read_place(given)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{visible(given)} is no line: 12, or 12:3fa94c") from None
    return FactName("", "", line, digest)


def add_options(parser: argparse.ArgumentParser, or_claim: bool = False) -> None:
    """What every command that amends takes; `or_claim` where a claim would do instead."""
    if or_claim:
        parser.add_argument(
            "--or-claim", action="store_true", help="if the fact is somebody else's, claim it instead"
        )
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    parser.add_argument("--dry-run", action="store_true", help="show what would change; write nothing")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def words(args: argparse.Namespace, least: int, most: int) -> tuple[str, list[str]]:
    """What the fact is called, and the words behind it, of which there may be so many.

    Empty where it is not called: --line says which one it is, or a person will be asked.
    """
    given: list[str] = args.words
    called = "" if args.line or len(given) <= least else given[0]
    further = given[1:] if called else given
    if len(further) < least:
        raise Usage(f"{len(given) + 1} words are too few: say also what is to be written")
    if len(further) > most:
        raise Usage(f"{len(given) + 1} words are too many: put quotes around those that belong together")
    return called, further


class Errand:
    """One command that amends: where, by whom, and what became of it."""

    def __init__(self, args: argparse.Namespace, through: str, secret: str = "") -> None:
        """For the note that the arguments name; `secret` are words to be neither shown nor remembered.

        Raises `CannotCheck` where the note lies in no store.
        """
        self._args = args
        self._through = through
        self._secret = secret
        self._wiki = find_wiki(os.getcwd(), os.environ, get_plugin_manager())
        self._evidence = evidence(self._wiki, args.who, os.environ)
        self.note = note_from_top(self._wiki, os.getcwd(), args.note)
        self._is_picked = False

    def other(self, name: str) -> str:
        """Another note that the arguments name, from the top."""
        return note_from_top(self._wiki, os.getcwd(), name)

    def run(self, amend: Amend, called: str = "", claim: Amend | None = None) -> int:
        """Do it, and answer: 0 where it is done, 1 where the rules refuse it.

        `called` are words of the fact; `claim` is what --or-claim does instead. Raises `CannotCheck` where
        it cannot be done.
        """
        at = getattr(self._args, "line", None) or FactName(self.note)
        fact = self._picked(at._replace(note=self.note, text=called), amend)
        instead = claim if getattr(self._args, "or_claim", False) else None
        wish = Wish(self._through, fact, amend, instead, self._secret)
        try:
            granted = grant(self._wiki, wish, self._evidence, today(), self._args.dry_run)
        except NoSuchFact as error:
            if self._is_picked:
                raise CannotAmend(f"It was changed while it was being picked. {error}") from None
            raise
        if granted.landed.verdict.errors and claim is not None and not granted.is_claim:
            granted = self._with_way_out(granted)
        manner = Manner(self._through, self._args.dry_run, self._args.json, self._secret.split())
        return give(self._wiki, granted, manner)

    def _picked(self, name: FactName, amend: Amend) -> FactName:
        """The name, or where several facts bear it the one that whoever sits at the terminal picks.

        No lock is held meanwhile; so the fact is found again, and the same words must stand there.
        """
        if self._args.json or not can_ask():
            return name
        try:
            amend(scene_of(self._wiki, self.note, self._evidence, today()), name)
        except Ambiguous as error:
            line, said = pick(error.candidates, f"{visible(self.note)}:")
            twins = sum(other == said for _, other in error.candidates)
            self._is_picked = True
            return FactName(self.note, said, line if twins > 1 else 0)
        except CannotAmend:  # which is raised again when it is done
            pass
        return name

    def _with_way_out(self, granted: Granted) -> Granted:
        """A refusal to change a fact, with the command that does it right: a claim, or the old one kept."""
        args = self._args
        command = ["memwiki", self._through if granted.is_anothers else "supersede", args.note, *args.words]
        command += ["--line", f"{args.line.line}:{args.line.digest}".rstrip(":")] if args.line else []
        command += ["--who", args.who] if args.who else []
        command += ["--or-claim"] if granted.is_anothers else []
        hint = shlex.join(visible(word, LINE_LIMIT) for word in command)
        verdict = granted.landed.verdict
        findings = (f._replace(hint=hint) if f.rule in OF_AN_OWNER else f for f in verdict.findings)
        verdict = verdict._replace(findings=tuple(findings))
        return granted._replace(landed=granted.landed._replace(verdict=verdict))
