"""Runs the rules over a change: which hold where, at what level, in which order they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import TYPE_CHECKING

from wiki_schema.change import COMMIT, Change, brought, folders_above, text_of
from wiki_schema.compare.store_change import Afterwards, StoreChange
from wiki_schema.finding import ERROR, OFF, WARNING, CannotCheck, Finding, Verdict
from wiki_schema.members import Actor
from wiki_schema.plugins import load_rules as load_rules
from wiki_schema.policy import PolicyError, Store
from wiki_schema.policy.setting import Setting
from wiki_schema.rule import Rule

if TYPE_CHECKING:
    import pluggy

    from wiki_schema.log import LogFormat

NO_POLICY = (
    "No memwiki.toml (or [tool.memwiki] in pyproject.toml) was found, so nothing can be checked: "
    "run memwiki init, or add one with a [[store]] table."
)


def judge(
    change: Change, before: Setting | None, after: Setting | None, manager: pluggy.PluginManager
) -> Verdict:
    """All findings on a change, errors and warnings.

    It is judged by the setting before it; where there was none, the new one judges.
    Raises `CannotCheck` where there is no setting at all, or a plugin fails.
    """
    setting = before or after
    if setting is None:
        raise CannotCheck(NO_POLICY)
    rules = load_rules(manager)
    # Where no plugin says who acts it is nobody known, who may only add and claim.
    actor = manager.hook.wiki_identify_actor(roster=setting.roster, evidence=change.evidence) or Actor("")
    policy_files = changed_policy_files(change, before, after)
    findings: list[Finding] = []
    added = _added_stores(setting, after)
    foreign = _put_into(added, change, after)
    for store in (*setting.policy.stores, *added):
        is_new = after is not None and store in added
        own = after if after is not None and is_new else setting
        part = change._replace(first=True) if is_new else change
        seen = StoreChange(
            store,
            part,
            own.policy,
            own.roster,
            actor,
            format_of(store, formats_for(own, manager), own),
            Afterwards(after.policy if after else None, frozenset() if is_new else foreign),
            policy_files,
        )
        policy_files = ()  # the policy is one for all stores, so it is told once
        if seen.files or seen.policy_files:
            findings.extend(_run(rules, seen, own))
    notices = _way_out(findings, actor, setting)
    return Verdict(tuple(_in_order(findings, rules)), notices)


def _added_stores(setting: Setting, after: Setting | None) -> tuple[Store, ...]:
    """The stores that the change itself sets up: they are judged by the new policy."""
    known = {store.path for store in setting.policy.stores}
    return tuple(store for store in after.policy.stores if store.path not in known) if after else ()


def _put_into(added: tuple[Store, ...], change: Change, after: Setting | None) -> frozenset[str]:
    """The new files of new stores, which are no business of a store around them."""
    if after is None or not added:
        return frozenset()
    new = (path for path, (old, _) in change.files.items() if old is None)
    return frozenset(path for path in new if after.policy.store_of(path) in added)


def _way_out(findings: Iterable[Finding], actor: Actor, setting: Setting) -> tuple[str, ...]:
    """What an admin, and nobody else, is told about a refusal."""
    refused = next((finding for finding in findings if finding.level == ERROR), None)
    if refused is None or not setting.roster.is_admin_in_person(actor):
        return ()
    trailer = f"Memwiki-Override: {refused.rule} — reason"
    return (f"{actor.label} is an admin and may override a rule in the commit message: {trailer}",)


def load_formats(manager: pluggy.PluginManager) -> dict[str, LogFormat]:
    """Every log format by name."""
    from wiki_schema.log import MEMWIKI

    formats = {MEMWIKI.name: MEMWIKI}
    for given in manager.hook.wiki_provide_log_formats():
        formats.update((log_format.name, log_format) for log_format in given)
    return formats


def formats_for(setting: Setting, manager: pluggy.PluginManager) -> dict[str, LogFormat]:
    """The log formats of a policy. Most need but the wiki's own, and then no plugin is asked."""
    from wiki_schema.log import MEMWIKI

    if all(store.log_format == MEMWIKI.name for store in setting.policy.stores):
        return {MEMWIKI.name: MEMWIKI}
    return load_formats(manager)


def format_of(store: Store, formats: dict[str, LogFormat], setting: Setting) -> LogFormat:
    """The log format of a store. Raises `PolicyError` where no plugin gives it."""
    try:
        return formats[store.log_format]
    except KeyError:
        known = ", ".join(sorted(formats))
        where = f"{setting.policy.source}: [[store]] {store.path or '.'}"
        raise PolicyError(
            [f'{where}: log_format = "{store.log_format}" is given by no plugin; known: {known}']
        ) from None


def changed_policy_files(change: Change, before: Setting | None, after: Setting | None) -> tuple[str, ...]:
    """The files by which the policy or the roster changed; of `pyproject.toml` only our part counts."""
    if before is None:
        return ()
    names = ["memwiki.toml", "pyproject.toml", *before.policy.member_files]
    if after is not None:
        names += after.policy.member_files
    made_folders = folders_above(change.files)
    changed = [name for name in dict.fromkeys(names) if name in made_folders or _is_changed(change, name)]
    # What another parent of a merge made of the merge base was decided there.
    changed = [name for name in changed if not brought(change, name)]
    if "pyproject.toml" in changed and before.policy == (after.policy if after else None):
        changed.remove("pyproject.toml")
    return (*changed, *_loosened_baseline(change, before.policy.baseline_file))


def _is_changed(change: Change, path: str) -> bool:
    old, new = change.files.get(path, (None, None))
    return old != new


def _loosened_baseline(change: Change, path: str) -> Iterator[str]:
    """The baseline, where it came to cover more, or is no file any more. To cover less is everybody's."""
    if path in folders_above(name for name, (_, after) in change.files.items() if after is not None):
        yield path
        return
    old, new = change.files.get(path, (None, None))
    if new is None or old == new or brought(change, path):
        return
    from wiki_schema.standing.baseline import is_loosened  # most changes have no baseline in them

    text = text_of(new)
    if text is None or is_loosened(text_of(old) or "", text):
        yield path


def _run(rules: Iterable[Rule], seen: StoreChange, setting: Setting) -> Iterator[Finding]:
    """The findings of every rule that holds in a store, stamped with name and level."""
    for rule in rules:
        level = setting.policy.rules.get(rule.name, rule.level_in(seen.store.kind))
        if seen.store.kind not in rule.kinds or level == OFF:
            continue
        if level == ERROR and seen.change.step != COMMIT and rule.step == "reminds":
            level = WARNING
        try:
            if rule.on and not attrgetter(rule.on)(seen):
                continue
            for finding in rule.check(seen):
                softer = WARNING if WARNING in (level, finding.level) else ERROR
                yield finding._replace(rule=rule.name, level=softer)
        except CannotCheck:
            raise
        except (Exception, SystemExit) as error:
            raise CannotCheck(
                f"The rule {rule.name} failed ({type(error).__name__}: {error}), so the change was not "
                "checked: update or uninstall the plugin it comes from, or report it with the change."
            ) from error


def _in_order(findings: Iterable[Finding], rules: Iterable[Rule]) -> list[Finding]:
    """By file; in each first what blocks, first of that what loses words, then by line. Each once."""
    rank = {rule.name: index for index, rule in enumerate(rules)}
    once = dict.fromkeys(findings)
    return sorted(once, key=lambda f: (f.path, f.level, not f.lost, f.line, rank[f.rule], f.column))
