"""Bringing back what a file of a wiki has lost: from which version, and what must stay out of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.logs.logbook import archives
from wiki_hooks.past.versions import Past
from wiki_hooks.writing.healing import judge_files
from wiki_schema.amend.bring_back import Back, losses_of
from wiki_schema.amend.losses import Context
from wiki_schema.amend.restoring import Restored, Version, restore, restore_archive, restore_log
from wiki_schema.amend.taken_out import still_marked, taken_out
from wiki_schema.change import Tree, text_of
from wiki_schema.compare.matching import Sited
from wiki_schema.finding import ERROR, CannotCheck, Finding
from wiki_schema.note import parse_note
from wiki_schema.text import normal, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_hooks.past.version import Version as PastVersion
    from wiki_hooks.place.wiki import Wiki
    from wiki_schema.amend import Amendment, Scene
    from wiki_schema.members import Evidence
    from wiki_schema.policy import Store

_MOST_ROUNDS = 6
_MARK = "~~withdrawn~~"


class Outcome(Value):
    """What restoring comes to, and what the rules keep out of it."""

    restored: Restored
    refused: tuple[Finding, ...] = ()

    @property
    def back(self) -> Back:
        """The file with what it had lost."""
        return self.restored.back


class Restoration:
    """One file brought back from one version. `outcome` is there once `amend` was called."""

    def __init__(self, wiki: Wiki, path: str, at: str, evidence: Evidence, day: date) -> None:
        self._wiki = wiki
        self._path = path
        self._at = at
        self._evidence = evidence
        self._day = day
        self.store = store_of(wiki, path)
        self.outcome: Outcome | None = None

    def amend(self, scene: Scene) -> Amendment:
        """What it comes to in a scene, all that the rules would refuse left out.

        Raises `CannotCheck` where there is no such version, or no text of it.
        """
        with Past(self._wiki, self._path) as past:
            found = past.find(self._at)
            if found.text is None:
                raise CannotCheck(
                    f"{visible(self._path)} was removed in {visible(found.name)}, or what it held then is "
                    "forgotten: name another version (`memwiki history` lists them)."
                )
            version = self._version(past, found, found.text)
            if self.store.is_log(self._path):
                self.outcome = Outcome(restore_log(scene, version))
            elif self.store.is_archive(self._path):
                self.outcome = Outcome(restore_archive(scene, self._path, version))
            else:
                self.outcome = self._tried(scene, version, self._context(scene, past, found, version))
        return self.outcome.restored.amendment

    def _version(self, past: Past, found: PastVersion, text: str) -> Version:
        head = past.committed_side
        now = text_of(self._wiki.tree.read(self._path))
        base = text_of(head.read(self._path)) if head is not None else now
        then = past.tree_at(found)
        archived = [text_of(self._wiki.tree.read(path)) or "" for path in archives(self._wiki, self.store)]
        listed_in = text_of(then.read(self.store.index_path))
        return Version(visible(found.name), text, base, listed_in, archived)

    def _tried(self, scene: Scene, version: Version, context: Context) -> Outcome:
        """Brought back again and again, each time without what the rules refused the last time."""
        refused: list[Finding] = []
        for _ in range(_MOST_ROUNDS):
            restored = restore(scene, self._path, version, context)
            if not restored.amendment.files:
                break
            landed = judge_files(self._wiki, restored.amendment.files, self._evidence, self._day)
            errors = [finding for finding in landed.verdict.findings if finding.level == ERROR]
            culprits = {line for finding in errors for line in self._named(scene, restored, finding)}
            if not culprits:
                break
            refused += [finding for finding in errors if list(self._named(scene, restored, finding))]
            context = context._replace(barred=context.barred | culprits)
        return Outcome(restored, tuple(refused))

    def _named(self, scene: Scene, restored: Restored, finding: Finding) -> Iterator[int]:
        """The old pieces, by their first line, that a finding speaks of."""
        if finding.path != self._path or not finding.line:
            return
        layout = scene.laid(restored.back.text)
        item = layout.at_line(finding.line)
        line = layout.lines[finding.line - 1] if finding.line <= len(layout.lines) else ""
        said = layout.note.items[item].words.said if item >= 0 else normal(line)
        yield from (piece.line for piece in restored.back.returned if normal(piece.words) == said)

    # What is known besides

    def _context(self, scene: Scene, past: Past, found: PastVersion, version: Version) -> Context:
        now = text_of(self._wiki.tree.read(self._path)) or ""
        out = self._taken_out(scene, past, found, now)
        context = Context(self._path, taken_out=out)
        losses = losses_of(scene, version.text, now, context)
        if not losses.lost or scene.store.kind != "shared":
            return context
        others = Others(self._wiki, self.store, self._path, past.tree_at(found))
        elsewhere, withdrawn = others.look(scene, version.text)
        return context._replace(elsewhere=elsewhere, taken_out=out | withdrawn)

    @staticmethod
    def _taken_out(scene: Scene, past: Past, found: PastVersion, now: str) -> frozenset[str]:
        """What stays out: what the commands took out, what a mark still stands for, what was taken since."""
        known = _by_command(scene, past)
        return taken_out(scene, [*still_marked(scene, past.steps, now), *past.since(found)], known)


def _by_command(scene: Scene, past: Past) -> frozenset[str]:
    """What was withdrawn or redacted by the command for it: on purpose, whatever came before or after."""
    return taken_out(scene, past.steps_through("withdraw", "redact"))


class Others:
    """The other notes of a store: what came to them since, and what was taken out of them."""

    def __init__(self, wiki: Wiki, store: Store, path: str, then: Tree) -> None:
        """`then` is the wiki as it was."""
        self._wiki = wiki
        self._store = store
        self._path = path
        self._then = then

    def look(self, scene: Scene, old: str) -> tuple[tuple[Sited, ...], frozenset[str]]:
        """The facts that came there since, where an old text may hold them; and what was withdrawn there."""
        signed = (item.words.provenance for item in parse_note(old, scene.knows).facts())
        days = {provenance.day_text for provenance in signed if provenance is not None}
        found: list[Sited] = []
        withdrawn: frozenset[str] = frozenset()
        tree, policy = self._wiki.tree, self._wiki.setting.policy
        for path in tree.paths():
            if path == self._path or policy.store_of_note(path) != self._store:
                continue
            text = text_of(tree.read(path)) or ""
            if any(day in text for day in days):
                found += self._new(scene, path, text)
            if _MARK in text and text != text_of(self._then.read(path)):
                withdrawn |= self._withdrawn(scene, path)
        return tuple(found), withdrawn

    def _new(self, scene: Scene, path: str, text: str) -> Sequence[Sited]:
        """The items of a note that did not stand in it then."""
        before = text_of(self._then.read(path))
        stood = Counter(item.words.ident for item in parse_note(before or "", scene.knows).items)
        new = []
        for at, item in enumerate(parse_note(text, scene.knows).items):
            stood[item.words.ident] -= 1
            if stood[item.words.ident] < 0:
                new.append(Sited(path, at, item))
        return new

    def _withdrawn(self, scene: Scene, path: str) -> frozenset[str]:
        with Past(self._wiki, path) as past:
            return taken_out(scene, past.steps, _by_command(scene, past))


def store_of(wiki: Wiki, path: str) -> Store:
    """The store of a note, an index, a log or an archive. Raises `CannotCheck` for any other file."""
    store = wiki.setting.policy.store_of_log(path, archives=True) or wiki.store_of(path)
    known = store.is_log(path) or store.is_archive(path) or store.is_index(path)
    if not known and wiki.setting.policy.store_of_note(path) != store:
        raise CannotCheck(
            f"{visible(path)} is no note, no index and no log: `git restore` brings back other files."
        )
    return store
