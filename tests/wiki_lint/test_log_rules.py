"""Claims, conflicts and logs: what a finding says, whom it is owed to, and that many are one."""

from __future__ import annotations

import re
import shlex
from datetime import date

import pytest

from tests.judging import TODAY
from tests.linting import lint_files, view_files
from wiki_lint.rules import log_malformed
from wiki_schema import hookimpl
from wiki_schema.change import EmptyTree
from wiki_schema.compare.overlay import Overlay
from wiki_schema.finding import Finding
from wiki_schema.judge import load_formats
from wiki_schema.log import LogFormat
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import read_setting
from wiki_schema.standing.lint import lint, view_stores
from wiki_schema.standing.view import Edit, History

NOTE = (
    "# House\n\n- The boiler is serviced in May — Ana Ruiz, 2026-10-02\n"
    "  - ⚠ claimed changed: The boiler is serviced in June — Bo Lind, 2026-11-05 — unconfirmed\n"
)
CLAIM = "2026-11-05 | CLAIM | Bo Lind | house.md | The boiler is serviced in June\n"


def log(*lines: str) -> str:
    return "".join(f"{line}\n" for line in ("# Log", "", *lines))


def found(rule: str, files: dict[str, str], **more: object) -> list[Finding]:
    """What one rule finds."""
    return [finding for finding in lint_files(files, **more) if finding.rule == rule]


def edits(*rows: tuple[str, str, str]) -> list[Edit]:
    return [Edit(path, date.fromisoformat(day), commit * 40, "Ana Ruiz") for day, path, commit in rows]


class TestClaims:
    def test_are_owed_to_the_originator_of_the_fact_with_the_commands_that_answer(self) -> None:
        (finding,) = found("claim-stale", {"my house.md": NOTE})
        assert finding.owed_by == "Ana Ruiz"
        assert "since 2026-11-05" in finding.message
        place = "'my house.md' --line 4:[0-9a-f]{6}"
        assert re.match(rf"memwiki confirm {place}\n", finding.hint)
        assert re.search(rf"memwiki reject {place}$", finding.hint)

    def test_a_pending_line_and_its_log_line_are_one(self) -> None:
        (finding,) = found("claim-stale", {"house.md": NOTE, "log.md": f"# Log\n\n{CLAIM}"})
        assert finding.path == "house.md"

    def test_a_pending_line_that_moved_to_another_note_is_still_the_claim_of_its_log_line(self) -> None:
        files = {"house.md": "# House\n", "flat.md": NOTE, "log.md": f"# Log\n\n{CLAIM}"}
        assert [finding.path for finding in found("claim-stale", files)] == ["flat.md"]

    def test_the_key_holds_no_words_and_does_not_move_with_the_day_or_the_line(self) -> None:
        keys = {
            found("claim-stale", {"house.md": note}, day=day)[0].key
            for note, day in ((NOTE, "2026-11-28"), (f"Hello.\n\n{NOTE}", "2026-12-24"))
        }
        assert len(keys) == 1
        assert "boiler" not in keys.pop()

    def test_a_claim_follows_its_note_to_a_new_name(self) -> None:
        rows = [Edit("flat.md", date(2026, 11, 6), "2" * 40, "Ana Ruiz", "house.md")]
        answered = NOTE.replace("unconfirmed", "rejected 2026-11-06 by Ana Ruiz").replace("June", "late June")
        for note, count in ((answered, 0), ("# House\n", 1)):
            files = {"flat.md": note, "log.md": f"# Log\n\n{CLAIM}"}
            several = found("claim-stale", files, history=rows.copy)
            assert [finding.also for finding in several] == [(("flat.md", 0),)] * count
        files["log.md"] += "2026-11-07 | UPDATE | Root Admin | flat.md | the claim is right\n"
        assert found("claim-stale", files, history=rows.copy) == []

    @pytest.mark.parametrize(
        ("who", "what", "count"),
        [
            ("Ana Ruiz", "a claim answered", 0),
            ("Root Admin", "a claim answered", 0),
            ("Bo Lind", "a claim answered", 1),
            ("Ana Ruiz", "a heading", 1),
        ],
    )
    def test_an_answer_comes_from_who_may_give_it(self, who: str, what: str, count: int) -> None:
        note = "# House\n\n- The boiler is serviced in May — Ana Ruiz, 2026-10-02\n"
        text = f"# Log\n\n{CLAIM}2026-11-20 | UPDATE | {who} | house.md | {what}\n"
        several = found("claim-stale", {"house.md": note, "log.md": text})
        assert [finding.owed_by for finding in several] == ["Ana Ruiz"] * count

    @pytest.mark.parametrize(("day", "count"), [(3, 1), (4, 0), (5, 0), (6, 0), (7, 1)])
    def test_a_log_line_within_a_day_of_its_pending_line_is_of_one_claim(self, day: int, count: int) -> None:
        note = NOTE.replace("unconfirmed", "rejected 2026-11-20 by Ana Ruiz").replace("June", "late June")
        files = {"house.md": note, "log.md": f"# Log\n\n{CLAIM.replace('-05', f'-0{day}')}"}
        assert len(found("claim-stale", files)) == count

    @pytest.mark.parametrize("dash", ["–", "--", "-", "―", "&mdash;"])
    @pytest.mark.parametrize("status", ["unconfirmed", "rejected 2026-11-06 by Ana Ruiz"])
    def test_a_claim_with_other_dashes_waits_until_it_can_be_read(self, dash: str, status: str) -> None:
        right = f"⚠ claimed changed: The boiler is serviced in June — Bo Lind, 2026-11-05 — {status}"
        note = f"# House\n\n- The boiler is serviced in May — Ana Ruiz, 2026-10-02\n  - {right}\n"
        (finding,) = found("claim-stale", {"house.md": note.replace(right, right.replace("—", dash))})
        assert (finding.line, finding.owed_by) == (4, "Ana Ruiz")
        assert "its dashes are not" in finding.message
        assert finding.hint == f"write it like this: - {right}"

    def test_ten_thousand_claims_that_only_the_log_tells_of_are_looked_at_in_time(self) -> None:
        rows = [f"2026-11-05 | CLAIM | Bo Lind | n{n}.md | it is {n}" for n in range(10_000)]
        assert len(found("claim-stale", {"house.md": "# House\n", "log.md": log(*rows)})) == 10_000


