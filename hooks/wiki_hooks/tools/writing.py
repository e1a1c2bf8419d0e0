"""Writing through a protocol: what the rules allow, journalled; a refusal says what to call instead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from wiki_hooks.place.listeners import tell_judged
from wiki_hooks.tools.session import Asking, check_whole
from wiki_hooks.writing import appending
from wiki_hooks.writing.amending import OF_AN_OWNER, Amend, Granted, Wish, grant
from wiki_hooks.writing.desk import writing
from wiki_hooks.writing.landing import Landed
from wiki_hooks.writing.stepping import land_step
from wiki_schema.amend import CannotAmend, FactName, create, rename
from wiki_schema.finding import ERROR, CannotCheck, Finding, Verdict
from wiki_schema.text import harmless, split_lines, visible

_SHOWN = 6


@dataclass(frozen=True)
class Written:
    """What was written."""

    told: str
    files: list[str]
    log: list[str]
    reminders: list[str]
    """What a commit will ask for besides."""


class Refused(CannotCheck):
    """The rules do not allow it; nothing was written. The message says why, and which call does it right."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = findings
        """What refuses it, with the lines that would do it right in their hints."""


def append_file(asking: Asking, path: str, lines: list[str]) -> Written:
    """Lines at the open end of a file. It cannot shorten one."""
    check_whole(*lines)
    flat = [line for given in lines for line in split_lines(given)]
    granted = appending.append(asking.wiki, asking.path(path), flat, asking.evidence, asking.day)
    return _written(asking, granted, "append_file")


def write_file(asking: Asking, path: str, content: str) -> Written:
    """A note that is new, with its listing and its log line."""
    check_whole(content)
    name = asking.path(path)
    if asking.wiki.tree.read(name) is not None:
        raise Refused(
            f"{visible(name)} is there already, and nothing is written over. Call `add` for a new fact, "
            "`supersede` for one that changed, `edit_file` for other lines."
        )
    return amend(asking, "write_file", name, lambda scene, fact: create(scene, name, content))


def edit_file(asking: Asking, path: str, old: str, new: str) -> Written:
    """Words of a file replaced by others; they must stand in it once."""
    name = asking.path(path)

    check_whole(new)

    def edited(text: str) -> str:
        count = text.count(old) if old else 0
        if count != 1:
            why = "`old` is empty" if not old else f"they stand in it {count} times"
            raise CannotCheck(f"The words to be replaced must stand in {visible(name)} exactly once; {why}.")
        return text.replace(old, new)

    return step(asking, name, edited)


def rename_file(asking: Asking, old: str, new: str) -> Written:
    """A note, from the top, under another name, with its listing and its log line."""
    from wiki_hooks.writing.reconcile import committed_side

    is_new = False
    if asking.wiki.repository is not None:
        with committed_side(asking.wiki) as head:
            is_new = head.read(old) is None
    verb = "ADD" if is_new else "UPDATE"
    return amend(asking, "rename", old, lambda scene, fact: rename(scene, old, new, verb))


def step(asking: Asking, name: str, change: Callable[[str], str | None]) -> Written:
    """A file from the top changed as a single step, which may leave its log line to the next one.

    `change` is given what lies there once nobody else writes; None takes the file away.
    """
    with writing(asking.wiki) as desk:
        files = {name: change(asking.text(name))}
        landed = land_step(desk, files, asking.evidence, asking.day, "edit_file")
    _check(asking, landed, "edit_file", is_anothers=False)
    told = f"{visible(name)} edited" if landed.edits else "nothing changed"
    return _answer(asking, landed, told, [])


def amend(
    asking: Asking,
    verb: str,
    note: str,
    change: Amend,
    fact: str = "",
    claim: Amend | None = None,
    place: FactName | None = None,
) -> Written:
    """An amendment of a note, with its log line; `claim` is made instead where a fact is another's."""
    named = (place or FactName(note))._replace(note=note, text=fact)
    wish = Wish(verb, named, change, claim)
    return _written(asking, grant(asking.wiki, wish, asking.evidence, asking.day), verb)


def _written(asking: Asking, granted: Granted, verb: str) -> Written:
    _check(asking, granted.landed, verb, granted.is_anothers)
    said = granted.amendment.summary
    told = f"It is somebody else's, so it was only claimed: {said}" if granted.is_claim else said
    return _answer(asking, granted.landed, told, [line for _, line in granted.amendment.log_lines])


def _answer(asking: Asking, landed: Landed, told: str, log: list[str]) -> Written:
    return Written(
        told=harmless(told),
        files=[edit.path for edit in landed.edits],
        log=[harmless(line) for line in log],
        reminders=[_sentence(f.path, f.line, f.message, f.hint) for f in landed.verdict.findings][:_SHOWN],
    )


def _sentence(path: str, line: int, message: str, hint: str) -> str:
    at = f"{path}:{line}" if line else path
    more = f"\n{hint}" if hint and "\n" not in hint and not hint.startswith(("git ", "memwiki ")) else ""
    return harmless(f"{visible(at)}: {message}{more}")


def _check(asking: Asking, landed: Landed, verb: str, is_anothers: bool) -> None:
    """Raises `Refused` where the rules do not allow it."""
    verdict: Verdict = tell_judged(asking.wiki.manager, landed.verdict)
    errors = [finding for finding in verdict.findings if finding.level == ERROR]
    if not errors:
        return
    said = [f"{_sentence(f.path, f.line, f.message, '')} [{f.rule}]" for f in errors[:_SHOWN]]
    rules = {finding.rule for finding in errors}
    way_out = _way_out(rules, verb, is_anothers)
    raise Refused("\n".join(["Nothing was written.", *said, *way_out]), errors)


def _way_out(rules: set[str], verb: str, is_anothers: bool) -> list[str]:
    """The call that does it right."""
    if is_anothers or (rules & set(OF_AN_OWNER) and verb != "edit_file"):
        return ["Call `claim` with the same fact: its owner decides."]
    if rules & {"fact-rewritten", "fact-erased", "supersede-mismarked", "supersede-unreplaced"}:
        return [
            "Call `supersede` with the old words and the new ones, `retire` where nothing takes their place; "
            "with `or_claim` where the fact is somebody else's."
        ]
    if any(rule.startswith("log-") for rule in rules):
        return ["Call `append_file` with a new log line: old ones stay as they are."]
    if rules & {"fact-unattributed", "provenance-malformed", "impersonated"}:
        return ["Call `add`: it signs the fact in the right name, with the day."]
    return []


def at_line(line: int, digest: str = "") -> FactName | None:
    """A fact by its line; None where none is given."""
    if not line:
        return None
    if line < 1:
        raise CannotAmend("Lines are numbered from 1.")
    return FactName("", "", line, digest)
