"""OpenCode: a plugin in `.opencode/plugins/`."""

from __future__ import annotations

import json
import re

from wiki_hooks.setup.agents.host import Host
from wiki_hooks.setup.agents.others import OwnFile
from wiki_hooks.setup.agents.owned import MARK, has_mark, shim
from wiki_hooks.setup.agents.program import Program

_LINE = 'const MEMWIKI = ["memwiki"]'
_WORDS = re.compile(r"^const MEMWIKI = (\[.*\])$", re.MULTILINE)


def _text(program: Program) -> str:
    words = json.dumps([*program.words], ensure_ascii=False)
    return shim("memwiki.ts").replace(_LINE, f"const MEMWIKI = {words}")


def _program(text: str) -> Program | None:
    match = _WORDS.search(text)
    try:
        return Program(tuple(json.loads(match[1]))) if match else None
    except ValueError:
        return None


HOST = Host(
    name="opencode",
    title="OpenCode",
    guard=OwnFile(
        ".opencode/plugins/memwiki.ts",
        _text,
        has_mark(f"// {MARK}"),
        _program,
        "give that file another name",
    ),
    others=(),
    seen=(".opencode", "opencode.json", "opencode.jsonc"),
    home=(".config/opencode",),
    broken="a hook that cannot be run blocks the write",
    fails_open=False,
    hints=(
        "OpenCode names its servers differently from version to version: `opencode mcp add` asks for "
        "the command, which is memwiki mcp",
    ),
)
