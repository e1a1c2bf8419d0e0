"""What two facts have to do with each other, and what is told of it, to whom, and where."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.linting import lint_files, view_files
from wiki_lint.facts.frames import frames
from wiki_lint.facts.likeness import is_moved, is_turned, say_the_same
from wiki_lint.facts.sites import gather
from wiki_lint.facts.tokens import meaningful, stem, tokens
from wiki_schema.finding import Finding
from wiki_schema.plugins import get_plugin_manager

get_plugin_manager()  # so that rooms stand where they can be imported from

PAIRS = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "contradictions.jsonl").read_text("utf-8").splitlines()
]


def note(*facts: str, by: str = "Ana Ruiz", day: str = "2026-10-02") -> str:
    """A note of these facts."""
    return "".join(f"- {fact} — {by}, {day}\n" for fact in facts)


def of(rule: str, files: dict[str, str], **more: object) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in lint_files(files, **more) if finding.rule == rule]


def same(one: str, other: str) -> bool:
    """Whether two texts say the same, in a store that holds nothing else."""
    ours, theirs = (meaningful(tokens(text)) for text in (one, other))
    return say_the_same(ours, theirs, Counter(t.stem for t in [*ours, *theirs]))


class TestWords:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("printer", "printers"), ("box", "boxes"), ("battery", "batteries"), ("kettle", "kettles"),
            ("katze", "katzen"), ("schlüssel", "schlüsseln"), ("libro", "libri"), ("chiave", "chiavi"),
        ],
    )  # fmt: skip
    def test_endings_of_number_and_case_go(self, one: str, other: str) -> None:
        assert stem(one) == stem(other)

    @pytest.mark.parametrize("noun", "garden lantern oven table camera radio lamp key panel mirror".split())
    def test_a_plural_in_s_is_its_singular(self, noun: str) -> None:
        assert stem(f"{noun}s") == stem(noun)

    @pytest.mark.parametrize(
        "word", ["two", "nove", "june", "keine", "never", "before", "8080s", "bus", "is"]
    )
    def test_numbers_months_negations_and_short_words_keep_theirs(self, word: str) -> None:
        assert stem(word) == word

    @pytest.mark.parametrize(
        ("text", "words"),
        [
            ("It isn’t open", "it is not open"),
            ("They can't, won't, cannot", "they can not will not can not"),
            ("v3.11.7 at 9:30 costs 80€", "v3.11.7 at 9:30 costs 80€"),
            ("**Bold** `code` [label](page.md)", "bold code label page md"),
            ("[[page|label]]", "label"),
            ("鍵は80番", "鍵 は 80 番"),
            ("ﬁle at −5", "file at − 5"),
        ],
    )
    def test_of_a_text(self, text: str, words: str) -> None:
        assert " ".join(token.word for token in tokens(text)) == words

    @pytest.mark.parametrize(
        "text", ["[" * 100_000, "[a](" * 40_000, "a" * 200_000, "1." * 100_000, "n't" * 50_000]
    )
    def test_long_lines_take_no_more_than_their_length(self, text: str) -> None:
        tokens(text)


class TestSayTheSame:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("The boiler is serviced in May", "In May, the boiler is serviced."),
            ("The boiler is serviced in May", "Please note that the boiler is currently serviced in May"),
            ("The keys hang in the hall", "The key hangs in the hall"),
            ("The thermostat is set to 19 degrees", "The thermosatt is set to 19 degrees"),
            ("Der Schlüssel liegt beim Hausmeister", "Beim Hausmeister liegt der Schlüssel"),
            ("Il contatore del gas è in cantina", "In cantina è il contatore del gas"),
        ],
    )
    def test_yes(self, one: str, other: str) -> None:
        assert same(one, other) and same(other, one)

    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("The boiler is serviced in May", "The boiler is not serviced in May"),
            ("The boiler is serviced in May", "The boiler was serviced in May"),
            ("The boiler is serviced in May", "The boiler is serviced in March"),
            ("The tank holds 300 litres", "The tank holds 300 gallons"),
            ("The tank holds 300 litres", "The tank holds 3000 litres"),
            ("Give Mario the cellar key", "Give Maria the cellar key"),
            ("The north wing is closed", "The south wing is closed"),
            ("Copy from rack A to rack B", "Copy from rack B to rack A"),
            ("Tea with milk at noon", "Tea without milk at noon"),
            ("Jobs upload the archive", "Jobs unload the archive"),
            ("The printer on floor two", "The printer on floor ten"),
            ("Ana calls Bo on Monday", "Bo calls Ana on Monday"),
        ],
    )
    def test_no(self, one: str, other: str) -> None:
        assert not same(one, other) and not same(other, one)

    @given(st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8), st.data())
    def test_moved_and_turned_only_ever_put_the_words_in_another_order(self, words, data) -> None:
        other = data.draw(st.permutations(words))
        for law in (is_moved, is_turned):
            assert not law(words, [*other[:-1], "x"]) or not words
        assert is_moved(words, words)
        assert is_moved(words, other) == is_moved(other, words)

    @given(
        st.lists(
            st.sampled_from("oven lamp key is the not 8 9 in may serviced".split()), min_size=1, max_size=7
        ),
        st.data(),
    )
    def test_nothing_is_said_the_same_with_other_numbers_or_negations(self, words, data) -> None:
        other = data.draw(st.permutations(words))
        assert same(" ".join(words), " ".join(words))
        assert not same(" ".join(words), " ".join([*other, "7"]))
        assert not same(" ".join(words), " ".join([*other, "never"]))


class TestDuplicates:
    FILES: ClassVar = {
        "house.md": note("The boiler is serviced in May by Bolt"),
        "heating.md": note("In May the boiler is serviced by Bolt.", by="Bo Lind", day="2026-11-02"),
    }

    def test_it_is_told_at_the_younger_names_the_elder_and_is_owed_to_who_wrote_the_younger(self) -> None:
        [found] = of("fact-duplicate", self.FILES)
        assert (found.path, found.line, found.also) == ("heating.md", 1, (("house.md", 1),))
        assert (found.level, found.owed_by) == ("warning", "Bo Lind")
        assert "“The boiler is serviced in May by Bolt” in house.md, line 1" in found.message

    def test_the_command_of_the_hint_leaves_nothing_to_find(self) -> None:
        [found] = of("fact-duplicate", self.FILES)
        assert re.fullmatch("memwiki retire heating.md --line 1:[0-9a-f]{6} --same-as house.md", found.hint)
        said = self.FILES["heating.md"].strip().removeprefix("- ")
        struck = f"- ~~{said}~~ — superseded 2026-11-30 by Bo Lind → [[house]]\n"
        assert of("fact-duplicate", {**self.FILES, "heating.md": struck}) == []

    @pytest.mark.parametrize("names", [("a.md", "b.md", "c.md"), ("z.md", "m.md", "a.md")])
    def test_of_three_the_eldest_stays_wherever_it_stands(self, names: tuple[str, str, str]) -> None:
        days = ("2026-08-01", "2026-09-01", "2026-10-01")
        text = "The spare key hangs in the hall"
        files = {name: note(text, day=day) for name, day in zip(names, days, strict=True)}
        found = of("fact-duplicate", files)
        assert {f.path for f in found} == set(names[1:])
        assert {f.also for f in found} == {((names[0], 1),)}

    def test_its_key_stays_when_lines_are_put_above_it(self) -> None:
        moved = {path: f"# Heading\n\n{text}" for path, text in self.FILES.items()}
        assert [f.key for f in of("fact-duplicate", self.FILES)] == [
            f.key for f in of("fact-duplicate", moved)
        ]

    @given(
        st.permutations(
            [f"The {what} of the lodge hangs in the hall" for what in ("key", "lamp", "keys", "axe")]
        )
    )
    def test_the_order_of_facts_changes_nothing(self, texts: list[str]) -> None:
        files = {"a.md": note(*texts[:2]), "b.md": note(*texts[2:])}
        assert len(of("fact-duplicate", files)) == 1

    def test_in_a_crowd_that_shares_its_rarest_words_twins_are_found_still(self) -> None:
        facts = [f"Box {n} of the archive stands in the cellar" for n in range(300)]
        twins = [f"The box {n} of the archive stands in a cellar." for n in range(0, 300, 10)]
        random.Random(1).shuffle(facts)
        assert len(of("fact-duplicate", {"a.md": note(*facts), "b.md": note(*twins, day="2026-10-03")})) == 30

    def test_a_thousand_names_in_one_sentence_are_none_of_them_twins(self) -> None:
        names = [f"{a}{b}ar" for a in "BDFGKLMNPRSTVZ" for b in ("a", "ei", "o", "u", "ie", "au")]
        assert (
            of("fact-duplicate", {"a.md": note(*(f"{name} likes green tea in winter" for name in names))})
            == []
        )


class TestContradictions:
    def test_it_shows_both_says_what_differs_and_is_owed_to_who_wrote_the_elder(self) -> None:
        files = {
            "hosts.md": note("The admin port is 80")
            + note("The admin port is 8080", by="Bo Lind", day="2026-11-02")
        }
        [found] = of("fact-contradiction", files)
        assert (found.path, found.line, found.also, found.owed_by) == (
            "hosts.md",
            2,
            (("hosts.md", 1),),
            "Ana Ruiz",
        )
        assert found.message == (
            "“The admin port is 8080” cannot hold beside “The admin port is 80” above, line 1: "
            "“8080” against “80”."
        )

    def test_the_hint_retires_either_of_the_two_by_its_place(self) -> None:
        old, new = (
            note("The admin port is 80"),
            note("The admin port is 8080", by="Bo Lind", day="2026-11-02"),
        )
        [found] = of("fact-contradiction", {"my hosts.md": old + new})
        digits = "[0-9a-f]{6}"
        assert re.fullmatch(
            f"find out which holds. If it is the younger: memwiki retire 'my hosts.md' --line 1:{digits}\n"
            f"if it is the elder: memwiki retire 'my hosts.md' --line 2:{digits}",
            found.hint,
        )

    def test_a_negation_is_named(self) -> None:
        [found] = of("fact-contradiction", {"a.md": note("Oma isst Nüsse", "Oma isst keine Nüsse")})
        assert "one says “keine”, the other does not" in found.message

    def test_ana_is_ana_ruiz_and_an_alias_is_its_member(self) -> None:
        members = '[[member]]\nid = "ana"\nname = "Ana Ruiz"\naliases = ["Nina"]\n'
        for other in ("Ana", "Nina"):
            files = {
                "a.md": note("The keeper of the lodge is Ana Ruiz", f"The keeper of the lodge is {other}")
            }
            assert of("fact-contradiction", files, members=members) == [], other

    @pytest.mark.parametrize("held_out", [False, True], ids=["written with the method", "held out"])
    def test_of_labelled_pairs_hardly_any_is_told_wrongly(self, held_out: bool) -> None:
        rows = [row for row in PAIRS if row["held_out"] == held_out]
        told = [row["label"] for row in rows if of("fact-contradiction", {"a.md": note(*row["text"])})]
        right = told.count("contradiction")
        there = sum(row["label"] == "contradiction" for row in rows)
        print(f"fact-contradiction: precision {right / len(told):.3f}, recall {right / there:.3f} of {there}")
        assert len(rows) >= 40
        assert right / len(told) >= 0.95

    @pytest.mark.parametrize("row", PAIRS, ids=lambda row: row["text"][0])
    def test_a_pair_is_told_whichever_of_the_two_is_elder_and_wherever_they_stand(self, row) -> None:
        one, other = row["text"]
        told = {
            bool(of("fact-contradiction", {"a.md": first + second}))
            for first, second in (
                (note(one), note(other, day="2026-11-02")), (note(other), note(one, day="2026-11-02")),
                (note(one, day="2026-11-02"), note(other)),
            )
        }  # fmt: skip
        assert len(told) == 1

    @given(st.text(max_size=40))
    def test_any_text_has_frames_that_name_a_value_of_it_or_a_negation(self, text: str) -> None:
        for frame in frames(text, tokens(text)):
            assert frame.key and (frame.value or frame.key[0] == "negation")


class TestSuperseded:
    STRUCK = (
        "- ~~The spare key is with the porter — Ana Ruiz, 2026-02-02~~ — superseded 2026-11-02 by Ana Ruiz\n"
    )

    def test_a_copy_is_owed_to_who_wrote_it_and_the_hint_is_a_command(self) -> None:
        copy = note("The spare key is with the porter", by="Bo Lind", day="2026-03-02")
        [found] = of("superseded-current", {"house.md": self.STRUCK, "my keys.md": copy})
        assert (found.path, found.line, found.also, found.owed_by) == (
            "my keys.md",
            1,
            (("house.md", 1),),
            "Bo Lind",
        )
        command = "memwiki retire 'my keys.md' --line 1:[0-9a-f]{6} 'superseded in house.md'"
        assert re.fullmatch(command, found.hint)

    @pytest.mark.parametrize(("day", "times"), [("2026-11-01", 1), ("2026-11-02", 0), ("2026-11-20", 0)])
    def test_what_was_written_on_that_day_or_later_established_it_again(self, day: str, times: int) -> None:
        copy = note("The spare key is with the porter", by="Bo Lind", day=day)
        assert len(of("superseded-current", {"house.md": self.STRUCK, "keys.md": copy})) == times

    def test_the_children_of_one_struck_fact_are_one_finding(self) -> None:
        children = "".join(f"  - {what} — Bo Lind, 2026-02-03\n" for what in ("ring twice", "bring a pass"))
        [found] = of("superseded-current", {"house.md": self.STRUCK + children})
        assert (found.line, found.also) == (2, (("house.md", 1), ("house.md", 3)))
        assert found.message.startswith("2 facts under “The spare key is with the porter”")

    def test_an_escaped_tilde_is_the_same_text(self) -> None:
        struck = (
            "- ~~\\~5 keys hang in the hall — Ana Ruiz, 2026-02-02~~ — superseded 2026-11-02 by Ana Ruiz\n"
        )
        copy = note("~5 keys hang in the hall", day="2026-03-02")
        assert len(of("superseded-current", {"a.md": struck, "b.md": copy})) == 1


class TestUnattributed:
    def test_each_sort_is_counted_once_a_note(self) -> None:
        text = "- one\n- two\n- three – Ana Ruiz, 2026-10-02\n\nWho was it?\n\n- Ana Ruiz, 2026-10-02\n"
        found = of("fact-unattributed", {"a.md": text, "b.md": "- one\n"})
        assert [(f.path, f.line, f.key) for f in found] == [
            ("a.md", 1, "no provenance"),
            ("a.md", 3, "malformed provenance"),
            ("a.md", 7, "provenance as a bullet"),
            ("b.md", 1, "no provenance"),
        ]
        assert found[0].message == "2 list items have no provenance; the first: “one”."
        assert found[0].also == (("a.md", 2),)
        assert "U+2013 EN DASH" in found[1].message
        assert "looks like a provenance line written as a bullet" in found[2].message

    def test_the_count_does_not_change_what_the_finding_is(self) -> None:
        [few], [many] = (of("fact-unattributed", {"a.md": "- one\n" * times}) for times in (1, 9))
        assert few.key == many.key and few.message != many.message


class TestUnknown:
    def test_one_finding_a_note_counts_the_names_and_says_who_is_near(self) -> None:
        facts = note("One of them", "Two of them", by="A. Ruiz") + note("Three", by="Carla Verdi")
        [found] = of("member-unknown", {"a.md": facts})
        assert found.message == "“A. Ruiz” (2×), “Carla Verdi” are not in members.toml."
        assert found.hint.startswith("“A. Ruiz” may mean “Ana Ruiz”")
        assert (found.line, found.also) == (1, (("a.md", 3),))

    @pytest.mark.parametrize(
        ("name", "near"),
        [
            ("ana ruiz", "Ana Ruiz"), ("A. Ruiz", "Ana Ruiz"), ("Ana", "Ana Ruiz"), ("@ana", "Ana Ruiz"),
            ("agent-7 (opus)", "agent-7"), ("agent–7", "agent-7"),
        ],
    )  # fmt: skip
    def test_near_misses(self, name: str, near: str) -> None:
        [found] = of("member-unknown", {"a.md": note("The key is here", by=name)})
        assert f"may mean “{near}”" in found.hint

    def test_two_blanks_in_a_name_are_one(self) -> None:
        assert of("member-unknown", {"a.md": note("The key is here", by="Ana  Ruiz")}) == []


def test_an_open_store_is_not_read_for_facts() -> None:
    files = {
        "a.md": note("The admin port is 80", "The admin port is 8080", "The admin port is 80", by="Carla")
    }
    rules = {f.rule for f in lint_files(files, store='kind = "open"')}
    assert not rules & {
        "fact-duplicate",
        "fact-contradiction",
        "superseded-current",
        "fact-unattributed",
        "member-unknown",
    }


def test_in_a_private_store_facts_are_compared_and_nobody_is_counted() -> None:
    facts = note("The admin port is 80", "The admin port is 8080", by="Carla")
    files = {"a.md": facts + "- no name\n"}
    rules = {f.rule for f in lint_files(files, store='kind = "private"\nowner = "Ana Ruiz"')}
    assert "fact-contradiction" in rules and not rules & {"fact-unattributed", "member-unknown"}


def test_the_facts_of_a_store_are_read_once_for_all_rules() -> None:
    [view] = view_files({"a.md": note("The admin port is 80")})
    assert gather(view) is gather(view)
