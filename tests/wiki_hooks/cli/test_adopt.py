"""`memwiki init --adopt`: any wiki is recognised, starts quiet, is guarded, and keeps every byte."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from tests.repository import Repository, empty_repository
from tests.wiki_hooks.cli.conftest import Run
from tests.wikis_of_others import BARE, FOREIGN_LOG, LLM_WIKI, OKF, OTHERS, OWN, Other, page

OURS = {"memwiki.toml", "memwiki-baseline.txt"}
EVERY = pytest.mark.parametrize("name", OTHERS)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return empty_repository(tmp_path / "theirs")


def lay(repository: Repository, other: Other) -> Repository:
    repository.commit("theirs", dict(other.files))
    return repository


def tree_of(top: Path) -> dict[str, tuple[str, int, int]]:
    """Bytes, time and mode of everything below a folder, git's own files left out, and so are ours."""
    found = {}
    for path in sorted(top.rglob("*")):
        name = str(path.relative_to(top))
        if name.split("/")[0] == ".git" or name in OURS:
            continue
        state = path.lstat()
        content = (
            os.readlink(path).encode() if path.is_symlink() else path.read_bytes() if path.is_file() else b""
        )
        is_folder = path.is_dir() and not path.is_symlink()
        found[name] = (sha256(content).hexdigest(), 0 if is_folder else state.st_mtime_ns, state.st_mode)
    return found


# Recognised, and quiet


@EVERY
@pytest.mark.parametrize("with_git", [True, False])
def test_a_wiki_is_recognised_and_starts_quiet_and_keeps_every_byte(
    tmp_path: Path, memwiki: Run, name: str, with_git: bool
) -> None:
    other, top = OTHERS[name], tmp_path / "theirs"
    wiki = lay(empty_repository(top), other) if with_git else Repository(top)
    for path, text in () if with_git else other.files.items():
        wiki.write(path, text)
    before = tree_of(top)
    answer = memwiki("init", "--adopt", ".", cwd=top)
    assert answer.code == 0, answer.err
    assert wiki.read("memwiki.toml").partition("\n\n")[2] == other.config
    for words in other.says:
        assert words in answer.out
    for command in (["check", "--all"], ["lint"], ["lint"]):
        quiet = memwiki(*command, cwd=top)
        assert (quiet.code, "nothing to report" in quiet.out) == (0, True), quiet.out
        name = " ".join(["memwiki", *command])
        told = re.findall(rf"^  ([\d,]+) of `{name}`:$", answer.out, re.MULTILINE)
        assert re.findall(rf"covers ([\d,]+) findings? of `{name}` that", quiet.out) == told, "one number"
    assert tree_of(top) == before


@EVERY
def test_the_same_wiki_is_taken_in_the_same_way_every_time(
    repository: Repository, memwiki: Run, name: str
) -> None:
    lay(repository, OTHERS[name])
    shown = memwiki("init", "--adopt", ".", "--dry-run", cwd=repository.path)
    assert shown.code == 0
    assert not OURS & set(os.listdir(repository.path))
    first = memwiki("init", "--adopt", ".", cwd=repository.path)
    written = {
        file: (repository.path / file).read_bytes() for file in OURS if (repository.path / file).exists()
    }
    would, does = "which the baseline would accept", "accepted by the baseline"
    assert does not in shown.out
    told = first.out.partition("\nwrote ")[0]
    assert shown.out.partition("\nmemwiki.toml would")[0] == told.replace(does, would)
    again = memwiki("init", "--adopt", ".", cwd=repository.path)
    assert (again.code, again.out.startswith("kept    memwiki.toml")) == (0, True)
    for file in written:
        (repository.path / file).unlink()
    assert memwiki("init", "--adopt", ".", cwd=repository.path).out == first.out
    assert {file: (repository.path / file).read_bytes() for file in written} == written


@EVERY
def test_the_next_steps_work_as_printed_and_leave_a_wiki_that_can_be_worked_in(
    repository: Repository, memwiki: Run, name: str
) -> None:
    other = OTHERS[name]
    lay(repository, other)
    answer = memwiki("init", "--adopt", ".", cwd=repository.path)
    for step in answer.out.partition("\nnext:\n")[2].strip().split("\n"):
        program, *words = shlex.split(step, comments=True)
        if program == "git":
            repository.git(*words)
        else:
            done = memwiki(*words, cwd=repository.path)
            assert words in (["doctor"], ["audit"]) or done.code == 0, done.err
            assert done.code < 2, done.err
    repository.stage()
    assert memwiki("check", cwd=repository.path).code == 0
    repository.commit("what init made")
    assert memwiki("check", "--all", cwd=repository.path).code == 0


