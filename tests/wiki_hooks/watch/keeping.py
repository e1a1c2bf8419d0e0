"""A watched wiki whose watcher is called by hand: what settled is found by comparing disk and shadow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path

import pytest

from tests.repository import TODAY, Repository, wiki_repository
from wiki_hooks.place.environment import moment
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.watch import baseline
from wiki_hooks.watch.batch import GIT, SAVE, Batch, Event, Settled
from wiki_hooks.watch.githold import GitHold
from wiki_hooks.watch.ground import survey
from wiki_hooks.watch.keeper import Keeper
from wiki_hooks.watch.look import look
from wiki_hooks.watch.scan import differing
from wiki_hooks.writing.desk import Desk, remembered, writing
from wiki_schema.disk import contents, revisions, shadow
from wiki_schema.disk.announcements import GONE, announce
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.revisions import Revision
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import encode


class Watched(Repository):
    """A repository with a wiki, and the keeper of its watcher. Its user, as git knows, is Ben."""

    keeper: Keeper
    hold: GitHold

    def begin(self, who: str = "", restores: bool = False, **environ: str) -> None:
        """Start a watcher, which takes the last commit for what is known if it never looked before."""
        self.keeper = Keeper({**self.environ, **environ}, who, restores)
        with self.desk() as desk:
            baseline.lay(desk.db, desk.wiki, survey(desk.wiki))
            self.hold = GitHold(desk.wiki)

    @property
    def wiki(self) -> Wiki:
        """The wiki as it is configured now."""
        return find_wiki(str(self.path), self.environ, get_plugin_manager())

    @contextmanager
    def desk(self) -> Iterator[Desk]:
        """Where the watcher writes."""
        with writing(self.wiki) as desk:
            yield desk

    def settle(self, cause: str = "", moved: str = "") -> list[Event]:
        """Let the keeper have what changed; gives what it tells."""
        with self.desk() as desk:
            cause = cause or (GIT if self.hold.did(desk.wiki) else SAVE)
            self.hold.forget(desk.wiki)
            changes = tuple(self._changes(desk))
            return self.keeper.keep(desk, Batch(changes, cause, moved)) if changes else []

    def save(self, path: str, content: str | bytes | None, cause: str = "") -> list[Event]:
        """Write a file, or remove it, and let it settle."""
        if content is None:
            (self.path / path).unlink()
        else:
            self.write(path, content)
        return self.settle(cause)

    def announce(
        self,
        path: str,
        after: str | None,
        agent: str,
        who: str,
        before: str | None = None,
        session: str = "s-1",
    ) -> None:
        """Let an agent announce a write; without a text before, over what lies there."""
        if before is None and (self.path / path).exists():
            before = self.read(path)
        hashes = (GONE if text is None else hash_of(encode(text)) for text in (after, before))
        with remembered(self.wiki) as db:
            after_hash, before_hash = hashes
            announce(
                db, path, after_hash, who, "hook", agent, session, moment=moment(), before=before_hash
            )  # fmt: skip

    def _changes(self, desk: Desk) -> Iterator[Settled]:
        wiki, db = desk.wiki, desk.db
        for found in differing(db, wiki, survey(wiki), thorough=True):
            known, now = shadow.get(db, found.path), look(wiki.top, found.path)
            before = contents.content(db, known.hash) if known else None
            if before != now.data:
                yield Settled(found.path, before, now.data, now.seen)

    @property
    def log(self) -> list[str]:
        """The entries of the log that were not there at first."""
        return self.read("wiki/log.md").split("\n")[4:-1]

    def logged(self, line: str) -> int:
        """How often a line stands in the log."""
        return self.read("wiki/log.md").split("\n").count(line)

    def revisions(self, path: str) -> list[Revision]:
        """What is remembered of a file, newest first."""
        with remembered(self.wiki) as db:
            return revisions.of_path(db, path)


def watched(path: Path) -> Watched:
    """A small wiki, committed."""
    repository = wiki_repository(path)
    return Watched(repository.path, repository.environ)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Watched:
    """A watched wiki in which nothing has happened yet, on a day of its own."""
    monkeypatch.setenv("MEMWIKI_TODAY", str(TODAY))
    monkeypatch.delenv("MEMWIKI_WHO", raising=False)
    found = watched(tmp_path / "wiki")
    found.begin()
    return found


def line(verb: str, path: str, what: str, who: str = "Ben Okri", day: date = TODAY) -> str:
    """A log line as the watcher writes it."""
    return f"{day} | {verb} | {who} | {path} | {what}"
