"""Random words, notes, wikis and garbage: one place for all laws."""

from __future__ import annotations

from datetime import date

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from tests.laws.pages import ZONES, Entry, Fact, Page, Part, pending, struck
from wiki_schema.text import decode, normal


def law(examples: int) -> settings:
    """How often a law is tried. Building a wiki takes its time, and a slow machine proves nothing."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    phases = [Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink]
    return settings(max_examples=examples, deadline=None, suppress_health_check=slow, phases=phases)


# Words

SAFE = (
    "the boiler runs at nine Straße Zoë Ko\u0308ln 東京 の サーバー הערה ملاحظة Ωmega чай a e\u0301t x9 "
    "don't e-mail superseded unconfirmed"
).split()
"""Words that begin no block, so that a line may begin with them."""

ODD = (
    "— – -- - | || \\| ` `x` `` ``` * *em* ** _ [[home]] [[home|us]] [x](home.md) <b> </b> <!-- --> &mdash; "
    "~~ ~ \\ # ## > 1. 2) + 2026-12-02 , ⚠ %0A ::error:: {#id} [ ] [x] $x$ @ana 🙂 👩\u200d👩\u200d👧 … ( ) "
    "~~x~~ === --- *** 100% \\~ superseded, C:\\ http://a.example/?q=1&r=2 [rest"
).split(" ")
"""Words that mean something to Markdown, to a log, to a report or to this grammar."""

_words = st.lists(st.sampled_from(SAFE) | st.sampled_from(ODD), max_size=7)
safe_texts = st.lists(st.sampled_from(SAFE), min_size=1, max_size=5).map(" ".join)
texts = st.builds(lambda first, rest: " ".join([first, *rest]), st.sampled_from(SAFE), _words)

days = st.dates(date(2024, 2, 1), date(2026, 11, 29)).map(str)

# People

MEMBERS = """
[[member]]
id = "ana"
name = "Ana Ruiz"

[[member]]
id = "bo"
name = "Bo Lind"
aliases = ["bo the elder"]

[[member]]
id = "hanako"
name = "田中 花子"

[[member]]
id = "zoe"
name = "Zoë Köhler"

[[member]]
id = "sara"
name = "שרה לוי"

[[member]]
id = "mary"
name = "Mary Ann, Jr."

[[member]]
id = "guest"
name = "A Guest"
role = "guest"

[[member]]
id = "root"
name = "Root Admin"
role = "admin"

[[member]]
id = "agent-7"
role = "agent"
acts_for = ["ana", "Bo Lind"]

[[member]]
id = "agent-8"
role = "agent"

