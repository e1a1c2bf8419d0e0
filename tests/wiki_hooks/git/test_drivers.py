"""Git merges logs and indexes by their lines: run by git itself, in every way in which it merges."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases.command import checked, memwiki
from tests.repository import ANNA, BEN, FILES, TODAY, Repository, wiki_repository
from wiki_hooks.plumbing.repository import find_repository
from wiki_hooks.setup import drivers, installer
from wiki_schema.policy import Store, read_policy
from wiki_schema.policy.scaffold import index_attributes, log_attributes

ATTRIBUTES = "wiki/log.md merge=memwiki-log\nwiki/**/index.md merge=memwiki-index\n"


def with_drivers(wiki: Repository) -> Repository:
    """The repository with drivers and hooks, run by this very interpreter."""
    wiki.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    wiki.environ["MEMWIKI_TODAY"] = str(TODAY)
    repository = find_repository(str(wiki.path), wiki.environ)
    drivers.install(repository)
    installer.install(repository)
    return wiki


@pytest.fixture
def merging(tmp_path: Path) -> Repository:
    """A wiki of which every clone merges by lines."""
    wiki = wiki_repository(tmp_path / "wiki")
    wiki.commit("Attributes", {".gitattributes": ATTRIBUTES}, author=ANNA)
    return with_drivers(wiki)


def add_note(wiki: Repository, name: str, who: str, day: str = "2026-11-30") -> None:
    """A new note with its listing and its log line, committed past the hooks' day."""
    wiki.write(f"wiki/{name}.md", f"# {name.title()}\n\n- All about {name} — {who}, {day}\n")
    wiki.append("wiki/index.md", f"- [{name.title()}]({name}.md)")
    wiki.append("wiki/log.md", f"{day} | ADD | {who} | {name}.md | all about {name}")
    wiki.commit(name, author={"anna": ANNA, "ben": BEN}[who])


@pytest.fixture
def parted(merging: Repository) -> Repository:
    """Anna on `side` and Ben on `main` have each added two notes."""
    merging.git("checkout", "-qb", "side")
    add_note(merging, "apples", "anna", "2026-11-28")
    add_note(merging, "plums", "anna", "2026-11-30")
    merging.git("checkout", "-q", "main")
    add_note(merging, "beans", "ben", "2026-11-29")
    add_note(merging, "peas", "ben", "2026-11-30")
    return merging


def log_of(wiki: Repository, revision: str = "HEAD") -> list[str]:
    """The notes that the log tells of, behind the lines that all have in common."""
    lines = wiki.git("show", f"{revision}:wiki/log.md").removeprefix(FILES["wiki/log.md"])
    return [line.split(" | ")[3].removesuffix(".md") for line in lines.split("\n")]


class TestTwoClones:
    def test_merged_in_either_direction_are_the_same_and_nothing_is_lost(
        self, parted: Repository, tmp_path: Path
    ) -> None:
        parted.git("checkout", "-q", "side")
        clone = with_drivers(parted.clone(tmp_path / "clone"))
        parted.git("checkout", "-q", "main")
        clone.git("merge", "-q", "--no-edit", "origin/main")
        parted.git("merge", "-q", "--no-edit", "side")
        assert parted.git("rev-parse", "HEAD^{tree}") == clone.git("rev-parse", "HEAD^{tree}")
        assert log_of(parted) == ["apples", "beans", "plums", "peas"]
        index = parted.read("wiki/index.md").removeprefix(FILES["wiki/index.md"])
        assert re.findall("[A-Z][a-z]+", index) == ["Apples", "Beans", "Peas", "Plums"]
        for wiki in (parted, clone):
            assert wiki.git("status", "--porcelain") == ""
            answer = checked(wiki, "--from-ref", "HEAD^", "--to-ref", "HEAD")
            assert (answer.code, answer.errors) == (0, [])

    def test_merged_again_nothing_changes(self, parted: Repository) -> None:
        parted.git("merge", "-q", "--no-edit", "side")
        tree = parted.git("rev-parse", "HEAD^{tree}")
        parted.git("checkout", "-q", "side")
        parted.git("merge", "-q", "--no-ff", "--no-edit", "main")
        assert parted.git("rev-parse", "HEAD^{tree}") == tree

    def test_that_merged_each_other_end_in_one_log(self, parted: Repository) -> None:
        """A criss-cross: each merges the other, and both go on."""
        main, side = parted.git("rev-parse", "main", "side").split("\n")
        parted.git("merge", "-q", "--no-edit", side)
        add_note(parted, "rice", "ben")
        parted.git("checkout", "-q", "side")
        parted.git("merge", "-q", "--no-edit", main)
        add_note(parted, "figs", "anna")
        for into, other in (("one", "main"), ("two", "side")):
            parted.git("checkout", "-qb", into, {"main": "side", "side": "main"}[other])
            parted.git("merge", "-q", "--no-edit", other)
        assert parted.git("rev-parse", "one^{tree}") == parted.git("rev-parse", "two^{tree}")
        assert sorted(log_of(parted)) == sorted(["apples", "beans", "peas", "plums", "rice", "figs"])
        assert checked(parted, "--from-ref", "main", "--to-ref", "two").code == 0


