"""Where a new fact goes, and what a new note begins with."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import CannotAmend, FactName, add

NEW = "New — Ana Ruiz, 2026-11-30"
LOGGED = "# Log\n\n2026-11-30 | ADD | Ana Ruiz | home.md | New\n"

ADDED = {
    "behind the last item of the last list": (
        "# Home\n\n- A — bo, 2026-01-01\n  - nested — bo, 2026-01-01\n\nText.\n",
        f"# Home\n\n- A — bo, 2026-01-01\n  - nested — bo, 2026-01-01\n- {NEW}\n\nText.\n",
    ),
    "with the marker of that list": ("3. A — bo, 2026-01-01\n", f"3. A — bo, 2026-01-01\n4. {NEW}\n"),
    "loose in a loose list": (
        "* A — bo, 2026-01-01\n\n* B — bo, 2026-01-01",
        f"* A — bo, 2026-01-01\n\n* B — bo, 2026-01-01\n\n* {NEW}",
    ),
    "at the end of a note without a list": ("# Home\n\nText.\n\n\n", f"# Home\n\nText.\n\n- {NEW}\n\n\n"),
    "in an empty note": ("", f"- {NEW}\n"),
    "below front matter": ("---\ntags: [a]\n---\n", f"---\ntags: [a]\n---\n\n- {NEW}\n"),
    "with the note's line ends": ("- A — bo, 2026-01-01\r\n", f"- A — bo, 2026-01-01\r\n- {NEW}\r\n"),
    "behind a claim that stands beside the last item": (
        "- A — bo, 2026-01-01\n\n⚠ claimed changed: x — bo, 2026-01-02 — unconfirmed\n",
        f"- A — bo, 2026-01-01\n\n⚠ claimed changed: x — bo, 2026-01-02 — unconfirmed\n\n- {NEW}\n",
    ),
    "behind what belongs to the last item": (
        "- A — bo, 2026-01-01\n  > quoted\n  lazily\n",
        f"- A — bo, 2026-01-01\n  > quoted\n  lazily\n- {NEW}\n",
    ),
}


@pytest.mark.parametrize(("note", "amended"), ADDED.values(), ids=list(ADDED))
def test_a_fact_goes_to_the_end_of_the_last_list(note: str, amended: str) -> None:
    stage = store(note)
    amendment = add(stage.scene, "home.md", "New")
    assert amendment.files["home.md"] == amended
    assert amendment.files["log.md"] == LOGGED
    assert stage.refusals(amendment) == []


HOUSE = """\
# House

- Roof — bo, 2026-01-01

## Cellar

- Pump — bo, 2026-01-01

Pumps are loud.

## Garden

Nothing yet.

### Shed

