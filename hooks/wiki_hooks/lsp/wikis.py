"""The wikis of a session, each with its open files. All of it belongs to one thread, the worker."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from wiki_hooks.lsp.ground import Ground, find_ground
from wiki_hooks.lsp.looking import as_saved, look
from wiki_schema.change import text_of
from wiki_schema.finding import CannotCheck, Finding
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy


_UNDECODED = re.compile("[\udc80-\udcff]")


class OpenText(Value):
    """One open file at one moment."""

    uri: str
    path: str
    """On disk."""
    version: int
    text: str
    is_touched: bool = True
    """Whether it was edited since it was opened."""


class Place(Value):
    """An open file in its wiki."""

    ground: Ground
    path: str
    """From the top."""


class Seen(Value):
    """What was found in one open file."""

    text: OpenText
    path: str = ""
    """From the top of its wiki."""
    top: str = ""
    findings: tuple[Finding, ...] = ()
    old: tuple[str, ...] = ()
    """Its lines in the last commit."""
    reminders: frozenset[str] = frozenset()
    refusal: str = ""
    """Why it could not be looked at; empty where it was."""
    notices: tuple[str, ...] = ()
    """What was not looked at, and by what was judged instead."""


class Wikis:
    """Finds the wiki of each file, and keeps what is known of it until something may have changed."""

    def __init__(self, who: str, environ: Mapping[str, str], manager: pluggy.PluginManager) -> None:
        self.who = who
        self.environ = environ
        self.manager = manager
        self._grounds: dict[str, Ground] = {}
        self._folders: dict[str, str] = {}
        """The top of the wiki of each folder that was asked about; empty where it lies in none."""
        self._broken: dict[str, CannotCheck] = {}

    def close(self) -> None:
        """Ends every git that runs."""
        for ground in self._grounds.values():
            with suppress(Exception):
                ground.__exit__()
        self._grounds.clear()
        self._folders.clear()
        self._broken.clear()

    def place(self, path: str) -> Place | None:
        """Where an open file belongs; None outside every store and its configuration.

        Raises `CannotCheck` where its wiki cannot be read.
        """
        folder = os.path.dirname(path)
        if folder in self._broken:
            raise self._broken[folder]
        top = self._folders.get(folder)
        if top is not None and top in self._grounds and self._grounds[top].is_stale:
            self._drop(top)
            top = None
        if top is None:
            top = self._find(folder, path)
        if not top:
            return None
        ground = self._grounds[top]
        inside = ground.place(path)
        return Place(ground, inside) if inside and ground.settings.concerns(inside) else None

    def _find(self, folder: str, path: str) -> str:
        try:
            ground = find_ground(path, self.who, self.environ, self.manager)
        except CannotCheck as error:
            self._broken[folder] = error
            raise
        top = ground.wiki.top if ground else ""
        if ground is not None:
            if top in self._grounds:
                ground.__exit__()
            else:
                self._grounds[top] = ground
        self._folders[folder] = top
        return top

    def _drop(self, top: str) -> None:
        self._grounds.pop(top).__exit__()
        self._folders = {folder: known for folder, known in self._folders.items() if known != top}

    def are_stale(self) -> bool:
        """Whether HEAD of any wiki leads elsewhere than when it was read."""
        return any(ground.is_stale for ground in self._grounds.values())

    def lint_place(self, path: str) -> tuple[str, str] | None:
        """The top of a file's wiki and its path from there; None where a health pass has nothing to look at.

        Raises `CannotCheck` as `place` does.
        """
        place = self.place(path)
        if place is None or text_of(place.ground.disk.read(place.path)) is None:
            return None
        return place.ground.wiki.top, place.path

    def with_texts(self, texts: Iterable[OpenText], uri: str) -> tuple[Place, dict[str, str | None]] | None:
        """Where an open file belongs, and all unsaved texts of its wiki by path; None outside every store.

        Raises `CannotCheck` as `place` does.
        """
        texts = list(texts)
        mine = next((self.place(text.path) for text in texts if text.uri == uri), None)
        if mine is None:
            return None
        known: dict[str, tuple[OpenText, Place]] = {}
        for text in texts:
            with suppress(CannotCheck):
                place = self.place(text.path)
                if place is not None and place.ground is mine.ground:
                    known[place.path] = (text, place)
        return mine, texts_of(known)

    def see(self, texts: Iterable[OpenText]) -> list[Seen]:
        """What is found in every open file, each wiki looked at once."""
        seen: list[Seen] = []
        places: dict[str, dict[str, tuple[OpenText, Place]]] = {}
        for text in texts:
            try:
                place = self.place(text.path)
            except CannotCheck as error:
                seen.append(Seen(text, refusal=str(error)))
                continue
            if place is None:
                seen.append(Seen(text))
                continue
            known = places.setdefault(place.ground.wiki.top, {})
            if place.path in known:
                other = known[place.path][0].path
                seen.append(
                    Seen(text, refusal=f"{visible(other)} is the same file, and open too: close one.")
                )
            else:
                known[place.path] = (text, place)
        for opened in places.values():
            seen += _seen(opened)
        return seen


def texts_of(known: Mapping[str, tuple[OpenText, Place]]) -> dict[str, str | None]:
    """The unsaved texts of a wiki by path, as they would be saved."""
    return {
        path: as_saved(place.ground, path, open_text.text)
        for path, (open_text, place) in known.items()
        if open_text.is_touched or not _is_lossy(place)
    }


def _is_lossy(place: Place) -> bool:
    """Whether a file on disk holds bytes that are no UTF-8: what an editor shows is not what is there."""
    text = text_of(place.ground.disk.read(place.path)) or ""
    return not text.isascii() and _UNDECODED.search(text) is not None


def _seen(known: Mapping[str, tuple[OpenText, Place]]) -> list[Seen]:
    ground = next(iter(known.values()))[1].ground
    try:
        verdict = look(ground, texts_of(known))
    except CannotCheck as error:
        return [Seen(text, path, ground.wiki.top, refusal=str(error)) for path, (text, _) in known.items()]
    by_path: dict[str, list[Finding]] = {}
    for finding in verdict.findings:
        by_path.setdefault(finding.path, []).append(finding)
    reminders = reminding(ground)
    return [
        Seen(
            text,
            path,
            ground.wiki.top,
            tuple(by_path.get(path, ())),
            ground.committed_rows(path),
            reminders,
            notices=verdict.notices,
        )
        for path, (text, _) in known.items()
    ]


def reminding(ground: Ground) -> frozenset[str]:
    """The rules that a single save is only reminded of."""
    from wiki_schema.judge import load_rules

    return frozenset(rule.name for rule in load_rules(ground.wiki.manager) if rule.step == "reminds")
