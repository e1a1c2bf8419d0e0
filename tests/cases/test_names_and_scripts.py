"""Names, dashes, blanks and scripts: what is meant is understood, and what only looks alike is told apart."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from tests.cases.reading import found, lines, lost, of
from tests.judging import MEMBERS, errors_of, judge_files
from tests.linting import lint_files
from wiki_schema.finding import Finding

NBSP = "\u00a0"


def with_members(*names: str) -> str:
    """The roster with more people."""
    return MEMBERS + "".join(
        f'\n[[member]]\nid = "more-{at}"\nname = "{name}"\n' for at, name in enumerate(names)
    )


def written(item: str, actor: str = "Ana Ruiz", members: str = MEMBERS) -> list[Finding]:
    """What is found when an item is added to a note."""
    return judge_files({"notes/a.md": ("# A\n\n", f"# A\n\n{item}\n")}, actor=actor, members=members)


def logged(who: str, actor: str = "", what: str = "new note", members: str = MEMBERS) -> list[Finding]:
    """What is found when a note without facts is added and logged under a name."""
    entry = f"2026-11-30 | ADD | {who} | notes/a.md | {what}"
    changes = {"notes/a.md": (None, "# A\n\nNothing yet.\n"), "log.md": ("# Log\n\n", f"# Log\n\n{entry}\n")}
    return judge_files(changes, actor=actor or who, members=members)


class TestTheWrongDash:
    DASHES = (
        pytest.param(" - ", "U+002D", id="hyphen"),
        pytest.param(" -- ", "U+002D HYPHEN-MINUS U+002D", id="two hyphens"),
        pytest.param(" – ", "U+2013", id="en dash"),
        pytest.param(" ― ", "U+2015", id="bar"),
        pytest.param(" −  ", "U+2212", id="minus"),
        pytest.param(" —", "U+2014 EM DASH without a blank", id="no blank after"),
        pytest.param("— ", "U+2014 EM DASH without a blank", id="no blank before"),
        pytest.param(" &mdash; ", "&mdash;", id="entity"),
        pytest.param(" &#8212; ", "&#8212;", id="entity by number"),
        pytest.param(" --- ", "U+002D HYPHEN-MINUS U+002D", id="three hyphens"),
        pytest.param(" ‒ ", "U+2012", id="figure dash"),
    )

    @pytest.mark.parametrize(("dash", "named"), DASHES)
    def test_is_refused_and_named(self, dash: str, named: str) -> None:
        (finding,) = written(f"- The port is 80{dash}Ana Ruiz, 2026-11-30")
        assert (finding.rule, finding.level) == ("provenance-malformed", "error")
        assert named in finding.message
        assert finding.hint == "- The port is 80 — Ana Ruiz, 2026-11-30"

    @pytest.mark.parametrize(("dash", "named"), DASHES)
    def test_protects_the_fact_all_the_same(self, dash: str, named: str) -> None:
        fact = f"The port is 80{dash}Ana Ruiz, 2026-10-01"
        other = "# A\n- The host is red — Bo Lind, 2026-10-01\n"
        for after in (other, f"{other}- The port is 81 — Ana Ruiz, 2026-10-01\n"):
            findings = judge_files({"notes/a.md": (f"{other}- {fact}\n", after)}, actor="Bo Lind")
            assert set(errors_of(findings)) <= {"fact-erased", "fact-rewritten"}
            assert lost(findings) == [" ".join(fact.split())]
            assert "A fact of Ana Ruiz" in findings[0].message

    @pytest.mark.parametrize(("dash", "named"), DASHES)
    def test_may_be_put_right_by_anybody(self, dash: str, named: str) -> None:
        before = f"# A\n- The port is 80{dash}Ana Ruiz, 2026-10-01\n"
        after = "# A\n- The port is 80 — Ana Ruiz, 2026-10-01\n"
        assert judge_files({"notes/a.md": (before, after)}, actor="Bo Lind") == []

    @pytest.mark.parametrize(("dash", "named"), DASHES)
    def test_may_not_be_put_in(self, dash: str, named: str) -> None:
        before = "# A\n- The port is 80 — Ana Ruiz, 2026-10-01\n"
        after = f"# A\n- The port is 80{dash}Ana Ruiz, 2026-10-01\n"
        findings = judge_files({"notes/a.md": (before, after)}, actor="Bo Lind")
        assert found(findings) == ["provenance-malformed"]

    @pytest.mark.parametrize("bullet", ["- Ana Ruiz, 2026-11-30", "- — Ana Ruiz, 2026-11-30"])
    @pytest.mark.parametrize(
        ("item", "refused"),
        [("- The port is 80 — Ana Ruiz, 2026-11-30", []), ("- The port is 80", ["fact-unattributed"])],
    )
    def test_is_a_bullet_where_the_provenance_stands_alone(
        self, bullet: str, item: str, refused: list[str]
    ) -> None:
        findings = written(f"{item}\n{bullet}")
        assert found(findings) == [*refused, "provenance-malformed?"]
        assert "looks like a provenance line written as a bullet" in findings[-1].message


class TestTheWrongCommaOrDay:
    """They are refused where they are new, and may be put right by anybody where they stand."""

    ENDS = (
        pytest.param("Ana Ruiz 2026-10-01", "a comma and a blank", id="no comma"),
        pytest.param("Ana Ruiz,2026-10-01", "a comma and a blank", id="no blank"),
        pytest.param("Ana Ruiz , 2026-10-01", "a comma and a blank", id="a blank too many"),
        pytest.param("Ana Ruiz、2026-10-01", "a comma and a blank", id="another comma"),
        pytest.param("Ana Ruiz, 2026/10/01", "U+002F SOLIDUS", id="slashes"),
        pytest.param("Ana Ruiz, 2026-10-1", "no day written YYYY-MM-DD", id="a digit short"),
        pytest.param("Ana Ruiz, 01.10.2026", "U+002E FULL STOP", id="day first"),
        pytest.param("Ana Ruiz, 2026\u201110\u201101", "U+2011 NON-BREAKING HYPHEN", id="other hyphens"),
        pytest.param("Ana Ruiz, ２０２６-10-01", "U+FF12 FULLWIDTH DIGIT TWO", id="wide digits"),
    )

    @pytest.mark.parametrize(("end", "named"), ENDS)
    def test_is_refused_and_named(self, end: str, named: str) -> None:
        (malformed,) = of(written(f"- The port is 80 — {end}"), "provenance-malformed")
        assert malformed.level == "error"
        assert named in malformed.message
        assert malformed.hint == "- The port is 80 — Ana Ruiz, 2026-10-01"

    @pytest.mark.parametrize(("end", "named"), ENDS)
    def test_may_be_put_right_and_nothing_else(self, end: str, named: str) -> None:
        before, after = f"# A\n- The port is 80 — {end}\n", "# A\n- The port is 80 — Ana Ruiz, 2026-10-01\n"
        assert judge_files({"notes/a.md": (before, after)}, actor="Bo Lind") == []
        changed = judge_files({"notes/a.md": (before, after.replace("80", "81"))}, actor="Bo Lind")
        assert errors_of(changed) == ["fact-rewritten"]


class TestBlanksThatAreNone:
    @pytest.mark.parametrize(
        ("blank", "named"),
        [(NBSP, "U+00A0"), ("\u202f", "U+202F"), ("\u3000", "U+3000"), ("\u2007", "U+2007")],
    )
    def test_in_a_fact_are_shown_and_named(self, blank: str, named: str) -> None:
        (finding,) = written(f"- Fait{blank}— Ana Ruiz,{blank}2026-11-30")
        assert (finding.rule, finding.level) == ("encoding", "warning")
        assert named in finding.message

    def test_behind_a_bullet_hide_no_fact(self) -> None:
        fact = f"-{NBSP}The port is 80 — Bo Lind, 2026-11-30"
        assert set(found(written(fact, actor="Bo Lind"))) <= {"render?", "encoding?"}
        assert "render?" in found(written(fact, actor="Bo Lind"))
        other = "# A\n\n- The host is red — Bo Lind, 2026-10-01\n"
        findings = judge_files({"notes/a.md": (f"{other}{fact}\n", other)}, actor="Ana Ruiz")
        assert found(findings) == ["fact-erased"]
        assert lost(findings) == ["The port is 80 — Bo Lind, 2026-11-30"]

    def test_may_become_ordinary_blanks(self) -> None:
        before = f"# A\n\n-{NBSP}Fait{NBSP}— Bo Lind,{NBSP}2026-10-01\n"
        changes = {"notes/a.md": (before, before.replace(NBSP, " "))}
        assert judge_files(changes, actor="Ana Ruiz") == []

    @pytest.mark.parametrize("blank", [NBSP, "\u3000"])
    def test_beside_the_pipes_of_a_log_line_are_refused_and_named(self, blank: str) -> None:
        entry = f"2026-11-30{blank}|{blank}ADD | Ana Ruiz | notes/a.md | x"
        findings = judge_files({"log.md": ("# Log\n\n", f"# Log\n\n{entry}\n")})
        assert errors_of(findings) == ["log-malformed"]
        assert f"U+{ord(blank):04X}" in of(findings, "log-malformed")[0].message


class TestTheSameNameInOtherBytes:
    """Names and paths compare in one composed form; marks and capitals count."""

    ZOE, GABRIEL = "Zoë Kuße", "ガブリエル"
    MEMBERS = with_members(ZOE, GABRIEL, "Köhler", "Kohler")

    @pytest.mark.parametrize("name", [ZOE, GABRIEL])
    @pytest.mark.parametrize("form", ["NFC", "NFD"])
    def test_is_one_person(self, name: str, form: str) -> None:
        typed = normalize(form, name)
        assert written(f"- Fact — {typed}, 2026-11-30", actor=name, members=self.MEMBERS) == []
        assert logged(typed, members=self.MEMBERS) == []

    def test_may_be_typed_in_the_other_form_later(self) -> None:
        before = f"# A\n\n- {normalize('NFD', f'Das Café — {self.ZOE}')}, 2026-10-01\n"
        changes = {"notes/a.md": (before, normalize("NFC", before))}
        assert judge_files(changes, actor="Bo Lind", members=self.MEMBERS) == []

    @pytest.mark.parametrize("name", [ZOE, GABRIEL])
    def test_is_one_file(self, name: str) -> None:
        path = f"people/{normalize('NFD', name)}.md"
        findings = judge_files(
            {
                path: (None, "# Somebody\n\nNothing yet.\n"),
                "index.md": (
                    "# Index\n\n",
                    f"# Index\n\n- [[people/{name}]]\n- [They](<people/{name}.md>)\n",
                ),
                "log.md": ("# Log\n\n", f"# Log\n\n2026-11-30 | ADD | Ana Ruiz | people/{name}.md | new\n"),
            },
        )
        assert found(findings) == []

    def test_without_its_marks_is_somebody_else(self) -> None:
        before = "# A\n\n- The bath is cold — Köhler, 2026-10-01\n"
        after = before.replace("cold", "warm")
        findings = judge_files({"notes/a.md": (before, after)}, actor="Kohler", members=self.MEMBERS)
        assert found(findings) == ["fact-rewritten"]
        assert "Only Köhler or an admin" in findings[0].message

    @pytest.mark.parametrize("name", ["Zoë KUSSE", "zoë kuße", "Zoe Kuße"])
    def test_in_other_capitals_or_without_marks_is_unknown(self, name: str) -> None:
        findings = written(f"- Fact — {name}, 2026-11-30", actor=self.ZOE, members=self.MEMBERS)
        assert found(findings) == ["member-unknown?"]


class TestRightToLeft:
    LEVI, SARA = "שרה לוי", "سارة"
    MEMBERS = with_members(LEVI, SARA)

    @pytest.mark.parametrize("name", [LEVI, SARA])
    def test_plain_text_is_as_good_as_any(self, name: str) -> None:
        assert logged(name, what="הערה", members=self.MEMBERS) == []
        assert written(f"- הערה — {name}, 2026-11-30", actor=name, members=self.MEMBERS) == []

    @pytest.mark.parametrize("mark", ["\u200f", "\u200e", "\u061c"])
    def test_a_mark_behind_a_name_is_shown_and_the_name_is_known(self, mark: str) -> None:
        findings = logged(f"{self.LEVI}{mark}", actor=self.LEVI, what="הערה", members=self.MEMBERS)
        assert set(found(findings)) == {"encoding?"}
        assert f"U+{ord(mark):04X}" in findings[0].message

    @pytest.mark.parametrize("override", ["\u202e", "\u202d", "\u202a", "\u202b"])
    def test_an_override_is_refused_wherever_it_stands(self, override: str) -> None:
        named = f"U+{ord(override):04X}"
        for findings in (
            logged(f"Ana {override}ziuR", actor="Ana Ruiz"),
            logged("Ana Ruiz", what=f"o{override}k"),
            written(f"- The {override}port — Ana Ruiz, 2026-11-30"),
            written(f"Words {override} outside facts."),
        ):
            assert set(errors_of(findings)) == {"encoding"}
            assert named in of(findings, "encoding")[0].message

    @pytest.mark.parametrize("isolate", ["\u2066", "\u2067", "\u2068"])
    def test_balanced_isolates_round_a_name_are_no_matter(self, isolate: str) -> None:
        assert logged(f"{isolate}{self.LEVI}\u2069", actor=self.LEVI, members=self.MEMBERS) == []

    def test_an_isolate_without_its_end_is_refused(self) -> None:
        findings = logged(f"\u2068{self.LEVI}", actor=self.LEVI, members=self.MEMBERS)
        assert set(errors_of(findings)) == {"encoding"}


class TestNearMisses:
    MEMBERS = with_members("O’Neil")

    @pytest.mark.parametrize(
        ("name", "meant"),
        [
            ("ana ruiz", "Ana Ruiz"),
            ("A. Ruiz", "Ana Ruiz"),
            ("Ana", "Ana Ruiz"),
            ("@ana", "Ana Ruiz"),
            ("agent-7 (opus)", "agent-7"),
            ("agent–7", "agent-7"),
            ("O'Neil", "O’Neil"),
        ],
    )
    def test_are_shown_with_the_name_that_is_meant(self, name: str, meant: str) -> None:
        findings = written(f"- The port is 80 — {name}, 2026-11-30", members=self.MEMBERS)
        assert found(findings) == ["member-unknown?"]
        assert meant in findings[0].hint

    @pytest.mark.parametrize(
        ("name", "named"),
        [
            ("\u0410na Ruiz", "U+0410 CYRILLIC CAPITAL LETTER A"),
            ("Ana\u200b Ruiz", "U+200B"),
            ("Ana Rui\u200dz", "U+200D"),
            ("Bο Lind", "U+03BF GREEK SMALL LETTER OMICRON"),
            ("Ana\ufeff Ruiz", "U+FEFF"),
        ],
    )
    def test_that_nobody_can_see_are_refused_and_named(self, name: str, named: str) -> None:
        for findings in (written(f"- The port is 80 — {name}, 2026-11-30"), logged(name, actor="Ana Ruiz")):
            assert set(errors_of(findings)) == {"encoding"}
            assert any(named in finding.message for finding in of(findings, "encoding"))

    def test_in_blanks_alone_are_none(self) -> None:
        assert written("- The port is 80 — Ana  Ruiz, 2026-11-30") == []

    def test_that_are_an_alias_are_none(self) -> None:
        members = MEMBERS.replace('name = "Ana Ruiz"', 'name = "Ana Ruiz"\naliases = ["A. Ruiz", "Ana"]')
        for alias in ("A. Ruiz", "Ana"):
            assert written(f"- The port is 80 — {alias}, 2026-11-30", members=members) == []


class TestSigningForSomebodyElse:
    FACT = "- Prod may be restarted at will — Ana Ruiz, 2026-11-30"

    def signed(self, actor: str, members: str = MEMBERS) -> list[Finding]:
        """What is found when a fact and its log line stand in the name of Ana."""
        entry = "2026-11-30 | ADD | Ana Ruiz | notes/a.md | restarts"
        return judge_files(
            {
                "notes/a.md": ("# A\n\n", f"# A\n\n{self.FACT}\n"),
                "log.md": ("# Log\n\n", f"# Log\n\n{entry}\n"),
            },
            actor=actor,
            members=members,
        )

    @pytest.mark.parametrize(
        ("actor", "expected"),
        [
            ("agent-7", ["impersonated", "impersonated"]),
            ("Bo Lind", ["impersonated?", "impersonated?"]),
            ("somebody", ["impersonated?", "impersonated?"]),
            ("Ana Ruiz", []),
        ],
    )
    def test_is_refused_to_an_agent_and_shown_to_a_person(self, actor: str, expected: list[str]) -> None:
        findings = self.signed(actor)
        assert found(findings) == expected
        assert {finding.path for finding in findings} == ({"notes/a.md", "log.md"} if expected else set())

    def test_is_an_agents_business_where_it_acts_for_them(self) -> None:
        members = MEMBERS.replace('id = "agent-7"', 'id = "agent-7"\nacts_for = ["ana"]')
        assert self.signed("agent-7", members) == []


class TestBytesThatAreNotUtf8:
    """`\\udce9` stands for the byte E9, which is é in Latin-1."""

    FACT = "- The Caf\udce9 opens at 8, the caf\udce9 bar at 9 — Bo Lind, 2026-10-01"
    NOTE = lines("# Caf\udce9", "", FACT)

    def test_may_become_utf8(self) -> None:
        assert judge_files({"notes/a.md": (self.NOTE, self.NOTE.replace("\udce9", "é"))}) == []

    @pytest.mark.parametrize("instead", ["\ufffd", "", "e"])
    def test_may_not_become_anything_else(self, instead: str) -> None:
        findings = judge_files({"notes/a.md": (self.NOTE, self.NOTE.replace("\udce9", instead))})
        assert set(errors_of(findings)) == {"fact-rewritten"}
        assert lost(findings) == ["The Café opens at 8, the café bar at 9 — Bo Lind, 2026-10-01"]

    def test_are_refused_where_they_are_new(self) -> None:
        findings = written("- The Caf\udce9 opens at 8 — Ana Ruiz, 2026-11-30")
        assert found(findings) == ["encoding"]
        assert "not UTF-8" in findings[0].message

    def test_do_not_stop_the_check_of_the_lines_around_them(self) -> None:
        after = self.NOTE + "- The bar is dry\n"
        assert found(judge_files({"notes/a.md": (self.NOTE, after)})) == ["fact-unattributed"]

    @pytest.mark.parametrize(
        "text", ["# A\n\x00\n", "\udcff\udcfe#\x00 \x00A\x00\n\x00"], ids=["NUL", "UTF-16"]
    )
    def test_of_other_sorts_are_findings_as_well(self, text: str) -> None:
        findings = judge_files({"notes/a.md": (None, text)})
        assert set(errors_of(findings)) == {"encoding"}


class TestTheHealthPass:
    """What stands is found as what comes in is."""

    def looked_through(self, files: dict[str, str], members: str = MEMBERS) -> set[str]:
        """The rules on names and bytes that find something."""
        rules = {"encoding", "render", "link-dead", "note-orphan", "index-dead", "name-clash"}
        return {finding.rule for finding in lint_files(files, members=members)} & rules

    @pytest.mark.parametrize(
        ("line", "rules"),
        [
            (f"- Fait{NBSP}— Ana Ruiz,{NBSP}2026-11-30", {"encoding"}),
            (f"-{NBSP}Fact — Bo Lind, 2026-11-30", {"render"}),
            (f"- «{NBSP}Fait{NBSP}» — Ana Ruiz, 2026-11-30", set()),
        ],
    )
    def test_names_a_blank_that_is_none_where_it_matters(self, line: str, rules: set[str]) -> None:
        assert self.looked_through({"a.md": f"# A\n\n{line}\n"}) == rules

    @pytest.mark.parametrize("stem", ["Zoë Kuße", "ガブリエル"])
    def test_finds_a_note_by_its_name_in_any_form(self, stem: str) -> None:
        typed, stored = normalize("NFC", stem), normalize("NFD", stem)
        files = {
            f"people/{stored}.md": f"# A\n\n- Fact — {typed}, 2026-11-30\n",
            "a.md": f"[[{typed}]], [[people/{typed}]] and [them](<people/{typed}.md>)\n",
            "index.md": f"- [[{typed}]]\n- [[a]]\n",
        }
        assert self.looked_through(files, with_members(stem)) == set()

    @pytest.mark.parametrize(
        ("text", "rules"),
        [
            ("- הערה — שרה לוי, 2026-11-30", set()),
            ("- הערה — \u2068שרה לוי\u2069, 2026-11-30", set()),
            ("- הערה — שרה לוי\u200f, 2026-11-30", {"encoding"}),
            ("- ok — Ana \u202eziuR, 2026-11-30", {"encoding"}),
            ("- Caf\udce9 — Ana Ruiz, 2026-11-30", {"encoding"}),
        ],
    )
    def test_tells_direction_from_deceit(self, text: str, rules: set[str]) -> None:
        assert self.looked_through({"a.md": f"# A\n\n{text}\n"}, with_members("שרה לוי")) == rules
