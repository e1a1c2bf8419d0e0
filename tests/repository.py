"""Real git repositories for tests: a small wiki of two members, and none of the machine's own settings."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from datetime import date
from pathlib import Path

TODAY = date(2026, 11, 30)

ANNA = "Anna Rossi <anna@example.org>"
BEN = "Ben Okri <ben@example.org>"
STRANGER = "A Stranger <stranger@example.net>"

POLICY = '[[store]]\npath = "wiki"\n'
MEMBERS = """\
[[member]]
id = "anna"
name = "Anna Rossi"
role = "admin"
emails = ["anna@example.org"]

[[member]]
id = "ben"
name = "Ben Okri"
emails = ["ben@example.org"]
"""
ROME = "We go to Rome by train — ben, 2026-11-01"
HOTEL = "The hotel is near the station — ben, 2026-11-01"
BOILER = "The boiler is serviced in May — anna, 2026-11-02"
FIRST_LINE = "2026-11-01 | ADD | ben | trips.md | the trip to Rome"
SECOND_LINE = "2026-11-02 | ADD | anna | home.md | the boiler"

FILES = {
    "memwiki.toml": POLICY,
    "members.toml": MEMBERS,
    "wiki/index.md": "# Index\n\n- [Trips](trips.md)\n- [Home](home.md)\n",
    "wiki/log.md": f"# Log\n\n{FIRST_LINE}\n{SECOND_LINE}\n",
    "wiki/trips.md": f"# Trips\n\n- {ROME}\n- {HOTEL}\n",
    "wiki/home.md": f"# Home\n\n- {BOILER}\n",
}


def clean_environ(home: Path) -> dict[str, str]:
    """An environment in which git knows only what a test tells it."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LC_ALL": "C.UTF-8",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_DATE": "2026-11-30T12:00:00Z",
        "GIT_COMMITTER_DATE": "2026-11-30T12:00:00Z",
        "GIT_COMMITTER_NAME": "Committer",
        "GIT_COMMITTER_EMAIL": "committer@example.org",
        "GIT_TERMINAL_PROMPT": "0",
    }


class Repository:
    """A repository in a folder of its own. Its user, as git is configured, is Ben."""

    def __init__(self, path: Path, environ: Mapping[str, str] | None = None) -> None:
        self.path = path
        self.environ = dict(environ or clean_environ(path))

    def git(self, *arguments: str, feed: bytes | str = b"", fails: bool = False, **more: str) -> str:
        """What git says on stdout. More words are variables, for this call only."""
        done = subprocess.run(
            ["git", *arguments],
            cwd=self.path,
            env={**self.environ, **more},
            input=feed.encode() if isinstance(feed, str) else feed,
            capture_output=True,
            check=False,
        )
        assert bool(done.returncode) is fails, done.stderr.decode(errors="replace")
        return done.stdout.decode(errors="surrogateescape").rstrip("\n")

    def write(self, path: str, content: str | bytes) -> None:
        """Writes a file on disk, with its folders."""
        full = self.path / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content)

    def read(self, path: str) -> str:
        """A file on disk."""
        return (self.path / path).read_text()

    def append(self, path: str, line: str) -> None:
        """Adds a line to a file on disk."""
        self.write(path, f"{self.read(path)}{line}\n")

    def replace(self, path: str, old: str, new: str) -> None:
        """Changes words of a file on disk."""
        content = self.read(path)
        assert old in content
        self.write(path, content.replace(old, new))

    def stage(self, files: Mapping[str, str | bytes | None] | None = None) -> None:
        """Writes files (None removes one) and stages all there is."""
        for path, content in (files or {}).items():
            if content is None:
                (self.path / path).unlink()
            else:
                self.write(path, content)
        self.git("add", "--all")

    def commit(
        self,
        message: str,
        files: Mapping[str, str | bytes | None] | None = None,
        author: str = BEN,
        **more: str,
    ) -> str:
        """Stages files and commits all there is, with no hook run; gives the commit's name."""
        self.stage(files)
        self.git("commit", "--no-verify", "--allow-empty", f"--author={author}", "-m", message, **more)
        return self.head

    @property
    def head(self) -> str:
        """The commit that is checked out."""
        return self.git("rev-parse", "HEAD")

    def add_fact(self, path: str, fact: str, who: str = "ben", day: str = "2026-11-30") -> None:
        """Adds a fact to a note on disk, and the log line for it: a change with nothing against it."""
        self.append(f"wiki/{path}", f"- {fact} — {who}, {day}")
        self.append("wiki/log.md", f"{day} | ADD | {who} | {path} | {fact}")

    def clone(self, path: Path, *options: str) -> Repository:
        """A clone of it elsewhere, with the same user."""
        self.git("clone", "--quiet", *options, f"file://{self.path}", str(path))
        return _configured(Repository(path, self.environ))


def empty_repository(path: Path, *options: str) -> Repository:
    """A repository without a commit."""
    path.mkdir(parents=True, exist_ok=True)
    repository = Repository(path)
    repository.git("init", "--quiet", "--template=", "--initial-branch=main", *options)
    return _configured(repository)


def wiki_repository(path: Path, *options: str) -> Repository:
    """A repository with a store `wiki` and one commit, by Anna."""
    repository = empty_repository(path, *options)
    repository.commit("A wiki", FILES, author=ANNA)
    return repository


def _configured(repository: Repository) -> Repository:
    for key, value in (("user.name", "Ben Okri"), ("user.email", "ben@example.org"), ("gc.auto", "0")):
        repository.git("config", key, value)
    return repository
