"""Bringing back: whatever a note lost stands again, nothing that is newer goes, and once is enough."""

from __future__ import annotations

from datetime import date

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.laws import court
from tests.laws.pages import TODAY, text_of
from tests.laws.strategies import actors, garbage, law, pages, versions
from wiki_schema.amend.bring_back import Back, Context, bring_back
from wiki_schema.amend.restoring import Version, restore
from wiki_schema.amend.righting import AS_IT_STOOD, STANDS
from wiki_schema.amend.scene import Scene
from wiki_schema.compare.redaction import is_redaction_of
from wiki_schema.log import MEMWIKI
from wiki_schema.members import Evidence
from wiki_schema.note import Item
from wiki_schema.text import normal
from wiki_schema.words import CURRENT, WITHDRAWN

PATH = "home.md"


def scene(actor: str, keys: str = "") -> Scene:
    """A store without a note, in which somebody acts today."""
    setting = court.setting(keys)
    acting = setting.roster.identify(Evidence(who=actor))
    store = setting.policy.stores[0]
    return Scene(
        store, court.Side({}), setting.roster, acting, date.fromisoformat(TODAY), MEMWIKI, setting.policy
    )


def facts(text: str) -> list[Item]:
    """The facts of a note as the rules read it, current and struck."""
    return scene("root").laid(text).note.facts()


def stands(item: Item, text: str) -> bool:
    """Whether a fact stands somewhere: as it stood, struck, or claimed."""
    words = item.words
    items = scene("root").laid(text).note.items
    if any(other.words.is_fact and other.words.key == words.key for other in items):
        return True
    held = [normal(other.words.said).replace("\\~", "~") for other in items]
    whole, claimed = (text.replace("\\~", "~") for text in (words.said, f": {words.text} —"))
    return any(whole in said or claimed in said for said in held)


def assert_whole(old: str, new: str, back: Back) -> None:
    """That every fact of both stands, but for those of the old one that stand in a newer, struck form."""
    left = {piece.words for piece in back.left} | {each.old for each in back.righted if each.how == STANDS}
    for item in facts(old):
        said = item.words.said
        is_redacted = any(is_redaction_of(said, other.words.said) for other in facts(new))
        if said not in left and not is_redacted and item.words.state != WITHDRAWN:
            assert stands(item, back.text), f"lost: {item.words.said}"
    mangled = {each.new for each in back.righted if each.how == AS_IT_STOOD}
    for item in facts(new):
        if item.words.state == CURRENT and item.words.said not in mangled:
            assert stands(item, back.text), f"erased: {item.words.said}"


FRESH = ["- new — ana, 2026-11-30", "new prose", "# New", "- plain"]


@st.composite
def edits(draw: st.DrawFn, most: int = 4) -> tuple[str, str]:
    """A note, and what is left of it after some of its lines were taken out or changed."""
    old = text_of(draw(pages(max_facts=6, claims=1)))
    rows = old.split("\n")
    for _ in range(draw(st.integers(1, most))):
        at = draw(st.integers(0, len(rows)))
        kind = draw(st.sampled_from(["cut", "cut", "word", "line", "fence"]))
        if kind == "cut":
            rows[at : at + draw(st.integers(1, 4))] = []
        elif kind == "word" and at < len(rows):
            rows[at] = rows[at].replace("the", "a", 1).replace("2026", "2025")
        elif kind == "line":
            rows.insert(
                at, draw(st.sampled_from(["- new — ana, 2026-11-30", "new prose", "# New", "- plain"]))
            )
        elif kind == "fence":
            rows.insert(at, draw(st.sampled_from(["```", "<!--", "<div>"])))
    return old, "\n".join(rows)


@given(edits(), actors)
@law(60)
def test_what_an_editor_broke_is_whole_again(pair: tuple[str, str], actor: str) -> None:
    old, new = pair
    back = bring_back(scene(actor), old, new, old, Context(PATH))
    assert_whole(old, new, back)
    assert not any(piece.is_fact for piece in back.left)
    again = bring_back(scene(actor), old, back.text, old, Context(PATH))
    assert again.text == back.text


@given(edits(), actors)
@law(60)
def test_so_is_what_an_old_commit_lost(pair: tuple[str, str], actor: str) -> None:
    old, new = pair
    back = bring_back(scene(actor), old, new, new, Context(PATH))
    assert_whole(old, new, back)
    assert not any(piece.is_fact for piece in back.left)
    again = bring_back(scene(actor), old, back.text, new, Context(PATH))
    assert again.text == back.text


LISTED = "# Index\n\n- [home](home.md)\n"
LOG = "# Log\n\n2026-11-28 | ADD | ana | home.md | it\n"


@given(edits(most=1), actors.filter(lambda actor: actor != "A Stranger"))
@law(60)
def test_what_it_writes_is_never_refused_where_the_last_commit_was_sound(
    pair: tuple[str, str], actor: str
) -> None:
    old, new = ({PATH: text, "index.md": LISTED, "log.md": LOG} for text in pair)
    assume(not court.errors({}, old, "root"))
    stage = scene(actor)._replace(tree=court.Side(new))
    version = Version("HEAD", old[PATH], old[PATH], LISTED)
    made = restore(stage, PATH, version, Context(PATH)).amendment
    after = {**new, **{path: text for path, text in made.files.items() if text is not None}}
    known = {(finding.rule, finding.lost or finding.message) for finding in court.errors(old, new, actor)}
    found = court.errors(old, after, actor) if made.files else []
    ours = [f for f in found if f.rule not in OF_FORM and not any(words in f.message for words in OF_WORDS)]
    worse = [finding for finding in ours if (finding.rule, finding.lost or finding.message) not in known]
    assert not [f for f in found if f.rule in LOSSES and not any(words in f.message for words in OF_WORDS)]
    assert not worse


OF_WORDS = ("below it from readers", "never stood here")
OF_FORM = ("provenance-malformed", "fact-unattributed", "impersonated", "encoding")
"""What is wrong with words that somebody wrote into the note besides: restoring leaves them as they are."""
LOSSES = (
    "fact-erased",
    "fact-rewritten",
    "claim-dropped",
    "note-emptied",
    "text-erased",
    "supersede-mismarked",
)


@given(versions() | st.tuples(garbage, garbage), actors, st.booleans())
@law(100)
def test_of_any_text(pair: tuple[str, str], actor: str, healing: bool) -> None:
    old, new = pair
    base = old if healing else new
    back = bring_back(scene(actor), old, new, base, Context(PATH))
    assert_whole(old, new, back)
    again = bring_back(scene(actor), old, back.text, base, Context(PATH))
    assert again.text == back.text
