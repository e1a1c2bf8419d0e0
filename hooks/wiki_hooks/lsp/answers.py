"""What an editor asks for, and how it is answered: each question is worked on beside the loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from wiki_hooks.lsp import following, hovering
from wiki_hooks.lsp.actions import Offer, Offers, bench_of, edits_of, offered, overlapping
from wiki_hooks.lsp.bench import Bench
from wiki_hooks.lsp.completing import MOST, choices, item_of
from wiki_hooks.lsp.diagnostics import SOURCE
from wiki_hooks.lsp.documents import Document
from wiki_hooks.lsp.edits import Abilities, FileEdit, workspace_edit
from wiki_hooks.lsp.following import Link
from wiki_hooks.lsp.hovering import Told
from wiki_hooks.lsp.outlining import outline
from wiki_hooks.lsp.remedies import Remedy
from wiki_hooks.lsp.showing import shown, unmarked
from wiki_hooks.lsp.uris import uri_of
from wiki_hooks.place.wiki import Wiki
from wiki_schema.finding import CannotCheck
from wiki_schema.text import harmless

if TYPE_CHECKING:
    from wiki_hooks.lsp.server import Server

_T = TypeVar("_T")


class Answers:
    """The requests of one session."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._session = server.session
        self._offers = Offers()

    async def at_bench(self, uri: str, do: Callable[[Bench], _T]) -> _T | None:
        """What the worker finds about an open file; None outside every store, or where it cannot look.

        Why it cannot is shown as a diagnostic already.
        """
        texts = self._session.texts()

        def work() -> _T | None:
            bench = bench_of(self._session.wikis, texts, uri)
            return None if bench is None else do(bench)

        try:
            return await self._session.work(work)
        except CannotCheck:
            return None

    # Actions

    async def actions(self, params: types.CodeActionParams) -> list[types.CodeAction]:
        """What can be done in a range; the edit is made later where the editor asks for it then."""
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return []
        all_shown = self._session.shown.get(document.uri, ())
        here = overlapping(all_shown, params.range)
        is_refused = any(each.is_refused for each in all_shown)
        line = document.lines.row_of(params.range.start)[0]
        version = document.version
        remedies = (
            await self.at_bench(document.uri, lambda bench: offered(bench, here, line, is_refused)) or []
        )
        only = params.context.only
        wanted = [each for each in remedies if not only or _is_among(each.kind, only)]
        found = [self._action(each, Offer(document.uri, version, each)) for each in wanted]
        return found if self._resolves else [each for each in found if await self._is_made(each)]

    @property
    def _resolves(self) -> bool:
        text_document = self._server.client_capabilities.text_document
        action = text_document.code_action if text_document is not None else None
        support = action.resolve_support if action is not None else None
        return support is not None and "edit" in support.properties

    def _action(self, remedy: Remedy, offer: Offer) -> types.CodeAction:
        return types.CodeAction(
            remedy.title,
            kind=remedy.kind,
            diagnostics=[remedy.shown.diagnostic] if remedy.shown else None,
            is_preferred=remedy.is_preferred or None,
            data={"offer": self._offers.keep(offer)},
        )

    async def _is_made(self, action: types.CodeAction) -> bool:
        try:
            action.edit = await self._edit(self._offers.find(action.data))
        except CannotCheck:
            return False
        return True

    async def resolve(self, action: types.CodeAction) -> types.CodeAction:
        """An action with its edit. Why there is none is told aloud, and is the error of the request."""
        try:
            action.edit = await self._edit(self._offers.find(action.data))
        except CannotCheck as error:
            said = harmless(str(error))
            self._server.window_show_message(
                types.ShowMessageParams(types.MessageType.Warning, f"{SOURCE}: {said}")
            )
            raise JsonRpcException(said, types.LSPErrorCodes.RequestFailed) from None
        return action

    async def _edit(self, offer: Offer | None) -> types.WorkspaceEdit:
        document = self._session.documents.get(offer.uri) if offer else None
        if offer is None or document is None or document.version != offer.version:
            raise CannotCheck("The text has changed since this was offered: ask for actions again.")
        texts = self._session.texts()

        def work() -> list[FileEdit]:
            bench = bench_of(self._session.wikis, texts, offer.uri)
            return [] if bench is None else edits_of(bench, offer.remedy, texts)

        files = await self._session.work(work)
        able = Abilities.of(self._server.client_capabilities)
        return workspace_edit(files, able, self._session.encoding)

    # What stands there

    async def hover(self, params: types.HoverParams) -> types.Hover | None:
        """What is known of the thing at a place."""
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return None
        line, column = document.lines.row_of(params.position)

        def look(bench: Bench) -> tuple[Told, Wiki] | None:
            told = hovering.hover(bench, line, column)
            return (told, bench.ground.wiki) if told is not None else None

        found = await self.at_bench(document.uri, look)
        if found is None:
            return None
        told, wiki = found
        lines = told.lines
        if told.fact:
            lines += await self._history(wiki, told)
        whole = document.lines.row_range(told.first)
        whole.end = document.lines.row_range(told.last).end
        return types.Hover(self._markup(lines), whole)

    async def _history(self, wiki: Wiki, told: Told) -> tuple[str, ...]:
        """The past of a fact, read beside the worker: a long one would hold up what is typed."""
        try:
            return await asyncio.to_thread(hovering.history, wiki, told.path, told.fact)
        except CannotCheck as error:
            return (shown(str(error)),)

    def _markup(self, lines: Sequence[str]) -> types.MarkupContent:
        text_document = self._server.client_capabilities.text_document
        hover = text_document.hover if text_document is not None else None
        formats = (hover.content_format if hover is not None else None) or ()
        if types.MarkupKind.Markdown in formats:
            return types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(lines))
        return types.MarkupContent(types.MarkupKind.PlainText, "\n".join(map(unmarked, lines)))

    async def links(self, params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        """Every link that leads to a file of the store."""
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return []

        def look(bench: Bench) -> list[types.DocumentLink]:
            top = bench.ground.wiki.top
            return [
                types.DocumentLink(_range(document, link), uri_of(f"{top}/{link.path}"))
                for link in following.links(bench)
            ]

        return await self.at_bench(document.uri, look) or []

    async def definition(self, params: types.DefinitionParams) -> types.Location | None:
        """Where the link at a place leads."""
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return None
        line, column = document.lines.row_of(params.position)

        def look(bench: Bench) -> types.Location | None:
            link = following.link_at(bench, line, column)
            if link is None:
                return None
            start = types.Position(following.line_of(bench, link) - 1, 0)
            return types.Location(uri_of(f"{bench.ground.wiki.top}/{link.path}"), types.Range(start, start))

        return await self.at_bench(document.uri, look)

    async def symbols(self, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        """The outline of a note."""
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return []
        lines = document.lines

        def look(bench: Bench) -> list[types.DocumentSymbol]:
            return outline(bench, lines) if bench.store.is_note(bench.path) else []

        return await self.at_bench(document.uri, look) or []

    async def completions(self, params: types.CompletionParams) -> types.CompletionList:
        """What may come next."""
        document = self._session.documents.get(params.text_document.uri)
        if document is None:
            return types.CompletionList(False, [])
        line, column = document.lines.row_of(params.position)
        rows = document.lines.rows
        row = rows[line - 1][:column] if line <= len(rows) else ""
        found = await self.at_bench(document.uri, lambda bench: list(choices(bench, row))) or []
        items = [
            item_of(each, document.lines.row_range(line, column + 1 - each.typed, each.typed))
            for each in found
        ]
        return types.CompletionList(len(found) >= MOST, items)


def _range(document: Document, link: Link) -> types.Range:
    return document.lines.row_range(link.line, link.start + 1, link.stop - link.start)


def _is_among(kind: types.CodeActionKind, only: Iterable[types.CodeActionKind | str]) -> bool:
    """Whether a kind is one of those asked for, or of a sort of them."""
    name = str(kind.value)
    return any(name == each or name.startswith(f"{each}.") for each in map(_name, only))


def _name(kind: object) -> str:
    return str(getattr(kind, "value", kind))
