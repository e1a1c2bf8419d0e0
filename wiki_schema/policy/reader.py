"""Reading a configuration file against the table of keys: every fault at once, each with its place."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from wiki_schema import text
from wiki_schema.finding import CannotCheck
from wiki_schema.policy import keys as policy_keys
from wiki_schema.policy.keys import Key, Table
from wiki_schema.value import Value


class PolicyError(CannotCheck):
    """A configuration that cannot be used: exit code 2.

    `problems` holds every fault; each names the file, the line where it is known, table, key and what
    would be right.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        """An error that says all of these, each on one line: what they quote was written by anybody."""
        self.problems = tuple(text.visible(problem, text.LINE_LIMIT) for problem in problems)
        super().__init__("\n".join(self.problems))


def suggest(word: str, choices: Collection[str]) -> str:
    """`; did you mean X?` for the nearest of some words, empty where none is near."""
    from difflib import get_close_matches

    folded = {choice.lower(): choice for choice in choices}
    near = get_close_matches(word.lower()[:80], folded, n=1, cutoff=0.6)
    return f"; did you mean {text.visible(folded[near[0]], 60)}?" if near else ""


class _Places(Value):
    """The lines of a file, from 1, by what stands there."""

    headers: Mapping[str, list[int]]
    """Of the headers of tables, by name."""
    rows: Mapping[tuple[str, int, str], int]
    """Of a key in the nth table of a name: that name, n from 0, the key."""
    firsts: Mapping[tuple[str, str], int]
    """Of the first key of a name below any header of a name."""
    names: Mapping[str, int]
    """Of the first key of a name anywhere."""


# Of so many words of one file it is said what may be meant: looking for that is slow, and who gets thousands
# wrong has not misspelt them.
_SUGGESTIONS = 20


