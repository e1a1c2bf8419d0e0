"""Taking in a wiki that exists: its configuration and a baseline are written, and nothing else is."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git import whole
from wiki_hooks.git.edits import history_of
from wiki_hooks.place.settings import read_side
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.repository import Repository
from wiki_schema.change import FILE, Tree, text_of
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.tree import WorkTree, walk
from wiki_schema.finding import CannotCheck, Finding
from wiki_schema.judge import NO_POLICY, load_formats
from wiki_schema.members import Evidence
from wiki_schema.policy import BASELINE, POLICY_FILES, read_policy
from wiki_schema.recognise import proposal
from wiki_schema.recognise.layout import Folder, left_out
from wiki_schema.recognise.log_style import recognise_log
from wiki_schema.recognise.proposal import Proposal
from wiki_schema.standing.baseline import CHECK, LINT, names_of, render, things
from wiki_schema.standing.lint import lint, view_stores
from wiki_schema.text import encode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager

CONFIG = POLICY_FILES[0]


class Ground(Value):
    """Where a wiki is taken in, and by whom."""

    top: str
    """Where memwiki.toml will stand."""
    root: str
    """The folder that is looked through, from the top."""
    repository: Repository | None
    environ: Mapping[str, str]
    day: date
    manager: PluginManager

    @property
    def tree(self) -> Tree:
        """Every file below the top, but what git ignores."""
        if self.repository is not None:
            return disk(self.repository)
        return WorkTree(self.top, lambda: sorted(walk(self.top)))

    @property
    def evidence(self) -> Evidence:
        """Who is at work."""
        if self.repository is None:
            return Evidence("", self.environ.get("MEMWIKI_WHO", ""))
        with Author(self.repository.git, self.environ) as author:
            return author.evidence("", self.environ)


class Adopted(Value):
    """A wiki as it would be, or was, taken in."""

    proposals: tuple[Proposal, ...]
    config: str
    """The text of memwiki.toml."""
    baseline: str
    """The text of the baseline; empty where nothing was found."""
    found: tuple[tuple[str, Counter[str]], ...]
    """For each sort of entry (`lint`, `check`) how many findings there are, by rule; without empty ones."""

    left_out: tuple[str, ...] = ()
    """The notes that lie in no store."""

    @property
    def total(self) -> int:
        """How many findings the baseline covers."""
        return sum(counts.total() for _, counts in self.found)


class Proposed(Value):
    """The stores of a folder, and what lies in none."""

    proposals: tuple[Proposal, ...]
    left_out: tuple[str, ...]


def propose(ground: Ground, kind: str, owner: str) -> Proposed:
    """The stores of a folder. Raises `CannotCheck` where it holds no notes."""
    tree = ground.tree
    texts: dict[str, str | None] = {}

    def read(path: str) -> str | None:
        if path not in texts:
            file = tree.read(path)
            texts[path] = text_of(file) if file is not None and file.mode == FILE else None
        return texts[path]

    formats = load_formats(ground.manager).values()
    folder = Folder(ground.root, tree.paths(), read, formats)
    found = proposal.propose(folder, kind, owner)
    if not found:
        raise CannotCheck(
            f"{visible(ground.root) or '.'} holds no Markdown notes that git does not ignore; "
            "to begin a wiki there: memwiki init DIR"
        )
    return Proposed(found, left_out(folder, [each.place for each in found]))


def adopt(ground: Ground, proposed: Proposed) -> Adopted:
    """What the configuration would be, and what would be found under it. Nothing is written.

    Raises `PolicyError` for a folder whose name no configuration can hold.
    """
    config = proposal.render(proposed.proposals)
    read_policy({CONFIG: config}.get)
    tree = Overlay(ground.tree, {CONFIG: config})
    setting = read_side(tree, ground.manager)
    if setting is None:
        raise CannotCheck(NO_POLICY)
    history = history_of(ground.repository, setting.policy)
    drift = lint(view_stores(tree, setting, ground.day, ground.manager, history), ground.manager).findings
    form = whole.by_form(tree, ground.evidence, ground.day, ground.manager).verdict.findings
    names = names_of(drift) + names_of(form, CHECK)
    baseline = render(names) if names else ""
    return Adopted(proposed.proposals, config, baseline, _counts(drift, form), proposed.left_out)


def _counts(drift: tuple[Finding, ...], form: tuple[Finding, ...]) -> tuple[tuple[str, Counter[str]], ...]:
    by_sort = ((LINT, _by_rule(drift)), (CHECK, _by_rule(form)))
    return tuple((sort, counts) for sort, counts in by_sort if counts)


def _by_rule(findings: Iterable[Finding]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for finding in findings:
        counts[finding.rule] += things(finding)
    return counts


def standing(ground: Ground) -> str | None:
    """The configuration that is there already; None where there is none.

    Raises `CannotCheck` for one in another file, and for a baseline without any.
    """
    own, project = POLICY_FILES
    tree = ground.tree
    if os.path.lexists(os.path.join(ground.top, own)):
        text = text_of(WorkTree(ground.top, tree.paths).read(own))
        return text or ""
    if read_policy(lambda path: text_of(tree.read(path))) is not None:
        raise CannotCheck(f"{project} configures memwiki already, and is left as it is: memwiki doctor")
    if os.path.lexists(os.path.join(ground.top, BASELINE)):
        raise CannotCheck(f"{BASELINE} is there, though nothing configures memwiki: move it away first")
    return None


def lacking(config: str, adopted: Adopted) -> str | None:
    """The tables that a configuration lacks, empty where it lacks none; None where it has them otherwise.

    Raises `PolicyError` where nobody can read it.
    """
    there, wanted = (read_policy({CONFIG: text}.get) for text in (config, adopted.config))
    if there is None or wanted is None:
        return None
    if set(wanted.stores) <= set(there.stores):
        return ""
    if {store.path for store in wanted.stores} & {store.path for store in there.stores}:
        return None
    return proposal.tables(adopted.proposals)


def write(ground: Ground, adopted: Adopted) -> tuple[str, ...]:
    """Write both files; gives their names. No file that is there is written over.

    Raises `CannotCheck` where that fails; then neither is there.
    """
    texts = {CONFIG: adopted.config, **({BASELINE: adopted.baseline} if adopted.baseline else {})}
    written: list[str] = []
    for name, text in texts.items():
        full = os.path.join(ground.top, name)
        try:
            with open(full, "xb") as file:
                written.append(full)
                file.write(encode(text))
        except OSError as error:
            for made in written:
                os.unlink(made)
            raise CannotCheck(f"{name} cannot be written: {error.strerror}; nothing was changed") from error
    return tuple(texts)


def foreign_log(folder: str, manager: PluginManager) -> str:
    """The format of the `log.md` of a folder, where it is none of memwiki's own; else empty."""
    text = text_of(WorkTree(folder, list).read("log.md"))
    if text is None:
        return ""
    style = recognise_log(text, load_formats(manager).values())
    return style.format if style.format != "memwiki" else ""
