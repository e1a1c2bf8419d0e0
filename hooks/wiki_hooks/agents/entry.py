"""One event of a host, from its bytes to the answer. Most are none of ours, and end here quickly."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from wiki_hooks.agents import hosts
from wiki_hooks.agents.call import deeds
from wiki_hooks.agents.deeds import Copy, Deed, Move
from wiki_hooks.agents.host import ALLOWED, START, STOP, WRITE, Answer, Call, Host, call_of, refused
from wiki_hooks.agents.payload import Unreadable, parsed
from wiki_hooks.agents.places import Place, is_outside, places, wiki_above
from wiki_schema.finding import CannotCheck
from wiki_schema.text import harmless

_PROJECTS = ("CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "GEMINI_PROJECT_DIR", "GEMINI_CWD")


def answer(read: Callable[[], bytes], name: str, event: str, environ: Mapping[str, str]) -> Answer:
    """What a host is told of the event that `read` gives the bytes of.

    `name` and `event` are what its settings say; the payload may know better.

    Never raises: what cannot be looked at is refused where a wiki may be meant.
    """
    host: Host | None = None
    try:
        host = hosts.host(name) if name else None
        payload = parsed(read())
        host = hosts.host(hosts.recognised(payload, name) or "claude-code")
        call = call_of(host, payload, event)
        if call.event == WRITE:
            return _write(host, call, environ)
        return _session(host, call, environ) if call.event in (START, STOP) else ALLOWED
    except Unreadable as error:
        return _unread(host, f"The hook was given no JSON that it can read: {error}.", environ)
    except CannotCheck as error:
        return _no(host, harmless(str(error)))
    except (Exception, SystemExit) as error:
        if environ.get("MEMWIKI_DEBUG"):
            raise
        why = f"something went wrong inside memwiki: {type(error).__name__}: {error}"
        return _no(host, f"{harmless(why)}. What cannot be looked at is not written.")


def _no(host: Host | None, reason: str) -> Answer:
    return (host.deny if host else refused)(f"memwiki: {reason}")


def _unread(host: Host | None, reason: str, environ: Mapping[str, str]) -> Answer:
    """A payload of which nothing is known: it matters where a wiki is near."""
    near = [os.getcwd(), *(environ[name] for name in _PROJECTS if environ.get(name))]
    return _no(host, reason) if any(map(wiki_above, near)) else ALLOWED


def _folder(call: Call, environ: Mapping[str, str]) -> str:
    """Where the paths of a call begin."""
    project = next((environ[name] for name in _PROJECTS if environ.get(name)), "")
    return os.path.join(os.getcwd(), call.folder or project)


def _write(host: Host, call: Call, environ: Mapping[str, str]) -> Answer:
    folder = _folder(call, environ)
    wanted = deeds(call.tool, call.given)
    found = {path: tuple(places(path, folder)) if path else () for path in _paths(wanted)}
    near = [place for group in found.values() for place in group if place.top]
    if "" in found and (top := wiki_above(folder)):
        near.append(Place(folder, top))  # which file it writes cannot be told: it may be one of these
    elif all(is_outside(place) for place in near):
        return ALLOWED
    from wiki_hooks.agents.guard import guarded

    return guarded(host, call, wanted, found, near, folder, environ)


def _paths(wanted: Iterable[Deed]) -> dict[str, None]:
    """Every path that is written, once."""
    paths: dict[str, None] = {}
    for deed in wanted:
        paths[deed.path] = None
        if isinstance(deed, (Copy, Move)):
            paths[deed.to] = None
    return paths


def _session(host: Host, call: Call, environ: Mapping[str, str]) -> Answer:
    folder = _folder(call, environ)
    if not wiki_above(folder):
        return ALLOWED
    from wiki_hooks.agents import session

    begun = session.primed if call.event == START else session.ended
    return begun(host, call, folder, environ)
