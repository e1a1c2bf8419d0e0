"""A log put away: nothing of it changes, and the new one says where it is."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import CannotAmend, rotate_log

LOG = "# Log\n\nOne line for each change.\n\n2026-11-01 | ADD | Ana Ruiz | home.md | it\n"
NEW = "# Log\n\nOne line for each change.\n\nOlder entries: [log-2026.md](log-2026.md)\n\n"


@pytest.mark.parametrize(
    ("log", "new"),
    [
        (LOG, NEW),
        (LOG.replace("\n", "\r\n"), NEW.replace("\n", "\r\n")),
        (
            LOG.removeprefix("# Log\n\nOne line for each change.\n\n"),
            "Older entries: [log-2026.md](log-2026.md)\n\n",
        ),
    ],
)
def test_a_log_becomes_an_archive_byte_for_byte(log: str, new: str) -> None:
    stage = store(log=log)
    amendment = rotate_log(stage.scene)
    assert amendment.files == {"log-2026.md": log, "log.md": new}
    assert stage.refusals(amendment) == []


def test_a_year_may_have_several_archives() -> None:
    stage = store(log=LOG, **{"log-2026": "", "log-2026-2": ""})
    assert "log-2026-3.md" in rotate_log(stage.scene).files


@pytest.mark.parametrize("log", ["# Log\n", ""])
def test_nothing_is_put_away_where_nothing_is(log: str) -> None:
    with pytest.raises(CannotAmend, match="has no entries to put away"):
        rotate_log(store(log=log).scene)