- Key — bo, 2026-01-01
"""


@pytest.mark.parametrize(
    ("section", "before"),
    [
        ("House", "\n\n## Cellar"),
        ("Cellar", "\n\nPumps are loud."),
        ("cellar", "\n\nPumps are loud."),
        ("House > Cellar", "\n\nPumps are loud."),
        ("Shed", "\n"),
    ],
)
def test_a_fact_goes_to_the_end_of_the_list_under_a_heading(section: str, before: str) -> None:
    stage = store(HOUSE)
    amendment = add(stage.scene, "home.md", "New", section=section)
    assert f"\n- {NEW}{before}" in (amendment.files["home.md"] or "")
    assert stage.refusals(amendment) == []


def test_under_a_heading_without_a_list_one_begins() -> None:
    amendment = add(store(HOUSE).scene, "home.md", "New", section="Garden")
    assert amendment.files["home.md"] == HOUSE.replace("Nothing yet.\n", f"Nothing yet.\n\n- {NEW}\n")


@pytest.mark.parametrize(
    ("section", "why"),
    [("Attic", "has no heading “Attic”; its headings are: “House”"), ("Twice", "Several headings")],
)
def test_a_heading_must_be_one(section: str, why: str) -> None:
    note = f"{HOUSE}\n## Twice\n\n## Other\n\n### Twice\n"
    with pytest.raises(CannotAmend, match=why):
        add(store(note).scene, "home.md", "New", section=section)


NESTED = {
    "the first of its kind": ("- A — bo, 2026-01-01\n- B\n", f"- A — bo, 2026-01-01\n  - {NEW}\n- B\n"),
    "behind what is nested already": (
        "1. A — bo, 2026-01-01\n   * B — bo, 2026-01-01\n",
        f"1. A — bo, 2026-01-01\n   * B — bo, 2026-01-01\n   * {NEW}\n",
    ),
    "under a wide marker": ("-   A — bo, 2026-01-01\n", f"-   A — bo, 2026-01-01\n    - {NEW}\n"),
    "under a tab": ("-\tA — bo, 2026-01-01\n", f"-\tA — bo, 2026-01-01\n \t- {NEW}\n"),
    "under a task": ("- [ ] A\n", f"- [ ] A\n  - {NEW}\n"),
    "under an item that begins below its marker": (
        "-\n  A — bo, 2026-01-01\n",
        f"-\n  A — bo, 2026-01-01\n  - {NEW}\n",
    ),
}


@pytest.mark.parametrize(("note", "amended"), NESTED.values(), ids=list(NESTED))
def test_a_fact_is_nested_in_another(note: str, amended: str) -> None:
    stage = store(note)
    amendment = add(stage.scene, "home.md", "New", under=FactName("home.md", "A"))
    assert amendment.files["home.md"] == amended
    assert stage.refusals(amendment) == []


def test_nothing_nests_in_a_paragraph() -> None:
    with pytest.raises(CannotAmend, match=r"Line 1 of home\.md is a paragraph"):
        add(store("A — bo, 2026-01-01\n").scene, "home.md", "New", under=FactName("home.md", "A"))


def test_what_says_the_same_on_the_same_day_is_refused() -> None:
    with pytest.raises(CannotAmend, match=r"Line 1 of home\.md says that already"):
        add(store(f"- {NEW}\n").scene, "home.md", "New")


@pytest.mark.parametrize(
    ("note", "kind", "said"),
    [
        ("- A\n", "open", "New"),
        ("- A — bo, 2026-01-01\n", "open", NEW),
        ("- A\n", "private", NEW),
        ("- A\n", "shared", NEW),
    ],
)
def test_in_an_open_store_facts_are_signed_as_their_neighbours_are(note: str, kind: str, said: str) -> None:
    stage = store(note, keys=f'kind = "{kind}"')
    amendment = add(stage.scene, "home.md", "New")
    assert amendment.files["home.md"] == f"{note}- {said}\n"
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    ("actor", "signed"),
    [("bo", "Bo Lind"), ("bo the elder", "Bo Lind"), ("agent-7", "agent-7"), ("A  Stranger", "A Stranger")],
)
def test_facts_are_signed_with_the_name_of_the_roster_or_the_one_that_was_given(
    actor: str, signed: str
) -> None:
    amendment = add(store("", actor).scene, "home.md", "New")
    assert amendment.files["home.md"] == f"- New — {signed}, 2026-11-30\n"
    assert f"| ADD | {signed} |" in (amendment.files["log.md"] or "")


# New notes


def test_a_new_note_has_a_heading_a_fact_a_listing_and_a_log_line() -> None:
    stage = store()
    amendment = add(stage.scene, "trips/rome_by-train.md", "New")
    assert amendment.files == {
        "trips/rome_by-train.md": f"# Rome by train\n\n- {NEW}\n",
        "index.md": "# Index\n\n- [home](home.md)\n- [Rome by train](trips/rome_by-train.md)\n",
        "log.md": "# Log\n\n2026-11-30 | ADD | Ana Ruiz | trips/rome_by-train.md | New\n",
    }
    assert amendment.log_lines == (("log.md", "2026-11-30 | ADD | Ana Ruiz | trips/rome_by-train.md | New"),)
    assert stage.refusals(amendment) == []


def test_a_new_note_may_have_a_title_and_a_section() -> None:
    amendment = add(store().scene, "new.md", "New", title="Rome, again", section="Trains")
    assert amendment.files["new.md"] == f"# Rome, again\n\n## Trains\n\n- {NEW}\n"
    assert "[Rome, again](new.md)" in (amendment.files["index.md"] or "")


@pytest.mark.parametrize("title", ["The #", "C##", "#"])
def test_a_number_sign_at_the_end_of_a_title_stays_a_part_of_it(title: str) -> None:
    amendment = add(store().scene, "new.md", "New", title=title)
    assert amendment.files["new.md"] == f"# {title} #\n\n- {NEW}\n"


def test_a_store_without_log_and_index_gets_both() -> None:
    stage = store()
    bare = stage._replace(files={"home.md": "# Home\n"})
    amendment = add(bare.scene, "new.md", "New")
    assert "- [New](new.md)\n" in (amendment.files["index.md"] or "")
    assert (amendment.files["log.md"] or "").endswith("| ADD | Ana Ruiz | new.md | New\n")
    assert bare.refusals(amendment) == []


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("new.txt", "can be no note"),
        ("log-2026.md", "can be no note"),
        (".hidden.md", "can be no note"),
        ("HOME.md", "differs from home.md in case"),
        ("b.sync-conflict-20261130-120000-ABCDEFG.md", "a sync tool or an editor leaves behind"),
        ("b (conflicted copy).md", "a sync tool or an editor leaves behind"),
        ("~$b.md", "a sync tool or an editor leaves behind"),
        ("ne\u202ew.md", r"holds U\+202E"),
        ("a\nb.md", "holds U"),
    ],
)
def test_what_can_be_no_note_is_not_made(path: str, why: str) -> None:
    with pytest.raises(CannotAmend, match=why):
        add(store().scene, path, "New")


def test_a_link_is_not_written_through() -> None:
    from wiki_schema.change import LINK, File

    class Linked:
        """A store in which the note is a link."""

        def read(self, path: str) -> File | None:
            return File("elsewhere.md", LINK) if path == "home.md" else None

        def paths(self) -> tuple[str, ...]:
            return ("home.md",)

    with pytest.raises(CannotAmend, match="is a link or a folder"):
        add(store().scene._replace(tree=Linked()), "home.md", "New")
