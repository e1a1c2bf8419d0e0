"""Where the stores of a folder begin, and what is their index, log and notes."""

from __future__ import annotations

import pytest

from tests.wikis_of_others import page
from wiki_schema.judge import load_formats
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.recognise.layout import Folder, Place, find_places

FORMATS = tuple(load_formats(get_plugin_manager()).values())
LOG = "## [2026-04-01] ingest | A\n"


def places(files: dict[str, str], root: str = "") -> tuple[Place, ...]:
    return find_places(Folder(root, files, files.get, FORMATS))


def listing(*paths: str) -> str:
    return "".join(f"- [note]({path})\n" for path in paths)


AB = {"a.md": page("a"), "b.md": page("b")}


@pytest.mark.parametrize(
    ("files", "root", "index", "log"),
    [
        ({"index.md": listing("a.md", "b.md"), "log.md": LOG}, "", "index.md", "log.md"),
        ({"README.md": listing("a.md"), "index.md": listing("a.md", "b.md")}, "", "index.md", ""),
        ({"README.md": listing("a.md", "b.md"), "index.md": "# Soon\n"}, "", "README.md", ""),
        ({"Everything.md": listing("a.md", "b.md", "c.md"), "c.md": page("c")}, "", "Everything.md", ""),
        ({"Garden MOC.md": "- [[a]]\n- [[b]]\n"}, "", "Garden MOC.md", ""),
        ({"SUMMARY.md": listing("a.md", "b.md"), "CHANGELOG.md": LOG}, "", "SUMMARY.md", "CHANGELOG.md"),
        ({"_index.md": listing("a.md", "b.md"), "docs/log.md": LOG}, "", "_index.md", "docs/log.md"),
        (
            {"index.md": listing("a.md", "b.md"), "CHANGELOG.md": "## [1.0] - 2026-01-01\n"},
            "",
            "index.md",
            "",
        ),
        ({"index.md": listing("a.md", "b.md"), "sub/log.md": LOG}, "", "index.md", ""),
        ({}, "", "", ""),
        ({"log.md": LOG}, "", "", "log.md"),
    ],
)
def test_the_index_is_the_file_that_lists_most_and_the_log_the_one_that_reads_as_one(
    files: dict[str, str], root: str, index: str, log: str
) -> None:
    (place,) = places({**AB, **files})
    assert (place.root, place.index_path, place.log_path) == (root, index, log)
    assert {"a.md", "b.md"} <= set(place.notes)


def test_a_store_begins_where_its_index_lies_and_its_log_may_lie_beside_it() -> None:
    files = {f"wiki/{path}": text for path, text in AB.items()}
    files |= {"wiki/index.md": listing("a.md", "b.md"), "log.md": LOG, "AGENTS.md": "# Agents\n"}
    (place,) = places(files)
    assert (place.root, place.log_path, place.notes) == ("wiki", "log.md", ("wiki/a.md", "wiki/b.md"))


SETTINGS = """# Settings

Where each is explained. The file is read once, as the program starts, and never again.

| page | about |
|---|---|
| `a.md` | one thing |
| `b.md` | another |
| `c.md` | a third |

## The keys

Write one key to a line.

`depth`: how deep.
`width`: how wide.

They are read from the top. A later one wins, as [the first page](a.md) tells.

Whoever wants none writes nothing.

A key that nobody knows is an error.

So is one that is written twice.
"""


def test_a_page_that_refers_to_others_is_no_index() -> None:
    files = {
        **AB,
        "c.md": page("c", "See [a](a.md), [b](b.md) and [d](settings.md)."),
        "settings.md": SETTINGS,
    }
    (place,) = places({f"docs/{path}": text for path, text in files.items()}, "docs")
    assert (place.index_path, len(place.notes)) == ("", 4)


