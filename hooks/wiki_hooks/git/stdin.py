"""A change given as JSON, so that any tool in any language can ask.

`{"actor": …, "day": …, "policy": {file: text}, "files": [{"path": …, "before": …, "after": …}]}`
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import environ_who, today
from wiki_schema import paths
from wiki_schema.change import COMMIT, OTHER, SAVE, TOOL, Change, EmptyTree, File, Tree, folders_above
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.judge import judge
from wiki_schema.members import Evidence
from wiki_schema.policy.reader import suggest
from wiki_schema.text import decode, parse_day, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager

KEYS = ("actor", "day", "step", "policy", "files")
FILE_KEYS = ("path", "before", "before_base64", "after", "after_base64", "whole_write")
STEPS = (COMMIT, TOOL, SAVE)

Files = Mapping[str, tuple[File | None, File | None]]

SHAPE = '{"actor": "anna", "files": [{"path": "notes/a.md", "before": "…or null", "after": "…or null"}]}'


class Side:
    """One side of what was given, as far as it configures: the listed files, the policy, else the rest."""

    def __init__(
        self, files: Files, number: int, policy: Mapping[str, str | None] | None, rest: Tree
    ) -> None:
        """The side before (0) or after (1). A policy that was given is all there is besides the files."""
        self._files = files
        self._number = number
        self._policy = policy
        self._rest = rest if policy is None else EmptyTree()
        self._folders = folders_above(path for path, pair in files.items() if pair[number] is not None)

    def read(self, path: str) -> File | None:
        """The file at a path, or None where there is none."""
        if path in self._folders:
            return File(mode=OTHER)
        if path in self._files:
            return self._files[path][self._number]
        text = (self._policy or {}).get(path)
        return self._rest.read(path) if text is None else File(text)

    def paths(self) -> Collection[str]:
        """Every path that is not listed."""
        return self._rest.paths()


class Given(Value):
    """What was given: the change, and both sides of what configures it."""

    change: Change
    before: Tree
    after: Tree


def check(read: Callable[[], bytes], rest: Tree, who: str, manager: PluginManager) -> Verdict:
    """The verdict on the change in some JSON, which `read` gives; `parse` says what it may be.

    Raises `CannotCheck` also where nothing configures a store.
    """
    from wiki_hooks.place.settings import settings_of
    from wiki_hooks.place.surroundings import NO_HISTORY

    change, before, after = _given(_loaded(read()), rest, who)
    settings = settings_of(before, after, EmptyTree, manager)
    verdict = judge(change, settings.before, settings.after, manager)
    said = (NO_HISTORY,) if any(found.policy.members["git"] for found in settings.known) else ()
    return verdict._replace(notices=(*settings.notices, *said, *verdict.notices))


def parse(data: bytes, rest: Tree | None = None, who: str = "") -> Given:
    """The change in some JSON. `rest` holds the files that are not listed; `who` outranks `actor`.

    Raises `CannotCheck` for anything that is not such a change, naming the key.
    """
    return _given(_loaded(data), rest or EmptyTree(), who)


def _given(value: object, rest: Tree, who: str) -> Given:
    given = _object(value, "the change", KEYS)
    policy = _policy(given.pop("policy", None))
    files, whole = _files(given.pop("files", None))
    step = given.get("step", COMMIT)
    if step not in STEPS:
        raise CannotCheck(f'"step" is {_shown(step)}; it must be one of {", ".join(STEPS)}')
    evidence = Evidence(who=who or _string(given, "actor"), environ_who=environ_who())
    change = Change(files, evidence, _day(given), rest, rest, step=step, whole_writes=whole)
    return Given(change, Side(files, 0, policy, rest), Side(files, 1, policy, rest))


def _loaded(data: bytes) -> object:
    """The JSON in some bytes. A log may have 50 MB, so they are let go as soon as they are text.

    Nobody else may hold them, or that is in vain.
    """
    _check_utf_8(data)
    data = data.removeprefix(b"\xef\xbb\xbf")
    if data.isascii() or b"\\u" in data:
        text = data.decode()
        del data
        return _from_json(text)
    # One dash would make every letter of the whole text two bytes wide. Read as Latin-1 it is one byte a
    # letter while it is taken apart, and each text becomes what it is on its own.
    text = data.decode("latin-1")
    del data
    value = _from_json(text)
    del text
    return _as_utf_8(value)


def _check_utf_8(data: bytes) -> None:
    from codecs import getincrementaldecoder

    decoder = getincrementaldecoder("utf-8")()
    step = 1 << 20
    for start in range(0, len(data), step):
        try:
            decoder.decode(data[start : start + step], start + step >= len(data))
        except UnicodeDecodeError as error:
            raise CannotCheck(
                f"the JSON on standard input is not UTF-8 (near byte {start + error.start}); "
                "give bytes that are not UTF-8 as before_base64 and after_base64"
            ) from None


def _as_utf_8(value: object) -> object:
    """A value with every text decoded, which takes the old value apart."""
    if isinstance(value, str):
        return value.encode("latin-1").decode()
    if isinstance(value, dict):
        return {_as_utf_8(key): _as_utf_8(value.pop(key)) for key in list(value)}
    if isinstance(value, list):
        return [_as_utf_8(inner) for inner in value]
    return value


def _from_json(text: str) -> object:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise CannotCheck(f"standard input is no JSON: {error.msg} ({place})\nGive {SHAPE}") from None
    except RecursionError:
        raise CannotCheck(f"the JSON on standard input is nested too deeply\nGive {SHAPE}") from None
    if "\\ud" in text or "\\uD" in text:
        _check_whole(value)
    return value


def _check_whole(value: object) -> None:
    """No text may hold half a character, which only an escape can bring in."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise CannotCheck(
                f"the JSON on standard input holds half a character, \\u{ord(value[error.start]):04x}; "
                "give bytes that are not UTF-8 as before_base64 and after_base64"
            ) from None
    elif isinstance(value, (list, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            _check_whole(inner)


def _shown(value: object) -> str:
    return f'"{visible(value, 60)}"' if isinstance(value, str) else visible(json.dumps(value), 60)


def _object(value: object, what: str, keys: Collection[str]) -> dict[str, object]:
    """A JSON object with no key but these."""
    if not isinstance(value, dict):
        raise CannotCheck(f"{what} must be an object, not {_shown(value)}\nGive {SHAPE}")
    for key in value:
        if key not in keys:
            raise CannotCheck(f'{what} has an unknown key "{visible(key, 60)}"{suggest(key, keys)}')
    return value


def _string(given: dict[str, object], key: str) -> str:
    value = given.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise CannotCheck(f'"{key}" is {_shown(value)}; it must be a text')
    return value


def _day(given: dict[str, object]) -> date:
    value = _string(given, "day")
    day = parse_day(value) if value else today()
    if day is None:
        raise CannotCheck(f'"day" is {_shown(value)}; it must be a day like 2026-11-30')
    return day


def _policy(value: object) -> Mapping[str, str | None] | None:
    if value is None:
        return None
    if not isinstance(value, dict):
        raise CannotCheck(f'"policy" must be an object of file names and their texts, not {_shown(value)}')
    for name, text in value.items():
        if text is not None and not isinstance(text, str):
            raise CannotCheck(
                f'"policy" has {_shown(text)} for "{visible(name, 60)}"; it must be a text or null'
            )
    return value


def _files(value: object) -> tuple[Files, frozenset[str]]:
    """Before and after by path, and the paths that were written whole."""
    if not isinstance(value, list):
        raise CannotCheck(f'"files" must be a list of the changed files, not {_shown(value)}\nGive {SHAPE}')
    files: dict[str, tuple[File | None, File | None]] = {}
    whole: set[str] = set()
    for number, item in enumerate(value):
        where = f"files[{number}]"
        entry = _object(item, where, FILE_KEYS)
        path = _path(entry.get("path"), where)
        if path in files:
            raise CannotCheck(f'{where}: "{visible(path)}" is listed twice')
        files[path] = (_side(entry, "before", where), _side(entry, "after", where))
        if _flag(entry, where):
            whole.add(path)
    return files, frozenset(whole)


def _path(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise CannotCheck(f'{where}: "path" is {_shown(value)}; it must be a text')
    joined = None if value.startswith("/") or "\0" in value else paths.join("", value)
    if not joined:
        raise CannotCheck(
            f'{where}: "path" is {_shown(value)}; it must lead to a file below the current folder'
        )
    return joined


def _side(entry: dict[str, object], key: str, where: str) -> File | None:
    """One side of a file: a text, base64 of any bytes, or null where there is no file."""
    encoded = f"{key}_base64"
    if (key in entry) == (encoded in entry):
        both = "both" if key in entry else "neither of"
        raise CannotCheck(
            f'{where} has {both} "{key}" and "{encoded}"; give one, null where there is no file'
        )
    used = key if key in entry else encoded
    value = entry.pop(used)
    if value is None:
        return None
    if not isinstance(value, str):
        raise CannotCheck(f'{where}: "{used}" is {_shown(value)}; it must be a text or null')
    return File(value if used == key else _unpacked(value, used, where))


def _unpacked(value: str, key: str, where: str) -> str:
    from base64 import b64decode

    try:
        return decode(b64decode(value, validate=True))
    except ValueError as error:
        raise CannotCheck(f'{where}: "{key}" is no base64: {error}') from None


def _flag(entry: dict[str, object], where: str) -> bool:
    value = entry.get("whole_write", False)
    if not isinstance(value, bool):
        raise CannotCheck(f'{where}: "whole_write" is {_shown(value)}; it must be true or false')
    return value


def current_folder() -> Tree:
    """The files of the current folder, as the side of a change that nothing was said about."""
    from wiki_schema.disk.tree import WorkTree, walk

    return WorkTree(".", lambda: list(walk(".")))
