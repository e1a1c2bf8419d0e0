"""A folder in memory where there is one: a kill loses nothing that a disk would have to be waited for."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

_MEMORY = "/dev/shm"


class QuickFolder(tempfile.TemporaryDirectory[str]):
    """A folder that goes with the block, or with `cleanup`."""

    def __init__(self) -> None:
        super().__init__(prefix="memwiki-", dir=_MEMORY if os.access(_MEMORY, os.W_OK) else None)

    @property
    def path(self) -> Path:
        """Where it is."""
        return Path(self.name)
