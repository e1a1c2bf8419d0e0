"""What the environment says about a check: the day, and who is acting."""

from __future__ import annotations

import os
import time
from datetime import UTC, date, datetime

from wiki_schema.finding import CannotCheck
from wiki_schema.text import parse_day, visible


def today() -> date:
    """The day in UTC, or the one that `MEMWIKI_TODAY` sets for tests and replays."""
    given = os.environ.get("MEMWIKI_TODAY", "")
    if not given:
        return datetime.now(UTC).date()
    day = parse_day(given)
    if day is None:
        raise CannotCheck(f'MEMWIKI_TODAY is "{visible(given, 40)}"; it must be a day like 2026-11-30')
    return day


def environ_who() -> str:
    """Whom `MEMWIKI_WHO` says is acting; empty where it is not set."""
    return os.environ.get("MEMWIKI_WHO", "")


def now() -> datetime:
    """The time in UTC; its day is the one that `MEMWIKI_TODAY` sets."""
    real = datetime.now(UTC).replace(microsecond=0)
    return datetime.combine(today(), real.timetz())


def moment() -> str:
    """The time as revisions name it: `now`, as ISO 8601 writes it."""
    if not os.environ.get("MEMWIKI_TODAY"):
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return now().strftime("%Y-%m-%dT%H:%M:%SZ")
