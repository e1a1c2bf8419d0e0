"""Wikis as other people keep them, made up: one for each habit that `memwiki init --adopt` knows."""

from __future__ import annotations

from wiki_schema.value import Value

PAGE = "# {title}\n\nThis is what is known of the {title} and of that which goes with it in the house.\n"


def page(title: str, more: str = "", head: str = "") -> str:
    """A short note in English."""
    front = f"---\n{head}---\n\n" if head else ""
    return front + PAGE.format(title=title) + (f"\n{more}\n" if more else "")


class Other(Value):
    """A wiki, and what it should be recognised as."""

    files: dict[str, str]
    config: str
    """The stores of memwiki.toml, without the remark above them."""
    says: tuple[str, ...]
    """Words of the answer."""
    note: str
    """One of its notes that the index lists, and no other note."""
    logs: tuple[str, ...] = ()
    """Its logs, each of which must be guarded."""
    new_note: str = "new.md"
    """Where one more note may be written."""


def _fact(name: str, sort: str) -> str:
    return (
        f"---\nname: {name}\ndescription: what is to be known of {name}\ntype: {sort}\n---\n\nThe {name}.\n"
    )


LLM_WIKI = Other(
    {
        "CLAUDE.md": "# How to keep this wiki\n\nWrite in wiki/.\n",
        "raw/article.md": "# An article\n\nIts words.\n",
        "wiki/index.md": "# Index\n\n- [Boiler](concepts/boiler.md)\n- [Ferry](concepts/ferry.md)\n",
        "wiki/log.md": "# Log\n\n## [2026-04-01] ingest | An article\n\nTwo pages.\n\n"
        "## [2026-04-02] lint | A pass\n\n- nothing\n",
        "wiki/concepts/boiler.md": page("boiler", "See [the ferry](ferry.md)."),
        "wiki/concepts/ferry.md": page("ferry"),
    },
    '[[store]]\npath = "wiki"\nkind = "open"\nlog_format = "headings"\n',
    ("an LLM wiki, open, 2 notes, English", "wiki/index.md (links)", "(headings, oldest first, 2 entries)"),
    "wiki/concepts/boiler.md",
    ("wiki/log.md",),
    "wiki/concepts/new.md",
)

OKF = Other(
    {
        "index.md": '---\nokf_version: "0.1"\n---\n\n# Index\n\n- [Orders](orders.md) - one row an order\n'
        "- [Metrics](metrics/)\n",
        "log.md": "# Log\n\n## 2026-05-22\n\n* **Update**: orders\n* **Creation**: metrics\n\n"
        "## 2026-05-15\n\n* **Creation**: orders\n",
        "orders.md": page("orders", head="type: table\n"),
        "metrics/index.md": "# Metrics\n\n- [Users](users.md) - who came\n- [Sales](sales.md)\n",
        "metrics/log.md": "# Log\n\n## 2026-05-22\n\n* **Creation**: users\n",
        "metrics/users.md": page("users", head="type: metric\n"),
        "metrics/sales.md": page("sales", head="type: metric\n"),
    },
    '[[store]]\npath = "."\nkind = "open"\nlog_format = "okf"\nlog_order = "newest-first"\n\n'
    '[[store]]\npath = "metrics"\nkind = "open"\nlog_format = "okf"\nlog_order = "newest-first"\n',
    (
        "a bundle in the Open Knowledge Format, open, 1 note",
        "metrics: a bundle",
        "newest first is the custom",
    ),
    "metrics/users.md",
    ("log.md", "metrics/log.md"),
)

AGENT_MEMORY = Other(
    {
        "MEMORY.md": "# Memory\n\n- [Tabs](feedback_tabs.md) — tabs, never blanks\n"
        "- [Release](project_release.md) — the freeze\n- [Role](user_role.md) — builds bridges\n",
        "feedback_tabs.md": _fact("tabs", "feedback"),
        "project_release.md": _fact("release", "project"),
        "user_role.md": _fact("role", "user"),
    },
    '[[store]]\npath = "."\nkind = "open"\nindex = "MEMORY.md"\nlog_format = "headings"\n',
    ("the auto-memory of a coding agent, open, 3 notes", "Index MEMORY.md (links); no log", "--kind private"),
    "project_release.md",
)

VAULT = Other(
    {
        ".obsidian/app.json": "{}",
        "Home.md": "# Home\n\n- [[Boiler]]\n- [[Ferry]]\n- [[2026-11-01]]\n- [[2026-11-02]]\n",
        "Notes/Boiler.md": page("boiler", "Goes with the [[Ferry]]."),
        "Notes/Ferry.md": page("ferry", "Goes with the [[Boiler]]."),
        "Daily/2026-11-01.md": page("day", "The [[Boiler]] was cold."),
        "Daily/2026-11-02.md": page("day", "The [[Ferry]] was late."),
        "Templates/Note.md": "# {{title}}\n",
    },
    '[[store]]\npath = "."\nkind = "open"\nindex = "Home.md"\nlog_format = "headings"\n'
    'exclude = ["/Templates/"]\n',
    ("a vault of wikilinked notes, open, 4 notes", "(wikilinks)", "No notes, and not guarded: /Templates/"),
    "Daily/2026-11-01.md",
)

