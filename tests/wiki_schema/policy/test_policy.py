"""The policy: what a configuration says, and how every fault in it is named."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from wiki_schema.policy import Policy, PolicyError, Store, read_policy
from wiki_schema.policy.schema import docs_tables, json_schema

SCHEMA = Path(__file__).parents[3] / "docs" / "memwiki.schema.json"


def policy(text: str, file: str = "memwiki.toml") -> Policy:
    found = read_policy({file: text}.get)
    assert found is not None
    return found


def problems(text: str, file: str = "memwiki.toml", rules: set[str] | None = None) -> tuple[str, ...]:
    with pytest.raises(PolicyError) as caught:
        read_policy({file: text}.get, rules)
    return caught.value.problems


FULL = """
[[store]]
path = "./shared-memory/"
kind = "shared"
log = "../docs/log.md"
log_format = "headings"
log_order = "newest-first"
exclude = ["raw/**", "!raw/keep.md"]
originator_may_update = true
extra_verbs = ["PURGE"]

[[store]]
path = "private"
kind = "private"
owner = "anna"

[members]
file = "people/members.toml"

[rules]
note-unindexed = "warning"
elision = "off"

[lint]
claim_days = 3
limits = { note_lines = 400 }

[watch]
restore = true
"""


class TestReading:
    def test_every_key(self) -> None:
        found = policy(FULL)
        assert found.stores == (
            Store(
                path="shared-memory",
                log="../docs/log.md",
                log_format="headings",
                log_order="newest-first",
                exclude=("raw/**", "!raw/keep.md"),
                originator_may_update=True,
                extra_verbs=("PURGE",),
            ),
            Store(path="private", kind="private", owner="anna"),
        )
        assert found.members_file == "people/members.toml"
        assert found.rules == {"note-unindexed": "warning", "elision": "off"}
        assert found.lint["claim_days"] == 3
        assert found.lint["limits"] == {
            "index_lines": 200, "index_bytes": 25_000, "note_lines": 400, "note_bytes": 25_000
        }  # fmt: skip
        assert found.watch == {"settle_ms": 300, "restore": True, "owner": ""}
        assert found.source == "memwiki.toml"

    def test_what_is_not_said_has_a_default(self) -> None:
        assert policy('[[store]]\npath = "."') == Policy((Store(""),))

    @pytest.mark.parametrize("path", [".", "./", "a/..", "./."])
    def test_the_top_is_a_store(self, path: str) -> None:
        assert policy(f'[[store]]\npath = "{path}"').stores == (Store(""),)

    def test_no_file_is_no_policy(self) -> None:
        assert read_policy({}.get) is None

    def test_pyproject_is_read_where_there_is_no_memwiki_toml(self) -> None:
        project = '[project]\nname = "x"\n[[tool.memwiki.store]]\npath = "wiki"\n'
        found = policy(project, "pyproject.toml")
        assert (found.stores, found.source) == ((Store("wiki"),), "pyproject.toml")
        both = {"pyproject.toml": project, "memwiki.toml": '[[store]]\npath = "."'}
        assert read_policy(both.get) == Policy((Store(""),))

    @pytest.mark.parametrize("project", ['dependencies = ["memwiki"]', "[tool.ruff]\n", "not = [toml"])
    def test_a_pyproject_without_our_table_is_no_policy(self, project: str) -> None:
        assert read_policy({"pyproject.toml": project}.get) is None

    def test_a_bom_and_crlf_are_no_fault(self) -> None:
        assert policy('\ufeff[[store]]\r\npath = "wiki"\r\n').stores == (Store("wiki"),)

    def test_two_stores_may_share_a_log(self) -> None:
        found = policy(
            '[[store]]\npath = "en"\nlog = "../docs/log.md"\n[[store]]\npath = "ru"\nlog = "../docs/log.md"'
        )
        assert {store.log_path for store in found.stores} == {"docs/log.md"}


STORE = '[[store]]\npath = "a"\n'

FAULTS = [
    ("a misspelt key", STORE + 'knd = "open"', "memwiki.toml:3: [[store]] knd ", "did you mean kind?"),
    ("a dash for a score", STORE + 'log-format = "okf"', ":3: [[store]] log-format ", "mean log_format?"),
    ("a misspelt table", STORE + "[ruls]", ":3: ruls ", "did you mean rules?"),
    ("an unknown key at the top", 'colour = "red"\n' + STORE, ":1: colour ", "no table"),
    ("no path", '[[store]]\nkind = "open"', ":1: [[store]] path ", "is missing"),
    ("no store at all", "[lint]\n", "memwiki.toml: ", "names no store"),
    ("an empty file", "", "memwiki.toml: ", "names no store"),
    ("one bracket", '[store]\npath = "a"', ":1: [[store]] ", "two brackets, [[store]]"),
    ("two brackets", STORE + "[[lint]]", ":3: [lint] ", "one table, [lint]"),
    ("an unknown kind", STORE + 'kind = "publc"', ":3: [[store]] kind ", "shared, private or open"),
    ("an unknown order", STORE + 'log_order = "newest"', ":3: [[store]] log_order ", "mean newest-first?"),
    ("a number for a text", STORE + "log = 3", ":3: [[store]] log is 3", "a text in quotes"),
    ("a text for a list", STORE + 'exclude = "raw"', ":3: [[store]] exclude ", "a list of texts"),
    ("a text for a flag", STORE + 'originator_may_update = "yes"', ":3: ", "true or false"),
    ("a flag for a number", STORE + "[lint]\nclaim_days = true", ":4: [lint] claim_days ", "a whole number"),
    ("a negative number", STORE + "[prime]\nmax_bytes = -1", ":4: [prime] max_bytes ", "0 or more"),
    ("an unknown limit", STORE + "[lint.limits]\nlines = 1", ":4: [lint.limits] lines ", "no key"),
    ("a limit that is no table", STORE + "[lint]\nlimits = 1", "[lint.limits] ", "must be a table"),
    ("an unknown level", STORE + '[rules]\nsecret = "warn"', ":4: [rules] secret ", "did you mean warning?"),
    ("a path above", '[[store]]\npath = "../a"', ":2: [[store]] path ", "leaves the repository"),
    ("a path through and above", '[[store]]\npath = "a/../../b"', ":2: ", "leaves the repository"),
    ("an absolute path", '[[store]]\npath = "/srv/wiki"', ":2: ", "is absolute"),
    ("a drive letter", '[[store]]\npath = "C:/wiki"', ":2: ", "is absolute"),
    ("a home folder", '[[store]]\npath = "~/wiki"', ":2: ", "home folder"),
    ("a backslash", "[[store]]\npath = 'a\\b'", ":2: ", "forward slashes"),
    ("an empty path", '[[store]]\npath = ""', ":2: ", 'write "."'),
    ("two stores at one path", STORE + '[[store]]\npath = "./a/"', ":4: [[store]] path ", "another store"),
    ("a log outside", STORE + 'log = "../../log.md"', ":3: [[store]] log ", "leaves the repository"),
    ("a log that is the store", STORE + 'log = "."', ":3: [[store]] log ", "names a folder"),
    ("an index outside the store", STORE + 'index = "../index.md"', ":3: ", "leaves the store"),
    ("log and index in one", STORE + 'log = "index.md"', ":3: [[store]] log ", "two files"),
    ("an owner of a shared store", STORE + 'owner = "anna"', ":3: [[store]] owner ", "private stores"),
    ("a verb with a pipe", STORE + 'extra_verbs = ["A|B"]', ":3: [[store]] extra_verbs ", "one word"),
    ("a members file outside", STORE + '[members]\nfile = "../m.toml"', ":4: [members] file ", "leaves"),
    ("one log in two formats",
     STORE + 'log = "../l.md"\n[[store]]\npath = "b"\nlog = "../l.md"\nlog_format = "okf"',
     ":6: [[store]] log ", "same in both"),
    ("no TOML", STORE + "kind = open", "memwiki.toml:3: no valid TOML", "line 3"),
    ("a key given twice", STORE + 'path = "b"', "memwiki.toml:3: no valid TOML", "overwrite"),
    ("an open bracket at the end", STORE + "exclude = [\n", "memwiki.toml:3: no valid TOML", ""),
    ("no UTF-8", STORE + "# caf\udce9", "memwiki.toml:3: ", "not UTF-8"),
    ("nested without end", "a = " + "[" * 100_000, "memwiki.toml", ""),
]  # fmt: skip


class TestFaults:
    @pytest.mark.parametrize(("text", "place", "says"), [f[1:] for f in FAULTS], ids=[f[0] for f in FAULTS])
    def test_names_its_place_and_what_is_right(self, text: str, place: str, says: str) -> None:
        assert [p for p in problems(text) if place in p and says in p], problems(text)

    def test_all_come_at_once_in_the_order_of_the_lines(self) -> None:
        found = problems(
            '[[store]]\npath = "../a"\nkind = "publc"\n[[store]]\npath = "b"\nlg = "x"\n'
            "[ruls]\n[watch]\nrestore = 1\n"
        )
        assert [problem.split(": ")[0].rpartition(":")[2] for problem in found] == ["2", "3", "6", "7", "9"]

    def test_pyproject_names_its_own_tables(self) -> None:
        text = '[tool.other]\nkind = 1\n[[tool.memwiki.store]]\npath = "a"\nkind = "x"\n[tool.memwiki.lnt]\n'
        first, second = problems(text, "pyproject.toml")
        assert first.startswith("pyproject.toml:5: [[tool.memwiki.store]] kind ")
        assert second.startswith("pyproject.toml:6: lnt ")
        assert second.endswith("did you mean lint?")

    def test_rules_are_known_only_when_they_are_given(self) -> None:
        text = STORE + '[rules]\nsecrt = "off"\n'
        assert policy(text).rules == {"secrt": "off"}
        (problem,) = problems(text, rules={"secret", "elision"})
        assert problem == "memwiki.toml:4: [rules] secrt is no rule; did you mean secret?"

    def test_words_of_the_file_are_data(self) -> None:
        (problem,) = problems(STORE + '"\\u001b[31m" = 1\n')
        assert "\x1b" not in problem


class TestStore:
    store = Store("wiki", exclude=("raw/**", "*.draft.md"))

    @pytest.mark.parametrize(
        ("path", "is_note"),
        [
            ("wiki/a.md", True),
            ("wiki/deep/er/a.md", True),
            ("wiki/log.md", False),
            ("wiki/sub/log.md", True),
            ("wiki/index.md", False),
            ("wiki/sub/index.md", False),
            ("wiki/log-2025.md", False),
            ("wiki/log-2025-06.md", False),
            ("wiki/log-2025-06-30.md", False),
            ("wiki/log-2025b.md", True),
            ("wiki/log-2026-tea.md", True),
            ("wiki/log-2025-journey.md", True),
            ("wiki/log-book.md", True),
            ("wiki/sub/log-2025.md", True),
            ("wiki/.obsidian/a.md", False),
            ("wiki/.trash/a.md", False),
            ("wiki/.#a.md", False),
            ("wiki/a.md~", False),
            ("wiki/a.txt", False),
            ("wiki/raw/a.md", False),
            ("wiki/x.draft.md", False),
            ("other/a.md", False),
            ("wikis/a.md", False),
            ("a.md", False),
        ],
    )
    def test_notes(self, path: str, is_note: bool) -> None:
        assert self.store.is_note(path) is is_note

    def test_a_store_in_a_hidden_folder_has_notes(self) -> None:
        assert Store(".claude/memory").is_note(".claude/memory/a.md")

    def test_patterns_end_where_a_later_one_takes_back(self) -> None:
        store = Store("", exclude=("raw/*", "!raw/keep.md"))
        assert not store.is_note("raw/a.md")
        assert store.is_note("raw/keep.md")

    def test_a_pattern_that_is_none_is_an_error_not_a_pass(self) -> None:
        with pytest.raises(PolicyError, match="exclude"):
            Store("", exclude=("!",)).is_note("a.md")

    def test_paths_of_log_and_index(self) -> None:
        assert (self.store.log_path, self.store.index_path) == ("wiki/log.md", "wiki/index.md")
        assert Store("").log_path == "log.md"
        assert Store("a/b", log="../../docs/log.md").log_path == "docs/log.md"

    def test_a_log_elsewhere_has_its_archives_there(self) -> None:
        store = Store("en", log="../docs/log.md")
        assert store.is_archive("docs/log-2025.md")
        assert not store.is_archive("en/log-2025.md")
        assert store.is_note("en/log.md")

    def test_a_log_without_suffix_has_archives(self) -> None:
        assert Store("", log="LOG").is_archive("LOG-2025")

    def test_folders_compare_in_any_unicode_form(self) -> None:
        assert Store("Größe").relative("Gro\u0308ße/u\u0308.md") == "u\u0308.md"
        assert not Store("Größe").holds("Große/a.md")


class TestPolicy:
    nested = Policy((Store(""), Store("deep"), Store("en", log="../docs/log.md")))

    @pytest.mark.parametrize(
        ("path", "store"), [("a.md", ""), ("deep/a.md", "deep"), ("deeper/a.md", ""), ("deep/x/a.md", "deep")]
    )
    def test_a_path_belongs_to_the_deepest_store(self, path: str, store: str) -> None:
        found = self.nested.store_of(path)
        assert found is not None
        assert found.path == store

    def test_outside_every_store(self) -> None:
        assert Policy((Store("wiki"),)).store_of("README.md") is None

    def test_the_log_of_one_store_is_no_note_of_another(self) -> None:
        assert self.nested.store_of_note("docs/log.md") is None
        assert self.nested.store_of_note("docs/log-2025.md") is None
        assert self.nested.store_of_note("docs/other.md") == Store("")


class TestSchema:
    def test_the_file_in_docs_is_current(self) -> None:
        written = json.dumps(json_schema(), indent=2) + "\n"
        assert SCHEMA.read_text(encoding="utf-8") == written, (
            "write it anew: python -c 'import json; from wiki_schema.policy.schema import json_schema; "
            "print(json.dumps(json_schema(), indent=2))' > docs/memwiki.schema.json"
        )

    def test_it_accepts_what_the_reader_accepts(self) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        jsonschema.Draft7Validator.check_schema(json_schema())
        jsonschema.validate(tomllib.loads(FULL), json_schema())

    @pytest.mark.parametrize(
        "text", [STORE + "knd = 1", STORE + 'kind = "x"', "[lint]", '[store]\npath = "a"']
    )
    def test_it_refuses_what_the_reader_refuses(self, text: str) -> None:
        jsonschema = pytest.importorskip("jsonschema")
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(tomllib.loads(text), json_schema())

    def test_the_docs_name_every_key(self) -> None:
        assert "| `log_order` | `oldest-first` \\| `newest-first` | `oldest-first` |" in docs_tables()


@pytest.mark.parametrize("key", ["path", "log", "index", "kind", "log_format", "extra_verbs", "own\\u202e"])
def test_a_fault_quotes_values_on_one_line_harmless_and_cut(key: str) -> None:
    value = r"/\u001b]0;x\u0007\n::error::forged\u009b\u202e " + "x" * 500
    written = f'["{value}"]' if key == "extra_verbs" else f'"{value}"'
    rows = {"path": '"wiki"', f'"{key}"': written} if key != "path" else {"path": written}
    table = "".join(f"{name} = {text}\n" for name, text in rows.items())
    text = f'[[store]]\n{table}[members]\nfile = "{value}"\n[lint]\nbaseline = "{value}"\n'
    found = problems(text)
    assert len(found) >= 2
    assert all(problem.isprintable() and len(problem) < 400 for problem in found)


@pytest.mark.parametrize("word", ["", "   ", "*", "a*b*c*"])
@pytest.mark.parametrize("key", ["private", "allowed"])
def test_a_word_of_ones_own_is_a_word(key: str, word: str) -> None:
    text = f'[[store]]\npath = "wiki"\n[lint.words]\n{key} = ["surg*", "{word}"]\n'
    [problem] = problems(text)
    assert problem.startswith(f'memwiki.toml:4: [lint.words] {key} "{word}" is no word')
