"""The pre-commit framework, with this project as its hook repository, installed once."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.repository import ANNA, TODAY, Repository, clean_environ, wiki_repository

HOUSE = Path(__file__).parents[2]
STAGES = ("pre-commit", "pre-merge-commit", "commit-msg", "pre-push")


class Answer(NamedTuple):
    """How a command ended, and all that it said."""

    code: int
    said: str


class Wiki(Repository):
    """A repository whose commits go through the hooks."""

    def run(self, *command: str, **environ: str) -> Answer:
        """Runs a command; keywords set variables."""
        done = subprocess.run(
            command,
            cwd=self.path,
            env={**self.environ, **environ},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return Answer(done.returncode, done.stdout)

    def pre_commit(self, *arguments: str, **environ: str) -> Answer:
        """Runs the framework."""
        return self.run(sys.executable, "-m", "pre_commit", *arguments, **environ)

    def try_commit(self, message: str = "A change", **environ: str) -> Answer:
        """Commits what is staged, through the hooks."""
        return self.run("git", "commit", "-m", message, **environ)

    def act_as(self, person: str) -> None:
        """Makes somebody else the user of git."""
        name, _, email = person.removesuffix(">").partition(" <")
        self.git("config", "user.name", name)
        self.git("config", "user.email", email)


class Framework(NamedTuple):
    """Where the framework keeps its environments, and the hook repository."""

    home: Path
    hooks: Path
    rev: str

    def config(self, *hooks: str) -> str:
        """A `.pre-commit-config.yaml` with some of our hooks."""
        ids = "".join(f"      - id: {hook}\n" for hook in hooks)
        return f"repos:\n  - repo: {self.hooks}\n    rev: {self.rev}\n    hooks:\n{ids}"

    def wiki(self, path: Path, *hooks: str) -> Wiki:
        """A wiki with some hooks installed, at every stage they have."""
        wiki = Wiki(wiki_repository(path).path, self.environ(path))
        wiki.commit("Hooks", {".pre-commit-config.yaml": self.config(*hooks)}, author=ANNA)
        types = (word for stage in STAGES for word in ("--hook-type", stage))
        installed = wiki.pre_commit("install", *types)
        assert installed.code == 0, installed.said
        return wiki

    def environ(self, path: Path) -> dict[str, str]:
        """The variables of a commit."""
        return {**clean_environ(path), "PRE_COMMIT_HOME": str(self.home), "MEMWIKI_TODAY": str(TODAY)}


@pytest.fixture(scope="session")
def framework(tmp_path_factory: pytest.TempPathFactory) -> Framework:
    """The framework with all our hooks installed. Test processes that run side by side share it."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    own = tmp_path_factory.mktemp("framework")
    rev = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=HOUSE, capture_output=True, text=True, check=True
    ).stdout.strip()
    hooks = shared / f"hooks-{rev[:12]}"
    if not hooks.exists():
        subprocess.run(["git", "clone", "--quiet", "--no-local", HOUSE, own / "clone"], check=True)
        with suppress(OSError):  # another process was as quick
            (own / "clone").rename(hooks)
    found = Framework(shared / "pre-commit", hooks, rev)
    wiki = Wiki(wiki_repository(own / "wiki").path, {**os.environ, "PRE_COMMIT_HOME": str(found.home)})
    wiki.write(".pre-commit-config.yaml", found.config("memwiki-check"))
    installed = wiki.pre_commit("install-hooks")
    assert installed.code == 0, installed.said
    return found


@pytest.fixture
def wiki(framework: Framework, tmp_path: Path) -> Wiki:
    """A wiki that is guarded at every stage."""
    return framework.wiki(tmp_path / "wiki", "memwiki-check", "memwiki-check-message")
