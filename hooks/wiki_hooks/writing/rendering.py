"""Rendering managed blocks: every file is looked at before the first is written, and all land or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from wiki_hooks.git.uncommitted import Uncommitted
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.writing.desk import Desk, writing
from wiki_hooks.writing.landing import Landed, edits_of, land
from wiki_schema.change import text_of
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.files import Changed
from wiki_schema.disk.journal import Deed
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.managed import Managed, body_of, holds_marker, may_hold, read_blocks, render, unknown
from wiki_schema.managed.stale import faults_of, is_current, overwrites, stale
from wiki_schema.members import Evidence
from wiki_schema.standing.lint import view_stores
from wiki_schema.standing.view import StoreView
from wiki_schema.text import visible
from wiki_schema.value import Value

THROUGH = "render"


class Page(Value):
    """A file that holds managed blocks."""

    path: str
    text: str
    managed: Managed


class Rendered(Value):
    """What became of a rendering."""

    landed: Landed
    mended: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()


class Renderer:
    """Renders each block once, out of the wiki as it lies on disk, its configuration included."""

    def __init__(self, wiki: Wiki, day: date) -> None:
        self._wiki = wiki.as_it_lies
        self._day = day
        self._known: dict[str, str] = {}
        self._views: Sequence[StoreView] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The blocks that plugins render."""
        return tuple(dict.fromkeys(n for names in self._wiki.manager.hook.wiki_list_blocks() for n in names))

    def level(self, rule: str) -> str:
        """The level that the policy gives a rule; empty where it does not say."""
        return self._wiki.setting.policy.rules.get(rule, "")

    def block(self, name: str) -> str:
        """The Markdown of a block. Raises `CannotCheck` where the plugin that lists it does not give it."""
        if name not in self._known:
            if self._views is None:
                wiki = self._wiki
                self._views = view_stores(wiki.tree, wiki.setting, self._day, wiki.manager)
            given = self._wiki.manager.hook.wiki_render_block(name=name, views=self._views)
            if not isinstance(given, str):
                raise CannotCheck(f"A plugin lists the block {visible(name)} but does not render it.")
            self._known[name] = given
        return self._known[name]

    def pages(self) -> tuple[Page, ...]:
        """Every file that holds managed blocks, in order of paths. Links and binary files hold none.

        Raises `CannotCheck` with every marker that fits no other, and every block that nothing renders.
        """
        wiki, names = self._wiki, self.names
        found, problems = [], []
        for path in sorted(filter(may_hold, wiki.tree.paths())):
            text = text_of(wiki.tree.read(path))
            if text is None or "\0" in text or not holds_marker(text):
                continue
            managed = read_blocks(text)
            faults = (*faults_of(path, managed, wiki.setting.policy), *unknown(managed.blocks, names))
            problems += [f"{visible(path)}:{fault.line}: {fault.message}" for fault in sorted(faults)]
            if managed.blocks:
                found.append(Page(path, text, managed))
        if problems:
            raise CannotCheck("\n".join([*problems, "Nothing was written."]))
        return tuple(found)


def check(wiki: Wiki, day: date) -> Verdict:
    """Which blocks are not what would be rendered. Raises `CannotCheck` as `Renderer.pages` does."""
    renderer = Renderer(wiki, day)
    return Verdict(tuple(_stale(renderer.pages(), renderer)))


def _stale(found: Sequence[Page], renderer: Renderer) -> Iterator[Finding]:
    for page in found:
        for finding in stale(page.path, page.managed.blocks, renderer.block):
            level = renderer.level(finding.rule) or finding.level
            if level != "off":
                yield finding._replace(level=level)


def render_all(wiki: Wiki, evidence: Evidence, day: date, force: bool = False) -> Rendered:
    """Render every block of every file; nothing is touched where nothing would change.

    Unless forced, a block that was edited by hand is refused as a finding, and then nothing is written.
    Raises `CannotCheck` as `Renderer.pages` does.
    """
    planned = _planned(wiki, day, force)
    if isinstance(planned, Verdict) or not planned:
        return Rendered(Landed(planned if isinstance(planned, Verdict) else Verdict(), ()))
    try:
        return _written(wiki, evidence, day, force)
    except Changed:  # somebody saved meanwhile: once more, by what it holds now
        return _written(wiki, evidence, day, force)


def _written(wiki: Wiki, evidence: Evidence, day: date, force: bool) -> Rendered:
    with writing(wiki) as desk:
        planned = _planned(wiki, day, force)
        if isinstance(planned, Verdict):
            return Rendered(Landed(planned, ()), desk.mended)
        put = _overwrite if force else _land
        landed = put(desk, planned, evidence, day)
        return Rendered(landed, desk.mended, tuple(desk.unheard))


def _land(desk: Desk, files: Mapping[str, str | None], evidence: Evidence, day: date) -> Landed:
    return land(desk, files, evidence, day, THROUGH)


def _overwrite(desk: Desk, files: Mapping[str, str | None], evidence: Evidence, day: date) -> Landed:
    """Write although hand edits go, which are remembered. What a commit holds is guarded all the same."""
    wiki = desk.wiki
    edits = edits_of(wiki, files)
    worse: Sequence[Finding] = ()
    if wiki.repository is not None:
        since = Uncommitted(wiki.repository, wiki.setting, evidence, day, wiki.manager)
        worse = tuple(since.worsened(wiki.tree, Overlay(wiki.tree, files), list(files)))
    if worse or not edits:
        return Landed(Verdict(tuple(worse), ("nothing was written",)), edits)
    desk.carry_out(Deed(edits, wiki.actor(evidence).label, THROUGH))
    return Landed(Verdict(), edits, written=True)


def _planned(wiki: Wiki, day: date, force: bool) -> dict[str, str | None] | Verdict:
    """The new text of every file that changes, or why none may be written."""
    renderer = Renderer(wiki, day)
    found = renderer.pages()
    if not force and (refused := tuple(_by_hand(found, renderer))):
        return Verdict(refused, ("nothing was written",))
    texts = {page.path: render(page.text, page.managed.blocks, renderer.block) for page in found}
    for page in found:
        _check_closed(page, texts[page.path])
    return {page.path: texts[page.path] for page in found if texts[page.path] != page.text}


def _check_closed(page: Page, text: str) -> None:
    """A plugin may render Markdown that swallows its own end marker: then nobody could render it again."""
    names = [block.name for block in page.managed.blocks]
    again = read_blocks(text)
    if again.faults or [block.name for block in again.blocks] != names:
        which = ", ".join(names)
        raise CannotCheck(
            f"{visible(page.path)} would hold no such block any more ({which}): what a plugin renders leaves "
            "code, a comment or HTML open. Nothing was written."
        )


def _by_hand(found: Sequence[Page], renderer: Renderer) -> Iterator[Finding]:
    """The blocks in which somebody wrote what would be thrown away."""
    for page in found:
        for block in page.managed.blocks:
            body = body_of(renderer.block(block.name))
            if not is_current(block, body) and overwrites(block, body):
                yield from stale(page.path, (block,), renderer.block)
