"""Members: who is meant by a name, who is acting, and who may change what."""

from __future__ import annotations

import time

import pytest

from tests.patience import SECONDS
from wiki_schema.members import Actor, Evidence, Member, Roster
from wiki_schema.members.file import read_members
from wiki_schema.policy import PolicyError

ANA = Member("ana", "Ana Ruiz", emails=("ana@example.org",), aliases=("mum",))
BO = Member("bo", "Bo Lind", role="admin")
CHIDI = Member("chidi", "Chidi Obi", role="guest")
HANAKO = Member("hanako", "田中 花子")
MARY = Member("mary", "O’Neil-Sato, Mary Ann, Jr.")
ZOE = Member("zoe", "Zoë Kuße")
SARA = Member("sara", "שרה לוי")
SEVEN = Member("agent-7", role="agent")
EIGHT = Member("agent-8", role="agent", acts_for=("Ana Ruiz",))
NINE = Member("agent-9", role="agent", acts_for=("bo",))
ROSTER = Roster([ANA, BO, CHIDI, HANAKO, MARY, ZOE, SARA, SEVEN, EIGHT, NINE])


def actor(member: Member) -> Actor:
    return Actor(member.id, member)


class TestFinding:
    @pytest.mark.parametrize(
        ("name", "member"),
        [
            ("ana", ANA),
            ("Ana Ruiz", ANA),
            ("mum", ANA),
            ("  Ana  Ruiz ", ANA),
            ("Ana\u00a0Ruiz", ANA),
            ("Zoe\u0308 Kuße", ZOE),
            ("שרה לוי\u200f", SARA),
            ("\u2068שרה לוי\u2069", SARA),
            ("O’Neil-Sato, Mary Ann, Jr.", MARY),
        ],
    )
    def test_a_name_in_any_form_of_its_bytes(self, name: str, member: Member) -> None:
        assert ROSTER.find(name) is member

    @pytest.mark.parametrize(
        "name",
        ["", "Ana", "ana ruiz", "ANA", "А" + "na Ruiz", "Ana\u200b Ruiz", "Zoe Kuße", "Zoë Kusse", "room 4"],
    )
    def test_nobody_by_another_name(self, name: str) -> None:
        assert ROSTER.find(name) is None

    def test_emails_without_regard_to_case(self) -> None:
        assert ROSTER.find_email("Ana@Example.org") is ANA
        assert ROSTER.find_email("") is None

    def test_the_first_bears_a_name_that_two_directories_give(self) -> None:
        assert Roster([ANA, Member("ana", "Another")]).find("ana") is ANA


class TestNames:
    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("ana", ("ana",)),
            ("ana and ben", ("ana", "ben")),
            ("A & B", ("A", "B")),
            ("A, B", ("A", "B")),
            ("A + B", ("A", "B")),
            ("A, B and C", ("A", "B", "C")),
            ("A, and B", ("A", "B")),
            ("Sandy Anders", ("Sandy Anders",)),
            ("A und B", ("A und B",)),
            ("O’Neil-Sato, Mary Ann, Jr.", ("O’Neil-Sato, Mary Ann, Jr.",)),
            ("Bo Lind and O’Neil-Sato, Mary Ann, Jr.", ("Bo Lind", "O’Neil-Sato, Mary Ann, Jr.")),
            ("O’Neil-Sato, Mary Ann, Jr., ana", ("O’Neil-Sato, Mary Ann, Jr.", "ana")),
            ("", ()),
            (" , & ", ()),
        ],
    )
    def test_splits_between_names_and_never_inside_one(self, text: str, names: tuple[str, ...]) -> None:
        assert ROSTER.names(text) == names

    def test_originators_are_the_members_among_them(self) -> None:
        assert ROSTER.originators("mum, Bo Lind, somebody and Ana Ruiz") == (ANA, BO)

    def test_a_long_line_of_separators_is_read_at_once(self) -> None:
        started = time.perf_counter()
        ROSTER.names("a, " * 70_000)
        ROSTER.names(" " * 200_000 + "x")
        assert time.perf_counter() - started < SECONDS


