"""`memwiki init`: makes a store, and puts the check in front of it."""

from __future__ import annotations

import argparse
import os
import shlex
import sys

from wiki_hooks import new_store, precommit_config
from wiki_hooks.environment import environ_who, today
from wiki_hooks.git.process import Git
from wiki_hooks.git.repository import NoRepository, Repository, find_repository
from wiki_hooks.new_store import Done, Wanted
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.policy_keys import KINDS
from wiki_schema.scaffold import Person
from wiki_schema.text import decode, encode, visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where, of which kind, whose, and what to put in front of it."""
    parser.add_argument("dir", nargs="?", default=".", help="the folder of the store (default: here)")
    parser.add_argument("--kind", choices=KINDS, default="shared", help="whose it is (default: shared)")
    parser.add_argument("--owner", default="", metavar="NAME", help="whom a private store belongs to")
    parser.add_argument("--who", default="", metavar="NAME", help="the first admin (default: git's user)")
    parser.add_argument("--git-hooks", action="store_true", help="install plain git hooks, chained to yours")
    parser.add_argument(
        "--remove-git-hooks", action="store_true", help="only take the plain git hooks out again"
    )
    parser.add_argument(
        "--pre-commit", nargs="?", const="", metavar="REPO",
        help="add the hooks to .pre-commit-config.yaml: from REPO (URL or path), else as installed",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Make everything, and say of each file what became of it."""
    repository = _repository(args.dir)
    if args.remove_git_hooks:
        return _remove_hooks(repository)
    folder = os.path.realpath(args.dir)
    top = os.path.realpath(repository.top) if repository else folder
    git = Git(top if os.path.isdir(top) else os.getcwd(), os.environ)
    person = Person(args.who or environ_who() or git.ask("config", "user.name") or "")
    if not (args.who or environ_who()):
        person = person._replace(email=git.ask("config", "user.email") or "")
    if args.owner and args.kind != "private":
        raise CannotCheck(
            f"only a private store has an owner; add --kind private, or leave out --owner {args.owner}"
        )
    owner = (args.owner or person.id) if args.kind == "private" else ""
    inside = os.path.relpath(folder, top).replace(os.sep, "/")
    wanted = Wanted(top, "" if inside == "." else inside, args.kind, owner, person, today())
    os.makedirs(folder, exist_ok=True)
    written = []
    for done in new_store.make(wanted):
        _tell(done)
        written += [done.path] if done.what in (new_store.WROTE, new_store.ADDED) else []
    if args.pre_commit is not None:
        written += _add_to_pre_commit(top, args.pre_commit, git)
    if repository and (args.git_hooks or (args.pre_commit is None and _wants_hooks())):
        _install_hooks(repository)
    _say_next(args, repository, written)
    return 0


def _repository(folder: str) -> Repository | None:
    """The repository that a folder, or the nearest one above it that exists, lies in."""
    existing = os.path.realpath(folder)
    while not os.path.isdir(existing):
        if os.path.lexists(existing):
            raise CannotCheck(f"{visible(existing)} is a file; a store is a folder")
        existing = os.path.dirname(existing)
    try:
        repository = find_repository(existing, os.environ)
    except NoRepository:
        return None
    if repository.bare:
        raise CannotCheck(f"{visible(repository.top)} is a bare repository; make the store in a clone of it")
    return repository


def _tell(done: Done) -> None:
    more = f"  ({done.more})" if done.more and done.what != new_store.ADD else ""
    print(f"{done.what:<6}  {visible(done.path)}{more}")
    if done.what == new_store.ADD:
        print("\n".join(f"        {line}" for line in done.more.split("\n")))


def _add_to_pre_commit(top: str, repo: str, git: Git) -> list[str]:
    name = precommit_config.FILE
    path = os.path.join(top, name)
    try:
        with open(path, "rb") as file:
            text: str | None = decode(file.read())
    except FileNotFoundError:
        text = None
    changed = precommit_config.with_memwiki(text, _source(repo, git))
    if changed == text:
        _tell(Done(new_store.KEPT, name, "it has memwiki"))
        return []
    with open(path, "wb") as file:
        file.write(encode(changed))
    _tell(Done(new_store.WROTE if text is None else new_store.ADDED, name))
    return [name]


def _source(repo: str, git: Git) -> precommit_config.Source:
    """A repository with the revision to pin: the release that is installed, else the newest commit."""
    if not repo:
        return precommit_config.Source()
    from wiki_hooks.cli import version

    release = f"v{version()}"
    answer = git.run("ls-remote", "--", repo, f"refs/tags/{release}", "HEAD")
    found = {
        ref: oid for oid, tab, ref in (line.partition("\t") for line in decode(answer).split("\n")) if tab
    }
    rev = release if f"refs/tags/{release}" in found else found.get("HEAD", "")
    if not rev:
        raise CannotCheck(f"{visible(repo)} has no commit to pin in {precommit_config.FILE}")
    return precommit_config.Source(repo, rev)


def _wants_hooks() -> bool:
    """Ask, where there is a person to ask."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    try:
        answer = input("Install the git hooks now, so that every commit is checked? [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


def _install_hooks(repository: Repository) -> None:
    from wiki_hooks.git.installer import install

    for line in install(repository):
        what, _, path = line.partition(" ")
        print(f"{what:<6}  {path}")


def _remove_hooks(repository: Repository | None) -> int:
    from wiki_hooks.git.installer import uninstall

    lines = uninstall(repository) if repository else []
    print("\n".join(lines) or "there are no hooks of memwiki here")
    return 0


def _say_next(args: argparse.Namespace, repository: Repository | None, written: list[str]) -> None:
    steps = []
    if repository is None:
        steps.append("git init")
    if args.pre_commit is not None:
        steps.append("pre-commit install")
    if written:
        steps.append(f"git add {shlex.join(dict.fromkeys(written))}")
        steps.append('git commit -m "A memory wiki"')
    steps.append("memwiki doctor")
    print("\nnext:")
    print("\n".join(f"  {step}" for step in steps))


COMMAND = Command("init", "Make a store, and put the check in front of it.", add_arguments, run)
