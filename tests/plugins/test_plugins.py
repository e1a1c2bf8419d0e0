"""Plugins of strangers: two real distributions take effect, and one that fails is no clean check."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.repository import FILES, TODAY, Repository, wiki_repository

HERE = Path(__file__).parent
HOUSE = HERE.parents[1]

LEDGER = "# Log\n\n2026-11-01 * ben: the trip to Rome\n2026-11-02 * anna: the boiler\n"


class Answer(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


class Installed(NamedTuple):
    """A `memwiki` in an environment."""

    program: Path

    def __call__(self, repository: Repository, *arguments: str, **environ: str) -> Answer:
        """Runs it in a repository; keywords set variables."""
        done = subprocess.run(
            [self.program, *arguments],
            cwd=repository.path,
            env={**repository.environ, "MEMWIKI_TODAY": str(TODAY), **environ},
            capture_output=True,
            text=True,
            check=False,
        )
        return Answer(done.returncode, done.stdout, done.stderr)


OURS = Installed(Path(sys.executable).with_name("memwiki"))
"""The one that the tests run with, without any plugin of a stranger."""


@pytest.fixture(scope="session")
def memwiki(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """memwiki and both plugins, installed; what they need is taken from the environment of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    site = next((folder / "lib").iterdir()) / "site-packages"
    (site / "tests.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    python = folder / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps"]
    command += [
        "--no-build-isolation",
        "--disable-pip-version-check",
        HOUSE,
        HERE / "acme_no_todo",
        HERE / "acme_ledger",
    ]
    subprocess.run(command, check=True, env={**os.environ, "PIP_ROOT_USER_ACTION": "ignore"})
    return Installed(folder / "bin" / "memwiki")


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "wiki")


@pytest.fixture
def ledger(wiki: Repository) -> Repository:
    """A wiki whose log is a ledger."""
    policy = FILES["memwiki.toml"] + 'log_format = "ledger"\n'
    wiki.commit("A ledger", {"memwiki.toml": policy, "wiki/log.md": LEDGER})
    return wiki


class TestAPluginThatIsInstalled:
    def test_is_listed_with_its_distribution_and_its_hooks(
        self, memwiki: Installed, wiki: Repository
    ) -> None:
        answer = memwiki(wiki, "plugins")
        assert answer.code == 0
        assert "no_todo: acme_no_todo (acme_no_todo 1.2.3)\n  answers wiki_provide_rules\n" in answer.out
        told = "ledger: acme_ledger.plugin:ledger (acme_ledger 0.4)\n  answers wiki_provide_log_formats\n"
        assert told in answer.out

    def test_explains_its_rule(self, memwiki: Installed, wiki: Repository) -> None:
        assert memwiki(wiki, "rule", "acme-no-todo").out.startswith("# acme-no-todo\n\nA new line that says")
        assert "acme-no-todo" in memwiki(wiki, "rule").out


class TestARuleOfAPlugin:
    def test_refuses_like_one_of_our_own(self, memwiki: Installed, wiki: Repository) -> None:
        wiki.add_fact("trips.md", "TODO book the train")
        wiki.stage()
        answer = memwiki(wiki, "check")
        assert answer.code == 1
        assert "acme-no-todo\n          A line of the memory says TODO.\n" in answer.out
        assert "- TODO book the train — ben, 2026-11-30" in answer.out

    def test_says_nothing_where_there_is_nothing_to_say(self, memwiki: Installed, wiki: Repository) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.stage()
        assert memwiki(wiki, "check").code == 0

    @pytest.mark.parametrize(("level", "code"), [("off", 0), ("warning", 0), ("error", 1)])
    def test_has_the_level_that_the_policy_gives_it(
        self, memwiki: Installed, wiki: Repository, level: str, code: int
    ) -> None:
        wiki.commit("Policy", {"memwiki.toml": f'[rules]\nacme-no-todo = "{level}"\n{FILES["memwiki.toml"]}'})
        wiki.add_fact("trips.md", "TODO book the train")
        wiki.stage()
        answer = memwiki(wiki, "check")
        assert answer.code == code
        assert ("acme-no-todo" in answer.out) is (level != "off")

    def test_stands_in_every_report(self, memwiki: Installed, wiki: Repository) -> None:
        wiki.add_fact("trips.md", "TODO book the train")
        wiki.stage()
        for format in ("json", "sarif", "github", "markdown"):
            assert "acme-no-todo" in memwiki(wiki, "check", "--format", format).out


class TestALogFormatOfAPlugin:
    def test_lets_a_log_grow(self, memwiki: Installed, ledger: Repository) -> None:
        ledger.append("wiki/log.md", "2026-11-30 * ben: the station")
        ledger.append("wiki/trips.md", "- The station is new — ben, 2026-11-30")
        ledger.stage()
        assert memwiki(ledger, "check") == Answer(0, "memwiki: the staged change: nothing to report.\n", "")

    def test_keeps_its_old_lines(self, memwiki: Installed, ledger: Repository) -> None:
        ledger.replace("wiki/log.md", "to Rome", "to Milan")
        ledger.stage()
        answer = memwiki(ledger, "check")
        assert answer.code == 1
        assert "log-rewritten" in answer.out
        assert "2026-11-01 * ben: the trip to Rome" in answer.out

    def test_says_what_is_wrong_with_a_new_line(self, memwiki: Installed, ledger: Repository) -> None:
        ledger.append("wiki/log.md", "2026-11-30 | ADD | ben | trips.md | the station")
        ledger.stage()
        answer = memwiki(ledger, "check")
        assert answer.code == 1
        assert "log-malformed" in answer.out
        assert "an entry of a ledger reads DAY * WHO: WHAT" in " ".join(answer.out.split())

    def test_is_missed_where_the_plugin_is_not_installed(self, ledger: Repository) -> None:
        ledger.append("wiki/log.md", "2026-11-30 * ben: the station")
        ledger.stage()
        answer = OURS(ledger, "check")
        assert answer.code == 2
        assert 'log_format = "ledger" is given by no plugin' in answer.err


