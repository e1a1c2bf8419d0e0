"""How a wiki is watched."""

from __future__ import annotations

from wiki_hooks.watch.settle import Patience
from wiki_schema.value import Value


class Rhythm(Value):
    """How often what is done without a reason, in seconds."""

    alive: float = 3.0
    """Whether the folder is still the same one and events still come."""
    rescan: float = 300.0
    """Whether a file looks other than it did, though no event told."""
    thorough: float = 3600.0
    """Whether one holds something else though it looks as it did: hard links and `mmap` leave dates alone."""
    poll: float = 1.0
    """How often files are looked at where no events are given; more seldom where that takes long."""


class Options(Value):
    """What may be chosen."""

    patience: Patience = Patience()
    rhythm: Rhythm = Rhythm()
    poll: bool = False
    """Look again and again even where events are given."""
