"""The report as Markdown, for a pull request comment or a job summary."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from wiki_reports.words import level_of, many_lines, summary
from wiki_schema.finding import Finding, Verdict
from wiki_schema.text import LINE_LIMIT, inert, visible


def as_html(text: str, limit: int = LINE_LIMIT) -> str:
    """A text on one line inside HTML: no tag, no address that is a link, and nobody mentioned."""
    # A name or number after @ and # would be linked, and the person told; so would bare addresses.
    linking = r"(?i)[@#]|www(?=\.)|:(?=//)|\bgh(?=-\d)"
    return re.sub(linking, r"\g<0><!-- -->", html.escape(visible(text, limit), quote=False))


def escaped(text: str, limit: int = LINE_LIMIT) -> str:
    """A text on one line that shows as it is: no Markdown, no HTML, no table cell, nobody mentioned."""
    return re.sub(r"[\\`*_\[\]|~$:]", r"\\\g<0>", as_html(text, limit))


def block(lines: list[str]) -> str:
    """Lines as code, fenced by more backticks than any of them holds.

    They stand at the edge, where the runner of a CI that prints the report would take some for commands.
    """
    lines = [inert(line) for line in lines]
    longest = max((len(run) for line in lines for run in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return "\n".join([f"{fence}text", *lines, fence])


def _place(finding: Finding) -> str:
    where = f"{finding.path}:{finding.line}" if finding.line else finding.path
    return f"{where} in {finding.commit[:12]}" if finding.commit else where


def _row(finding: Finding) -> str:
    cells = (level_of(finding), finding.rule, _place(finding), finding.message)
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"


def _details(finding: Finding) -> Iterator[str]:
    yield f"<details><summary>{as_html(finding.rule)}: {as_html(_place(finding))}</summary>"
    if finding.lost:
        yield "**Lost:**"
        yield block(list(many_lines(finding.lost)))
    if finding.hint:
        yield "**Do:**"
        yield block(list(many_lines([finding.hint])))
    yield "</details>"


def render(verdict: Verdict, title: str) -> str:
    """A heading, a table of the findings, then the words of each; of a health pass a report to be posted."""
    if verdict.is_health:
        from wiki_reports import health

        return health.render(verdict, title)
    parts = [f"### memwiki: {escaped(title)}: {summary(verdict)}"]
    if verdict.findings:
        rows = [_row(finding) for finding in verdict.findings]
        parts.append("\n".join(["| level | rule | where | what |", "|---|---|---|---|", *rows]))
    for finding in verdict.findings:
        if finding.lost or finding.hint:
            parts += _details(finding)
    if verdict.notices:
        parts.append("\n".join(f"- {escaped(notice)}" for notice in verdict.notices))
    return "\n\n".join(parts) + "\n"
