"""Writing the baseline: what is found now is accepted, or what is found no more is taken out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git import whole
from wiki_hooks.place.wiki import Wiki, evidence
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.writing.desk import writing
from wiki_schema.baseline import CHECK, Baseline, Name, names_of, read_baseline, render, settle
from wiki_schema.disk import files
from wiki_schema.disk.journal import Deed, Edit
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.telling import count
from wiki_schema.text import encode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager

    from wiki_schema.members import Evidence

THROUGH = "lint"


class Place(Value):
    """From where a baseline is written, and by whom."""

    cwd: str
    environ: Mapping[str, str]
    who: str
    day: date
    manager: PluginManager

    def form(self) -> Verdict:
        """What the rules on form find in every file, the baseline left aside."""
        return whole.look(*self).verdict


def write(wiki: Wiki, verdict: Verdict, place: Place) -> list[str]:
    """Accept all that a health pass and `check --all` find. Gives what was done, a sentence each.

    Raises `CannotCheck` where the file cannot be written.
    """
    form = place.form()
    names = names_of(verdict.findings) + names_of(form.findings, CHECK)
    return _put(wiki, names, place)


def prune(wiki: Wiki, verdict: Verdict, place: Place) -> list[str]:
    """Take out the entries for which nothing is found any more, and no other."""
    baseline = read_baseline(wiki.tree, wiki.setting.policy)
    if not baseline.entries:
        return [f"{visible(baseline.path)} has no entry, so none is stale"]
    left = settle(verdict, baseline).left + settle(place.form(), baseline, CHECK).left
    return _put(wiki, left, place, baseline)


def _put(wiki: Wiki, names: Counter[Name], place: Place, old: Baseline | None = None) -> list[str]:
    path, content = wiki.setting.policy.baseline_file, encode(render(names))
    who = evidence(wiki, place.who, place.environ)
    with writing(wiki) as desk:
        before = files.read(wiki.top, path)
        if before is None and old is not None:
            raise CannotCheck(f"{visible(path)} was removed meanwhile.")
        label = wiki.actor(who).label
        desk.carry_out(Deed((Edit(path, before, content),), label, THROUGH, "", ()))
        said = [*desk.mended, *desk.unheard]
    said.append(_told(path, names, old))
    if before == content:
        return said
    if wiki.repository is not None:
        said.append(f"next: git add {from_top([path])}")
    return [*said, *(_needs_admin(wiki, who) if old is None and names else ())]


def _told(path: str, names: Counter[Name], old: Baseline | None) -> str:
    entries = count(len(names), "entry").replace("entrys", "entries")
    holds = f"{visible(path)} holds {entries} now, for {count(names.total(), 'finding')}"
    if old is None:
        return holds
    gone = len({entry.name for entry in old.entries} - names.keys())
    return f"{gone:,} taken out; {holds}"


def _needs_admin(wiki: Wiki, who: Evidence) -> list[str]:
    """What keeps a commit of it from being accepted, where whoever wrote it is no admin."""
    roster, actor = wiki.setting.roster, wiki.actor(who)
    if not roster.has_admins or roster.is_admin_in_person(actor):
        return []
    return [f"only an admin in person may commit new entries, not {visible(actor.label)}: ask one"]
