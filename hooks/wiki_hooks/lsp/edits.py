"""From whole new texts to the edits of the protocol: as few lines as changed, in all files at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from lsprotocol import types

from wiki_hooks.lsp.documents import Lines
from wiki_schema.finding import CannotCheck
from wiki_schema.text import shared, visible
from wiki_schema.value import Value

_MOST_COMPARED = 2_000


class Abilities(Value):
    """What an editor can do with an edit of several files."""

    has_versions: bool = False
    """Whether it takes edits by document and version."""
    may_create: bool = False
    """Whether it makes new files."""

    @classmethod
    def of(cls, capabilities: types.ClientCapabilities) -> Abilities:
        """What its capabilities say."""
        workspace = capabilities.workspace
        edit = workspace.workspace_edit if workspace is not None else None
        if edit is None or not edit.document_changes:
            return cls()
        kinds = edit.resource_operations or ()
        return cls(True, types.ResourceOperationKind.Create in kinds)


class FileEdit(Value):
    """One file, as an editor has it and as it is to be."""

    uri: str
    old: str | None
    """None where there is none yet."""
    new: str
    version: int | None = None
    """Of an open document."""


def text_edits(old: str, new: str, encoding: str) -> Iterator[types.TextEdit]:
    """The edits that make one text of another, line by line."""
    lines = Lines(old, encoding)
    one, other = _rows(old), _rows(new)
    head = shared(one, other)
    tail = shared(one[head:][::-1], other[head:][::-1])
    before, after = one[head : len(one) - tail], other[head : len(other) - tail]
    if len(before) + len(after) > _MOST_COMPARED:
        blocks = [("replace", 0, len(before), 0, len(after))]
    else:
        blocks = list(SequenceMatcher(None, before, after, autojunk=False).get_opcodes())
    starts = [0]
    for row in one:
        starts.append(starts[-1] + len(row))
    for kind, begin, end, first, last in blocks:
        if kind != "equal":
            text = "".join(after[first:last])
            yield types.TextEdit(lines.range(starts[head + begin], starts[head + end]), text)


def _rows(text: str) -> Sequence[str]:
    """The lines of a text with their ends, as the rules count them."""
    rows = text.split("\n")
    return [*(f"{row}\n" for row in rows[:-1]), *([rows[-1]] if rows[-1] else [])]


def workspace_edit(files: Sequence[FileEdit], able: Abilities, encoding: str) -> types.WorkspaceEdit:
    """One edit of all files. Raises `CannotCheck` where the editor could not make it letter by letter."""
    for file in files:
        if not _is_clean(f"{file.old or ''}{file.new}"):
            raise CannotCheck(
                f"{visible(file.uri)} holds bytes that are no UTF-8, which an editor cannot keep: "
                "convert it to UTF-8 first."
            )
    if not able.has_versions:
        if any(file.old is None for file in files):
            raise CannotCheck("This editor makes no new files: create the log or the index first.")
        return types.WorkspaceEdit(
            changes={file.uri: list(text_edits(file.old or "", file.new, encoding)) for file in files}
        )
    operations: list[types.TextDocumentEdit | types.CreateFile | types.RenameFile | types.DeleteFile] = []
    for file in files:
        if file.old is None:
            if not able.may_create:
                raise CannotCheck("This editor makes no new files: create the log or the index first.")
            operations.append(types.CreateFile(file.uri))
        document = types.OptionalVersionedTextDocumentIdentifier(file.uri, file.version)
        operations.append(
            types.TextDocumentEdit(document, list(text_edits(file.old or "", file.new, encoding)))
        )
    return types.WorkspaceEdit(document_changes=operations)


def _is_clean(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
