"""Who is acting, as far as git knows."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence

from wiki_hooks.plumbing.agents import agents_of
from wiki_hooks.plumbing.objects import Commit, parse_ident
from wiki_hooks.plumbing.process import Git
from wiki_schema import text
from wiki_schema.members import Evidence, around

_NAME, _EMAIL = "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL"


class Author:
    """The author a commit would have. Git tells the hooks of a commit; of a merge it must be asked.

    A context manager: the question is asked at once, so that the answer is there when it is needed.
    """

    def __init__(self, git: Git, environ: Mapping[str, str], who: str = "") -> None:
        """Where `who` says it outright, git need not be asked."""
        self._name, self._email = environ.get(_NAME, ""), environ.get(_EMAIL, "")
        told = bool(who or environ.get("MEMWIKI_WHO")) or (_NAME in environ and _EMAIL in environ)
        self._asked: subprocess.Popen[bytes] | None = None if told else git.start("var", "GIT_AUTHOR_IDENT")

    def __enter__(self) -> Author:
        return self

    def __exit__(self, *_: object) -> None:
        if self._asked:
            self._asked.communicate()

    def evidence(self, who: str, environ: Mapping[str, str]) -> Evidence:
        """All that is known about who is acting. Where git knows no author, neither do we."""
        if self._asked:
            answer, _ = self._asked.communicate()
            self._name, self._email, _ = parse_ident(text.decode(answer))
            self._asked = None
        agent, *agents = agents_of(environ) or ("",)
        said = environ.get("MEMWIKI_WHO", "")
        return Evidence(who, said, agent, self._email, self._name, tuple(agents))


def authors(git: Git, commit: str) -> Sequence[around.Author]:
    """Who wrote the commits up to one, each once, newest first, as the commits say. Merges count too."""
    listing = text.decode(git.run("log", "--no-mailmap", "--format=%an <%ae>", commit, "--"))
    idents = (parse_ident(line) for line in dict.fromkeys(listing.split("\n")) if line)
    return tuple(around.Author(name, email) for name, email, _ in idents)


def commit_evidence(commit: Commit) -> Evidence:
    """Who made a commit: its author, whatever the environment says about who is checking it."""
    return Evidence(email=commit.email, name=commit.name)
