"""What the amendments write is never refused to whom it is allowed, always to others, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import assume, event, given
from hypothesis import strategies as st

from tests.amending import Stage
from tests.laws import court, intents, wishes
from tests.laws.intents import Deed, Intent, busy_deeds, deeds, shown
from tests.laws.stages import stages
from tests.laws.strategies import garbage, hostile, law, lines
from tests.laws.wishes import FREE, OWNED, Wish, Wisher
from wiki_schema import amend
from wiki_schema.amend import CannotAmend, FactName
from wiki_schema.finding import ERROR
from wiki_schema.note import parse_note
from wiki_schema.text import normal, split_lines
from wiki_schema.words import WITHDRAWN

ABOUT_THE_ACTOR = {"impersonated", "member-unknown"}
"""What is shown of everything that somebody unknown writes."""


def judged(before: Stage, after: Stage) -> list[tuple[str, str, str]]:
    """All that the rules have to say, but that somebody unknown is unknown."""
    change = court.change_of(before.files, after.files, before.actor)
    return [
        (found.rule, found.level, found.message)
        for found in court.findings(change, before.keys)
        if found.level == ERROR or before.scene.actor.known or found.rule not in ABOUT_THE_ACTOR
    ]


def diff(before: Stage, after: Stage) -> str:
    """Who did what, for a law that fails."""
    return f"by {before.actor}\n{before.keys}\n{shown(before.files, after.files)}"


# Done right


MAY_BE_SAID = (
    "look struck", "look answered", "hide what", "says that already", "claims that already", "fewer words",
    "ends in a provenance",
)  # fmt: skip
"""Why words of these laws may be refused: none of them says that a place was unfit for any words."""


def draw_stage(data: st.DataObject, wish: Wish) -> Stage:
    """A store in which something may be wished for."""
    stage = data.draw(stages())
    if wish is wishes.update and "originator_may_update" not in stage.keys:
        return stage._replace(keys=f"{stage.keys}\noriginator_may_update = true")
    return stage


@pytest.mark.parametrize("wish", [*FREE, *OWNED], ids=lambda wish: wish.__name__)
@given(data=st.data())
@law(25)
def test_what_is_amended_by_whom_it_is_allowed_is_right(data: st.DataObject, wish: Wish) -> None:
    stage = draw_stage(data, wish)
    try:
        amendment = wish(Wisher(data.draw, stage))
    except wishes.Nowhere:
        assume(False)
    except CannotAmend as refused:
        assert any(reason in str(refused) for reason in MAY_BE_SAID), refused
        assume(False)
    after = stage.after(amendment)
    assert judged(stage, after) == [], diff(stage, after)
    assert lost_lines(stage, after) == [], diff(stage, after)
    if wish is not wishes.redact:
        assert lost_facts(stage, after) <= (wish in (wishes.withdraw, wishes.update)), diff(stage, after)


@given(data=st.data())
@law(100)
def test_so_are_several_amendments_in_one_commit(data: st.DataObject) -> None:
    first = stage = data.draw(stages())
    # Whether its lines are committed decides how a log is put away, and only a repository knows that. What
    # stands for a fact that was retired may be taken away by the next amendment: that is refused with reason.
    apart = (wishes.rotate_log, wishes.retire_for)
    able = [wish for wish in [*FREE, *OWNED] if wish not in apart]
    wanted = data.draw(st.lists(st.sampled_from(able), min_size=2, max_size=5))
    for wish in wanted:
        if wish is wishes.update and "originator_may_update" not in stage.keys:
            continue
        amendment = wishes.made(wish, data.draw, stage)
        stage = stage.after(amendment) if amendment is not None else stage
    assert judged(first, stage) == [], diff(first, stage)
    if wishes.redact not in wanted:
        assert lost_lines(first, stage) == [], diff(first, stage)
        may_lose = sum(wish in (wishes.withdraw, wishes.update) for wish in wanted)
        assert lost_facts(first, stage) <= may_lose, diff(first, stage)


def lost_lines(before: Stage, after: Stage) -> list[str]:
    """The old lines of the log that stand in no log or archive any more, in their order."""
    logs = [path for path in after.files if path.startswith("log") and path.endswith(".md")]
    covered = [line for path in logs for line in split_lines(after.files[path]) if "[redacted: " in line]
    found = iter(
        [line for path in sorted(logs, key=len, reverse=True) for line in split_lines(after.files[path])]
    )
    old = [line for line in split_lines(before.files["log.md"]) if line]
    return [] if covered else [line for line in old if line not in found]


def lost_facts(before: Stage, after: Stage) -> int:
    """How many facts of before say nothing in the notes of after."""
    said = normal("\n".join(text for path, text in after.files.items() if path in after.notes)).replace(
        "\\~", "~"
    )
    return sum(normal(words).replace("\\~", "~") not in said for words in fact_texts(before))


def fact_texts(stage: Stage) -> Iterable[str]:
    for path in stage.notes:
        for item in parse_note(stage.files[path], stage.scene.knows).items:
            if item.words.is_fact and item.words.state != WITHDRAWN:
                yield item.words.text


# Done by others


ALSO = {
    wishes.confirm: {"supersede-unauthorised"},
    wishes.update: {"fact-erased"},  # where the new words have nothing in common with the old ones
    # Where it covers words outside facts: in most lines, in an item that nobody signed, in the log.
    wishes.redact: {"note-rewritten", "fact-unattributed", "log-rewritten"},
}
"""Further rules that refuse the same."""


@pytest.mark.parametrize("wish", OWNED, ids=lambda wish: wish.__name__)
@given(data=st.data())
@law(25)
def test_what_is_amended_by_others_is_refused_for_that_alone(data: st.DataObject, wish: Wish) -> None:
    stage = data.draw(stages(kind="shared"))
    amendment = wishes.made(wish, data.draw, stage, lawful=False)
    assume(amendment is not None)
    after = stage.after(amendment)
    found = {rule for rule, level, _ in judged(stage, after) if level == ERROR}
    assert found, diff(stage, after)
    assert found <= {OWNED[wish], *ALSO.get(wish, ())}, diff(stage, after)


# Any words


WORDS = st.one_of(
    hostile, garbage, lines, st.builds(lambda word, rest: f"{word} {rest}", st.just("boiler"), hostile)
)
HOME = {
    "home.md": "# Home\n\n- The pool opens at nine — Ana Ruiz, 2026-01-01\n  - In May — bo, 2026-01-01\n",
    "index.md": "# Index\n\n- [home](home.md)\n",
    "log.md": "# Log\n\n",
}
POOL = FactName("home.md", "pool")
SAYING = {
    "add": lambda scene, words: amend.add(scene, "home.md", words),
    "add under": lambda scene, words: amend.add(scene, "home.md", words, under=POOL),
    "new note": lambda scene, words: amend.add(scene, "new.md", words),
    "title": lambda scene, words: amend.add(scene, "new.md", "words", title=words),
    "section": lambda scene, words: amend.add(scene, "new.md", "words", section=words),
    "supersede": lambda scene, words: amend.supersede(scene, POOL, words),
    "retire": lambda scene, words: amend.retire(scene, POOL, words),
    "claim": lambda scene, words: amend.claim(scene, POOL, words),
    "conflict": lambda scene, words: amend.conflict(scene, "home.md", words),
}
"""Every amendment that is given words."""
ONE_FACT = ("add", "add under", "new note", "supersede")
ABOUT_WORDS = {"encoding", "elision", "provenance-malformed", "member-unknown", "render"}
"""What is shown of words that are odd, though they are written right."""


@pytest.mark.parametrize("way", SAYING)
@given(words=WORDS, style=st.sampled_from(["memwiki", "headings", "okf", "bullets"]), kind=st.booleans())
@law(60)
def test_words_say_what_they_say_or_are_refused(words: str, style: str, kind: bool, way: str) -> None:
    keys = f'log_format = "{style}"\nkind = "{"shared" if kind else "open"}"'
    stage = Stage(HOME, "Ana Ruiz", keys)
    try:
        after = stage.after(SAYING[way](stage.scene, words))
    except CannotAmend:
        event("refused")
        return
    assert [f for f in judged(stage, after) if f[1] == ERROR or f[0] not in ABOUT_WORDS] == [], diff(
        stage, after
    )
    if way in ONE_FACT:
        old, new = (sum(1 for path in side.notes for _ in items(side, path)) for side in (stage, after))
        assert new == old + 1
        assert any(item == normal(words) for path in after.notes for item in items(after, path))


def items(stage: Stage, path: str) -> list[str]:
    """What the items of a note say, without their provenance."""
    return [item.words.text for item in parse_note(stage.files[path], stage.scene.knows).items]


# Any files


NOT_OF_THE_AMENDMENT = {"encoding", "conflict-marker", "text-erased", "log-backdated"}
"""What was wrong with the lines before they were amended."""


@given(data=st.data(), path=st.sampled_from(["home.md", "log.md", "index.md"]), text=garbage)
@law(100)
def test_whatever_a_file_holds_it_is_amended_right_or_not_at_all(
    data: st.DataObject, path: str, text: str
) -> None:
    style = (
        data.draw(st.sampled_from(["memwiki", "headings", "okf", "bullets"]))
        if path == "log.md"
        else "memwiki"
    )
    order = data.draw(st.sampled_from(["newest-first", "oldest-first"]))
    keys = f'log_format = "{style}"\nlog_order = "{order}"'
    stage = Stage({**HOME, path: text}, "Root Admin", keys)
    wish = data.draw(st.sampled_from([wish for wish in [*FREE, *OWNED] if wish is not wishes.update]))
    amendment = wishes.made(wish, data.draw, stage)
    assume(amendment is not None)
    after = stage.after(amendment)
    left = [found for found in judged(stage, after) if found[0] not in NOT_OF_THE_AMENDMENT | ABOUT_WORDS]
    assert left == [], diff(stage, after)


# Done by hand


@pytest.mark.parametrize("intent", [*intents.FREE, *intents.OWNED], ids=lambda intent: intent.__name__)
@given(data=st.data())
@law(25)
def test_what_is_done_right_by_hand_is_never_refused(data: st.DataObject, intent: Intent) -> None:
    assert refused(data.draw(deeds(intent))) == []


@given(busy_deeds())
@law(100)
def test_neither_are_several_things_in_one_change(deed: Deed) -> None:
    assert refused(deed) == []


@pytest.mark.parametrize("intent", intents.OWNED, ids=lambda intent: intent.__name__)
@given(data=st.data())
@law(25)
def test_what_somebody_may_not_do_is_refused(data: st.DataObject, intent: Intent) -> None:
    assert intents.OWNED[intent] in dict(refused(data.draw(deeds(intent, lawful=False))))


def refused(deed: Deed) -> list[tuple[str, str]]:
    """The rules that refuse, and why."""
    found = court.errors(deed.before, deed.after, deed.actor, deed.keys)
    return [(finding.rule, finding.message) for finding in found]