class TestOneParent:
    """A rebase, a pick, a squash, a stash: the log may only grow at its end."""

    def test_a_rebase(self, parted: Repository) -> None:
        parted.git("rebase", "-q", "main", "side")
        assert log_of(parted) == ["beans", "peas", "apples", "plums"]
        assert checked(parted, "--from-ref", "main", "--to-ref", "side").code == 0

    def test_a_later_commit_brings_no_earlier_one_along(self, parted: Repository) -> None:
        parted.git("cherry-pick", "side")
        assert log_of(parted) == ["beans", "peas", "plums"]
        assert "apples" not in parted.read("wiki/index.md")
        assert checked(parted, "--from-ref", "HEAD^", "--to-ref", "HEAD").code == 0

    @pytest.mark.parametrize("option", ["--squash", "--squas", "--sq"])
    def test_a_squashed_merge_passes_its_hook(self, parted: Repository, option: str) -> None:
        parted.git("merge", "-q", option, "side")
        parted.git("commit", "-q", "-m", "Fruit", f"--author={ANNA}", GIT_AUTHOR_EMAIL="anna@example.org")
        assert log_of(parted) == ["beans", "peas", "apples", "plums"]

    def test_what_was_stashed(self, parted: Repository) -> None:
        parted.git("checkout", "-q", "side~1")
        parted.append("wiki/log.md", "2026-11-29 | LINT | ben | home.md | nothing")
        parted.git("stash", "-q")
        parted.git("checkout", "-q", "main")
        parted.git("stash", "pop", "-q")
        assert parted.read("wiki/log.md").endswith("peas\n2026-11-29 | LINT | ben | home.md | nothing\n")

    def test_a_revert_of_an_entry_is_left_to_a_person(self, parted: Repository) -> None:
        parted.git("revert", "--no-edit", "HEAD~1", fails=True)
        assert "<<<<<<< ours\n2026-11-29 | ADD | ben | beans.md" in parted.read("wiki/log.md")


class TestWhatOneSideMayNotDo:
    @pytest.fixture
    def edited(self, parted: Repository) -> Repository:
        """Anna has edited an old line of the log on `side`, past the hooks."""
        parted.git("checkout", "-q", "side")
        parted.replace("wiki/log.md", "the boiler", "the new boiler")
        parted.commit("Edited", author=ANNA)
        parted.git("checkout", "-q", "main")
        return parted

    def test_stops_the_merge_with_both_versions_and_all_else_merged(self, edited: Repository) -> None:
        edited.git("merge", "side", fails=True)
        log = edited.read("wiki/log.md")
        block = log[log.index("<<<<<<<") : log.index(">>>>>>>")]
        assert [line.rsplit("| ")[-1] for line in block.split("\n")] == [
            "<<<<<<< ours", "the boiler", "=======", "the new boiler", "",
        ]  # fmt: skip
        assert [line.rsplit(" ")[-1] for line in log.split("\n")[-5:]] == [
            "apples",
            "beans",
            "plums",
            "peas",
            "",
        ]
        assert edited.git("diff", "--name-only", "--diff-filter=U") == "wiki/log.md"
        edited.git("commit", "-qam", "Not looked at", fails=True)

    def test_an_octopus_gives_up(self, parted: Repository) -> None:
        parted.git("checkout", "-qb", "third", "main~2")
        add_note(parted, "corn", "ben")
        parted.git("merge", "-q", "--no-edit", "main", "side", fails=True)
        assert log_of(parted) == ["corn"]