# Broken


def edited_log(other: Other, wiki: Repository) -> None:
    old = (wiki.path / other.logs[-1]).read_bytes().rstrip()
    wiki.write(other.logs[-1], old + b" and more" + (wiki.path / other.logs[-1]).read_bytes()[len(old) :])


def emptied_log(other: Other, wiki: Repository) -> None:
    wiki.write(other.logs[-1], "# Log\n")


def unlisted(other: Other, wiki: Repository) -> None:
    for path in other.files:
        stem = Path(other.note).stem
        lines = other.files[path].split("\n")
        kept = [line for line in lines if stem not in line]
        if len(kept) < len(lines) and path.lower().endswith(
            ("index.md", "memory.md", "home.md", "readme.md")
        ):
            wiki.write(path, "\n".join(kept))


def deleted(other: Other, wiki: Repository) -> None:
    (wiki.path / other.note).unlink()


def added(other: Other, wiki: Repository) -> None:
    wiki.write(other.new_note, "# New\n\nNobody lists it.\n")


def appended(words: str | bytes) -> Callable[[Other, Repository], None]:
    def append(other: Other, wiki: Repository) -> None:
        old = (wiki.path / other.note).read_bytes()
        wiki.write(other.note, old + (words.encode() if isinstance(words, str) else words))

    return append


HAS_LOG = [name for name, other in OTHERS.items() if other.logs]
HAS_INDEX = [name for name in OTHERS if name != "bare"]

IN_A_COMMIT = {
    "log-rewritten": (edited_log, HAS_LOG),
    "log-shortened": (emptied_log, HAS_LOG),
    "index-dropped": (unlisted, HAS_INDEX),
    "note-deleted": (deleted, [*OTHERS]),
    "note-unindexed": (added, HAS_INDEX),
    "conflict-marker": (appended("\n<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n"), [*OTHERS]),
    "encoding": (appended(b"\n\xe9t\xe9\n"), [*OTHERS]),
}
ON_THE_STORE = {
    "link-dead": (appended("\nSee [it](nowhere.md).\n"), [*OTHERS]),
    "note-orphan": (added, HAS_INDEX),
    "index-dead": (deleted, HAS_INDEX),
    "note-large": (appended("\nwords\n" * 200), [*OTHERS]),
    "encoding": (appended(b"\n\xe9t\xe9\n"), [*OTHERS]),
}


def cases(table: dict[str, tuple[Callable[[Other, Repository], None], list[str]]]) -> list[tuple[str, str]]:
    return [(rule, name) for rule, (_, names) in table.items() for name in names]


@pytest.fixture
def adopted(repository: Repository, memwiki: Run) -> Callable[[str], Repository]:
    def adopt(name: str) -> Repository:
        lay(repository, OTHERS[name])
        assert memwiki("init", "--adopt", ".", cwd=repository.path).code == 0
        repository.commit("adopted")
        return repository

    return adopt


@pytest.mark.parametrize(("rule", "name"), cases(IN_A_COMMIT))
def test_what_breaks_it_is_refused_at_the_commit(
    adopted: Callable[[str], Repository], memwiki: Run, rule: str, name: str
) -> None:
    wiki = adopted(name)
    IN_A_COMMIT[rule][0](OTHERS[name], wiki)
    wiki.stage()
    answer = memwiki("check", cwd=wiki.path)
    assert (answer.code, rule in answer.out) == (1, True), answer.out


@pytest.mark.parametrize(("rule", "name"), cases(ON_THE_STORE))
def test_what_drifts_is_found_by_the_health_pass_and_nothing_that_stood_there(
    adopted: Callable[[str], Repository], memwiki: Run, rule: str, name: str
) -> None:
    wiki = adopted(name)
    ON_THE_STORE[rule][0](OTHERS[name], wiki)
    answer = memwiki("lint", cwd=wiki.path)
    assert (answer.code, rule in answer.out) == (1, True), answer.out


