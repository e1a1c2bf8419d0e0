"""The links inside a piece of Markdown text: one pass from left to right, never back.

Knows `[text](target "title")`, `[text][ref]`, `[ref][]`, `[ref]`, `[[wikilink]]`, `[[target|text]]`,
`<https://…>`, and images and embeds of the same shapes; steps over code, comments and tags. What only
looks like a link because blanks stand in its target is told as such.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping
from functools import cache

from wiki_schema.markdown.commonmark import end_of_hidden, tag_pattern
from wiki_schema.value import Value

LINK = "link"
WIKILINK = "wikilink"
PATH = "path"
URL = "url"
BROKEN = "broken"
"""`[text](a b.md)`: meant as a link, shown as plain text."""

_SPECIAL = re.compile(r"[\\`<\[\]]")
_PLAIN_TARGET = re.compile(r"\(([^\s()<>\\]*)\)")
_BROKEN_TARGET = re.compile(r"\(([^()<>\n]{1,300})\)")
_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_UNSEEN = " \t\r\n\u00a0\u00ad\u200b\u200c\u200d\u2060\ufeff"
_UNSEEN_OR_END = frozenset(_UNSEEN + "]")
# CommonMark allows such limits; with them no text takes long.
_DEEPEST_PARENTHESES = 8
_LONGEST_LABEL = 999


class Found(Value):
    """A link in a text."""

    at: int
    """Where it begins."""
    target: str
    """Decoded once, without its anchor; empty where it leads to a place in its own file."""
    kind: str
    """`link`, `wikilink`, `url` or `broken`."""
    has_bare_pipe: bool = False
    """A wikilink with a pipe that is not escaped: a table would cut it there."""
    anchor: str = ""
    """What stands behind the `#`, decoded once."""
    is_embed: bool = False
    """Whether it is an image, or an embedded note: it shows its target instead of leading there."""
    is_unseen: bool = False
    """Whether a reader sees nothing of it: its text is empty, or a tag around it hides it."""


@cache
def _rare() -> Mapping[str, re.Pattern[str]]:
    """Patterns that few texts need."""
    title = r'(?:"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|\((?:[^()\\]|\\.)*\))'
    label = rf"\[((?:[^\[\]\\]|\\.){{1,{_LONGEST_LABEL}}})\]"
    return {
        "angle": re.compile(r"<((?:[^<>\n\\]|\\.)*)>"),
        "title": re.compile(rf"\s+{title}", re.DOTALL),
        "definition": re.compile(rf"{label}:[ \t]*(<[^<>]*>|[^\s<]\S*)(?:\s+{title})?\s*$"),
        "autolink": re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*)>"),
    }


def read_definition(line: str) -> tuple[str, str] | None:
    """Label and raw target of a line `[label]: target "title"`, None where it is none."""
    if line[0] != "[" or line[1:2] == "^" or "]:" not in line:
        return None
    match = _rare()["definition"].match(line)
    if match is None or not match[1].strip():
        return None
    return label_key(match[1]), match[2].removeprefix("<").removesuffix(">")


def label_key(label: str) -> str:
    """The form in which reference labels are compared, case included: CommonMark folds it."""
    return " ".join(label.split()).casefold()


def find_links(text: str, definitions: Mapping[str, str]) -> list[Found]:
    """The links of a text and its embeds, in the order of their ends. `definitions`: raw targets by label."""
    return _Scanner(text, definitions).run() if "[" in text or "<" in text else []


class _Scanner:
    """The pass over one text."""

    __slots__ = (
        "active", "close", "comment_end", "definitions", "found", "hidden", "inner", "openers", "runs",
        "text",
    )  # fmt: skip

    def __init__(self, text: str, definitions: Mapping[str, str]) -> None:
        self.text = text
        self.definitions = definitions
        self.found: list[Found] = []
        self.openers: list[tuple[int, bool]] = []  # open brackets, and whether each begins an image
        self.active = 0  # openers below this stand before a link and cannot be one: no link in a link
        self.comment_end = 0  # the next `-->` known, -1 where there is no more
        self.close = 0  # the next `]]` known, -1 where there is no more
        self.inner = -1  # the last `[[` before it
        self.hidden: list[tuple[int, int]] = []  # what tags hide, in order, none within another
        self.runs: dict[int, list[int]] | None = None  # where backtick runs of each length begin

    def run(self) -> list[Found]:
        text, at = self.text, 0
        search = _SPECIAL.search
        while match := search(text, at):
            i = match.start()
            char = text[i]
            if char == "[":
                at = self.open(i, is_image=i > at and text[i - 1] == "!")
            elif char == "]":
                at = self.shut(i)
            elif char == "\\":
                at = i + 2 if text[i + 1 : i + 2] in _PUNCTUATION else i + 1
            elif char == "`":
                at = self.code(i)
            else:
                at = self.angle(i)
        if not self.hidden:
            return self.found
        return [link._replace(is_unseen=True) if self.is_hidden(link.at) else link for link in self.found]

    def is_hidden(self, at: int) -> bool:
        """Whether a place lies in what a tag hides."""
        before = bisect_right(self.hidden, (at, at)) - 1
        return before >= 0 and at < self.hidden[before][1]

    def code(self, i: int) -> int:
        """Step over a code span, or over backticks that begin none."""
        if self.runs is None:
            self.runs = {}
            for run in re.finditer("`+", self.text):
                self.runs.setdefault(run.end() - run.start(), []).append(run.start())
        end = i + 1
        while self.text.startswith("`", end):
            end += 1
        ends = self.runs.get(end - i, [])
        after = bisect_right(ends, i)
        return ends[after] + end - i if after < len(ends) else end

    def angle(self, i: int) -> int:
        """Step over a comment or a tag; `<https://…>` is a link."""
        text = self.text
        if text.startswith("<!--", i):
            if -1 < self.comment_end < i + 2:
                self.comment_end = text.find("-->", i + 2)
            return i + 4 if self.comment_end < 0 else self.comment_end + 3
        if url := _rare()["autolink"].match(text, i):
            self.found.append(Found(i, url[1], URL))
            return url.end()
        tag = tag_pattern().match(text, i)
        if tag is None:
            return i + 1
        if (not self.hidden or i >= self.hidden[-1][1]) and (end := end_of_hidden(text, tag)):
            self.hidden.append((i, end))
        return tag.end()

    def open(self, i: int, is_image: bool) -> int:
        """A wikilink as a whole, else an opening bracket."""
        text = self.text
        if text.startswith("[", i + 1):
            if -1 < self.close < i + 2:
                self.close = text.find("]]", i + 2)
                self.inner = text.rfind("[[", i, self.close) if self.close >= 0 else -1
            if self.close >= 0 and self.inner - i in (0, 1):
                words = text[self.inner + 2 : self.close]
                if words.strip() and "\n" not in words:
                    self.wikilink(self.inner, words, is_image)
                    return self.close + 2
        self.openers.append((i, is_image))
        return i + 1

    def wikilink(self, i: int, words: str, is_embed: bool) -> None:
        target, pipe, _ = words.partition("|")
        bare = bool(pipe) and not target.endswith("\\")
        target, _, anchor = target.removesuffix("\\").partition("#")
        target, anchor = target.strip(), anchor.strip()
        if target or anchor:
            kind = URL if "://" in target else WIKILINK
            self.found.append(Found(i, target, kind, bare, anchor, is_embed))

    def shut(self, i: int) -> int:
        """A closing bracket: a link or an image where a target follows, else only a bracket."""
        if not self.openers:
            return i + 1
        start, is_image = self.openers.pop()
        is_dead = len(self.openers) < self.active
        self.active = min(self.active, len(self.openers))
        if is_dead and not is_image:
            return i + 1
        link = self.target(i + 1) or self.reference(start, i)
        if link is None:
            self.broken(start, i + 1)
            return i + 1
        raw, end = link
        if is_image:
            while self.found and self.found[-1].at > start:
                self.found.pop()  # what describes a picture links to nothing
        else:
            self.active = len(self.openers)
        target, kind, anchor = read_target(raw)
        if target or anchor:
            words = self.text[start + 1 : i] if self.text[start + 1] in _UNSEEN_OR_END else "…"
            is_empty = not words.strip(_UNSEEN)
            self.found.append(Found(start, target, kind, False, anchor, is_image, is_empty))
        return end

    def broken(self, start: int, i: int) -> None:
        """What would be a link to a note, were there no blanks in its target."""
        match = _BROKEN_TARGET.match(self.text, i)
        if match and ".md" in match[1]:
            target, _, anchor = match[1].strip().partition("#")
            if target.endswith(".md") and not is_url(target):
                self.found.append(Found(start, percent_decoded(target), BROKEN, False, anchor))

    def target(self, i: int) -> tuple[str, int] | None:
        """The raw target in parentheses and where these end."""
        text = self.text
        if not text.startswith("(", i):
            return None
        if plain := _PLAIN_TARGET.match(text, i):
            return plain[1], plain.end()
        start = _after_blanks(text, i + 1)
        if text.startswith("<", start):
            angle = _rare()["angle"].match(text, start)
            if angle is None:
                return None
            raw, end = angle[1], angle.end()
        else:
            end = _end_of_target(text, start)
            raw = text[start:end]
        if title := _rare()["title"].match(text, end):
            end = title.end()
        end = _after_blanks(text, end)
        return (raw, end + 1) if text.startswith(")", end) else None

    def reference(self, start: int, i: int) -> tuple[str, int] | None:
        """The raw target of `[text][label]`, `[label][]` or `[label]`, and where the link ends."""
        if not self.definitions:
            return None
        text, end = self.text, i + 1
        label = text[start + 1 : i] if i - start <= _LONGEST_LABEL else ""
        if text.startswith("[", end):
            stop = text.find("]", end, end + _LONGEST_LABEL)
            named = text[end + 1 : stop] if stop >= 0 else "["
            if "[" not in named:
                end = stop + 1
                label = named if named.strip() else label
        raw = self.definitions.get(label_key(label)) if label else None
        return None if raw is None else (raw, end)


def _after_blanks(text: str, i: int) -> int:
    while i < len(text) and text[i] in " \t\n":
        i += 1
    return i


def _end_of_target(text: str, i: int) -> int:
    """The end of a bare target: a blank, or the parenthesis that is not its own."""
    depth = 0
    while i < len(text):
        char = text[i]
        if char == "\\" and text[i + 1 : i + 2] in _PUNCTUATION:
            i += 1
        elif char == "(":
            depth += 1
            if depth > _DEEPEST_PARENTHESES:
                return i
        elif char == ")":
            if not depth:
                return i
            depth -= 1
        elif char.isspace() or char < " ":
            return i
        i += 1
    return min(i, len(text))


def read_target(raw: str) -> tuple[str, str, str]:
    """Target, kind and anchor of a raw link target: unescaped, then percent-decoded exactly once."""
    if "\\" in raw:
        raw = re.sub(r"\\([!-/:-@\[-`{-~])", r"\1", raw)
    if "&" in raw and ";" in raw:
        from html import unescape

        raw = unescape(raw)
    raw = raw.strip()
    if is_url(raw):
        return raw, URL, ""
    target, _, anchor = raw.partition("#")
    return percent_decoded(target), LINK, percent_decoded(anchor)


def is_url(target: str) -> bool:
    """Whether a target names a scheme or a host. `Note: one.md` is a file, and so is `c:` by itself."""
    if target.startswith("//") or "://" in target:
        return True
    scheme, colon, _ = target.partition(":")
    plain = scheme.isascii() and scheme.replace("+", "").replace("-", "").replace(".", "").isalnum()
    return bool(colon) and len(scheme) > 1 and plain and scheme[0].isalpha() and not target.endswith(".md")


def percent_decoded(text: str) -> str:
    """`%C3%BC` as `ü`. What is no such code stays; bytes that are not UTF-8 become lone surrogates."""
    if "%" not in text:
        return text
    first, *parts = text.encode("utf-8", "surrogateescape").split(b"%")
    decoded = [first]
    for part in parts:
        code = part[:2]
        is_code = len(code) == 2 and not code.translate(None, b"0123456789abcdefABCDEF")
        decoded.append(bytes([int(code, 16)]) + part[2:] if is_code else b"%" + part)
    return b"".join(decoded).decode("utf-8", "surrogateescape")
