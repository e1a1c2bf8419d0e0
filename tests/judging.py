"""Judging a change written down in a test, as it comes in through `memwiki check --stdin`.

Paths count from the store. Unless a test brings its own log and index, the matching lines are there: the
ones memwiki itself asks for are added before the change is judged.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping

from wiki_hooks.git import stdin
from wiki_hooks.place.settings import settings_of
from wiki_schema.change import LINK, EmptyTree
from wiki_schema.finding import ERROR, Finding
from wiki_schema.judge import judge
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import encode

TODAY = "2026-11-30"

MEMBERS = """
[[member]]
id = "ana"
name = "Ana Ruiz"

[[member]]
id = "bo"
name = "Bo Lind"

[[member]]
id = "chidi"
name = "Chidi Obi"

[[member]]
id = "hanako"
name = "田中 花子"

[[member]]
id = "root"
name = "Root Admin"
role = "admin"

[[member]]
id = "agent-7"
role = "agent"
"""

Files = Mapping[str, tuple[str | None, str | None]]

_COMPLETED = {"log-missing": "log.md", "claim-unlogged": "log.md", "note-unindexed": "index.md"}


def judge_files(
    files: Files,
    actor: str = "Ana Ruiz",
    day: str = TODAY,
    members: str = MEMBERS,
    store: str = "",
    step: str = "commit",
    whole: tuple[str, ...] = (),
    links: tuple[str, ...] = (),
    complete: bool = True,
) -> list[Finding]:
    """The findings on a change.

    `store` holds more keys of its `[[store]]` table, as TOML; `links` names the files that are symbolic links
    after the change, `whole` those that were written as a whole.
    """
    given = dict(files)
    if complete:
        notes = "".join(
            f"- [{path}](<{path}>)\n" for path, (old, _) in files.items() if _is_listed(path, old)
        )
        for path, text in (("log.md", "# Log\n\n"), ("index.md", f"# Index\n\n{notes}")):
            given.setdefault(path, (text, text))
    findings = _judge(given, actor, day, members, store, step, whole, links)
    for path in ("log.md", "index.md") if complete else ():
        if path in files:
            continue
        hints = [f.hint for f in findings if _COMPLETED.get(f.rule) == path and f.hint]
        before, after = given[path]
        given[path] = (before, (after or "") + "".join(f"{hint}\n" for hint in dict.fromkeys(hints)))
        findings = _judge(given, actor, day, members, store, step, whole, links)
    return findings


def _is_listed(path: str, old: str | None) -> bool:
    return old is not None and path.endswith(".md") and path not in ("index.md", "log.md")


def _judge(
    files: Files,
    actor: str,
    day: str,
    members: str,
    store: str,
    step: str,
    whole: tuple[str, ...],
    links: tuple[str, ...],
) -> list[Finding]:
    change = {
        "actor": actor,
        "day": day,
        "step": step,
        "policy": {"memwiki.toml": f'[[store]]\npath = "."\n{store}\n', "members.toml": members},
        "files": [
            {
                "path": path,
                "before_base64": _packed(old),
                "after_base64": _packed(new),
                "whole_write": path in whole,
            }
            for path, (old, new) in files.items()
        ],
    }
    given = stdin.parse(json.dumps(change).encode(), EmptyTree())
    sides = {
        path: (old, new._replace(mode=LINK) if new is not None and path in links else new)
        for path, (old, new) in given.change.files.items()
    }
    manager = get_plugin_manager()
    settings = settings_of(given.before, given.after, EmptyTree, manager)
    verdict = judge(given.change._replace(files=sides), settings.before, settings.after, manager)
    return list(verdict.findings)


def _packed(text: str | None) -> str | None:
    return None if text is None else b64encode(encode(text)).decode()


def rules_of(findings: list[Finding]) -> list[str]:
    """The names of the rules that found something, in order, errors only told as such: `name` or `name?`."""
    return [f.rule if f.level == ERROR else f"{f.rule}?" for f in findings]


def errors_of(findings: list[Finding]) -> list[str]:
    """The names of the rules that refuse."""
    return [f.rule for f in findings if f.level == ERROR]
