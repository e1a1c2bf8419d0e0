"""Members out of a folder that holds a note for each: the name of the file is the name of the member."""

from __future__ import annotations

from wiki_schema.members import Member
from wiki_schema.members.around import Around
from wiki_schema.text import path_key, visible

SUFFIX = ".md"
_NO_NAMES = frozenset({"readme", "index", "log"})


def members_of_folder(folder: str, around: Around) -> list[Member]:
    """A member for each note that lies in a folder, in order of code points; an empty note is one too."""
    names: dict[str, str] = {}
    for path in sorted(around.files(folder), key=path_key):
        stem = path.removesuffix(SUFFIX)
        hidden = any(part.startswith(".") for part in path.split("/"))
        if hidden or stem == path or not stem.strip() or stem.lower() in _NO_NAMES:
            continue
        if "/" in path:
            shown = visible(f"{folder}/{path}")
            around.tell(f"{shown} is left out: what a folder inside {visible(folder)} means is not known.")
            continue
        names.setdefault(path_key(stem), stem)
    return [Member(name, sources=(folder,)) for name in names]
