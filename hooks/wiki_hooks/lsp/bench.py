"""Where a remedy is made and tried: one file of a wiki with all that is unsaved around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from wiki_hooks.lsp.ground import Ground
from wiki_hooks.lsp.looking import look
from wiki_hooks.writing.missing import LOG_RULES, file_of, line_of
from wiki_schema.amend import CannotAmend, Scene, add_index_lines, add_log_lines
from wiki_schema.amend.layout import Layout
from wiki_schema.change import COMMIT, Tree, text_of
from wiki_schema.compare.overlay import Overlay
from wiki_schema.finding import ERROR, Finding
from wiki_schema.judge import load_formats
from wiki_schema.policy import Store

Texts = Mapping[str, str | None]
_MOST_ROUNDS = 3


class Bench:
    """One file that is being put right. All texts are as they would be saved."""

    def __init__(self, ground: Ground, path: str, texts: Texts) -> None:
        self.ground = ground
        self.path = path
        self.texts = dict(texts)

    @property
    def tree(self) -> Tree:
        """The files, with what is unsaved."""
        return Overlay(self.ground.disk, self.texts)

    @property
    def old(self) -> str | None:
        """The file in the last commit."""
        return text_of(self.ground.head.read(self.path))

    @property
    def text(self) -> str:
        """The file as it would be saved."""
        return text_of(self.tree.read(self.path)) or ""

    @property
    def layout(self) -> Layout:
        """The file read as a note, and where everything lies in it."""
        return self.ground.laid(self.text)

    @cached_property
    def store(self) -> Store:
        """Its store. Raises `CannotCheck` where it belongs to none."""
        store = self.ground.wiki.setting.policy.store_of_log(self.path)
        return store or self.ground.wiki.store_of(self.path)

    @cached_property
    def scene(self) -> Scene:
        """The same for the functions that amend."""
        wiki, ground = self.ground.wiki, self.ground
        setting = wiki.setting
        log_format = load_formats(wiki.manager)[self.store.log_format]
        actor = wiki.actor(ground.evidence)
        return Scene(self.store, self.tree, setting.roster, actor, ground.day, log_format, setting.policy)

    def with_text(self, text: str) -> Bench:
        """The same with other words in the file."""
        return Bench(self.ground, self.path, {**self.texts, self.path: text})

    def findings(self, files: Texts) -> tuple[Finding, ...]:
        """What a commit would be told with some files in place of what they say now."""
        return look(self.ground, {**self.texts, **files}, COMMIT).findings

    def completed(self, files: Texts) -> dict[str, str | None]:
        """Files with the log and index lines that a commit of them would still lack for this file."""
        done = dict(files)
        for _ in range(_MOST_ROUNDS):
            lines: dict[tuple[str, str], dict[str, None]] = {}
            for finding in self.findings(done):
                target = file_of(finding, self.ground.settings) if finding.path == self.path else None
                line = line_of(finding)
                if target is not None and line:
                    lines.setdefault((target.path, target.rule), {})[line] = None
            if not lines:
                break
            for (path, rule), wanted in lines.items():
                done[path] = self._grown(path, rule, list(wanted), done)
        return done

    def _grown(self, path: str, rule: str, lines: list[str], files: Texts) -> str:
        text = files[path] if path in files else text_of(self.tree.read(path))
        if rule == "log":
            scene = self.scene
            return add_log_lines(text or "", lines, scene.log_format, self.store.log_order, scene.day)
        return add_index_lines(text or "", lines)

    def without_needless_log(self, files: Texts) -> Texts:
        """Files without what they add to the log, where the log tells of the change already."""
        log = self.store.log_path
        rest = {path: text for path, text in files.items() if path != log}
        if log not in files or not rest:
            return files
        asked = (f for f in self.findings(rest) if f.rule in LOG_RULES and f.path in (self.path, log))
        return files if any(asked) else rest

    def refuse_worse(self, files: Texts, rule: str = "") -> None:
        """Raises `CannotAmend` where a commit would be refused for something that it is not refused for now.

        With a `rule`, also where that has as much to say about the file as before.
        """
        before, after = self.findings({}), self.findings(files)
        was, now = (Counter((f.rule, f.path) for f in each if f.level == ERROR) for each in (before, after))
        worse = [name for (name, _), number in (now - was).items() if number]
        if worse:
            raise CannotAmend(f"With this a commit would be refused by {', '.join(sorted(set(worse)))}.")
        left, told = (
            sum(f.rule == rule and self.path in (f.path, self.store.log_path) for f in each)
            for each in (after, before)
        )
        if rule and left >= told:
            raise CannotAmend("This mends nothing here: undo what was done, or edit by hand.")
