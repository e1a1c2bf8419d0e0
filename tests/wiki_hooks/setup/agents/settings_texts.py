"""JSON as people write it: with comments, trailing commas, any white space, tabs and line ends."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

ENDINGS = ("\n", "\r\n")

scalars = st.one_of(st.none(), st.booleans(), st.integers(-99, 99), st.text('ab /*\\",}{ äé', max_size=6))
values: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text("abc/", max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)
handlers = st.fixed_dictionaries({"type": st.just("command"), "command": st.sampled_from(["lint", "a && b"])})
groups = st.fixed_dictionaries(
    {"matcher": st.sampled_from(["Bash", "*"]), "hooks": st.lists(handlers, max_size=2)}
)
events = st.sampled_from(["PreToolUse", "SessionStart", "Stop", "preToolUse", "PostToolUse", "BeforeTool"])
hooks = st.dictionaries(events, st.lists(st.one_of(groups, handlers), max_size=2), max_size=3)
servers = st.dictionaries(
    st.sampled_from(["git", "files"]), st.just({"command": "x", "args": []}), max_size=2
)

settings = st.builds(
    lambda rest, known: {**rest, **known},
    st.dictionaries(st.text("abc/", max_size=3), values, max_size=3),
    st.fixed_dictionaries({}, optional={"hooks": hooks, "mcpServers": servers, "servers": servers}),
)
"""What somebody's settings may say."""


@st.composite
def texts(draw: st.DrawFn, said: st.SearchStrategy[Any] = settings) -> str:
    """Settings as a text, in some spelling."""
    ending = draw(st.sampled_from(ENDINGS))
    blank = st.sampled_from(["", "", " ", "\t", ending, f"{ending}  ", f"{ending}\t", "  \t "])
    comment = st.sampled_from([f'// one, {{ and " more  {ending}', "/* a */", f"/* b{ending} * c */", "/**/"])
    spaces = st.lists(st.one_of(blank, blank, comment), max_size=2).map("".join)

    def written(value: Any) -> str:
        if isinstance(value, dict):
            members = [
                f"{draw(spaces)}{json.dumps(key)}{draw(spaces)}:{draw(spaces)}{written(inner)}{draw(spaces)}"
                for key, inner in value.items()
            ]
            return _bracketed("{}", members)
        if isinstance(value, list):
            return _bracketed("[]", [f"{draw(spaces)}{written(inner)}{draw(spaces)}" for inner in value])
        return json.dumps(value, ensure_ascii=draw(st.booleans()))

    def _bracketed(pair: str, parts: list[str]) -> str:
        comma = "," + draw(spaces) if parts and draw(st.booleans()) else ""
        return f"{pair[0]}{','.join(parts) or draw(spaces)}{comma}{pair[1]}"

    bom = draw(st.sampled_from(["", "", "\ufeff"]))
    return f"{bom}{draw(spaces)}{written(draw(said))}{draw(spaces)}"


LAYOUTS: dict[str, Callable[[str], bytes]] = {
    "as it is": lambda text: text.encode(),
    "CRLF and BOM": lambda text: ("\ufeff" + text.replace("\n", "\r\n")).encode(),
    "tabs": lambda text: text.replace("  ", "\t").encode(),
    "no last line end": lambda text: text.rstrip("\n").encode(),
}
