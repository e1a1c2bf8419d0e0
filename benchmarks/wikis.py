"""Makes the repositories that are measured: notes, index, log, policy, in real git."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

POLICY = '[[store]]\npath = "wiki"\n'
MEMBERS = '[[member]]\nid = "ana"\nname = "Ana Ruiz"\nrole = "admin"\nemails = ["ana@example.org"]\n'
FOLDERS = 100
START = 1_793_000_000  # seconds; a day after every fact of `note_text`


def git(repo: Path, *args: str, stdin: bytes = b"") -> bytes:
    """Runs git in a repository as Ana Ruiz, whatever the machine's own configuration is."""
    env = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Ana Ruiz",
        "GIT_AUTHOR_EMAIL": "ana@example.org",
        "GIT_COMMITTER_NAME": "Ana Ruiz",
        "GIT_COMMITTER_EMAIL": "ana@example.org",
    }
    return subprocess.run(
        ["git", "-c", "gc.auto=0", *args], cwd=repo, env=env, input=stdin, check=True, capture_output=True
    ).stdout


def note_path(number: int) -> str:
    """The path of a note inside the store."""
    return f"n{number % FOLDERS:02d}/note-{number}.md"


def note_text(number: int, facts: int = 14) -> str:
    """A note of about 1.4 kB: three sections, some prose, facts of a line each."""
    lines = [f"# Note {number}", ""]
    for section in range(3):
        lines += [f"## Part {section}", "", f"What is known about subject {number}, part {section}.", ""]
        for fact in range(section, facts, 3):
            lines.append(
                f"- Machine {number}.{fact} is in pool {fact % 7} and is checked weekly"
                f" — Ana Ruiz, 2026-10-{fact + 1:02d}"
            )
        lines.append("")
    return "\n".join(lines)


def log_text(lines: int) -> str:
    """A log of so many entries, a day each."""
    start = date(1990, 1, 1)
    rows = (
        f"{start + timedelta(days=i % 13000)} | ADD | Ana Ruiz | {note_path(i)} | note {i} and its facts"
        for i in range(lines)
    )
    return "# Log\n\n" + "\n".join(rows) + "\n"


def make_wiki(repo: Path, notes: int) -> None:
    """A repository with a store of so many notes, committed and packed."""
    git(repo, "init", "-q", "-b", "main")
    wiki = repo / "wiki"
    (repo / "memwiki.toml").write_text(POLICY)
    (repo / "members.toml").write_text(MEMBERS)
    for folder in range(min(FOLDERS, notes)):
        (wiki / f"n{folder:02d}").mkdir(parents=True, exist_ok=True)
    for number in range(notes):
        (wiki / note_path(number)).write_text(note_text(number))
    index = "".join(f"- [Note {i}]({note_path(i)})\n" for i in range(notes))
    (wiki / "index.md").write_text(f"# Index\n\n{index}")
    (wiki / "log.md").write_text(log_text(600))
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "A wiki")
    git(repo, "gc", "-q")


def stage_facts(repo: Path, count: int) -> None:
    """Stages a new fact in so many notes, with the log lines that belong to it."""
    today = date.today()
    wiki = repo / "wiki"
    entries = []
    for number in range(count):
        path = wiki / note_path(number)
        path.write_text(
            path.read_text().rstrip("\n")
            + f"\n- Machine {number} was moved to the cellar — Ana Ruiz, {today}\n"
        )
        entries.append(f"{today} | ADD | Ana Ruiz | {note_path(number)} | where it stands now\n")
    with (wiki / "log.md").open("a") as log:
        log.writelines(entries)
    git(repo, "add", "-A")


def make_history(repo: Path, commits: int) -> None:
    """A history of so many commits, each a fact and a log line, through fast-import."""
    notes = {f"wiki/{note_path(i)}": note_text(i) for i in range(50)}
    index = "".join(f"- [Note {i}]({note_path(i)})\n" for i in range(50))
    log = log_text(50)
    files = {
        **notes,
        "wiki/index.md": f"# Index\n\n{index}",
        "wiki/log.md": log,
        "memwiki.toml": POLICY,
        "members.toml": MEMBERS,
    }
    stream: list[str] = []

    def commit(number: int, changed: dict[str, str]) -> None:
        day = START + number * 600
        message = f"commit {number}"
        stream.append(f"commit refs/heads/main\nauthor Ana Ruiz <ana@example.org> {day} +0000\n")
        stream.append(f"committer Ana Ruiz <ana@example.org> {day} +0000\ndata {len(message)}\n{message}\n")
        for path, text in changed.items():
            stream.append(f"M 100644 inline {path}\ndata {len(text.encode())}\n{text}\n")

    commit(0, files)
    for number in range(1, commits + 1):
        path = f"wiki/{note_path(number % 50)}"
        when = datetime.fromtimestamp(START + number * 600, UTC).date()
        notes[path] = notes[path].rstrip("\n") + f"\n- Reading {number} was taken — Ana Ruiz, {when}\n"
        log += f"{when} | ADD | Ana Ruiz | {path.removeprefix('wiki/')} | reading {number}\n"
        commit(number, {path: notes[path], "wiki/log.md": log})
    git(repo, "init", "-q", "-b", "main")
    git(repo, "fast-import", "--quiet", stdin="".join(stream).encode())
    git(repo, "reset", "-q", "--hard", "main")
    git(repo, "gc", "-q")


def write_log_change(file: Path, broken: bool) -> None:
    """A change as JSON: a log of 50 MB, one entry of 5 MB, gains a line, perhaps another letter inside."""
    lines = log_text(600_000).split("\n")
    lines[1000] += "x" * 5_000_000
    before = "\n".join(lines)
    middle = len(before) // 2
    other = "y" if before[middle] != "y" else "z"
    after = before[:middle] + other + before[middle + 1 :] if broken else before
    change = {
        "actor": "ana",
        "day": "2026-11-30",
        "policy": {"memwiki.toml": POLICY, "members.toml": MEMBERS},
        "files": [
            {
                "path": "wiki/log.md",
                "before": before,
                "after": after + "2026-11-30 | LINT | ana | . | one line more\n",
            }
        ],
    }
    file.write_text(json.dumps(change))


def main(argv: list[str]) -> None:
    """`log FILE 0|1`, `wiki FOLDER NOTES STAGED`, `history FOLDER COMMITS`, `lived-in FOLDER NOTES`.

    Made by a process of its own: a child's peak memory counts from that of its parent, so whoever measures
    stays small.
    """
    what, place, *numbers = argv
    folder = Path(place)
    if what == "log":
        write_log_change(folder, numbers[0] == "1")
        return
    folder.mkdir()
    if what == "lived-in":
        from lived_in import make_lived_in

        make_lived_in(folder, int(numbers[0]))
    elif what == "wiki":
        make_wiki(folder, int(numbers[0]))
        stage_facts(folder, int(numbers[1]))
    else:
        make_history(folder, int(numbers[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
