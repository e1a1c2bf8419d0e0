"""memwiki's hooks come into a `.pre-commit-config.yaml` as added lines; nothing else changes."""

from __future__ import annotations

import difflib

import pytest

from wiki_hooks.setup.precommit_config import HOOK_TYPES, Source, has_memwiki, read, with_memwiki
from wiki_schema.finding import CannotCheck

REPO = Source("https://example.org/memwiki", "v0.1.0")

COMMENTED = """\
# my hooks
default_stages: [pre-commit]   # keep
repos:
  - repo: https://example.org/hooks
    rev: 'v4.5.0'  # pinned
    hooks:
      - id: trailing-whitespace
        args: ["--markdown-linebreak-ext=md"]
      # a comment
      - id: end-of-file-fixer

# tail
ci:
  skip: [x]
"""
AT_THE_MARGIN = "---\nrepos:\n- repo: https://example.org/black\n  rev: 23.1.0\n  hooks:\n  - id: black\n"
WIDE = "repos:\n-   repo: https://example.org/a\n    rev: v1\n    hooks:\n    -   id: black\n"
FLOWING = "exclude: &x '^docs'\nfiles: *x\nrepos:\n- repo: meta\n  hooks: [{id: identity}]\n"
NO_LAST_NEWLINE = "repos:\n- repo: meta\n  hooks:\n  - id: identity"
CRLF = "repos:\r\n- repo: meta\r\n  hooks:\r\n  - id: identity\r\n"
TYPES_IN_BRACKETS = (
    "default_install_hook_types: [pre-commit, post-checkout]\nrepos:\n- repo: meta\n  hooks: []\n"
)
TYPES_AS_LINES = "default_install_hook_types:\n  - commit-msg\nrepos:\n- repo: meta\n  hooks: []\n"
ALL = [
    COMMENTED,
    AT_THE_MARGIN,
    WIDE,
    FLOWING,
    NO_LAST_NEWLINE,
    CRLF,
    TYPES_IN_BRACKETS,
    TYPES_AS_LINES,
    "",
    "# only\n",
]


@pytest.mark.parametrize("source", [Source(), REPO])
@pytest.mark.parametrize("text", ALL)
def test_lines_are_added_and_no_other_byte_changes(text: str, source: Source) -> None:
    changed = with_memwiki(text, source)
    old = [line for line in text.split("\n") if not line.startswith("default_install_hook_types: [")]
    if text and not text.endswith("\n"):
        old.append("")
    removed = [line for line in difflib.ndiff(old, changed.split("\n")) if line.startswith("- ")]
    assert removed == []
    config = read(changed)
    assert has_memwiki(config)
    assert set(HOOK_TYPES) <= set(config["default_install_hook_types"])
    for key, value in read(text).items():
        assert config[key][: len(value)] == value if isinstance(value, list) else config[key] == value


@pytest.mark.parametrize("text", ALL)
def test_doing_it_twice_changes_nothing(text: str) -> None:
    once = with_memwiki(text, REPO)
    assert with_memwiki(once, REPO) == once


def test_line_ends_stay_as_they_are() -> None:
    changed = with_memwiki(CRLF, REPO)
    assert changed.count("\n") == changed.count("\r\n")


def test_an_empty_list_of_repos_is_filled() -> None:
    assert has_memwiki(read(with_memwiki("repos: []\n", Source())))


def test_a_repository_that_needs_quotes_gets_them() -> None:
    source = Source("git@example.org: odd #name", "'v1'")
    (repo,) = read(with_memwiki(None, source))["repos"]
    assert (repo["repo"], repo["rev"]) == source


@pytest.mark.parametrize(
    "text",
    [
        "repos: [",
        "- a\n- b\n",
        "repos: 3\n",
        "\tx",
        "x: " + "[" * 5000,
        "a: b\n" * 30_000,
        "a: 1\na: 2\n",
    ],
)
def test_a_file_that_is_no_configuration_is_left_alone_and_the_reason_said(text: str) -> None:
    with pytest.raises(CannotCheck, match=r"pre-commit-config\.yaml"):
        with_memwiki(text, Source())


def test_aliases_that_multiply_are_refused_in_time() -> None:
    layers = "".join(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]\n" for i in range(1, 20))
    with pytest.raises(CannotCheck, match="aliases"):
        with_memwiki(f"a0: &a0 [x]\n{layers}", Source())


def test_what_cannot_be_added_to_is_shown_to_be_added_by_hand() -> None:
    with pytest.raises(CannotCheck, match="by hand") as refused:
        with_memwiki("repos:\n  []\n", REPO)
    assert "id: memwiki-check" in str(refused.value)
