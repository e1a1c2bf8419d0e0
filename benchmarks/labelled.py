"""How often the rules on what words say are right, by the labelled lines that ship with the tests.

    python benchmarks/labelled.py [--wrong] [FILE ...]

Each line of a file in `tests/wiki_lint/data` is a text with its label, empty where nothing is to be found. A
part is held out: the rules were not tuned on it. Of that a part was written after the rules
(`written_after`). All are made up. `--wrong` prints what was judged wrongly, but never of the held-out part.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from wiki_schema.change import EmptyTree
from wiki_schema.compare.overlay import Overlay
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import read_setting
from wiki_schema.standing.lint import view_stores
from wiki_schema.standing.view import StoreView

DATA = Path(__file__).parents[1] / "tests" / "wiki_lint" / "data"
RULES = {
    "dates": "date-passed",
    "private_matter": "private-matter",
    "instructions": "instruction-in-note",
    "contradictions": "fact-contradiction",
}
"""The rule that each file is about."""

TODAY = date(2026, 11, 30)
WRITTEN = "2026-11-02"
NOBODY = "Ana Ruiz"

Row = dict[str, Any]


class Score(NamedTuple):
    """How the lines of one part were judged."""

    found: int
    """What was to be found and was."""
    false: int
    missed: int
    quiet: int

    @property
    def precision(self) -> float:
        """How much of what is found is right."""
        return self.found / (self.found + self.false or 1)

    @property
    def recall(self) -> float:
        """How much of what is to be found is found."""
        return self.found / (self.found + self.missed or 1)


def rows(name: str) -> list[Row]:
    """The labelled lines of a file."""
    lines = (DATA / f"{name}.jsonl").read_text(encoding="utf-8").split("\n")
    return [json.loads(line) for line in lines if line]


def part_of(row: Row) -> str:
    """Which part a line belongs to."""
    if row.get("written_after"):
        return "held out, written after the rule"
    return {True: "held out", False: "tuned on", None: "all"}[row.get("held_out")]


def is_wanted(row: Row) -> bool:
    """Whether something is to be found in a line."""
    return row["label"] not in ("", "none")


def store_of(row: Row) -> StoreView:
    """A store that holds the text of a line in its only note."""
    texts = row["text"] if isinstance(row["text"], list) else [row["text"]]
    names = [name.partition("=") for name in row.get("roster", [NOBODY])]
    members = "".join(
        f'[[member]]\nid = "m{number}"\nname = "{name}"\naliases = {[alias] if alias else []}\n'
        for number, (name, _, alias) in enumerate(names)
    )
    if "written" in row or len(texts) > 1:
        day = row.get("written", WRITTEN)
        texts = [f"- {text} — {names[0][0]}, {day}" for text in texts]
    files = {
        "memwiki.toml": '[[store]]\npath = "."\n',
        "members.toml": members,
        "note.md": "# Note\n\n" + "\n".join(texts) + "\n",
    }
    manager = get_plugin_manager()
    setting = read_setting(files.get, manager)
    assert setting is not None
    return view_stores(Overlay(EmptyTree(), files), setting, TODAY, manager)[0]


def findings(name: str, row: Row) -> list[Any]:
    """What the rule of a file finds in a line of it."""
    rule = import_module(f"wiki_lint.rules.{RULES[name].replace('-', '_')}")
    return list(rule.check(store_of(row)))


def scores(name: str) -> dict[str, Score]:
    """How each part of a file is judged."""
    counts: dict[str, list[int]] = {}
    for row in rows(name):
        wanted, is_found = is_wanted(row), bool(findings(name, row))
        part = counts.setdefault(part_of(row), [0, 0, 0, 0])
        part[(0 if is_found else 2) if wanted else (1 if is_found else 3)] += 1
    return {part: Score(*counts[part]) for part in sorted(counts, reverse=True)}


def table(names: Sequence[str]) -> Iterator[str]:
    """The scores as a table of Markdown."""
    yield "| rule | lines | of them to be found | precision | recall |"
    yield "|---|---|---|---|---|"
    for name in names:
        for part, score in scores(name).items():
            count = f"{sum(score)} | {score.found + score.missed}"
            yield f"| `{RULES[name]}`, {part} | {count} | {score.precision:.2f} | {score.recall:.2f} |"


def wrong(names: Sequence[str]) -> Iterator[str]:
    """What is judged wrongly of the part that the rules may be tuned on."""
    for name in names:
        for row in rows(name):
            if not row.get("held_out") and bool(findings(name, row)) != is_wanted(row):
                yield f"{RULES[name]}: {row['label'] or 'nothing'}: {row['text']}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="FILE", help=f"of {', '.join(RULES)}; default: all")
    parser.add_argument("--wrong", action="store_true", help="print what is judged wrongly")
    options = parser.parse_args()
    for line in (wrong if options.wrong else table)(options.names or list(RULES)):
        print(line)


if __name__ == "__main__":
    main()
