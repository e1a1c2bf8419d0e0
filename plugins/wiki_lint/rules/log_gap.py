"""log-gap: changes in a note's history that the log never mentions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_lint.layout import is_layout
from wiki_lint.logged import command
from wiki_lint.mentions import Mentions
from wiki_schema.finding import Finding
from wiki_schema.telling import count, quoted

if TYPE_CHECKING:
    from wiki_schema.standing.view import Edit, History, StoreView

_SHOWN = 10  # digits of a commit's name

# One commit that left out so many notes is a finding, and no longer each of the notes.
_MANY = 10
_NAMED = 3
_COMMITS_NAMED = 20


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each note, with the commits that the log leaves out; or for a commit of many notes."""
    if view.history is None or not view.logs:
        return
    untold = list(_untold(view, view.history))
    by_commit: dict[str, list[Edit]] = defaultdict(list)
    by_note: dict[str, list[Edit]] = defaultdict(list)
    for edit in untold:
        by_commit[edit.commit].append(edit)
    for edit in untold:
        if len(by_commit[edit.commit]) <= _MANY:
            by_note[edit.path].append(edit)
    for edits in by_commit.values():
        if len(edits) > _MANY:
            yield _of_many(view, edits)
    for path in sorted(by_note):
        yield _of_one(view, by_note[path])


def _untold(view: StoreView, history: History) -> Iterator[Edit]:
    """Every change of a standing note that the log does not speak of and that is more than layout."""
    edits = _since_the_log(view, history.edits)
    if not edits:
        return
    mentions, standing = Mentions(view), frozenset(view.files)
    logged = {edit.commit for edit in edits if _is_log(view, edit.path)}
    missing = [
        edit
        for edit in edits
        if edit.path in standing
        and edit.day >= mentions.first
        and view.policy.store_of_note(edit.path) is view.store
        and not mentions.tells(edit, edit.commit in logged)
    ]
    for edit, (old, new) in zip(missing, history.texts(missing), strict=True):
        if old is None or new is None or not is_layout(view, edit.path, old, new):
            yield edit


def _is_log(view: StoreView, path: str) -> bool:
    return view.store.is_log(path) or view.store.is_archive(path)


def _since_the_log(view: StoreView, edits: Sequence[Edit]) -> Sequence[Edit]:
    """The edits of commits after the one that brought the log: what came with it or before was adopted."""
    first = next((edit.commit for edit in reversed(edits) if _is_log(view, edit.path)), "")
    stop = next((at for at, edit in enumerate(edits) if edit.commit == first), 0)
    return edits[:stop]


def _of_one(view: StoreView, edits: Sequence[Edit]) -> Finding:
    """A note, with all that the log leaves out, newest first."""
    newest, oldest = edits[0], edits[-1]
    path = newest.path
    commits = [commit[:_SHOWN] for commit in dict.fromkeys(edit.commit for edit in edits)]
    when = _span([edit.day for edit in edits])
    named = commits[0] if len(commits) == 1 else f"{commits[-1]} to {commits[0]}"
    message = (
        f"{quoted(path)} was changed {when} in {count(len(commits), 'commit')} ({named}) "
        "of which the log says nothing."
    )
    listed = ", ".join(commits[:_COMMITS_NAMED]) if len(commits) <= _COMMITS_NAMED else named
    what = f"changed {when}, commit{'s' * (len(commits) > 1)} {listed}"
    see = f"git show {oldest.commit[:_SHOWN]}"
    return _finding(view, Finding(path, 0, message, see, key=newest.commit), newest, what)


def _of_many(view: StoreView, edits: Sequence[Edit]) -> Finding:
    """A commit, with all the notes of which the log tells nothing."""
    first = edits[0]
    paths = sorted({edit.path for edit in edits})
    commit = first.commit[:_SHOWN]
    notes = count(len(paths), "note")
    few = ", ".join(map(quoted, paths[:_NAMED]))
    message = (
        f"The commit {commit} of {first.day} changed {notes} of which the log says nothing: "
        f"{few} and {len(paths) - _NAMED:,} more."
    )
    also = tuple((path, 0) for path in paths[:_NAMED])
    found = Finding(view.store.log_path, 0, message, f"git show --stat {commit}", also=also, key=first.commit)
    return _finding(view, found, first, f"{notes} changed on {first.day}, commit {commit}", ".")


def _finding(view: StoreView, found: Finding, edit: Edit, what: str, about: str = "") -> Finding:
    """With whose it is to say it, and how; the hint so far is the command that shows what to say."""
    members = view.roster.originators(edit.author)
    who = members[0].label if members else edit.author
    say = command(view, who, about or view.inside(edit.path), what)
    hint = f"{found.hint}\nshows what was changed; say it in the log{say and ':'}"
    return found._replace(hint=f"{hint}\n{say}" if say else hint, owed_by=members[0].label if members else "")


def _span(days: Sequence[date]) -> str:
    first, last = min(days), max(days)
    return f"on {first}" if first == last else f"from {first} to {last}"
