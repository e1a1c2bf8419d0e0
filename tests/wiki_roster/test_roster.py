"""The directories of members: what each gives, and what becomes of them together."""

from __future__ import annotations

import json
import time
import unicodedata
from collections.abc import Mapping, Sequence

import pytest

from wiki_roster import wiki_list_members
from wiki_roster.authors import people
from wiki_roster.mailmap import Mailmap
from wiki_schema.finding import CannotCheck
from wiki_schema.members import Member, Roster
from wiki_schema.members.around import NOWHERE, Around, Author
from wiki_schema.members.joining import joined
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import Policy, PolicyError, Store
from wiki_schema.policy import keys as policy_keys
from wiki_schema.policy.setting import read_roster

ANNA = Author("Anna Rossi", "anna@example.org")
BEN = Author("Ben Okri", "ben@example.org")


def policy(**members: object) -> Policy:
    given = {**policy_keys.defaults(policy_keys.MEMBERS), **members}
    return Policy((Store(""),), members_file="people.toml", members=given)


def listed(files: Mapping[str, str], around: Around = NOWHERE, **members: object) -> list[Member]:
    found = read_roster(policy(**members), files.get, get_plugin_manager(), around)
    return list(found.members)


class TestTheFile:
    def test_is_the_one_that_the_policy_names(self) -> None:
        files = {"people.toml": '[[member]]\nid = "anna"\n', "members.toml": "not read"}
        assert wiki_list_members(policy(), files.get, NOWHERE) == [Member("anna", sources=("people.toml",))]

    def test_without_it_nobody_is_a_member(self) -> None:
        assert wiki_list_members(policy(), {}.get, NOWHERE) == []

    def test_that_cannot_be_read_is_an_error_not_nobody(self) -> None:
        with pytest.raises(PolicyError, match=r"people\.toml:1"):
            wiki_list_members(policy(), {"people.toml": "[[member"}.get, NOWHERE)

    def test_alone_asks_for_nothing_else(self) -> None:
        def refuse(*_: object) -> Sequence[Author]:
            raise AssertionError("asked")

        around = Around(refuse, refuse, refuse)  # type: ignore[arg-type]
        assert [m.id for m in listed({"people.toml": '[[member]]\nid = "anna"\n'}, around)] == ["anna"]

    @pytest.mark.parametrize("value", ['["the secret"]', "{ secret = 1 }", "17"])
    def test_a_remark_of_the_wrong_type_is_not_shown(self, value: str) -> None:
        with pytest.raises(PolicyError) as caught:
            listed({"people.toml": f'[[member]]\nid = "anna"\nnotes = {value}\n'})
        assert "secret" not in str(caught.value)
        assert "17" not in str(caught.value)


