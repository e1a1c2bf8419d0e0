"""What is done by the book is never refused; the same by somebody who may not always is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import court
from tests.laws.intents import FREE, OWNED, Deed, Intent, busy_deeds, deeds, redact
from tests.laws.strategies import law


def refused(deed: Deed) -> list[tuple[str, str]]:
    """The rules that refuse, and why."""
    found = court.errors(deed.before.files(), deed.after.files(), deed.actor, deed.before.keys)
    return [(finding.rule, finding.message) for finding in found]


@pytest.mark.parametrize("intent", [*FREE, *OWNED, redact], ids=lambda intent: intent.__name__)
@given(data=st.data())
@law(25)
def test_what_is_done_by_the_book_is_never_refused(data: st.DataObject, intent: Intent) -> None:
    assert refused(data.draw(deeds(intent))) == []


@given(busy_deeds())
@law(100)
def test_neither_are_several_things_in_one_change(deed: Deed) -> None:
    assert refused(deed) == []


@pytest.mark.parametrize("intent", OWNED, ids=lambda intent: intent.__name__)
@given(data=st.data())
@law(25)
def test_what_somebody_may_not_do_is_refused(data: st.DataObject, intent: Intent) -> None:
    assert OWNED[intent] in dict(refused(data.draw(deeds(intent, lawful=False))))
