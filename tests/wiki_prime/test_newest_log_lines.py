"""Which log lines count as the newest: those written last, whatever day they give themselves."""

from __future__ import annotations

from tests.linting import view_files
from wiki_prime.log import section

POLICY = '[[store]]\npath = "a"\n[[store]]\npath = "b"\n'


def told(a: list[str], b: list[str]) -> tuple[str, ...]:
    files = {"memwiki.toml": POLICY, "a/log.md": "\n".join(["# Log", "", *a, ""])}
    files["b/log.md"] = "\n".join(["# Log", "", *b, ""])
    return section(view_files(files, complete=False)).lines


def line(day: str, what: str) -> str:
    return f"{day} | UPDATE | Ana Ruiz | n.md | {what}"


def test_a_line_with_an_old_day_hides_none_that_stands_before_it() -> None:
    old = [line("2026-11-01", f"old {n}") for n in range(120)]
    lines = told(old, [line("2026-11-30", "look at this"), line("2000-01-01", "nothing")])
    assert [text.rsplit(" | ", 1)[1] for text in lines[:3]] == ["nothing", "look at this", "old 119"]


def test_days_to_come_are_no_newer_than_today() -> None:
    future = [line("9999-01-01", f"flood {n}") for n in range(99)]
    lines = told(future, [line("2026-11-30", "look at this")])
    assert any("look at this" in text for text in lines)
