"""A host's settings as text: what is added to them, what is taken out, and how both are checked."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

from wiki_hooks.setup.agents import jsonc, splice
from wiki_hooks.setup.agents.program import Program, is_hook, is_server, program_in_value
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible
from wiki_schema.value import Value

BOM = "\ufeff"

Place = tuple[str | int, ...]
"""The keys and numbers that lead to something in JSON."""


class Entry(Value):
    """One thing that is added to JSON."""

    path: tuple[str, ...]
    """The array or object that it goes into."""
    value: Any
    key: str | None = None
    """Its key, in an object."""


class JsonFile(Value):
    """A settings file in JSON, which others write to as well."""

    path: str
    """From the top of the project."""
    entries: Callable[[Program], tuple[Entry, ...]]
    fixed: tuple[tuple[str, Any], ...] = ()
    """Members without which the host does not read the file."""
    is_executable: bool = False

    def installed(self, text: str | None, program: Program) -> str:
        """The text with our entries; the same text where they are all there. Raises `CannotCheck`."""
        entries = self.entries(program)
        if text is None:
            return splice.rendered(merged({}, entries, self.fixed)) + "\n"
        mark, bare = _split(text)
        value = self._read(bare)
        stale = _stale(value, entries)
        if len(stale) == len(_places(value)) and self.removed(text) is None:
            return self.installed(None, program)
        with self._explained():
            bare = self._without(bare, stale)
            before = jsonc.parse(bare).value
            missing = tuple(entry for entry in entries if not _is_there(before, entry))
            self._check_fixed(before)
            bare = self._with(bare, missing, before)
            after = jsonc.parse(bare).value
        if after != merged(before, missing, self.fixed):
            raise self._by_hand("it is written in a way that cannot be added to", "put in by hand", entries)
        return mark + bare

    def removed(self, text: str) -> str | None:
        """The text without our entries; None where nothing but ours is in it. Raises `CannotCheck`."""
        mark, bare = _split(text)
        before = self._read(bare)
        with self._explained():
            after = self._without(bare, _places(before))
            rest = jsonc.parse(after).value
        if after == bare:
            return text
        is_ours_alone = not rest and not mark and bare == splice.rendered(before) + "\n"
        return None if is_ours_alone else mark + after

    def ours(self, text: str) -> list[Any]:
        """Our entries in a text, as values. Raises `CannotCheck` where it is no JSON."""
        _mark, bare = _split(text)
        value = self._read(bare)
        return [_at(value, path) for path in _places(value)]

    def program(self, text: str) -> Program | None:
        """What our entries run, as the first of them says."""
        return program_in_value(self.ours(text))

    def value(self, text: str) -> Any:
        """What a text says. Raises `CannotCheck` where it is no JSON."""
        return self._read(_split(text)[1])

    def _read(self, bare: str) -> Any:
        with self._explained():
            value = jsonc.parse(bare).value
        if not isinstance(value, dict):
            raise CannotCheck(f"{visible(self.path)} holds no object, so nothing can be added to it")
        return value

    def _with(self, bare: str, entries: tuple[Entry, ...], before: Any) -> str:
        for entry in entries:
            inside = _at(before, entry.path) if _leads(before, entry.path) else {}
            if entry.key is not None and entry.key in inside:
                words = f'it has something else under "{entry.key}" in "{".".join(entry.path)}"'
                raise self._by_hand(words, "rename that, or put in by hand", entries)
            bare = splice.put(bare, entry.path, entry.key, entry.value)
        for key, value in self.fixed:
            if key not in before:
                bare = splice.put(bare, (), key, value)
        return bare

    def _without(self, bare: str, places: list[Place]) -> str:
        """The text without some of our entries, from the end to the beginning."""
        value = jsonc.parse(bare).value
        if places and len(places) == len(_places(value)):
            for key in self._fixed_by_us(bare, value):
                bare = splice.take(bare, (key,))
        for path in reversed(places):
            bare = splice.take(bare, path)
        return bare

    def _fixed_by_us(self, bare: str, value: dict[str, Any]) -> Iterator[str]:
        """The fixed members that came with our hooks: they follow those, and nobody else has any."""
        names = list(value)
        for key, constant in self.fixed:
            follows = key in names[1:] and names[names.index(key) - 1] == "hooks"
            if follows and value[key] == constant and splice.is_made(bare, ("hooks",)):
                hooks = value["hooks"]
                if all(is_hook(item) for items in hooks.values() for item in items):
                    yield key

    def _check_fixed(self, before: Any) -> None:
        for key, value in self.fixed:
            if key not in before and "hooks" in before:
                raise CannotCheck(
                    f'{visible(self.path)} has hooks but no "{key}", so its host does not read it; '
                    f'add "{key}": {value} to it, and try again'
                )

    def _by_hand(self, why: str, how: str, entries: tuple[Entry, ...]) -> CannotCheck:
        wanted = splice.rendered(merged({}, entries, self.fixed))
        return CannotCheck(f"{visible(self.path)}: {why}; {how}:\n{wanted}")

    def _explained(self) -> _Explained:
        return _Explained(self.path)


class _Explained:
    """Says of which file `Broken` speaks, and what is to be done."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, jsonc.Broken):
            raise CannotCheck(
                f"{visible(self.path)}, line {error.line}: {visible(error.words)}. "
                "Nothing was written; mend that line, and try again."
            ) from None
        if isinstance(error, RecursionError):
            raise CannotCheck(f"{visible(self.path)} is nested too deeply to be settings") from None


