"""The floor of what reads every note: a bare script that asks git for the paths and reads each file.

It looks at nothing, and writes out as many of the first bytes as `memwiki prime` prints.
"""

from __future__ import annotations

import subprocess
import sys

MOST = 8_000


def main() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        check=True,
        stdout=subprocess.PIPE,
    ).stdout
    first = b""
    for path in listed.split(b"\0")[:-1]:
        with open(path, "rb") as file:
            text = file.read()
        if len(first) < MOST:
            first += text
    sys.stdout.buffer.write(first[:MOST])


if __name__ == "__main__":
    main()
