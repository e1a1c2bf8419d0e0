"""Where the tour is played: a git repository of its own, with real commits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from wiki_hooks.git.process import without_local_variables
from wiki_hooks.tour.scenes import ANNA, INDEX, LOG, MEMBERS, NOTE, Author, Edit, Scene, facts, past
from wiki_schema.text import decode, encode


class Run(NamedTuple):
    """A command and what came of it."""

    command: str
    output: str
    code: int


class Played(NamedTuple):
    """A scene as it went."""

    scene: Scene
    runs: tuple[Run, ...]
    as_it_should: bool


class Tour:
    """A small wiki in a git repository of its own, and what is tried on it."""

    def __init__(self, folder: str, day: date, has_colour: bool = False) -> None:
        """In an empty folder. Nothing outside of it is read or written."""
        self.folder = folder
        self.day = day
        # Neither the hooks nor the settings of whoever takes the tour may change how it goes.
        self._environ = without_local_variables(os.environ) | {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "MEMWIKI_TODAY": str(day),
            "NO_COLOR": "" if has_colour else "1",
            "FORCE_COLOR": "1" if has_colour else "",
        }
        self._environ.pop("MEMWIKI_WHO", None)

    def prepare(self) -> Iterator[Run]:
        """Make the wiki, with the plain git hooks in front of it."""
        yield self._git(ANNA, "init", "--quiet", "--initial-branch=main")
        for key, value in (("user.name", ANNA.name), ("user.email", ANNA.email)):
            self._git(ANNA, "config", key, value)
        yield self._memwiki("init", "wiki", "--git-hooks")
        written = "".join(f"- {fact}\n" for fact in facts(self.day))
        self._edit("members.toml", lambda text: text + MEMBERS)
        self._write(NOTE, f"# Trips\n\n{written}")
        self._edit(INDEX, lambda text: text + "\n- [Trips](trips.md)\n")
        added = f"{past(self.day)} | ADD | Anna Rossi | trips.md | ferry and cabin\n"
        self._edit(LOG, lambda text: text + added)
        yield from self._commit(ANNA, "A memory wiki", shows_diff=False)

    def play(self, scene: Scene) -> Played:
        """Try one write. What was refused is taken back, so that the next begins clean."""
        for path, edit in scene.edits.items():
            self._edit(path, edit)
        before = self._head()
        runs = tuple(self._commit(scene.author, scene.title.rstrip(".")))
        is_in = self._head() != before
        answer = runs[-1]
        if scene.refused:
            well = answer.code != 0 and not is_in and scene.refused in answer.output
        else:
            well = answer.code == 0 and is_in
        self._git(ANNA, "reset", "--quiet", "--hard")
        return Played(scene, runs, well)

    def _commit(self, author: Author, message: str, shows_diff: bool = True) -> Iterator[Run]:
        self._git(author, "add", "--all")
        if shows_diff:
            diff = self._git(author, "diff", "--cached", "--unified=0", "--no-prefix")
            yield diff._replace(command="git diff --cached", output=_bare(diff.output))
        yield self._git(author, "commit", "-m", message)._replace(command=f'git commit -m "{message}"')

    def _head(self) -> str:
        return self._git(ANNA, "rev-parse", "HEAD").output

    def _edit(self, path: str, edit: Edit) -> None:
        with open(os.path.join(self.folder, path), "rb") as file:
            changed = edit(decode(file.read()))
        if changed is None:
            os.remove(os.path.join(self.folder, path))
        else:
            self._write(path, changed)

    def _write(self, path: str, text: str) -> None:
        with open(os.path.join(self.folder, path), "wb") as file:
            file.write(encode(text))

    def _git(self, author: Author, *arguments: str) -> Run:
        identity = ("-c", f"user.name={author.name}", "-c", f"user.email={author.email}")
        return self._run(f"git {' '.join(arguments)}", "git", *identity, *arguments)

    def _memwiki(self, *arguments: str) -> Run:
        return self._run(f"memwiki {' '.join(arguments)}", sys.executable, "-m", "wiki_hooks.cli", *arguments)

    def _run(self, shown: str, *command: str) -> Run:
        ended = subprocess.run(
            command,
            cwd=self.folder,
            env=self._environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        return Run(shown, decode(ended.stdout), ended.returncode)


def _bare(diff: str) -> str:
    """Only the files and lines of a difference."""
    kept = []
    for line in diff.split("\n"):
        if line.startswith("diff --git "):
            kept.append(line.split(" ")[-1])
        elif line.startswith(("+", "-")) and not line.startswith(("+++", "---")):
            kept.append(line)
    return "".join(f"{line}\n" for line in kept)