class TestConflicts:
    def test_several_of_one_path_are_one_at_the_newest(self) -> None:
        rows = [f"2026-11-0{n} | CONFLICT | Bo Lind | house.md | put back: {n} facts" for n in (2, 3, 4)]
        (finding,) = found("conflict-open", {"log.md": log(*rows)})
        assert (finding.line, finding.also) == (5, (("log.md", 3), ("log.md", 4)))
        assert "since 2026-11-02" in finding.message
        line = "2026-11-30 | UPDATE | Bo Lind | house.md | looked at: put back: 4 facts"
        assert finding.hint.endswith(f":\nmemwiki append log.md '{line}'")

    @pytest.mark.parametrize(("verb", "open"), [("ADD", 0), ("CLAIM", 0), ("LINT", 1), ("CONFLICT", 1)])
    def test_what_comes_after_answers_or_does_not(self, verb: str, open: int) -> None:
        rows = (
            "2026-11-02 | CONFLICT | Bo Lind | house.md | put back",
            f"2026-11-02 | {verb} | Bo Lind | house.md | x",
        )
        assert len(found("conflict-open", {"log.md": log(*rows)})) == open

    def test_of_a_store_with_a_log_of_its_own_the_log_that_tells_of_it_tells(self) -> None:
        policy = '[[store]]\npath = "."\n[[store]]\npath = "garden"\n'
        row = "2026-11-02 | CONFLICT | Bo Lind | garden/pond.md | put back"
        files = {"memwiki.toml": policy, "log.md": log(row), "garden/pond.md": "# Pond\n"}
        (finding,) = found("conflict-open", {**files, "garden/log.md": "# Log\n"})
        assert (finding.path, finding.line) == ("log.md", 3)


