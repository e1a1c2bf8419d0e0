"""Where a link out of a store leads."""

from __future__ import annotations

import pytest

from wiki_schema.beyond import Beyond
from wiki_schema.policy import Policy, read_policy

POLICY = """
[[store]]
path = "docs"
link_base = "site"

[[store]]
path = "docs/anna"
kind = "private"
owner = "ana"

[[store]]
path = "ben"
kind = "private"
owner = "ben"

[[store]]
path = "wiki-de"
link_base = "de"
"""
FILES = (
    "README.md Home.md src/code.py docs/a.md docs/sub/b.md docs/anna/diary.md ben/b.md wiki-de/c.md linked"
).split()


def policy(text: str = POLICY) -> Policy:
    found = read_policy({"memwiki.toml": text}.get)
    assert found is not None
    return found


OUT, PRIVATE = "leads out of the store", "leads into the private store"


@pytest.mark.parametrize(
    ("target", "found", "said"),
    [
        ("../README.md", None, ""),
        ("../README", None, ""),
        ("../README.md?plain=1", None, ""),
        ("../Home.html", None, ""),
        ("/Home.md", None, ""),
        ("/src/", None, ""),
        ("../src", None, ""),
        ("../linked/x.md", None, ""),
        ("/de/c", None, ""),
        ("gone.md", None, ""),
        ("sub/../gone.md", None, ""),
        ("../ben/b.md", None, PRIVATE),
        ("../ben/", None, PRIVATE),
        ("/ben/b.md", None, PRIVATE),
        ("anna/diary.md", "docs/anna/diary.md", PRIVATE),
        ("anna/", "docs/anna", PRIVATE),
        ("../nothing.md", None, OUT),
        ("../../README.md", None, OUT),
        ("/etc/passwd", None, OUT),
        ("~/diary.md", None, OUT),
        ("\\\\host\\share", None, OUT),
        ("C:\\diary.md", None, OUT),
        ("file:///etc/passwd", None, OUT),
    ],
)
def test_a_link_is_good_that_leads_to_a_file_which_its_readers_may_read(
    target: str, found: str | None, said: str
) -> None:
    whole = policy()
    escape = Beyond(whole, FILES).escape(whole.stores[0], "docs/a.md", target, found)
    assert said in escape.message if escape else not said


def test_from_a_private_store_a_link_into_another_tells_nobody_anything() -> None:
    whole = policy()
    (ben,) = (store for store in whole.stores if store.path == "ben")
    assert Beyond(whole, FILES).escape(ben, "ben/b.md", "../docs/anna/diary.md", None) is None
