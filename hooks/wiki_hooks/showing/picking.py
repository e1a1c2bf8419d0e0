"""Picking a fact from a numbered list, where a person sits at a terminal and nothing else names one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from wiki_schema.amend.naming import Candidate
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible

Ask = Callable[[str], str]
"""Puts a question, and gives the answer without its line end; raises EOFError where none will come."""

_WIDTH = 100
_MOST_SHOWN = 200


def can_ask() -> bool:
    """Whether a person can be asked: they see what is written to standard error, and type the answer."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask_on_terminal(question: str) -> str:
    """An answer typed at the terminal. Standard output stays free for what the command itself says."""
    print(question, end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        print(file=sys.stderr)
        raise EOFError
    return line.rstrip("\r\n")


def pick(candidates: Sequence[Candidate], title: str, ask: Ask = ask_on_terminal) -> Candidate:
    """The candidate whose number is typed. Raises `CannotCheck` where nothing is."""
    print("\n".join(listed(candidates, title)), file=sys.stderr)
    question = f"Which one? (1-{len(candidates)}, or Enter for none) "
    while True:
        try:
            answer = ask(question).strip()
        except EOFError:
            answer = ""
        if not answer:
            raise CannotCheck("none was picked, so nothing was written")
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(candidates):
            return candidates[int(answer) - 1]
        question = f"{visible(answer, 40)} is no number of the list. Which one? "


def listed(candidates: Sequence[Candidate], title: str) -> list[str]:
    """The list as a person sees it: number, line of the note, words."""
    shown = candidates[:_MOST_SHOWN]
    width, place = len(str(len(shown))), len(str(max((line for line, _ in shown), default=0)))
    rows = [
        f"  {number:>{width}}  line {line:<{place}}  {visible(words, _WIDTH)}"
        for number, (line, words) in enumerate(shown, 1)
    ]
    more = len(candidates) - len(shown)
    return [title, *rows, *([f"  … and {more:,} more: name it with some of its words"] if more else [])]
