"""Restoring a file of a store: what it lost comes back, and the index and the log say so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wiki_schema.amend.bring_back import Back, bring_back
from wiki_schema.amend.lines import add_log_lines
from wiki_schema.amend.listing import indexed
from wiki_schema.amend.log_back import bring_log_back
from wiki_schema.amend.losses import Context
from wiki_schema.amend.righting import CLAIMED, STANDS, SUPERSEDED_BY
from wiki_schema.amend.scene import Amendment, CannotAmend, Scene, entry
from wiki_schema.change import Change, File
from wiki_schema.compare.happenings import happenings
from wiki_schema.compare.overlay import Overlay
from wiki_schema.compare.store_change import Afterwards, StoreChange
from wiki_schema.index import Listing, listings
from wiki_schema.log import MEMWIKI, LogLine
from wiki_schema.members import Evidence
from wiki_schema.places import Paths
from wiki_schema.policy.scaffold import LOG, OTHER_LOG
from wiki_schema.telling import count
from wiki_schema.text import split_lines, visible
from wiki_schema.value import Value

_Entry = tuple[str, str]
"""Verb and words of a log entry."""


class Version(Value):
    """The version of a file that is brought back, and what the last commit holds."""

    name: str
    """Its name, for the log."""
    text: str
    base: str | None
    """What the last commit holds of the file, None where it holds none; the file as it is without git."""
    listed_in: str | None = None
    """The index as it was at that version."""
    archived: Sequence[str] = ()
    """Of a log: the texts of its archives."""


class Restored(Value):
    """What restoring comes to."""

    amendment: Amendment
    """Without files where nothing is lost."""
    back: Back


def restore(scene: Scene, path: str, version: Version, context: Context) -> Restored:
    """What a note or an index said in a version, back in it. Raises `CannotAmend` where it cannot be."""
    now = scene.text(path)
    if scene.store.is_index(path):
        context = context._replace(barred=context.barred | _dead(scene, path, version.text))
    back = bring_back(scene, version.text, now, version.base, context)
    if back.text == (now or ""):
        return Restored(Amendment({}, "", _told(scene, path, version, back)), back)
    files: dict[str, str | None] = {path: back.text}
    if scene.policy.store_of_note(path) == scene.store:
        files |= _listed(scene, path, back.text, version)
    entries = _entries(scene, path, now, version, back)
    return Restored(_logged(scene, files, path, entries, _told(scene, path, version, back)), back)


def restore_log(scene: Scene, version: Version) -> Restored:
    """What a log held in a version, back in it."""
    path = scene.store.log_path
    now = scene.text(path)
    found = bring_log_back(scene, version.text, now, version.base, version.archived)
    back = Back(found.text, withheld=found.withheld)
    if found.text == (now or ""):
        told = f"{scene.inside(path)} has lost nothing that it said in {version.name}"
        return Restored(Amendment({}, "", told), back)
    lines = count(len(found.returned), "line")
    summary = f"brought back into {scene.inside(path)}, as of {version.name}: {lines}"
    entries = [("LINT", f"{lines} of the log brought back as of {version.name}")] if found.returned else []
    entries += [("CONFLICT", _changed(old, new)) for old, new in found.changed]
    return Restored(_logged(scene, {path: found.text}, path, entries, summary), back)


def restore_archive(scene: Scene, path: str, version: Version) -> Restored:
    """An archive of the log, as it was committed. Raises `CannotAmend` for any other text of it."""
    whole = version.base if version.base is not None else version.text
    now = scene.text(path)
    if whole != version.text or (version.base is None and now not in (None, whole)):
        raise CannotAmend(f"{visible(path)} is an archive of the log, and those never change again.")
    if now == whole:
        told = f"{scene.inside(path)} has lost nothing that it said in {version.name}"
        return Restored(Amendment({}, "", told), Back(whole))
    told = f"brought back whole, as of {version.name}: {scene.inside(path)}"
    entries = [("LINT", f"the archive brought back whole as of {version.name}")]
    return Restored(_logged(scene, {path: whole}, path, entries, told), Back(whole))


def _changed(old: str, new: str) -> str:
    words = visible(new, len(new))
    if old:
        return f"a line of the log stands again as it stood; it had become: {words}"
    return f"a line that is none of the log's was taken out of it: {words}"


# The log


def _entries(scene: Scene, path: str, now: str | None, version: Version, back: Back) -> list[_Entry]:
    """What the log says of it: what happened since the last commit decides the verb, since that is judged."""
    base = version.base
    seen = _seen(scene, path, base, back.text)
    claims = Counter(_claims(seen)) - Counter(_claims(_seen(scene, path, base, now)))
    found = happenings(seen)
    verb = found[0].verbs[0] if found else "LINT"
    answers = [("CLAIM", what) for what in claims.elements()] if scene.log_format.has_fields else []
    if verb == "CLAIM":
        return answers or [("LINT", _logged_words(version, back))]
    return [(verb, _logged_words(version, back)), *answers]


def _seen(scene: Scene, path: str, old: str | None, new: str | None) -> StoreChange:
    """What happened to a note from one text to another."""
    sides = (None if old is None else File(old), None if new is None else File(new))
    change = Change({path: sides}, Evidence(), scene.day, scene.tree, Overlay(scene.tree, {path: new}))
    afterwards = Afterwards(scene.policy, frozenset())
    return StoreChange(
        scene.store, change, scene.policy, scene.roster, scene.actor, scene.log_format, afterwards
    )


def _claims(seen: StoreChange) -> list[str]:
    if seen.store.kind != "shared":
        return []
    return [claim.what for sited in seen.facts.claims.new if (claim := sited.item.words.claim)]


def _logged_words(version: Version, back: Back) -> str:
    return f"brought back as of {version.name}: {_sum(back)}"


def _logged(
    scene: Scene, files: dict[str, str | None], path: str, entries: Sequence[_Entry], summary: str
) -> Amendment:
    """The files, with a log that tells of what happened to one of them."""
    log_path = scene.store.log_path
    log = files.get(log_path) or scene.text(log_path)
    if log is None:
        log = LOG if scene.log_format.name == MEMWIKI.name else OTHER_LOG
    told: list[tuple[str, str]] = []
    for verb, what in entries:
        lines = _lines(scene, path, verb, what)
        log = add_log_lines(log, lines, scene.log_format, scene.store.log_order, scene.day)
        told += [(log_path, line) for line in lines if line]
    return Amendment({**files, log_path: log}, entries[0][0] if entries else "", summary, tuple(told))


def _lines(scene: Scene, path: str, verb: str, what: str) -> Sequence[str]:
    """The lines of one entry. A claim, and what a line had become, is told whole, however long it is."""
    if verb not in ("CLAIM", "CONFLICT"):
        return entry(scene, verb, path, what)
    line = LogLine(0, "", scene.day, verb, scene.signs, scene.inside(path), visible(what, len(what)))
    try:
        return scene.log_format.render(line)
    except ValueError as error:
        raise CannotAmend(f"The log cannot tell of this: {error}.") from None


# The index


def _listed(scene: Scene, path: str, text: str, version: Version) -> dict[str, str]:
    """The index with a line for the note, where it has none: the one that it had, in its place."""
    title = path.rpartition("/")[2].removesuffix(".md")
    there = scene._replace(tree=Overlay(scene.tree, {path: text}))
    missing = indexed(there, path, title)
    if not missing or version.listed_in is None:
        return missing
    index = scene.store.index_path
    wanted = {listing.line for listing, target in _targets(there, index, version.listed_in) if target == path}
    others = set(range(1, len(split_lines(version.listed_in)) + 1)) - wanted
    context = Context(index, barred=frozenset(others))
    grown = bring_back(there, version.listed_in, scene.text(index), version.listed_in, context).text
    mended = there._replace(tree=Overlay(there.tree, {index: grown}))
    return missing if indexed(mended, path, title) else {index: grown}


def _dead(scene: Scene, path: str, index: str) -> frozenset[int]:
    """The lines of an index that list notes which are not there any more."""
    return frozenset(listing.line for listing, target in _targets(scene, path, index) if target is None)


def _targets(scene: Scene, path: str, index: str) -> list[tuple[Listing, str | None]]:
    paths = Paths(filter(scene.store.holds, scene.tree.paths()), scene.store.link_base)
    return [
        (listing, paths.resolve(listing.target, listing.kind, path, scene.store.path))
        for listing in listings(index)
    ]


# What was done, in words


def _told(scene: Scene, path: str, version: Version, back: Back) -> str:
    name = scene.inside(path)
    if not back.returned and not any(each.how != STANDS for each in back.righted):
        return f"{name} has lost nothing that it said in {version.name}"
    return f"brought back into {name}, as of {version.name}: {_sum(back)}"


def _sum(back: Back) -> str:
    """What came back, counted."""
    facts = sum(piece.is_fact for piece in back.returned)
    lines = sum(piece.height for piece in back.returned if not piece.is_fact)
    parts = [count(facts, "fact")] if facts else []
    parts += [count(lines, "line")] if lines else []
    ways = {SUPERSEDED_BY: "superseded by its newer words", CLAIMED: "with its newer words claimed under it"}
    for how, words in ways.items():
        number = sum(each.how == how for each in back.righted)
        parts += [f"{count(number, 'fact')} {words}"] if number else []
    as_it_stood = sum(each.how not in (*ways, STANDS) for each in back.righted)
    parts += [f"{count(as_it_stood, 'fact')} as it stood"] if as_it_stood else []
    return ", ".join(parts)
