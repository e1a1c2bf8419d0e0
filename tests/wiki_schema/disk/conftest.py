"""Where tests of many kills write."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.memory import QuickFolder


@pytest.fixture
def quick_path() -> Iterator[Path]:
    with QuickFolder() as folder:
        yield Path(folder)