class TestGit:
    def test_is_asked_only_where_it_is_turned_on(self) -> None:
        around = Around(authors=lambda: (ANNA, BEN))
        assert listed({}, around) == []
        assert [m.label for m in listed({}, around, git=True)] == ["Anna Rossi", "Ben Okri"]

    def test_gives_members_and_never_admins(self) -> None:
        (anna,) = listed({}, Around(authors=lambda: (ANNA,)), git=True)
        assert anna == Member("Anna Rossi", emails=("anna@example.org",), sources=("git",))

    @pytest.mark.parametrize(
        ("authors", "mailmap", "wanted"),
        [
            pytest.param(
                [ANNA, Author("anna", "anna@example.org")], "",
                {"Anna Rossi": (("anna",), ("anna@example.org",))}, id="one address is one person",
            ),
            pytest.param(
                [ANNA, Author("Anna Rossi", "a@home.example")], "",
                {"Anna Rossi": ((), ("anna@example.org", "a@home.example"))}, id="one name is one person",
            ),
            pytest.param(
                [Author("ar", "a@home.example"), BEN], "Anna Rossi <anna@example.org> <A@home.example>\n",
                {
                    "Anna Rossi": (("ar",), ("anna@example.org", "a@home.example")),
                    "Ben Okri": ((), ("ben@example.org",)),
                },
                id="a proper name and address",
            ),
            pytest.param(
                [Author("ar", "a@home.example")], "# a comment\nAnna Rossi <a@home.example> # home\n",
                {"Anna Rossi": (("ar",), ("a@home.example",))}, id="a proper name",
            ),
            pytest.param(
                [Author("Anna", "pc@home.example"), Author("Ben", "pc@home.example")],
                "Anna Rossi <anna@example.org> Anna <pc@home.example>\n"
                "Ben Okri <ben@example.org> Ben <pc@home.example>\n",
                {
                    "Anna Rossi": (("Anna",), ("anna@example.org",)),
                    "Ben Okri": (("Ben",), ("ben@example.org",)),
                },
                id="two people at one machine share no address",
            ),
            pytest.param(
                [Author("Anna", "pc@home.example"), Author("Anna", "anna@example.org")],
                "Ben <ben@example.org> Anna <pc@home.example>\n",
                {
                    "Ben": ((), ("ben@example.org", "pc@home.example")),
                    "Anna": ((), ("anna@example.org",)),
                },
                id="a name that somebody else committed under",
            ),
            pytest.param(
                [Author("", "bot@example.org"), Author("", "")], "",
                {"bot@example.org": ((), ("bot@example.org",))}, id="without a name",
            ),
        ],
    )  # fmt: skip
    def test_a_person_is_told_by_name_and_address(
        self, authors: list[Author], mailmap: str, wanted: dict[str, tuple[tuple[str, ...], tuple[str, ...]]]
    ) -> None:
        found = people(authors, Mailmap(mailmap))
        assert {m.id: (m.aliases, m.emails) for m in found} == wanted

    def test_reads_the_mailmap_of_the_side_that_is_judged(self) -> None:
        around = Around(authors=lambda: (Author("ar", "a@home.example"),))
        found = listed({".mailmap": "Anna Rossi <a@home.example>\n"}, around, git=True)
        assert [m.label for m in found] == ["Anna Rossi"]


def test_many_authors_take_no_long_time() -> None:
    authors = [Author(f"P{n}", f"p{n}@example.org") for n in range(20_000)]
    started = time.perf_counter()
    assert len(joined(people(authors, Mailmap("")), print)) == 20_000
    assert time.perf_counter() - started < 5


FOLDER = (
    "J_ohn_ D_oe.md", "[bot] helper.md", "a|b.md", "*star*.md", "<svc>.md", "back`tick.md", "ünï.md",
    "README.md", ".DS_Store", ".hidden.md", "old/x.md", "Chidi Obi.md", "photo.png",
)  # fmt: skip


class TestAFolder:
    def test_holds_a_note_for_each_member(self) -> None:
        told: list[str] = []
        around = Around(files=lambda folder: FOLDER if folder == "people" else (), tell=told.append)
        found = listed({}, around, folder="people")
        names = [
            "*star*", "<svc>", "Chidi Obi", "J_ohn_ D_oe", "[bot] helper", "a|b", "back`tick", "ünï",
        ]  # fmt: skip
        assert [member.id for member in found] == names
        assert {member.role for member in found} == {"member"}
        assert told == ["people/old/x.md is left out: what a folder inside people means is not known."]

    def test_a_name_in_two_compositions_is_one_member(self) -> None:
        files = [f"{unicodedata.normalize(form, 'Zoë Kuße')}.md" for form in ("NFC", "NFD")]
        found = listed({}, Around(files=lambda _: files), folder="people")
        assert len(found) == 1


