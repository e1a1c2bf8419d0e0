"""Managed blocks that are not what would be rendered now: the findings, for the health pass and the hook."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from wiki_schema.finding import ERROR, Finding
from wiki_schema.managed import Block, Fault, Managed, body_of, first_difference, stamp
from wiki_schema.policy import Policy
from wiki_schema.telling import quoted

RULE = "roster-stale"
RENDER = "memwiki render"


def faults_of(path: str, managed: Managed, policy: Policy) -> tuple[Fault, ...]:
    """What keeps a file from being rendered: markers that say no block, and any marker in a log."""
    if managed.blocks and policy.store_of_log(path, archives=True):
        what = "a log only grows, so nothing is rendered in it. Move the markers to another file."
        return (Fault(managed.blocks[0].begin + 1, what), *managed.faults)
    return managed.faults


def broken(path: str, faults: tuple[Fault, ...]) -> Iterator[Finding]:
    """The findings for what keeps a file from being rendered."""
    for fault in faults:
        message = f"{fault.message[0].upper()}{fault.message[1:]}"
        yield Finding(path, fault.line, message, level=ERROR, rule=RULE)


def stale(path: str, blocks: tuple[Block, ...], render_block: Callable[[str], str]) -> Iterator[Finding]:
    """The blocks that `memwiki render` would change, or would refuse to."""
    for block in blocks:
        body = body_of(render_block(block.name))
        if is_current(block, body):
            continue
        line, told = _difference(block, body)
        by_hand = overwrites(block, body)
        hint = f"{RENDER} --force, which throws away what was written by hand" if by_hand else RENDER
        key = f"{block.name} {'edited' if by_hand else 'stale'}"
        yield Finding(path, line, f"The block {block.name} {told}", hint, level=ERROR, rule=RULE, key=key)


def is_current(block: Block, body: str) -> bool:
    """Whether a block holds what is rendered, and says so."""
    return block.body == body and block.stamp == stamp(body)


def overwrites(block: Block, body: str) -> bool:
    """Whether to render a block would write over what somebody wrote in it."""
    return block.is_by_hand and block.body != body


def _difference(block: Block, body: str) -> tuple[int, str]:
    """The first line that differs, from 1, and the end of a sentence about it."""
    at, old, new = first_difference(block.body, body)
    line = block.begin + 2 + at
    if not block.stamp and not block.body.strip():
        return block.begin + 1, "was never rendered."
    if block.body == body:
        return block.end + 1, "is what would be rendered, but the hash in its end marker says otherwise."
    what = "was edited by hand" if block.is_by_hand else "is out of date"
    if old.strip() and new.strip():
        return line, f"{what}: {quoted(old)} would be rendered as {quoted(new)}."
    if old.strip():
        return line, f"{what}: {quoted(old)} would not be rendered."
    return min(line, block.end + 1), f"{what}: {quoted(new)} is missing." if new.strip() else f"{what}."
