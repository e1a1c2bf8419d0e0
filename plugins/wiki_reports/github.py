"""The report as workflow commands, which GitHub and Forgejo show beside the lines of a pull request."""

from __future__ import annotations

from wiki_reports.words import many_lines, one_line, others, owner, summary
from wiki_schema.finding import WARNING, Finding, Verdict
from wiki_schema.text import inert


def data(text: str) -> str:
    """The message part of a command. With no line break left, no words can begin a command of their own."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def value(text: str) -> str:
    """A property of a command: also without the marks that end it."""
    return data(text).replace(":", "%3A").replace(",", "%2C")


def command(name: str, properties: str, text: str) -> str:
    """A command on one line, without the older kind of command that works anywhere in a line."""
    return f"::{inert(f'{name} {properties}::{data(text)}')}"


def _command(finding: Finding, is_health: bool) -> str:
    level = "notice" if finding.accepted else "warning" if finding.level == WARNING else "error"
    place = f"file={value(one_line(finding.path))}"
    if finding.line:
        place += f",line={finding.line},col={finding.column}"
    parts = [f"{'accepted: ' if finding.accepted else ''}{one_line(finding.message)}"]
    if finding.commit:
        parts.insert(0, f"commit {one_line(finding.commit)}")
    if is_health:
        parts.append(f"for: {owner(finding.owed_by)}")
    parts += [f"see: {place}" for place in others(finding)]
    parts += [f"lost: {line}" for line in many_lines(finding.lost)]
    parts += [f"do: {line}" for line in many_lines([finding.hint])]
    return command(level, f"{place},title={value(f'memwiki {finding.rule}')}", "\n".join(parts))


def render(verdict: Verdict, title: str) -> str:
    """One command a line, then the summary."""
    commands = [_command(finding, verdict.is_health) for finding in verdict.findings]
    commands += [command("notice", "title=memwiki", one_line(notice)) for notice in verdict.notices]
    return "\n".join([*commands, inert(f"memwiki: {one_line(title)}: {summary(verdict)}.")]) + "\n"
