"""`memwiki merge-log`: git's merge driver for logs."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from wiki_hooks.cli.driving import add_versions, drive
from wiki_hooks.git.merging import archives_of, reading_of, scene_of
from wiki_schema.command import Command
from wiki_schema.merge import Merged
from wiki_schema.merge.log import merge_log

if TYPE_CHECKING:
    from wiki_schema.log import LogFormat


def run(args: argparse.Namespace) -> int:
    """Merge a log into ours: 0 where that is all, 1 where a person must choose."""

    def merge(base: str, ours: str, theirs: str) -> Merged:
        scene = scene_of(args.path, os.getcwd(), os.environ)
        return merge_log(
            base,
            ours,
            theirs,
            reading_of(scene, (base, ours, theirs), _formats),
            width=args.width,
            keeps_ours=not scene.tips,
            archived=archives_of(scene),
        )

    return drive(args, merge, "an old line was not left as it was on one side")


def _formats() -> dict[str, LogFormat]:
    from wiki_schema.judge import load_formats
    from wiki_schema.plugins import get_plugin_manager

    return load_formats(get_plugin_manager())


COMMAND = Command(
    "merge-log", "Git's merge driver for logs: the new lines of both sides, each once.", add_versions, run
)
