"""Every log line in the style of its log, at the open end of it."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import CannotAmend, add
from wiki_schema.text import split_lines

BULLET = "- **Add** home.md: Ana Ruiz: New"

GROWN = {
    "headings": (
        "# Log\n\n## [2026-11-29] ingest | A\n\nbody\n",
        "# Log\n\n## [2026-11-29] ingest | A\n\nbody\n\n## [2026-11-30] add | home.md\n\n- Ana Ruiz: New\n",
        "# Log\n\n## [2026-11-30] add | home.md\n\n- Ana Ruiz: New\n\n## [2026-11-29] ingest | A\n\nbody\n",
    ),
    "bullets": (
        "- 2026-11-29 — a note",
        "- 2026-11-29 — a note\n- 2026-11-30 — add home.md — Ana Ruiz: New\n",
        "- 2026-11-30 — add home.md — Ana Ruiz: New\n- 2026-11-29 — a note",
    ),
    "okf": (
        "# Log\n\n## 2026-11-29\n\n- a note\n",
        f"# Log\n\n## 2026-11-29\n\n- a note\n\n## 2026-11-30\n\n{BULLET}\n",
        f"# Log\n\n## 2026-11-30\n\n{BULLET}\n\n## 2026-11-29\n\n- a note\n",
    ),
    "okf, with a heading for today": (
        "## 2026-11-30\n- a note\n",
        f"## 2026-11-30\n- a note\n{BULLET}\n",
        f"## 2026-11-30\n{BULLET}\n- a note\n",
    ),
    "okf, with nothing yet": (
        "# Log\n",
        f"# Log\n\n## 2026-11-30\n\n{BULLET}\n",
        f"# Log\n\n## 2026-11-30\n\n{BULLET}\n",
    ),
}


@pytest.mark.parametrize("newest_first", [False, True])
@pytest.mark.parametrize("style", GROWN)
def test_an_entry_goes_to_the_open_end(style: str, newest_first: bool) -> None:
    log, *grown = GROWN[style]
    order = "newest-first" if newest_first else "oldest-first"
    keys = f'log_format = "{style.partition(",")[0]}"\nlog_order = "{order}"'
    stage = store("", keys=keys, log=log)
    amendment = add(stage.scene, "home.md", "New")
    assert amendment.files["log.md"] == grown[newest_first]
    assert stage.refusals(amendment) == []
    told = [line for _, line in amendment.log_lines]
    assert told and set(told) <= set(split_lines(grown[newest_first])) - set(split_lines(log))


def test_long_words_are_cut_in_the_log_and_only_there() -> None:
    words = "word " * 200
    amendment = add(store("").scene, "home.md", words)
    assert words.strip() in (amendment.files["home.md"] or "")
    line = split_lines(amendment.files["log.md"] or "")[-1]
    assert line.endswith("word…") and len(line) < 260


def test_a_name_that_cannot_stand_in_a_log_is_refused() -> None:
    with pytest.raises(CannotAmend):
        add(store("", actor="An\x1b[31ma").scene, "home.md", "New")
