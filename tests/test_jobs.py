"""The jobs that are ready to copy can be read by what runs them, and their commands work."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.repository import Repository, wiki_repository
from wiki_hooks import cli
from wiki_hooks.cli.parser import Parser

JOBS = Path(__file__).parents[1] / "docs" / "jobs"

GH = """\
#!/bin/sh
printf '%s\\n' "$*" >> "$GH_CALLS"
if [ "$2" = list ]; then cat "$GH_ISSUE"; fi
"""


def read(name: str) -> str:
    return (JOBS / name).read_text(encoding="utf-8")


def commands(name: str) -> list[str]:
    """The command lines of memwiki in a job, up to what the shell makes of their answer."""
    lines = (line.strip().removeprefix("- ").removeprefix("ExecStart=") for line in read(name).split("\n"))
    found = []
    for line in lines:
        if "memwiki lint" in line and not line.startswith("#"):
            found.append(line[line.index("memwiki lint") :].partition(" >")[0].partition(" ||")[0])
    return found


@pytest.mark.parametrize("name", sorted(path.name for path in JOBS.iterdir() if path.suffix != ".timer"))
def test_every_command_of_a_job_is_one(name: str) -> None:
    assert commands(name)
    parser = Parser("memwiki", "")
    cli.built_in("lint").add_arguments(parser)
    for command in commands(name):
        parser.parse_args(shlex.split(command)[2:])


def test_the_workflow_uses_official_actions_only_and_reads_the_whole_history() -> None:
    workflow = YAML(typ="safe").load(read("github-health.yml"))
    assert set(workflow) == {"name", "on", "permissions", "concurrency", "jobs"}
    assert workflow["permissions"] == {"contents": "read", "issues": "write"}
    steps = workflow["jobs"]["lint"]["steps"]
    actions = [step["uses"] for step in steps if "uses" in step]
    assert all(action.startswith("actions/") for action in actions)
    assert steps[0]["with"]["fetch-depth"] == 0


def test_the_pipeline_is_a_job_with_a_script() -> None:
    job = YAML(typ="safe").load(read("gitlab-health.yml"))["memwiki-health"]
    assert {"image", "rules", "script", "artifacts"} <= set(job)
    assert job["variables"]["GIT_DEPTH"] == "0"


class TestTheWorkflow:
    @pytest.fixture
    def wiki(self, tmp_path: Path) -> Repository:
        return wiki_repository(tmp_path / "wiki")

    def run(self, wiki: Repository, tmp_path: Path, issue: str) -> tuple[str, str]:
        """Runs its steps as a runner does; gives what `gh` was asked for, and the report."""
        tools = tmp_path / "bin"
        tools.mkdir(exist_ok=True)
        (tools / "gh").write_text(GH)
        (tools / "gh").chmod(0o755)
        (tools / "memwiki").write_text(f'#!/bin/sh\nexec {sys.executable} -m wiki_hooks.cli "$@"\n')
        (tools / "memwiki").chmod(0o755)
        files = {name: str(tmp_path / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GH_CALLS")}
        (tmp_path / "issue").write_text(issue)
        environ = {
            **wiki.environ, **files, "PATH": f"{tools}:{os.environ['PATH']}", "RUNNER_TEMP": str(tmp_path),
            "TITLE": "memwiki: health pass", "GH_ISSUE": str(tmp_path / "issue"),
            "MEMWIKI_TODAY": "2026-11-30",
        }  # fmt: skip
        steps = YAML(typ="safe").load(read("github-health.yml"))["jobs"]["lint"]["steps"]
        look, post = (step["run"] for step in steps[-2:])
        for path in files.values():
            Path(path).unlink(missing_ok=True)
        self.shell(look, wiki, environ)
        code = Path(files["GITHUB_OUTPUT"]).read_text().strip().removeprefix("code=")
        self.shell(post.replace("${{ steps.lint.outputs.code }}", code), wiki, environ)
        calls = Path(files["GH_CALLS"]).read_text().split("\n", 1)[1].strip()
        return calls, (tmp_path / "report.md").read_text()

    def shell(self, script: str, wiki: Repository, environ: dict[str, str]) -> None:
        done = subprocess.run(
            ["bash", "-eo", "pipefail", "-c", script],
            cwd=wiki.path,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def test_posts_the_report_keeps_the_issue_up_to_date_and_closes_it(
        self, wiki: Repository, tmp_path: Path
    ) -> None:
        wiki.write("memwiki-baseline.txt", "odd | a.md | lint-0123456789abcdef | 1\n")
        calls, report = self.run(wiki, tmp_path, "")
        assert calls.startswith("issue create --title memwiki: health pass --body-file ")
        assert report.startswith("### memwiki: the health pass: 1 warning\n")
        calls, _ = self.run(wiki, tmp_path, "7\n")
        assert calls.startswith("issue edit 7 --body-file ")
        (wiki.path / "memwiki-baseline.txt").unlink()
        assert self.run(wiki, tmp_path, "7\n")[0] == "issue close 7 --comment Nothing is left."
        assert self.run(wiki, tmp_path, "")[0] == ""
