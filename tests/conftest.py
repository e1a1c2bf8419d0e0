"""What holds for all tests: laws try the same examples each time, unless they are asked to look further."""

from __future__ import annotations

import os

from hypothesis import settings

# What fails must fail for whoever runs it next. `MEMWIKI_EXPLORE=1` draws new examples.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("explore", deadline=None)
settings.load_profile("explore" if os.environ.get("MEMWIKI_EXPLORE") else "steady")
