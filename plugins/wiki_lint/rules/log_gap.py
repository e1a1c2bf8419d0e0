"""log-gap: changes in a note's history that the log never mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_lint.mentions import Mentions
from wiki_schema.finding import Finding
from wiki_schema.log import render_line
from wiki_schema.telling import count, quoted

if TYPE_CHECKING:
    from wiki_schema.store_view import Edit, StoreView

_SHOWN = 10  # digits of a commit's name


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each note, with how many commits the log leaves out, and which."""
    if view.history is None or not view.logs:
        return
    edits = _since_the_log(view, list(view.history()))
    if not edits:
        return
    mentions = Mentions(view)
    logged = {edit.commit for edit in edits if _is_log(view, edit.path)}
    missing: dict[str, list[Edit]] = defaultdict(list)
    for edit in edits:
        if view.policy.store_of_note(edit.path) is not view.store or edit.day < mentions.first:
            continue
        if not mentions.tells(edit, edit.commit in logged):
            missing[edit.path].append(edit)
    standing = frozenset(view.files)
    for path in sorted(missing):
        if path in standing:
            yield _finding(view, path, missing[path])


def _is_log(view: StoreView, path: str) -> bool:
    return view.store.is_log(path) or view.store.is_archive(path)


def _since_the_log(view: StoreView, edits: Sequence[Edit]) -> list[Edit]:
    """The edits of commits after the one that brought the log: what came with it or before was adopted."""
    first = next((edit.commit for edit in reversed(edits) if _is_log(view, edit.path)), "")
    stop = next((at for at, edit in enumerate(edits) if edit.commit == first), 0)
    return list(edits[:stop])


def _finding(view: StoreView, path: str, edits: Sequence[Edit]) -> Finding:
    newest, oldest = edits[0], edits[-1]
    commits = dict.fromkeys(edit.commit for edit in edits)
    when = _span(min(edit.day for edit in edits), max(edit.day for edit in edits))
    named = (
        oldest.commit[:_SHOWN]
        if len(commits) == 1
        else f"{oldest.commit[:_SHOWN]} to {newest.commit[:_SHOWN]}"
    )
    how_many = count(len(commits), "commit")
    message = f"{quoted(path)} was changed {when} in {how_many} ({named}) of which the log says nothing."
    return Finding(path, 0, message, _hint(view, newest), key=newest.commit)


def _span(first: date, last: date) -> str:
    return f"on {first}" if first == last else f"from {first} to {last}"


def _hint(view: StoreView, edit: Edit) -> str:
    see = f"git show {edit.commit[:_SHOWN]}\nshows what was changed; say it in the log"
    if not view.log_format.has_fields:
        return see
    try:
        line = render_line(view.day, "UPDATE", edit.author, view.inside(edit.path), f"{edit.day}: …")
    except ValueError:  # a name that cannot stand in a log line
        return see
    return f"{see}:\n{line}"
