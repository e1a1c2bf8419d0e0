"""The six commands, whoever hands them over. Paths begin with `/memories`, which is one store.

Source: https://platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool, whose words are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wiki_hooks.place.wiki import Speaker
from wiki_hooks.tools import writing
from wiki_hooks.tools.session import Asking, Session, check_whole
from wiki_schema.change import FILE, text_of
from wiki_schema.finding import CannotCheck
from wiki_schema.policy import Store
from wiki_schema.text import harmless, split_lines, visible

ROOT = "/memories"
_LEVELS = 2
_MOST_LINES = 999_999
_AROUND = 4


class Refusal(Exception):
    """A command that was not carried out. The message is what the model is told."""


class Memory:
    """A store, as the memory tool sees it."""

    def __init__(self, session: Session, speaker: Speaker, store: str | None = None) -> None:
        """`store` is the path of one; without it the first that is shared or open is taken."""
        self._session = session
        self._speaker = speaker
        self._store = store

    def run(self, command: Mapping[str, Any]) -> str:
        """Carry out one command as the model gives it. Raises `Refusal`."""
        name = str(command.get("command", ""))
        given = {key: value for key, value in command.items() if key != "command"}
        if name not in _COMMANDS:
            known = ", ".join(_COMMANDS)
            raise Refusal(f"Error: there is no command {visible(name, 40)}; there are {known}")
        try:
            check_whole(*(value for value in given.values() if isinstance(value, str)))
            asking = self._session.asking(self._speaker)
            return _COMMANDS[name](_Place(asking, self._chosen(asking)), **given)
        except TypeError as error:
            raise Refusal(f"Error: {name}: {error}") from error
        except writing.Refused as error:
            raise Refusal(_told(error)) from error
        except CannotCheck as error:
            raise Refusal(harmless(f"Error: {error}")) from error

    def _chosen(self, asking: Asking) -> Store:
        stores = asking.stores
        wanted = None if self._store is None else self._store.strip("./")
        fits = (s for s in stores if (s.kind != "private" if wanted is None else s.path == wanted))
        found = next(fits, None)
        if found is None:
            there = ", ".join(visible(store.path) or "." for store in stores) or "none"
            raise CannotCheck(f"There is no such store; the stores are {there}.")
        return found


def _told(error: writing.Refused) -> str:
    """A refusal with the lines that would be right: whoever has six commands has no others."""
    rows = ["Error: nothing was written."]
    for finding in error.findings:
        rows.append(f"{finding.path}:{finding.line}: {finding.message}")
        rows += ["Right would be:", finding.hint.strip("\n")] if finding.hint.strip() else []
    return harmless("\n".join(rows) if error.findings else f"Error: {error}")


class _Place:
    """Where a command works: a store, and on whose behalf."""

    def __init__(self, asking: Asking, store: Store) -> None:
        self.asking = asking
        self.store = store

    def path(self, path: str) -> str:
        """A path of the model's, from the top of the wiki; the store itself is the path of its folder."""
        if path != ROOT and not path.startswith(f"{ROOT}/"):
            raise CannotCheck(f"The path {visible(path, 200)} does not begin with {ROOT}.")
        inside = path[len(ROOT) :].strip("/")
        if not inside:
            return self.store.path
        found = self.asking.path(f"{self.store.path}/{inside}" if self.store.path else inside)
        if not self.store.holds(found):
            raise CannotCheck(f"The path {visible(path, 200)} leads out of {ROOT}.")
        return found

    def text(self, path: str) -> str | None:
        """What a file holds; None where there is no such file."""
        file = self.asking.wiki.tree.read(self.path(path))
        return text_of(file) if file is not None and file.mode == FILE else None

    def files(self, path: str) -> list[str]:
        """The files below a folder, as the model names them."""
        folder = self.path(path)
        start = f"{folder}/" if folder else ""
        cut = len(self.store.path) + 1 if self.store.path else 0
        found = (p for p in self.asking.wiki.tree.paths() if p.startswith(start) and self.store.holds(p))
        shown = (p[cut:] for p in found if not any(part.startswith(".") for part in p.split("/")))
        return sorted(f"{ROOT}/{p}" for p in shown if "/node_modules/" not in f"/{p}")


def _view(place: _Place, path: str, view_range: list[int] | None = None) -> str:
    text = None if path.rstrip("/") == ROOT else place.text(path)
    if text is not None:
        return _numbered(path, text, view_range)
    files = place.files(path)
    if not files and path.rstrip("/") != ROOT:
        raise Refusal(f"The path {path} does not exist. Please provide a valid path.")
    return _listing(place, path.rstrip("/"), files)


def _numbered(path: str, text: str, view_range: list[int] | None) -> str:
    lines = split_lines(text)
    if len(lines) > _MOST_LINES:
        raise Refusal(f"File {path} exceeds maximum line limit of 999,999 lines.")
    first, last = 1, len(lines)
    if view_range is not None:
        if len(view_range) != 2 or not 1 <= view_range[0] <= max(1, len(lines)):
            raise Refusal(f"Error: Invalid `view_range` parameter: {view_range}. Lines are 1 to {len(lines)}")
        first, last = view_range[0], len(lines) if view_range[1] == -1 else view_range[1]
    return f"Here's the content of {path} with line numbers:\n{_rows(lines, first, last)}"


