"""Real repositories and the real command: what counts is the content of a commit, however it came about."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases.command import LOGGED, Answer, checked, erase, memwiki
from tests.repository import ANNA, FILES, HOTEL, ROME, Repository, wiki_repository


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


class TestAChangeAsJson:
    @staticmethod
    def judged(where: Path, trips: str) -> Answer:
        """The answer on a change of one note, with its log line."""
        after = {"wiki/trips.md": trips, "wiki/log.md": f"{FILES['wiki/log.md']}{LOGGED}\n"}
        change = {
            "actor": "ben",
            "day": "2026-11-30",
            "policy": {name: FILES[name] for name in ("memwiki.toml", "members.toml")},
            "files": [{"path": p, "before": FILES[p], "after": text} for p, text in after.items()],
        }
        return memwiki(where, "check", "--stdin", "--format", "json", feed=json.dumps(change))

    def test_is_judged_like_any_other_and_gives_the_words_back(self, tmp_path: Path) -> None:
        answer = self.judged(tmp_path, f"# Trips\n\n- {HOTEL}\n")
        assert (answer.code, answer.errors, answer.err) == (1, ["fact-erased"], "")
        (finding,) = json.loads(answer.out)["findings"]
        assert (finding["path"], finding["line"], finding["lost"]) == ("wiki/trips.md", 3, [ROME])

    def test_is_let_through_where_nothing_is_wrong(self, tmp_path: Path) -> None:
        answer = self.judged(tmp_path, f"{FILES['wiki/trips.md']}- The train is at nine — ben, 2026-11-30\n")
        assert (answer.code, json.loads(answer.out)["findings"]) == (0, [])


class TestWhatIsStagedCounts:
    """The index for a commit, the disk where it was asked for; neither is altered."""

    def test_a_fact_erased_there_is_missed_even_if_it_is_back_on_disk(self, wiki: Repository) -> None:
        erase(wiki)
        wiki.stage()
        wiki.write("wiki/trips.md", FILES["wiki/trips.md"])
        assert checked(wiki).errors == ["fact-erased"]
        assert checked(wiki, "--worktree").code == 0

    def test_a_fact_erased_on_disk_alone_is_seen_where_the_disk_is_meant(self, wiki: Repository) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.stage()
        wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
        assert checked(wiki).code == 0
        assert checked(wiki, "--worktree").errors == ["fact-erased"]

    def test_an_index_line_on_disk_alone_lists_nothing(self, wiki: Repository) -> None:
        wiki.write("wiki/garden.md", "# Garden\n\n- Tulips in March — ben, 2026-11-30\n")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | garden.md | the garden")
        wiki.stage()
        wiki.append("wiki/index.md", "- [Garden](garden.md)")
        assert checked(wiki).errors == ["note-unindexed"]
        assert checked(wiki, "--worktree").code == 0

    def test_no_file_is_altered(self, wiki: Repository) -> None:
        erase(wiki)
        wiki.stage()
        wiki.write("wiki/trips.md", "# Trips\n")
        before = {path: path.read_bytes() for path in wiki.path.rglob("*") if path.is_file()}
        checked(wiki)
        checked(wiki, "--worktree")
        assert before == {path: path.read_bytes() for path in wiki.path.rglob("*") if path.is_file()}


class TestAroundTheEditor:
    """The state is guarded, not the command that led to it."""

    @pytest.mark.parametrize(
        "command",
        [
            "python3 - <<'X'\nimport re; p = 'wiki/trips.md'; t = open(p).read()\n"
            "open(p, 'w').write(t.replace('train', 'plane'))\nX",
            "sed -i.bak s/train/plane/ wiki/trips.md && rm wiki/trips.md.bak",
            "printf '# Trips\\n' > ../x && cp ../x wiki/trips.md",
            "git checkout -q HEAD~5 -- wiki/trips.md",
            "printf '%s\\n' '--- a/wiki/trips.md' '+++ b/wiki/trips.md' '@@ -1,4 +1,3 @@' ' # Trips' ' '"
            f" {shlex.quote('-- ' + ROME)} {shlex.quote(' - ' + HOTEL)} | git apply",
        ],
        ids=["python", "sed", "cp", "checkout", "apply"],
    )
    def test_a_loss_is_found_whatever_made_it(self, wiki: Repository, command: str) -> None:
        for number in range(5):
            wiki.add_fact("trips.md", f"The train is number {number}")
            wiki.commit(f"Number {number}")
        self.run(wiki, command)
        assert set(checked(wiki, "--worktree").errors) & {"fact-erased", "fact-rewritten"}
        wiki.stage()
        assert set(checked(wiki).errors) & {"fact-erased", "fact-rewritten"}

    @pytest.mark.parametrize(
        "command", ["echo done >&2", "grep -n Rome wiki/trips.md > ../out", "touch wiki/trips.md"]
    )
    def test_what_changes_nothing_is_never_in_the_way(self, wiki: Repository, command: str) -> None:
        self.run(wiki, command)
        wiki.stage()
        assert checked(wiki).code == checked(wiki, "--worktree").code == 0

    @staticmethod
    def run(wiki: Repository, command: str) -> None:
        done = subprocess.run(["sh", "-c", command], cwd=wiki.path, env=wiki.environ, check=False)
        assert done.returncode == 0


class TestTheHook:
    @pytest.fixture
    def guarded(self, wiki: Repository) -> Repository:
        """The wiki with our git hooks in it."""
        wiki.environ |= {"MEMWIKI_TODAY": "2026-11-30", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        assert memwiki(wiki, "init", "wiki", "--git-hooks").code == 0
        wiki.commit("Whatever init wrote", author=ANNA)
        return wiki

    def test_refuses_the_commit_and_gives_the_words_back(self, guarded: Repository) -> None:
        erase(guarded)
        guarded.stage()
        head = guarded.head
        said = self.refused(guarded, "commit", "-m", "Tidied")
        assert "fact-erased" in said
        assert ROME in said
        assert guarded.head == head

    def test_lets_a_right_one_through(self, guarded: Repository) -> None:
        guarded.add_fact("trips.md", "The train leaves at nine")
        guarded.stage()
        guarded.git("commit", "-q", "-m", "A train")
        assert checked(guarded, "--from-ref", "HEAD~1", "--to-ref", "HEAD").code == 0

    def test_runs_in_a_linked_worktree(self, guarded: Repository) -> None:
        guarded.git("worktree", "add", "-q", "../linked", "-b", "linked")
        linked = Repository(guarded.path.parent / "linked", guarded.environ)
        erase(linked)
        linked.stage()
        assert "fact-erased" in self.refused(linked, "commit", "-m", "Tidied")

    @pytest.mark.parametrize("how", ["--no-verify", "amend", "rebase", "elsewhere"])
    def test_is_skipped_and_the_range_says_the_same(self, guarded: Repository, how: str) -> None:
        base = guarded.head
        if how == "amend":
            guarded.commit("Nothing")
        erase(guarded)
        guarded.stage()
        staged = json.loads(checked(guarded).out)["findings"]
        if how == "rebase":
            guarded.commit("Tidied")
            guarded.git("rebase", "-q", "--force-rebase", "--no-verify", base)
        elif how == "elsewhere":
            ben = {"GIT_AUTHOR_NAME": "Ben Okri", "GIT_AUTHOR_EMAIL": "ben@example.org"}
            tree = guarded.git("write-tree")
            made = guarded.git("commit-tree", tree, "-p", base, "-m", "On the web", **ben)
            guarded.git("update-ref", "HEAD", made)
        else:
            guarded.git("commit", "-q", "--no-verify", "-m", "Tidied", *(["--amend"] * (how == "amend")))
        answer = checked(guarded, "--from-ref", base, "--to-ref", "HEAD")
        (finding,) = json.loads(answer.out)["findings"]
        assert (answer.code, answer.errors) == (1, ["fact-erased"])
        assert [finding["message"]] == [found["message"] for found in staged]

    @staticmethod
    def refused(wiki: Repository, *arguments: str) -> str:
        """What git and the hook say when git refuses."""
        done = subprocess.run(
            ["git", *arguments], cwd=wiki.path, env=wiki.environ, capture_output=True, text=True, check=False
        )
        assert done.returncode != 0
        return done.stdout + done.stderr


class TestLinksOutOfTheWiki:
    @pytest.mark.parametrize(
        ("path", "target"),
        [
            ("wiki/x.md", "/etc/hostname"),
            ("wiki/shared", "../private"),
            ("wiki/new.md", "/tmp/no/such/file"),
            ("wiki/notes/up.md", "../../members.toml"),
        ],
    )
    def test_by_symbolic_link_are_refused(self, wiki: Repository, path: str, target: str) -> None:
        (wiki.path / path).parent.mkdir(exist_ok=True)
        (wiki.path / path).symlink_to(target)
        wiki.stage()
        answer = checked(wiki)
        assert set(answer.errors) == {"path-escape"}
        assert "/etc" not in json.loads(answer.out)["findings"][0]["hint"]

    def test_by_symbolic_link_within_it_are_no_matter(self, wiki: Repository) -> None:
        (wiki.path / "wiki/start").symlink_to("index.md")
        wiki.stage()
        assert checked(wiki).code == 0

    @pytest.mark.parametrize("path", ["wiki/shared", "wiki/boiler.md"])
    def test_by_symbolic_link_into_a_store_of_its_own_are_refused(self, wiki: Repository, path: str) -> None:
        wiki.write("memwiki.toml", FILES["memwiki.toml"] + '[[store]]\npath = "wiki/own"\nkind = "private"\n')
        wiki.commit("A store in the store", {"wiki/own/log.md": "# Log\n"}, author=ANNA)
        (wiki.path / path).symlink_to("own" if path == "wiki/shared" else "own/boiler.md")
        wiki.stage()
        assert checked(wiki).errors == ["path-escape"]

    def test_in_a_note_are_shown(self, wiki: Repository) -> None:
        wiki.append("wiki/trips.md", "\n[x](../../../etc/passwd) and [y](file:///etc/passwd)")
        wiki.append("wiki/log.md", LOGGED)
        wiki.stage()
        answer = checked(wiki)
        found = json.loads(answer.out)["findings"]
        assert (answer.code, [f["rule"] for f in found]) == (0, ["path-escape", "path-escape"])

    @pytest.mark.parametrize("path", ["../../other/secret.md", "/etc/passwd", "../members.toml"])
    def test_in_a_log_line_are_malformed(self, wiki: Repository, path: str) -> None:
        wiki.append("wiki/log.md", f"2026-11-30 | LINT | ben | {path} | looked over")
        wiki.stage()
        assert checked(wiki).errors == ["log-malformed"]


class TestABadByteInOneNote:
    """One of many notes is not UTF-8."""

    @pytest.fixture
    def spoilt(self, wiki: Repository) -> Repository:
        note = "# Café\n\n- The café opens at eight — ben, 2026-11-01\n".encode("latin-1", "replace")
        wiki.write("wiki/cafe.md", note.replace(b"?", b"\xe2\x80\x94"))
        wiki.append("wiki/index.md", "- [Café](cafe.md)")
        wiki.append("wiki/log.md", "2026-11-01 | ADD | ben | cafe.md | the café")
        wiki.commit("A café")
        return wiki

    def test_does_not_stop_the_check_of_another(self, spoilt: Repository) -> None:
        spoilt.add_fact("trips.md", "The train leaves at nine")
        spoilt.stage()
        assert checked(spoilt).code == 0
        spoilt.append("wiki/trips.md", "- Nobody says so")
        spoilt.stage()
        assert checked(spoilt).errors == ["fact-unattributed"]

    def test_is_found_among_all_files(self, spoilt: Repository) -> None:
        findings = json.loads(checked(spoilt, "--all").out)["findings"]
        assert {f["path"] for f in findings if f["rule"] == "encoding"} == {"wiki/cafe.md"}

    def test_may_be_mended(self, spoilt: Repository) -> None:
        spoilt.write("wiki/cafe.md", "# Café\n\n- The café opens at eight — ben, 2026-11-01\n")
        spoilt.append("wiki/log.md", "2026-11-30 | UPDATE | ben | cafe.md | as UTF-8")
        spoilt.stage()
        assert checked(spoilt).code == 0


class TestALogOfFiftyMegabytes:
    LOG = FILES["wiki/log.md"]

    @pytest.fixture
    def long(self, wiki: Repository) -> Repository:
        entry = "2026-11-0{} | ADD | ben | notes/note-{:06}.md | something new, number {:06}\n"
        entries = [entry.format(2 + at // 100_000, at, at) for at in range(600_000)]
        entries[300_000] = f"2026-11-05 | LINT | ben | notes/a.md | {'found ' * 850_000}\n"
        wiki.commit("A long life", {"wiki/log.md": self.LOG + "".join(entries)})
        return wiki

    @staticmethod
    def measured(wiki: Repository) -> tuple[int, str, int]:
        """Code and report of a check, and the most memory that it took, in MB."""
        script = (
            "import resource, subprocess, sys; "
            "done = subprocess.run([sys.executable, '-m', 'wiki_hooks.cli', 'check']); "
            "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
        )
        environ = {**wiki.environ, "MEMWIKI_TODAY": "2026-11-30"}
        done = subprocess.run(
            [sys.executable, "-c", script], cwd=wiki.path, env=environ, stdout=subprocess.PIPE, text=True
        )
        assert done.returncode == 0
        report, _, last = done.stdout.rstrip("\n").rpartition("\n")
        code, peak = map(int, last.split())
        return code, report, peak

    @pytest.mark.skipif(sys.platform == "darwin", reason="memory is counted in other units there")
    def test_is_checked_in_little_memory_and_told_in_few_words(self, long: Repository) -> None:
        log = long.read("wiki/log.md")
        new = "2026-11-30 | LINT | ben | notes/a.md | nothing found\n"
        long.stage({"wiki/log.md": log + new})
        code, report, peak = self.measured(long)
        assert (code, "nothing to report" in report) == (0, True)
        assert peak < 230
        long.stage({"wiki/log.md": log.replace("| LINT | ben", "| LINT | bun") + new})
        code, report, peak = self.measured(long)
        assert (code, "log-rewritten" in report) == (1, True)
        assert peak < 230
        assert len(report) < 10_000
