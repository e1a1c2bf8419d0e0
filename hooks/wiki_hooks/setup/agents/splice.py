"""Adding to JSON and taking out again: nothing else of the text changes, and taking out gives the old bytes.

Nothing is remembered between the two, so what was added says by its form what stood there before:

- a container that was empty gets its first child right behind the bracket: `{"ours": 1}`;
- one that was not there is made with the child on a line of its own, and goes with its last child;
- behind other children a line of its own is added, with the comma that they lacked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from wiki_hooks.setup.agents.jsonc import Broken, Child, Node, ends_in_line_comment, parse, skipped

_BREAK_BEFORE = re.compile(r"(?:\r?\n)?[ \t]*\Z")
_COMMENTS_BEHIND = re.compile(r"(?:[ \t]*(?://[^\r\n]*|/\*.*?\*/))*", re.DOTALL)
_INDENT = re.compile(r"[ \t]*")


def rendered(value: Any, indent: str = "  ", ending: str = "\n", margin: str = "") -> str:
    """A value as it is written: each child on a line of its own, and the margin before all but the first."""
    return json.dumps(value, indent=indent, ensure_ascii=False).replace("\n", ending + margin)


def put(text: str, path: Sequence[str], key: str | None, value: Any) -> str:
    """The text with a value at the end of the array (or under a key of the object) at a path.

    What is missing on the way is made. Raises `Broken` where something else is in the way.
    """
    node = parse(text)
    for number, name in enumerate(path):
        _check_is(text, node, dict, path[:number])
        child = node.child(name)
        if child is None:
            inner: Any = [value] if key is None else {key: value}
            for outer in reversed(path[number + 1 :]):
                inner = {outer: inner}
            return _inserted(text, node, name, inner)
        node = child.node
    _check_is(text, node, list if key is None else dict, path)
    return _inserted(text, node, key, value)


def take(text: str, path: Sequence[str | int]) -> str:
    """The text without what is at a path, and without the containers that were made only for it."""
    nodes = [parse(text)]
    children: list[Child] = []
    for name in path:
        child = nodes[-1].child(name)
        if child is None:
            raise KeyError(name)
        children.append(child)
        nodes.append(child.node)
    for node, child in zip(nodes[-2::-1], reversed(children), strict=True):
        if not _was_made_for(text, node, child):
            return _without(text, node, child)
    root = nodes[0]
    return text[: root.start] + text[root.start] + text[root.end - 1 :]


def is_made(text: str, path: Sequence[str | int]) -> bool:
    """Whether the container at a path was made by `put`: what is first in it has a line of its own."""
    node = parse(text)
    for name in path:
        child = node.child(name)
        if child is None:
            return False
        node = child.node
    return bool(node.children) and node.children[0].start != node.start + 1


def _check_is(text: str, node: Node, kind: type, path: Sequence[str]) -> None:
    if not isinstance(node.value, kind):
        name = f'"{path[-1]}"' if path else "the whole"
        words = f"{name} is no {'list' if kind is list else 'object'}"
        raise Broken(words, text.count("\n", 0, node.start) + 1)


def _inserted(text: str, node: Node, key: str | None, value: Any) -> str:
    ending = "\r\n" if "\r\n" in text else "\n"
    unit, margin = _unit(text), _margin(text, node)
    label = "" if key is None else json.dumps(key, ensure_ascii=False) + ": "
    body = label + rendered(value, unit, ending, margin)
    if not node.children:
        return text[: node.start + 1] + body + text[node.start + 1 :]
    end = node.children[-1].node.end
    comma = skipped(text, end)
    has_comma = text[comma] == ","
    # A comment behind the last child, in its line, belongs to that.
    behind = _COMMENTS_BEHIND.match(text, comma + 1 if has_comma else end)
    place = behind.end() if behind else end
    if has_comma:
        return f"{text[:place]}{ending}{margin}{body},{text[place:]}"
    return f"{text[:end]},{text[end:place]}{ending}{margin}{body}{text[place:]}"


def _was_made_for(text: str, node: Node, child: Child) -> bool:
    """Whether a container holds nothing but one child, on a line of its own."""
    end = skipped(text, child.node.end)
    end += text[end] == ","
    around = text[node.start + 1 : child.start] + text[child.node.end : end] + text[end : node.end - 1]
    return len(node.children) == 1 and child.start != node.start + 1 and not around.strip(" \t\r\n,")


def _without(text: str, node: Node, child: Child) -> str:
    """The text without a child of a container that stays."""
    place = node.children.index(child)
    end = child.node.end
    comma = skipped(text, end)
    start = _start_of_line(text, child.start)
    if text[comma] == ",":
        # One's own comma goes along, unless a comment stands between.
        return text[:start] + (text[end:comma]) + text[comma + 1 :]
    if place == 0:
        return text[:start] + text[end:]
    before = skipped(text, node.children[place - 1].node.end)
    behind = text[before + 1 : start]
    if ends_in_line_comment(behind) and not text[end:].startswith(("\n", "\r\n")):
        behind = text[before + 1 : child.start]
    return text[:before] + behind + text[end:]


def _start_of_line(text: str, at: int) -> int:
    """Where the white space in front of a place begins, with the line break but not more than one."""
    match = _BREAK_BEFORE.search(text, 0, at)
    return match.start() if match else at


def _margin(text: str, node: Node) -> str:
    """What stands in front of the children of a container, where each has a line of its own."""
    if node.children:
        before = text[: node.children[0].start].rpartition("\n")[2]
        if not before.strip(" \t"):
            return before
    line = text[: node.start].rpartition("\n")[2]
    return _indent(line) + _unit(text)


def _unit(text: str) -> str:
    """One step of the indentation: that of the first member of the whole."""
    root = parse(text)
    if root.children:
        before = text[root.start : root.children[0].start].rpartition("\n")[2]
        if before and not before.strip(" \t"):
            return before
    return "  "


def _indent(line: str) -> str:
    match = _INDENT.match(line)
    return match.group() if match else ""