class Document:
    """A configuration file while it is read: what it holds, and what is wrong with it.

    Raises `PolicyError` at once where the file is no TOML.
    """

    def __init__(self, source: str, file: str, prefix: str = "") -> None:
        """The document in a text; `prefix` is what stands before each table's name (`tool.memwiki.`)."""
        self.file = file
        self._problems: list[tuple[int, str]] = []
        self._suggestions = 0
        self._prefix = prefix
        self._lines = text.split_lines(source)
        self.data: dict[str, Any] = self._parse(source.removeprefix(text.BOM))

    def _parse(self, source: str) -> dict[str, Any]:
        undecoded = next((n for n, line in enumerate(self._lines, 1) if _is_undecoded(line)), 0)
        if undecoded:
            raise PolicyError([f"{self.file}:{undecoded}: not UTF-8; save the file as UTF-8"])
        try:
            return tomllib.loads(source)
        except RecursionError:
            raise PolicyError([f"{self.file}: nested too deeply to be read"]) from None
        except ValueError as error:
            raise PolicyError([_toml_problem(self.file, str(error), len(self._lines))]) from error

    def inner(self, *names: str) -> bool:
        """Step into tables (`tool`, `memwiki`); False where they are not there."""
        for name in names:
            data = self.data.get(name)
            if not isinstance(data, dict):
                return False
            self.data = data
        return True

    def complain(self, table: Table | None, key: str, what: str, nth: int = 0) -> None:
        """Note one fault of a key, in the nth table of that name."""
        line = self._line_of(table.name if table else "", key, nth)
        label = f"{self._prefix}{table.name}" if table else ""
        header = f" [[{label}]]" if table and table.many else f" [{label}]" if table else ""
        place = f"{self.file}:{line}" if line else self.file
        problem = f"{place}:{header} {text.visible(key)}".rstrip() + f" {what}"
        self._problems.append((line, problem))

    def may_suggest(self) -> bool:
        """Whether it is worth looking for what one more word may mean; counts those that were."""
        self._suggestions += 1
        return self._suggestions <= _SUGGESTIONS

    def suggest(self, word: str, choices: Collection[str]) -> str:
        """As `suggest`, for the first few words of a file."""
        return suggest(word, choices) if self.may_suggest() else ""

    @property
    def is_faulty(self) -> bool:
        """Whether anything was complained of."""
        return bool(self._problems)

    def _line_of(self, table: str, key: str, nth: int) -> int:
        """The line of a key, else of its table, else 0. A look at the text: exact for usual files."""
        places, owner, top = self._places, f"{self._prefix}{table}", self._prefix.strip(".")
        found = [places.firsts.get((top, f"{table}.{key}".strip(".")), 0)]
        if not table:
            found += places.headers.get(f"{self._prefix}{key}", ())[:1]
            return min(filter(None, found), default=0)
        found.append(places.rows.get((owner, max(nth, 0), key), 0))
        if any(found):
            return min(filter(None, found))
        headers = places.headers.get(owner, [])
        if 0 <= nth < len(headers):
            return headers[nth]
        return min(filter(None, (*headers[:1], places.names.get(table.rpartition(".")[2], 0))), default=0)

    @cached_property
    def _places(self) -> _Places:
        """Where headers and keys stand, looked for once: a file may have thousands of faults."""
        headers: dict[str, list[int]] = {}
        rows: dict[tuple[str, int, str], int] = {}
        firsts: dict[tuple[str, str], int] = {}
        names: dict[str, int] = {}
        header = ""
        for number, raw in enumerate(self._lines, 1):
            line = raw.strip()
            if line.startswith("["):
                header = line.partition("]")[0].strip("[ \t")
                headers.setdefault(header, []).append(number)
                continue
            name = line.partition("=")[0].replace('"', "").replace("'", "").strip()
            rows.setdefault((header, len(headers.get(header, ())) - 1, name), number)
            firsts.setdefault((header, name), number)
            names.setdefault(name, number)
        return _Places(headers, rows, firsts, names)

    def check_tables(self, tables: Sequence[Table]) -> None:
        """Complain of every table or key at the top that is none of these."""
        known = [table.name for table in tables]
        for name in self.data:
            if name not in known:
                self.complain(None, name, f"is no table of this file{self.suggest(name, known)}")

    def rows(self, table: Table) -> Iterator[tuple[int, dict[str, Any]]]:
        """The tables of an array, numbered from 0, each checked and with its defaults filled in."""
        rows = self.data.get(table.name, [])
        if isinstance(rows, dict):
            self.complain(table, "", f"stands in two brackets, [[{self._prefix}{table.name}]]")
            rows = [rows]
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self.complain(table, "", "must be an array of tables")
            return
        for nth, row in enumerate(rows):
            yield nth, self._checked(table, row, nth)

    def table(self, table: Table) -> dict[str, Any]:
        """One table, checked and with its defaults filled in."""
        values = self.data.get(table.name, {})
        if not isinstance(values, dict):
            self.complain(table, "", f"must be one table, [{self._prefix}{table.name}]")
            values = {}
        return self._checked(table, values, 0)

    def _checked(self, table: Table, values: Mapping[str, Any], nth: int) -> dict[str, Any]:
        if table.values:
            return {key: value for key, value in values.items() if self._is_level(table, key, value)}
        known = [key.name for key in table.keys]
        for name in values:
            if name not in known:
                self.complain(table, name, f"is no key of this table{self.suggest(name, known)}", nth)
        return {key.name: self._value(table, key, values, nth) for key in table.keys}

    def _is_level(self, table: Table, key: str, value: object) -> bool:
        if value in table.values:
            return True
        hint = self.suggest(str(value), table.values) if isinstance(value, str) else ""
        self.complain(table, key, f"is {quoted(value)}, must be {_either(table.values)}{hint}")
        return False

    def _value(self, table: Table, key: Key, values: Mapping[str, Any], nth: int) -> object:
        value = values.get(key.name)
        if key.type == policy_keys.TABLE:
            inner = policy_keys.INNER_TABLES[f"{table.name}.{key.name}"]
            if value is not None and not isinstance(value, dict):
                self.complain(inner, "", "must be a table")
                value = None
            return self._checked(inner, value or {}, nth)
        if value is None:
            if key.required:
                self.complain(table, key.name, "is missing", nth)
            return key.default
        wanted = _type_fault(key, value)
        if wanted:
            is_now = "" if key.is_private else f"is {quoted(value)}, "
            self.complain(table, key.name, f"{is_now}must be {wanted}", nth)
            return key.default
        if key.choices and value not in key.choices:
            hint = self.suggest(value, key.choices)
            self.complain(table, key.name, f"is {quoted(value)}, must be {_either(key.choices)}{hint}", nth)
            return key.default
        return tuple(value) if key.type == policy_keys.TEXTS else value

    def finish(self) -> None:
        """Raise `PolicyError` with all that was complained of, in the order of the lines, if anything was."""
        if self._problems:
            raise PolicyError([problem for _, problem in sorted(self._problems)])


def _is_undecoded(line: str) -> bool:
    return not line.isascii() and any("\ud800" <= char <= "\udfff" for char in line)


def _toml_problem(file: str, message: str, last_line: int) -> str:
    """The parser's words with the line in front, where editors look for it."""
    what, _, place = message.rpartition(" (at ")
    line = place.removeprefix("line ").partition(",")[0] if place.startswith("line ") else str(last_line)
    return f"{file}:{line}: no valid TOML: {what or message}{f' ({place}' if place else ''}"


def _type_fault(key: Key, value: object) -> str:
    """What a value of the wrong type should have been; empty where the type is right."""
    if key.type in (policy_keys.TEXT, policy_keys.PATH):
        return "" if isinstance(value, str) else "a text in quotes"
    if key.type == policy_keys.FLAG:
        return "" if isinstance(value, bool) else "true or false"
    if key.type == policy_keys.COUNT:
        whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
        return "" if whole else "a whole number, 0 or more"
    texts = isinstance(value, list) and all(isinstance(item, str) for item in value)
    return "" if texts else "a list of texts"


def quoted(value: object) -> str:
    """A value as a fault may show it: on one line, harmless, cut when long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{text.visible(value, 60)}"' if isinstance(value, str) else text.visible(str(value), 60)


def _either(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}"
