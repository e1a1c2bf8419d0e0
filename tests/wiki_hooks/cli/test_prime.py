"""`memwiki prime`, the whole command; and the page that shows it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository import FILES, TODAY, Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_schema.prime import FOOT, HEAD

PAGE = (Path(__file__).parents[3] / "docs" / "priming.md").read_text(encoding="utf-8")
FILE = re.compile(r"^```(?:toml|markdown) (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^\$ (memwiki prime.*)\n((?:.*\n)*?)(?=^\$ |^```$)", re.MULTILINE)


def with_prime(wiki: Repository, keys: str) -> None:
    wiki.commit("Prime", {"memwiki.toml": f"{FILES['memwiki.toml']}\n[prime]\n{keys}\n"})


def test_the_page_shows_what_is_printed(tmp_path: Path, memwiki: Run) -> None:
    wiki = Repository(tmp_path / "page")
    wiki.path.mkdir()
    for path, text in FILE.findall(PAGE):
        wiki.write(path, text)
    for number in ("garden", "home"):
        wiki.write(f"wiki/{number}.md", "# A note\n")
    examples = SHOWN.findall(PAGE)
    assert len(examples) >= 2
    for command, output in examples:
        assert memwiki(*shlex.split(command)[1:], cwd=wiki.path).out == output, command


def test_it_fits_the_ceiling_of_the_configuration(wiki: Repository, memwiki: Run) -> None:
    whole = memwiki("prime", cwd=wiki.path)
    assert whole.code == 0
    assert "left out" not in whole.out
    most = len(whole.out.encode())
    for less in range(1, 200, 33):
        with_prime(wiki, f"max_bytes = {most - less}")
        assert len(memwiki("prime", cwd=wiki.path).out.encode()) <= most - less
        assert memwiki("prime", "--max-bytes", str(most), cwd=wiki.path).out == whole.out


@pytest.mark.parametrize(
    "more", [(), ("--format", "json"), ("--sections", "index", "log"), ("--who", "anna o'")]
)
def test_the_command_that_it_names_shows_all(wiki: Repository, memwiki: Run, more: tuple[str, ...]) -> None:
    least = memwiki("prime", *more, "--max-bytes", "0", cwd=wiki.path)
    assert (least.code, least.out) == (2, "")
    number = re.search(r"give it (\d+) or more", least.err)
    assert number
    tight = memwiki("prime", *more, "--max-bytes", number[1], cwd=wiki.path)
    assert len(tight.out.encode()) <= int(number[1])
    text = json.loads(tight.out)["text"] if "json" in more else tight.out
    if "left out" in text:
        named = re.search(r"^left out: .*: (memwiki prime.*)$", text, re.MULTILINE)
        assert named
        whole = memwiki(*shlex.split(named[1])[1:], cwd=wiki.path)
        assert "left out:" not in whole.out
        assert len(whole.out.encode()) <= int(named[1].rpartition(" ")[2])
    below = memwiki("prime", *more, "--max-bytes", str(int(number[1]) - 1), cwd=wiki.path)
    assert (below.code, below.out) == (2, "")


def test_as_json_the_ceiling_holds_for_all_of_it(wiki: Repository, memwiki: Run) -> None:
    text = memwiki("prime", cwd=wiki.path).out
    whole = memwiki("prime", "--format", "json", cwd=wiki.path).out
    assert json.loads(whole) == {"left_out": {}, "text": text}
    for most in range(len(whole.encode()) - 400, len(whole.encode()) + 30, 13):
        out = memwiki("prime", "--format", "json", "--max-bytes", str(most), cwd=wiki.path).out
        assert len(out.encode()) <= most
        assert json.loads(out)["text"].startswith("\n".join(HEAD))


def test_sections_are_chosen_and_ordered_by_option_or_configuration(wiki: Repository, memwiki: Run) -> None:
    with_prime(wiki, 'sections = ["log", "index"]')
    heads = re.findall(r"^## (.*)$", memwiki("prime", cwd=wiki.path).out, re.MULTILINE)
    assert heads == ["The newest log entries, newest first", "The notes, as the index lists them"]
    for given in (["index", "roster"], ["index,roster"], ["index,", "roster"]):
        both = memwiki("prime", "--sections", *given, cwd=wiki.path).out
        assert re.findall(r"^## (The notes|Who acts)", both, re.MULTILINE) == ["The notes", "Who acts"]
    chosen = memwiki("prime", "--sections", "roster", cwd=wiki.path).out
    assert re.findall(r"^## (.*)$", chosen, re.MULTILINE) == ["Who acts here, and the members"]


def test_an_unknown_section_names_the_nearest(wiki: Repository, memwiki: Run) -> None:
    asked = memwiki("prime", "--sections", "claim", cwd=wiki.path)
    assert (asked.code, asked.out) == (2, "")
    assert "--sections names claim, which is no section; did you mean claims?" in asked.err
    with_prime(wiki, 'sections = ["rooster"]')
    configured = memwiki("prime", cwd=wiki.path)
    assert (configured.code, configured.out) == (2, "")
    assert (
        "memwiki.toml: [prime] sections names rooster, which is no section; did you mean roster?"
        in configured.err
    )


def test_a_configuration_that_cannot_be_read_is_no_answer(
    wiki: Repository, memwiki: Run, tmp_path: Path
) -> None:
    wiki.commit("Broken", {"memwiki.toml": "[[store]]\npath = 3\n"})
    broken = memwiki("prime", cwd=wiki.path)
    assert (broken.code, broken.out) == (2, "")
    nothing = memwiki("prime", cwd=tmp_path)
    assert (nothing.code, nothing.out) == (2, "")


@pytest.mark.parametrize("number", ["-1", "many", "1e3"])
def test_a_number_of_bytes_is_one(wiki: Repository, memwiki: Run, number: str) -> None:
    answer = memwiki("prime", f"--max-bytes={number}", cwd=wiki.path)
    assert (answer.code, answer.out) == (2, "")


def test_who_it_is_for_is_said_and_decides_what_it_holds(wiki: Repository, memwiki: Run) -> None:
    store = '\n[[store]]\npath = "ben"\nkind = "private"\nowner = "ben"\n'
    diary = {
        "ben/index.md": "# Index\n\n- [Diary](diary.md)\n",
        "ben/log.md": "# Log\n",
        "ben/diary.md": "# D\n",
    }
    wiki.commit("Ben", {"memwiki.toml": FILES["memwiki.toml"] + store, **diary})
    assert "diary.md" in memwiki("prime", cwd=wiki.path).out
    anna = memwiki("prime", "--who", "anna", cwd=wiki.path).out
    assert "| This session acts as Anna Rossi (admin)\n" in anna
    assert "diary.md" not in anna
    assert "ben/" not in anna


def test_a_name_that_nobody_bears_suggests_the_nearest(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("prime", "--who", "ana rossi", "--sections", "index", cwd=wiki.path)
    assert (answer.code, answer.err) == (0, "memwiki: ana rossi is no member; did you mean Anna Rossi?\n")
    assert memwiki("prime", "--who", "anna", cwd=wiki.path).err == ""


def test_equal_stores_give_equal_bytes(wiki: Repository, memwiki: Run) -> None:
    out = memwiki("prime", cwd=wiki.path).out
    assert out.startswith("\n".join(HEAD))
    assert out.endswith(f"{FOOT}\n")
    assert memwiki("prime", cwd=wiki.path / "wiki").out == out
    for seed in ("0", "1"):
        environ = {**wiki.environ, "PYTHONHASHSEED": seed, "MEMWIKI_TODAY": str(TODAY)}
        again = subprocess.run(
            [sys.executable, "-m", "wiki_hooks.cli", "prime"], cwd=wiki.path, env=environ, capture_output=True
        )
        assert again.stdout.decode() == out
