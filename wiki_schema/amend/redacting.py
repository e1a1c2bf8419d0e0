"""A secret taken out of a store's files, with nothing else of them changed."""

from __future__ import annotations

import re
import shlex
import unicodedata
from collections.abc import Callable, Iterator, Mapping

from wiki_schema.amend.scene import Amendment, CannotAmend, Scene, amended
from wiki_schema.amend.wording import plain
from wiki_schema.compare.redaction import OPENING, is_redaction_of
from wiki_schema.index import listings
from wiki_schema.note import Item, Note
from wiki_schema.telling import count
from wiki_schema.text import split_lines, visible
from wiki_schema.words import Words

Files = Mapping[str, str | None]


def redact(
    scene: Scene, path: str, span: str, kind: str = "secret", *, everywhere: bool = False
) -> Amendment:
    """A span of words covered by `[redacted: kind]`, wherever it stands in a note, the log or the index.

    With `everywhere` in all of them; archives of the log never change, so those that hold it are only named
    in the summary. A `CONFLICT` line tells of each changed file. The rules let only admins do this.
    Raises `CannotAmend` where the span does not stand, or covers more than words: a name, a day, a target.
    """
    words, named = span.split(), plain(kind, "kind")
    if not any(map(str.isalnum, span)) or "[" in named or "]" in named:
        raise CannotAmend("Say which words to redact, and of what kind they are, without brackets.")
    cover = f"{OPENING}{named}]"
    pattern = _pattern(words)
    files: dict[str, str | None] = {}
    for each in dict.fromkeys([path, *_all(scene)] if everywhere else [path]):
        old = scene.text(each)
        new = old if old is None else pattern.sub(lambda match: match[0] if match[1] is None else cover, old)
        if old is not None and new is not None and new != old:
            _refuse_more(scene, each, old, new)
            files[each] = new
    if not files:
        raise CannotAmend(f"These words stand nowhere in {visible(path)}.")
    amendment = _told(scene, files, named)
    left = _left(scene, amendment.files, pattern, path, named)
    return amendment._replace(summary=amendment.summary + left)


def covers(span: str) -> Callable[[str], bool]:
    """Whether a text holds words that a redaction of `span` would cover, wherever they stand in it."""
    pattern = _pattern(span.split())
    return lambda text: any(match[1] is not None for match in pattern.finditer(text))


def _left(scene: Scene, files: Files, pattern: re.Pattern[str], path: str, kind: str) -> str:
    """Where the words still stand in the store, and the command that covers them there."""

    def holds(each: str) -> bool:
        text = files[each] if each in files else scene.text(each)
        return any(match[1] is not None for match in pattern.finditer(text or ""))

    told = ""
    if left := [each for each in dict.fromkeys(_all(scene)) if holds(each)]:
        command = shlex.join(["memwiki", "redact", path, "…", "--kind", kind, "--everywhere"])
        told += f"; it still stands in {_named(left)}: `{command}` covers it there too"
    if left := [each for each in scene.tree.paths() if scene.store.is_archive(each) and holds(each)]:
        told += f"; it still stands in {_named(left)}, which never changes"
    return told


def _named(paths: list[str]) -> str:
    return ", ".join(map(visible, paths))


def _told(scene: Scene, files: dict[str, str | None], kind: str) -> Amendment:
    """The files with a log line for each."""
    summary = f"redacted in {count(len(files), 'file')}: a {kind}"
    told: tuple[tuple[str, str], ...] = ()
    for path in list(files):
        one = amended(scene, files, "CONFLICT", path, f"a {kind} redacted")
        files, told = dict(one.files), told + one.log_lines
    return Amendment(files, "CONFLICT", summary, told)


def _pattern(words: list[str]) -> re.Pattern[str]:
    """Words with any blanks between them, over a line break too. What is covered already is passed over.

    A letter with an accent is the same whether it is written as one character or as two.
    """
    gap = r"(?:[ \t]+|[ \t]*\r?\n[ \t]*)"
    return re.compile(rf"\[redacted: [^\[\]]*\]|({gap.join(map(_in_any_form, words))})")


def _in_any_form(word: str) -> str:
    forms = (word, unicodedata.normalize("NFC", word), unicodedata.normalize("NFD", word))
    return f"(?:{'|'.join(map(re.escape, dict.fromkeys(forms)))})"


def _all(scene: Scene) -> Iterator[str]:
    """The files of a store that words may be redacted in: its notes, its log, its indexes."""
    yield scene.store.log_path
    for path in sorted(scene.tree.paths()):
        if scene.policy.store_of(path) == scene.store and (
            scene.store.is_index(path) or scene.policy.store_of_note(path) == scene.store
        ):
            yield path


# Nothing but words


def _refuse_more(scene: Scene, path: str, old: str, new: str) -> None:
    """Refuses a redaction that would change more than what a file says."""
    if scene.store.is_log(path):
        fault = _log_fault(scene, old, new)
    elif scene.store.is_index(path):
        fault = _index_fault(scene, old, new)
    elif scene.policy.store_of_note(path) == scene.store:
        fault = _note_fault(scene, old, new)
    else:
        raise CannotAmend(f"{visible(path)} is no note, log or index of the store.")
    if fault:
        raise CannotAmend(
            f"In {visible(path)} that would change {fault}: redact fewer words, or edit by hand."
        )


def _log_fault(scene: Scene, old: str, new: str) -> str:
    lines = list(zip(split_lines(old), split_lines(new), strict=False))
    read = scene.log_format.read
    for was, now in ((read(1, one), read(1, other)) for one, other in lines if one != other):
        if (was and (was.day, was.verb, was.who, was.path)) != (
            now and (now.day, now.verb, now.who, now.path)
        ):
            return "day, verb, name or path of a log line"
    return ""


def _index_fault(scene: Scene, old: str, new: str) -> str:
    if [found.target for found in listings(old)] != [found.target for found in listings(new)]:
        return "what it lists"
    before, after = (scene.laid(text).note for text in (old, new))
    return "" if _sizes(before) == _sizes(after) else "which lines are items, headings and text"


def _sizes(note: Note) -> list[int]:
    """How many items, lines of text and headings there are."""
    return [len(part) for part in note]


def _note_fault(scene: Scene, old: str, new: str) -> str:
    before, after = (scene.laid(text).note for text in (old, new))
    if _sizes(before) != _sizes(after):
        return "which lines are facts, headings and text"
    if not all(map(_says_less, before.items, after.items)):
        return "who stands behind a fact, or since when"
    return ""


def _says_less(old: Item, new: Item) -> bool:
    """Whether an item is as it was but for covered words."""
    if (old.parent, old.listed, old.box) != (new.parent, new.listed, new.box):
        return False
    return _signed(old.words) == _signed(new.words) and (
        old.words.said == new.words.said or is_redaction_of(old.words.said, new.words.said)
    )


def _signed(words: Words) -> tuple[object, ...]:
    """State and names of an item."""
    claim = words.claim
    return (
        words.state,
        words.provenance,
        words.mark,
        claim and (claim.who, claim.day, claim.status, claim.by, claim.closed),
    )
