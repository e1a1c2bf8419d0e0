"""Whole stores to amend: of every kind, with logs and indexes in every style."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from hypothesis import strategies as st

from tests.amending import Stage
from tests.laws.intents import wikis
from tests.laws.strategies import actors

LOGS = {
    "headings": [
        "## [2026-11-29] ingest | A note\n\n- all of it\n",
        "## [2026-11-30] ingest | A note\nbody\n",
    ],
    "okf": [
        "## 2026-11-29\n\n- a note\n- another\n",
        "## 2026-11-30\n- a note\n",
        "## 2026-11-30\n\n- a note\n\n## 2026-11-29\n- another\n",
    ],
    "bullets": ["- 2026-11-29 — a note\n", "- 2026-11-30 — a note\n- 2026-11-29 — another\n"],
}
"""What stands in logs of other formats."""


def _links(paths: Sequence[str]) -> str:
    return "# Index\n\n" + "".join(f"- [a note]({quote(path)})\n" for path in paths)


def _table(paths: Sequence[str]) -> str:
    rows = "".join(f"| [a note]({quote(path)}) | what it says |\n" for path in paths)
    return f"# Index\n\n| note | about |\n|---|---|\n{rows}\nMore to come.\n"


def _wikilinks(paths: Sequence[str]) -> str:
    return "- Notes\n" + "".join(f"  * [[{path.removesuffix('.md')}]]\n" for path in paths) + "\nThe end."


def _code(paths: Sequence[str]) -> str:
    return "".join(f"- `{path}` about it\n" for path in paths)


def _wrapped(paths: Sequence[str]) -> str:
    return "* first\n  and more\n" + "".join(f"* <{path}>: about\n  it\n" for path in paths)


INDEXES = [_links, _table, _wikilinks, _code, _wrapped]
"""Ways to list notes."""


@st.composite
def stages(draw: st.DrawFn, kind: str = "") -> Stage:
    """A store, of one kind or of any, and somebody who acts in it."""
    wiki = draw(wikis(2))
    files = wiki.files()
    files["index.md"] = draw(st.sampled_from(INDEXES))(list(wiki.pages))
    kind = kind or draw(st.sampled_from(["shared", "shared", "shared", "open", "private"]))
    keys = [f'kind = "{kind}"', 'owner = "ana"' if kind == "private" else ""]
    keys.append(draw(st.sampled_from(["", "", "originator_may_update = true"])))
    style = draw(st.sampled_from(["memwiki", "memwiki", "memwiki", *LOGS]))
    if style == "memwiki":
        keys.append(wiki.keys)
    else:
        files["log.md"], order = draw(_logs(style))
        keys += [f'log_format = "{style}"', f'log_order = "{order}"']
    return Stage(files, draw(actors | st.just("Root Admin")), "\n".join(filter(None, keys)))


@st.composite
def _logs(draw: st.DrawFn, style: str) -> tuple[str, str]:
    """A log in another format, and its order."""
    body = draw(st.sampled_from(LOGS[style]))
    newest_first = body.find("2026-11-30") < body.find("2026-11-29") if "2026-11-30" in body else False
    order = "newest-first" if newest_first or draw(st.booleans()) else "oldest-first"
    log = f"# Log\n\n{body}".replace("\n", draw(st.sampled_from(["\n", "\r\n"])))
    return (log.rstrip() if draw(st.booleans()) else log), order
