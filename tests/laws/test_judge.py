"""The judge answers whatever it is given, and the same every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.laws import court
from tests.laws.intents import Deed, busy_deeds
from tests.laws.pages import TODAY
from tests.laws.strategies import actors, garbage, law
from wiki_schema.change import COMMIT, FILE, LINK, OTHER, SAVE, TOOL, Change, File
from wiki_schema.finding import ERROR, WARNING
from wiki_schema.judge import judge
from wiki_schema.members import Evidence

HOUSE = Path(__file__).parents[2]
PATHS = [
    "home.md",
    "sub/a.md",
    "log.md",
    "index.md",
    "sub/index.md",
    "log-2025.md",
    "x.txt",
    "[a] | b.md",
    "日\udcff.md",
]
files = st.dictionaries(st.sampled_from(PATHS), garbage, max_size=5)

STORES = st.builds(
    "\n".join,
    st.tuples(
        st.sampled_from(['kind = "shared"', 'kind = "open"', 'kind = "private"\nowner = "ana"']),
        st.sampled_from([f'log_format = "{name}"' for name in ("memwiki", "headings", "okf", "bullets")]),
        st.sampled_from(["", 'log_order = "newest-first"']),
        st.sampled_from(["", "originator_may_update = true"]),
    ),
)


class Tree(court.Side):
    """One side of a change, its files of any sort."""

    def __init__(self, files: court.Files, modes: dict[str, str]) -> None:
        super().__init__(files)
        self.modes = modes

    def read(self, path: str) -> File | None:
        """The file at a path, or None."""
        file = super().read(path)
        return file and file._replace(mode=self.modes.get(path, FILE))


trees = st.builds(
    Tree, files, st.dictionaries(st.sampled_from(PATHS), st.sampled_from([LINK, OTHER]), max_size=1)
)


@st.composite
def changes(draw: st.DrawFn) -> Change:
    """Any change at all, merges too."""
    before, after = draw(trees), draw(trees)
    changed = sorted(path for path in PATHS if before.read(path) != after.read(path))
    others = tuple(draw(st.lists(trees, max_size=1)))
    return Change(
        {path: (before.read(path), after.read(path)) for path in changed},
        Evidence(who=draw(actors)),
        date.fromisoformat(TODAY),
        before,
        after,
        step=draw(st.sampled_from([COMMIT, TOOL, SAVE])),
        first=not before.files and draw(st.booleans()),
        others=others,
        base=draw(st.none() | trees) if others else None,
        moved_logs=draw(st.sampled_from([{}, {"log.md": "sub/a.md"}])),
        whole_writes=frozenset(draw(st.lists(st.sampled_from(changed or PATHS), max_size=1))),
    )


@given(changes(), STORES)
@law(200)
def test_the_judge_answers_any_change_and_twice_the_same(change: Change, keys: str) -> None:
    setting = court.setting(keys)
    verdict = judge(change, setting, setting, court.plugins())
    assert {finding.level for finding in verdict.findings} <= {ERROR, WARNING}
    assert all(finding.message and finding.line >= 0 and finding.column >= 1 for finding in verdict.findings)
    assert judge(change, setting, setting, court.plugins()) == verdict


@given(files, actors)
@law(80)
def test_nothing_is_found_where_nothing_changed(some: court.Files, actor: str) -> None:
    assert court.findings(court.change_of(some, some, actor)) == ()


@given(busy_deeds(), files)
@law(60)
def test_the_order_in_which_files_are_told_changes_nothing(deed: Deed, more: court.Files) -> None:
    change = court.change_of(deed.before, {**deed.after, **more}, deed.actor)
    turned = change._replace(files=dict(reversed(change.files.items())))
    assert court.findings(turned) == court.findings(change)


ELSEWHERE = """
import json, sys
from tests.laws import court
for before, after, actor in json.load(sys.stdin):
    print(court.findings(court.change_of(before, after, actor)))
"""


def judged_elsewhere(changes: str, seed: str) -> str:
    """What another process finds, whose sets and hashes have another order."""
    environ = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join([str(HOUSE), *sys.path])}
    command = [sys.executable, "-c", ELSEWHERE]
    return subprocess.run(
        command, input=changes, env=environ, capture_output=True, text=True, check=True
    ).stdout


@given(st.lists(st.tuples(busy_deeds(), files), min_size=20, max_size=20))
@law(1)
def test_another_process_finds_the_same(deeds: list[tuple[Deed, court.Files]]) -> None:
    changes = json.dumps([(d.before, {**d.after, **more}, d.actor) for d, more in deeds])
    assert judged_elsewhere(changes, "1") == judged_elsewhere(changes, "2") != ""
