"""What the rules say of the unsaved texts of a wiki, against its last commit."""

from __future__ import annotations

from collections.abc import Mapping

from wiki_hooks.git.filters import refuse_pointers
from wiki_hooks.lsp.ground import Ground
from wiki_schema.change import FILE, SAVE, Change, Tree, text_of
from wiki_schema.compare.overlay import Overlay
from wiki_schema.finding import Finding, Verdict
from wiki_schema.judge import judge
from wiki_schema.text import BOM


def after(ground: Ground, texts: Mapping[str, str | None]) -> Tree:
    """The files as they would be stored if what is unsaved were saved. `texts` as `look` has them."""
    return Overlay(ground.disk, {p: None if t is None else ground.stored(p, t) for p, t in texts.items()})


def look(ground: Ground, texts: Mapping[str, str | None], step: str = SAVE) -> Verdict:
    """The verdict on a commit of all that lies on disk, with some whole texts in place of what lies there.

    `texts` go by their path from the top. With `step` a save, what only a commit is refused for reminds.
    Raises `CannotCheck` where something cannot be looked at.
    """
    there = after(ground, texts)
    paths = dict.fromkeys([*ground.changed, *texts])
    pairs = {path: (ground.head.read(path), there.read(path)) for path in paths}
    stored = {
        path: (old, new._replace(text=ground.stored(path, new.text)) if new and new.mode == FILE else new)
        for path, (old, new) in pairs.items()
    }
    files = {path: pair for path, pair in stored.items() if pair[0] != pair[1]}
    settings = ground.settings_with(there, paths)
    files = {path: pair for path, pair in files.items() if settings.concerns(path)}
    refuse_pointers(files)
    if not files:
        return Verdict(notices=settings.notices)
    change = Change(
        files,
        ground.evidence,
        ground.day,
        ground.head,
        there,
        step,
        first=ground.is_first,
        others=ground.others,
        base=ground.base,
        moved_logs=settings.moved_logs,
        restore=_by_hand,
    )
    verdict = judge(change, settings.before, settings.after, ground.wiki.manager)
    # How to override a refusal in the commit message is for those who commit.
    return Verdict(tuple(map(_unsaved, verdict.findings)), settings.notices)


def _by_hand(_path: str) -> str:
    """No command brings back what was never saved: undo does, or an action."""
    return ""


def _unsaved(finding: Finding) -> Finding:
    return finding._replace(hint=finding.hint.lstrip("\n").removeprefix("then "))


def as_saved(ground: Ground, path: str, text: str) -> str:
    """What an editor would save of a text: most hide the BOM that a file begins with."""
    there = text_of(ground.disk.read(path)) or ""
    return BOM + text if there.startswith(BOM) and not text.startswith(BOM) else text