# Said by hand


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        (["--kind", "private", "--owner", "ana"], ['kind = "private"', 'owner = "ana"']),
        (["--owner", "ana"], ['kind = "private"', 'owner = "ana"']),
        (["--kind", "private"], ['kind = "private"', 'owner = "ben-okri"']),
        (["--kind", "shared"], ['kind = "shared"']),
    ],
)
def test_whose_it_is_may_be_said(
    repository: Repository, memwiki: Run, options: list[str], lines: list[str]
) -> None:
    lay(repository, BARE)
    repository.git("config", "user.name", "Ben Okri")
    assert memwiki("init", "--adopt", ".", *options, cwd=repository.path).code == 0
    assert [line for line in repository.read("memwiki.toml").split("\n") if line in lines] == lines


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--adopt", "--git-hooks"], "after it"),
        (["--adopt", "--who", "ana"], "after it"),
        (["--adopt", "--remove-git-hooks"], "after it"),
        (["--dry-run"], "give both"),
        (["--adopt", "--kind", "open", "--owner", "ana"], "only a private store has an owner"),
        (["--adopt", "nowhere"], "is no folder"),
    ],
)
def test_what_does_not_go_together_is_refused(
    repository: Repository, memwiki: Run, options: list[str], words: str
) -> None:
    lay(repository, BARE)
    answer = memwiki("init", *options, cwd=repository.path)
    assert (answer.code, words in answer.err) == (2, True), answer.err


# What stands there


def test_a_configuration_that_differs_is_left_and_the_difference_shown(
    repository: Repository, memwiki: Run
) -> None:
    lay(repository, LLM_WIKI)
    repository.write("memwiki.toml", '[[store]]\npath = "wiki"\n')
    before = tree_of(repository.path)
    answer = memwiki("init", "--adopt", ".", cwd=repository.path)
    assert answer.code == 2
    assert '+log_format = "headings"' in answer.err
    assert repository.read("memwiki.toml") == '[[store]]\npath = "wiki"\n'
    assert tree_of(repository.path) == before


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("pyproject.toml", '[[tool.memwiki.store]]\npath = "wiki"\n'),
        ("memwiki-baseline.txt", "# mine\n"),
    ],
)
def test_nothing_else_that_is_there_is_written_over(
    repository: Repository, memwiki: Run, file: str, text: str
) -> None:
    lay(repository, LLM_WIKI)
    repository.write(file, text)
    assert memwiki("init", "--adopt", ".", cwd=repository.path).code == 2
    assert repository.read(file) == text
    assert not (repository.path / "memwiki.toml").exists()


@pytest.mark.parametrize("other", [LLM_WIKI, OKF], ids=["headings", "okf"])
def test_a_plain_init_configures_nothing_over_the_log_of_a_wiki(
    repository: Repository, memwiki: Run, other: Other
) -> None:
    lay(repository, other)
    folder = str(Path(other.logs[0]).parent)
    answer = memwiki("init", folder, cwd=repository.path)
    assert answer.code == 2
    assert f"Take it in: memwiki init --adopt {folder}" in answer.err
    assert not (repository.path / "memwiki.toml").exists()


def test_a_plain_init_still_takes_a_log_of_our_own(repository: Repository, memwiki: Run) -> None:
    lay(repository, OWN)
    assert memwiki("init", ".", cwd=repository.path).code == 0


@pytest.mark.parametrize("files", [{}, {"code.py": "pass\n"}, {".hidden/a.md": "# A\n"}], ids=list)
def test_a_folder_without_notes_is_no_wiki(
    repository: Repository, memwiki: Run, files: dict[str, str]
) -> None:
    repository.commit("theirs", dict(files))
    before = tree_of(repository.path)
    answer = memwiki("init", "--adopt", ".", cwd=repository.path)
    assert (answer.code, "no Markdown notes" in answer.err) == (2, True)
    assert (tree_of(repository.path), OURS & set(os.listdir(repository.path))) == (before, set())


def test_a_wiki_is_taken_in_below_the_top_and_from_elsewhere(
    repository: Repository, memwiki: Run, tmp_path: Path
) -> None:
    lay(repository, LLM_WIKI)
    answer = memwiki("init", "--adopt", str(repository.path / "wiki"), cwd=tmp_path)
    assert answer.code == 0, answer.err
    assert repository.read("memwiki.toml").partition("\n\n")[2] == LLM_WIKI.config
    assert f"cd {repository.path}" in answer.out


