"""What a health pass keeps to itself: words of private stores, and what a scanner takes for a secret."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from tests.linting import view_files
from wiki_schema import hookimpl
from wiki_schema.finding import Finding, Verdict
from wiki_schema.members import Actor
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import Setting, read_setting
from wiki_schema.standing.discretion import discreet, has_confidences, told_to
from wiki_schema.standing.lint import lint

MEMBERS = '[[member]]\nid = "ben"\n\n[[member]]\nid = "anna"\nrole = "admin"\n'
STORES = '[[store]]\npath = "wiki"\n\n[[store]]\npath = "wiki/ben"\nkind = "private"\nowner = "ben"\n'
OWNERLESS = '[[store]]\npath = "."\nkind = "private"\n'
WORDS = "the loan of Carla"


def setting(stores: str, members: str = MEMBERS) -> Setting:
    found = read_setting({"memwiki.toml": stores, "members.toml": members}.get, get_plugin_manager())
    assert found is not None
    return found


def actor(given: Setting, who: str) -> Actor:
    return Actor(who, given.roster.find(who))


class TestPrivateStores:
    @pytest.mark.parametrize(
        ("stores", "path", "also", "who", "is_told"),
        [
            (STORES, "wiki/ben/a.md", "", "ben", True),
            (STORES, "wiki/ben/a.md", "", "anna", False),
            (STORES, "wiki/ben/log.md", "", "anna", False),
            (STORES, "wiki/ben/log-2026.md", "", "anna", False),
            (STORES, "wiki/ben/a.md", "", "nobody", False),
            (STORES, "wiki/a.md", "wiki/ben/a.md", "anna", False),
            (STORES, "wiki/a.md", "wiki/b.md", "anna", True),
            (STORES, "memwiki-baseline.txt", "", "anna", True),
            (OWNERLESS, "a.md", "", "anna", False),
        ],
    )
    def test_a_finding_tells_words_to_whoever_may_be_told_of_all_its_places(
        self, stores: str, path: str, also: str, who: str, is_told: bool
    ) -> None:
        places = ((also, 3),) if also else ()
        finding = Finding(path, 2, WORDS, f"mend {WORDS}", (WORDS,), rule="r", also=places, key=WORDS)
        given = setting(stores)
        (told,) = told_to(Verdict((finding,)), given, actor(given, who)).findings
        assert (told.path, told.line, told.rule, told.also) == (path, 2, "r", places)
        assert (told == finding) is is_told
        assert ("Carla" in repr(told)) is is_told

    @pytest.mark.parametrize(
        ("stores", "members", "matters"),
        [(STORES, MEMBERS, True), (STORES, "", False), ('[[store]]\npath = "."\n', MEMBERS, False)],
        ids=["a private store", "no members", "no private store"],
    )
    def test_who_asks_matters_where_there_are_private_stores_and_members(
        self, stores: str, members: str, matters: bool
    ) -> None:
        assert has_confidences(setting(stores, members)) is matters


class Scanner:
    """Takes what looks like a token for one, on however many lines."""

    @hookimpl
    def wiki_scan_secrets(self, path: str, text: str) -> list[tuple[int, int, str]]:
        return [(*found.span(), "token") for found in re.finditer(r"tok_\w+|BEGIN(?s:.)*?END", text)]


class TestSecrets:
    NOTES: Mapping[str, str] = {
        "unsigned": "# A\n\n- the key is tok_abc1\n",
        "long": f"# A\n\n- {'the key ' * 11} is tok_abc1\n",
        "a link": "# A\n\n[the key](tok_abc1.md)\n",
        "over lines": "# A\r\n\r\n- one BEGIN tok\r\n- tok_abc1\r\n- two END of it\r\n",
        "twice": "# A\n\n- open tok_abc1 — Ana Ruiz, 2026-11-01\n- open tok_abc1 — Bo Lind, 2026-11-02\n",
    }

    @pytest.mark.parametrize("text", NOTES.values(), ids=NOTES)
    @pytest.mark.parametrize("is_scanned", [True, False], ids=["scanner", "none"])
    def test_no_finding_of_a_pass_repeats_what_a_scanner_finds(self, text: str, is_scanned: bool) -> None:
        manager = get_plugin_manager()
        if is_scanned:
            manager.register(Scanner())
        found = lint(view_files({"a.md": text}), manager).findings
        assert {each.path for each in found} == {"a.md"}
        if is_scanned:
            assert not re.search("tok_abc1|BEGIN|END", repr(found))
            assert all("may hold a secret" in each.message for each in found)
        else:
            assert "may hold a secret" not in repr(found)

    def test_one_that_is_quoted_from_elsewhere_is_masked_and_the_rest_is_told(self) -> None:
        manager = get_plugin_manager()
        manager.register(Scanner())
        finding = Finding("a.md", 1, "It says tok_x1.", "write\ntok_x1 there", ("as tok_x1",), key="tok_x1")
        (told,) = discreet([finding], {"a.md": "# A\n"}.get, manager)
        masked = "[masked: token]"
        assert (told.message, told.hint) == (f"It says {masked}.", f"write\n{masked} there")
        assert told.lost == (f"as {masked}",) and "tok_" not in told.key

    def test_what_holds_none_is_told_as_it_is(self) -> None:
        manager = get_plugin_manager()
        manager.register(Scanner())
        finding = Finding("a.md", 1, "It says so.", "write\nit", ("one\ntwo",))
        assert list(discreet([finding], {}.get, manager)) == [finding]
