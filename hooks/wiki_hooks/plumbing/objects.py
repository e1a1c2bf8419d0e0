"""The objects of a repository, all through one `git cat-file --batch`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import IO

from wiki_hooks.plumbing.process import Git
from wiki_schema import text
from wiki_schema.finding import CannotCheck
from wiki_schema.value import Value

FULL_HISTORY = "Fetch the full history with `git fetch --unshallow` (in CI: `fetch-depth: 0`)."

# Every pipe holds at least this much, so writing a batch never waits for its answers to be read.
_BATCH_BYTES = 4096
_KEPT_CHARACTERS = 32_000_000
_KEPT_NODES = 200_000


class Found(Value):
    """An object as git gives it."""

    oid: str
    data: bytes


class Node(Value):
    """One name in a folder."""

    mode: str
    oid: str


class Commit(Value):
    """A commit, read from its own bytes: neither grafts nor a shallow clone change its parents."""

    oid: str
    parents: tuple[str, ...]
    name: str
    email: str
    seconds: int
    """When it was written, in seconds since 1970, UTC."""
    message: str

    def day(self, today: date) -> date:
        """The day it was written, UTC, never later than today."""
        try:
            return min(datetime.fromtimestamp(self.seconds, UTC).date(), today)
        except (ValueError, OverflowError, OSError):
            return today


class Missing(CannotCheck):
    """An object is not in this clone. Says which one, and how to get it."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"The object {text.visible(name)} is not in this clone, so there is nothing to compare with. "
            f"{FULL_HISTORY} In a partial clone: `git fetch --refetch`."
        )


class Objects:
    """Blobs, trees and commits by name, read once and kept while there is room.

    A context manager: git starts with the object and ends with the block.
    """

    def __init__(self, git: Git) -> None:
        self.git = git
        self._process = git.start("cat-file", "--batch")
        self._texts: dict[str, str] = {}
        self._characters = 0
        self._trees: dict[str, Mapping[str, Node]] = {}
        self._nodes = 0

    def __enter__(self) -> Objects:
        return self

    def __exit__(self, *_: object) -> None:
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                with suppress(BrokenPipeError):  # a git that ended early has said why elsewhere
                    pipe.close()
        self._process.wait()

    def find(self, name: str) -> Found | None:
        """An object, or None where the name leads nowhere."""
        return next(self._ask([name]))

    def prefetch(self, oids: Iterable[str]) -> None:
        """Reads blobs that will be asked for in a moment, in as few turns as possible."""
        wanted = [oid for oid in dict.fromkeys(oids) if oid not in self._texts]
        for oid, found in zip(wanted, self._ask(wanted), strict=True):
            self._keep(oid, found)

    def text(self, oid: str) -> str:
        """The text of a blob. Raises `Missing` where it is not in this clone."""
        known = self._texts.get(oid)
        return self._keep(oid, self.find(oid)) if known is None else known

    def tree(self, name: str) -> Mapping[str, Node]:
        """The names in a folder. Raises `Missing` where it is not in this clone."""
        known = self._trees.get(name)
        if known is None:
            known = _parse_tree(_present(name, self.find(name)))
            if self._nodes > _KEPT_NODES:
                self._trees.clear()
                self._nodes = 0
            self._nodes += len(known)
            self._trees[name] = known
        return known

    def commits(self, oids: Iterable[str]) -> Iterator[Commit]:
        """Commits, in the order asked for. Raises `Missing` for one that is not in this clone."""
        wanted = list(oids)
        for oid, found in zip(wanted, self._ask(wanted), strict=True):
            yield _parse_commit(_present(oid, found))

    def _keep(self, oid: str, found: Found | None) -> str:
        decoded = text.decode(_present(oid, found).data)
        if self._characters + len(decoded) > _KEPT_CHARACTERS:
            # What was read last is what the next commit compares with.
            for old in list(self._texts)[: (len(self._texts) + 1) // 2]:
                self._characters -= len(self._texts.pop(old))
        self._characters += len(decoded)
        self._texts[oid] = decoded
        return decoded

    def _ask(self, names: list[str]) -> Iterator[Found | None]:
        """Answers in order. A batch is read to its end before anything is handed on."""
        requests, answers = self._process.stdin, self._process.stdout
        assert requests and answers
        for batch in _batches(names):
            try:
                requests.write(b"".join(batch))
                requests.flush()
                found = [_answer(answers) for _ in batch]
            except (BrokenPipeError, EOFError) as error:
                raise self._stopped() from error
            yield from found

    def _stopped(self) -> CannotCheck:
        """Why git gave up, in its own words."""
        complaint = self._process.stderr.read() if self._process.stderr else b""
        said = text.visible(text.decode(complaint).strip(), 1000)
        return CannotCheck(
            f"git stopped while objects were being read: {said or 'it gave no reason'}. "
            "If one is damaged, `git fsck` names it: fetch it again from another clone."
        )


def _batches(names: list[str]) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    room = _BATCH_BYTES
    for name in names:
        request = text.encode(name) + b"\n"
        if batch and len(request) > room:
            yield batch
            batch, room = [], _BATCH_BYTES
        batch.append(request)
        room -= len(request)
    if batch:
        yield batch


def _answer(answers: IO[bytes]) -> Found | None:
    header = answers.readline()
    if header.endswith((b" missing\n", b" ambiguous\n")):
        return None
    if not header.endswith(b"\n"):
        raise EOFError
    oid, _, size = header.split(b" ")
    data = answers.read(int(size))
    if answers.read(1) != b"\n":
        raise EOFError
    return Found(oid.decode("ascii"), data)


def _present(name: str, found: Found | None) -> Found:
    if found is None:
        raise Missing(name)
    return found


def _parse_tree(found: Found) -> dict[str, Node]:
    nodes: dict[str, Node] = {}
    width = len(found.oid) // 2
    data, at = found.data, 0
    while at < len(data):
        end = data.index(b"\0", at)
        mode, _, name = data[at:end].partition(b" ")
        at = end + 1 + width
        nodes[text.decode(name)] = Node(mode.decode("ascii"), data[end + 1 : at].hex())
    return nodes


def _parse_commit(found: Found) -> Commit:
    head, _, message = text.decode(found.data).partition("\n\n")
    parents: list[str] = []
    author = ""
    for line in head.split("\n"):
        key, _, value = line.partition(" ")
        if key == "parent":
            parents.append(value)
        elif key == "author" and not author:
            author = value
    name, email, seconds = parse_ident(author)
    return Commit(found.oid, tuple(parents), name, email, seconds, message)


def parse_ident(ident: str) -> tuple[str, str, int]:
    """Name, e-mail and seconds of `Name <email> 1700000000 +0100`; nothing for what is not there."""
    who, _, when = ident.rpartition(">")
    name, _, email = who.partition("<")
    seconds = when.split()[0] if when.split() else ""
    return name.strip(), email.strip(), int(seconds) if seconds.lstrip("-").isdecimal() else 0
