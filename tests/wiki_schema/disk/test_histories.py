"""Whatever tools, editors and kills do to a log in turn: in the end each line stands there once."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.memory import QuickFolder
from tests.wiki_schema.disk.ground import LOG, MOMENT, Ground, deed
from tests.wiki_schema.disk.killing import killed
from wiki_schema.disk import journal, ledger
from wiki_schema.disk.journal import FINISHED, Deed, Edit

PREAMBLE = b"# Log\n\n"
NOTE = "wiki/a.md"


class Histories(RuleBasedStateMachine):
    """A note and its log, written by tools that may be killed and by editors that know of nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = QuickFolder()
        self.ground = Ground(self.folder.path, {LOG: PREAMBLE, NOTE: b"# A\n"})
        self.written: Counter[str] = Counter()
        """The lines that tools wrote."""
        self.by_hand = 0
        self.stale: bytes | None = None
        """What an editor has read and may write back."""
        self.facts = 0

    def teardown(self) -> None:
        self.folder.cleanup()

    def _mend(self) -> None:
        """What every door does first."""
        hands = self._hands()
        for recovered in self.ground.recover():
            if recovered.what == FINISHED and recovered.through == "add":
                self.written.update(self.begun)
        with self.ground.desk() as db:
            before = self.ground.read(LOG)
            owed = ledger.owed(db, LOG, before.decode())
            if owed:
                after = before + "".join(f"{line.line}\n" for line in owed).encode()
                put_back = Deed((Edit(LOG, before, after),), "", "reconcile")
                journal.carry_out(db, str(self.ground.top), put_back, MOMENT)
                ledger.enter_again(db, owed, after)
        assert not hands - self._hands(), "what stood there by hand stays"

    @property
    def _is_torn(self) -> bool:
        """Whether a kill cut a line in two. Nobody is as quick as to save before that is mended."""
        return not self.ground.read(LOG).endswith(b"\n")

    def _hands(self) -> Counter[bytes]:
        return Counter(line for line in self.ground.read(LOG).split(b"\n") if line.startswith(b"hand"))

    @rule(lines=st.lists(st.sampled_from(["x", "y"]), min_size=1, max_size=3), kill=st.integers(0, 60))
    def a_tool_writes(self, lines: list[str], kill: int) -> None:
        self._mend()
        self.begun = Counter(lines)
        note, log = self.ground.read(NOTE), self.ground.read(LOG)
        after = {
            NOTE: note + b"- fact %d\n" % self.facts,
            LOG: log + "".join(f"{v}\n" for v in lines).encode(),
        }
        self.facts += 1
        wanted = deed({NOTE: note, LOG: log}, after, *lines)
        if not killed(kill if kill < 30 else 0, lambda: self.ground.carry_out(wanted)):
            self.written += self.begun

    @precondition(lambda self: not self._is_torn)
    @rule()
    def an_editor_reads(self) -> None:
        self.stale = self.ground.read(LOG)

    @precondition(lambda self: self.stale is not None and not self._is_torn)
    @rule(adds=st.booleans())
    def an_editor_saves_what_it_read(self, adds: bool) -> None:
        assert self.stale is not None
        if adds:
            self.stale += b"hand %d\n" % self.by_hand
            self.by_hand += 1
        self.ground.save(LOG, self.stale)

    @precondition(lambda self: not self._is_torn)
    @rule()
    def somebody_appends(self) -> None:
        self.ground.write(LOG, self.ground.read(LOG) + b"hand %d\n" % self.by_hand)
        self.by_hand += 1

    @rule()
    def all_is_committed(self) -> None:
        self._mend()
        with self.ground.desk() as db:
            ledger.settle(db, [line.id for line in ledger.held(db, LOG, self.ground.read(LOG).decode())])
        self.stale = None  # what a commit holds is for git to keep

    @rule()
    def every_line_stands_there_once(self) -> None:
        self._mend()
        lines = Counter(self.ground.read(LOG).decode().split("\n"))
        assert {v: lines[v] for v in "xy"} == {v: self.written[v] for v in "xy"}
        assert self.ground.recover() == ()

    @invariant()
    def nothing_else_stands_there(self) -> None:
        text = self.ground.read(LOG)
        assert text.startswith(PREAMBLE)
        assert all(
            line in (b"x", b"y", b"") or line.startswith((b"hand", b"#")) for line in text.split(b"\n")
        )


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=25, stateful_step_count=14, deadline=None, suppress_health_check=list(HealthCheck)
)