class TestOrderAndForm:
    def test_ten_thousand_foreign_lines_are_one_finding(self) -> None:
        lines = [f"entry number {n}" for n in range(10_000)]
        rows = ["2026-11-02 | ADD | Ana Ruiz | house.md | x", *lines]
        (finding,) = found("log-malformed", {"log.md": log(*rows)})
        assert finding.message.startswith("10,000 lines cannot be read")
        assert len(finding.also) == 4

    def test_up_to_five_are_told_one_by_one_with_keys_that_hold_no_words(self) -> None:
        rows = ["2026-11-02 | ADD | Ana Ruiz | house.md | x", *(f"secret {n}" for n in range(5))]
        keys = [finding.key for finding in found("log-malformed", {"log.md": log(*rows)})]
        assert len(set(keys)) == 5
        assert not any("secret" in key for key in keys)

    def test_a_log_the_other_way_round_is_told_which_setting_mends_it(self) -> None:
        rows = [f"2026-11-{day:02} | ADD | Ana Ruiz | house.md | x" for day in range(28, 1, -3)]
        (finding,) = found("log-order", {"log.md": log(*rows)})
        assert 'log_order = "newest-first"' in finding.hint
        assert found("log-order", {"log.md": log(*rows)}, store='log_order = "newest-first"') == []

    @pytest.mark.parametrize(
        ("rows", "names"),
        [
            (["## [2026-11-20] ingest | House", "", "- The boiler"], 'log_format = "headings"'),
            (["## 2026-11-20", "", "* **Update**: the boiler"], 'log_format = "okf"'),
            (["- 2026-11-20: the boiler"], 'log_format = "bullets"'),
            (["- 2026-11-21: the tank", "- 2026-11-20: the boiler"], '"bullets"\nlog_order = "newest-first"'),
            (["# 2026-11-20", "", "The boiler."], "log_format = one of memwiki, headings, okf, bullets"),
        ],
    )
    def test_a_log_in_another_format_is_told_in_which(self, rows: list[str], names: str) -> None:
        (finding,) = found("log-malformed", {"log.md": log(*rows)})
        assert (finding.line, finding.key) == (3, "another format")
        assert names in finding.hint

    def test_a_format_is_known_from_the_plugins_of_the_pass_alone(self) -> None:
        class Acme:
            @hookimpl
            def wiki_provide_log_formats(self) -> list[LogFormat]:
                return [load_formats(get_plugin_manager())["bullets"]._replace(name="acme")]

        files = {"log.md": log("- 2026-11-20: the boiler"), "memwiki.toml": '[[store]]\npath = "."\n'}
        for entries, name in (([], ""), ([Acme()], 'log_format = "acme"')):
            manager = get_plugin_manager([])
            for entry in entries:
                manager.register(entry)
            setting = read_setting(files.get, manager)
            assert setting is not None
            day = date.fromisoformat(TODAY)
            (view,) = view_stores(Overlay(EmptyTree(), files), setting, day, manager)
            (finding,) = log_malformed.check(view)
            assert name in finding.hint
            assert "bullets" not in finding.hint

    def test_a_log_that_two_stores_share_is_told_once(self) -> None:
        policy = '[[store]]\npath = "a"\nlog = "../log.md"\n[[store]]\npath = "b"\nlog = "../log.md"\n'
        rows = ("2026-11-20 | ADD | Ana Ruiz | x.md | x", "2026-11-02 | ADD | Ana Ruiz | x.md | y")
        files = {"memwiki.toml": policy, "log.md": log(*rows), "a/x.md": "", "b/x.md": ""}
        assert len(found("log-order", files)) == 1


