"""The language server: which message of the protocol leads where."""

from __future__ import annotations

import gc
import logging
import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from wiki_hooks.lsp.answers import Answers
from wiki_hooks.lsp.session import Session
from wiki_hooks.lsp.wikis import Wikis
from wiki_schema.as_json import exact
from wiki_schema.text import harmless

if TYPE_CHECKING:
    import pluggy


class Protocol(LanguageServerProtocol):
    """The protocol without pygls' own copy of what is open, which counts lines as Python does."""

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        """A file was opened."""
        self._session().open(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        """Something was typed."""
        self._session().change(params)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        """A file was closed."""
        self._session().close(params.text_document.uri)

    def _session(self) -> Session:
        server: Server = self._server  # type: ignore[assignment]
        return server.session


class Server(LanguageServer):
    """The server and the session that it serves."""

    session: Session

    def report_server_error(self, error: Exception, source: object) -> None:
        """A fault of ours goes to the log of the editor; a request that was refused has its own answer."""
        if isinstance(error, JsonRpcException) and not isinstance(error, JsonRpcInternalError):
            return
        self.tell(f"something went wrong inside memwiki: {type(error).__name__}: {error}")

    def tell(self, message: str) -> None:
        """Writes to the log of the editor."""
        params = types.LogMessageParams(types.MessageType.Error, exact(harmless(f"memwiki: {message}")))
        self.window_log_message(params)


def make_server(who: str, environ: Mapping[str, str], manager: pluggy.PluginManager, version: str) -> Server:
    """A server that waits for an editor."""
    sync = types.TextDocumentSyncKind.Incremental
    server = Server("memwiki", version, text_document_sync_kind=sync, protocol_cls=Protocol)
    wikis = Wikis(who, environ, manager)
    server.session = Session(wikis, server.text_document_publish_diagnostics, server.tell)
    _add_life(server)
    _add_answers(server)
    return server


def _add_life(server: Server) -> None:
    """What begins, changes and ends a session."""
    session = server.session

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        session.encoding = str(getattr(encoding := server.workspace.position_encoding, "value", encoding))
        _configure(server, params.initialization_options)

    @server.feature(types.INITIALIZED)
    def initialized(_params: types.InitializedParams) -> None:
        watched = server.client_capabilities.workspace and (
            server.client_capabilities.workspace.did_change_watched_files
        )
        if watched and watched.dynamic_registration:
            server.client_register_capability(types.RegistrationParams([_watching()]))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        session.save(params.text_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def changed(_params: types.DidChangeWatchedFilesParams) -> None:
        session.refresh()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def folders(_params: types.DidChangeWorkspaceFoldersParams) -> None:
        session.refresh()

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def configured(params: types.DidChangeConfigurationParams) -> None:
        _configure(server, params.settings)
        session.refresh()

    @server.feature(types.SHUTDOWN)
    def shutdown(_params: None = None) -> None:
        session.end()


def _add_answers(server: Server) -> None:
    """What an editor may ask."""
    answers = Answers(server)
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(kinds, resolve_provider=True))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await answers.actions(params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(action: types.CodeAction) -> types.CodeAction:
        return await answers.resolve(action)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        return await answers.hover(params)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    async def links(params: types.DocumentLinkParams) -> list[types.DocumentLink]:
        return await answers.links(params)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> types.Location | None:
        return await answers.definition(params)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return await answers.symbols(params)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[*"—|[( "]))
    async def completions(params: types.CompletionParams) -> types.CompletionList:
        return await answers.completions(params)


def _watching() -> types.Registration:
    """What the editor is asked to watch: notes and what configures them."""
    globs = ("**/*.md", "**/memwiki.toml", "**/members.toml", "**/pyproject.toml")
    options = types.DidChangeWatchedFilesRegistrationOptions(
        [types.FileSystemWatcher(glob) for glob in globs]
    )
    return types.Registration("memwiki-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)


def _configure(server: Server, given: Any) -> None:
    """Takes in the settings of the editor: `lint` switches the health pass, and nothing else is asked."""
    own = given.get("memwiki", given) if isinstance(given, Mapping) else {}
    lint = own.get("lint") if isinstance(own, Mapping) else None
    if isinstance(lint, bool):
        server.session.with_drift = lint


def serve(server: Server) -> int:
    """Talk to the editor over stdin and stdout until it ends: 0 where it said goodbye, else 1.

    Whatever else prints, a plugin say, prints to stderr: on stdout it would end the conversation.
    """
    # What pygls has to say of a fault the editor is told; the rest is about pygls.
    logging.getLogger("pygls").setLevel(
        logging.DEBUG if os.environ.get("MEMWIKI_DEBUG") else logging.CRITICAL
    )
    # A look makes some hundred thousand values. What is left of it goes behind it, not in the middle.
    gc.disable()
    with os.fdopen(os.dup(1), "wb") as out, os.fdopen(os.dup(0), "rb") as source:
        os.dup2(2, 1)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        sys.stdout = sys.stderr
        server.start_io(source, out)
    return 0 if server.protocol._shutdown else 1
