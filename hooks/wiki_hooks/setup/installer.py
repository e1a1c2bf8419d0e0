"""Plain git hooks: put in front of what stands there already, and taken out again without a trace."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator

from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.disk.plain import read_plain
from wiki_schema.finding import CannotCheck
from wiki_schema.text import decode, visible
from wiki_schema.value import Value

_MARK = "# A hook of memwiki:"
_CHAINED = ".memwiki-chained"
# The pre-commit framework moves what it finds here, and calls it.
_LEGACY = ".legacy"


class Hook(Value):
    """One hook of git and what it runs."""

    name: str
    command: str
    skipped_as: str
    """The name by which `SKIP=` passes it over, as in the pre-commit framework."""
    takes_lines: bool = False
    """Whether git tells it more on stdin, which both hooks must hear."""


HOOKS = (
    Hook("pre-commit", "check --quiet", "memwiki-check"),
    Hook("pre-merge-commit", "check --quiet", "memwiki-check"),
    Hook("commit-msg", 'check-message "$1"', "memwiki-check-message"),
    Hook("pre-push", 'pre-push "$@"', "memwiki-check", takes_lines=True),
)

_SCRIPT = """\
#!/bin/sh
{mark} `memwiki init --git-hooks` writes it anew, with the interpreter of that moment.
{listen}chained="$(dirname "$0")/{name}{chained}"
if [ -x "$chained" ]; then
    {tell}"$chained" "$@" || exit
fi
case ",$(printf %s "$SKIP" | tr -d ' ')," in
*,{skipped_as},*)
    echo "memwiki: not checked, because SKIP names {skipped_as}" >&2
    exit 0 ;;
esac
python={python}
if [ ! -x "$python" ]; then
    echo "memwiki: $python is gone, so nothing can be checked." >&2
    echo "Install memwiki again, then run: memwiki init --git-hooks" >&2
    exit 2
fi
{tell}"$python" -P -m wiki_hooks.cli {command}
"""

_LISTEN = 'lines="$(cat)"\n'
_TELL = 'printf %s "${lines:+$lines\n}" | '


def script(hook: Hook, python: str) -> str:
    """The text of a hook. The interpreter is named outright: git may run it with another PATH."""
    return _SCRIPT.format(
        mark=_MARK,
        name=hook.name,
        chained=_CHAINED,
        skipped_as=hook.skipped_as,
        command=hook.command,
        python=shlex.quote(python.replace(os.sep, "/")),
        listen=_LISTEN if hook.takes_lines else "",
        tell=_TELL if hook.takes_lines else "",
    )


def install(repository: Repository, python: str = sys.executable) -> list[str]:
    """Puts the hooks where git looks for them, and says what was done.

    A hook that stands there is moved aside and called first. Doing it again only renews our own.
    Raises `CannotCheck` where one could only be put there by overwriting another.
    """
    folder = hooks_folder(repository)
    os.makedirs(folder, exist_ok=True)
    return [*_install(folder, python), *_shared(repository, folder)]


def uninstall(repository: Repository) -> list[str]:
    """Takes our hooks out, puts back what stood there before, and says what was done."""
    return list(_uninstall(hooks_folder(repository)))


def hooks_folder(repository: Repository) -> str:
    """Where git looks for hooks: `core.hooksPath`, or the folder that all working trees share."""
    answer = text.decode(repository.git.run("rev-parse", "--git-path", "hooks")).rstrip("\r\n")
    return os.path.normpath(os.path.join(repository.top, answer))


def our_place(folder: str, name: str) -> str:
    """Where our hook of a name stands: as itself, or where another manager moved it; "" for nowhere."""
    places = (os.path.join(folder, name), os.path.join(folder, name + _LEGACY))
    return next((place for place in places if _is_ours(place)), "")


def _install(folder: str, python: str) -> Iterator[str]:
    for hook in HOOKS:
        place = os.path.join(folder, hook.name)
        ours = our_place(folder, hook.name)
        if not ours and os.path.lexists(place):
            chained = place + _CHAINED
            if os.path.lexists(chained):
                raise CannotCheck(
                    f"{visible(place)} is not ours, and {visible(chained)} holds another hook already: "
                    "put into one of them what both should do, remove the other, and try again."
                )
            os.rename(place, chained)
            yield f"kept {visible(chained)}: it runs first"
        _write(ours or place, script(hook, python))
        yield f"wrote {visible(ours or place)}"


def _shared(repository: Repository, folder: str) -> Iterator[str]:
    if not folder.startswith(os.path.join(repository.common_dir, "")):
        yield f"core.hooksPath leads to {visible(folder)}: every repository that looks there runs these hooks"


def _uninstall(folder: str) -> Iterator[str]:
    for hook in HOOKS:
        ours = our_place(folder, hook.name)
        if not ours:
            continue
        chained = os.path.join(folder, hook.name + _CHAINED)
        if os.path.lexists(chained):
            os.replace(chained, ours)
            yield f"put back {visible(ours)}"
        else:
            os.remove(ours)
            yield f"removed {visible(ours)}"


def _is_ours(path: str) -> bool:
    try:
        return _MARK in decode(read_plain(path)[:4096])
    except OSError:
        return False


def _write(path: str, content: str) -> None:
    """Writes a script in one step: git may be about to run it."""
    fresh = f"{path}.memwiki-new"
    with open(fresh, "w", encoding="utf-8", newline="\n") as file:
        file.write(content)
    os.chmod(fresh, 0o755)
    os.replace(fresh, path)
