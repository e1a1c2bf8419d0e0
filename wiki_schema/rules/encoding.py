"""`encoding`: bytes and characters that do not say what they show."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema import characters
from wiki_schema.change import FILE
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.telling import quoted
from wiki_schema.text import BOM


def check(seen: StoreChange) -> Iterator[Finding]:
    """New lines, names and file names; BOMs and line ends that flipped."""
    for path, number, raw in seen.new_lines:
        if raw.isascii() and raw.isprintable():
            continue
        fault, level = characters.line_fault(raw)
        if fault:
            yield Finding(path, number, f"{quoted(raw)} holds {fault}.", _REMEDY, level=level)
    yield from _names(seen)
    yield from _file_names(seen)
    yield from _layout(seen)


_REMEDY = "write the line anew as plain UTF-8"


def _names(seen: StoreChange) -> Iterator[Finding]:
    for signature in seen.signatures:
        if signature.name.isascii():
            continue
        fault, level = characters.name_fault(signature.name, lambda name: seen.roster.find(name) is not None)
        if fault:
            message = f"The name {quoted(signature.name)} holds {fault}."
            yield Finding(
                signature.path, signature.line, message, "type the name as the roster has it", level=level
            )


def _file_names(seen: StoreChange) -> Iterator[Finding]:
    new = [path for path, (old, now) in seen.files.items() if old is None and now is not None]
    for path in new:
        fault = characters.path_fault(path)
        if fault:
            yield Finding(path, 0, f"The file name {quoted(path)} holds {fault}.", "rename it")
    if not new:
        return
    standing: dict[str, list[str]] = {}
    for path in seen.paths_after:
        standing.setdefault(characters.folded(path), []).append(path)
    for path in new:
        twin = next((other for other in standing.get(characters.folded(path), ()) if other != path), "")
        if twin:
            message = f"{quoted(path)} and {quoted(twin)} differ only in case or in how a letter is composed."
            # On a system that does not tell them apart one takes the place of the other; no twin may do
            # that to what everything hangs on.
            guarded = (seen.log.path_before, seen.store.index_path)
            level = "" if twin in guarded else WARNING
            yield Finding(path, 0, message, "give the new file another name", level=level)


def _layout(seen: StoreChange) -> Iterator[Finding]:
    """BOMs that are new, and files whose old line ends flipped."""
    for path, (old, new) in seen.files.items():
        if new is None or new.mode != FILE or not path.endswith(".md"):
            continue
        before = old.text if old is not None and old.mode == FILE else ""
        if new.text.startswith(BOM) and not before.startswith(BOM):
            # Of a file that nobody saw before, as in a check of every file, nobody knows when it came in.
            came = "was added" if before else "stands"
            yield Finding(
                path,
                1,
                f"A byte order mark (BOM) {came} at the start of the file.",
                "save it as UTF-8 without BOM",
                level=WARNING,
            )
        if "\r" not in new.text and "\r" not in before:
            continue
        crlf_before, crlf_after = _crlf(before), _crlf(new.text)
        if before and crlf_before != crlf_after and None not in (crlf_before, crlf_after):
            flip = "from LF to CRLF" if crlf_after else "from CRLF to LF"
            lines = before.count("\n")
            yield Finding(
                path,
                1,
                f"Line ends changed {flip} on {lines:,} old lines.",
                "add “*.md text eol=lf” to .gitattributes",
                level=WARNING,
            )


def _crlf(text: str) -> bool | None:
    """Whether a text ends its lines with CRLF; None where it has no line ends or both kinds."""
    ends = text.count("\n")
    crlf = text.count("\r\n")
    return None if not ends or 0 < crlf < ends else crlf > 0