class TestACommand:
    def run(self, printed: str, file: str = "") -> list[Member]:
        return listed({"people.toml": file}, Around(run=lambda words: printed), command=("who", "--json"))

    @pytest.mark.parametrize("wrap", [lambda rows: rows, lambda rows: {"member": rows}])
    def test_prints_what_a_members_file_may_hold(self, wrap) -> None:
        rows = [
            {"id": "cleo", "emails": ["c@example.org"]},
            {"id": "bot", "role": "agent", "acts_for": ["anna"]},
        ]
        found = self.run(json.dumps(wrap(rows)), '[[member]]\nid = "anna"\n')
        assert [(m.id, m.role) for m in found] == [("anna", "member"), ("cleo", "member"), ("bot", "agent")]
        assert found[1].sources == ("who",)

    @pytest.mark.parametrize(
        ("printed", "told"),
        [
            ("", "`who --json` prints no valid JSON"),
            ("7", "prints no list of members"),
            ("[7]", "must be an array of tables"),
            ('[{"name": "Anna"}]', "id is missing"),
            ('[{"id": "a", "rolle": "x"}]', "rolle is no key of this table; did you mean role?"),
            ('[{"id": "a", "role": "king"}]', 'role is "king", must be admin, member, guest or agent'),
            ('[{"id": "a", "emails": "x"}]', "must be a list of texts"),
            ('{"members": []}', "members is no table of this file; did you mean member?"),
            ("[" * 100_000, "`who --json` prints"),
        ],
    )
    def test_what_is_no_list_of_members_is_an_error(self, printed: str, told: str) -> None:
        with pytest.raises(CannotCheck) as caught:
            self.run(printed)
        assert told in str(caught.value)


