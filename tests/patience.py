"""How long a test waits before it calls something endless: what is quadratic takes minutes, not seconds.

Speed itself is shown by the benchmarks, as a ratio; a slow machine fails no test.
"""

from __future__ import annotations

SECONDS = 20
