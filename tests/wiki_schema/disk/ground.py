"""A folder with a few files, and what is remembered of it: where deeds are done and undone in tests."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from wiki_schema.disk import journal, ledger, revisions
from wiki_schema.disk.database import open_database
from wiki_schema.disk.journal import Deed, Edit, LedgerLine, Recovered
from wiki_schema.disk.ledger import OwedLine
from wiki_schema.disk.locks import locked
from wiki_schema.disk.revisions import Revision

MOMENT = "2026-11-30T12:00:00Z"
LOG = "wiki/log.md"
Files = Mapping[str, bytes | None]


class Ground:
    """Some files, as they are put there at first and whenever they are put back."""

    def __init__(self, folder: Path, files: Files) -> None:
        self.top = folder / "top"
        self.state = str(folder / "state")
        self._files = files
        self.put_back()

    def put_back(self) -> None:
        """Everything as at first, and nothing remembered."""
        shutil.rmtree(self.top, ignore_errors=True)
        shutil.rmtree(self.state, ignore_errors=True)
        self.top.mkdir(parents=True)
        for path, content in self._files.items():
            if content is not None:
                self.write(path, content)

    def write(self, path: str, content: bytes) -> None:
        """A file written by hand, in place."""
        full = self.top / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(content)

    def save(self, path: str, content: bytes) -> None:
        """A file saved as editors do: beside it, and renamed over it."""
        self.write(f"{path}.tmp", content)
        os.replace(self.top / f"{path}.tmp", self.top / path)

    def read(self, path: str) -> bytes:
        """A file."""
        return (self.top / path).read_bytes()

    @property
    def files(self) -> dict[str, bytes]:
        """Every file that is there, hidden ones too."""
        found = (path for path in self.top.rglob("*") if path.is_file())
        return {str(path.relative_to(self.top)): path.read_bytes() for path in found}

    @contextmanager
    def desk(self) -> Iterator[sqlite3.Connection]:
        """The lock and the database, as a door has them."""
        with locked(self.state), closing(open_database(self.state)) as db:
            yield db

    def carry_out(self, deed: Deed) -> None:
        """Do a deed, after what was left has been recovered."""
        with self.desk() as db:
            journal.recover(db, str(self.top))
            journal.carry_out(db, str(self.top), deed, MOMENT)

    def recover(self) -> tuple[Recovered, ...]:
        """Finish or undo what was left."""
        with self.desk() as db:
            return journal.recover(db, str(self.top))

    def revisions(self, path: str) -> list[Revision]:
        """What is remembered of a file, newest first."""
        with closing(open_database(self.state)) as db:
            return revisions.of_path(db, path)

    def content(self, name: str | None) -> bytes | None:
        """What is remembered under a hash."""
        with closing(open_database(self.state)) as db:
            return revisions.content(db, name)

    def ledger(self, log: str = LOG) -> list[OwedLine]:
        """The lines of a log that are remembered."""
        with closing(open_database(self.state)) as db:
            return ledger.lines(db, log)


def deed(before: Files, after: Files, *lines: str, through: str = "add") -> Deed:
    """The deed that leads from some files to others, with the lines that are new in the log."""
    paths = dict.fromkeys([*before, *after])
    edits = tuple(Edit(path, before.get(path), after.get(path)) for path in paths)
    return Deed(edits, "ben", through, "ADD", tuple(LedgerLine(LOG, line, "wiki/a.md") for line in lines))
