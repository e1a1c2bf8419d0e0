"""No fact is lost, changed or hidden unnoticed, whoever tries; and its words are given back to the letter."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.laws import court
from tests.laws.book import Wiki, entries_at, put, spots
from tests.laws.intents import Deed, busy_deeds
from tests.laws.pages import TODAY, ZONES, Entry, Fact, Page, Part, family, text_of, with_entries
from tests.laws.strategies import actors, days, law, may_change, names, pages, safe_texts
from wiki_schema.finding import Finding
from wiki_schema.text import normal

INDEX = "# Index\n\n- [home](home.md)\n"
LOG = "# Log\n\n2026-11-28 | ADD | ana | home.md | it\n"


def change(before: str, after: str, actor: str, keys: str = "") -> list[Finding]:
    """What refuses a change of one note that the log tells of."""
    line = f"{TODAY} | UPDATE | {actor} | home.md | it\n"
    return court.errors(
        {"home.md": before, "index.md": INDEX, "log.md": LOG},
        {"home.md": after, "index.md": INDEX, "log.md": LOG + line},
        actor,
        keys,
    )


@st.composite
def chosen(draw: st.DrawFn) -> tuple[Page, int, int]:
    """A note and where in it a fact stands."""
    page = draw(pages())
    places = [
        (p, e) for p, part in enumerate(page.parts) for e, entry in enumerate(part.entries) if entry.is_fact
    ]
    assume(places)
    return page, *draw(st.sampled_from(places))


@given(chosen(), actors, st.booleans())
@law(100)
def test_a_fact_that_is_deleted_is_refused_and_given_back(
    where: tuple[Page, int, int], actor: str, with_children: bool
) -> None:
    page, part, at = where
    entries = page.parts[part].entries
    stop = family(entries, at) if with_children else at + 1
    after = with_entries(page, part, entries[:at] + entries[stop:])
    found = change(text_of(page), text_of(after), actor)
    gone = {normal(entry.said) for entry in entries[at:stop] if entry.is_fact}
    assert gone <= court.given_back(found)


@given(chosen(), actors, st.sampled_from([*ZONES, "heading", "front matter", "open fence", "open comment"]))
@law(100)
def test_a_fact_that_is_hidden_is_refused_and_given_back(
    where: tuple[Page, int, int], actor: str, kind: str
) -> None:
    page, part, at = where
    entry = page.parts[part].entries[at]
    found = change(text_of(page), hidden(page, part, at, kind), actor)
    assert normal(entry.said) in court.given_back(found)


def hidden(page: Page, part: int, at: int, kind: str) -> str:
    """A note with one fact, and nothing else of its part, out of sight."""
    entries = page.parts[part].entries
    line = f"- {entries[at].said}"
    left = entries[:at] + entries[at + 1 :]
    if kind == "front matter":
        return text_of(with_entries(page, part, left)._replace(front=line))
    parts = list(page.parts)
    if kind == "heading":
        parts[part : part + 1] = [parts[part]._replace(entries=left), Part(6, line)]
        return text_of(page._replace(parts=tuple(parts)))
    if kind.startswith("open "):
        opening = "```" if kind == "open fence" else "<!-- a note"
        stop = parts[part]._replace(entries=entries[:at], level=parts[part].level)
        rest = parts[part]._replace(level=0, prose=(opening,), zones=(), entries=entries[at:])
        parts[part : part + 1] = [stop, rest]
        return text_of(page._replace(parts=tuple(parts)))
    parts[part] = parts[part]._replace(entries=left, zones=(*parts[part].zones, (kind, line)))
    return text_of(page._replace(parts=tuple(parts)))


@st.composite
def edits(draw: st.DrawFn, fact: Fact) -> Fact:
    """The fact with one thing about it changed: its text, its names or its day."""
    kind = draw(st.sampled_from(["word", "more", "fewer", "case", "name", "day"]))
    words = fact.text.split(" ")
    at = draw(st.integers(0, len(words) - 1))
    if kind == "word":
        words[at] = draw(safe_texts)
    elif kind == "more":
        words.insert(at, draw(safe_texts))
    elif kind == "fewer":
        del words[at]
    elif kind == "case":
        words[at] = words[at].swapcase()
    elif kind == "name":
        return fact._replace(names=draw(names))
    else:
        return fact._replace(day=draw(days))
    return fact._replace(text=" ".join(words))


def says_the_same(one: Fact, other: Fact) -> bool:
    return normal(one.said) == normal(other.said)


@given(st.data(), chosen(), actors)
@law(100)
def test_a_fact_that_is_changed_in_place_is_refused_and_given_back(
    data: st.DataObject, where: tuple[Page, int, int], actor: str
) -> None:
    page, part, at = where
    entry = page.parts[part].entries[at]
    assume(entry.fact is not None)
    edited = data.draw(edits(entry.fact))
    assume(not says_the_same(entry.fact, edited) and edited.text.strip())
    found = change(text_of(page), text_of(replaced(page, part, at, edited)), actor)
    assert normal(entry.said) in court.given_back(found)


def replaced(page: Page, part: int, at: int, fact: Fact) -> Page:
    entries: list[Entry] = list(page.parts[part].entries)
    entries[at] = entries[at]._replace(said=fact.said, fact=fact)
    return with_entries(page, part, entries)


@given(st.data(), chosen(), actors)
@law(100)
def test_where_originators_may_update_all_others_still_may_not(
    data: st.DataObject, where: tuple[Page, int, int], actor: str
) -> None:
    page, part, at = where
    entry = page.parts[part].entries[at]
    assume(entry.fact is not None)
    edited = entry.fact._replace(day=TODAY) if data.draw(st.booleans()) else data.draw(edits(entry.fact))
    assume(not says_the_same(entry.fact, edited) and edited.text.strip())
    keys = "originator_may_update = true"
    found = change(text_of(page), text_of(replaced(page, part, at, edited)), actor, keys)
    if not may_change(actor, entry.fact):
        assert normal(entry.said) in court.given_back(found)
    elif edited.text == entry.fact.text:
        assert "fact-rewritten" not in court.refused_by(found)


def lose(draw: st.DrawFn, before: Wiki, after: Wiki) -> tuple[Wiki, str]:
    """One fact that stood before deleted, or changed in place."""
    stood = {entry.said for _, entry in spots(before)}
    old = [(spot, entry) for spot, entry in spots(after) if entry.fact and entry.said in stood]
    assume(old)
    spot, entry = draw(st.sampled_from(old))
    left = list(entries_at(after, spot))
    if draw(st.booleans()):
        del left[spot.at]
    else:
        edited = draw(edits(entry.fact))
        assume(not says_the_same(entry.fact, edited) and edited.text.strip())
        left[spot.at] = entry._replace(said=edited.said, fact=edited)
    return put(after, spot, left), normal(entry.said)


@given(busy_deeds(lose))
@law(80)
def test_a_loss_is_not_overlooked_among_lawful_changes(deed: Deed) -> None:
    found = court.errors(deed.before, deed.after, deed.actor, deed.keys)
    # One mark of a withdrawal stands for one fact, whichever of two in its place that was.
    assert deed.lost in court.given_back(found) or "~~withdrawn~~" in str(deed)
    assert found
