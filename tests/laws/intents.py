"""Who wants what of which wiki: random amendments by the book, and the same by people who may not."""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from typing import NamedTuple

from hypothesis import reject as reject_example
from hypothesis import strategies as st

from tests.laws import book
from tests.laws.book import Spot, Wiki
from tests.laws.pages import TODAY, Entry, family, subtree, titles
from tests.laws.strategies import ACTS_AS, STANDS_FOR, actors, is_admin, may_change, pages, safe_texts, texts
from wiki_schema.text import normal

SIGNS_AS = {
    **{actor: [actor] for actor in ACTS_AS},
    "bo": ["Bo Lind", "bo", "bo the elder"],
    "agent-7": ["agent-7", "Ana Ruiz", "Bo Lind"],
    "agent-9": ["agent-9", "Root Admin"],
}
"""In whose name an actor may write."""

PATHS = ["home.md", "sub/trips.md", "häuser und mehr.md", "日記.md"]


class Deed(NamedTuple):
    """A wiki, what somebody made of it, and who."""

    before: Wiki
    after: Wiki
    actor: str

    def __repr__(self) -> str:
        """Who did what, as a diff, for a law that fails."""
        before, after = self.before.files(), self.after.files()
        shown = [f"by {self.actor}"]
        for path in sorted({*before, *after}):
            old, new = before.get(path, "").split("\n"), after.get(path, "").split("\n")
            shown += unified_diff(old, new, path, path, lineterm="", n=99)
        return "\n".join(shown)


@st.composite
def wikis(draw: st.DrawFn, claims: int = 1) -> Wiki:
    """One to three notes, some facts of them disputed (so many in four), and a log that tells of them."""
    paths = draw(st.lists(st.sampled_from(PATHS), min_size=1, max_size=3, unique=True))
    notes = {
        path: draw(pages(max_facts=5, claims=claims, tag=f"n{number}")) for number, path in enumerate(paths)
    }
    wiki = Wiki(notes, (), draw(st.sampled_from(["\n", "\n", "\r\n"])), draw(st.booleans()))
    for path in paths:
        wiki = wiki._replace(log=(*wiki.log, f"2026-11-29 | ADD | ana | {path} | a note"))
    return wiki


Intent = Callable[["Teller"], Wiki]


class Nowhere(Exception):
    """The wiki has no place for what is wanted."""


Choice = Callable[[Spot, Entry], bool]


class Teller:
    """Draws what an intent needs."""

    def __init__(self, draw: st.DrawFn, wiki: Wiki, actor: str, lawful: bool = True) -> None:
        self.draw = draw
        self.wiki = wiki
        self.actor = actor
        self.lawful = lawful
        self.who: str = draw(st.sampled_from(SIGNS_AS[actor]))

    def spot(self, fits: Choice = lambda spot, entry: True) -> Spot:
        """The place of an entry."""
        found = [spot for spot, entry in book.spots(self.wiki) if fits(spot, entry)]
        if not found:
            raise Nowhere
        return self.draw(st.sampled_from(found))

    def own(self, fits: Choice = lambda spot, entry: True) -> Spot:
        """The place of a fact that stood before and that the actor may change (or, unlawfully, may not)."""
        return self.spot(
            lambda spot, entry: (
                entry.fact is not None
                and entry.fact.day != TODAY
                and not entry.disputed
                and may_change(self.actor, entry.fact) is self.lawful
                and fits(spot, entry)
            )
        )

    def path(self) -> str:
        """A note."""
        return self.draw(st.sampled_from(list(self.wiki.pages)))

    def goal(self, path: str) -> str:
        """Another note."""
        others = [other for other in self.wiki.pages if other != path]
        if not others:
            raise Nowhere
        return self.draw(st.sampled_from(others))

    def part(self) -> tuple[str, int]:
        """A heading."""
        found = [
            (path, number)
            for path, page in self.wiki.pages.items()
            for number, part in enumerate(page.parts)
            if part.level
        ]
        if not found:
            raise Nowhere
        return self.draw(st.sampled_from(found))

    def text(self) -> str:
        """New words, that no fact has said before."""
        return f"{self.draw(texts)} new{len(self.wiki.log)}"


