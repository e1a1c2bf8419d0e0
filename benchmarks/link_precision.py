"""How often the rules on links are right, on a wiki written for its own sake, by labels of its places.

    python benchmarks/link_precision.py benchmarks/labels/german-wiki.tsv CLONE

A label file names the commit it is about and the stores, and says of places whether something is wrong
there. It holds no word of the wiki: hashes of paths, lines and columns. A finding about several lines covers
the places in all of them. Each place was read, and its target
looked for on disk and in the headings by other means than these rules, before it was labelled. Every finding
has a label, and so have 100 links without one. Where there are fewer than 100 findings the rest is planted:
good links are broken in memory, in one of three ways. What a rule misses is measured by those alone.

`--places` prints, for whoever labels, what is found and a sample of what is not, with its words.
"""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from wiki_lint.targets import Targets
from wiki_schema.change import Tree
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.tree import WorkTree, walk
from wiki_schema.index import URL, Listing, references
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import read_setting
from wiki_schema.standing.lint import view_stores
from wiki_schema.standing.view import StoreView
from wiki_schema.text import BOM, split_lines

RULES = ("link-dead", "index-dead", "note-orphan")
WANTED = 100


class Place(NamedTuple):
    """A place that a label is about."""

    rule: str
    path: str
    """Hashed."""
    line: int
    column: int


class Told(NamedTuple):
    """A finding."""

    place: Place
    path: str
    """In the clear."""
    message: str
    lines: frozenset[int]
    """Every line that it is about."""

    def covers(self, place: Place) -> bool:
        """Whether it tells of a place."""
        is_there = place.line in self.lines and place[:2] == self.place[:2]
        return is_there and (len(self.lines) > 1 or place == self.place)


class Labels(NamedTuple):
    """A label file."""

    commit: str
    policy: str
    verdicts: dict[Place, str]
    """`wrong` or `right`: whether something is wrong there."""


def hashed(path: str) -> str:
    """A path that says nothing about itself."""
    return sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:16]


def read_labels(file: Path) -> Labels:
    """Comments begin with `#`; `commit`, `store PATH [BASE]`; else verdict, rule, path, line, column."""
    commit, stores, verdicts = "", [], {}
    for row in file.read_text(encoding="utf-8").splitlines():
        match row.split("\t"):
            case ["commit", value]:
                commit = value
            case ["store", path, *base]:
                key = f'link_base = "{base[0]}"\n' if base else ""
                stores.append(f'[[store]]\npath = "{path}"\nkind = "open"\n{key}')
            case [verdict, rule, path, line, column] if not row.startswith("#"):
                verdicts[Place(rule, path, int(line), int(column))] = verdict
    return Labels(commit, "".join(stores), verdicts)


def views(tree: Tree, policy: str) -> tuple[StoreView, ...]:
    """The stores of a wiki that holds no policy of its own."""
    manager = get_plugin_manager()
    setting = read_setting({"memwiki.toml": policy}.get, manager)
    assert setting is not None
    return view_stores(tree, setting, date(2026, 11, 30), manager)


def findings(stores: tuple[StoreView, ...]) -> Iterator[Told]:
    """What the rules find."""
    for view in stores:
        for rule in RULES:
            module = import_module(f"wiki_lint.rules.{rule.replace('-', '_')}")
            for found in module.check(view):
                place = Place(rule, hashed(found.path), found.line, found.column)
                lines = frozenset((found.line, *(line for path, line in found.also if path == found.path)))
                yield Told(place, found.path, found.message, lines)


def links(stores: tuple[StoreView, ...]) -> Iterator[tuple[Place, str, Listing]]:
    """Every link inside a wiki, wherever it leads."""
    for view in stores:
        for note in view.notes:
            for link in note.references:
                if link.kind != URL:
                    yield Place("link-dead", hashed(note.path), link.line, link.column), note.path, link
        for index in view.listed.indexes:
            for link in references(view.read(index) or "", with_paths=True):
                if link.kind != URL:
                    yield Place("index-dead", hashed(index), link.line, link.column), index, link


