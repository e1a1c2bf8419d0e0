"""Files by the names that editors give them: `file:` URIs to paths and back, whatever stands in them."""

from __future__ import annotations

import os
import re
from urllib.parse import quote, unquote, urlsplit

_DRIVE = re.compile(r"/[A-Za-z]:(?:/|$)")
_KEPT = "/~!$&'()*+,;=@:-._"


def path_of(uri: str, windows: bool = os.name == "nt") -> str | None:
    """The path of a file on this machine; None for whatever else an editor may have open.

    Bytes that are no UTF-8 come back as they are on disk.
    """
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme.lower() != "file" or parts.query or not parts.path:
        return None
    path = unquote(parts.path, errors="surrogateescape")
    # An editor that does not encode a `#` names a file with it all the same.
    if parts.fragment:
        path += f"#{unquote(parts.fragment, errors='surrogateescape')}"
    if "\0" in path:
        return None
    if not windows:
        return path if parts.netloc.lower() in ("", "localhost") and path.startswith("/") else None
    if parts.netloc and parts.netloc.lower() != "localhost":
        return f"//{parts.netloc}{path}".replace("/", "\\")
    if not _DRIVE.match(path):
        return None
    return f"{path[1].upper()}{path[2:]}".replace("/", "\\")


def uri_of(path: str, windows: bool = os.name == "nt") -> str:
    """The URI of a file, given its whole path."""
    if windows:
        path = path.replace("\\", "/")
        if path.startswith("//"):
            host, slash, rest = path[2:].partition("/")
            return f"file://{host}{slash}{_quoted(rest)}"
        return f"file:///{_quoted(path)}"
    return f"file://{_quoted(path)}"


def _quoted(path: str) -> str:
    return quote(os.fsencode(path), safe=_KEPT)