def add(tell: Teller) -> Wiki:
    return book.add(tell.wiki, tell.spot(), tell.who, tell.text(), tell.draw(st.integers(0, 1)))


def add_note(tell: Teller) -> Wiki:
    path = f"new{len(tell.wiki.log)}.md"
    words = tell.draw(st.lists(texts, min_size=1, max_size=3))
    said = [f"{text} {number}" for number, text in enumerate(words)]
    return book.add_note(tell.wiki, path, tell.who, said)


def claim(tell: Teller) -> Wiki:
    spot = tell.spot(lambda spot, entry: entry.fact is not None and not entry.disputed)
    return book.claim(tell.wiki, spot, tell.who, tell.draw(texts))


def supersede(tell: Teller) -> Wiki:
    spot = tell.own()
    short = tell.lawful and tell.draw(st.booleans()) and is_named(tell, spot)
    return book.supersede(tell.wiki, spot, tell.who, tell.text(), short)


def merge(tell: Teller) -> Wiki:
    def has_neighbour(spot: Spot, entry: Entry) -> bool:
        entries = book.entries_at(tell.wiki, spot)
        after = entries[family(entries, spot.at) :][:1]
        return any(
            e.fact is not None
            and e.fact.day != TODAY
            and (e.depth, not e.marker) == (entry.depth, not entry.marker)
            and not e.disputed
            and may_change(tell.actor, e.fact) is tell.lawful
            for e in after
        )

    return book.merge(tell.wiki, tell.own(has_neighbour), tell.who, tell.text())


def is_named(tell: Teller, spot: Spot) -> bool:
    """Whether the one who signs is an originator himself: only then the short form is right."""
    return bool(STANDS_FOR[tell.who] & STANDS_FOR[book.fact_at(tell.wiki, spot).names])


def retire(tell: Teller) -> Wiki:
    return book.retire(tell.wiki, tell.own(), tell.who)


def point_elsewhere(tell: Teller) -> Wiki:
    spot = tell.own()
    goal = tell.goal(spot.path)
    if not any(entry.fact and place.path == goal for place, entry in book.spots(tell.wiki)):
        raise Nowhere
    return book.point_elsewhere(tell.wiki, spot, tell.who, goal)


def withdraw(tell: Teller) -> Wiki:
    return book.withdraw(tell.wiki, tell.own(), tell.who)


def redact(tell: Teller) -> Wiki:
    if not is_admin(tell.actor):
        raise Nowhere
    return book.redact(tell.wiki, tell.own(), tell.who, tell.draw(st.integers(0, 9)))


def disputed(tell: Teller) -> Spot:
    def is_open(spot: Spot, entry: Entry) -> bool:
        if not entry.disputed or entry.fact is None or entry.fact.day == TODAY:
            return False
        claim = book.entries_at(tell.wiki, spot)[spot.at + 1].said
        return TODAY not in claim and may_change(tell.actor, entry.fact) is tell.lawful

    return tell.spot(is_open)


def confirm(tell: Teller) -> Wiki:
    return book.confirm(tell.wiki, disputed(tell), tell.who, tell.text())


def reject(tell: Teller) -> Wiki:
    return book.reject(tell.wiki, disputed(tell), tell.who)


def move_fact(tell: Teller) -> Wiki:
    def is_whole(spot: Spot, entry: Entry) -> bool:
        entries = book.entries_at(tell.wiki, spot)
        nested = entries[spot.at + 1 : family(entries, spot.at)]
        return all(e.fact is not None and may_change(tell.actor, e.fact) for e in nested)

    spot = tell.own(is_whole)
    return book.move_fact(tell.wiki, spot, tell.who, tell.goal(spot.path))


