"""How mended logs and indexes become a commit that passes the check."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

from wiki_hooks.git.merge import other_parents
from wiki_hooks.git.repair import Mended, Repair
from wiki_hooks.git.span import short
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.change import text_of
from wiki_schema.compare.growth import grow
from wiki_schema.judge import load_formats
from wiki_schema.override import TRAILER


def steps(wiki: Wiki, repository: Repository, repair: Repair) -> list[str]:
    """The commands, as they work in any folder."""
    git = repository.git
    add = f"git add {from_top(file.path for file in repair.wrong)}"
    if not repair.merge:
        is_merge = bool(other_parents(repository))
        return [add, "git commit --no-edit" if is_merge else "git status  # says how to go on"]
    if repair.merge == git.ask("rev-parse", "HEAD") and not _is_published(git, repair.merge):
        # The hooks compare with the merge that is replaced, so they would refuse; its parents decide.
        return [
            add,
            "SKIP=memwiki-check,memwiki-check-message git commit --amend --no-edit",
            "memwiki check --from-ref HEAD^ --to-ref HEAD",
        ]
    message = f"Mend the merge {short(repair.merge)}"
    rules = sorted(set(_refused(wiki, repository, repair.wrong)))
    if not rules:
        return [add, f"git commit -m {shlex.quote(message)}"]
    trailers = "\n".join(f"{TRAILER}: {rule} — the merge {short(repair.merge)} is mended" for rule in rules)
    return [
        add,
        "# By an admin, because lines that are committed change:",
        f"SKIP=memwiki-check git commit -m {shlex.quote(message)} -m {shlex.quote(trailers)}",
    ]


def _is_published(git: Git, commit: str) -> bool:
    """Whether somebody else may have a commit: then it stays as it is."""
    return bool(git.ask("for-each-ref", "--count=1", "--contains", commit, "refs/remotes"))


def _refused(wiki: Wiki, repository: Repository, files: Iterable[Mended]) -> Iterator[str]:
    """The rules that refuse the mended logs as what they are: old lines changed."""
    formats = load_formats(wiki.manager)
    with Objects(repository.git) as objects:
        head = CommitTree(objects, "HEAD")
        for file in files:
            store = wiki.setting.policy.store_of_log(file.path)
            if store is None:
                continue
            was = text_of(head.read(file.path)) or ""
            growth = grow(was, file.merged.text, formats[store.log_format], store.log_order, today())
            for loss in growth.losses:
                yield "log-shortened" if loss.kind == "gone" else "log-rewritten"
