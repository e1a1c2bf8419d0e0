"""The report for people, without colour: by file, with the lost words whole and what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wiki_reports.words import by_file, by_owner, level_of, many_lines, one_line, others, owner, summary
from wiki_schema.finding import Finding, Verdict
from wiki_schema.telling import count
from wiki_schema.text import inert

Paint = Callable[[str, str], str]
"""Gives a text in a style: `error`, `warning`, `good`, `owner`, `path`, `lost`, `hint`, `faint`."""

WIDTH = 90
"""Columns of a message."""

GUTTER = "          │ "
"""Stands before words that are given back, so that no line begins with a word of a note."""


def plain(style: str, text: str) -> str:
    """The paint that leaves everything as it is."""
    return text


def _finding(finding: Finding, paint: Paint) -> Iterator[str]:
    place = f"{finding.line}:{finding.column}" if finding.line else "file"
    style = "faint" if finding.accepted else finding.level or "error"
    level = paint(style, f"{level_of(finding):<7}")
    yield f"  {place:>6}  {level}  {paint('rule', finding.rule)}"
    yield from (f"          {line}" for line in _wrapped(one_line(finding.message)))
    for place in others(finding):
        yield f"          {paint('faint', 'see:')} {place}"
    if finding.lost:
        yield paint("faint", "          lost:")
        yield from (f"{GUTTER}{paint('lost', line)}" for line in many_lines(finding.lost))
    for number, line in enumerate(many_lines([finding.hint])):
        yield f"{GUTTER}  {line}" if number else f"          {paint('hint', 'do:')} {line}"


def _wrapped(message: str) -> list[str]:
    """A message in lines that are comfortable to read. What is to be copied is never wrapped."""
    import textwrap  # a clean report wraps nothing, and is most of them

    return textwrap.wrap(message, WIDTH, break_long_words=False, break_on_hyphens=False)


def _owed(verdict: Verdict, paint: Paint) -> Iterator[str]:
    """The findings of a health pass, under a head for each who owes decisions."""
    for name, part in by_owner(verdict):
        yield paint("owner", f"For {owner(name)}: {count(len(part.findings), 'finding')}")
        yield ""
        yield from _findings(part, paint)


def _findings(verdict: Verdict, paint: Paint) -> Iterator[str]:
    known = {commit.oid: commit for commit in verdict.commits}
    last = ""
    for commit, path, findings in by_file(verdict):
        if commit and commit != last:
            about = known.get(commit)
            said = f" — {about.author}, {about.day}: {about.subject}" if about else ""
            yield paint("commit", f"commit {one_line(commit[:12] + said)}")
        last = commit
        yield f"▸ {paint('path', one_line(path))}"
        for finding in findings:
            yield from _finding(finding, paint)
        yield ""


def _lines(verdict: Verdict, title: str, paint: Paint) -> Iterator[str]:
    yield from (_owed if verdict.is_health else _findings)(verdict, paint)
    for notice in verdict.notices:
        yield paint("faint", f"note: {one_line(notice)}")
    style = "error" if verdict.errors else "warning" if verdict.warnings else "good"
    yield f"memwiki: {one_line(title)}: {paint(style, summary(verdict))}."
    rules = {finding.rule for finding in verdict.findings}
    if rules:
        name, asks = (rules.pop(), "") if len(rules) == 1 else ("NAME", " a rule asks")
        yield paint("faint", f"`memwiki rule {name}` says why{asks}, and shows the right way.")


def render(verdict: Verdict, title: str, paint: Paint = plain) -> str:
    """The whole report, in which neither a terminal nor the runner of a CI finds anything to obey."""
    return "\n".join(map(inert, _lines(verdict, title, paint))) + "\n"
