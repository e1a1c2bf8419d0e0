"""The policy of a repository: its stores and how strictly they are held, as frozen values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache, lru_cache
from types import MappingProxyType

from wiki_schema import paths
from wiki_schema.policy import keys as policy_keys
from wiki_schema.policy.reader import Document, PolicyError, quoted
from wiki_schema.text import path_key
from wiki_schema.value import Value

__all__ = ["POLICY_FILES", "Policy", "PolicyError", "Store", "read_policy"]

POLICY_FILES = ("memwiki.toml", "pyproject.toml")

BASELINE = "memwiki-baseline.txt"
"""Where the baseline of the health pass stands if the policy names no other file."""

MAILMAP = ".mailmap"
"""Where git looks for the proper names of authors."""

Read = Callable[[str], str | None]

NO_RULES: Mapping[str, str] = MappingProxyType({})


@lru_cache(256)
def _joined(folder: str, path: str) -> str:
    """A file of a store, from the top. `read_policy` has refused what would leave the repository."""
    return paths.join(folder, path) or ""


@cache
def _excluder(patterns: tuple[str, ...]) -> Callable[[str], bool]:
    """What the exclude patterns of a store name. The library is loaded only where there are patterns."""
    from pathspec import GitIgnoreSpec

    try:
        return GitIgnoreSpec.from_lines(patterns).match_file
    except ValueError as error:
        raise PolicyError([f"[[store]] exclude: {error}"]) from error


class Store(Value):
    """One store, as the policy describes it. Paths given to its methods count from the top."""

    path: str
    """Its folder, from the top of the repository; empty for the top itself."""
    kind: str = "shared"
    owner: str = ""
    log: str = "log.md"
    index: str = "index.md"  # type: ignore[assignment]  # the key's name; nobody searches a store as a tuple
    log_format: str = "memwiki"
    log_order: str = "oldest-first"
    exclude: tuple[str, ...] = ()
    originator_may_update: bool = False
    extra_verbs: tuple[str, ...] = ()
    link_base: str = ""

    @property
    def log_path(self) -> str:
        """The log, from the top of the repository."""
        return _joined(self.path, self.log)

    @property
    def index_path(self) -> str:
        """The root index, from the top of the repository."""
        return _joined(self.path, self.index)

    def relative(self, path: str) -> str | None:
        """A path as seen from the store, None where it lies elsewhere."""
        return paths.below(self.path, path)

    def holds(self, path: str) -> bool:
        """Whether a path lies below the store. A deeper store may have the better claim to it."""
        return self.relative(path) is not None

    def is_index(self, path: str) -> bool:
        """Whether a file is the index or a nested one: a file below the store of the same name."""
        name = self.index_path.rpartition("/")[2]
        return path_key(path.rpartition("/")[2]) == path_key(name) and self.holds(path)

    def is_log(self, path: str) -> bool:
        """Whether a file is the log."""
        return path == self.log_path or path_key(path) == path_key(self.log_path)

    def is_archive(self, path: str) -> bool:
        """Whether a file is a rotated log: `log-2026.md` or `log-2026-06.md` beside the log.

        What follows the year is digits, so that `log-2026-tea.md` stays a note.
        """
        folder, _, name = path_key(path).rpartition("/")
        log_folder, _, log_name = path_key(self.log_path).rpartition("/")
        stem, suffix = log_name, ""
        if "." in log_name:
            stem, _, suffix = log_name.rpartition(".")
            suffix = f".{suffix}"
        if folder != log_folder or not name.startswith(f"{stem}-") or not name.endswith(suffix):
            return False
        span = name[len(stem) + 1 : len(name) - len(suffix)]
        first, *parts = span.split("-")
        is_digits = all(part.isascii() and part.isdigit() for part in (first, *parts))
        return is_digits and len(first) == 4 and all(len(part) <= 3 for part in parts)

    def is_note(self, path: str) -> bool:
        """Whether a file is a note of this store: Markdown, and neither index, log, hidden nor excluded."""
        if not path.endswith(".md"):
            return False
        inside = self.relative(path)
        if inside is None or any(part.startswith(".") or part.endswith("~") for part in inside.split("/")):
            return False
        if self.is_index(path) or self.is_log(path) or self.is_archive(path):
            return False
        return not (self.exclude and _excluder(self.exclude)(inside))


class Policy(Value):
    """What `memwiki.toml` says."""

    stores: tuple[Store, ...]
    members_file: str = "members.toml"
    rules: Mapping[str, str] = NO_RULES
    """Levels set by hand: rule name → `error`, `warning` or `off`."""
    lint: Mapping[str, object] = policy_keys.defaults(policy_keys.LINT)
    prime: Mapping[str, object] = policy_keys.defaults(policy_keys.PRIME)
    watch: Mapping[str, object] = policy_keys.defaults(policy_keys.WATCH)
    history: Mapping[str, object] = policy_keys.defaults(policy_keys.HISTORY)
    source: str = POLICY_FILES[0]
    """The file it came from."""
    members: Mapping[str, object] = policy_keys.defaults(policy_keys.MEMBERS)

    @property
    def member_files(self) -> tuple[str, ...]:
        """The files that say who somebody is. What a folder of members holds are notes like any other."""
        return (self.members_file, MAILMAP) if self.members["git"] else (self.members_file,)

    @property
    def baseline_file(self) -> str:
        """The baseline of the health pass, from the top; need not stand there."""
        return str(self.lint["baseline"]) or BASELINE

    @property
    def history_bytes(self) -> int:
        """How many bytes of old contents are kept beside the wiki."""
        return int(str(self.history["max_mb"])) << 20

    def store_of(self, path: str) -> Store | None:
        """The store a path belongs to: the deepest that holds it."""
        holders = [store for store in self.stores if store.holds(path)]
        return max(holders, key=lambda store: len(store.path), default=None)

    def store_of_log(self, path: str, archives: bool = False) -> Store | None:
        """The store whose log a file is, or, with `archives`, a rotated one. It may lie in another store."""
        owners = (s for s in self.stores if s.is_log(path) or (archives and s.is_archive(path)))
        return next(owners, None)

    def store_of_note(self, path: str) -> Store | None:
        """The store a path is a note of. A log that lies in another store is no note of that one."""
        store = self.store_of(path) if path.endswith(".md") else None
        if store is None or not store.is_note(path):
            return None
        return None if self.store_of_log(path, archives=True) else store


def read_policy(read: Read, known_rules: Collection[str] | None = None) -> Policy | None:
    """The policy of a repository, or None where nothing configures one.

    `read` gives the text of a file from the top, or None. `memwiki.toml` wins over `[tool.memwiki]` of
    `pyproject.toml`. With `known_rules`, a level for any other rule is a fault.
    Raises `PolicyError` with every fault there is.
    """
    own, project = POLICY_FILES
    source = read(own)
    if source is not None:
        return _policy(Document(source, own), known_rules)
    source = read(project)
    # Most projects never mention memwiki: they are not parsed, and their faults are not ours.
    if source is None or "memwiki" not in source:
        return None
    document = Document(source, project, "tool.memwiki.")
    return _policy(document, known_rules) if document.inner("tool", "memwiki") else None


def _policy(document: Document, known_rules: Collection[str] | None) -> Policy:
    document.check_tables(policy_keys.POLICY_TABLES)
    stores = _stores(document)
    rules = document.table(policy_keys.RULES)
    for name in rules if known_rules is not None else ():
        if name not in (known_rules or ()):
            hint = document.suggest(name, known_rules or ())
            document.complain(policy_keys.RULES, name, f"is no rule{hint}")
    lint = document.table(policy_keys.LINT)
    _check_own_words(document, lint["words"])
    members = _members(document)
    members_file = str(members["file"])
    if lint["baseline"]:
        lint["baseline"] = _file(document, policy_keys.LINT, "baseline", lint["baseline"])
        _check_baseline(document, lint["baseline"], (document.file, members_file), stores)
    prime, watch = document.table(policy_keys.PRIME), document.table(policy_keys.WATCH)
    history = document.table(policy_keys.HISTORY)
    document.finish()
    return Policy(
        stores, members_file, MappingProxyType(rules), MappingProxyType(lint), MappingProxyType(prime),
        MappingProxyType(watch), MappingProxyType(history), document.file, MappingProxyType(members),
    )  # fmt: skip


def _check_own_words(document: Document, words: Mapping[str, Collection[str]]) -> None:
    """Words that `private-matter` is to know as well: whole ones, so that any text is read in time."""
    for key, given in words.items():
        for word in given:
            if not word.strip("* \t\n") or "*" in word[:-1]:
                what = f"{quoted(word)} is no word; `*` may stand at the end of one"
                document.complain(policy_keys.WORDS, key, what)


def _members(document: Document) -> dict[str, object]:
    """Where members are looked for: paths from the top, normalised."""
    members = document.table(policy_keys.MEMBERS)
    members["file"] = _file(document, policy_keys.MEMBERS, "file", members["file"])
    if folder := members["folder"]:
        joined = None if paths.fault(folder) else paths.join("", folder)
        if not joined:
            what = paths.fault(folder) or "must name a folder below this file"
            document.complain(policy_keys.MEMBERS, "folder", f"{quoted(folder)} {what}")
        members["folder"] = joined or ""
    if members["command"] and not members["command"][0].strip():
        document.complain(policy_keys.MEMBERS, "command", "begins with no program")
    return members


def _file(document: Document, table: policy_keys.Table, key: str, path: str) -> str:
    """A file from the top, normalised; a fault where it is none."""
    joined = None if paths.fault(path) else paths.join("", path)
    if not joined:
        what = paths.fault(path) or ("leaves the repository" if joined is None else "names a folder, no file")
        document.complain(table, key, f"{quoted(path)} {what}")
    return joined or ""


def _check_baseline(document: Document, path: str, taken: Collection[str], stores: Collection[Store]) -> None:
    """The baseline is written whole, so it may be no file that means something else."""
    if path_key(path) in map(path_key, taken):
        document.complain(policy_keys.LINT, "baseline", f"{quoted(path)} is this wiki's configuration")
    elif path.endswith(".md") and any(s.holds(path) or s.is_log(path) for s in stores):
        what = f"{quoted(path)} would be a note of a store; call it {quoted(BASELINE)}, say"
        document.complain(policy_keys.LINT, "baseline", what)


def _stores(document: Document) -> tuple[Store, ...]:
    stores: list[Store] = []
    for nth, row in document.rows(policy_keys.STORE):
        # Without a usable path the rest of its keys are still checked, but there is no store.
        path = None if row["path"] is None else _store_path(document, nth, row["path"])
        if path is None:
            continue
        store = Store(**row)._replace(path=path)
        _check_files(document, nth, store)
        _check_words(document, nth, store)
        _check_neighbours(document, nth, store, stores)
        stores.append(store)
    if not stores and not document.is_faulty:
        document.complain(None, "", 'names no store; add [[store]] with path = "."')
    return tuple(stores)


def _store_path(document: Document, nth: int, path: str) -> str | None:
    """The folder of a store, normalised; None, and a fault, where it is no folder inside the repository."""
    joined = None if paths.fault(path) else paths.join("", path)
    if joined is None:
        what = paths.fault(path) or "leaves the repository; a store must lie inside it"
        document.complain(policy_keys.STORE, "path", f"{quoted(path)} {what}", nth)
    return joined


def _check_files(document: Document, nth: int, store: Store) -> None:
    for key, path in (("log", store.log), ("index", store.index)):
        what = paths.fault(path)
        joined = None if what else paths.join(store.path, path)
        if not what and joined is None:
            what = "leaves the repository"
        elif not what and (joined == store.path or path.endswith("/")):
            what = "names a folder, no file"
        elif not what and key == "index" and paths.below(store.path, joined or "") is None:
            what = "leaves the store"
        if what:
            document.complain(policy_keys.STORE, key, f"{quoted(path)} {what}", nth)
    if store.link_base and (what := paths.fault(store.link_base) or _not_plain(store.link_base)):
        document.complain(policy_keys.STORE, "link_base", f"{quoted(store.link_base)} {what}", nth)
    if store.log == store.index:
        document.complain(policy_keys.STORE, "log", "is the index too; they must be two files", nth)


def _not_plain(path: str) -> str:
    """Why a folder that links begin with is none; empty where it is."""
    return "" if paths.join("", path) == path else "is no plain folder such as wiki/en"


def _check_words(document: Document, nth: int, store: Store) -> None:
    if store.owner and store.kind != "private":
        what = f'belongs to private stores; this one is {store.kind}: set kind = "private" or remove owner'
        document.complain(policy_keys.STORE, "owner", what, nth)
    for verb in store.extra_verbs:
        if not verb or "|" in verb or verb.split() != [verb]:
            what = f"holds {quoted(verb)}; a verb is one word without a pipe"
            document.complain(policy_keys.STORE, "extra_verbs", what, nth)


def _check_neighbours(document: Document, nth: int, store: Store, others: list[Store]) -> None:
    for other in others:
        if path_key(other.path) == path_key(store.path):
            what = f"{quoted(store.path or '.')} is the path of another store too"
            document.complain(policy_keys.STORE, "path", what, nth)
        elif store.is_log(other.log_path) and other[5:7] != store[5:7]:
            what = "is shared with another store, so log_format and log_order must be the same in both"
            document.complain(policy_keys.STORE, "log", what, nth)
