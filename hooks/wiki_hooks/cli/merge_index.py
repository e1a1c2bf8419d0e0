"""`memwiki merge-index`: git's merge driver for indexes."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.cli.driving import add_versions, drive
from wiki_hooks.git.merging import scene_of
from wiki_schema.command import Command
from wiki_schema.merge import Merged
from wiki_schema.merge.index import merge_index


def run(args: argparse.Namespace) -> int:
    """Merge an index into ours: 0 where that is all, 1 where a person must choose."""

    def merge(base: str, ours: str, theirs: str) -> Merged:
        scene = scene_of(args.path, os.getcwd(), os.environ)
        return merge_index(base, ours, theirs, scene.inside, args.width)

    return drive(args, merge, "both sides changed it, each in its own way")


COMMAND = Command(
    "merge-index", "Git's merge driver for indexes: the listings of both sides, each once.", add_versions, run
)
