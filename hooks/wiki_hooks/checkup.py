"""What protects a repository and what does not: each gap with the command that closes it."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from wiki_hooks import precommit_config
from wiki_hooks.environment import environ_who
from wiki_hooks.git.disk import WorkTree
from wiki_hooks.git.installer import hooks_folder, our_place
from wiki_hooks.git.process import Git
from wiki_hooks.git.repository import NoRepository, Repository, find_repository
from wiki_schema.finding import CannotCheck
from wiki_schema.members import Evidence
from wiki_schema.policy import PolicyError, Store
from wiki_schema.setting import Setting, read_setting
from wiki_schema.text import decode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pluggy import PluginManager

OK = "ok"
NOTE = "note"
GAP = "gap"

OLDEST_GIT = (2, 30)
OLDEST_PRE_COMMIT = (3, 2)
CI_FILES = (
    ".github/workflows",
    ".forgejo/workflows",
    ".gitea/workflows",
    ".gitlab-ci.yml",
    ".circleci",
    ".ci",
)


class Check(Value):
    """One thing that was looked at."""

    state: str
    """`ok`, `note` (worth knowing) or `gap` (does not protect as it should)."""
    words: str
    command: str = ""
    """What closes the gap."""


def look(folder: str, environ: Mapping[str, str], manager: PluginManager) -> Iterator[Check]:
    """Everything there is to say about the repository of a folder, from the outside in."""
    yield Check(OK, f"Python {'.'.join(map(str, sys.version_info[:3]))}")
    try:
        repository = find_repository(folder, environ)
    except NoRepository:
        yield Check(GAP, "there is no git repository here, so nothing keeps the old words", "git init")
        return
    git = repository.git
    yield from _git_version(git)
    if repository.bare:
        yield Check(OK, f"a bare repository: {visible(repository.top)}")
    yield from _history(git)
    try:
        setting = _read_setting(repository, manager)
    except PolicyError as error:
        yield from (Check(GAP, problem, "mend that line") for problem in error.problems)
        return
    if setting is None:
        yield Check(GAP, "no memwiki.toml: nothing is protected", "memwiki init")
        return
    yield from _policy(setting)
    yield from _people(git, setting, manager)
    for store in setting.policy.stores:
        yield from _store(repository, store)
    yield from _hooks(repository)
    yield from _gate(repository)


def _quoted(path: str) -> str:
    """A path as a shell takes it, and as a terminal may show it."""
    return shlex.quote(visible(path, 4_000))


def _version(words: str) -> tuple[int, ...]:
    numbers = next((word for word in words.split() if word[:1].isdigit()), "")
    return tuple(int(part) for part in numbers.split(".") if part.isdigit())


def _git_version(git: Git) -> Iterator[Check]:
    words = git.ask("--version") or ""
    if _version(words) >= OLDEST_GIT:
        yield Check(OK, words)
    else:
        yield Check(GAP, f"{words} is older than 2.30", "install a newer git")


def _history(git: Git) -> Iterator[Check]:
    if git.ask("rev-parse", "--is-shallow-repository") == "true":
        yield Check(GAP, "a shallow clone: old commits cannot be compared", "git fetch --unshallow")
    replaced = git.ask("for-each-ref", "--format=%(refname:lstrip=2)", "refs/replace/") or ""
    for name in replaced.split():
        yield Check(
            NOTE,
            f"git shows another object for {name}; memwiki looks at the real one",
            f"git replace -d {name}",
        )


def _read_setting(repository: Repository, manager: PluginManager) -> Setting | None:
    """The configuration as it stands on disk."""
    tree = WorkTree(repository.top, tuple)

    def read(path: str) -> str | None:
        file = tree.read(path)
        return None if file is None else file.text

    return read_setting(read, manager)


def _policy(setting: Setting) -> Iterator[Check]:
    stores = ", ".join(f"{visible(store.path) or '.'} ({store.kind})" for store in setting.policy.stores)
    yield Check(OK, f"{setting.policy.source}: {stores}")
    for name, level in setting.policy.rules.items():
        if level == "off":
            command = f"remove it from [rules] in {setting.policy.source}"
            yield Check(NOTE, f"the rule {name} is switched off", command)


def _people(git: Git, setting: Setting, manager: PluginManager) -> Iterator[Check]:
    roster, file = setting.roster, setting.policy.members_file
    if not roster.members:
        yield Check(
            GAP,
            f"nobody is listed in {visible(file)}: names cannot be checked",
            f"add a [[member]] to {file}",
        )
    elif not roster.has_admins:
        words = f"{visible(file)} names no admin: anybody may change the configuration"
        yield Check(GAP, words, f'set role = "admin" for a [[member]] in {file}')
    else:
        number = len(roster.members)
        yield Check(OK, f"{visible(file)}: {number} member{'' if number == 1 else 's'}, with an admin")
    email, name = git.ask("config", "user.email") or "", git.ask("config", "user.name") or ""
    evidence = Evidence(environ_who=environ_who(), email=email, name=name)
    actor = manager.hook.wiki_identify_actor(roster=roster, evidence=evidence)
    if actor.member:
        yield Check(OK, f"you are {visible(actor.label)} ({actor.member.role})")
    else:
        you = visible(environ_who() or email or name) or "git has no user.email"
        words = f"you are unknown here ({you}): you may only add and claim"
        yield Check(NOTE, words, f"add your e-mail to a [[member]] in {file}")


def _store(repository: Repository, store: Store) -> Iterator[Check]:
    label = visible(store.path) or "."
    listed = repository.git.run("ls-files", "-v", "-z", "--", store.path or ".", store.log_path)
    flags = {line[2:]: line[0] for line in decode(listed).split("\0") if line}
    for what, path in (("log", store.log_path), ("index", store.index_path)):
        full = os.path.join(repository.top, path)
        shown = visible(path)
        if path not in flags and not os.path.lexists(full):
            yield Check(
                GAP, f"{label}: the {what} {shown} is missing", f"memwiki init {_quoted(store.path or '.')}"
            )
        elif path not in flags:
            yield Check(GAP, f"{label}: the {what} {shown} is not in git", f"git add {_quoted(path)}")
        elif os.path.islink(full):
            yield Check(GAP, f"{label}: the {what} {shown} is a link", "put the file itself there")
        else:
            yield Check(OK, f"{label}: {shown}")
    for path, flag in sorted(flags.items()):
        option = "assume-unchanged" if flag.islower() else "skip-worktree" if flag == "S" else ""
        # In a sparse checkout the files that are left out bear the second mark, and rightly.
        if option and os.path.lexists(os.path.join(repository.top, path)):
            words = f"git does not look at changes of {visible(path)} ({option})"
            yield Check(GAP, words, f"git update-index --no-{option} {_quoted(path)}")
    yield from _attributes(repository.git, store)


def _attributes(git: Git, store: Store) -> Iterator[Check]:
    names = ("filter", "merge", "working-tree-encoding")
    answer = git.run("check-attr", "-z", *names, "--", store.log_path, store.index_path)
    fields = decode(answer).split("\0")
    for path, name, value in zip(fields[::3], fields[1::3], fields[2::3], strict=False):
        shown = visible(path)
        if value in ("unspecified", "unset"):
            continue
        if name == "merge":
            if value == "union":
                words = f"{shown} is merged by union, which can bring removed lines back"
                yield Check(NOTE, words, f"remove merge=union for {shown} from .gitattributes")
        else:
            words = f"git keeps {shown} in another form ({name}={visible(value)}), so no line can be compared"
            yield Check(GAP, words, f"echo '{shown} -{name}' >> .gitattributes")


def _hooks(repository: Repository) -> Iterator[Check]:
    folder = hooks_folder(repository)
    if elsewhere := repository.git.ask("config", "core.hooksPath"):
        yield Check(NOTE, f"hooks are read from core.hooksPath: {visible(elsewhere)}")
    configured = _pre_commit_configured(repository.top)
    for name in precommit_config.HOOK_TYPES:
        yield _hook(folder, name, configured)
    if configured is None:
        return
    from shutil import which

    if not which("pre-commit") and not which("prek"):
        yield Check(GAP, f"{precommit_config.FILE} is there, pre-commit is not", "pip install pre-commit")
    yield from _fixers(configured)


def _hook(folder: str, name: str, configured: dict[str, object] | None) -> Check:
    """One hook of git: whether it leads to memwiki."""
    path = os.path.join(folder, name)
    place = our_place(folder, name) or path
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            script = file.read(100_000)
    except OSError:
        install = f"pre-commit install -t {name}" if configured else "memwiki init --git-hooks"
        return Check(GAP, f"the {name} hook is not installed", install)
    for needed in (path, place):
        if not os.access(needed, os.X_OK):
            return Check(
                GAP, f"{visible(needed)} is not executable, so it is skipped", f"chmod +x {_quoted(needed)}"
            )
    by_framework = "pre-commit.com" in script or "prek" in script
    if our_place(folder, name) or (not by_framework and "memwiki" in script):
        return Check(OK, f"the {name} hook runs memwiki")
    if by_framework and configured and precommit_config.has_memwiki(configured):
        return Check(OK, f"the {name} hook runs pre-commit, which runs memwiki")
    if by_framework:
        return Check(GAP, f"the {name} hook runs pre-commit without memwiki", "memwiki init --pre-commit")
    return Check(GAP, f"the {name} hook does not run memwiki", "memwiki init --git-hooks")


def _pre_commit_configured(top: str) -> dict[str, object] | None:
    """The pre-commit configuration; None where there is none."""
    try:
        with open(os.path.join(top, precommit_config.FILE), encoding="utf-8") as file:
            return precommit_config.read(file.read())
    except (OSError, UnicodeDecodeError):
        return None
    except CannotCheck:
        return {}


def _fixers(configured: dict[str, object]) -> Iterator[Check]:
    """Fixers strip white space from old log lines, which rewrites them."""
    repos = configured.get("repos")
    for repo in repos if isinstance(repos, list) else ():
        for hook in repo.get("hooks") or () if isinstance(repo, dict) else ():
            if isinstance(hook, dict) and hook.get("id") == "trailing-whitespace" and "exclude" not in hook:
                words = "the hook trailing-whitespace would rewrite old log lines"
                yield Check(NOTE, words, r"give it exclude: (^|/)log\.md$")


def _gate(repository: Repository) -> Iterator[Check]:
    """Hooks of a clone can be skipped; what cannot is a check where everybody pushes to."""
    if any(map(partial(_mentions_memwiki, repository.top), CI_FILES)):
        yield Check(OK, "CI runs memwiki")
        return
    words = "`git commit --no-verify` skips every hook here, and no CI file mentions memwiki"
    yield Check(NOTE, words, "in CI: memwiki check --from-ref origin/main --to-ref HEAD")


def _mentions_memwiki(top: str, name: str) -> bool:
    path = os.path.join(top, name)
    files = [os.path.join(path, child) for child in os.listdir(path)] if os.path.isdir(path) else [path]
    for file_path in files:
        try:
            with open(file_path, encoding="utf-8", errors="replace") as file:
                if "memwiki" in file.read(1_000_000):
                    return True
        except OSError:
            continue
    return False
