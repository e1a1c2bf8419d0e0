"""Paths as text: joined, split, and never led out of the repository."""

from __future__ import annotations

import pytest

from wiki_schema.paths import below, fault, folder_of, join


@pytest.mark.parametrize(
    ("folder", "path", "joined"),
    [
        ("", "a.md", "a.md"),
        ("wiki", "a.md", "wiki/a.md"),
        ("wiki", "./x//a.md", "wiki/x/a.md"),
        ("wiki", "../docs/log.md", "docs/log.md"),
        ("wiki", "..", ""),
        ("wiki", ".", "wiki"),
        ("wiki", "../..", None),
        ("", "../a.md", None),
        ("a/b", "../../../a/b", None),
    ],
)
def test_join(folder: str, path: str, joined: str | None) -> None:
    assert join(folder, path) == joined


@pytest.mark.parametrize(
    ("folder", "path", "inside"),
    [
        ("", "a.md", "a.md"),
        ("wiki", "wiki/x/a.md", "x/a.md"),
        ("wiki", "wikis/a.md", None),
        ("wiki", "wiki", None),
        ("Zoë", "Zoe\u0308/e\u0308.md", "e\u0308.md"),
        ("a/Zoe\u0308", "a/Zoë/b.md", "b.md"),
        ("Zoë", "Zoe/a.md", None),
    ],
)
def test_below(folder: str, path: str, inside: str | None) -> None:
    assert below(folder, path) == inside


def test_folder_of() -> None:
    assert (folder_of("a/b/c.md"), folder_of("c.md")) == ("a/b", "")


@pytest.mark.parametrize("path", ["", " ", "/a", "\\a", "C:/a", "c:a", "~/a", "~", "a\\b", "a\0b", "a\nb"])
def test_what_cannot_be_a_path_has_a_fault(path: str) -> None:
    assert fault(path)


@pytest.mark.parametrize("path", [".", "a", "a b/ü", "../a", "a~", ".claude/memory"])
def test_what_can_be_has_none(path: str) -> None:
    assert not fault(path)
