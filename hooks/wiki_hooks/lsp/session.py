"""One editor's session: what is open, when it is looked at, and what is shown of it.

Looking happens in one thread beside the loop that talks to the editor. What was found of a text that has
changed meanwhile is dropped: the newer one is looked at anyway.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from lsprotocol import types

from wiki_hooks.lsp.diagnostics import Shown, could_not_look, of_change, of_drift
from wiki_hooks.lsp.documents import Document
from wiki_hooks.lsp.drift import drift
from wiki_hooks.lsp.uris import path_of
from wiki_hooks.lsp.wikis import OpenText, Seen, Wikis
from wiki_schema.finding import CannotCheck, Finding
from wiki_schema.text import split_lines
from wiki_schema.value import Value

PAUSE = 0.001
"""Seconds after a keystroke in which others that are on their way may still come in."""
REST = 1.0
"""Seconds without a keystroke after which what lies on disk is read anew."""
GLANCE = 2.0
"""Seconds between two looks at where HEAD leads."""

_T = TypeVar("_T")
Publish = Callable[[types.PublishDiagnosticsParams], None]
Tell = Callable[[str], None]


class Drifted(Value):
    """What the health pass found in a file, and the lines that it looked at."""

    findings: tuple[Finding, ...]
    lines: tuple[str, ...]
    refusals: tuple[str, ...] = ()


class Session:
    """The state of the server. Its methods are called on the loop; only `wikis` belongs to the worker."""

    def __init__(self, wikis: Wikis, publish: Publish, tell: Tell) -> None:
        """`publish` sends diagnostics, `tell` writes to the log of the editor."""
        self.wikis = wikis
        self.documents: dict[str, Document] = {}
        self.encoding: str = types.PositionEncodingKind.Utf16
        self.with_drift = True
        self.shown: dict[str, tuple[Shown, ...]] = {}
        self.tops: dict[str, str] = {}
        self._publish = publish
        self._tell = tell
        self._worker = ThreadPoolExecutor(1, "memwiki-look")
        self._timer: asyncio.TimerHandle | None = None
        self._rest: asyncio.TimerHandle | None = None
        self._looking: asyncio.Task[None] | None = None
        self._is_over = False
        self._is_looking = False
        self._is_due = False
        self._is_stale = True
        self._drifted: dict[str, Drifted] = {}
        self._passes: dict[str, asyncio.Task[None]] = {}
        self._glancing: asyncio.Task[None] | None = None
        self._sent: dict[str, tuple[int, tuple[types.Diagnostic, ...]]] = {}
        self._told: set[str] = set()

    # What the editor says

    def open(self, item: types.TextDocumentItem) -> None:
        """A file was opened."""
        path = path_of(item.uri)
        if path is None:
            return
        self.documents[item.uri] = Document(item.uri, path, item.version, item.text, self.encoding)
        self._sent.pop(item.uri, None)
        if self._glancing is None:
            self._glancing = asyncio.ensure_future(self._glance())
        self.look(fresh=True)
        self.look_through([item.uri])

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Something was typed."""
        document = self.documents.get(params.text_document.uri)
        if document is not None:
            document.change(params.content_changes, params.text_document.version)
            self.look()
            self._look_at_rest()

    def save(self, uri: str) -> None:
        """A file was saved."""
        document = self.documents.get(uri)
        if document is not None:
            self.look(fresh=True)
            self.look_through([uri])

    def close(self, uri: str) -> None:
        """A file was closed, or renamed: then it is opened under another name."""
        if self.documents.pop(uri, None) is None:
            return
        for known in (self.shown, self._drifted, self.tops):
            known.pop(uri, None)
        if self._sent.pop(uri, (0, ()))[1]:
            self._publish(types.PublishDiagnosticsParams(uri, []))
        self.look(fresh=True)

    def refresh(self) -> None:
        """Something may have changed on disk, or in the configuration."""
        self.look(fresh=True)
        self.look_through(list(self.documents))

    def end(self) -> None:
        """The session is over."""
        self._is_over = True
        for handle in (self._timer, self._rest, self._glancing, *self._passes.values()):
            if handle is not None:
                handle.cancel()
        self._worker.submit(self.wikis.close)
        self._worker.shutdown(wait=True)

    # Looking at what changed

    def look(self, fresh: bool = False) -> None:
        """Look at everything that is open, soon; `fresh`: with what lies on disk read anew."""
        self._is_stale = self._is_stale or fresh
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(PAUSE, self._start)

    def _start(self) -> None:
        self._timer = None
        if self._is_looking:
            self._is_due = True
            return
        self._is_looking, self._is_due = True, False
        self._looking = asyncio.ensure_future(self._look())

    async def _look(self) -> None:
        fresh, self._is_stale = self._is_stale, False
        texts = self.texts()
        try:
            seen = await self.work(lambda: self._see(texts, fresh))
        except Exception as error:  # a fault of ours must not pass for "nothing found"
            self._tell(f"memwiki could not look: {type(error).__name__}: {error}")
            seen = [Seen(text, refusal=_fault(error)) for text in texts]
        finally:
            self._is_looking = False
        for each in seen:
            self._take(each)
        if not self._is_over:
            self._worker.submit(gc.collect, 0)  # a look leaves cycles behind; nobody waits for this
        if self._is_due:
            self._start()

    def _see(self, texts: Sequence[OpenText], fresh: bool) -> list[Seen]:
        if fresh:
            self.wikis.close()
            gc.collect()
        return self.wikis.see(texts)

    def texts(self) -> list[OpenText]:
        """Everything that is open, as it is now."""
        return [
            OpenText(uri, each.path, each.version, each.text, each.is_touched)
            for uri, each in self.documents.items()
        ]

    async def work(self, do: Callable[[], _T]) -> _T:
        """Have the worker do something: it alone may touch the wikis."""
        return await asyncio.get_running_loop().run_in_executor(self._worker, do)

    def _take(self, seen: Seen) -> None:
        """Show what was found, unless the text has changed meanwhile."""
        document = self.documents.get(seen.text.uri)
        if document is None or document.version != seen.text.version:
            return
        self.tops[document.uri] = seen.top
        for words in (*seen.notices, seen.refusal):
            if words and words not in self._told:
                self._told.add(words)
                self._tell(words)
        if seen.refusal:
            shown: tuple[Shown, ...] = (could_not_look(seen.refusal),)
        else:
            found = of_change(seen.findings, document.uri, document.lines, seen.old, seen.reminders)
            shown = (*found, *self._drift_of(document, seen))
        self._show(document, shown)

    def _drift_of(self, document: Document, seen: Seen) -> Iterable[Shown]:
        known = self._drifted.get(document.uri)
        if known is None or not seen.path:
            return
        told = {(finding.rule, finding.line) for finding in seen.findings}
        for each in of_drift(known.findings, seen.top, document.lines, known.lines):
            if (each.finding.rule, each.spot.line) not in told:
                yield each
        yield from map(could_not_look, known.refusals)

    def _show(self, document: Document, shown: tuple[Shown, ...]) -> None:
        self.shown[document.uri] = shown
        diagnostics = tuple(each.diagnostic for each in shown)
        sent = (document.version, diagnostics)
        if self._sent.get(document.uri) != sent:
            self._sent[document.uri] = sent
            params = types.PublishDiagnosticsParams(document.uri, list(diagnostics), document.version)
            self._publish(params)

    def _look_at_rest(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        again = partial(self.look, fresh=True)
        self._rest = asyncio.get_running_loop().call_later(REST, again)

    async def _glance(self) -> None:
        """Now and then, whether HEAD leads elsewhere: editors do not tell of a commit."""
        while True:
            await asyncio.sleep(GLANCE)
            if self.documents and not self._is_looking and await self.work(self.wikis.are_stale):
                self.refresh()

    # The health pass

    def look_through(self, uris: Collection[str]) -> None:
        """Have a health pass look at files as they are saved, in place of the one that is under way."""
        if not self.with_drift:
            self._drifted.clear()
            return
        for uri in uris:
            if (old := self._passes.pop(uri, None)) is not None:
                old.cancel()
            self._passes[uri] = asyncio.ensure_future(self._pass(uri))

    async def _pass(self, uri: str) -> None:
        document = self.documents.get(uri)
        if document is None:
            return
        path, lines = document.path, tuple(split_lines(document.text))
        try:
            place = await self.work(lambda: self.wikis.lint_place(path))
            if place is None:
                self._drifted.pop(uri, None)
                return
            findings, unknown = await drift(place[0], [place[1]], self.wikis.environ)
            here = tuple(finding for finding in findings if finding.path == place[1])
            self._drifted[uri] = Drifted(here, lines, tuple(unknown))
        except CannotCheck as error:
            self._drifted[uri] = Drifted((), lines, (str(error),))
        except OSError as error:
            self._drifted[uri] = Drifted((), lines, (f"The health pass cannot be started: {error}",))
        if self._passes.get(uri) is asyncio.current_task():
            del self._passes[uri]
        self.look()


def _fault(error: Exception) -> str:
    return (
        f"Something went wrong inside memwiki, so this was not looked at: {type(error).__name__}: {error}. "
        "Please report it, with what the log of the language server shows."
    )
