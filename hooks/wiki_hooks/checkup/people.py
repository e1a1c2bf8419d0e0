"""Who the members are and who is acting, and what the environment says about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from wiki_hooks.checkup.check import GAP, NOTE, OK, Check
from wiki_hooks.plumbing.agents import agents_of
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.process import Git
from wiki_schema.members import AGENT
from wiki_schema.policy.setting import Setting
from wiki_schema.telling import count
from wiki_schema.text import visible

if TYPE_CHECKING:
    from pluggy import PluginManager


def people(git: Git, environ: Mapping[str, str], setting: Setting, manager: PluginManager) -> Iterator[Check]:
    """Whether members are listed and one of them is an admin, and who is acting."""
    roster, file = setting.roster, visible(setting.policy.members_file)
    if not roster.members:
        words = f"nobody is listed in {file}: names cannot be checked"
        yield Check(GAP, words, f"add a [[member]] to {file}")
    elif not roster.has_admins:
        words = f"{file} names no admin: anybody may change the configuration"
        yield Check(GAP, words, f'set role = "admin" for a [[member]] in {file}')
    else:
        yield Check(OK, f"{_directories(setting)}: {count(len(roster.members), 'member')}, with an admin")
    yield _you(git, environ, setting, manager)
    yield from _agents(environ, setting)


def _directories(setting: Setting) -> str:
    """Every directory that knows somebody, the members file first."""
    known = (source for member in setting.roster.members for source in member.sources)
    return ", ".join(map(visible, dict.fromkeys([setting.policy.members_file, *known])))


def _you(git: Git, environ: Mapping[str, str], setting: Setting, manager: PluginManager) -> Check:
    """Who is acting, as a commit would tell, and what says so."""
    roster, file = setting.roster, visible(setting.policy.members_file)
    with Author(git, environ) as author:
        evidence = author.evidence("", environ)
    actor = manager.hook.wiki_identify_actor(roster=roster, evidence=evidence)
    name, given = _cause(environ)
    if actor.member:
        cause = f", as {name} says" if name else ""
        return Check(OK, f"you are {visible(actor.label)} ({actor.member.role}){cause}")
    if name:
        near = roster.nearest(given)
        hint = f", did you mean {visible(near)}?" if near else ""
        words = f"{name} is {visible(given)}, who is not in {file}{hint or ':'} you may only add and claim"
        return Check(NOTE, words, f"unset {name}, or set it to a member")
    you = visible(evidence.email or evidence.name) or "git has no user.email"
    words = f"you are unknown here ({you}): you may only add and claim"
    return Check(NOTE, words, f"add your e-mail to a [[member]] in {file}")


def _cause(environ: Mapping[str, str]) -> tuple[str, str]:
    """The variable that says who is acting, over what git is configured to say, and its value."""
    names = ("MEMWIKI_WHO", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_NAME")
    return next(((name, environ[name]) for name in names if environ.get(name, "").strip()), ("", ""))


def _agents(environ: Mapping[str, str], setting: Setting) -> Iterator[Check]:
    """The agents that started this process, as the environment says, and to which members they are bound."""
    for name in agents_of(environ):
        member, shown = setting.roster.find(name), visible(name)
        if member is not None and member.role == AGENT:
            others = [found.label for other in member.acts_for if (found := setting.roster.find(other))]
            acts = f", who acts for {', '.join(map(visible, others))}" if others else ""
            yield Check(OK, f"the environment names the agent {shown}: it is {visible(member.label)}{acts}")
        else:
            words = f"the environment names the agent {shown}, which is bound to no member: git's user acts"
            file = visible(setting.policy.members_file)
            yield Check(NOTE, words, f'add a [[member]] to {file} with id = "{shown}" and role = "agent"')


def variables(environ: Mapping[str, str]) -> Iterator[Check]:
    """Variables that were set for something else, perhaps, and bend every check."""
    if day := environ.get("MEMWIKI_TODAY"):
        yield Check(NOTE, f"MEMWIKI_TODAY is {visible(day)}: that day counts as today", "unset MEMWIKI_TODAY")
    skipped = [name.strip() for name in environ.get("SKIP", "").split(",")]
    if any(name.startswith("memwiki-check") for name in skipped):
        yield Check(GAP, f"SKIP is {visible(environ['SKIP'])}: the hooks pass that over", "unset SKIP")
