"""The commands that do right what a refused tool call wanted, filled in as far as that can be told."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.setup.agents.program import program_for
from wiki_schema.disk.journal import Edit
from wiki_schema.finding import ERROR, Finding
from wiki_schema.log import MEMWIKI
from wiki_schema.members import Actor
from wiki_schema.note import Item, parse_note
from wiki_schema.policy import Store
from wiki_schema.text import decode, split_lines, visible
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, UNSIGNED

_MOST = 5
_WORDS = 120
"""A fact is named by so many of its first characters, which only it holds in all but odd notes."""
_ALIKE = 70.0
_OR_CLAIM = ("--or-claim",)


class _Wanted(Value):
    """A command that does what was wanted of a file."""

    verb: str
    words: tuple[str, ...]
    options: tuple[str, ...] = ()


def commands(
    wiki: Wiki,
    actor: Actor,
    edits: Sequence[Edit],
    findings: Sequence[Finding],
    folder: str,
    environ: Mapping[str, str],
) -> list[str]:
    """Commands as they are typed in a folder, at most a few; none where none would do it."""
    program = program_for(environ)
    inside = f"{os.path.realpath(folder)}/".startswith(f"{wiki.top}/")
    start = "" if inside else f"cd {_quoted(wiki.top)} && "
    base = os.path.realpath(folder) if inside else wiki.top
    found = []
    for edit in edits:
        rules = {f.rule for f in findings if f.path == edit.path and f.level == ERROR}
        if not rules:
            continue
        named = os.path.relpath(os.path.join(wiki.top, edit.path), base)
        for wanted in _wanted(wiki, edit, rules, actor):
            apart = ["--"] if any(word.startswith("-") for word in wanted.words) else []
            found.append(start + program.line(wanted.verb, *wanted.options, *apart, named, *wanted.words))
    return [visible(line, 1_000) for line in dict.fromkeys(found)][:_MOST]


def _quoted(path: str) -> str:
    import shlex

    return shlex.quote(path)


def _wanted(wiki: Wiki, edit: Edit, rules: set[str], actor: Actor) -> Iterator[_Wanted]:
    """What a call wanted of one file."""
    old, new = decode(edit.before or b""), decode(edit.after or b"")
    policy = wiki.setting.policy
    store = policy.store_of_log(edit.path)
    if store is not None:
        lines = list(_log_lines(wiki, store, old, new, actor))
    elif policy.store_of_note(edit.path) is not None:
        yield from _of_note(wiki, old, new, rules)
        return
    else:
        owner = policy.store_of(edit.path)
        lines = _new_lines(old, new) if owner is not None and owner.is_index(edit.path) else []
    if lines:
        yield _Wanted("append", tuple(lines[:_MOST]))


def _log_lines(wiki: Wiki, store: Store, old: str, new: str, actor: Actor) -> Iterator[str]:
    """The lines that a call would add to a log. What it would make of an old one is put on record anew."""
    log_format, roster = wiki.format_of(store), wiki.setting.roster
    for line in _new_lines(old, new):
        entry = log_format.read(1, line)
        if entry is None or not entry.who or entry.day is None:
            continue
        if entry.day == today() and all(roster.acts_for(actor, name) for name in roster.names(entry.who)):
            yield line
        elif log_format.name == MEMWIKI.name and entry.path:
            yield f"{today()} | CONFLICT | {actor.label} | {entry.path} | {entry.what}"


def _new_lines(old: str, new: str) -> list[str]:
    known = set(split_lines(old))
    return [line for line in split_lines(new) if line.strip() and line not in known]


def _of_note(wiki: Wiki, old: str, new: str, rules: set[str]) -> Iterator[_Wanted]:
    def knows(names: str) -> bool:
        return wiki.setting.roster.find(names) is not None

    before, after = parse_note(old, knows), parse_note(new, knows)
    here = {item.words.ident for item in after.items}
    there = {item.words.ident for item in before.items}
    gone = [item for item in before.items if item.words.state == CURRENT and item.words.ident not in here]
    come = [
        item
        for item in after.items
        if item.words.state in (CURRENT, UNSIGNED) and not item.box and item.words.ident not in there
    ]
    for item in come:
        twin = _twin(item, gone)
        if twin is None:
            section = ("--section", item.section[-1]) if len(item.section) > 1 else ()
            yield _Wanted("add", (item.words.text,), section)
        else:
            gone.remove(twin)
            yield _Wanted("supersede", (_named(twin), item.words.text), _OR_CLAIM)
    # A note written as a whole mostly leaves out what was not meant to go.
    if not come and "note-rewritten" not in rules:
        for item in gone:
            yield _Wanted("retire", (_named(item),), _OR_CLAIM)
    if not come and not gone:
        known = {text for _, text in before.prose}
        lines = [text for _, text in after.prose if text not in known]
        if lines:
            yield _Wanted("append", tuple(lines[:_MOST]))


def _named(item: Item) -> str:
    """Words by which a fact is found."""
    text = item.words.text
    return text if len(text) <= _WORDS else text[:_WORDS].rpartition(" ")[0] or text[:_WORDS]


def _twin(item: Item, gone: Sequence[Item]) -> Item | None:
    """The fact in whose place an item stands."""
    from rapidfuzz import fuzz

    rated = [(fuzz.ratio(item.words.text, other.words.text), other) for other in gone]
    rate, best = max(rated, key=lambda each: each[0], default=(0.0, None))
    return best if rate >= _ALIKE and best is not None and best.words.text != item.words.text else None
