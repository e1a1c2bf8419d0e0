"""Who wants what of which wiki: random changes by hand, and the same by people who may not."""

from __future__ import annotations

from collections.abc import Callable
from difflib import unified_diff
from typing import NamedTuple

from hypothesis import reject as reject_example
from hypothesis import strategies as st

from tests.amending import Stage
from tests.laws import book, wishes
from tests.laws.book import Spot, Wiki
from tests.laws.pages import TODAY, Entry, family, subtree, titles
from tests.laws.strategies import ACTS_AS, actors, may_change, pages, safe_texts, texts
from tests.laws.wishes import Nowhere
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
    """A store, what somebody made of it, and who."""

    before: dict[str, str]
    after: dict[str, str]
    actor: str
    keys: str
    """What the store's table in the policy says besides its path."""
    lost: str = ""
    """The words of the one fact that was lost or changed among all else."""

    def __repr__(self) -> str:
        """Who did what, as a diff, for a law that fails."""
        return f"by {self.actor}, {self.keys}\n{shown(self.before, self.after)}"


def shown(before: dict[str, str], after: dict[str, str]) -> str:
    """A change as a diff."""
    rows: list[str] = []
    for path in sorted({*before, *after}):
        old, new = before.get(path, "").split("\n"), after.get(path, "").split("\n")
        rows += unified_diff(old, new, path, path, lineterm="", n=99)
    return "\n".join(rows)


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


def point_elsewhere(tell: Teller) -> Wiki:
    spot = tell.own()
    goal = tell.goal(spot.path)
    if not any(entry.fact and place.path == goal for place, entry in book.spots(tell.wiki)):
        raise Nowhere
    return book.point_elsewhere(tell.wiki, spot, tell.who, goal)


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


FREE = [move_section, rename_heading, rename_note, reorder, tick, rewrap]
"""What everybody may do."""

MOVES = [move_fact, move_section, rename_note, rename_heading]
"""What gives facts another place."""

OWNED = {
    merge: "supersede-unauthorised",
    point_elsewhere: "supersede-unauthorised",
    move_fact: "fact-moved",
}
"""What only an originator or an admin may do, and the rule that refuses it to others."""


@st.composite
def _actors_for(draw: st.DrawFn, wiki: Wiki, intent: Intent, lawful: bool) -> str:
    """Somebody for whom there is something to do."""
    if intent not in OWNED:
        return draw(actors)
    facts = [entry.fact for _, entry in book.spots(wiki) if entry.fact is not None]
    able = [actor for actor in ACTS_AS if any(may_change(actor, fact) is lawful for fact in facts)]
    return draw(st.sampled_from(able or list(ACTS_AS)))


@st.composite
def deeds(draw: st.DrawFn, intent: Intent, lawful: bool = True) -> Deed:
    """One thing done by hand; unlawfully: by somebody who may not."""
    wiki = draw(wikis())
    actor = draw(_actors_for(wiki, intent, lawful))
    try:
        after = intent(Teller(draw, wiki, actor, lawful))
    except Nowhere:
        reject_example()
    return Deed(wiki.files(), after.files(), actor, wiki.keys)


Loss = Callable[[st.DrawFn, Wiki, Wiki], tuple[Wiki, str]]
"""From a wiki before and after lawful changes: the latter with one fact lost or changed, and its words."""


@st.composite
def busy_deeds(draw: st.DrawFn, lose: Loss | None = None) -> Deed:
    """Several things done in one change, by hand and by functions. One move is enough.

    What is done by hand comes first, then what is lost (if anything is), then what functions amend.
    """
    before, actor = draw(wikis()), draw(actors | st.just("Root Admin"))
    moves = draw(st.lists(st.sampled_from(MOVES), max_size=1))
    wanted = draw(st.lists(st.sampled_from([reorder, tick, rewrap, merge]), max_size=2))
    after = before
    for intent in [*moves, *sorted(wanted, key=lambda intent: intent is not reorder)]:
        try:
            after = intent(Teller(draw, after, actor))
        except Nowhere:
            continue
    after, lost = lose(draw, before, after) if lose is not None else (after, "")
    stage = Stage(after.files(), actor, before.keys)
    # Nobody can tell what was moved and withdrawn, or moved and redacted, at once from what was erased; and
    # a withdrawal may cover, rightly, what was lost just before.
    away = [wishes.withdraw, wishes.redact] if moves or lose is not None else []
    apart = [wishes.rotate_log, wishes.update, *away]
    able = [wish for wish in [*wishes.FREE, *wishes.OWNED] if wish not in apart]
    for wish in draw(st.lists(st.sampled_from(able), min_size=1, max_size=3)):
        amendment = wishes.made(wish, draw, stage)
        stage = stage.after(amendment) if amendment is not None else stage
    return Deed(before.files(), stage.files, actor, before.keys, lost)