class TestGaps:
    LOG = log("2026-10-01 | ADD | Ana Ruiz | house.md | new note")

    def test_a_note_is_one_finding_for_all_its_commits(self) -> None:
        rows = edits(
            ("2026-11-09", "house.md", "3"), ("2026-11-05", "house.md", "2"), ("2026-09-30", "log.md", "1")
        )
        (finding,) = found("log-gap", {"house.md": "# House\n", "log.md": self.LOG}, history=rows.copy)
        assert (finding.path, finding.line, finding.key) == ("house.md", 0, "3" * 40)
        assert "from 2026-11-05 to 2026-11-09 in 2 commits (2222222222 to 3333333333)" in finding.message

    @pytest.mark.parametrize(("day", "count"), [("2026-09-30", 0), ("2026-10-01", 1), ("2026-10-02", 1)])
    def test_what_was_changed_before_the_first_entry_needs_none(self, day: str, count: int) -> None:
        rows = edits((day, "house.md", "2"), ("2026-09-01", "log.md", "1"))
        files = {"house.md": "# House\n", "log.md": log("2026-10-01 | ADD | Ana Ruiz | flat.md | new")}
        assert len(found("log-gap", files, history=rows.copy)) == count

    def test_a_line_under_the_name_it_had_then_will_do(self) -> None:
        rows = [
            Edit("house.md", date(2026, 11, 5), "2" * 40, "Ana Ruiz", "flat.md"),
            *edits(("2026-09-30", "log.md", "1")),
        ]
        text = log("2026-10-01 | LINT | Ana Ruiz | . | x", "2026-11-05 | UPDATE | Ana Ruiz | flat.md | x")
        assert found("log-gap", {"house.md": "# House\n", "log.md": text}, history=rows.copy) == []

    @pytest.mark.parametrize(
        ("path", "count"), [("house.md", 0), ("rooms/", 1), (".", 0), ("*.md", 0), ("a.md, house.md", 0)]
    )
    def test_what_a_line_may_be_about(self, path: str, count: int) -> None:
        rows = edits(("2026-11-05", "house.md", "2"), ("2026-09-30", "log.md", "1"))
        text = log("2026-10-01 | LINT | Ana Ruiz | . | x", f"2026-11-05 | UPDATE | Ana Ruiz | {path} | x")
        files = {"house.md": "# House\n", "log.md": text}
        assert len(found("log-gap", files, history=rows.copy)) == count

    def test_a_commit_that_changed_the_log_needs_no_near_day(self) -> None:
        rows = edits(
            ("2026-11-25", "house.md", "2"), ("2026-11-25", "log.md", "2"), ("2026-09-30", "log.md", "1")
        )
        assert found("log-gap", {"house.md": "# House\n", "log.md": self.LOG}, history=rows.copy) == []

    @pytest.mark.parametrize(
        ("old", "new", "count"),
        [
            ("- [ ] the tap\n", "- [x] the tap\n", 0),
            ("the tap\n", "\ufeffthe tap  \r\n\r\n", 0),
            ("the tap\n", "the tap", 0),
            ("the tap\n", "the tank\n", 1),
            ("- The tap — Ana Ruiz, 2026-10-02\n", "- The tap — Bo Lind, 2026-10-02\n", 1),
        ],
    )
    def test_boxes_and_line_ends_need_no_line_as_no_change_of_them_does(
        self, old: str, new: str, count: int
    ) -> None:
        rows = [
            Edit("house.md", date(2026, 11, 5), "2" * 40, "Ana Ruiz", "house.md", ("old", "new")),
            *edits(("2026-09-30", "log.md", "1")),
        ]
        texts = {"old": old, "new": new}
        history = History(rows.copy, lambda blobs: [texts[blob] for blob in blobs])
        assert len(found("log-gap", {"house.md": new, "log.md": self.LOG}, history=history)) == count

    def test_a_text_that_nobody_has_is_asked_about(self) -> None:
        rows = [
            Edit("house.md", date(2026, 11, 5), "2" * 40, "Ana Ruiz", "house.md", ("old", "new")),
            *edits(("2026-09-30", "log.md", "1")),
        ]
        history = History(rows.copy, lambda blobs: [None for _ in blobs])
        assert len(found("log-gap", {"house.md": "# House\n", "log.md": self.LOG}, history=history)) == 1

    @pytest.mark.parametrize(("notes", "paths"), [(10, 10), (11, 1), (3_000, 1)])
    def test_a_commit_of_many_notes_is_one_finding(self, notes: int, paths: int) -> None:
        files = {f"n{number:04}.md": "# N\n" for number in range(notes)}
        rows = edits(*(("2026-11-05", path, "2") for path in files), ("2026-09-30", "log.md", "1"))
        text = log("2026-10-01 | LINT | Ana Ruiz | . | x")
        several = found("log-gap", {**files, "log.md": text}, history=rows.copy)
        assert len(several) == paths
        if paths == 1:
            (finding,) = several
            assert (finding.path, finding.key, finding.owed_by) == ("log.md", "2" * 40, "Ana Ruiz")
            assert f"2222222222 of 2026-11-05 changed {notes:,} notes" in finding.message
            assert f"“n0000.md”, “n0001.md”, “n0002.md” and {notes - 3:,} more" in finding.message

    def test_a_note_of_such_a_commit_is_told_of_its_other_changes(self) -> None:
        files = {f"n{number:02}.md": "# N\n" for number in range(11)}
        rows = edits(
            ("2026-11-09", "n01.md", "3"),
            *(("2026-11-05", path, "2") for path in files),
            ("2026-09-30", "log.md", "1"),
        )
        text = log("2026-10-01 | LINT | Ana Ruiz | . | x")
        several = found("log-gap", {**files, "log.md": text}, history=rows.copy)
        assert [(finding.path, finding.key[0]) for finding in several] == [("log.md", "2"), ("n01.md", "3")]

    @pytest.mark.parametrize("log_format", ["memwiki", "headings", "okf", "bullets"])
    @pytest.mark.parametrize("notes", [1, 11])
    def test_the_line_that_the_hint_gives_is_enough(self, log_format: str, notes: int) -> None:
        files = {f"n{number:02}.md": "# N\n" for number in range(notes)}
        rows = edits(
            *(("2026-11-09", path, "3") for path in files),
            *(("2026-10-15", path, "2") for path in files),
            ("2026-09-30", "log.md", "1"),
        )
        store = f'log_format = "{log_format}"'
        first = {
            "memwiki": "2026-10-01 | LINT | Ana Ruiz | . | x",
            "headings": "## [2026-10-01] lint | x",
            "okf": "## 2026-10-01\n\n* **Lint**: x",
            "bullets": "- 2026-10-01: x",
        }[log_format]
        files["log.md"] = log(first)
        several = found("log-gap", files, store=store, history=rows.copy)
        assert len(several) == (1 if notes == 1 else 2)
        for finding in several:
            program, deed, path, *lines = shlex.split(finding.hint.rpartition("\n")[2])
            assert (program, deed, path) == ("memwiki", "append", "log.md")
            files["log.md"] += "".join(f"{line}\n" for line in lines)
        assert found("log-gap", files, store=store, history=rows.copy) == []

    def test_a_log_that_names_the_commit_or_its_day_speaks_of_it(self) -> None:
        rows = edits(("2026-11-05", "house.md", "2"), ("2026-09-30", "log.md", "1"))
        for what, count in (
            ("as of 2222222", 0),
            ("222222", 1),
            ("2026-11-01 to 2026-11-06", 0),
            ("2026-10-01 to 2026-10-06", 1),
        ):
            text = log(
                "2026-10-01 | LINT | Ana Ruiz | . | x", f"2026-11-29 | UPDATE | Bo Lind | house.md | {what}"
            )
            files = {"house.md": "# House\n", "log.md": text}
            assert len(found("log-gap", files, history=rows.copy)) == count, what


@pytest.mark.parametrize("day", ["0001-01-01", "0001-01-02", "9999-12-31"])
def test_the_first_and_last_days_of_the_calendar_stop_no_rule(day: str) -> None:
    facts = "".join(
        f"- {text} — Ana Ruiz, {day}\n"
        for text in ("due 5 November", "am 5.11.", "Mo 3.11.", "until Friday 5 November", "by the end of May")
    )
    entry = f"{day} | ADD | Ana Ruiz | n.md | new\n"
    claim = f"  - ⚠ claimed changed: x — Ana Ruiz, {day} — unconfirmed\n"
    for today in (TODAY, "0001-01-01", "9999-12-31"):
        files = {"n.md": facts + claim, "log.md": f"# Log\n\n{entry}{entry}"}
        history = History(lambda: [Edit("n.md", date.fromisoformat(day), "a" * 40, "Ana Ruiz")])
        views = view_files(files, day=today, history=history)
        assert lint(views, get_plugin_manager()).unknown == ()
