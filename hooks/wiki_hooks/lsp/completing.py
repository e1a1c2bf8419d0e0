"""What may come next where one is writing: a name and the day, a verb of the log, a note to link to."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from lsprotocol import types

from wiki_hooks.lsp.bench import Bench
from wiki_hooks.lsp.following import title_of
from wiki_schema.amend.listing import destination
from wiki_schema.as_json import exact
from wiki_schema.log import SEPARATOR, VERBS
from wiki_schema.paths import folder_of
from wiki_schema.text import visible
from wiki_schema.value import Value

MOST = 1_000
"""So many notes are offered; with more, those that begin as what is typed."""

_NAME = re.compile(r" — (?P<typed>[^—~|]{0,60})$")
_DAY = re.compile(r" — [^—~|,]{1,80}, (?P<typed>[\d-]{0,10})$")
_WIKILINK = re.compile(r"\[\[(?P<typed>[^\[\]|#]{0,200})$")
_LINK = re.compile(r"\]\(<?(?P<typed>[^()<>#]{0,200})$")

_Kind = types.CompletionItemKind


class Choice(Value):
    """One thing that may be written."""

    text: str
    """What is written in place of what was typed of it."""
    typed: int
    """How many characters of it stand there already."""
    kind: types.CompletionItemKind
    label: str = ""
    """What is shown; empty: the text."""
    detail: str = ""


def choices(bench: Bench, row: str) -> Iterator[Choice]:
    """What may come next behind the words of a line."""
    if bench.store.is_log(bench.path) and bench.scene.log_format.has_fields:
        yield from _log_field(bench, row)
        return
    for pattern, give in ((_WIKILINK, _wikilinks), (_LINK, _links), (_DAY, _days), (_NAME, _names)):
        if found := pattern.search(row):
            yield from give(bench, found["typed"])
            return


def _log_field(bench: Bench, row: str) -> Iterator[Choice]:
    """A field of a log line, by how many stand before it."""
    *before, typed = row.split(SEPARATOR)
    if len(before) == 0:
        yield Choice(
            f"{bench.scene.day}{SEPARATOR}", len(typed), _Kind.Constant, str(bench.scene.day), "today"
        )
    elif len(before) == 1:
        for verb in (*VERBS, *bench.store.extra_verbs):
            yield Choice(f"{verb}{SEPARATOR}", len(typed), _Kind.Keyword, verb)
    elif len(before) == 2:
        for label, role in _members(bench):
            yield Choice(f"{label}{SEPARATOR}", len(typed), _Kind.Reference, label, role)
    elif len(before) == 3:
        for path, title in _notes(bench, typed):
            name = bench.scene.inside(path)
            yield Choice(f"{name}{SEPARATOR}", len(typed), _Kind.File, name, title)


def _names(bench: Bench, typed: str) -> Iterator[Choice]:
    """Members, each with the day that a fact of now bears."""
    for label, role in _members(bench):
        yield Choice(f"{label}, {bench.scene.day}", len(typed), _Kind.Reference, label, role)


def _days(bench: Bench, typed: str) -> Iterator[Choice]:
    yield Choice(str(bench.scene.day), len(typed), _Kind.Constant, detail="today")


def _members(bench: Bench) -> Iterator[tuple[str, str]]:
    """Names and roles, whoever acts first."""
    scene = bench.scene
    own = scene.roster.acts_as(scene.actor)
    for member in (*own, *(member for member in scene.roster.members if member not in own)):
        yield member.label, member.role


def _notes(bench: Bench, typed: str) -> Iterator[tuple[str, str]]:
    """The notes of the store with their titles; of very many those that what is typed may mean."""
    paths = sorted(path for path in bench.tree.paths() if bench.store.is_note(path))
    if len(paths) > MOST:
        wanted = typed.rpartition("/")[2].casefold()
        paths = [path for path in paths if wanted in path.casefold()][:MOST]
    for path in paths:
        yield path, title_of(bench, path)


def _wikilinks(bench: Bench, typed: str) -> Iterator[Choice]:
    stems: dict[str, int] = {}
    found = list(_notes(bench, typed))
    for path, _ in found:
        stem = path.rpartition("/")[2].removesuffix(".md")
        stems[stem] = stems.get(stem, 0) + 1
    for path, title in found:
        stem = path.rpartition("/")[2].removesuffix(".md")
        name = stem if stems[stem] == 1 else bench.scene.inside(path).removesuffix(".md")
        if not set("[]|#") & set(name):
            yield Choice(name, len(typed), _Kind.File, detail=title)


def _links(bench: Bench, typed: str) -> Iterator[Choice]:
    for path, title in _notes(bench, typed):
        name = posixpath.relpath(path, folder_of(bench.path) or ".")
        yield Choice(destination(name), len(typed), _Kind.File, detail=title)


def item_of(choice: Choice, at: types.Range) -> types.CompletionItem:
    """A choice in the words of the protocol; `at` is what it stands in place of."""
    return types.CompletionItem(
        exact(visible(choice.label or choice.text)),
        kind=choice.kind,
        detail=exact(visible(choice.detail)) or None,
        filter_text=exact(choice.label or choice.text),
        text_edit=types.TextEdit(at, exact(choice.text)),
    )
