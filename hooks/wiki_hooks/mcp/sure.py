"""Asking a person before a decision is written, where the client can; where not, the rules alone decide."""

from __future__ import annotations

from mcp.server.mcpserver import Context, Elicit
from pydantic import BaseModel, Field

from wiki_schema.text import harmless


class Sure(BaseModel):
    """What the person says."""

    yes: bool = Field(title="Write it", description="Whether it is to be written")


def _ask(ctx: Context, question: str) -> Elicit[Sure] | Sure:
    able = ctx.client_capabilities
    if able is None or able.elicitation is None:
        return Sure(yes=True)
    return Elicit(harmless(" ".join(question.split()))[:400], Sure)


def to_confirm(note: str, claim: str, ctx: Context) -> Elicit[Sure] | Sure:
    """Before a claim is confirmed."""
    return _ask(ctx, f"Is it true, so that the fact in {note} is superseded? “{claim}”")


def to_reject(note: str, claim: str, ctx: Context) -> Elicit[Sure] | Sure:
    """Before a claim is rejected."""
    return _ask(ctx, f"Is it untrue, so that the fact in {note} stays? “{claim}”")


def to_withdraw(note: str, old: str, ctx: Context) -> Elicit[Sure] | Sure:
    """Before words are taken out."""
    return _ask(ctx, f"Are these words to be taken out of {note}? “{old}”")