def merged(value: Any, entries: tuple[Entry, ...], fixed: tuple[tuple[str, Any], ...] = ()) -> Any:
    """The settings with entries added to them, as values."""
    made = copy.deepcopy(value)
    for entry in entries:
        inside = made
        for number, name in enumerate(entry.path):
            is_list = entry.key is None and number == len(entry.path) - 1
            inside = inside.setdefault(name, [] if is_list else {})
        if entry.key is None:
            inside.append(entry.value)
        else:
            inside[entry.key] = entry.value
    for key, constant in fixed:
        made.setdefault(key, constant)
    return made


def _split(text: str) -> tuple[str, str]:
    """A byte order mark, and what follows it."""
    return (BOM, text[1:]) if text.startswith(BOM) else ("", text)


def _at(value: Any, path: Place) -> Any:
    for name in path:
        value = value[name]
    return value


def _leads(value: Any, path: tuple[str, ...]) -> bool:
    """Whether a path leads through objects to an object."""
    for name in path:
        if not isinstance(value, dict) or name not in value:
            return False
        value = value[name]
    return isinstance(value, dict)


def _is_there(value: Any, entry: Entry) -> bool:
    """Whether an entry is where it would be put. To a server of ours more may have been added."""
    inside = value
    for name in entry.path:
        inside = inside.get(name) if isinstance(inside, dict) else None
    if entry.key is None:
        return isinstance(inside, list) and entry.value in inside
    return isinstance(inside, dict) and _is_like(inside.get(entry.key), entry)


def _is_like(found: Any, entry: Entry) -> bool:
    if entry.key is None:
        return bool(found == entry.value)
    return isinstance(found, dict) and found.items() >= entry.value.items()


def _stale(value: Any, entries: tuple[Entry, ...]) -> list[Place]:
    """Where entries of ours are that would be written otherwise today, or that are there once more."""
    left = list(entries)
    stale = []
    for place in _places(value):
        found = _at(value, place)
        same = (e for e in left if e.path == place[:-1] and _is_like(found, e))
        entry = next(same, None)
        if entry is None:
            stale.append(place)
        else:
            left.remove(entry)
    return stale


def _places(value: Any) -> list[Place]:
    """Where our entries are, in their order: hooks, parts of groups of hooks, servers."""
    if not isinstance(value, dict):
        return []
    return [place for name in value for place in _places_below(name, value[name])]


def _places_below(name: str, inside: Any) -> Iterator[Place]:
    if not isinstance(inside, dict):
        return
    if name == "hooks":
        for event, items in inside.items():
            for number, item in enumerate(items if isinstance(items, list) else ()):
                yield from _places_of_hook((name, event, number), item)
    elif name in ("mcpServers", "servers") and is_server(inside.get("memwiki")):
        yield (name, "memwiki")


def _places_of_hook(path: Place, item: Any) -> Iterator[Place]:
    if is_hook(item):
        yield path
    elif isinstance(item, dict) and isinstance(item.get("hooks"), list):
        # A group in which somebody put others beside ours.
        yield from ((*path, "hooks", number) for number, hook in enumerate(item["hooks"]) if is_hook(hook))