def test_changes_that_wait_bytes_that_are_no_text_and_links_are_no_hindrance(
    repository: Repository, memwiki: Run
) -> None:
    lay(repository, LLM_WIKI)
    repository.write("wiki/concepts/latin.md", b"# \xe9t\xe9\n")
    repository.append("wiki/concepts/boiler.md", "not committed")
    (repository.path / "wiki/concepts/link.md").symlink_to("boiler.md")
    (repository.path / "wiki/away.md").symlink_to("/nowhere")
    repository.write(os.fsdecode(b"wiki/concepts/\xff.md"), "# Odd\n")
    repository.write("wiki/concepts/a\nb`$(rm x)`\x1b[31m.md", "# Odd\n")
    before = tree_of(repository.path)
    answer = memwiki("init", "--adopt", ".", cwd=repository.path)
    assert answer.code == 0, answer.err
    assert "\x1b" not in answer.out
    assert tree_of(repository.path) == before
    for command in (["check", "--all"], ["lint"]):
        assert memwiki(*command, cwd=repository.path).code == 0


def test_a_log_that_cannot_be_read_may_get_a_successor(repository: Repository, memwiki: Run) -> None:
    lay(repository, FOREIGN_LOG)
    memwiki("init", "--adopt", ".", cwd=repository.path)
    assert memwiki("init", ".", cwd=repository.path).code == 0
    assert repository.read("memwiki-log.md") == "# Log\n\n"
    assert repository.read("log.md") == FOREIGN_LOG.files["log.md"]


def test_notes_that_lie_in_no_store_are_told_by_their_folders(repository: Repository, memwiki: Run) -> None:
    lay(repository, LLM_WIKI)
    repository.commit("more", {
        "old/a.md": "# A\n", "old/b.md": "# B\n", "loose.md": "# Loose\n", "README.md": "# Not a note\n",
        "raw/source.md": "# Nor this\n",
    })  # fmt: skip
    done = memwiki("init", "--adopt", ".", cwd=repository.path)
    assert "In no store, and not guarded: 3 notes in old (2), . (1)." in done.out


@EVERY
def test_the_last_steps_name_the_audit_where_there_is_a_history(
    repository: Repository, memwiki: Run, name: str
) -> None:
    lay(repository, OTHERS[name])
    steps = memwiki("init", "--adopt", ".", cwd=repository.path).out.partition("\nnext:\n")[2].split("\n")
    assert [step.split("#")[0].strip() for step in steps if "audit" in step] == ["memwiki audit"]


def test_notes_that_lie_at_the_top_alone_are_told_which_store_holds_them(
    repository: Repository, memwiki: Run
) -> None:
    lay(repository, LLM_WIKI)
    repository.commit("more", {"loose.md": "# Loose\n"})
    done = memwiki("init", "--adopt", ".", cwd=repository.path)
    assert 'In no store, and not guarded: 1 note in . (1).\n  A [[store]] with path = "." in' in done.out


@pytest.mark.parametrize("name", ["old", "c d"])
def test_what_was_left_out_is_taken_in_by_the_steps_as_they_are_printed(
    repository: Repository, memwiki: Run, name: str
) -> None:
    lay(repository, LLM_WIKI)
    files = {
        f"{name}/index.md": "# Old\n\n- [One](one.md)\n- [Gone](gone.md)\n",
        f"{name}/one.md": page("one"),
    }
    repository.commit("more", dict(files))
    first = memwiki("init", "--adopt", ".", cwd=repository.path).out
    (command,) = re.findall(r"^  Afterwards `memwiki (.*)` says what to add", first, re.MULTILINE)
    config, before = repository.read("memwiki.toml"), tree_of(repository.path)
    told = memwiki(*shlex.split(command), cwd=repository.path)
    assert (told.code, repository.read("memwiki.toml"), tree_of(repository.path)) == (2, config, before)
    more, _, last = told.err.partition("add to it:\n\n")[2].partition("\nThen accept what stands there: ")
    repository.write("memwiki.toml", f"{config}\n{more}")
    assert "index-dead" in memwiki("lint", cwd=repository.path).out
    assert memwiki(*shlex.split(last)[1:], cwd=repository.path).code == 0
    assert memwiki("lint", cwd=repository.path).code == 0
    for folder in (name, "wiki"):
        kept = memwiki("init", "--adopt", folder, cwd=repository.path)
        assert (kept.code, kept.out) == (0, "kept    memwiki.toml  (it guards this wiki)\n")