def move_section(tell: Teller) -> Wiki:
    path, part = tell.part()
    goal = tell.goal(path)
    page = tell.wiki.pages[path]
    moved = page.parts[part : subtree(page, part)]
    # Under a heading without facts nothing tells a move from a loss.
    has_facts = all(any(entry.fact for entry in each.entries) for each in moved)
    taken = {normal(each.title) for each in moved} & titles(tell.wiki.pages[goal])
    if taken or not has_facts:
        raise Nowhere
    return book.move_section(tell.wiki, path, part, tell.who, goal)


def rename_heading(tell: Teller) -> Wiki:
    path, part = tell.part()
    return book.rename_heading(
        tell.wiki, path, part, tell.who, book.new_title(tell.wiki, tell.draw(safe_texts))
    )


def rename_note(tell: Teller) -> Wiki:
    name = f"moved/{len(tell.wiki.log)}.md"
    return book.rename_note(tell.wiki, tell.path(), tell.who, name, tell.draw(st.booleans()))


def reorder(tell: Teller) -> Wiki:
    spot = tell.spot()
    return book.reorder(tell.wiki, spot.path, spot.part, tell.who, tell.draw(st.permutations(range(5))))


def tick(tell: Teller) -> Wiki:
    spot = tell.spot(lambda spot, entry: bool(entry.box))
    return book.tick(tell.wiki, spot, tell.draw(st.sampled_from(" xX/-")))


def rewrap(tell: Teller) -> Wiki:
    widths, markers = st.sampled_from([0, 20, 60]), st.sampled_from("-*+")
    return book.rewrap(tell.wiki, tell.path(), tell.draw(widths), tell.draw(markers))


FREE = [add, add_note, claim, move_section, rename_heading, rename_note, reorder, tick, rewrap]
"""What everybody may do."""

MOVES = [move_fact, move_section, rename_note, rename_heading]
"""What gives facts another place."""

OWNED = {
    supersede: "supersede-unauthorised",
    retire: "supersede-unauthorised",
    merge: "supersede-unauthorised",
    point_elsewhere: "supersede-unauthorised",
    withdraw: "supersede-unauthorised",
    confirm: "claim-unauthorised",
    reject: "claim-unauthorised",
    move_fact: "fact-moved",
}
"""What only an originator or an admin may do, and the rule that refuses it to others."""


@st.composite
def _actors_for(draw: st.DrawFn, wiki: Wiki, intent: Intent, lawful: bool) -> str:
    """Somebody for whom there is something to do."""
    if intent is redact:
        return draw(st.sampled_from(list(filter(is_admin, ACTS_AS))))
    if intent not in OWNED:
        return draw(actors)
    facts = [entry.fact for _, entry in book.spots(wiki) if entry.fact is not None]
    able = [actor for actor in ACTS_AS if any(may_change(actor, fact) is lawful for fact in facts)]
    return draw(st.sampled_from(able or list(ACTS_AS)))


@st.composite
def deeds(draw: st.DrawFn, intent: Intent, lawful: bool = True) -> Deed:
    """One thing done by the book; unlawfully: by somebody who may not."""
    wiki = draw(wikis(3 if intent in (confirm, reject) else 1))
    actor = draw(_actors_for(wiki, intent, lawful))
    try:
        return Deed(wiki, intent(Teller(draw, wiki, actor, lawful)), actor)
    except Nowhere:
        reject_example()


@st.composite
def busy_deeds(draw: st.DrawFn) -> Deed:
    """Several things done in one change. What decides over places comes first, and one move is enough."""
    wiki, actor = draw(wikis()), draw(actors | st.just("Root Admin"))
    moves = draw(st.lists(st.sampled_from(MOVES), max_size=1))
    # Nobody can tell what was moved and withdrawn at once from what was erased; and of two facts that
    # point at each other none is left.
    apart = [*MOVES, point_elsewhere, *([withdraw] if moves else [])]
    still = [intent for intent in [*FREE, *OWNED] if intent not in apart]
    after = wiki
    wanted = draw(st.lists(st.sampled_from(still), min_size=1, max_size=3))
    for intent in [*moves, *sorted(wanted, key=lambda intent: intent is not reorder)]:
        try:
            after = intent(Teller(draw, after, actor))
        except Nowhere:
            continue
    return Deed(wiki, after, actor)
