"""A wiki, and the hook that is asked about writes in it, within this process."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.repository import TODAY, Repository, clean_environ, wiki_repository
from wiki_hooks.agents.entry import answer
from wiki_hooks.agents.host import Answer

Ask = Callable[..., Answer]


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    (tmp_path / "home").mkdir()
    environ = {**clean_environ(tmp_path / "home"), "MEMWIKI_TODAY": str(TODAY)}
    monkeypatch.setattr(os, "environ", environ)
    monkeypatch.chdir(tmp_path)
    return wiki_repository(tmp_path / "repository")


@pytest.fixture
def ask(repository: Repository) -> Ask:
    """Asks as Claude Code does; more words are keys of the payload, `host` and `event` what settings say."""

    def asked(
        tool: str, given: object, host: str = "claude-code", event: str = "PreToolUse", **more: Any
    ) -> Answer:
        payload = {
            "session_id": "s-1", "cwd": str(repository.path), "hook_event_name": event, "tool_name": tool,
            "tool_input": given, "tool_use_id": "use-1", **more,
        }  # fmt: skip
        data = json.dumps(payload).encode()
        return answer(lambda: data, host, event, repository.environ | {"MEMWIKI_TODAY": str(TODAY)})

    return asked
