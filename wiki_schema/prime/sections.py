"""Priming a session: who may be told of which store, what the plugins say, which sections, secrets masked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wiki_schema.finding import CannotCheck
from wiki_schema.masking import has_scanner, masked_lines
from wiki_schema.members import Actor
from wiki_schema.policy.reader import suggest
from wiki_schema.prime import Section
from wiki_schema.standing.discretion import may_be_told
from wiki_schema.standing.view import StoreView
from wiki_schema.telling import quoted
from wiki_schema.text import visible

if TYPE_CHECKING:
    import pluggy


def told(views: Iterable[StoreView], actor: Actor) -> tuple[StoreView, ...]:
    """The stores that an actor may be told of: those of groups, and of the private ones its own.

    A private store is also told to an agent that acts for its owner; one without an owner to nobody.
    """
    return tuple(view for view in views if may_be_told(view.store, view.roster, actor))


def sections(
    views: Sequence[StoreView],
    actor: Actor,
    manager: pluggy.PluginManager,
    names: Sequence[str] = (),
    source: str = "--sections",
) -> tuple[Section, ...]:
    """What `prime.compose` takes: the sections of all plugins, the most urgent first, secrets masked.

    `views` are all the stores; those that the actor may not be told of are left aside. `names` chooses
    the sections and their order, empty for all; `source` is what gave them. Raises `CannotCheck` for a name
    that no plugin gives, and where a plugin fails.
    """
    answers = manager.hook.wiki_prime_section(views=told(views, actor), actor=actor)
    given = [section for answer in reversed(answers) for section in answer]
    _check(given)
    return tuple(masked(section, manager) for section in _chosen(given, names, source))


def _check(given: Iterable[Section]) -> None:
    names: set[str] = set()
    for section in given:
        if not isinstance(section, Section):
            raise CannotCheck(f"A plugin gives wiki_prime_section what is no section: {section!r}.")
        if not (section.name.isascii() and section.name.replace("-", "_").isidentifier()):
            raise CannotCheck(
                f"A plugin gives a section named {quoted(section.name)}, which is no name such as `log`."
            )
        if section.name in names:
            raise CannotCheck(
                f"Two plugins give a section named {visible(section.name)}, so one would hide the other: "
                "uninstall one."
            )
        names.add(section.name)
        if section.kept_first and sorted(section.kept_first) != list(range(len(section.lines))):
            raise CannotCheck(
                f"A plugin gives the section {visible(section.name)} an order that is not one of its lines."
            )


def _chosen(given: Sequence[Section], names: Sequence[str], source: str) -> list[Section]:
    """The sections that are named, in that order, each once; without names all by priority."""
    in_order = sorted(given, key=lambda section: (section.priority, section.name))
    if not names:
        return in_order
    by_name = {section.name: section for section in in_order}
    for name in names:
        if name not in by_name:
            raise CannotCheck(
                f"{source} names {visible(name, 60)}, which is no section{suggest(name, by_name)}\n"
                f"There are {', '.join(map(visible, by_name))}."
            )
    return [by_name[name] for name in dict.fromkeys(names)]


def masked(section: Section, manager: pluggy.PluginManager) -> Section:
    """A section in which `[masked: kind]` stands for what the plugins take for a secret.

    It is looked for before any line is cut: half of one would not be known any more.
    """
    lines = masked_lines(f"prime/{section.name}", section.lines, manager)
    return section._replace(lines=lines, is_scanned=has_scanner(manager))