class TestNearest:
    @pytest.mark.parametrize(
        ("name", "nearest"),
        [
            ("ana ruiz", "Ana Ruiz"),
            ("AnaRuiz", "Ana Ruiz"),
            ("A. Ruiz", "Ana Ruiz"),
            ("Ana R.", "Ana Ruiz"),
            ("Ana", "Ana Ruiz"),
            ("@ana", "Ana Ruiz"),
            ("А" + "na Ruiz", "Ana Ruiz"),
            ("Ana\u200b Ruiz", "Ana Ruiz"),
            ("Bo Lidn", "Bo Lind"),
            ("Chidi", "Chidi Obi"),
            ("chidii", "chidi"),
            ("田中花子", "田中 花子"),
            ("Zoe Kuße", "Zoë Kuße"),
            ("agent-7 (opus)", "agent-7"),
            ("agent–7", "agent-7"),
            ("Agent 7", "agent-7"),
            ("O'Neil-Sato, Mary Ann, Jr.", "O’Neil-Sato, Mary Ann, Jr."),
        ],
    )
    def test_says_who_is_plausibly_meant(self, name: str, nearest: str) -> None:
        assert ROSTER.nearest(name) == nearest

    @pytest.mark.parametrize("name", ["room 4", "", "agent-6", "Claude", "x", "B", "(", "é" * 500])
    def test_says_nothing_where_nobody_is(self, name: str) -> None:
        assert ROSTER.nearest(name) is None

    def test_says_nothing_where_two_could_be_meant(self) -> None:
        assert Roster([Member("a", "Anna Rossi"), Member("b", "Anna Berg")]).nearest("Anna") is None


class TestMayChange:
    @pytest.mark.parametrize(
        ("who", "names", "may"),
        [
            (ANA, "Ana Ruiz", True),
            (ANA, "mum", True),
            (ANA, "chidi and ana", True),
            (ANA, "Chidi Obi", False),
            (ANA, "somebody", False),
            (BO, "Chidi Obi", True),
            (BO, "somebody", True),
            (CHIDI, "Chidi Obi", True),
            (SEVEN, "agent-7", True),
            (SEVEN, "Ana Ruiz", False),
            (EIGHT, "Ana Ruiz", True),
            (EIGHT, "Chidi Obi", False),
            (NINE, "Chidi Obi", True),
        ],
    )
    def test_originators_admins_and_their_agents(self, who: Member, names: str, may: bool) -> None:
        assert ROSTER.may_change(actor(who), names) is may

    def test_the_unknown_may_not_even_under_the_same_name(self) -> None:
        assert not ROSTER.may_change(Actor("somebody"), "somebody")
        assert not ROSTER.may_change(Actor("Ana Ruiz"), "Ana Ruiz")
        assert not ROSTER.may_change(Actor(), "")

    def test_without_a_roster_everybody_answers_for_their_own_words(self) -> None:
        assert Roster().may_change(Actor("Ana Ruiz"), "Bo Lind and Ana Ruiz")
        assert not Roster().may_change(Actor("Ana Ruiz"), "Bo Lind")
        assert not Roster().may_change(Actor(), "")

    def test_only_an_agent_acts_for_others(self) -> None:
        roster = Roster([BO, Member("eve", acts_for=("bo",))])
        assert not roster.is_admin(Actor("eve", roster.find("eve")))

    def test_acting_for_an_agent_does_not_pass_on_whom_that_acts_for(self) -> None:
        roster = Roster([ANA, EIGHT, Member("x", role="agent", acts_for=("agent-8",))])
        assert not roster.may_change(Actor("x", roster.find("x")), "Ana Ruiz")

    def test_acts_for(self) -> None:
        assert ROSTER.acts_for(actor(EIGHT), "mum")
        assert not ROSTER.acts_for(actor(BO), "Ana Ruiz")
        assert ROSTER.acts_for(Actor("somebody"), "somebody")
        assert not ROSTER.acts_for(Actor("somebody"), "Ana Ruiz")

    def test_admins(self) -> None:
        assert ROSTER.has_admins
        assert not Roster([ANA]).has_admins
        assert ROSTER.is_admin(actor(NINE))
        assert not ROSTER.is_admin(actor(EIGHT))


