"""Settings that are no JSON of many hands: a table of TOML, and files that are ours as a whole."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any

from wiki_hooks.setup.agents.program import Program, is_server, program_of
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible
from wiki_schema.value import Value

_TABLE = "[mcp_servers.memwiki]"
_BLOCK = re.compile(
    rf"(?P<before>(?:\r?\n)*){re.escape(_TABLE)}\r?\ncommand = [^\r\n]*\r?\nargs = [^\r\n]*(?P<end>\r?\n|\Z)"
)


class TomlServer(Value):
    """The server of tools as a table at the end of a TOML file. No other line changes."""

    path: str
    is_executable: bool = False

    def installed(self, text: str | None, program: Program) -> str:
        """The text with the table; the same text where it is there. Raises `CannotCheck`."""
        block = _block(program)
        if text is None:
            return block
        entry = self._server(text)
        wanted = tomllib.loads(block)["mcp_servers"]["memwiki"]
        if isinstance(entry, dict) and entry.items() >= wanted.items():
            return text
        if entry is not None:
            if not is_server(entry) or _BLOCK.search(text) is None:
                words = f'there is something else under "{_TABLE}"'
                raise CannotCheck(f"{visible(self.path)}: {words}; rename that, or put in by hand:\n{block}")
            text = self.removed(text) or ""
        before = self.value(text)
        ending = "\r\n" if "\r\n" in text else "\n"
        # A file that does not end in a line break does not afterwards either: so it is known again.
        body = ending + (block if text.endswith("\n") else "\n" + block[:-1]).replace("\n", ending)
        changed = text + body
        before.setdefault("mcp_servers", {})["memwiki"] = wanted
        if self._read_or_none(changed) != before:
            raise CannotCheck(f"{visible(self.path)} cannot be added to; put in by hand:\n{block}")
        return changed

    def removed(self, text: str) -> str | None:
        """The text without the table; None where nothing else is in it. Raises `CannotCheck`."""
        if not is_server(self._server(text)):
            return text
        match = _BLOCK.search(text)
        before = self.value(text)
        del before["mcp_servers"]["memwiki"]
        if match is None:
            raise self._is_changed()
        if match.start() == 0 and match.end() == len(text) and match["end"]:
            return None
        breaks = re.findall(r"\r?\n", match["before"])
        mine = "".join(breaks[-1 if match["end"] else -2 :])
        changed = text[: match.end("before") - len(mine)] + text[match.end() :]
        after = self._read_or_none(changed)
        if after is None or _unlike(after, before):
            raise self._is_changed()
        return changed

    def ours(self, text: str) -> list[Any]:
        """The table as a value, where it is ours. Raises `CannotCheck` where the text is no TOML."""
        entry = self._server(text)
        return [entry] if is_server(entry) else []

    def program(self, text: str) -> Program | None:
        """What our table runs."""
        entry = self._server(text)
        return program_of(entry["command"], entry.get("args")) if is_server(entry) else None

    def value(self, text: str) -> dict[str, Any]:
        """What a text says. Raises `CannotCheck` where it is no TOML."""
        try:
            return tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            words = " ".join(str(error).split())
            raise CannotCheck(
                f"{visible(self.path)}: {visible(words)}. Nothing was written; mend it, and try again."
            ) from None
        except RecursionError:
            raise CannotCheck(f"{visible(self.path)} is nested too deeply to be settings") from None

    def _server(self, text: str) -> Any:
        servers = self.value(text).get("mcp_servers")
        return servers.get("memwiki") if isinstance(servers, dict) else None

    def _read_or_none(self, text: str) -> dict[str, Any] | None:
        try:
            return self.value(text)
        except CannotCheck:
            return None

    def _is_changed(self) -> CannotCheck:
        return CannotCheck(
            f"{visible(self.path)}: somebody changed the table {_TABLE}, so nothing was taken out; "
            "remove that table by hand"
        )


def _block(program: Program) -> str:
    command, *args = program.words
    values = ", ".join(json.dumps(word, ensure_ascii=False) for word in [*args, "mcp"])
    return f"{_TABLE}\ncommand = {json.dumps(command, ensure_ascii=False)}\nargs = [{values}]\n"


def _unlike(after: dict[str, Any], before: dict[str, Any]) -> bool:
    """Whether they differ in more than an empty table of servers."""
    one, other = dict(after), dict(before)
    if not one.get("mcp_servers") and not other.get("mcp_servers"):
        one.pop("mcp_servers", None)
        other.pop("mcp_servers", None)
    return one != other


class OwnFile(Value):
    """A file that is ours as a whole, in a folder where each hook has its own."""

    path: str
    text: Callable[[Program], str]
    is_ours: Callable[[str], bool]
    """Whether a text is one that memwiki wrote, in whatever form."""
    program: Callable[[str], Program | None]
    """What such a text runs; None where that cannot be told."""
    by_hand: str
    """What to do where another file has the name."""
    is_executable: bool = False

    def installed(self, text: str | None, program: Program) -> str:
        """Our text. Raises `CannotCheck` where the file is somebody else's."""
        if text is not None and not self.is_ours(text):
            raise CannotCheck(f"{visible(self.path)} is there and not ours; {self.by_hand}")
        return self.text(program)

    def removed(self, text: str) -> str | None:
        """None where the file is ours, else its text."""
        return None if self.is_ours(text) else text

    def ours(self, text: str) -> list[Any]:
        """The text itself, where it is ours."""
        return [text] if self.is_ours(text) else []
