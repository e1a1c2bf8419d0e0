"""The part of `memwiki init` that puts memwiki in front of agents, and takes it out again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wiki_hooks.cli.making import note, tell
from wiki_hooks.setup import new_store
from wiki_hooks.setup.agents.hosts import NAMES, host
from wiki_hooks.setup.agents.install import Step, carry_out, to_install, to_uninstall
from wiki_hooks.setup.agents.program import Program, program_for
from wiki_hooks.setup.new_store import Done

REMOVED = "gone"
CLEANED = "left"


def check(top: str, names: Sequence[str], environ: Mapping[str, str]) -> None:
    """Whether it can be installed. Raises `CannotCheck` where settings cannot be added to."""
    to_install(top, [host(name) for name in names], program_for(environ))


def install(top: str, names: Sequence[str], environ: Mapping[str, str], is_dry: bool) -> list[str]:
    """Show what changes and write it; gives the paths of what was written, from the top."""
    hosts = [host(name) for name in dict.fromkeys(names)]
    program = program_for(environ)
    steps = to_install(top, hosts, program)
    _show(steps)
    if not is_dry:
        carry_out(top, steps)
    for step in steps:
        _tell_installed(step, is_dry)
    written = [step.path for step in steps if step.is_change]
    if written:
        _say_program(program)
        for found in hosts:
            for words in filter(None, (found.broken, found.trust, *found.hints)):
                note(f"{found.title}: {words}")
        _say_server()
    return [] if is_dry else written


def uninstall(top: str, names: Sequence[str], is_dry: bool) -> int:
    """Show what changes and take it out, for some hosts or for all."""
    steps = to_uninstall(top, [host(name) for name in names or NAMES])
    _show(steps)
    if not is_dry:
        carry_out(top, steps)
    for step in steps:
        what = REMOVED if step.after is None else CLEANED
        more = "it held nothing but ours" if step.after is None else "what was ours is out of it"
        tell(Done(what, step.path, _would(more, is_dry)))
    if not steps:
        print("there is nothing of memwiki in the settings of agents here")
    return 0


def _show(steps: Sequence[Step]) -> None:
    for step in steps:
        if step.is_change:
            print(step.diff(), end="\n\n")


def _tell_installed(step: Step, is_dry: bool) -> None:
    if not step.is_change:
        tell(Done(new_store.KEPT, step.path, "it has memwiki"))
        return
    what = new_store.WROTE if step.before is None else new_store.ADDED
    tell(Done(what, step.path, _would("", is_dry)))


def _would(words: str, is_dry: bool) -> str:
    return ", ".join(filter(None, (words, "not yet: --dry-run writes nothing" if is_dry else "")))


def _say_program(program: Program) -> None:
    if program.is_by_name:
        note("the settings call memwiki by its name: whoever uses them needs it on the PATH of the host")
    else:
        note(
            "memwiki is not on the PATH outside this virtual environment, so the settings name "
            f"{program.line()}. Nobody else has it there: install it with pipx and do this again before you "
            "share them"
        )


def _say_server() -> None:
    from importlib.util import find_spec

    if find_spec("mcp") is None:
        note("the server of tools needs one thing more: pip install 'memwiki[mcp]'")