class TestTogether:
    FILE = '[[member]]\nid = "anna"\nname = "Anna Rossi"\nrole = "admin"\naliases = ["mum"]\nnotes = "n"\n'

    def test_the_file_decides_and_the_others_add(self) -> None:
        around = Around(
            files=lambda _: ["Anna Rossi.md", "mum.md", "Ben Okri.md"], authors=lambda: (ANNA, BEN)
        )
        anna, ben = listed({"people.toml": self.FILE}, around, git=True, folder="people")
        assert (anna.id, anna.role, anna.notes, anna.aliases) == ("anna", "admin", "n", ("mum",))
        assert anna.sources == ("people.toml", "people", "git")
        assert (ben.label, ben.sources) == ("Ben Okri", ("people", "git"))

    TWO = f'{FILE}[[member]]\nid = "ben"\nname = "Ben Okri"\nemails = ["b@x.example"]\n'

    def test_whoever_would_be_two_members_is_an_error_that_names_both(self) -> None:
        printed = Around(run=lambda _: '[{"id": "Anna Rossi", "emails": ["b@x.example"]}]')
        with pytest.raises(CannotCheck) as caught:
            listed({"people.toml": self.TWO}, printed, command=("who",))
        assert not isinstance(caught.value, PolicyError)  # else the next change would be judged by no rule
        assert str(caught.value) == (
            'who: "Anna Rossi" would be two members at once, "Anna Rossi" and "Ben Okri": '
            "give each name and address to one of them."
        )

    def test_an_author_who_would_be_two_members_is_left_out_and_told(self) -> None:
        told: list[str] = []
        around = Around(authors=lambda: (Author("Anna Rossi", "b@x.example"), BEN), tell=told.append)
        anna, ben = listed({"people.toml": self.TWO}, around, git=True)
        assert (anna.emails, ben.emails) == ((), ("b@x.example", "ben@example.org"))
        assert told == [
            'git: "Anna Rossi" would be two members at once, "Anna Rossi" and "Ben Okri", so it is left out: '
            "tell them apart in .mailmap."
        ]

    def test_no_commit_makes_an_admin(self) -> None:
        authors = (Author("Anna Rossi", "m@x.example"), Author("Mallory", "m@x.example"))
        (anna,) = listed({"people.toml": self.FILE}, Around(authors=lambda: authors), git=True)
        assert (anna.emails, anna.aliases) == ((), ("mum",))

    @pytest.mark.parametrize("around", [
        Around(files=lambda _: ["agent-7.md"], authors=lambda: (Author("agent-7", "m@x.example"),)),
        Around(authors=lambda: (Author("agent-7", "m@x.example"), Author("Mallory", "m@x.example"))),
    ])  # fmt: skip
    def test_no_commit_lends_an_agent_to_anybody(self, around: Around) -> None:
        agent = f'{self.FILE}[[member]]\nid = "agent-7"\nrole = "agent"\nacts_for = ["anna"]\n'
        _, seven = listed({"people.toml": agent}, around, git=True, folder="people")
        assert (seven.role, seven.emails, seven.aliases) == ("agent", (), ())

    PRINTED = json.dumps(
        [
            {"id": "anna", "name": "Anna Rossi", "role": "admin", "emails": ["anna@example.org"]},
            {"id": "agent-7", "role": "agent", "acts_for": ["anna", "Cleo"]},
        ]
    )

    def test_what_a_command_says_of_somebody_no_note_and_no_commit_says_otherwise(self) -> None:
        around = Around(
            files=lambda _: ["Anna Rossi.md", "agent-7.md", "Cleo.md"],
            authors=lambda: (ANNA, Author("agent-7", "m@x.example")),
            run=lambda _: self.PRINTED,
        )
        anna, seven, cleo = listed({}, around, git=True, folder="people", command=("who",))
        assert (anna.id, anna.role, anna.sources) == ("anna", "admin", ("who", "people", "git"))
        assert (seven.id, seven.role, seven.acts_for, seven.emails) == (
            "agent-7", "agent", ("anna", "Cleo"), (),
        )  # fmt: skip
        assert (cleo.role, cleo.sources) == ("member", ("people",))

    @pytest.mark.parametrize(
        ("file", "note", "authors", "printed"),
        [
            (TWO, ["Dora.md"], [Author("Dora", "b@x.example")], "[]"),
            (
                "", [], [Author("Eva", "pc@x.example"), Author("Finn", "pc@x.example")],
                '[{"id": "Eva"}, {"id": "Finn"}]',
            ),
        ],
        ids=["a note and the file", "two of a command"],
    )  # fmt: skip
    def test_no_commit_makes_two_members_one(
        self, file: str, note: list[str], authors: list[Author], printed: str
    ) -> None:
        told: list[str] = []
        around = Around(lambda _: note, lambda: authors, lambda _: printed, told.append)
        with_git = listed({"people.toml": file}, around, folder="people", command=("who",), git=True)
        assert with_git == listed({"people.toml": file}, around, folder="people", command=("who",))
        assert ["would be two members at once" in sentence for sentence in told] == [True]

    @pytest.mark.parametrize("name", [
        "anna and bob", "anna, bob", "anna & bob", "anna+bob", "anna  and  bob", "anna \u200eand bob",
    ])  # fmt: skip
    def test_a_name_of_two_names_takes_over_nothing(self, name: str) -> None:
        """Else a note, or a commit, would answer for what two have said together."""
        told: list[str] = []
        file = '[[member]]\nid = "anna"\n[[member]]\nid = "bob"\n'
        around = Around(
            lambda _: [f"{name}.md"],
            lambda: (Author(name, ""), Author("Cleo", "c@x.example"), Author(name, "c@x.example")),
            lambda _: json.dumps([{"id": "dora", "aliases": [name]}]) if "+" in name else "[]",
            told.append,
        )
        found = listed({"people.toml": file}, around, folder="people", command=("who",), git=True)
        roster = Roster(found)
        assert [member.id for member in roster.originators("anna and bob")] == ["anna", "bob"]
        assert roster.find(name) is None
        assert told and all("reads as several names, so it is left out" in sentence for sentence in told)

    def test_of_two_names_may_be_whom_the_file_names_so(self) -> None:
        file = '[[member]]\nid = "smiths"\nname = "Smith & Sons"\n'
        around = Around(files=lambda _: ["Smith & Sons.md"])
        (smiths,) = listed({"people.toml": file}, around, folder="people")
        assert smiths.sources == ("people.toml", "people")

    def test_names_are_never_folded(self) -> None:
        found = joined(map(Member, ["Kohler", "Köhler", "kohler", "Ko\u0308hler"]), print)
        assert [member.id for member in found] == ["Kohler", "Köhler", "kohler"]

    def test_a_direction_mark_makes_nobody_else(self) -> None:
        assert len(joined(map(Member, ["שרה לוי", "שרה לוי\u200f"]), print)) == 1