BROKEN = {
    "cannot be imported": ("import no_such_module\n", ["broken", "No module named 'no_such_module'"]),
    "fails when it is imported": (
        "raise RuntimeError('out of order')\n",
        ["broken", "RuntimeError: out of order"],
    ),
    "ends the program": ("import sys\nsys.exit(0)\n", ["broken", "SystemExit"]),
    "answers a hook that there is not": (
        "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_provide_rulez(): return []\n",
        ["broken", "wiki_provide_rulez"],
    ),
    "takes an argument that its hook does not give": (
        "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_provide_rules(colour): return []\n",
        ["broken", "colour"],
    ),
    "gives a rule of a name that is taken": (
        "from wiki_schema import hookimpl\nfrom wiki_schema.rule import Rule\n"
        "@hookimpl\ndef wiki_provide_rules(): return [Rule('fact-erased', 'warning', lambda seen: ())]\n",
        ["broken", "fact-erased"],
    ),
    "gives a rule that fails": (
        "from wiki_schema import hookimpl\nfrom wiki_schema.rule import Rule\n"
        "def check(seen): raise KeyError('trips')\n"
        "@hookimpl\ndef wiki_provide_rules(): return [Rule('acme-broken', 'error', check)]\n",
        ["acme-broken", "KeyError: 'trips'"],
    ),
    "gives a rule that looks at what there is not": (
        "from wiki_schema import hookimpl\nfrom wiki_schema.rule import Rule\n"
        "@hookimpl\ndef wiki_provide_rules(): return [Rule('acme-broken', 'error', print, on='moods')]\n",
        ["acme-broken", "moods"],
    ),
    "gives a rule that finds what is no finding": (
        "from wiki_schema import hookimpl\nfrom wiki_schema.rule import Rule\n"
        "@hookimpl\ndef wiki_provide_rules(): return [Rule('acme-broken', 'error', lambda seen: ['!'])]\n",
        ["acme-broken", "'str' object has no attribute"],
    ),
    "gives a rule that ends the program": (
        "from wiki_schema import hookimpl\nfrom wiki_schema.rule import Rule\n"
        "@hookimpl\ndef wiki_provide_rules(): return [Rule('acme-broken', 'error', lambda seen: exit(0))]\n",
        ["acme-broken", "SystemExit"],
    ),
    "gives what is no rule": (
        "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_provide_rules(): return ['fact-erased']\n",
        ["broken", "wiki_provide_rules"],
    ),
    "fails when it is asked for rules": (
        "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_provide_rules(): return 1 / 0\n",
        ["broken", "wiki_provide_rules", "division by zero"],
    ),
    "fails when it is asked for members": (
        "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_list_members(policy, read): return 1 / 0\n",
        ["broken", "wiki_list_members", "division by zero"],
    ),
    "fails when it is asked who acts": (
        "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_identify_actor(roster): return 1 / 0\n",
        ["broken", "wiki_identify_actor", "division by zero"],
    ),
}


def installed_beside(folder: Path, source: str) -> dict[str, str]:
    """A plugin as an installer leaves it: a module, and the metadata that names it."""
    metadata = folder / "broken-1.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", encoding="utf-8"
    )
    (metadata / "entry_points.txt").write_text("[memwiki]\nbroken = broken\n", encoding="utf-8")
    (folder / "broken.py").write_text(source, encoding="utf-8")
    return {"PYTHONPATH": str(folder)}


@pytest.mark.parametrize("case", BROKEN)
def test_a_plugin_stops_the_check_and_is_named_when_it(case: str, wiki: Repository, tmp_path: Path) -> None:
    source, named = BROKEN[case]
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.stage()
    answer = OURS(wiki, "check", **installed_beside(tmp_path / "site", source))
    assert answer.code == 2, answer
    assert "Traceback" not in answer.err
    assert [words for words in named if words not in answer.err] == [], answer.err


def test_a_plugin_is_named_when_it_fails_to_give_the_log_format(ledger: Repository, tmp_path: Path) -> None:
    ledger.append("wiki/log.md", "2026-11-30 * ben: the station")
    ledger.stage()
    source = "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_provide_log_formats(): return 1 / 0\n"
    answer = OURS(ledger, "check", **installed_beside(tmp_path / "site", source))
    assert answer.code == 2
    assert "The plugin broken failed in wiki_provide_log_formats: ZeroDivisionError" in answer.err


def test_one_that_only_listens_stops_nothing(wiki: Repository, tmp_path: Path) -> None:
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.stage()
    source = "from wiki_schema import hookimpl\n@hookimpl\ndef wiki_change_judged(verdict): return 1 / 0\n"
    answer = OURS(wiki, "check", **installed_beside(tmp_path / "site", source))
    assert answer.code == 0
    assert "broken could not take notice: division by zero" in answer.out
