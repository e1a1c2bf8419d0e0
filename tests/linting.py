"""Looking through a store written down in a test, as `memwiki lint` does.

Paths count from the store, which is the top. Unless a test brings its own, an index lists every note and
the log has a line for each, so that only what is meant is found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date

from tests.judging import MEMBERS, TODAY
from wiki_schema.change import LINK, EmptyTree, File
from wiki_schema.compare.overlay import Overlay
from wiki_schema.finding import Finding
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import read_setting
from wiki_schema.standing.baseline import read_baseline
from wiki_schema.standing.lint import lint, view_stores, within
from wiki_schema.standing.view import Edit, History, StoreView


class _Linked(Overlay):
    """Files of which some are symbolic links, their text the target."""

    def __init__(self, texts: Mapping[str, str], links: tuple[str, ...]) -> None:
        super().__init__(EmptyTree(), texts)
        self._links = links

    def read(self, path: str) -> File | None:
        file = super().read(path)
        return file._replace(mode=LINK) if file is not None and path in self._links else file


def view_files(
    files: Mapping[str, str],
    members: str = MEMBERS,
    store: str = "",
    policy: str = "",
    day: str = TODAY,
    links: tuple[str, ...] = (),
    history: History | Callable[[], Iterable[Edit]] | None = None,
    complete: bool = True,
) -> tuple[StoreView, ...]:
    """The stores of a repository that holds these files.

    `store` holds more keys of its `[[store]]` table, `policy` more tables, both as TOML.
    """
    given = dict(files)
    given.setdefault("memwiki.toml", f'[[store]]\npath = "."\n{store}\n{policy}\n')
    given.setdefault("members.toml", members)
    notes = [path for path in files if path.endswith(".md") and path not in ("index.md", "log.md")]
    if complete:
        listing = "".join(f"- [note](<{path}>)\n" for path in notes)
        logged = "".join(f"{day} | ADD | Ana Ruiz | {path} | new\n" for path in notes)
        given.setdefault("index.md", f"# Index\n\n{listing}")
        given.setdefault("log.md", f"# Log\n\n{logged}")
    manager = get_plugin_manager()
    tree = _Linked(given, links)
    setting = read_setting(given.get, manager)
    assert setting is not None
    known = history if history is None or isinstance(history, History) else History(history)
    return view_stores(tree, setting, date.fromisoformat(day), manager, known)


def lint_files(files: Mapping[str, str], **more: object) -> list[Finding]:
    """What the health pass finds beside its baseline; keywords as for `view_files`."""
    views = view_files(files, **more)  # type: ignore[arg-type]
    policy = views[0].policy
    verdict = lint(views, get_plugin_manager())
    return list(within(verdict, read_baseline(views[0].tree, policy), policy).verdict.findings)
