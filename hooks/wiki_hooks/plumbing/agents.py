"""Which agent started a process, by the variables that agents set for what they run."""

from __future__ import annotations

import re
from collections.abc import Mapping

# Set for the children of an agent. Others, such as CLAUDECODE and CURSOR_TRACE_ID, are set in terminals
# too in which a person types.
MARKERS = {
    "CLAUDE_CODE_CHILD_SESSION": "claude-code",
    "CURSOR_AGENT": "cursor",
    "CODEX_THREAD_ID": "codex",
    "CODEX_SANDBOX": "codex",
    "GEMINI_CLI": "gemini-cli",
    "COPILOT_CLI": "copilot-cli",
    "COPILOT_AGENT": "vscode",
    "OPENCODE": "opencode",
    "CLINE_ACTIVE": "cline",
    "QWEN_CODE": "qwen-code",
    "KILO": "kilo",
    "AUGMENT_AGENT": "augment",
    "ANTIGRAVITY_AGENT": "antigravity",
    "PI_CODING_AGENT": "pi",
}
NAMING = ("AI_AGENT", "AGENT")
"""Variables whose value is a name."""

_OFF = ("", "0", "false", "no", "off")
_ON = ("1", "true", "yes", "on")
# `claude-code_2-1-263_agent`, `goose@1.9`, `amp/0.3`
_VERSION = re.compile(r"[@/ ].*|_v?\d.*|_agent$", re.DOTALL)


def agents_of(environ: Mapping[str, str]) -> tuple[str, ...]:
    """The agents that the environment names, each once.

    Where one was started by another all are there, in the order of `MARKERS`: nothing tells which is inside.
    """
    marked = (name for variable, name in MARKERS.items() if _value(environ, variable) not in _OFF)
    named = (_named(environ, variable) for variable in NAMING)
    return tuple(dict.fromkeys(name for name in (*marked, *named) if name))


def _value(environ: Mapping[str, str], variable: str) -> str:
    return environ.get(variable, "").strip().lower()


def _named(environ: Mapping[str, str], variable: str) -> str:
    value = _value(environ, variable)
    return "" if value in _OFF or value in _ON else _VERSION.sub("", value)