TABLE = Other(
    {
        "00-index.md": "# Index\n\n| Note | About |\n|---|---|\n| [Boiler](boiler.md) | heat |\n"
        "| [Ferry](ferry.md) | trips |\n",
        "journal.md": "# Journal\n\n- 2026-11-02 — the ferry\n- 2026-11-01 — the boiler\n",
        "boiler.md": page("boiler"),
        "ferry.md": page("ferry"),
    },
    '[[store]]\npath = "."\nkind = "open"\nindex = "00-index.md"\nlog = "journal.md"\n'
    'log_format = "bullets"\nlog_order = "newest-first"\n',
    ("an LLM wiki", "(a table of links)", "log journal.md (bullets, newest first, 2 entries)"),
    "boiler.md",
    ("journal.md",),
)

KEYWORDS = Other(
    {
        "index.md": "# Index\n\n| Words | Note |\n|---|---|\n| boiler, heat, gas | boiler.md |\n"
        "| ferry, pier, boat | ferry.md |\n",
        "log.md": "# Log\n\n- 2026-11-01: the boiler\n- 2026-11-02: the ferry\n",
        "boiler.md": page("boiler"),
        "ferry.md": page("ferry"),
    },
    '[[store]]\npath = "."\nkind = "open"\nlog_format = "bullets"\n',
    ("(keyword rows)", "(bullets, oldest first, 2 entries)"),
    "boiler.md",
    ("log.md",),
)

BARE_PATHS = Other(
    {
        "README.md": "# Notes\n\n- notes/boiler.md: heat\n- `notes/ferry.md`: trips\n",
        "docs/log.md": "# Log\n\n## 2026-11-02\n\nThe ferry.\n\n## 2026-11-01\n\nThe boiler.\n",
        "notes/boiler.md": page("boiler"),
        "notes/ferry.md": page("ferry"),
    },
    '[[store]]\npath = "."\nkind = "open"\nindex = "README.md"\nlog = "docs/log.md"\n'
    'log_format = "headings"\nlog_order = "newest-first"\n',
    ("Index README.md (bare paths)", "log docs/log.md (headings, newest first, 2 entries)"),
    "notes/boiler.md",
    ("docs/log.md",),
    "notes/new.md",
)

OWN = Other(
    {
        "index.md": "# Index\n\n- [Boiler](boiler.md)\n- [Ferry](ferry.md)\n",
        "log.md": "# Log\n\n2026-11-01 | ADD | ben | boiler.md | new\n"
        "2026-11-02 | ADD | ana | ferry.md | new\n",
        "boiler.md": "# Boiler\n\n- It is serviced in May — ben, 2026-11-01\n- It hums — ana, 2026-11-01\n",
        "ferry.md": "# Ferry\n\n- It leaves at 07:40 — ana, 2026-11-02\n",
    },
    '[[store]]\npath = "."\nkind = "shared"\n',
    ("a memory wiki of facts with provenance, shared, 2 notes", "(memwiki, oldest first, 2 entries)"),
    "boiler.md",
    ("log.md",),
)

BILINGUAL = Other(
    {
        "docs/log.md": "# Log\n\n## [2026-04-01] ingest | One\n\n## [2026-04-02] ingest | Two\n",
        **{
            f"wiki-{base}/{path}": text
            for base in ("en", "de")
            for path, text in {
                "index.md": f"# Index\n\n- [[{base}/a/boiler]]\n- [[{base}/a/ferry]]\n- [[{base}/a/pier]]\n",
                "a/boiler.md": page("boiler", f"See [[{base}/a/ferry]]."),
                "a/ferry.md": page("ferry"),
                "a/pier.md": page("pier"),
            }.items()
        },
    },
    "\n".join(
        f'[[store]]\npath = "wiki-{base}"\nkind = "open"\nlog = "../docs/log.md"\nlog_format = "headings"\n'
        f'link_base = "{base}"\n'
        for base in ("de", "en")
    ),
    ("wiki-de: an LLM wiki", "wiki-en: an LLM wiki", "Its links begin with en/"),
    "wiki-en/a/boiler.md",
    ("docs/log.md",),
    "wiki-en/new.md",
)

