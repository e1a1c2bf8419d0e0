"""What can be done about a finding, or to a fact: each an edit of texts, tried before it is handed out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from wiki_hooks.lsp.bench import Bench, Texts
from wiki_hooks.lsp.diagnostics import Shown
from wiki_hooks.writing.missing import INDEX_RULE, line_of
from wiki_schema import amend
from wiki_schema.amend import CannotAmend, FactName
from wiki_schema.amend.bring_back import bring_back
from wiki_schema.amend.listing import indexed
from wiki_schema.amend.log_back import bring_log_back
from wiki_schema.amend.losses import Context
from wiki_schema.amend.page import Page
from wiki_schema.amend.pieces import HEADING, cut
from wiki_schema.amend.replacing import Spot
from wiki_schema.log import MEMWIKI
from wiki_schema.note import Item
from wiki_schema.text import normal, split_lines
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, Words, read_words

LOSSES = frozenset([
    "fact-erased", "fact-rewritten", "text-erased", "claim-dropped", "supersede-mismarked", "note-emptied",
    "note-rewritten", "log-shortened", "log-rewritten", "index-dropped",
])  # fmt: skip
_WHOLE = frozenset(["note-emptied", "note-rewritten"])
"""Rules whose loss is all of a note."""

_Fix, _Refactor = types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite


class Remedy(Value):
    """One thing that can be done."""

    name: str
    """What is done: `supersede`, `claim`, `attribute`, …"""
    title: str
    kind: types.CodeActionKind
    line: int
    """In the text as it is, from 1."""
    shown: Shown | None = None
    """The finding that it is for; None where it is for a fact itself."""
    is_preferred: bool = False


def for_finding(bench: Bench, shown: Shown) -> Iterator[Remedy]:
    """What can be done about a finding, the best first. Nothing is tried yet."""
    finding, line = shown.finding, shown.spot.line

    def remedy(name: str, title: str, first: bool = True) -> Remedy:
        return Remedy(name, title, _Fix, line, shown, first)

    if shown.is_drift:
        return
    if finding.rule == "fact-rewritten" and finding.lost and shown.spot.was:
        if bench.scene.roster.may_change(bench.scene.actor, read_words(finding.lost[0]).names):
            yield remedy("supersede", "Supersede: the old fact comes back struck, yours under it")
        else:
            yield remedy("claim", "Claim it: the fact comes back as it stood, your words as a claim under it")
        yield remedy("undo", "Bring the fact back as it stood", False)
    elif finding.rule in _WHOLE:
        yield remedy("bring all back", "Bring back all that was lost")
    elif finding.rule in LOSSES:
        yield remedy("bring back", "Bring back the lost words")
    if finding.rule == "fact-unattributed":
        yield remedy("attribute", f"Sign it: — {bench.scene.actor.label}, {bench.scene.day}")
    elif finding.rule == INDEX_RULE:
        yield remedy("list", "List it in the index")
    elif line_of(finding) or MEMWIKI.read(1, finding.hint):
        yield remedy("log", "Add the line to the log")


def for_losses(shown: Sequence[Shown]) -> Iterator[Remedy]:
    """What can be done about several losses at once."""
    lost = [each for each in shown if not each.is_drift and each.finding.rule in LOSSES]
    if len(lost) > 1:
        yield Remedy("bring all back", "Bring back all that was lost", _Fix, lost[0].spot.line, lost[0])


def for_fact(bench: Bench, line: int) -> Iterator[Remedy]:
    """What can be done to the fact or claim in a line, whatever is found about it."""
    if not bench.store.is_note(bench.path):
        return
    item = item_at(bench, line)
    if item is None:
        return
    scene = bench.scene
    words = item.words
    if words.state == CURRENT and scene.roster.may_change(scene.actor, words.names):
        yield Remedy(
            "succeed", "Supersede this fact: struck, with its successor to be edited", _Refactor, line
        )
        yield Remedy("retire", "Retire this fact: it no longer applies", _Refactor, line)
    is_open = words.claim is not None and words.claim.status == "unconfirmed" and words.mark is None
    if is_open and any(scene.roster.may_change(scene.actor, each.names) for each in disputed(bench, line)):
        yield Remedy("confirm", "Confirm this claim: it supersedes the fact", _Refactor, line)
        yield Remedy("reject", "Reject this claim: the fact stands", _Refactor, line)


def disputed(bench: Bench, line: int) -> Iterator[Words]:
    """The fact that a claim in a line disputes."""
    from wiki_schema.compare.claims import disputed_in

    layout = bench.layout
    index = disputed_in(layout.note, layout.at_line(line))
    if index >= 0:
        yield layout.note.items[index].words


def item_at(bench: Bench, line: int) -> Item | None:
    """The item whose words stand in a line."""
    layout = bench.layout
    index = layout.at_line(line)
    return layout.note.items[index] if index >= 0 else None


def files_of(bench: Bench, remedy: Remedy) -> Texts:
    """The files as a remedy would have them, whole: the note, and what the log and the index lack for it.

    Raises `CannotCheck` where it cannot be done, or a commit would be refused for it.
    """
    files = bench.completed(bench.without_needless_log(_MADE[remedy.name](bench, remedy)))
    changed = {path: text for path, text in files.items() if text != bench.scene.text(path)}
    bench.refuse_worse(changed, remedy.shown.finding.rule if remedy.shown else "")
    return changed


# How each is made


def _supersede(bench: Bench, remedy: Remedy) -> Texts:
    new, there = _new_words(bench, remedy), _as_it_stood(bench, remedy)
    done = amend.supersede(there.scene, _name(there, _line_of_old(there, remedy)), new.text)
    return {bench.path: there.text, **done.files}


def _claim(bench: Bench, remedy: Remedy) -> Texts:
    new, there = _new_words(bench, remedy), _as_it_stood(bench, remedy)
    done = amend.claim(there.scene, _name(there, _line_of_old(there, remedy)), new.text)
    return {bench.path: there.text, **done.files}


def _undo(bench: Bench, remedy: Remedy) -> Texts:
    return {bench.path: _as_it_stood(bench, remedy).text}


def _new_words(bench: Bench, remedy: Remedy) -> Words:
    item = item_at(bench, remedy.line)
    if item is None:
        raise CannotAmend(f"Line {remedy.line} holds no fact any more.")
    return item.words


def _as_it_stood(bench: Bench, remedy: Remedy) -> Bench:
    """The file with the old fact in place of the one that was changed."""
    was = remedy.shown.spot.was if remedy.shown else 0
    old, new = cut(bench.old or "", bench.scene.laid), cut(bench.text, bench.scene.laid)
    before, now = old.layout.at_line(was), new.layout.at_line(remedy.line)
    if min(before, now) < 0 or not new.layout.spans[now].pieces:
        raise CannotAmend("What stood here cannot be told from what stands here now: undo, or edit by hand.")
    return bench.with_text(Spot(old, new, before, now).replaced(Spot(old, new, before, now).old_rows()))


def _line_of_old(there: Bench, remedy: Remedy) -> int:
    """The line of the old fact where it is back: what stood above it has not moved."""
    item = item_at(there, remedy.line)
    return item.line if item is not None else remedy.line


def _name(bench: Bench, line: int) -> FactName:
    return FactName(bench.path, line=line)


def _bring_back(bench: Bench, remedy: Remedy) -> Texts:
    shown = remedy.shown
    assert shown is not None
    old, scene, path = bench.old or "", bench.scene, bench.path
    if bench.store.is_archive(path):
        return {path: old}
    if bench.store.is_log(path):
        return {path: bring_log_back(scene, old, bench.text, old).text}
    context = Context(path, barred=_others(bench, remedy, shown))
    back = bring_back(scene, old, bench.text, old, context)
    if back.text == bench.text:
        raise CannotAmend("The lost words find no place any more: undo what was done, or edit by hand.")
    return {path: back.text}


def _others(bench: Bench, remedy: Remedy, shown: Shown) -> frozenset[int]:
    """The first lines of what stays out: all of the old file that the finding does not speak of."""
    if remedy.name == "bring all back":
        return frozenset()
    old = cut(bench.old or "", bench.scene.laid)
    lost = {normal(words) for words in shown.finding.lost}
    wanted = [
        piece
        for piece in old.pieces
        if piece.first <= shown.spot.was <= piece.last
        or ((item := old.item(piece)) is not None and item.words.said in lost)
        or any(normal(row) in lost for row in old.own(piece))
    ]
    under = {piece.section[:depth] for piece in wanted for depth in range(1, len(piece.section) + 1)}
    stays = {piece.first for piece in wanted}
    stays |= {piece.first for piece in old.pieces if piece.kind == HEADING and piece.section in under}
    return frozenset(piece.first for piece in old.pieces) - stays


def _attribute(bench: Bench, remedy: Remedy) -> Texts:
    """The item signed, and nothing else of it changed."""
    page = Page(bench.scene, bench.path)
    index = page.layout.at_line(remedy.line)
    if index < 0:
        raise CannotAmend(f"Line {remedy.line} holds no item any more.")
    said = page.item(index).words.said
    signature = f" — {bench.scene.signs}, {bench.scene.day}"
    page.wrap(index, "", signature, lambda words: words.state == CURRENT and words.text == said)
    return {bench.path: page.settle()}


def _list(bench: Bench, remedy: Remedy) -> Texts:
    headings = bench.layout.headings
    title = headings[0][1][-1] if headings else bench.path.rpartition("/")[2].removesuffix(".md")
    return {**indexed(bench.scene, bench.path, title)}


def _log(bench: Bench, remedy: Remedy) -> Texts:
    shown = remedy.shown
    assert shown is not None
    line = line_of(shown.finding) or next(filter(None, split_lines(shown.finding.hint)), "")
    log, scene = bench.store.log_path, bench.scene
    text = scene.text(log) or ""
    return {log: amend.add_log_lines(text, [line], scene.log_format, bench.store.log_order, scene.day)}


def _succeed(bench: Bench, remedy: Remedy) -> Texts:
    """The fact struck, and below it the same words signed anew, for the user to change."""
    words = _new_words(bench, remedy)
    return amend.supersede(bench.scene, _name(bench, remedy.line), words.text).files


def _retire(bench: Bench, remedy: Remedy) -> Texts:
    return amend.retire(bench.scene, _name(bench, remedy.line)).files


def _confirm(bench: Bench, remedy: Remedy) -> Texts:
    return amend.confirm(bench.scene, _name(bench, remedy.line)).files


def _reject(bench: Bench, remedy: Remedy) -> Texts:
    return amend.reject(bench.scene, _name(bench, remedy.line)).files


_MADE = {
    "supersede": _supersede, "claim": _claim, "undo": _undo,
    "bring back": _bring_back, "bring all back": _bring_back,
    "attribute": _attribute, "list": _list, "log": _log,
    "succeed": _succeed, "retire": _retire, "confirm": _confirm, "reject": _reject,
}  # fmt: skip
