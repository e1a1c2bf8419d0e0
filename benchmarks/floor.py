"""The floor: a bare script that reads the same blobs as `memwiki check`, with two git plumbing processes.

It finds the staged changes and reads both versions of each, and looks at nothing.
"""

from __future__ import annotations

import subprocess
import sys

CHUNK = 200


def main() -> None:
    raw = subprocess.run(
        ["git", "diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", "HEAD"],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout.split(b"\0")
    wanted = [b"HEAD:memwiki.toml", b"HEAD:members.toml"]
    for header in raw[:-1:2]:
        wanted += header.split(b" ")[2:4]
    cat = subprocess.Popen(["git", "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert cat.stdin is not None and cat.stdout is not None
    total = 0
    for start in range(0, len(wanted), CHUNK):
        chunk = wanted[start : start + CHUNK]
        cat.stdin.write(b"\n".join(chunk) + b"\n")
        cat.stdin.flush()
        for _ in chunk:
            header = cat.stdout.readline()
            if not header.endswith(b"missing\n"):
                total += len(cat.stdout.read(int(header.rsplit(b" ", 1)[1]) + 1))
    cat.stdin.close()
    cat.wait()
    sys.stdout.write(f"{total}\n")


if __name__ == "__main__":
    main()
