"""Git's merge drivers for logs and indexes: put into the configuration of a clone, looked at, taken out."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator

from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import Repository
from wiki_schema.policy import Policy, Store
from wiki_schema.policy.scaffold import INDEX_DRIVER, LOG_DRIVER, index_attributes, log_attributes
from wiki_schema.text import decode
from wiki_schema.value import Value


class Driver(Value):
    """One merge driver."""

    name: str
    """As `.gitattributes` calls it: `merge=NAME`."""
    title: str
    command: str

    def script(self, python: str) -> str:
        """What git runs, in a shell. The interpreter is named outright: git may run it with another PATH.

        If it cannot run, or is killed, ours stands there as it stood: then git merges the file as text and
        calls that a conflict, so that a person looks. Left so, ours would soon be added, theirs forgotten.
        """
        program = shlex.quote(python.replace(os.sep, "/")).replace("%", "%%")
        before, after = self._around
        return f"{before}{program}{after}"

    @property
    def _around(self) -> tuple[str, str]:
        """The script before and behind the name of the interpreter."""
        hashed = "$(git hash-object --no-filters %A)"
        merge_as_text = "git merge-file -q -L ours -L base -L theirs --marker-size=%L %A %O %B"
        return f"was={hashed}; ", (
            f" -P -m wiki_hooks.cli {self.command} %O %A %B %L %P || {{ "
            f'[ "$was" != "{hashed}" ] || {{ echo memwiki could not merge %P, so it is merged as text >&2; '
            f"{merge_as_text} || [ $? -lt 128 ] || cat %B >>%A; }}; exit 1; }}"
        )

    def program(self, script: str) -> str:
        """The interpreter that a script names; "" where the script is not one of ours."""
        before, after = self._around
        if not (script.startswith(before) and script.endswith(after)):
            return ""
        try:
            words = shlex.split(script[len(before) : len(script) - len(after)].replace("%%", "%"))
        except ValueError:
            return ""
        return words[0] if len(words) == 1 else ""


LOG = Driver(LOG_DRIVER, "memwiki: the log lines of both sides, each once", "merge-log")
INDEX = Driver(INDEX_DRIVER, "memwiki: the listings of both sides, each once", "merge-index")
DRIVERS = (LOG, INDEX)


def install(repository: Repository, python: str = sys.executable) -> list[str]:
    """Makes the drivers known to a clone and all its working trees, and says what was done."""
    return list(_install(repository.git, python))


def uninstall(repository: Repository) -> list[str]:
    """Takes the drivers out of the configuration, and says what was done."""
    git = repository.git
    done = []
    for driver in DRIVERS:
        if git.ask("config", "--local", "--remove-section", f"merge.{driver.name}") is not None:
            done.append(f"removed merge.{driver.name} from git's configuration")
    return done


def _install(git: Git, python: str) -> Iterator[str]:
    for driver in DRIVERS:
        wanted = {"name": driver.title, "driver": driver.script(python)}
        section = f"merge.{driver.name}"
        if all(git.ask("config", "--local", f"{section}.{key}") == value for key, value in wanted.items()):
            yield f"kept {section} in git's configuration"
            continue
        for key, value in wanted.items():
            git.run("config", "--local", "--replace-all", f"{section}.{key}", value)
        yield f"wrote {section} in git's configuration"


def program_of(git: Git, driver: Driver) -> str | None:
    """The interpreter that a clone runs as a driver; "" where it runs something else, None for nothing."""
    command = git.ask("config", f"merge.{driver.name}.driver")
    return None if command is None else driver.program(command)


# Attributes


def attributes_of(git: Git, policy: Policy) -> dict[str, str]:
    """By which driver git merges each log and each index, nested ones too: path → name, "" for none."""
    paths = [path for store in policy.stores for path in _examples(store)]
    answer = decode(git.run("check-attr", "-z", "merge", "--", *dict.fromkeys(paths))).split("\0")
    names = dict(zip(answer[::3], answer[2::3], strict=False))
    return {path: "" if name in ("unspecified", "unset", "set") else name for path, name in names.items()}


def _examples(store: Store) -> tuple[str, str, str]:
    nested = f"{store.path}/nested/{store.index_path.rpartition('/')[2]}".lstrip("/")
    return store.log_path, store.index_path, nested


def driver_of(store: Store, path: str) -> Driver:
    """The driver that a log or an index of a store should have."""
    return LOG if store.is_log(path) else INDEX


def lacking_lines(git: Git, policy: Policy, text: str) -> list[str]:
    """The lines that a `.gitattributes` of this text lacks, so that logs and indexes are merged by drivers.

    Where git has another driver for a file, somebody wanted it so: nothing is added.
    """
    found = attributes_of(git, policy)
    lines: dict[str, None] = {}
    for store in policy.stores:
        if not found[store.log_path]:
            lines[log_attributes(store.log_path)] = None
        if not all(found[path] for path in _examples(store)[1:]):
            lines[index_attributes(store.path, store.index_path)] = None
    known = text.split("\n")
    return [line for line in lines if line.rstrip("\n") not in known]