def test_a_list_with_an_introduction_is_one() -> None:
    head = "# All\n\nWhat there is, by subject.\n\n## Cars\n\n"
    entries = "".join(f"- [note]({name}.md): what is known\n  of it, at length\n" for name in "abc")
    (place,) = places({**AB, "c.md": page("c"), "All.md": head + entries})
    assert place.index_path == "All.md"


def test_nested_indexes_are_one_store_and_a_level_with_a_log_is_its_own() -> None:
    files = {
        "index.md": listing("one/index.md", "two/index.md"),
        "log.md": LOG,
        "one/index.md": listing("a.md"),
        "one/a.md": page("a"),
        "two/index.md": listing("b.md"),
        "two/b.md": page("b"),
        "two/log.md": LOG,
    }
    assert [(place.root, place.log_path, place.notes) for place in places(files)] == [
        ("", "log.md", ("one/a.md",)),
        ("two", "two/log.md", ("two/b.md",)),
    ]


@pytest.mark.parametrize(
    ("files", "exclude"),
    [
        ({"raw/x.md": "x"}, ("/raw/",)),
        ({"raw/x.md": "x", "index.md": listing("a.md", "b.md", "raw/x.md")}, ()),
        ({"README.md": "About.\n", "CLAUDE.md": "Rules.\n"}, ("/CLAUDE.md", "/README.md")),
        ({"Templates/day.md": "x", "people/x.md": "x"}, ("/Templates/",)),
        ({"raw/picture.png": ""}, ()),
    ],
)
def test_only_what_is_called_like_no_note_and_is_not_listed_is_left_out(
    files: dict[str, str], exclude: tuple[str, ...]
) -> None:
    (place,) = places({"index.md": listing("a.md", "b.md"), **AB, **files})
    assert place.exclude == exclude
    assert not [note for note in place.notes if note.startswith(tuple(name[1:] for name in exclude))]


@pytest.mark.parametrize(
    "name", [".trash/x.md", "~$x.md", "x.sync-conflict-20260401-120000.md", ".hidden.md"]
)
def test_what_nobody_wrote_as_a_note_is_none(name: str) -> None:
    (place,) = places({"index.md": listing("a.md", "b.md"), **AB, name: "x"})
    assert place.notes == ("a.md", "b.md")


def test_only_the_folder_that_was_named_is_looked_through() -> None:
    files = {f"{top}/{path}": text for top in ("one", "two") for path, text in AB.items()}
    files |= {f"{top}/index.md": listing("a.md", "b.md") for top in ("one", "two")}
    assert [place.root for place in places(files, "two")] == ["two"]


def test_many_levels_cost_no_more_than_they_hold() -> None:
    files = {f"t{n}/index.md": listing("a.md") for n in range(300)} | {f"t{n}/a.md": "x" for n in range(300)}
    files["index.md"] = listing(*(f"t{n}/" for n in range(300)))
    read: list[str] = []

    def get(path: str) -> str | None:
        read.append(path)
        return files.get(path)

    (place,) = find_places(Folder("", files, get, FORMATS))
    assert len(place.notes) == 300
    assert len(read) < 700


@pytest.mark.parametrize(
    ("index", "log", "stands"),
    [
        ("index.md", "log.md", True),
        ("README.md", "_log.md", True),
        ("index.md", "", False),
        ("README.md", "CHANGELOG.md", False),
        ("index.md", "docs/log.md", False),
    ],
)
def test_a_folder_with_few_notes_is_one_more_store_if_a_log_lies_in_it(
    index: str, log: str, stands: bool
) -> None:
    files = {"wiki/index.md": listing("a.md", "b.md", "c.md"), "wiki/c.md": page("c")}
    files |= {f"wiki/{path}": text for path, text in AB.items()}
    files |= {f"side/{index}": listing("one.md"), "side/one.md": page("one")}
    files |= {f"side/{log}": LOG} if log else {}
    found = {place.root: place.log_path for place in places(files)}
    assert found == ({"wiki": ""} | ({"side": f"side/{log}"} if stands else {}))
