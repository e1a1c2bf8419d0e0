"""Where the tour is played: a git repository of its own, with real commits."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import date

from wiki_hooks.plumbing.process import without_local_variables
from wiki_hooks.tour.scenes import ANNA, Author, Scene, beginnings, past
from wiki_schema.text import decode, encode
from wiki_schema.value import Value


class Run(Value):
    """A command and what came of it."""

    command: str
    output: str
    code: int


class Played(Value):
    """A scene as it went."""

    scene: Scene
    runs: tuple[Run, ...]
    as_it_should: bool


class Tour:
    """A small wiki in a git repository of its own, and what is tried on it."""

    def __init__(self, folder: str, day: date, has_colour: bool = False) -> None:
        """In an empty folder. Nothing outside of it is written."""
        self.folder = folder
        self.day = day
        # Neither the hooks nor the settings of whoever takes the tour may change how it goes.
        self._environ = without_local_variables(os.environ) | {
            "GIT_CONFIG_GLOBAL": os.devnull,
            "GIT_CONFIG_NOSYSTEM": "1",
            "NO_COLOR": "" if has_colour else "1",
            "FORCE_COLOR": "1" if has_colour else "",
        }
        self._environ.pop("MEMWIKI_WHO", None)
        self._environ.pop("SKIP", None)

    def prepare(self) -> Iterator[Run]:
        """Make the wiki, with the plain git hooks in front of it, as it was begun in the past."""
        self._environ["MEMWIKI_TODAY"] = str(past(self.day))
        yield self._git(ANNA, "init", "--quiet", "--initial-branch=main")
        for key, value in (("user.name", ANNA.name), ("user.email", ANNA.email)):
            self._git(ANNA, "config", key, value)
        yield self._memwiki("init", "wiki", "--git-hooks")
        for scene in beginnings(self.day):
            self._edit(scene)
            yield self._commit(scene)
        self._environ["MEMWIKI_TODAY"] = str(self.day)

    def play(self, scene: Scene) -> Played:
        """Try one write. What was refused is taken back, so that the next begins clean."""
        self._edit(scene)
        before = self._head()
        diff = self._git(scene.author, "diff", "--cached", "--unified=0", "--no-prefix")
        answer = self._commit(scene)
        is_in = self._head() != before
        if scene.refused:
            well = answer.code != 0 and not is_in and scene.refused in answer.output
        else:
            well = answer.code == 0 and is_in
        self._git(ANNA, "reset", "--quiet", "--hard")
        return Played(scene, (Run("git diff --cached", _bare(diff.output), diff.code), answer), well)

    def _commit(self, scene: Scene) -> Run:
        answer = self._git(scene.author, "commit", "--message", scene.message)
        return answer._replace(command=f'git commit -m "{scene.message}"')

    def _head(self) -> str:
        return self._git(ANNA, "rev-parse", "HEAD").output

    def _edit(self, scene: Scene) -> None:
        """Make the edits of a scene and stage them."""
        for name, edit in scene.edits.items():
            path = os.path.join(self.folder, name)
            changed = edit(_read(path))
            if changed is None:
                os.remove(path)
                continue
            with open(path, "wb") as file:
                file.write(encode(changed))
        self._git(scene.author, "add", "--all")

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


def _read(path: str) -> str:
    if not os.path.exists(path):
        return ""
    with open(path, "rb") as file:
        return decode(file.read())


def _bare(diff: str) -> str:
    """Only the files and lines of a difference."""
    kept = []
    for line in diff.split("\n"):
        if line.startswith("diff --git "):
            kept.append(line.split(" ")[-1])
        elif line.startswith(("+", "-")) and not line.startswith(("+++", "---")):
            kept.append(line)
    return "".join(f"{line}\n" for line in kept)