def _rows(lines: list[str], first: int, last: int) -> str:
    """Lines with their numbers, six wide. What hides or acts in them is written out."""
    shown = lines[first - 1 : last]
    return "\n".join(f"{number:6d}\t{harmless(line)}" for number, line in enumerate(shown, first))


def _listing(place: _Place, path: str, files: list[str]) -> str:
    sizes: dict[str, int] = {path: 0}
    for file in files:
        text = place.text(file)
        size = len(text.encode("utf-8", "surrogateescape")) if text is not None else 0
        parts = file[len(path) :].strip("/").split("/")
        for depth in range(min(len(parts), _LEVELS) + 1):
            name = "/".join([path, *parts[:depth]])
            sizes[name] = sizes.get(name, 0) + size
    rows = [f"{_size(size)}\t{visible(name, 400)}" for name, size in sorted(sizes.items())]
    head = (
        f"Here're the files and directories up to 2 levels deep in {path}, excluding hidden items and "
        "node_modules:"
    )
    return "\n".join([head, *rows])


def _size(number: int) -> str:
    if number < 1024:
        return f"{number}B"
    return f"{number / 1024:.1f}K" if number < 1024 * 1024 else f"{number / 1024 / 1024:.1f}M"


def _create(place: _Place, path: str, file_text: str) -> str:
    if place.text(path) is not None:
        raise Refusal(f"Error: File {path} already exists")
    writing.write_file(place.asking, place.path(path), file_text)
    return f"File created successfully at: {path}"


def _str_replace(place: _Place, path: str, old_str: str, new_str: str = "") -> str:
    text = place.text(path)
    if text is None:
        raise Refusal(f"Error: The path {path} does not exist. Please provide a valid path.")
    count = text.count(old_str) if old_str else 0
    if count == 0:
        raise Refusal(
            f"No replacement was performed, old_str `{harmless(old_str)}` did not appear verbatim in {path}."
        )
    if count > 1:
        numbers = [n for n, line in enumerate(split_lines(text), 1) if old_str.split("\n")[0] in line]
        raise Refusal(
            f"No replacement was performed. Multiple occurrences of old_str `{harmless(old_str)}` in lines: "
            f"{', '.join(map(str, numbers))}. Please ensure it is unique"
        )
    writing.edit_file(place.asking, place.path(path), old_str, new_str)
    at = text[: text.index(old_str)].count("\n") + 1
    after = split_lines(place.text(path) or "")
    end = at + new_str.count("\n") + _AROUND
    return f"The memory file has been edited.\n{_rows(after, max(1, at - _AROUND), end)}"


def _insert(place: _Place, path: str, insert_line: int, insert_text: str) -> str:
    if place.text(path) is None:
        raise Refusal(f"Error: The path {path} does not exist")

    def inserted(text: str) -> str:
        rows = text.split("\n")
        if rows[-1] == "":
            rows.pop()
        if isinstance(insert_line, bool) or not 0 <= int(insert_line) <= len(rows):
            raise Refusal(
                f"Error: Invalid `insert_line` parameter: {insert_line}. It should be within the range of "
                f"lines of the file: [0, {len(rows)}]"
            )
        new = insert_text.removesuffix("\n").split("\n")
        rows[int(insert_line) : int(insert_line)] = new
        return "\n".join(rows) + "\n"

    writing.step(place.asking, place.path(path), inserted)
    return f"The file {path} has been edited."


def _delete(place: _Place, path: str) -> str:
    if path.rstrip("/") == ROOT:
        raise Refusal(f"Error: {ROOT} itself is never deleted")
    if place.text(path) is None and not place.files(path):
        raise Refusal(f"Error: The path {path} does not exist")
    if place.store.kind != "private":
        raise Refusal(
            f"Error: {path} is not deleted: what others may stand behind is superseded, never erased. Say in "
            "it with insert what holds now, below what held before, or ask a person for `memwiki retire`."
        )
    if place.text(path) is None:
        raise Refusal(f"Error: {path} is a folder; delete its files one by one")
    writing.step(place.asking, place.path(path), lambda text: None)
    return f"Successfully deleted {path}"


def _rename(place: _Place, old_path: str, new_path: str) -> str:
    if place.text(old_path) is None:
        raise Refusal(f"Error: The path {old_path} does not exist")
    if place.text(new_path) is not None:
        raise Refusal(f"Error: The destination {new_path} already exists")
    old, new = place.path(old_path), place.path(new_path)
    writing.rename_file(place.asking, old, new)
    return f"Successfully renamed {old_path} to {new_path}"


_COMMANDS: Mapping[str, Callable[..., str]] = {
    "view": _view, "create": _create, "str_replace": _str_replace, "insert": _insert, "delete": _delete,
    "rename": _rename,
}  # fmt: skip
