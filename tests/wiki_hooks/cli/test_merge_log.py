"""`memwiki merge-log` and `memwiki merge-index`, as git calls them."""

from __future__ import annotations

from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run

LOG = "# Log\n\n2026-11-01 | ADD | ben | trips.md | the trip\n"
ONE = "2026-11-28 | LINT | ben | trips.md | one\n"
OTHER = "2026-11-27 | LINT | ben | trips.md | other\n"


def call(
    memwiki: Run, wiki: Repository, command: str, *texts: str | bytes, **more: str
) -> tuple[int, str, str]:
    """Runs a driver as git does, in the top folder; gives its code, the result and what it said."""
    for name, text in zip(("O", "A", "B"), texts, strict=True):
        wiki.write(f".merge_file_{name}", text)
    path = more.pop("path", "wiki/log.md" if command == "merge-log" else "wiki/index.md")
    files = [f".merge_file_{name}" for name in "OAB"]
    answer = memwiki(command, *files, more.pop("width", "7"), path, cwd=wiki.path, **more)
    assert answer.out == ""
    return answer.code, (wiki.path / files[1]).read_bytes().decode("utf-8", "surrogateescape"), answer.err


def test_lines_are_put_on_top_of_ours_unless_two_histories_meet(wiki: Repository, memwiki: Run) -> None:
    assert call(memwiki, wiki, "merge-log", LOG, LOG + ONE, LOG + OTHER) == (0, LOG + ONE + OTHER, "")
    merging = {f"GITHEAD_{wiki.head}": "side", "GIT_REFLOG_ACTION": "merge side"}
    assert call(memwiki, wiki, "merge-log", LOG, LOG + ONE, LOG + OTHER, **merging)[1] == LOG + OTHER + ONE


def test_while_a_merge_is_under_way_two_histories_meet(wiki: Repository, memwiki: Run) -> None:
    wiki.write(".git/MERGE_HEAD", f"{wiki.head}\n")
    assert call(memwiki, wiki, "merge-log", LOG, LOG + ONE, LOG + OTHER)[1] == LOG + OTHER + ONE


def test_what_it_leaves_to_a_person_it_says(wiki: Repository, memwiki: Run) -> None:
    edited = LOG.replace("the trip", "a trip")
    code, text, said = call(memwiki, wiki, "merge-log", LOG, LOG + OTHER, edited, width="9")
    assert (code, text.count("<<<<<<<<< ours\n")) == (1, 1)
    assert said == "memwiki: wiki/log.md: an old line was not left as it was on one side: choose in 1 place\n"
    index = "# Index\n\n- [A](a.md)\n"
    code, _, said = call(
        memwiki, wiki, "merge-index", index, index.replace("A]", "B]"), index.replace("A]", "C]")
    )
    assert (code, "both sides changed it, each in its own way" in said) == (1, True)


def test_bytes_that_are_no_text_come_through(wiki: Repository, memwiki: Run) -> None:
    log = LOG.encode() + b"2026-11-02 | ADD | ben | caf\xe9.md | x\n"
    code, text, _ = call(memwiki, wiki, "merge-log", log, log + ONE.encode(), log + OTHER.encode())
    assert (code, text.encode("utf-8", "surrogateescape")) == (0, log + (ONE + OTHER).encode())


def test_a_file_that_belongs_to_no_store_is_merged_by_what_it_shows(wiki: Repository, memwiki: Run) -> None:
    log, new, more = "# Log\n\n- 2026-11-01 — a\n", "- 2026-11-02 — b\n", "- 2026-11-03 — c\n"
    _, made, _ = call(memwiki, wiki, "merge-log", log, log + new, log + more, path="docs/history.md")
    assert made == log + new + more


def test_outside_of_git_it_merges_too(wiki: Repository, memwiki: Run) -> None:
    (wiki.path / ".git").rename(wiki.path / "elsewhere")
    none = {"GIT_CEILING_DIRECTORIES": str(wiki.path.parent)}
    assert call(memwiki, wiki, "merge-log", LOG, LOG + ONE, LOG + OTHER, **none)[1] == LOG + ONE + OTHER
    base, one, other = "# I\n", "# I\n- [A](a.md)\n", "# I\n- [B](b.md)\n"
    made = "# I\n- [A](a.md)\n- [B](b.md)\n"
    assert call(memwiki, wiki, "merge-index", base, one, other, **none) == (0, made, "")


def test_a_version_that_is_not_there_is_no_merge(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("merge-log", "O", "A", "B", cwd=wiki.path)
    assert (answer.code, "O cannot be read" in answer.err) == (2, True)
