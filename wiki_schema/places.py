"""What a link target stands for among the paths of a store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_schema.markdown.links import WIKILINK
from wiki_schema.paths import below, folder_of, join
from wiki_schema.text import path_key

# How the name of a folder ends: no file is meant, but the page of a site that a note becomes.
_OF_FOLDERS = ("/", "/.")


class Paths:
    """The exact paths of a store, found by any Unicode form of their names; case always counts."""

    def __init__(self, paths: Iterable[str], link_base: str = "") -> None:
        """All files of the store, from the top of the repository.

        `link_base` is the folder under which the store is published: `base/note` is its `note`, too.
        """
        self._all = tuple(paths)
        self._paths: dict[str, str] = {}
        for path in self._all:
            self._paths.setdefault(path_key(path), path)
        self._base = path_key(link_base)
        self._stems: dict[str, dict[str, list[str]]] = {}
        self._folders: frozenset[str] | None = None
        self._folded: dict[str, str] | None = None
        self._resolved: dict[tuple[str, str, str, str], str | None] = {}

    def __iter__(self) -> Iterator[str]:
        """Every path as it is written, twins included."""
        return iter(self._all)

    def __contains__(self, path: str) -> bool:
        return path_key(path) in self._paths

    def __len__(self) -> int:
        return len(self._paths)

    def resolve(self, target: str, kind: str, source_path: str, root: str) -> str | None:
        """The path that a target in a file stands for, None where it stands for none, or for several.

        Looked for as seen from the file's folder, then from the root of the store, with and without
        `.md`; last, a wikilink without a folder is the one file of that name, wherever it lies. Kept:
        several rules ask the same.
        """
        asked = (target, kind, folder_of(source_path), root)
        if asked not in self._resolved:
            self._resolved[asked] = self._resolve(target, kind, source_path, root)
        return self._resolved[asked]

    def _resolve(self, target: str, kind: str, source_path: str, root: str) -> str | None:
        target = path_key(target)
        is_folder = target.endswith(_OF_FOLDERS)
        for path in self._candidates(target, source_path, root):
            found = None if is_folder else self._paths.get(path)
            if found := found or self._paths.get(f"{path}.md"):
                return found
        bearers = self._bearers(target, kind, root)
        return bearers[0] if len(bearers) == 1 else None

    def is_ambiguous(self, target: str, kind: str, source_path: str, root: str) -> bool:
        """Whether a target stands for none only because two notes bear its stem."""
        return (
            len(self._bearers(path_key(target), kind, root)) > 1
            and self.resolve(target, kind, source_path, root) is None
        )

    def folder(self, target: str, source_path: str, root: str) -> str | None:
        """The folder that a target stands for, None where it stands for none."""
        if self._folders is None:
            folders = {""}
            for path in self._paths:
                while (path := folder_of(path)) not in folders:
                    folders.add(path)
            self._folders = frozenset(folders)
        candidates = self._candidates(path_key(target), source_path, root)
        return next((path for path in candidates if path in self._folders), None)

    def bearers(self, target: str, root: str) -> list[str]:
        """The files whose path ends as a wikilink does, wherever they lie: `b/note` is `a/b/note.md`."""
        given = path_key(target)
        target = given.strip("/")
        if target.endswith(".md") and given.endswith(_OF_FOLDERS):
            return []
        if "/" not in target:
            return self._named(target, root)
        return [
            path
            for path in self._named(target.rpartition("/")[2], root)
            if f"/{path_key(path)}".removesuffix(".md").endswith(f"/{target.removesuffix('.md')}")
            or f"/{path_key(path)}".endswith(f"/{target}")
        ]

    def but_for_case(self, target: str, kind: str, source_path: str, root: str) -> str | None:
        """The file that a target would stand for, did case not count."""
        if self._folded is None:
            self._folded = {}
            for key, path in self._paths.items():
                self._folded.setdefault(key.casefold(), path)
                if key.endswith(".md"):
                    stem = key.rpartition("/")[2].removesuffix(".md")
                    self._folded.setdefault(f"/{stem.casefold()}", path)
        folded = [path.casefold() for path in self._candidates(path_key(target), source_path, root)]
        ends = (".md",) if target.endswith(_OF_FOLDERS) else ("", ".md")
        names = [f"{path}{end}" for path in folded for end in ends]
        if kind == WIKILINK and "/" not in target:
            names.append(f"/{path_key(target).casefold().removesuffix('.md')}")
        return next((self._folded[name] for name in names if name in self._folded), None)

    def _candidates(self, target: str, source_path: str, root: str) -> list[str]:
        """Where a target may lie, likeliest first. A leading slash means the store's root, or the top."""
        bases = (root, "") if target.startswith("/") else (folder_of(source_path), root)
        joined = [join(path_key(base), target) for base in bases]
        if self._base and (inside := below(self._base, target.lstrip("/"))) is not None:
            joined.append(join(path_key(root), inside))
        return [path for path in joined if path is not None]

    def _bearers(self, target: str, kind: str, root: str) -> list[str]:
        """The files anywhere in the store whose name a wikilink gives. Hidden files bear no names."""
        if kind != WIKILINK or "/" in target:
            return []
        return self._named(target, root)

    def _named(self, name: str, root: str) -> list[str]:
        """The notes of a stem, or other files of a name."""
        if root not in self._stems:
            stems: dict[str, list[str]] = {}
            for key, path in self._paths.items():
                inside = below(path_key(root), key)
                if inside is not None and not f"/{inside}".count("/."):
                    stems.setdefault(inside.rpartition("/")[2].removesuffix(".md"), []).append(path)
            self._stems[root] = stems
        return self._stems[root].get(name.removesuffix(".md"), [])


def leads_out(target: str, source_path: str, root: str) -> bool:
    """Whether a target lies outside the store wherever it is seen from."""
    bases = (root,) if target.startswith("/") else (folder_of(source_path), root)
    joined = [join(base, target) for base in bases]
    return all(path is None or (path != root and below(root, path) is None) for path in joined)
