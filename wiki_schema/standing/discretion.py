"""What is said of a line that holds a private matter: that it does, and nothing of what it says.

Other rules find the same lines, and would quote them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256

from wiki_schema.finding import Finding
from wiki_schema.text import encode, split_lines

_MESSAGE = "This finds a line that may hold a private matter, so its words are not repeated."
_CONFIDED = "This is found in a private store of somebody else, so its words are not repeated."
_WORD = re.compile(r"\w{3,}")


def discreet(findings: Iterable[Finding], read: Callable[[str], str | None]) -> Iterator[Finding]:
    """Findings of which none repeats words of a line that one of them calls private.

    `read` gives the text of a file, or None.
    """
    findings = list(findings)
    private = {(finding.path, finding.line) for finding in findings if finding.is_private}
    lines: dict[str, list[str]] = {}
    for finding in findings:
        places = private.intersection(((finding.path, finding.line), *finding.also))
        if finding.is_private or not places:
            yield finding
            continue
        words: set[str] = set()
        for path, number in places:
            if path not in lines:
                lines[path] = split_lines(read(path) or "")
            words.update(_WORD.findall("".join(lines[path][number - 1 : number]).lower()))
        yield _masked(finding, words)


def confided(findings: Iterable[Finding], is_told: Callable[[str], bool]) -> Iterator[Finding]:
    """Findings of which none repeats words of a file that whoever asks may not be told of.

    `is_told` says of a path whether they may. That something was found there, by which rule, is no secret.
    """
    for finding in findings:
        if all(map(is_told, (finding.path, *(path for path, _ in finding.also)))):
            yield finding
        else:
            yield finding._replace(message=_CONFIDED, hint="", lost=())


def _masked(finding: Finding, words: set[str]) -> Finding:
    named = set(_WORD.findall(finding.path.lower()))
    tells = not (words - named).isdisjoint(_WORD.findall(finding.hint.lower()))
    key = sha256(encode(finding.key or finding.message)).hexdigest()[:16]
    return finding._replace(message=_MESSAGE, hint="" if tells else finding.hint, lost=(), key=key)