[[member]]
id = "agent-9"
role = "agent"
acts_for = ["root"]
"""

STANDS_FOR = {
    "Ana Ruiz": {"ana"},
    "ana": {"ana"},
    "Ana  Ruiz": {"ana"},
    "bo": {"bo"},
    "bo the elder": {"bo"},
    "Bo Lind": {"bo"},
    "田中 花子": {"hanako"},
    "Zoë Köhler": {"zoe"},
    "Zoe\u0308 Ko\u0308hler": {"zoe"},
    "שרה לוי": {"sara"},
    "Mary Ann, Jr.": {"mary"},
    "agent-7": {"agent-7"},
    "agent-8": {"agent-8"},
    "agent-9": {"agent-9"},
    "A Guest": {"guest"},
    "Root Admin": {"root"},
    "A Stranger": set[str](),
    "Ana Ruiz and Bo Lind": {"ana", "bo"},
    "Zoë Köhler & Mary Ann, Jr.": {"zoe", "mary"},
    "田中 花子, Ana Ruiz": {"hanako", "ana"},
}
"""Every way a fact is signed here, and whom it means."""

ACTS_AS = {
    "Ana Ruiz": {"ana"},
    "bo": {"bo"},
    "田中 花子": {"hanako"},
    "Zoë Köhler": {"zoe"},
    "שרה לוי": {"sara"},
    "Mary Ann, Jr.": {"mary"},
    "A Guest": {"guest"},
    "agent-7": {"agent-7", "ana", "bo"},
    "agent-8": {"agent-8"},
    "agent-9": {"agent-9", "root"},
    "Root Admin": {"root"},
    "A Stranger": set[str](),
}
"""Everybody who acts here, and as whom."""

names = st.sampled_from([name for name, members in STANDS_FOR.items() if members])
actors = st.sampled_from(list(ACTS_AS))


def is_admin(actor: str) -> bool:
    """Whether an actor acts as the admin."""
    return "root" in ACTS_AS[actor]


def may_change(actor: str, fact: Fact) -> bool:
    """Whether an actor is an originator of a fact, or an admin: the question of the wiki grammar."""
    return is_admin(actor) or bool(ACTS_AS[actor] & STANDS_FOR[fact.names])


# Facts and notes

facts = st.builds(Fact, texts, names, days)


def _key(fact: Fact) -> str:
    return normal(fact.text)


@st.composite
def entries(draw: st.DrawFn, said: list[Fact], claims: int = 0) -> tuple[Entry, ...]:
    """List items and signed paragraphs that say some facts, and a few that nobody signed."""
    found: list[Entry] = []
    for fact in said:
        # A new level, the same, or back: never one that skips a level.
        deepest = found[-1].depth + 1 if found and found[-1].marker else 0
        depth = draw(st.integers(0, min(3, deepest)))
        entry = draw(_layouts(depth, is_first_child=depth == deepest))
        kind = draw(st.sampled_from(["current"] * 6 + ["task", "struck", "unsigned", "open task"]))
        if kind == "struck":
            heir = Fact(f"{fact.text} 2", "ana", "2026-11-20")
            found += [
                entry._replace(said=struck(fact.said, heir.day, "Root Admin")),
                entry._replace(said=heir.said, fact=heir, gap=False, zone=("", "")),
            ]
        elif kind in ("unsigned", "open task"):
            box = "[ ] " if kind == "open task" else ""
            found.append(entry._replace(said=draw(safe_texts), marker=entry.marker or "-", box=box))
        else:
            box = "[x] " if kind == "task" and entry.marker else ""
            found.append(entry._replace(said=fact.said, fact=fact, box=box))
            if claims and entry.marker and draw(st.integers(0, 3)) < claims:
                found[-1] = found[-1]._replace(disputed=True)
                claim = pending(draw(texts), draw(names), draw(days))
                found.append(Entry(claim, depth=depth + 1))
    return tuple(found)


@st.composite
def _layouts(draw: st.DrawFn, depth: int, is_first_child: bool) -> Entry:
    """How an item is written. A number other than 1 opens no list inside an item."""
    markers = ["-", "-", "-", "*", "+", "1.", "1)"]
    if not depth:
        markers += ["", "12)", "123456789."]
    marker = draw(st.sampled_from(markers if not is_first_child or not depth else markers[:7]))
    zones = [(kind, "- in the item — ana, 2026-01-01") for kind in ZONES]
    zone = draw(st.sampled_from([("", "")] * 9 + zones))
    return Entry(
        "",
        depth=depth,
        marker=marker,
        width=draw(st.sampled_from([0, 0, 0, 12, 40])),
        lazy=draw(st.booleans()),
        gap=draw(st.integers(0, 4)) == 0 or marker[:-1] not in ("", "1"),
        zone=zone if marker else ("", ""),
    )


@st.composite
def pages(draw: st.DrawFn, min_facts: int = 1, max_facts: int = 7, claims: int = 0, tag: str = "") -> Page:
    """A note of which no two facts say the same."""
    said = draw(st.lists(facts, min_size=min_facts, max_size=max_facts, unique_by=_key))
    said = [fact._replace(text=f"{fact.text} {tag}") for fact in said] if tag else said
    parts: list[Part] = []
    level = draw(st.integers(0, 2))
    while said or not parts:
        count = draw(st.integers(0 if len(parts) < 4 else len(said), len(said)))
        zones = st.tuples(st.sampled_from(ZONES), st.sampled_from(HIDDEN_LINES))
        part = Part(
            level=level,
            title=f"{draw(safe_texts)} {len(parts)}" if level else "",
            prose=tuple(draw(st.lists(safe_texts, max_size=2))),
            zones=tuple(draw(st.lists(zones, max_size=1))),
            entries=draw(entries(said[:count], claims)),
        )
        parts.append(part)
        said = said[count:]
        level = draw(st.integers(1, min(level + 1, 6)))
    return Page(
        tuple(parts),
        front=draw(st.sampled_from(["", "", "tags: [a]", HIDDEN_LINES[0]])),
        ending=draw(st.sampled_from(["\n", "\n", "\r\n"])),
        bom=draw(st.integers(0, 5)) == 0,
        closed=draw(st.integers(0, 4)) > 0,
    )


HIDDEN_LINES = ["- hidden — ana, 2026-01-02", "hidden — Bo Lind, 2026-01-02", "- ~~x — ana, 2026-01-02~~"]

# Garbage

_PIECES = [
    "", "", "- ", "* ", "+ ", "1. ", "2) ", "  ", "    ", "\t", "- - ", "> ", ">", "# ", "## ", "###### ",
    "```", "~~~", "````", "~~~~", "<!--", "-->", "<div>", "</div>", "<div hidden>", "<b>", "<script>",
    "</script>", "---", "===", "***", "- ---", "text", "word word", "— ana, 2026-11-01",
    "a — ana, 2026-11-01",
    "b — Bo Lind, 2026-11-02", "c — room 4, 2026-12-02", "d – ana, 2026-1-1", "e — ana, 2026-02-30 (sic)",
    "~~a — ana, 2026-11-01~~ — superseded 2026-11-30 by ana", "~~a~~ — superseded 2026-11-30 by ana",
    "~~withdrawn~~ — superseded 2026-11-30 by ana", "~~", "~~~~a~~", "~~a~~ superseded",
    "⚠ claimed changed: x — bo, 2026-11-30 — unconfirmed", "⚠️ claimed changed: — unconfirmed",
    "⚠ claimed changed: x — bo, 2026-11-30 — confirmed 2026-11-30 by ana",
    "[ ] ", "[x] ", "[redacted: key]", "[[home]]", "[x](home.md)", "[a]: home.md", "| a | b |", "|", "\\",
    "`",
    "2026-11-30 | ADD | ana | home.md | words", "2026-11-30 | NOPE | ana | ../home.md | words",
    "2026-99-99 | ADD |  | | ", "2026-11-30|ADD|ana|home.md|words", "## [2026-04-02] ingest | Title",
    "<<<<<<< ours", "=======", ">>>>>>> theirs", "[rest unchanged]", "…", "\x00", "\x85", "\u2028", "\r",
    "\ufeff", "\u202e", "\u200b", "\udcff", "\udce9", "e\u0301", "\u00a0", "﷽", "🙂", "C:\\",
    "../../etc/passwd",
]  # fmt: skip

lines = st.lists(st.sampled_from(_PIECES), min_size=0, max_size=4).map("".join)
"""Lines made of all that means something somewhere."""

garbage = st.one_of(
    st.lists(lines, max_size=14).map("\n".join),
    st.lists(lines, max_size=8).map("\r\n".join),
    st.binary(max_size=60).map(decode),
    st.text(max_size=40),
)
"""Any text at all, as a file may hold it."""


@st.composite
def versions(draw: st.DrawFn) -> tuple[str, str]:
    """Two texts, the second an edit of the first: a few lines put in, taken out or changed."""
    old = draw(st.lists(lines, max_size=14))
    new = list(old)
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(new)))
        new[at : at + draw(st.integers(0, 2))] = draw(st.lists(lines, max_size=2))
    ends = st.sampled_from(["\n", "\n", "\r\n"])
    return draw(ends).join(old), draw(ends).join(new)


_ACTING = [
    "\x1b[31m", "\x1b]0;t\x07", "\r\n", "\n", "\r", "\t", "\x00", "\x7f", "\x85", "\x9b", "\u2028", "\u202e",
    "\u2066", "\u200b", "\ufeff", "\udcff", "::error file=a::x", "::stop-commands::a", "%0A", "</details>",
    "<script>", "<b>", "<!--", "-->", "&lt;", "```", "````", "~~~", "`", "\\", "*", "_", "[x](javascript:y)",
    "![i](u)", "@all", "#1", "$x$", "<", ">", "{", "}", '"', "'", "¦", "|", " | ", "\\|", "||", "# ", "- ",
    "1. ", " ", "word", ":", ",",
]  # fmt: skip

hostile = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=30).map(decode),
    st.lists(
        st.sampled_from(_ACTING),
        max_size=12,
    ).map("".join),
)
"""Words of a note that would like to be more than words in a report."""
