"""The staged change once more, now that the message is written and may carry an admin's override."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.judging import overridden
from wiki_hooks.git.staged import check_staged
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import find_repository
from wiki_schema import text
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.override import TRAILER

if TYPE_CHECKING:
    import pluggy

_SCISSORS = "------------------------ >8 ------------------------"


def check(
    cwd: str,
    environ: Mapping[str, str],
    who: str,
    today: date,
    manager: pluggy.PluginManager,
    message_file: str,
) -> Verdict:
    """The verdict on the staged change, with the overrides of the message in a file honoured.

    Raises `CannotCheck` where the message or what is staged cannot be read.
    """
    staged = check_staged(cwd, environ, who, today, manager)
    message = _read(cwd, message_file)
    if TRAILER.lower() in message.lower():
        git = find_repository(cwd, environ).git
        message = without_comments(message, comment_char(git))
    verdict = overridden(staged.verdict, message, staged.settings, staged.evidence, manager)
    if verdict.errors:
        return verdict
    # The check before this one has said them.
    new = tuple(notice for notice in verdict.notices if notice not in staged.verdict.notices)
    return verdict._replace(notices=new)


def comment_char(git: Git) -> str:
    """What begins a line of a message that git will drop."""
    configured = git.ask("config", "--get", "core.commentString") or git.ask(
        "config", "--get", "core.commentChar"
    )
    return "#" if configured in (None, "", "auto") else configured or "#"


def without_comments(message: str, comment: str) -> str:
    """The message as git will record it: no comments, nothing behind the scissors."""
    lines = []
    for line in text.split_lines(message):
        if line == f"{comment} {_SCISSORS}":
            break
        if not line.startswith(comment):
            lines.append(line)
    return "\n".join(lines)


def _read(cwd: str, path: str) -> str:
    try:
        with open(os.path.join(cwd, path), "rb") as file:
            return text.decode(file.read())
    except OSError as error:
        raise CannotCheck(
            f"The commit message {text.visible(path)} cannot be read: {error.strerror}."
        ) from error
