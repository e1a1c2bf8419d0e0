"""Whether the hooks of git lead to memwiki, and whether anything stands where nobody can skip it."""

from __future__ import annotations

import os
from collections.abc import Iterator

from wiki_hooks.checkup.check import GAP, NOTE, OK, Check, quoted
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.setup import precommit_config
from wiki_hooks.setup.installer import hooks_folder, our_place
from wiki_schema.disk.plain import read_plain
from wiki_schema.finding import CannotCheck
from wiki_schema.text import decode, visible

CI_FILES = (
    ".github/workflows",
    ".forgejo/workflows",
    ".gitea/workflows",
    ".gitlab-ci.yml",
    ".circleci",
    ".ci",
)


def hooks(repository: Repository) -> Iterator[Check]:
    """The hooks of a clone, and what the pre-commit framework would run in them."""
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
        script = decode(read_plain(path))
    except OSError:
        install = f"pre-commit install -t {name}" if configured else "memwiki init --git-hooks"
        return Check(GAP, f"the {name} hook is not installed", install)
    for needed in (path, place):
        if not os.access(needed, os.X_OK):
            return Check(
                GAP, f"{visible(needed)} is not executable, so it is skipped", f"chmod +x {quoted(needed)}"
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
        return precommit_config.read(read_plain(os.path.join(top, precommit_config.FILE)).decode())
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


def gate(repository: Repository) -> Iterator[Check]:
    """Hooks of a clone can be skipped; what cannot is a check where everybody pushes to."""
    if any(mentions(repository.top, name) for name in CI_FILES):
        yield Check(OK, "CI runs memwiki", is_gate=True)
        return
    words = "`git commit --no-verify` skips every hook here, and no CI file mentions memwiki"
    yield Check(NOTE, words, "in CI: memwiki check --from-ref origin/main --to-ref HEAD")


def mentions(top: str, name: str, words: str = "memwiki") -> bool:
    """Whether a file, or one in a folder of that name, mentions us."""
    path = os.path.join(top, name)
    files = [os.path.join(path, child) for child in os.listdir(path)] if os.path.isdir(path) else [path]
    for file_path in files:
        try:
            if words in decode(read_plain(file_path)):
                return True
        except OSError:
            continue
    return False


def server(repository: Repository) -> Iterator[Check]:
    """The gate of a bare repository, through which everybody pushes."""
    path = os.path.join(hooks_folder(repository), "pre-receive")
    if mentions("", path) and os.access(path, os.X_OK):
        yield Check(OK, "the pre-receive hook runs memwiki", is_gate=True)
    elif os.path.lexists(path):
        words = "the pre-receive hook does not run memwiki, or is not executable"
        yield Check(GAP, words, f"let it run memwiki pre-receive, and chmod +x {quoted(path)}")
    else:
        script = r"'#!/bin/sh\nexec memwiki pre-receive\n'"
        command = f"printf {script} > {quoted(path)} && chmod +x {quoted(path)}"
        yield Check(GAP, "the pre-receive hook is not installed", command)
