"""JSON with comments and trailing commas, read with the place of everything in it."""

from __future__ import annotations

import json
import re
from typing import Any

from wiki_schema.value import Value

DEEPEST = 100
"""Brackets within brackets that settings may have."""

_TRIVIUM = re.compile(r"[ \t\r\n]+|//[^\n]*|/\*.*?\*/", re.DOTALL)
_TRIVIA = re.compile(f"(?:{_TRIVIUM.pattern})*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_WORD = re.compile(r"-?[0-9][0-9.eE+-]*|true|false|null")


class Broken(Exception):
    """The text is no JSON: what is wrong, and in which line, counted from 1."""

    def __init__(self, words: str, line: int) -> None:
        """Say what was found where."""
        super().__init__(words)
        self.words, self.line = words, line


class Node(Value):
    """A value of the text."""

    start: int
    end: int
    value: Any
    """As `json` would read it, without the comments."""
    children: tuple[Child, ...] = ()
    """Of an object its members, of an array its items, in order."""

    def child(self, name: str | int) -> Child | None:
        """The member of a name, or the item of a number."""
        return next((child for child in self.children if child.name == name), None)


class Child(Value):
    """A member of an object, or an item of an array."""

    name: str | int
    start: int
    """Where its key begins; of an item, where its value does."""
    node: Node


def parse(text: str) -> Node:
    """The value that a text is. Raises `Broken` where it is none, or says a key twice."""
    node = _value(text, skipped(text, 0), 0)
    end = skipped(text, node.end)
    if end != len(text):
        raise _broken(text, end, "there is more after the end of the value")
    return node


def skipped(text: str, at: int) -> int:
    """Where the white space and the comments at a place end."""
    match = _TRIVIA.match(text, at)
    return match.end() if match else at


def ends_in_line_comment(trivia: str) -> bool:
    """Whether some white space and comments end in a comment that the next line break would end."""
    pieces = _TRIVIUM.findall(trivia)
    return bool(pieces) and pieces[-1].startswith("//")


def _value(text: str, at: int, depth: int) -> Node:
    if depth > DEEPEST:
        raise _broken(text, at, "it is nested too deeply")
    first = text[at : at + 1]
    if first == "{":
        return _object(text, at, depth)
    if first == "[":
        return _array(text, at, depth)
    match = (_STRING if first == '"' else _WORD).match(text, at)
    if match is None:
        raise _broken(text, at, "a value is missing" if first else "it ends too early")
    try:
        return Node(at, match.end(), json.loads(match.group()))
    except ValueError:
        raise _broken(text, at, "this is no value of JSON") from None


def _object(text: str, start: int, depth: int) -> Node:
    members: dict[str, Child] = {}
    at = skipped(text, start + 1)
    while text[at : at + 1] != "}":
        if text[at : at + 1] != '"':
            raise _broken(text, at, "a key in quotes is missing" if at < len(text) else "it ends too early")
        key = _value(text, at, depth)
        if key.value in members:
            raise _broken(text, at, f'the key "{key.value}" is there twice')
        colon = skipped(text, key.end)
        if text[colon : colon + 1] != ":":
            raise _broken(text, colon, "a colon is missing")
        node = _value(text, skipped(text, colon + 1), depth + 1)
        members[key.value] = Child(key.value, at, node)
        at = _next(text, node.end, "}")
    values = {child.name: child.node.value for child in members.values()}
    return Node(start, at + 1, values, tuple(members.values()))


def _array(text: str, start: int, depth: int) -> Node:
    items: list[Child] = []
    at = skipped(text, start + 1)
    while text[at : at + 1] != "]":
        node = _value(text, at, depth + 1)
        items.append(Child(len(items), at, node))
        at = _next(text, node.end, "]")
    return Node(start, at + 1, [child.node.value for child in items], tuple(items))


def _next(text: str, at: int, closing: str) -> int:
    """Where the next member begins, or the bracket that closes."""
    at = skipped(text, at)
    if text[at : at + 1] == ",":
        return skipped(text, at + 1)
    if text[at : at + 1] != closing:
        raise _broken(text, at, "a comma is missing" if at < len(text) else "it ends too early")
    return at


def _broken(text: str, at: int, words: str) -> Broken:
    return Broken(words, text.count("\n", 0, at) + 1)
