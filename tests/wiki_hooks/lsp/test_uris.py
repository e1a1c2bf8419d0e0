"""URIs as editors write them, to paths and back."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_hooks.lsp.uris import path_of, uri_of

PATHS = [
    ("file:///a/b.md", "/a/b.md"),
    ("file:///a%20b/%C3%BC.md", "/a b/ü.md"),
    ("file:///a b/ü.md", "/a b/ü.md"),
    ("file://localhost/a.md", "/a.md"),
    ("FILE:///a.md", "/a.md"),
    ("file:///100%25.md", "/100%.md"),
    ("file:///c#/x.md", "/c#/x.md"),
    ("file:///c%23/x.md", "/c#/x.md"),
    ("file:///latin%E9.md", "/latin\udce9.md"),
    ("untitled:Untitled-1", None),
    ("git:/a/b.md?ref", None),
    ("vscode-notebook-cell:/a.ipynb#x", None),
    ("https://example.org/a.md", None),
    ("file://server/share/a.md", None),
    ("file:///a%00b.md", None),
    ("file://[bad/a.md", None),
    ("", None),
]


@pytest.mark.parametrize(("uri", "path"), PATHS)
def test_a_uri_names_a_file_of_this_machine_or_none(uri: str, path: str | None) -> None:
    assert path_of(uri, windows=False) == path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c%3A/Users/Ana/wiki/a.md", r"C:\Users\Ana\wiki\a.md"),
        ("file:///C:/wiki/a%20b.md", r"C:\wiki\a b.md"),
        ("file://server/share/a.md", r"\\server\share\a.md"),
        ("file:///no/drive.md", None),
    ],
)
def test_on_windows_it_has_a_drive_or_a_server(uri: str, path: str | None) -> None:
    assert path_of(uri, windows=True) == path
    if path is not None:
        assert path_of(uri_of(path, windows=True), windows=True) == path


names = st.binary(min_size=1, max_size=20).filter(lambda name: b"\0" not in name and b"/" not in name)


@given(names)
def test_every_name_of_a_file_goes_there_and_back(name: bytes) -> None:
    path = f"/wiki/{os.fsdecode(name)}"
    assert path_of(uri_of(path, windows=False), windows=False) == path
    assert uri_of(path, windows=False).isascii()
