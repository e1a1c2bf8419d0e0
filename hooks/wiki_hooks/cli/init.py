"""`memwiki init`: makes a store, and puts the check in front of it."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Iterable

from wiki_hooks.cli.making import make_store, note, tell
from wiki_hooks.cli.parser import Usage
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import NoRepository, Repository, find_repository
from wiki_hooks.setup import new_store, precommit_config
from wiki_hooks.setup.agents import hosts
from wiki_hooks.setup.new_store import Done
from wiki_schema.command import Command
from wiki_schema.disk.plain import read_plain
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import Policy
from wiki_schema.policy.keys import KINDS
from wiki_schema.text import decode, encode, harmless, visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where, of which kind, whose, and what to put in front of it."""
    parser.add_argument(
        "dir", nargs="?", metavar="DIR",
        help="the folder of the store (default: here; where there are stores already, none is made)",
    )  # fmt: skip
    parser.add_argument("--kind", choices=KINDS, help="whose it is (default: shared)")
    parser.add_argument("--owner", default="", metavar="NAME", help="whom a private store belongs to")
    parser.add_argument("--who", default="", metavar="NAME", help="the first admin (default: git's user)")
    parser.add_argument(
        "--adopt", action="store_true",
        help="take in the wiki that is there: write a configuration that fits and a baseline, nothing else",
    )  # fmt: skip
    parser.add_argument(
        "--dry-run", action="store_true", help="with --adopt, --agent, --uninstall: show, and write nothing"
    )
    parser.add_argument("--git-hooks", action="store_true", help="install plain git hooks, chained to yours")
    parser.add_argument(
        "--merge-drivers", action="store_true",
        help="let git merge logs and indexes by lines (comes with --git-hooks)",
    )  # fmt: skip
    parser.add_argument(
        "--remove-git-hooks", action="store_true", help="only take hooks and merge drivers out again"
    )
    parser.add_argument(
        "--pre-commit", nargs="?", const="", metavar="REPO",
        help="add the hooks to .pre-commit-config.yaml: from REPO (URL or path), else as installed",
    )  # fmt: skip
    parser.add_argument(
        "--agent", nargs="+", action="extend", choices=hosts.NAMES, default=[], metavar="NAME",
        help="put hooks and the MCP server into the project settings of agents: " + ", ".join(hosts.NAMES),
    )  # fmt: skip
    parser.add_argument(
        "--uninstall", action="store_true",
        help="only take them out of the settings again, of the agents named or of all",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Make everything, and say of each file what became of it."""
    _check_options(args)
    repository = _repository(args.dir or ".")
    if args.remove_git_hooks:
        return _remove_hooks(repository)
    folder = os.path.realpath(args.dir or ".")
    top = os.path.realpath(repository.top) if repository else folder
    if args.uninstall or (args.agent and args.dry_run):
        from wiki_hooks.cli import installing

        if args.uninstall:
            return installing.uninstall(top, args.agent, args.dry_run)
        installing.install(top, args.agent, os.environ, is_dry=True)
        return 0
    if args.adopt:
        from wiki_hooks.cli.adopting import adopt

        return adopt(args, top, folder, repository)
    if args.agent:
        from wiki_hooks.cli import installing

        installing.check(top, args.agent, os.environ)
    git = Git(top if os.path.isdir(top) else os.getcwd(), os.environ)
    policy = new_store.policy_of(top)
    if args.dir is None and policy is not None and policy.stores:
        _leave_stores(args, policy)
        written = []
    else:
        _leave_wiki(args.dir or ".", top, folder, policy)
        written = make_store(args, top, folder, git)
    if args.pre_commit is not None:
        written += _add_to_pre_commit(top, args.pre_commit, git)
    written += _install(args, repository)
    if args.agent:
        from wiki_hooks.cli import installing

        written += installing.install(top, args.agent, os.environ, is_dry=False)
    _say_next(next_steps(args, top, repository, written))
    return 0


def _check_options(args: argparse.Namespace) -> None:
    """Taking hooks out is all that such a run does; whatever else was asked would be forgotten."""
    others = {
        "--git-hooks": args.git_hooks,
        "--merge-drivers": args.merge_drivers,
        "--pre-commit": args.pre_commit is not None,
        "--kind": args.kind,
        "--owner": args.owner,
        "--who": args.who,
    }
    given = [name for name, is_given in others.items() if is_given]
    if args.remove_git_hooks and given:
        raise Usage(f"--remove-git-hooks only takes hooks out; run it without {' and '.join(given)}")
    _check_agents(args, given)
    _check_adopting(args, [name for name in given if name not in ("--kind", "--owner")])


def _check_agents(args: argparse.Namespace, others: list[str]) -> None:
    """The settings of agents are shown, or taken out of, by a run that does nothing else."""
    others = [name for name, given in (("--adopt", args.adopt), ("DIR", args.dir)) if given] + others
    others += ["--remove-git-hooks"] if args.remove_git_hooks else []
    if args.uninstall and others:
        raise Usage(f"--uninstall only takes agents' hooks out; run it without {' and '.join(others)}")
    if args.agent and args.dry_run and others:
        raise Usage(
            f"--agent with --dry-run only shows what it would write; leave out {' and '.join(others)}"
        )


def _check_adopting(args: argparse.Namespace, others: list[str]) -> None:
    """Taking a wiki in changes nothing but the configuration, so hooks and members wait."""
    others += ["--remove-git-hooks"] if args.remove_git_hooks else []
    others += ["--agent"] if args.agent else []
    if args.adopt and others:
        raise Usage(
            f"--adopt only writes a configuration; run `memwiki init` with {' and '.join(others)} after it"
        )
    if args.dry_run and not (args.adopt or args.agent or args.uninstall):
        raise Usage("--dry-run shows what --adopt, --agent or --uninstall would write; give both")


def _leave_stores(args: argparse.Namespace, policy: Policy) -> None:
    """Say that there are stores already. What is said about a new one would be about none."""
    stores = ", ".join(f"{visible(store.path) or '.'} ({store.kind})" for store in policy.stores)
    kind = args.kind or ("private" if args.owner else None)
    options = {"--kind": kind, "--owner": args.owner, "--who": args.who}
    asked = [f"{option} {shlex.quote(visible(value))}" for option, value in options.items() if value]
    if asked:
        raise Usage(
            f"there are stores already: {stores}\n"
            f"For one more, say in which folder: memwiki init DIR {' '.join(asked)}"
        )
    tell(Done(new_store.KEPT, policy.source, f"stores: {stores}; memwiki init DIR adds one"))


def _leave_wiki(given: str, top: str, folder: str, policy: Policy | None) -> None:
    """A log that is there may be in another format: nothing is configured over it."""
    from wiki_hooks.setup.adopting import foreign_log

    inside = os.path.relpath(folder, top).replace(os.sep, "/")
    path = "" if inside == "." else inside
    if policy is not None and any(store.path == path for store in policy.stores):
        return
    if format := foreign_log(folder, get_plugin_manager()):
        command = f"memwiki init --adopt {shlex.quote(visible(given))}"
        raise CannotCheck(
            f"there is a wiki here already, whose log is in the format {format}. Take it in: {command}"
        )


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


def _add_to_pre_commit(top: str, repo: str, git: Git) -> list[str]:
    name = precommit_config.FILE
    path = os.path.join(top, name)
    try:
        text: str | None = decode(read_plain(path))
    except FileNotFoundError:
        text = None
    changed = precommit_config.with_memwiki(text, _source(_from(top, repo), git))
    if changed == text:
        tell(Done(new_store.KEPT, name, "it has memwiki"))
        return []
    with open(path, "wb") as file:
        file.write(encode(changed))
    tell(Done(new_store.WROTE if text is None else new_store.ADDED, name))
    return [name]


def _from(top: str, repo: str) -> str:
    """A path of a repository as pre-commit sees it, which runs at the top; an address as it is."""
    is_path = repo and not os.path.isabs(repo) and os.path.isdir(repo)
    return os.path.relpath(os.path.realpath(repo), top) if is_path else repo


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


def _install(args: argparse.Namespace, repository: Repository | None) -> list[str]:
    """Install what was asked for in this clone; gives the paths of what was written, from the top."""
    if repository is None:
        if args.git_hooks or args.merge_drivers:
            note("there is no git repository here yet, so no hooks were installed")
        return []
    from wiki_hooks.setup import installer

    wants_hooks = args.git_hooks or (args.pre_commit is None and not args.merge_drivers and _wants_hooks())
    if wants_hooks:
        _tell_all(installer.install(repository))
    return _install_drivers(repository) if wants_hooks or args.merge_drivers else []


def _install_drivers(repository: Repository) -> list[str]:
    from wiki_hooks.setup import drivers

    policy = new_store.policy_of(repository.top)
    if policy is None:
        return []
    _tell_all(drivers.install(repository))
    text = new_store.reader(repository.top)(new_store.ATTRIBUTES) or ""
    lines = drivers.lacking_lines(repository.git, policy, text)
    if not lines:
        return []
    for done in new_store.add_attributes(repository.top, lines, "merges of logs and indexes"):
        tell(done)
    return [new_store.ATTRIBUTES]


def _tell_all(lines: Iterable[str]) -> None:
    for line in lines:
        what, _, rest = line.partition(" ")
        print(f"{what:<6}  {harmless(rest)}")


def _remove_hooks(repository: Repository | None) -> int:
    from wiki_hooks.setup import drivers, installer

    lines = [*installer.uninstall(repository), *drivers.uninstall(repository)] if repository else []
    print(harmless("\n".join(lines)) or "there are no hooks of memwiki here")
    return 0


def next_steps(
    args: argparse.Namespace, top: str, repository: Repository | None, written: list[str]
) -> list[str]:
    """What is left to do, as commands that work from where the user is."""
    here = os.path.realpath(os.getcwd())
    is_inside = here == top or (repository is not None and here.startswith(os.path.join(top, "")))
    steps = [] if is_inside else [f"cd {shlex.quote(_shortest(top, here))}"]
    if repository is None:
        steps += ["git init", "memwiki init --git-hooks"] if args.git_hooks else ["git init"]
    if args.pre_commit is not None:
        steps.append("pre-commit install")
    if written:
        steps += [f"git add {from_top(dict.fromkeys(written))}", 'git commit -m "A memory wiki"']
    return [*steps, "memwiki doctor"]


def _shortest(folder: str, start: str) -> str:
    relative = os.path.relpath(folder, start)
    return min(folder, f"./{relative}" if relative.startswith("-") else relative, key=len)


def _say_next(steps: list[str]) -> None:
    print("\nnext:")
    print(harmless("\n".join(f"  {step}" for step in steps)))


COMMAND = Command("init", "Make a store, and put the check in front of it.", add_arguments, run)
