"""What is done by the book is never refused; the same by somebody who may not always is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws import court
from tests.laws.intents import FREE, OWNED, lawful_deeds, redact, unlawful_deeds
from tests.laws.strategies import law


@pytest.mark.parametrize("intent", [*FREE, *OWNED, redact], ids=lambda intent: intent.__name__)
@given(data=st.data())
@law(40)
def test_what_is_done_by_the_book_is_never_refused(data: st.DataObject, intent) -> None:  # type: ignore[no-untyped-def]
    deed = data.draw(lawful_deeds(intent))
    assert court.errors(deed.before.files(), deed.after.files(), deed.actor) == []


@pytest.mark.parametrize("intent", OWNED, ids=lambda intent: intent.__name__)
@given(data=st.data())
@law(40)
def test_what_somebody_may_not_do_is_refused(data: st.DataObject, intent) -> None:  # type: ignore[no-untyped-def]
    deed = data.draw(unlawful_deeds(intent))
    found = court.errors(deed.before.files(), deed.after.files(), deed.actor)
    assert OWNED[intent] in court.refused_by(found)
