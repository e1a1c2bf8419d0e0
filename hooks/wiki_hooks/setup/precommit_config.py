"""Putting memwiki's hooks into a `.pre-commit-config.yaml`: lines are added, and no other byte changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wiki_schema.finding import CannotCheck
from wiki_schema.value import Value

FILE = ".pre-commit-config.yaml"

HOOK_TYPES = ("pre-commit", "pre-merge-commit", "commit-msg", "pre-push")
"""What `pre-commit install` must install. Only the user's own configuration can say so."""

LARGEST = 100_000
"""Characters, and values, that a configuration may have."""

_BY_HAND = f"{FILE} is written in a way that cannot be added to; put memwiki's hooks in by hand:\n"


class Source(Value):
    """Where pre-commit gets the hooks from: a repository, or (empty) the memwiki that is installed."""

    repo: str = ""
    rev: str = ""


_INSTALLED = """\
- repo: local
  hooks:
  - id: memwiki-check
    name: memwiki
    entry: memwiki check --hook
    language: system
    always_run: true
    pass_filenames: false
    stages: [pre-commit, pre-merge-commit, pre-push, manual]
  - id: memwiki-check-message
    name: memwiki (override by an admin)
    entry: memwiki check-message
    language: system
    always_run: true
    stages: [commit-msg]
"""


def entry(source: Source) -> str:
    """The entry for `repos`, as YAML."""
    if not source.repo:
        return _INSTALLED
    from json import dumps

    # What JSON quotes, YAML reads the same way.
    hooks = "  hooks:\n  - id: memwiki-check\n  - id: memwiki-check-message\n"
    return f"- repo: {dumps(source.repo)}\n  rev: {dumps(source.rev)}\n{hooks}"


def with_memwiki(text: str | None, source: Source) -> str:
    """The configuration with memwiki's hooks in it; the same text where they are there already.

    Raises `CannotCheck` for a file that is no pre-commit configuration or cannot be added to.
    """
    before = read(text or "")
    changed = _with_hooks(_with_hook_types(text or ""), source)
    _check_kept(before, changed, source)
    return changed


def read(text: str) -> dict[str, Any]:
    """A configuration as plain values. Raises `CannotCheck` where it is none."""
    plain: dict[str, Any] = _plain(_load(text))
    return plain


def has_memwiki(config: dict[str, Any]) -> bool:
    """Whether one of the repos brings the check."""
    repos = [repo for repo in config.get("repos") or () if isinstance(repo, dict)]
    hooks = [hook for repo in repos for hook in repo.get("hooks") or ()]
    return any(isinstance(hook, dict) and hook.get("id") == "memwiki-check" for hook in hooks)


def _load(text: str) -> Any:
    """The file with the position of every key."""
    from ruamel.yaml import YAML
    from ruamel.yaml.comments import CommentedMap
    from ruamel.yaml.error import YAMLError

    # Brackets in brackets cost the parser the square of their depth.
    if len(text) > LARGEST or "[" * 50 in text or "{" * 50 in text:
        raise CannotCheck(f"{FILE} is too large to be a configuration")
    try:
        config = YAML().load(text)
    except (YAMLError, RecursionError, ValueError) as error:
        raise CannotCheck(f"{FILE} cannot be read: {' '.join(str(error).split())}") from None
    if config is None:
        config = CommentedMap()
    if not isinstance(config, dict) or not isinstance(config.get("repos") or [], list):
        raise CannotCheck(f"{FILE} has no list of repos; `pre-commit migrate-config` renews an old one")
    return config


def _with_hook_types(text: str) -> str:
    """The text with every hook type that memwiki answers in `default_install_hook_types`."""
    key = "default_install_hook_types"
    config = _load(text)
    types = config.get(key)
    missing = [name for name in HOOK_TYPES if name not in (types or ())]
    if not missing:
        return text
    if key not in config:
        first = min((config.lc.key(name)[0] for name in config), default=text.count("\n"))
        return _insert(text, first, f"{key}: [{', '.join(HOOK_TYPES)}]\n")
    if types and not types.fa.flow_style():
        return _insert(
            text, types.lc.item(len(types) - 1)[0] + 1, "".join(f"- {n}\n" for n in missing), types.lc.col
        )
    # A list in brackets: the new names go before the one that closes it.
    start = sum(len(line) + 1 for line in text.split("\n")[: config.lc.key(key)[0]])
    end = text.find("]", start)
    if end < 0:
        return text
    return f"{text[:end]}{', ' if types else ''}{', '.join(missing)}{text[end:]}"


def _with_hooks(text: str, source: Source) -> str:
    """The text with the entry at the end of `repos`."""
    config = _load(text)
    if has_memwiki(config):
        return text
    repos = config.get("repos")
    if "repos" not in config:
        return _insert(text, text.count("\n") + 1, "repos:\n" + entry(source))
    line = config.lc.key("repos")[0]
    if not repos:
        return _insert(text.replace("repos: []", "repos:"), line + 1, entry(source))
    following = [config.lc.key(name)[0] for name in config]
    end = min((number for number in following if number > line), default=text.count("\n") + 1)
    lines = text.split("\n")
    # Blank lines and comments before the next key belong to that.
    while not lines[min(end, len(lines)) - 1].strip() or lines[end - 1].lstrip().startswith("#"):
        end -= 1
    return _insert(text, end, entry(source), repos.lc.col)


def _insert(text: str, number: int, block: str, indent: int = 0) -> str:
    """The text with a block of lines before the line of a number, counted from 0."""
    ending = "\r\n" if "\r\n" in text else "\n"
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    before = "".join(f"{line}\n" for line in lines[:number])
    added = "".join(f"{' ' * indent}{line}{ending}" for line in block.split("\n")[:-1])
    return before + added + "".join(f"{line}\n" for line in lines[number:])


def _plain(value: Any, room: Iterator[int] | None = None) -> Any:
    """YAML values without the marks of their places. Aliases may not make a small file a vast one."""
    room = iter(range(LARGEST)) if room is None else room
    if next(room, None) is None:
        raise CannotCheck(f"{FILE} says too much through aliases to be a configuration")
    if isinstance(value, dict):
        return {str(key): _plain(inner, room) for key, inner in value.items()}
    return [_plain(inner, room) for inner in value] if isinstance(value, list) else value


def _check_kept(before: dict[str, Any], text: str, source: Source) -> None:
    """Everything that stood there must stand there still, and the hooks with it; else nothing is written."""
    try:
        after = read(text)
    except CannotCheck:
        raise CannotCheck(_BY_HAND + entry(source)) from None
    kept = all(_holds(after.get(key), value) for key, value in before.items() if value is not None)
    if not kept or not has_memwiki(after):
        raise CannotCheck(_BY_HAND + entry(source))


def _holds(after: object, before: object) -> bool:
    """Whether a value is as it was; a list may have grown."""
    if isinstance(before, list) and isinstance(after, list):
        return after[: len(before)] == before
    return after == before
