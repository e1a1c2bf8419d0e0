"""Whatever two histories wrote into logs and indexes, a merge holds it all, once, and the judge agrees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.laws import court
from tests.laws.book import Wiki, add_note
from tests.laws.pages import TODAY
from tests.laws.strategies import garbage, law, safe_texts
from wiki_log_formats import bullets, headings, okf
from wiki_schema.compare.growth import grow, weave
from wiki_schema.compare.redaction import is_redaction_of
from wiki_schema.finding import ERROR
from wiki_schema.index import listings
from wiki_schema.log import MEMWIKI
from wiki_schema.merge.entries import Reading
from wiki_schema.merge.index import merge_index
from wiki_schema.merge.log import merge_log
from wiki_schema.text import encode

DAY = date.fromisoformat(TODAY)
ORDERS = {False: "oldest-first", True: "newest-first"}


def solid(text: str) -> Counter[str]:
    return Counter(line for line in text.split("\n") if line.strip())


# Two histories of appends, in every format


days = st.integers(20, 30).map(lambda day: f"2026-11-{day}")
names = st.sampled_from(["ants", "bees", "cats"])
Entry = tuple[str, ...]

ENTRIES: Mapping[str, st.SearchStrategy[Entry]] = {
    "memwiki": st.builds(lambda day, name: (f"{day} | ADD | ana | {name}.md | {name}",), days, names),
    "bullets": st.builds(
        lambda day, name, more: (f"- {day} — {name}", *more),
        days,
        names,
        st.lists(st.sampled_from(["  more", "  and more"]), max_size=2),
    ),
    "headings": st.builds(
        lambda day, name, body: ("", f"## [{day}] {name}", *body),
        days,
        names,
        st.lists(st.sampled_from(["Words.", "", "- an item", "### Below"]), max_size=3),
    ),
    "okf": st.builds(
        lambda day, said: (f"## {day}", "", *(f"- {name}" for name in said)),
        days,
        st.lists(names, min_size=1, max_size=2),
    ),
}
FORMATS = {style.name: style for style in (MEMWIKI, bullets.FORMAT, headings.FORMAT, okf.FORMAT)}


class Histories(NamedTuple):
    """A log, and what two sides made of it by adding to it."""

    reading: Reading
    base: str
    one: str
    other: str


def by_day(entries: Sequence[Entry], after: str) -> list[Entry]:
    """Day headings as they come in a log: each day once, later ones later."""
    found: dict[str, list[str]] = {}
    for heading, blank, *items in sorted(entries):
        if heading > after:
            found.setdefault(heading, [blank]).extend(items)
    return [(heading, *items) for heading, items in found.items()]


@st.composite
def histories(draw: st.DrawFn) -> Histories:
    name, newest_first = draw(st.sampled_from(sorted(ENTRIES))), draw(st.booleans())
    # Who writes bodies does not write two of them under one heading.
    head = None if name == "memwiki" else lambda entry: next(line for line in entry if line)
    base, one, other = (draw(st.lists(ENTRIES[name], max_size=4, unique_by=head)) for _ in range(3))
    if name == "okf":
        base = by_day(base, "")
        one, other = (by_day(side, base[-1][0] if base else "") for side in (one, other))

    def log(new: list[Entry]) -> str:
        entries = [*base, *new][:: -1 if newest_first else 1]
        return "".join(f"{line}\n" for line in ("# Log", "", *(line for entry in entries for line in entry)))

    return Histories(Reading(FORMATS[name], newest_first, DAY), log([]), log(one), log(other))


@given(histories())
@law(150)
def test_a_merge_holds_both_whichever_side_merges_and_merged_again_is_unchanged(given: Histories) -> None:
    reading, base, one, other = given
    made = merge_log(base, one, other, reading)
    assert made == merge_log(base, other, one, reading)
    assert made.clashes == 0
    order = ORDERS[reading.newest_first]
    for side, rest in ((one, other), (other, one)):
        growth = weave(side, made.text, [rest], base, reading.format, order, DAY)
        assert (growth.losses, growth.new) == ((), ())
        assert not solid(side) - solid(made.text)
        for again in (merge_log(base, made.text, side, reading), merge_log(base, side, made.text, reading)):
            assert again == made
    if reading.format is MEMWIKI:
        assert solid(made.text) == solid(one) | solid(other)


@given(histories())
@law(100)
def test_a_commit_put_on_top_only_adds(given: Histories) -> None:
    reading, base, ours, theirs = given
    made = merge_log(base, ours, theirs, reading, keeps_ours=True)
    assert made.clashes == 0
    growth = grow(ours, made.text, reading.format, ORDERS[reading.newest_first], DAY)
    assert growth.losses == ()
    assert not {line for line in solid(theirs) - solid(made.text) if not line.startswith("## 2026")}
    assert merge_log(base, made.text, theirs, reading, keeps_ours=True) == made


# Any three texts


SECRET, HIDDEN = "2026-11-23 | ADD | ana | c.md | sk-4711", "2026-11-23 | ADD | ana | c.md | [redacted: key]"
LINES = st.lists(
    st.sampled_from([
        "# Log", "", "2026-11-21 | ADD | ana | a.md | a", "2026-11-22 | ADD | ana | b.md | b", SECRET, HIDDEN,
        "words", "- x", "## 2026-11-22", "## [2026-11-22] a", "- 2026-11-22 — q",
    ]),
    max_size=7,
)  # fmt: skip
ENDS = st.sampled_from(["\n", "\r\n"])


def written(lines: Sequence[str], end: str, is_ended: bool) -> str:
    return end.join([*lines, ""] if is_ended else lines)


texts = st.builds(written, LINES, ENDS, st.booleans()) | garbage


@given(texts, texts, texts, st.sampled_from(sorted(FORMATS)), st.booleans())
@law(300)
def test_no_line_is_lost_whatever_the_three_are(
    base: str, one: str, other: str, name: str, newest_first: bool
) -> None:
    assume(base not in (one, other))
    made = merge_log(base, one, other, Reading(FORMATS[name], newest_first, DAY))
    lines = {line.rstrip("\r") for line in made.text.removeprefix("\ufeff").split("\n")}
    for side in (one, other):
        for line in side.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"):
            assert not line.strip() or line.rstrip("\r") in lines or is_redacted(line, lines)
    encode(made.text)


def is_redacted(line: str, lines: set[str]) -> bool:
    return any(is_redaction_of(line.rstrip("\r"), other) for other in lines)


# Indexes


ROWS = [
    "# Index", "", "- [A](a.md)", "- [Also A](a.md)", "- [B](b.md)", "  - [C](c.md)", "## More", "## Less",
    "words", "more words", "| [D](d.md) | x |", "| --- | --- |", "[[e]]",
]  # fmt: skip
NEW = ["- [N](n.md)", "- [O](o.md)", "  - [P](p.md)", "- [Q](q.md)", "## Section\n\n- [R](r.md)"]
indexes = st.builds(written, st.lists(st.sampled_from(ROWS), max_size=7), ENDS, st.booleans())


def listed(index: str) -> Counter[str]:
    return Counter(found.target.removesuffix(".md") for found in listings(index))


@given(st.lists(st.sampled_from(ROWS), max_size=7, unique=True), st.permutations(NEW), st.data())
@law(150)
def test_an_index_to_which_both_add_lists_it_all_once(
    old: list[str], new: list[str], data: st.DataObject
) -> None:
    def grown_by(lines: Sequence[str]) -> str:
        rows = list(old)
        for line in lines:
            rows.insert(data.draw(st.integers(0, len(rows))), line)
        return written(rows, "\n", True)

    cut = data.draw(st.integers(0, len(new)))
    base, one, other = written(old, "\n", True), grown_by(new[:cut]), grown_by(new[cut:])
    made = merge_index(base, one, other)
    assert made == merge_index(base, other, one)
    assert made.clashes == 0
    assert solid(made.text) == solid(one) | solid(other)
    assert made == merge_index(base, made.text, one) == merge_index(base, other, made.text)


TOLD = ["- [A](a.md): words", "- [A](a.md): others", "See [A](a.md).", "* [A](a.md): words", "  - [A](a.md)"]
told = st.builds(written, st.lists(st.sampled_from(ROWS + TOLD), max_size=7), ENDS, st.booleans()) | garbage


def words_of(line: str) -> list[str]:
    """What a line says, without its bullet: a colon behind a link is none of its words."""
    return re.split(r"[\s:]+", line.lstrip(" -*").rstrip(" :"))


@example("", "- [A](a.md): words", "# Index\n  - [A](a.md)")
@given(told, told, told)
@law(300)
def test_no_new_word_of_an_index_is_lost(base: str, one: str, other: str) -> None:
    assume(base not in (one, other))
    made = merge_index(base, one, other)
    lines, old = ({*line_texts(text)} for text in (made.text, base))
    words = {word for line in lines for word in words_of(line)}
    for side in (one, other):
        for line in line_texts(side):
            assert line in lines | old or (listings(line) and words.issuperset(words_of(line)))


def line_texts(text: str) -> list[str]:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    return [line.rstrip("\r") for line in lines if line.strip()]


@given(indexes, indexes, indexes)
@law(150)
def test_no_note_is_listed_oftener_than_on_either_side(base: str, one: str, other: str) -> None:
    made = merge_index(base, one, other)
    if not made.clashes:
        assert not listed(made.text) - (listed(one) | listed(other))


# The judge


class Sides(NamedTuple):
    base: Wiki
    one: Wiki
    other: Wiki


facts = st.tuples(st.sampled_from(["ana", "bo", "hanako"]), safe_texts)
notes = st.lists(facts, max_size=3)


@st.composite
def grown(draw: st.DrawFn) -> Sides:
    """A wiki to which two people add notes of their own, with their listings and log lines."""
    base = Wiki({}, (), newest_first=draw(st.booleans()))
    wikis = {"": base, "left": base, "right": base}
    for side in wikis:
        wiki = wikis[""] if side else base
        for number, (who, text) in enumerate(draw(notes)):
            wiki = add_note(wiki, f"{side or 'old'}/{number}.md", who, [text])
        wikis[side] = wiki
    return Sides(*wikis.values())


@given(grown())
@law(40)
def test_the_judge_accepts_what_honest_sides_merge_to(sides: Sides) -> None:
    base, one, other = (side.files() for side in sides)
    reading = Reading(MEMWIKI, sides.base.newest_first, DAY)
    merged = {
        **one,
        **other,
        "log.md": merge_log(base["log.md"], one["log.md"], other["log.md"], reading).text,
        "index.md": merge_index(base["index.md"], one["index.md"], other["index.md"]).text,
    }
    for parent, rest in ((one, other), (other, one)):
        change = court.change_of(parent, merged, "bo")._replace(
            others=(court.Side(rest),), base=court.Side(base)
        )
        assert [found for found in court.findings(change, sides.base.keys) if found.level == ERROR] == []


# Histories of many branches


class Commit(NamedTuple):
    """A log, and where it came from."""

    log: str
    parents: tuple[int, ...]


class Branches(RuleBasedStateMachine):
    """Branches that append, merge each other in both directions, and pick commits from each other.

    Every line is written once, so that it must stand once wherever it came to.
    """

    def __init__(self) -> None:
        super().__init__()
        self.reading = Reading(MEMWIKI)
        self.commits = [Commit("# Log\n\n", ())]
        self.heads = [0, 0, 0]
        self.holds = [set[str]() for _ in self.heads]
        self.number = 0

    @initialize(newest_first=st.booleans())
    def choose_order(self, newest_first: bool) -> None:
        self.reading = Reading(MEMWIKI, newest_first, DAY)

    def advance(self, branch: int, log: str, *parents: int) -> None:
        self.commits.append(Commit(log, parents))
        self.heads[branch] = len(self.commits) - 1
        lines = solid(log) - solid("# Log")
        assert set(lines) == self.holds[branch], "nothing is lost, and nothing comes along unasked"
        assert lines.total() == len(lines), "nothing stands twice"

    @rule(branch=st.integers(0, 2), day=days)
    def append(self, branch: int, day: str) -> None:
        self.number += 1
        line = f"{day} | ADD | ana | home.md | fact {self.number}"
        self.holds[branch].add(line)
        log = self.commits[self.heads[branch]].log
        head, rest = (log[:7], log[7:]) if self.reading.newest_first else (log, "")
        self.advance(branch, f"{head}{line}\n{rest}", self.heads[branch])

    @rule(into=st.integers(0, 2), other=st.integers(0, 2))
    def merge(self, into: int, other: int) -> None:
        ours, theirs = self.heads[into], self.heads[other]
        bases = self.merge_bases(ours, theirs)
        if ours in bases or theirs in bases:
            return
        base = self.virtual(bases)
        sides = self.commits[ours].log, self.commits[theirs].log
        made = merge_log(base, *sides, self.reading)
        assert made == merge_log(base, *sides[::-1], self.reading)
        assert made.clashes == 0
        for side in sides:
            assert merge_log(base, made.text, side, self.reading) == made
        self.holds[into] |= self.holds[other]
        self.advance(into, made.text, ours, theirs)

    @rule(onto=st.integers(0, 2), other=st.integers(0, 2))
    def pick(self, onto: int, other: int) -> None:
        """The newest commit of another branch, and none before it."""
        picked = self.commits[self.heads[other]]
        if len(picked.parents) != 1:
            return
        before = self.commits[picked.parents[0]].log
        made = merge_log(
            before, self.commits[self.heads[onto]].log, picked.log, self.reading, keeps_ours=True
        )
        self.holds[onto] |= set(solid(picked.log) - solid(before))
        self.advance(onto, made.text, self.heads[onto])

    def ancestors(self, commit: int) -> set[int]:
        found, queue = {commit}, [commit]
        for number in queue:
            queue += set(self.commits[number].parents) - found
            found.update(self.commits[number].parents)
        return found

    def merge_bases(self, one: int, other: int) -> list[int]:
        """The last commits that both have in common: several after a criss-cross."""
        common = self.ancestors(one) & self.ancestors(other)
        return [base for base in sorted(common) if not any(base in self.ancestors(b) - {b} for b in common)]

    def virtual(self, bases: Sequence[int]) -> str:
        """What git takes as the base where there are several: their own merge."""
        log, first = self.commits[bases[0]].log, bases[0]
        for base in bases[1:]:
            below = self.virtual(self.merge_bases(first, base))
            log = merge_log(below, log, self.commits[base].log, self.reading).text
        return log


Branches.TestCase.settings = settings(law(40), stateful_step_count=25)
TestBranches = Branches.TestCase