@pytest.mark.parametrize("into", ["main", "side"])
def test_what_came_while_the_log_was_put_away_comes_into_the_new_one(parted: Repository, into: str) -> None:
    away = parted.git("show", "main:wiki/log.md") + "\n"
    line = "2026-11-30 | LINT | ben | log-2026.md | put away"
    parted.commit(
        "Away", {"wiki/log-2026.md": away, "wiki/log.md": f"# Log\n\nBefore: log-2026.md\n\n{line}\n"}
    )
    parted.git("checkout", "-q", into)
    parted.git("merge", "-q", "--no-edit", {"main": "side", "side": "main"}[into])
    assert parted.read("wiki/log.md").split("\n")[4:] == [
        "2026-11-28 | ADD | anna | apples.md | all about apples",
        "2026-11-30 | ADD | anna | plums.md | all about plums", line, "",
    ]  # fmt: skip
    assert parted.read("wiki/log-2026.md") == away
    answer = checked(parted, "--from-ref", "HEAD^", "--to-ref", "HEAD")
    assert (answer.code, answer.errors) == (0, [])


def test_a_secret_that_was_cut_out_does_not_come_back(parted: Repository) -> None:
    parted.replace("wiki/log.md", "the boiler", "[redacted: token]")
    parted.append("wiki/log.md", "2026-11-30 | CONFLICT | anna | log.md | a token redacted")
    parted.commit("Redacted", author=ANNA)
    for into, other in (("one", "main"), ("two", "side")):
        parted.git("checkout", "-qb", into, {"main": "side", "side": "main"}[other])
        parted.git("merge", "-q", "--no-edit", other)
        assert "boiler" not in parted.read("wiki/log.md")
        assert "[redacted: token]" in parted.read("wiki/log.md")


NEWEST = "# Log\n\n2026-11-01 | ADD | ben | x.md | a\n"
STYLES = [
    ("okf", "oldest-first", "# Log\n\n## 2026-11-01\n\n- a\n", "\n## 2026-11-{}\n\n- {}\n"),
    ("headings", "oldest-first", "# Log\n\n## [2026-11-01] a\nBody.\n", "\n## [2026-11-{}] {}\nBody.\n"),
    ("bullets", "oldest-first", "# Log\n\n- 2026-11-01 — a\n", "- 2026-11-{} — {}\n"),
    ("memwiki", "newest-first", NEWEST, "2026-11-{} | LINT | ben | {} | x\n"),
]  # fmt: skip


@pytest.mark.parametrize(("style", "order", "log", "entry"), STYLES)
def test_every_format_as_the_policy_says(
    merging: Repository, style: str, order: str, log: str, entry: str
) -> None:
    policy = f'[[store]]\npath = "wiki"\nlog_format = "{style}"\nlog_order = "{order}"\n'
    merging.commit("Another style", {"memwiki.toml": policy, "wiki/log.md": log}, author=ANNA)

    def grown(*entries: str) -> str:
        if order == "newest-first":
            head, blank, rest = log.partition("\n\n")
            return head + blank + "".join(reversed(entries)) + rest
        return log + "".join(entries)

    one, other = entry.format(28, "one"), entry.format(27, "other")
    merging.git("checkout", "-qb", "side")
    merging.commit("one", {"wiki/log.md": grown(one)})
    merging.git("checkout", "-q", "main")
    merging.commit("other", {"wiki/log.md": grown(other)})
    merging.git("merge", "-q", "--no-edit", "side")
    assert merging.read("wiki/log.md") == grown(other, one)


def test_without_a_policy_the_log_shows_how_it_is_written(merging: Repository) -> None:
    log = "# Log\n\n- 2026-11-02 — b\n- 2026-11-01 — a\n"
    merging.commit("Plain", {"memwiki.toml": None, "wiki/log.md": log}, author=ANNA)
    for name, day in (("side", 28), ("main", 27)):
        merging.git("checkout", "-q", *(["-b"] if name == "side" else []), name)
        merging.commit(name, {"wiki/log.md": log.replace("\n\n", f"\n\n- 2026-11-{day} — {name}\n", 1)})
    merging.git("merge", "-q", "--no-commit", "side")
    assert merging.read("wiki/log.md") == log.replace(
        "\n\n", "\n\n- 2026-11-28 — side\n- 2026-11-27 — main\n", 1
    )


