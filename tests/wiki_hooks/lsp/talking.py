"""An editor for tests: a small client that speaks to a real `memwiki lsp` over its pipes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from lsprotocol import types

from tests.repository import TODAY
from wiki_hooks.lsp.documents import Lines
from wiki_hooks.lsp.uris import path_of, uri_of

PATIENCE = 30.0

CAPABILITIES: dict[str, Any] = {
    "workspace": {
        "workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]},
        "didChangeWatchedFiles": {"dynamicRegistration": True},
    },
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "codeAction": {
            "codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}},
            "dataSupport": True,
            "resolveSupport": {"properties": ["edit"]},
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
    },
}
Message = dict[str, Any]


class Editor:
    """One session with one server."""

    def __init__(self, cwd: Path, environ: Mapping[str, str], *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "wiki_hooks.cli", "lsp", *options],
            cwd=cwd,
            env={"MEMWIKI_TODAY": str(TODAY), **environ},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.received: list[Message] = []
        self.texts: dict[str, tuple[int, str]] = {}
        self._inbox: queue.Queue[Message | None] = queue.Queue()
        self._id = 0
        self.complaints = bytearray()
        self._threads = [threading.Thread(target=each) for each in (self._listen, self._drain)]
        for thread in self._threads:
            thread.start()

    # The wire

    def _listen(self) -> None:
        source = self.process.stdout
        assert source
        while header := source.readline():
            # Whatever is no header would be something that stands on stdout by mistake.
            name, _, value = header.decode().partition(": ")
            if name == "Content-Length":
                length = int(value)
            elif header == b"\r\n":
                self._inbox.put(json.loads(source.read(length)))
            else:
                assert name == "Content-Type", header
        self._inbox.put(None)

    def _drain(self) -> None:
        assert self.process.stderr
        while more := self.process.stderr.read1():
            self.complaints += more

    def send(self, message: Message) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method: str, **params: Any) -> None:
        self.send({"method": method, "params": params})

    def request(self, method: str, params: Any = None) -> Any:
        """The result; the error where there is one."""
        self._id += 1
        number = self._id
        self.send({"id": number, "method": method, **({} if params is None else {"params": params})})
        answer = self.wait(lambda m: m.get("id") == number and "method" not in m)
        return answer["error"] if "error" in answer else answer["result"]

    def wait(self, fits: Callable[[Message], bool], seconds: float = PATIENCE) -> Message:
        """The first message from now on that fits; what the server asks for is granted."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                message = self._inbox.get(timeout=left)
            except queue.Empty:
                break
            assert message is not None, f"the server ended: {self.complaints.decode()}"
            self.received.append(message)
            if "id" in message and "method" in message:
                self.send({"id": message["id"], "result": None})
            if fits(message):
                return message
        raise AssertionError(f"nothing like that came; last: {self.received[-3:]} {self.complaints.decode()}")

    # What an editor does

    def start(self, root: Path, capabilities: Message | None = None, options: Any = None) -> Message:
        """Shakes hands."""
        folders = [{"uri": uri_of(str(root)), "name": "it"}]
        result: Message = self.request(
            "initialize",
            {
                "processId": None,
                "rootUri": uri_of(str(root)),
                "workspaceFolders": folders,
                "capabilities": CAPABILITIES if capabilities is None else capabilities,
                "initializationOptions": {"lint": False} if options is None else options,
            },
        )
        self.notify("initialized")
        return result

    def open(self, path: Path, text: str | None = None, uri: str = "") -> str:
        """Opens a file, as it is on disk unless a text is given; its URI."""
        uri = uri or uri_of(str(path))
        text = path.read_bytes().decode("utf-8", "replace") if text is None else text
        self.texts[uri] = (1, text)
        item = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
        self.notify("textDocument/didOpen", textDocument=item)
        return uri

    def type(self, uri: str, text: str) -> None:
        """Has a file say something else, sent as a whole."""
        version = self.texts[uri][0] + 1
        self.texts[uri] = (version, text)
        changes = [{"text": text}]
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", textDocument=document, contentChanges=changes)

    def replace(self, uri: str, old: str, new: str) -> None:
        text = self.texts[uri][1]
        assert old in text
        self.type(uri, text.replace(old, new, 1))

    def save(self, uri: str, path: Path) -> None:
        """Writes what is open to disk, and tells."""
        path.write_bytes(self.texts[uri][1].encode())
        self.notify("textDocument/didSave", textDocument={"uri": uri})

    def diagnostics(
        self, uri: str, fits: Callable[[list[Message]], bool] = lambda found: True
    ) -> list[Message]:
        """What is shown of the newest version of a file, once it fits."""
        version = self.texts[uri][0]

        def is_it(message: Message) -> bool:
            params = message.get("params") or {}
            is_of = message.get("method") == "textDocument/publishDiagnostics" and params["uri"] == uri
            return is_of and params.get("version") == version and fits(params["diagnostics"])

        last = next((m for m in reversed(self.received) if is_shown(m, uri)), None)
        if last is not None and is_it(last):
            return list(last["params"]["diagnostics"])
        return list(self.wait(is_it)["params"]["diagnostics"])

    def position(self, uri: str, words: str, behind: bool = False) -> Message:
        """Where words stand, or end, in an open file."""
        text = self.texts[uri][1]
        at = text.index(words) + (len(words) if behind else 0)
        line = text.count("\n", 0, at)
        start = text.rfind("\n", 0, at) + 1
        return {"line": line, "character": len(text[start:at].encode("utf-16-le")) // 2}

    def ask(self, method: str, uri: str, words: str, behind: bool = False) -> Any:
        """A request about a place."""
        where = {"textDocument": {"uri": uri}, "position": self.position(uri, words, behind)}
        return self.request(f"textDocument/{method}", where)

    def actions(self, uri: str, words: str) -> list[Message]:
        """The actions at some words, each with its edit."""
        return self.actions_at(uri, self.position(uri, words))

    def actions_at(self, uri: str, at: Message) -> list[Message]:
        """The actions at a position, each with its edit."""
        params = {
            "textDocument": {"uri": uri},
            "range": {"start": at, "end": at},
            "context": {"diagnostics": []},
        }
        found = self.request("textDocument/codeAction", params) or []
        return [each if "edit" in each else self.request("codeAction/resolve", each) for each in found]

    def apply(self, edit: Message) -> list[Path]:
        """Makes an edit in all files, open or not, and saves them; which they are."""
        changed = []
        parts = edit.get("documentChanges") or [
            {"textDocument": {"uri": uri}, "edits": edits} for uri, edits in edit["changes"].items()
        ]
        for part in parts:
            path = Path(path_of(part["uri"] if "kind" in part else part["textDocument"]["uri"]) or "")
            changed.append(path)
            if part.get("kind") == "create":
                path.touch()
                continue
            uri, version = part["textDocument"]["uri"], part["textDocument"].get("version")
            if uri in self.texts:
                assert version in (None, self.texts[uri][0])
                self.type(uri, edited(self.texts[uri][1], part["edits"]))
                self.save(uri, path)
            else:
                path.write_bytes(edited(path.read_bytes().decode(), part["edits"]).encode())
        return changed

    def do(self, uri: str, words: str, title: str) -> list[Path]:
        """Chooses the action whose title begins so, and makes its edit."""
        found = self.actions(uri, words)
        return self._choose(found, title)

    def mend(self, uri: str, code: str, title: str) -> list[Path]:
        """Chooses an action where a rule found something first."""
        found = self.diagnostics(uri, lambda found: code in codes(found))
        at = next(each["range"]["start"] for each in found if each["code"] == code)
        return self._choose(self.actions_at(uri, at), title)

    def _choose(self, found: list[Message], title: str) -> list[Path]:
        chosen = [each for each in found if each.get("title", "").startswith(title)]
        assert chosen, [each.get("title", each.get("message")) for each in found]
        return self.apply(chosen[0]["edit"])

    def end(self) -> int:
        """Says goodbye; how the server ended."""
        self.request("shutdown")
        self.send({"method": "exit"})
        assert self.process.stdin
        self.process.stdin.close()
        code = self.process.wait(PATIENCE)
        self._threads[1].join(PATIENCE)
        return code

    def leave(self) -> None:
        """Ends it, whatever it does."""
        self.process.kill()
        for thread in self._threads:
            thread.join(PATIENCE)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe
            with suppress(BrokenPipeError):
                pipe.close()
        self.process.wait()


def is_shown(message: Message, uri: str) -> bool:
    return message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == uri


def codes(diagnostics: list[Message]) -> list[str]:
    """The rules that diagnostics are of."""
    return [each["code"] for each in diagnostics]


def edited(text: str, edits: list[Message]) -> str:
    """A text with edits made; their columns count units of UTF-16."""
    lines = Lines(text)
    places = [
        (
            lines.offset(types.Position(**each["range"]["start"])),
            lines.offset(types.Position(**each["range"]["end"])),
            each["newText"],
        )
        for each in edits
    ]
    for start, end, new in sorted(places, key=lambda place: place[0], reverse=True):
        text = text[:start] + new + text[end:]
    return text


@contextmanager
def editor(cwd: Path, environ: Mapping[str, str], *options: str, **start: Any) -> Iterator[Editor]:
    """A session that has shaken hands."""
    talking = Editor(cwd, environ, *options)
    try:
        talking.start(cwd, **start)
        yield talking
    finally:
        talking.leave()
