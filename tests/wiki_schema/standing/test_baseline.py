"""The baseline: what it holds, what it covers, what is stale in it; robust against hands and merges."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.linting import lint_files
from wiki_schema.change import LINK, EmptyTree, File
from wiki_schema.compare.overlay import Overlay
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.policy import Policy, PolicyError, Store, read_policy
from wiki_schema.standing.baseline import (
    CHECK,
    HEADER,
    LINT,
    Baseline,
    Name,
    counts_of,
    is_loosened,
    name_of,
    names_of,
    parse,
    read_baseline,
    render,
    settle,
    sorted_out,
    stale,
)

ENTRY = "link-dead | a.md | lint-0123456789abcdef | 2"
PATH = "memwiki-baseline.txt"


def finding(path: str = "a.md", key: str = "x", rule: str = "link-dead", line: int = 1) -> Finding:
    return Finding(path, line, f"Line {line} is not right.", key=key, rule=rule, level="warning")


def baseline(*findings: Finding) -> Baseline:
    return Baseline(PATH, parse(render(names_of(findings)), PATH))


class TestTheFile:
    def test_says_what_it_is_and_is_sorted(self) -> None:
        text = render(names_of([finding("b.md"), finding("a.md"), finding("a.md", line=9)]))
        assert text.startswith(HEADER)
        rows = [line.split(" | ") for line in text.removeprefix(HEADER).splitlines()]
        assert [(row[0], row[1], row[3]) for row in rows] == [
            ("link-dead", "a.md", "2"),
            ("link-dead", "b.md", "1"),
        ]

    def test_holds_no_words_of_notes(self) -> None:
        private = Finding("a.md", 1, "The loan of Ana", key="the loan of Ana", lost=("loan",), rule="r")
        assert "loan" not in render(names_of([private])).removeprefix(HEADER)

    @given(st.text(), st.text(), st.integers(1, 5))
    def test_any_name_is_read_as_it_was_written(self, path: str, key: str, number: int) -> None:
        names = names_of([finding(path, key or "x", line=line) for line in range(number)])
        assert counts_of(parse(render(names), PATH)) == names

    @pytest.mark.parametrize(
        "text",
        [
            f"{ENTRY}\n",
            f"\ufeff{ENTRY}\r\n",
            f"# mine\r\n\r\n  {ENTRY}  \r\n",
            ENTRY,
            f"{ENTRY}\n{ENTRY}\n",
            "link-dead  |  a.md  |  lint-0123456789abcdef  |  2",
        ],
        ids=["plain", "BOM and CRLF", "remarks and blanks", "no last newline", "twins", "aligned by hand"],
    )
    def test_hand_edits_do_no_harm(self, text: str) -> None:
        name = Name("link-dead", "a.md", "lint-0123456789abcdef")
        assert counts_of(parse(text, PATH)) == {name: 2}

    def test_a_path_may_hold_what_parts_fields(self) -> None:
        (entry,) = parse("link-dead | a | b.md | lint-0123456789abcdef | 2", PATH)
        assert entry.name.path == "a | b.md"

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("<<<<<<< HEAD", "an unresolved merge"),
            ("=======", "an unresolved merge"),
            (">>>>>>> theirs", "an unresolved merge"),
            ("link-dead | a.md | lint-0123456789abcdef", "no entry"),
            ("link-dead | a.md | lint-0123456789abcdef | two", "no entry"),
            ("link-dead | a.md | lint-0123456789abcdef | -1", "no entry"),
            ("link-dead | a.md | lint-0123456789abcdef | ²", "no entry"),
            (f"link-dead | a.md | lint-0123456789abcdef | {'9' * 5000}", "no entry"),
            ("link-dead | a.md | 0123456789abcdef | 1", "no entry"),
            ("everything", "no entry"),
        ],
    )
    def test_what_is_no_entry_is_told_with_file_and_line(self, line: str, said: str) -> None:
        with pytest.raises(CannotCheck, match=f"^{PATH}:3: .*{said}"):
            parse(f"# ours\n{ENTRY}\n{line}\n", PATH)

    def test_of_twins_that_a_merge_left_the_larger_counts(self) -> None:
        one, other = ENTRY, ENTRY.replace("| 2", "| 3")
        assert counts_of(parse(f"{one}\n{other}\n", PATH)).total() == 3

    def test_one_that_is_configured_must_be_there(self) -> None:
        none = Policy((Store(""),))
        assert read_baseline(EmptyTree(), none) == Baseline(PATH)
        named = none._replace(lint={**none.lint, "baseline": "old.txt"})
        with pytest.raises(CannotCheck, match=r"old\.txt, which is not there"):
            read_baseline(EmptyTree(), named)

    def test_a_link_is_never_followed(self) -> None:
        class Linked(Overlay):
            def read(self, path: str) -> File | None:
                return File("elsewhere", LINK)

        with pytest.raises(CannotCheck, match="no plain file"):
            read_baseline(Linked(EmptyTree(), {}), Policy((Store(""),)))


class TestWhatItCovers:
    def test_as_many_as_there_were(self) -> None:
        old = finding(line=3)
        verdict = Verdict((finding(line=4), finding(line=8), finding("b.md")))
        settled = settle(verdict, baseline(old))
        assert settled.verdict.findings == (finding(line=8), finding("b.md"))
        covers = "memwiki-baseline.txt covers 1 finding of `memwiki lint` that stood here before"
        assert settled.told(baseline(old)) == (f"{covers}; `memwiki lint --accepted` shows it",)
        assert settled.told(baseline(old), is_shown=True) == (covers,)

    def test_what_is_covered_can_be_shown_and_is_not_counted(self) -> None:
        verdict = Verdict((finding(line=4), finding("b.md")))
        shown = settle(verdict, baseline(finding())).all
        assert [(f.path, f.accepted) for f in shown.findings] == [("b.md", False), ("a.md", True)]
        assert (shown.errors, shown.warnings, shown.accepted) == (0, 1, 1)

    def test_how_much_is_told_for_each_command(self) -> None:
        names = names_of([finding(), finding(line=9)]) + names_of([finding("b.md")], CHECK)
        assert sorted_out(names) == {LINT: 2, CHECK: 1}
        assert sorted_out({}) == {}

    def test_a_finding_is_known_by_its_key_wherever_its_line_has_moved(self) -> None:
        assert name_of(finding(line=3)) == name_of(finding(line=30))
        assert name_of(finding(key="x")) != name_of(finding(key="y"))
        assert name_of(finding(key="")) != name_of(finding(key="", line=2)), "then its message counts"
        assert name_of(finding(rule="a")) != name_of(finding(rule="b"))

    def test_rules_on_a_store_and_rules_on_form_do_not_cover_each_other(self) -> None:
        accepted = baseline(finding())
        assert settle(Verdict((finding(),)), accepted, CHECK).verdict.findings == (finding(),)
        assert list(stale(accepted, {}, CHECK)) == []

    def test_what_it_covers_and_is_found_no_more_is_stale(self) -> None:
        accepted = baseline(finding(line=1), finding(line=2), finding("b.md"))
        left = settle(Verdict((finding(line=7),)), accepted).left
        assert [(f.path, f.line, f.rule, f.hint) for f in stale(accepted, left)] == [
            (PATH, 4, "baseline-stale", "memwiki lint --prune"),
            (PATH, 5, "baseline-stale", "memwiki lint --prune"),
        ]
        pruned = Baseline(PATH, parse(render(left), PATH))
        assert list(stale(pruned, left)) == []

    @given(st.lists(st.sampled_from("abcd")), st.lists(st.sampled_from("abcd")))
    def test_what_is_written_now_covers_all_and_nothing_else(self, old: list[str], new: list[str]) -> None:
        accepted = baseline(*(finding(key=key, line=line) for line, key in enumerate(old)))
        found = Verdict(tuple(finding(key=key, line=line) for line, key in enumerate(new)))
        settled = settle(found, accepted)
        assert len(settled.verdict.findings) + settled.left.total() == len(new)
        assert settle(found, baseline(*found.findings)).verdict.findings == ()
        assert list(stale(Baseline(PATH, parse(render(settled.left), PATH)), settled.left)) == []

    def test_the_pass_tells_of_stale_entries_unless_that_is_off(self) -> None:
        files = {"a.md": "# A\n", PATH: ENTRY}
        assert [f.rule for f in lint_files(files)] == ["baseline-stale"]
        assert lint_files(files, policy='[rules]\nbaseline-stale = "off"') == []
        assert [f.level for f in lint_files(files, policy='[rules]\nbaseline-stale = "error"')] == ["error"]


MATTERS = [f"- Bo has diabetes, since {year} — Ana Ruiz, 2026-11-01" for year in range(2000, 2005)]
PLAIN = [f"- item {number}" for number in range(5)]


class TestWhatASlotMeans:
    """An entry says how many of a sort stood in a file. It holds no words, so it knows none of them again."""

    @pytest.mark.parametrize("rule", ["fact-unattributed", "private-matter"])
    @pytest.mark.parametrize(
        ("change", "told"),
        [
            ("nothing", 0),
            ("one more at the end", 1),
            ("one more at the top", 1),
            ("one put right", 0),
            ("one in the place of another", 0),
            ("another order", 0),
            ("twice as many", 5),
        ],
    )
    def test_what_is_more_is_told_and_what_takes_anothers_place_is_not(
        self, rule: str, change: str, told: int
    ) -> None:
        old = PLAIN if rule == "fact-unattributed" else MATTERS
        other = old[0].replace("0", "9")
        new = {
            "nothing": old,
            "one more at the end": [*old, other],
            "one more at the top": [other, *old],
            "one put right": old[1:],
            "one in the place of another": [other, *old[1:]],
            "another order": old[::-1],
            "twice as many": [*old, *(line.replace("0", "9") for line in old)],
        }[change]
        accepted = render(names_of(self.found(old, rule)))
        now = [f for f in self.found(new, rule, accepted) if f.rule == rule]
        assert sum(f.number for f in now) == told
        shrunk = any(f.rule == "baseline-stale" for f in self.found(new, rule, accepted))
        assert shrunk is (change == "one put right"), "so that the room it leaves is taken away"

    def found(self, lines: list[str], rule: str, accepted: str = "") -> list[Finding]:
        files = {"a.md": "# A\n\n" + "\n".join(lines) + "\n", **({PATH: accepted} if accepted else {})}
        return [f for f in lint_files(files) if f.rule in (rule, "baseline-stale")]

    def test_what_is_told_of_a_counted_finding_says_how_much_of_it_is_covered(self) -> None:
        accepted = baseline(finding()._replace(number=5))
        (told,) = settle(Verdict((finding()._replace(number=6),)), accepted).verdict.findings
        assert (told.number, told.accepted) == (1, False)
        assert told.message == "Line 1 is not right. The baseline covers 5 of these."
        assert name_of(told) == name_of(finding())

    @pytest.mark.parametrize("key", ["x", ""])
    @given(st.integers(-1, 9), st.integers(0, 9))
    def test_to_accept_what_is_told_covers_all_and_no_more(self, key: str, found: int, old: int) -> None:
        verdict = Verdict((finding(key=key)._replace(number=found),))
        before = baseline(*[finding(key=key)] * old)
        settled = settle(verdict, before)
        both = counts_of(before.entries) + names_of(settled.verdict.findings)
        assert both.total() == max(old, found, 1)
        after = settle(verdict, Baseline(PATH, parse(render(both), PATH)))
        assert after.verdict.findings == ()
        assert after.left == names_of(verdict.findings)


@pytest.mark.parametrize(
    ("old", "new", "loosened"),
    [
        ("", ENTRY, True),
        (ENTRY, ENTRY.replace("| 2", "| 3"), True),
        (ENTRY, ENTRY.replace("| 2", "| 1"), False),
        (ENTRY, "", False),
        (ENTRY, f"# a remark\r\n{ENTRY}\r\n", False),
        (ENTRY, f"{ENTRY}\n<<<<<<< HEAD\n", True),
        (f"{ENTRY}\n<<<<<<< HEAD\n", ENTRY, False),
        (f"{ENTRY}\n<<<<<<< HEAD\n", f"<<<<<<< HEAD\n{ENTRY}\n", False),
        (ENTRY, ENTRY.replace("a.md", "b.md"), True),
    ],
    ids=[
        "new",
        "raised",
        "lowered",
        "gone",
        "laid out",
        "unread",
        "mended",
        "in another order",
        "other path",
    ],
)
def test_to_cover_more_is_to_loosen_it(old: str, new: str, loosened: bool) -> None:
    assert is_loosened(old, new) is loosened


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("notes/old.md", "would be a note of a store"),
        ("memwiki.toml", "is this wiki's configuration"),
        ("members.toml", "is this wiki's configuration"),
        ("../old.txt", "leaves the repository"),
    ],
)
def test_it_may_be_no_file_that_means_something_else(name: str, fault: str) -> None:
    text = f'[[store]]\npath = "notes"\n[lint]\nbaseline = "{name}"\n'
    with pytest.raises(PolicyError, match=fault):
        read_policy({"memwiki.toml": text}.get)