class TestWhatCannotRun:
    """A driver that fails must not leave ours in place of both."""

    @pytest.mark.parametrize("program", ["/gone/python", "/bin/false", "/bin/cat"])
    def test_is_merged_as_text_and_called_a_conflict(self, parted: Repository, program: str) -> None:
        drivers.install(find_repository(str(parted.path), parted.environ), program)
        parted.git("merge", "side", fails=True)
        log = parted.read("wiki/log.md")
        assert all(f"all about {name}" in log for name in ("apples", "plums", "beans", "peas"))
        assert "<<<<<<<" in log
        assert "wiki/log.md" in parted.git("diff", "--name-only", "--diff-filter=U")

    @pytest.mark.parametrize("ours", ["<<<<<<< ours", "x"])
    @pytest.mark.parametrize("program", ["/gone/python", "/bin/false", "{killed}"])
    def test_whatever_ours_says(self, parted: Repository, tmp_path: Path, program: str, ours: str) -> None:
        killed = tmp_path / "killed"
        killed.write_text("#!/bin/sh\nkill -9 $$\n")
        killed.chmod(0o755)
        parted.append("wiki/index.md", f"\n```\n{ours}\n```")
        parted.commit("Code", author=BEN)
        repository = find_repository(str(parted.path), parted.environ)
        drivers.install(repository, program.format(killed=killed))
        parted.git("merge", "side", fails=True)
        index = parted.read("wiki/index.md")
        assert all(f"- [{name}]" in index for name in ("Apples", "Plums", "Beans", "Peas"))
        assert "wiki/index.md" in parted.git("diff", "--name-only", "--diff-filter=U")

    def test_nor_does_one_that_is_killed_while_it_writes(self, parted: Repository, tmp_path: Path) -> None:
        """It dies where it would put its result in place."""
        dies = tmp_path / "dies"
        program = "import os, sys; os.replace = lambda *_: os.kill(os.getpid(), 9); "
        program += "from wiki_hooks.cli import main; main(sys.argv[1:])"
        dies.write_text(f"#!/bin/sh\nshift 3\nexec {sys.executable} -c '{program}' \"$@\"\n")
        dies.chmod(0o755)
        drivers.install(find_repository(str(parted.path), parted.environ), str(dies))
        parted.git("merge", "side", fails=True)
        assert all(f"all about {name}" in parted.read("wiki/log.md") for name in ("apples", "plums", "beans"))

    @pytest.mark.parametrize("width", [3, 7, 20])
    def test_what_it_merged_with_markers_of_any_width_is_not_merged_again(
        self, parted: Repository, width: int
    ) -> None:
        parted.write(".git/info/attributes", f"*.md conflict-marker-size={width}\n")
        parted.git("checkout", "-q", "side")
        parted.replace("wiki/log.md", "the boiler", "the new boiler")
        parted.commit("Edited", author=ANNA)
        parted.git("checkout", "-q", "main")
        parted.git("merge", "side", fails=True)
        log = parted.read("wiki/log.md").split("\n")
        assert [line for line in log if line[:1] in ("<", "=", ">")] == [
            f"{'<' * width} ours", "=" * width, f"{'>' * width} theirs",
        ]  # fmt: skip

    def test_a_file_that_git_calls_binary_holds_both(self, parted: Repository) -> None:
        parted.append("wiki/index.md", "\0")
        parted.commit("Odd", author=BEN)
        drivers.install(find_repository(str(parted.path), parted.environ), "/gone/python")
        parted.git("merge", "side", fails=True)
        assert all(f"- [{name}]" in parted.read("wiki/index.md") for name in ("Apples", "Plums", "Beans"))

    def test_an_interpreter_may_have_any_name(self, parted: Repository, tmp_path: Path) -> None:
        odd = tmp_path / "a 'quoted' %A 100% python"
        odd.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
        odd.chmod(0o755)
        drivers.install(find_repository(str(parted.path), parted.environ), str(odd))
        parted.git("merge", "-q", "--no-edit", "side")
        assert log_of(parted) == ["apples", "beans", "plums", "peas"]

    def test_a_log_that_its_plugin_cannot_read_shows_both_whole(self, parted: Repository) -> None:
        for name in ("base", "ours", "theirs"):
            parted.write(name, f"# Log\n\n- {name}\n")
        parted.write("memwiki.toml", '[[store]]\npath = "wiki"\nlog_format = "okf"\n')
        parted.write("lib/broken.dist-info/entry_points.txt", "[memwiki]\nbroken = no_such_module\n")
        lib = os.pathsep.join([str(parted.path / "lib"), parted.environ["PYTHONPATH"]])
        answer = memwiki(parted, "merge-log", "base", "ours", "theirs", "7", "wiki/log.md", PYTHONPATH=lib)
        assert (answer.code, "The plugin broken" in answer.err) == (2, True)
        assert parted.read("ours") == (
            "<<<<<<< ours\n# Log\n\n- ours\n=======\n# Log\n\n- theirs\n>>>>>>> theirs\n"
        )