GOOD = """
[[member]]
id = "anna"
name = "Anna Rossi"
role = "admin"
emails = ["anna@example.org"]
aliases = ["mum", "anna"]
notes = "never rendered"

[[member]]
id = "agent-7"
role = "agent"
acts_for = ["Anna Rossi"]
"""

ONE = '[[member]]\nid = "anna"\n'
FAULTS = [
    ("a misspelt key", ONE + 'rol = "admin"', "m.toml:3: [[member]] rol ", "did you mean role?"),
    ("a misspelt table", "[[members]]", "m.toml:1: members ", "did you mean member?"),
    ("an unknown role", ONE + 'role = "boss"', ":3: [[member]] role ", "admin, member, guest or agent"),
    ("no id", '[[member]]\nname = "x"', ":1: [[member]] id ", "is missing"),
    ("an empty id", '[[member]]\nid = " "', ":2: [[member]] id ", "empty"),
    ("one id twice", ONE + ONE, ":4: [[member]] id ", "already belongs to member anna"),
    ("a name that is another's alias",
     ONE + 'aliases = ["m"]\n[[member]]\nid = "b"\nname = "m"', ":6: [[member]] name ", "anna"),
    ("one e-mail twice",
     ONE + 'emails = ["a@x"]\n[[member]]\nid = "b"\nemails = ["A@X"]', ":6: [[member]] emails ", "anna"),
    ("one name in two forms",
     '[[member]]\nid = "Zo\u00eb"\n[[member]]\nid = "Zoe\u0308"', ":4: [[member]] id ", "already belongs"),
    ("no e-mail address", ONE + 'emails = ["anna"]', ":3: [[member]] emails ", "no e-mail address"),
    ("acting for nobody", ONE + 'role = "agent"\nacts_for = ["ana"]', ":4: ", '"ana", who is no member'),
    ("acting for a part of a name",
     '[[member]]\nid = "anna-rossi"\nname = "Anna Rossi"\n'
     '[[member]]\nid = "b"\nrole = "agent"\nacts_for = ["anna"]', ":7: ", "did you mean anna-rossi?"),
    ("a person that acts for others", ONE + 'acts_for = ["anna"]', ":3: [[member]] acts_for ", "agent"),
    ("a control character", '[[member]]\nid = "a\\nb"', ":2: [[member]] id ", "control character"),
    ("no TOML", ONE + "name = Anna", "m.toml:3: no valid TOML", ""),
]  # fmt: skip


class TestMembersFile:
    def test_every_key(self) -> None:
        assert read_members(GOOD, "m.toml") == (
            Member(
                "anna", "Anna Rossi", "admin", ("anna@example.org",), ("mum", "anna"), (), "never rendered"
            ),
            Member("agent-7", role="agent", acts_for=("Anna Rossi",)),
        )

    def test_an_empty_file_lists_nobody(self) -> None:
        assert read_members("", "m.toml") == ()

    @pytest.mark.parametrize(("text", "place", "says"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
    def test_a_fault_names_its_place_and_what_is_right(self, text: str, place: str, says: str) -> None:
        with pytest.raises(PolicyError) as caught:
            read_members(text, "m.toml")
        found = caught.value.problems
        assert [problem for problem in found if place in problem and says in problem], found

    def test_all_faults_come_at_once(self) -> None:
        with pytest.raises(PolicyError) as caught:
            read_members(ONE + 'role = "x"\n' + ONE + 'nam = "y"\n', "m.toml")
        assert len(caught.value.problems) == 3


class TestIdentify:
    def test_is_part_of_the_roster(self) -> None:
        assert ROSTER.identify(Evidence(who="mum")) == Actor("mum", ANA, "who")
