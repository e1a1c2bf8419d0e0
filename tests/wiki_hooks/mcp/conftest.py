"""A real server of a wiki, and a real client on its standard input and output."""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters
from mcp_types import ElicitResult, Implementation

from tests.repository import ANNA, TODAY, Repository, clean_environ, wiki_repository

ERAS = ("legacy", "2026-07-28")
"""Both eras of the protocol: with a handshake, and without."""

PRIVATE = '\n[[store]]\npath = "private"\nkind = "private"\nowner = "anna"\n'
SECRET = {
    "private/index.md": "# Index\n\n- [Diary](diary.md)\n", "private/log.md": "# Log\n",
    "private/diary.md": "# Diary\n\nThe ferry was late.\n",
}  # fmt: skip


def make(path: Path) -> Repository:
    """The wiki of the tests, with a private store of Anna's; git's user is Ben."""
    repository = wiki_repository(path)
    policy = repository.read("memwiki.toml") + PRIVATE
    repository.commit("A private store", {"memwiki.toml": policy, **SECRET}, author=ANNA)
    return repository


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return make(tmp_path_factory.mktemp("mcp") / "repository")


def environ_of(repository: Repository) -> dict[str, str]:
    return {
        **repository.environ, "MEMWIKI_TODAY": str(TODAY), "PYTHONPATH": os.pathsep.join(sys.path),
        "HOME": str(clean_environ(repository.path)["HOME"]),
    }  # fmt: skip


def talk(
    repository: Repository,
    speak: Callable[[Client], Awaitable[Any]],
    era: str = "legacy",
    says: str | None = None,
    name: str = "claude-code",
    *options: str,
) -> Any:
    """What a conversation with a server of its own comes to; `says` is what a person answers who is asked."""
    asked: list[str] = []

    async def answer(context: Any, params: Any) -> ElicitResult:
        asked.append(params.message)
        if says == "yes" or says == "no":
            return ElicitResult(action="accept", content={"yes": says == "yes"})
        return ElicitResult(action="decline" if says == "decline" else "cancel")

    async def hold() -> Any:
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "wiki_hooks.cli", "mcp", *options], cwd=str(repository.path),
            env=environ_of(repository),
        )  # fmt: skip
        callback = None if says is None else answer
        about = Implementation(name=name, version="1")
        async with Client(server, mode=era, client_info=about, elicitation_callback=callback) as client:
            return await speak(client)

    return anyio.run(hold), asked


def text_of(result: Any) -> str:
    """What a model reads of an answer."""
    return "\n".join(part.text for part in result.content)
