"""New facts, and new notes for them."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.amend.listing import indexed
from wiki_schema.amend.naming import FactName
from wiki_schema.amend.page import Page, drafts
from wiki_schema.amend.scene import Amendment, CannotAmend, Scene, amended, brief
from wiki_schema.amend.superseding import refuse_twin
from wiki_schema.amend.wording import fact_words, plain
from wiki_schema.characters import folded, path_fault
from wiki_schema.litter import is_conflict_copy, is_litter
from wiki_schema.note import parse_note
from wiki_schema.telling import count, quoted
from wiki_schema.text import normal, split_lines, visible
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, UNSIGNED


def add(
    scene: Scene, note: str, text: str, *, section: str = "", under: FactName | None = None, title: str = ""
) -> Amendment:
    """A new fact: under a heading, nested in another, or at the end of the note's last list.

    A note that does not exist is made, with a heading (`title`, or from its name) and a line in the index.
    `section` is a heading, or several from the outside in, joined by ` > `.
    Raises `CannotAmend` for words, places and names that cannot be.
    """
    if scene.text(note) is None:
        if under is not None:
            raise CannotAmend(f"There is no note {visible(note)}, so nothing stands in it to nest a fact in.")
        return _new_note(scene, note, text, title, section)
    page = Page(scene, note)
    if under is not None:
        parent = page.find(under._replace(note=note), CURRENT, UNSIGNED)
        sibling = _last_item(page, parent)
        places = _nested(page, parent, sibling)
    else:
        parent, path = -1, _section(page, section) if section else None
        sibling = _last_item(page, -1, path)
        places = _behind(page, sibling) if sibling >= 0 else _below(page, path)
    said, holds = fact_words(scene, text, page.signs_facts(sibling))
    refuse_twin(page, said)
    choices = (draft for place in places for draft in drafts(place.after, place.lead + said, place.is_loose))
    new = page.settle(choices, (parent, holds))
    summary = f"added to {scene.inside(note)}: {quoted(said)}"
    return amended(scene, {note: new}, "ADD", note, brief(plain(text)), summary)


class _Place(Value):
    """Where a new item may stand: behind a line, with its marker in front, apart from what is around it."""

    after: int
    lead: str
    is_loose: bool = False


def _last_item(page: Page, parent: int, section: tuple[str, ...] | None = None) -> int:
    """The last list item that is nested directly in another (-1: in none); -1 where there is none."""
    items = page.layout.note.items
    found = [
        index
        for index in page.layout.children(parent)
        if items[index].listed and (section is None or items[index].section == section)
    ]
    return found[-1] if found else -1


def _behind(page: Page, sibling: int) -> Iterator[_Place]:
    yield _Place(page.family_end(sibling), page.beside(sibling), page.is_loose(sibling))


def _nested(page: Page, parent: int, sibling: int) -> Iterator[_Place]:
    """Behind the last item of what a new one is nested in, else behind all that belongs to that."""
    item, span = page.item(parent), page.layout.spans[parent]
    if not item.listed:
        raise CannotAmend(f"Line {item.line} of {visible(page.path)} is a paragraph: nothing nests in it.")
    if sibling >= 0:
        yield from _behind(page, sibling)
        return
    yield _Place(span.end, f"{span.inner}- ")
    yield _Place(span.words_end, f"{span.inner}- ")


def _below(page: Page, section: tuple[str, ...] | None) -> Iterator[_Place]:
    """Behind the last line under a heading; of the whole note where there is no heading to look under."""
    last = len(page.layout.lines)
    if section is not None:
        sites = page.layout.headings
        start = next(line for line, open_from_there in sites if open_from_there == section)
        last = next((line - 1 for line, _ in sites if line > start), last)
    while last and not page.layout.lines[last - 1].strip():
        last -= 1
    yield _Place(last, "- ", last > 0)


def _section(page: Page, wanted: str) -> tuple[str, ...]:
    """The headings that somebody means. Raises `CannotAmend` where none or several are called so."""
    sections = list(dict.fromkeys(section for _, section in page.layout.headings))
    titles = tuple(normal(part) for part in wanted.split(" > "))
    for fold in (str, str.casefold):
        ending = tuple(map(fold, titles))
        for whole in (normal(wanted), None):
            found = [
                section
                for section in sections
                if (
                    fold(section[-1]) == fold(whole)
                    if whole
                    else tuple(map(fold, section))[-len(titles) :] == ending
                )
            ]
            if len(found) == 1:
                return found[0]
            if found:
                several = ", ".join(quoted(" > ".join(section)) for section in found)
                raise CannotAmend(f"Several headings of {visible(page.path)} are called so: {several}.")
    there = ", ".join(quoted(" > ".join(section)) for section in sections) or "none"
    raise CannotAmend(f"{visible(page.path)} has no heading {quoted(wanted)}; its headings are: {there}.")


# A new note


def create(scene: Scene, path: str, text: str) -> Amendment:
    """A note with a text of its own, its line in the index and in the log.

    Raises `CannotAmend` for a path that can be no new note, and for a text that says nothing.
    """
    if scene.text(path) is not None:
        raise CannotAmend(f"{visible(path)} is there already, and nothing is written over.")
    refuse_path(scene, path)
    if not text.strip():
        raise CannotAmend(f"{visible(path)} would be empty: give it some words.")
    title = _first_heading(text) or _title(path)
    whole = text if text.endswith("\n") else f"{text}\n"
    files = {path: whole, **indexed(scene, path, plain(title, "title"))}
    facts = len(parse_note(whole, scene.knows).facts())
    what = f"new note, {count(facts, 'fact')}" if facts else "new note"
    return amended(scene, files, "ADD", path, what, f"the new note {scene.inside(path)}: {what}")


def _first_heading(text: str) -> str:
    """The title of a text; empty where it has none."""
    titles = (line[2:].strip().rstrip("#").rstrip() for line in split_lines(text) if line.startswith("# "))
    return next(filter(None, titles), "")


def _new_note(scene: Scene, path: str, text: str, title: str, section: str) -> Amendment:
    """A note with a heading and one fact, and its line in the index."""
    refuse_path(scene, path)
    said, holds = fact_words(scene, text, scene.store.kind != "open")
    headings = [plain(title or _title(path), "title"), *([plain(section, "heading")] if section else [])]
    rows = [f"{'#' * level} {_closed(heading)}\n\n" for level, heading in enumerate(headings, 1)]
    new = f"{''.join(rows)}- {said}\n"
    note = parse_note(new, scene.knows)
    path_of_fact = tuple(map(normal, headings))
    if [item.section for item in note.items] != [path_of_fact] or not holds(note.items[0].words):
        raise CannotAmend(f"{quoted(' > '.join(headings))} makes no heading that says the same.")
    files = {path: new, **indexed(scene, path, headings[0])}
    summary = f"added to the new note {scene.inside(path)}: {quoted(said)}"
    return amended(scene, files, "ADD", path, brief(plain(text)), summary)


def _closed(heading: str) -> str:
    """A heading's words, closed where a `#` at their end would be taken for the close of it."""
    return f"{heading} #" if heading.endswith("#") else heading


def refuse_path(scene: Scene, path: str) -> None:
    """Refuses a path that can be no new note of the store."""
    shown = visible(path)
    if scene.policy.store_of_note(path) != scene.store:
        raise CannotAmend(
            f"{shown} can be no note of the store {visible(scene.store.path) or '.'}: name a *.md file."
        )
    if fault := path_fault(path):
        raise CannotAmend(f"The name {shown} holds {fault}: give the note another.")
    if is_litter(path) or is_conflict_copy(path):
        raise CannotAmend(
            f"{shown} has the name of a file that a sync tool or an editor leaves behind, which nobody "
            "watches: give the note another."
        )
    twin = next((other for other in scene.tree.paths() if folded(other) == folded(path)), None)
    if twin is not None:
        raise CannotAmend(f"{shown} differs from {visible(twin)} in case or accents only: use that note.")


def _title(path: str) -> str:
    """A heading from the name of a file: `car-trips.md` becomes `Car trips`."""
    words = normal(path.rpartition("/")[2].removesuffix(".md").replace("-", " ").replace("_", " "))
    return words[:1].upper() + words[1:]
