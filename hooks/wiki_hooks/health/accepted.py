"""Writing the baseline: what is found now is accepted, or what is found no more is taken out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git import whole
from wiki_hooks.place.wiki import Wiki, evidence
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.trees import CommitTree
from wiki_hooks.writing.desk import writing
from wiki_schema.change import text_of
from wiki_schema.disk import files
from wiki_schema.disk.journal import Deed, Edit
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.standing.baseline import (
    CHECK,
    COMMANDS,
    Baseline,
    Name,
    counts_of,
    is_loosened,
    names_of,
    read_baseline,
    render,
    settle,
    sorted_out,
)
from wiki_schema.telling import count
from wiki_schema.text import decode, encode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from pluggy import PluginManager

    from wiki_hooks.plumbing.repository import Repository
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


def add(wiki: Wiki, verdict: Verdict, place: Place, asked: Callable[[Verdict], Verdict]) -> list[str]:
    """Accept a part of what a health pass and `check --all` find, beside what is accepted already.

    `asked` gives that part of a verdict. Raises `CannotCheck` where there is nothing of it to accept.
    """
    baseline = read_baseline(wiki.tree, wiki.setting.policy)
    drift, form = settle(verdict, baseline), settle(place.form(), baseline, CHECK)
    both = verdict._replace(findings=(*drift.verdict.findings, *form.verdict.findings))
    part = set(asked(both).findings)
    names = names_of(f for f in drift.verdict.findings if f in part)
    names += names_of((f for f in form.verdict.findings if f in part), CHECK)
    if not names:
        return ["nothing is found there that is not accepted already"]
    return _put(wiki, counts_of(baseline.entries) + names, place)


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
    return [*said, _told(path, names, old), *_next(wiki, path, decode(content), who)]


def _told(path: str, names: Counter[Name], old: Baseline | None) -> str:
    entries = count(len(names), "entry")
    parts = [f"{number:,} of `{COMMANDS[sort]}`" for sort, number in sorted_out(names).items()]
    holds = f"{visible(path)} holds {entries} now, for {count(names.total(), 'finding')}"
    holds += f": {' and '.join(parts)}" if parts else ""
    if old is None:
        return holds
    gone = len({entry.name for entry in old.entries} - names.keys())
    return f"{gone:,} taken out; {holds}"


def _next(wiki: Wiki, path: str, text: str, who: Evidence) -> Iterator[str]:
    """How to commit it, and what keeps the commit from being accepted where who wrote it is no admin.

    Said for as long as the last commit holds another text, whoever wrote this one.
    """
    committed = _committed(wiki.repository, path)
    if text == committed:
        return
    if wiki.repository is not None:
        yield f"next: git add {from_top([path])}"
    roster, actor = wiki.setting.roster, wiki.actor(who)
    if is_loosened(committed, text) and roster.has_admins and not roster.is_admin_in_person(actor):
        yield f"only an admin in person may commit new entries, not {visible(actor.label)}: ask one"


def _committed(repository: Repository | None, path: str) -> str:
    """The text of a file in the last commit; empty where there is none."""
    if repository is None:
        return ""
    with Objects(repository.git) as objects:
        return (text_of(CommitTree(objects, "HEAD").read(path)) or "") if objects.find("HEAD") else ""