def sample(stores: tuple[StoreView, ...], found: set[Place]) -> list[tuple[Place, str, Listing]]:
    """Links without a finding: every sort of them, by chance that is the same each time."""
    faulty = set()
    for view in stores:
        targets = Targets.of(view)
        faulty |= {
            (hashed(n.path), link.line, link.column) for n in view.notes for link, _ in targets.of_note(n)
        }
    quiet = [each for each in links(stores) if each[0] not in found and each[0][1:] not in faulty]
    quiet.sort(key=lambda each: sha256(repr(each[0]).encode()).digest())
    with_place = [each for each in quiet if each[2].anchor][: WANTED // 3]
    others = [each for each in quiet if each not in with_place]
    return [*with_place, *others][:WANTED]


def broken(link: Listing, nth: int) -> tuple[str, str]:
    """A target as it stands in its line, and what it becomes: another case, another name, no such heading."""
    shown = link.target.rpartition("/")[2]
    letter = next((char for char in shown if char.swapcase() != char), "")
    if nth % 3 == 0 and letter:
        return shown, shown.replace(letter, letter.swapcase(), 1)
    if nth % 3 == 1 and link.target.count(".") == 0:
        return shown, f"{shown}#no such heading"
    return shown, f"{shown}-gone"


def plant(stores: tuple[StoreView, ...], tree: Tree, labels: Labels, number: int) -> tuple[int, int]:
    """How many of the links that were broken were found, and how many were broken."""
    right = {place for place, verdict in labels.verdicts.items() if verdict == "right"}
    texts: dict[str, str] = {}
    planted: list[Place] = []
    taken: set[tuple[str, int]] = set()
    for place, path, link in links(stores):
        if len(planted) == number:
            break
        if place not in right or (path, link.line) in taken or link.anchor or link.is_cut:
            continue
        old, new = broken(link, len(planted))
        text = texts.get(path) or next(text for view in stores if (text := view.read(path)) is not None)
        rows = text.split("\n")
        row, at = rows[link.line - 1], link.column - 1 + (link.line == 1 and text.startswith(BOM))
        if old not in row[at:]:
            continue
        rows[link.line - 1] = row[:at] + row[at:].replace(old, new, 1)
        texts[path] = "\n".join(rows)
        taken.add((path, link.line))
        planted.append(place)
    found = {each.place[1:] for each in findings(views(Overlay(tree, texts), labels.policy))}
    return sum(place[1:] in found for place in planted), len(planted)


def show_places(stores: tuple[StoreView, ...]) -> None:
    """What is to be labelled, with its words."""
    found = {each.place: each for each in findings(stores)}
    for place, each in found.items():
        print(*place, each.path, each.message, sep="\t")
    for place, path, link in sample(stores, set(found)):
        shown = split_lines(link.text)[0][max(0, link.column - 20) :][:90]
        print("quiet", *place, path, link.target, link.anchor, shown, sep="\t")


def report(stores: tuple[StoreView, ...], tree: Tree, labels: Labels) -> int:
    """Prints the figures. One where a finding has no label or a wrong one is missed."""
    told = list(findings(stores))
    found = {each.place for each in told}
    verdicts = labels.verdicts
    wrong = [place for place, verdict in verdicts.items() if verdict == "wrong"]
    right = [place for place, verdict in verdicts.items() if verdict == "right"]
    true = sum(verdicts.get(place) == "wrong" for place in found)
    false = sum(verdicts.get(place) == "right" for place in found)
    unknown = [place for place in found if place not in verdicts]
    covered = {place for place in verdicts for each in told if each.covers(place)}
    missed = [place for place in wrong if place not in covered]
    print(f"findings: {len(found)}, right {true}, false alarms {false}, without a label {len(unknown)}")
    print(f"precision: {true / max(1, true + false):.3f}")
    print(f"labelled as wrong: {len(wrong)}, missed {len(missed)}")
    print(f"labelled as right: {len(right)}, found all the same {len(covered & set(right))}")
    hit, planted = plant(stores, tree, labels, max(0, WANTED - len(wrong)))
    if planted:
        print(f"planted: {planted}, found {hit}")
    return int(bool(unknown or missed or false or hit < planted))


def main() -> int:
    """Looks through one clone."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("clone", type=Path)
    parser.add_argument("--places", action="store_true")
    args = parser.parse_args()
    labels = read_labels(args.labels)
    commit = subprocess.run(
        ["git", "-C", args.clone, "rev-parse", "HEAD"], capture_output=True, text=True, check=True
    ).stdout.strip()
    if commit != labels.commit:
        print(f"The labels are about commit {labels.commit}; check that one out, not {commit}.")
        return 2
    tree = WorkTree(str(args.clone), lambda: list(walk(str(args.clone))))
    stores = views(tree, labels.policy)
    if args.places:
        show_places(stores)
        return 0
    return report(stores, tree, labels)


if __name__ == "__main__":
    raise SystemExit(main())
