"""Service files: what systemd and launchd make of them is one process, in one folder."""

from __future__ import annotations

import plistlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from wiki_hooks.watch.service import LAUNCHD, SYSTEMD, service
from wiki_schema.finding import CannotCheck

FOLDERS = [
    "notes",
    "our notes",
    "50 % of it",
    "cash $HOME ${HOME}",
    'the "big" one',
    "back\\slash",
    "it's; here & there",
    "küche",
    "%h-notes-%n",
]


class TestSystemd:
    @pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
    @pytest.mark.parametrize("name", FOLDERS)
    def test_finds_nothing_wrong_with_the_unit(self, tmp_path: Path, name: str) -> None:
        top = tmp_path / name
        top.mkdir()
        unit = tmp_path / "memwiki-test.service"
        unit.write_text(service(SYSTEMD, str(top), ["--who", name]).text)
        done = subprocess.run(
            ["systemd-analyze", "verify", "--user", "--recursive-errors=one", unit],
            capture_output=True,
            text=True,
            env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "XDG_RUNTIME_DIR": str(tmp_path)},
            check=False,
        )
        ours = [line for line in done.stderr.splitlines() if "memwiki-test" in line]
        assert ours == []

    def test_is_told_how_to_run_it_and_to_begin_again_after_a_failure(self) -> None:
        unit = service(SYSTEMD, "/home/anna/notes", ["--restore"], python="/opt/venv/bin/python").text
        lines = unit.split("\n")
        assert "Type=exec" in lines
        assert "Restart=on-failure" in lines
        assert "WorkingDirectory=/home/anna/notes" in lines
        assert "ExecStart=/opt/venv/bin/python -P -m wiki_hooks.cli watch --plain --restore" in lines

    @pytest.mark.parametrize(
        ("top", "line"),
        [
            ("/a b", "WorkingDirectory=/a b"),
            ("/50%", "WorkingDirectory=/50%%"),
            ("/a ", "WorkingDirectory=/a /."),
            ("/a\\", "WorkingDirectory=/a\\/."),
        ],
    )
    def test_takes_the_folder_as_it_is(self, top: str, line: str) -> None:
        assert line in service(SYSTEMD, top).text.split("\n")

    def test_takes_a_word_as_it_is(self) -> None:
        unit = service(SYSTEMD, "/n", ["--who", 'a "b" $c %d \\'], python="/p").text
        assert '--who "a \\"b\\" $$c %%d \\\\"' in unit


class TestLaunchd:
    @pytest.mark.parametrize("name", FOLDERS)
    def test_reads_back_what_was_meant(self, name: str) -> None:
        told = plistlib.loads(service(LAUNCHD, f"/Users/anna/{name}", ["--who", name]).text.encode())
        assert told["WorkingDirectory"] == f"/Users/anna/{name}"
        assert told["ProgramArguments"][1:] == [
            "-P",
            "-m",
            "wiki_hooks.cli",
            "watch",
            "--plain",
            "--who",
            name,
        ]
        assert told["ProgramArguments"][0] == sys.executable
        assert told["KeepAlive"] == {"SuccessfulExit": False}


class TestEverywhere:
    @pytest.mark.parametrize("kind", [SYSTEMD, LAUNCHD])
    def test_two_wikis_of_one_name_have_two_services(self, kind: str) -> None:
        one, other = (service(kind, f"/home/{person}/notes").install for person in ("anna", "ben"))
        assert one != other
        assert "notes-" in one[1] + one[0]

    @pytest.mark.parametrize("kind", [SYSTEMD, LAUNCHD])
    @pytest.mark.parametrize("name", ["new\nline", "bell\x07", "not utf-8 \udcff", "\u202egnirts"])
    def test_a_name_that_no_such_file_can_hold_is_refused(self, kind: str, name: str) -> None:
        with pytest.raises(CannotCheck, match="rename that folder"):
            service(kind, f"/home/{name}")