FOREIGN_LOG = Other(
    {
        "index.md": "# Index\n\n- [Boiler](boiler.md)\n- [Ferry](ferry.md)\n",
        "log.md": "# Log\n\n### April 1st, 2026\n\nThe boiler.\n\n### April 2nd, 2026\n\nThe ferry.\n",
        "boiler.md": page("boiler"),
        "ferry.md": page("ferry"),
    },
    '[[store]]\npath = "."\nkind = "open"\n'
    "# log.md is in no style memwiki reads, and is guarded as a note only.\n"
    'log = "memwiki-log.md"\nlog_format = "headings"\n',
    ("no log", "it is guarded as a note, not as a log", "line 3: ### April 1st, 2026"),
    "boiler.md",
)

BARE = Other(
    {
        "ideas.md": page("idea"),
        "people/ana.md": page("friend"),
        "people/ben.md": page("neighbour"),
    },
    '[[store]]\npath = "."\nkind = "open"\nlog_format = "headings"\n',
    ("a folder of notes, open, 3 notes, English", "No file lists its notes; no log", "an index, a log"),
    "people/ana.md",
)

NESTED = Other(
    {
        "index.md": "# Index\n\n- [Things](things/index.md)\n- [People](people/)\n",
        "things/index.md": "# Things\n\n- [Boiler](boiler.md)\n- [Ferry](ferry.md)\n",
        "things/boiler.md": page("boiler"),
        "things/ferry.md": page("ferry"),
        "people/index.md": "# People\n\n- [Ana](ana.md)\n- [Ben](ben.md)\n",
        "people/ana.md": page("friend"),
        "people/ben.md": page("neighbour"),
    },
    '[[store]]\npath = "."\nkind = "open"\nlog_format = "headings"\n',
    ("a folder of notes, open, 4 notes", "Index index.md (links, 2 nested ones); no log"),
    "people/ana.md",
    (),
    "people/new.md",
)

SPREAD = Other(
    {
        "index.md": "# Index\n\n- [House](house.md)\n- [Boiler](a/b/boiler.md)\n- [Ferry](trips/ferry.md)\n",
        "log.md": "# Log\n\n- 2026-11-01: the boiler\n- 2026-11-02: the ferry\n",
        "house.md": page("house"),
        "a/b/boiler.md": page("boiler"),
        "trips/ferry.md": page("ferry"),
        "trips/pier.md": page("pier"),
    },
    '[[store]]\npath = "."\nkind = "open"\nlog_format = "bullets"\n',
    ("an LLM wiki, open, 4 notes", "Index index.md (links); log log.md (bullets, oldest first, 2 entries)"),
    "house.md",
    ("log.md",),
    "trips/new.md",
)

SEVERAL = Other(
    {
        "README.md": "# Two wikis\n\nOne of work and one of home.\n",
        "loose.md": page("idea"),
        "old/one.md": page("idea"),
        "old/two.md": page("idea"),
        **{
            f"{folder}/{path}": text
            for folder, note in (("home", "boiler"), ("work", "server"))
            for path, text in {
                "index.md": f"# Index\n\n- [It]({note}.md)\n",
                "log.md": f"# Log\n\n## [2026-04-01] ingest | A\n\n## [2026-04-02] ingest | {note}\n",
                f"{note}.md": page(note),
            }.items()
        },
    },
    "\n".join(
        f'[[store]]\npath = "{each}"\nkind = "open"\nlog_format = "headings"\n' for each in ("home", "work")
    ),
    (
        "home: an LLM wiki, open, 1 note",
        "work: an LLM wiki, open, 1 note",
        "In no store, and not guarded: 3 notes in old (2), . (1).",
        "`memwiki init --adopt old` says what to add",
    ),
    "home/boiler.md",
    ("home/log.md", "work/log.md"),
    "home/new.md",
)

WINDOWS = LLM_WIKI._replace(files={path: text.replace("\n", "\r\n") for path, text in LLM_WIKI.files.items()})

LATIN = LLM_WIKI._replace(
    files={
        path: text.replace("boiler", "boil\udce9r") if path.endswith(("boiler.md", "log.md")) else text
        for path, text in {
            **LLM_WIKI.files,
            "wiki/log.md": LLM_WIKI.files["wiki/log.md"].replace("nothing", "the boiler"),
        }.items()
    }
)
"""Bytes that are no UTF-8, in a note and in the log."""

OTHERS = {
    "llm-wiki": LLM_WIKI,
    "okf": OKF,
    "agent-memory": AGENT_MEMORY,
    "vault": VAULT,
    "table": TABLE,
    "keywords": KEYWORDS,
    "bare-paths": BARE_PATHS,
    "own": OWN,
    "bilingual": BILINGUAL,
    "foreign-log": FOREIGN_LOG,
    "bare": BARE,
    "nested": NESTED,
    "spread": SPREAD,
    "several": SEVERAL,
    "windows": WINDOWS,
    "latin": LATIN,
}