class TestInstalled:
    def test_twice_is_as_once_and_gone_without_a_trace(self, wiki: Repository) -> None:
        repository = find_repository(str(wiki.path), wiki.environ)
        before = wiki.git("config", "--local", "--list")
        first = drivers.install(repository)
        assert [line.split()[0] for line in first] == ["wrote", "wrote"]
        once = wiki.git("config", "--local", "--list")
        assert [line.split()[0] for line in drivers.install(repository)] == ["kept", "kept"]
        assert wiki.git("config", "--local", "--list") == once
        assert len(drivers.uninstall(repository)) == 2
        assert wiki.git("config", "--local", "--list") == before
        assert drivers.uninstall(repository) == []

    def test_in_a_linked_worktree_for_all(self, wiki: Repository, tmp_path: Path) -> None:
        wiki.git("worktree", "add", "-q", str(tmp_path / "linked"))
        linked = find_repository(str(tmp_path / "linked"), wiki.environ)
        drivers.install(linked, "/some/python")
        assert (
            drivers.program_of(find_repository(str(wiki.path), wiki.environ).git, drivers.LOG)
            == "/some/python"
        )

    @pytest.mark.parametrize(
        ("path", "log", "index"),
        [
            ("wiki", "log.md", "index.md"),
            (".", "log.md", "index.md"),
            ("a wiki", "../docs/our history.md", "README.md"),
            ("[odd]* #1", "log?.md", "in\\dex.md"),
            ("#notes", "log.md", "index.md"),
            ('"quoted"', "log.md", "index.md"),
            ("日本", "記録.md", "目次.md"),
        ],
    )
    def test_the_attributes_name_log_and_indexes_and_nothing_else(
        self, wiki: Repository, path: str, log: str, index: str
    ) -> None:
        store = Store("" if path == "." else path, log=log, index=index)
        lines = log_attributes(store.log_path) + index_attributes(store.path, store.index_path)
        wiki.write(".gitattributes", lines)
        folder = f"{store.path}/" if store.path else ""
        wanted = {
            store.log_path: "memwiki-log",
            store.index_path: "memwiki-index",
            f"{folder}deep/er/{index}": "memwiki-index",
            f"{folder}note.md": "unspecified",
            f"elsewhere/{log.rpartition('/')[2]}": "unspecified",
        }
        answer = wiki.git("check-attr", "-z", "merge", "--", *wanted).split("\0")
        assert dict(zip(answer[::3], answer[2::3], strict=False)) == wanted

    @pytest.mark.parametrize(
        ("attributes", "lacking"),
        [
            ("", ATTRIBUTES),
            (ATTRIBUTES, ""),
            ("*.md merge=memwiki-log\n", ""),
            ("log.md merge=union\n", "wiki/**/index.md merge=memwiki-index\n"),
            ("wiki/index.md merge=memwiki-index\n", ATTRIBUTES),
        ],
    )
    def test_only_what_is_lacking_is_added(self, wiki: Repository, attributes: str, lacking: str) -> None:
        wiki.write(".gitattributes", attributes)
        policy = read_policy({"memwiki.toml": FILES["memwiki.toml"]}.get)
        assert policy is not None
        git = find_repository(str(wiki.path), wiki.environ).git
        assert "".join(drivers.lacking_lines(git, policy, attributes)) == lacking


def test_a_driver_starts_without_what_it_does_not_need(parted: Repository) -> None:
    """A rebase of a hundred commits starts it a hundred times."""
    for name in ("base", "ours", "theirs"):
        parted.write(name, f"# Log\n\n2026-11-30 | LINT | ben | {name}.md | x\n")
    program = "import sys; from wiki_hooks.cli import main; main(sys.argv[1:]); print(*sys.modules)"
    arguments = ("merge-log", "base", "ours", "theirs", "7", "wiki/log.md")
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=parted.path, env=parted.environ, capture_output=True, text=True, check=True,
    )  # fmt: skip
    loaded = set(done.stdout.split())
    heavy = "rich ruamel sqlite3 filelock watchdog json difflib logging wiki_schema.plugins wiki_schema.judge"
    assert not loaded & set(heavy.split())
