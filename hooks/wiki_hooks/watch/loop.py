"""The watcher's life: from the first look at everything to the last save that is still handed over."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from queue import Empty

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.watch import ground
from wiki_hooks.watch.batch import AWAY, GIT, SAVE, STATE, Event
from wiki_hooks.watch.githold import CALM, GitHold
from wiki_hooks.watch.handing import Handing, Keeper, Show
from wiki_hooks.watch.hints import LOST, Hint, Hints
from wiki_hooks.watch.lookout import Lookout
from wiki_hooks.watch.options import Options
from wiki_hooks.watch.scan import Found
from wiki_hooks.watch.settle import Settling
from wiki_schema.finding import CannotCheck
from wiki_schema.telling import count

# One save is several events: they are let come before any is looked at.
_GATHER = 0.005
# The clock on the wall runs as the other one does, unless the machine slept or somebody set it.
_JUMP = 5.0


class Loop:
    """Watches one wiki until it is told to stop, or can no longer rely on what it is told."""

    def __init__(
        self, find: Callable[[], Wiki], keeper: Keeper, show: Show, hints: Hints, options: Options
    ) -> None:
        self._find = find
        self._wiki = find()
        self._show = show
        self._hints = hints
        self._alive = options.rhythm.alive
        self._settling = Settling(options.patience)
        self._handing = Handing(keeper, show, self._settling)
        self._git = GitHold(self._wiki)
        self._lookout = Lookout(self._wiki, hints, options, self._say)
        self._away: set[str] = set()
        self._held_until = 0.0
        self._must_scan = self._must_read = False
        self._looked = time.time()
        self._drift = time.time() - time.monotonic()
        self._next_check = time.monotonic() + self._alive

    def run(self, is_stopped: Callable[[], bool]) -> str:
        """Watch until told to stop; else why watching must begin anew."""
        try:
            self._touch_away(self._lookout.begin(self._wiki))
            self._say(self._lookout.described(self._wiki))
            while not is_stopped():
                if fault := self._round():
                    return fault
            self._finish()
            return ""
        finally:
            self._lookout.stop()

    @property
    def unkept(self) -> int:
        """How many paths had not come to rest, or could not be handed over."""
        return len(self._settling)

    def once(self, limit: float) -> None:
        """Catch up, and leave. Raises `CannotCheck` where that cannot be done within so many seconds."""
        self._touch_away(self._lookout.begin(self._wiki))
        if not len(self._settling):
            self._say("everything is as it was known")
        end = time.monotonic() + limit
        while len(self._settling):
            self._work(time.monotonic())
            if self._handing.trouble:
                raise CannotCheck(self._handing.trouble)
            if time.monotonic() > end:
                raise CannotCheck(self._obstacle(limit))
            time.sleep(min(self._timeout(time.monotonic()), 0.1))

    def _obstacle(self, limit: float) -> str:
        waiting = count(len(self._settling), "change")
        busy = self._git.reason
        why = f"git is busy ({busy})" if busy else "files are being written all the time"
        return (
            f"{waiting} could not be kept within {limit:g} s, because {why}. Nothing is lost: "
            "run `memwiki watch --once` again when that is over."
        )

    def _finish(self) -> None:
        """Look once more whether something happened just now, and hand over what is at rest."""
        self._listen(0)
        self._touch_found(self._scanned())
        now = time.monotonic()
        self._handing.look(self._wiki, math.inf)
        ready = self._settling.ripe(now) | self._settling.hurried()
        if ready and self._git.holds(self._wiki):
            waiting = count(len(ready), "change")
            self._say(f"git is busy ({self._git.reason}): the next start will keep {waiting}")
        elif ready:
            self._hand_over(ready, now)

    def _round(self) -> str:
        """Wait for something to happen, and see to it. Gives why watching must begin anew, if it must."""
        self._listen(self._timeout(time.monotonic()))
        try:
            self._work(time.monotonic())
            return self._check(time.monotonic())
        except CannotCheck as error:
            # Where the folder is gone, nothing else works either.
            return self._lookout.fault(self._wiki) or str(error)

    # What happens

    def _timeout(self, now: float) -> float:
        """Until something is to be done, in seconds."""
        times = [self._next_check, self._lookout.rested if self._must_scan else self._lookout.next_scan]
        if self._held_until > now:
            times.append(self._held_until)
        elif (wait := self._settling.wait(now)) is not None:
            times.append(now + wait)
        return max(min(times) - now, _GATHER)

    def _listen(self, timeout: float) -> None:
        """Take in what has happened, or wait until something does."""
        try:
            hint = self._hints.get(timeout=timeout) if timeout else self._hints.get_nowait()
            self._note_git()
            time.sleep(_GATHER)
            while True:
                self._take(hint)
                hint = self._hints.get_nowait()
        except Empty:
            return

    def _take(self, hint: Hint | None) -> None:
        if hint is None:
            return
        if hint == LOST:
            self._say("the system dropped events: everything is looked at again")
            self._must_scan = True
            return
        path = hint.path.removeprefix(self._wiki.top).removeprefix("/")
        policy = self._wiki.setting.policy
        if hint.is_folder:
            self._must_scan = self._must_scan or ground.concerns_folder(policy, path)
        elif ground.concerns(policy, path):
            self._settling.touch(path, time.monotonic())
            self._must_read = self._must_read or path in (policy.source, *policy.member_files)
        elif ground.is_copy(policy, path):
            self._lookout.tell_copy(path)

    def _note_git(self) -> None:
        """What git did before anything happened to a file has nothing to do with that."""
        # Where nothing tells of files, they were looked at only when all were.
        looked = self._looked if self._lookout.blind or self._must_scan else time.time()
        if not len(self._settling) and self._git.note(self._wiki, looked):
            self._must_read = True

    def _scanned(self) -> list[Found]:
        """What looks other than it did."""
        self._looked = time.time()
        return self._lookout.scan(self._wiki)

    def _touch_found(self, found: Iterable[Found]) -> None:
        now = time.monotonic()
        for path, age in found:
            if path not in self._settling:
                self._settling.touch(path, now - age)

    def _touch_away(self, found: Iterable[Found]) -> None:
        """What changed while nobody looked."""
        found = list(found)
        self._away.update(path for path, _ in found)
        self._touch_found(found)

    # What is done about it

    def _work(self, now: float) -> None:
        """Look at what is due, and hand over what is ripe, unless git is at work."""
        if self._must_scan and now >= self._lookout.rested:
            self._must_scan = False
            self._touch_found(self._scanned())
        if now < self._held_until:
            return
        self._handing.look(self._wiki, now)
        ripe = self._settling.ripe(now)
        if not ripe:
            return
        was_held = self._git.reason
        wait = self._git.holds(self._wiki)
        if wait:
            self._held_until = now + wait
            if not was_held:
                self._say(f"git is busy ({self._git.reason}): waiting")
        elif was_held:
            # What a hook took away for a moment is there again: nothing that was seen counts any more.
            self._settling.look_again(now + CALM)
            if self._git.overdue:
                self._say(f"git is busy ({self._git.overdue}) for too long: no longer waiting")
        else:
            self._hand_over(ripe, now)

    def _hand_over(self, ripe: Mapping[str, str], now: float) -> None:
        did = self._git.did(self._wiki)
        moved = self._git.moved(self._wiki) if did else ""
        if moved or self._must_read:
            self._read_setting()
        cause = AWAY if self._away & ripe.keys() else GIT if did else SAVE
        self._handing.hand_over(self._wiki, ripe, cause, moved, now)
        self._away.intersection_update(self._settling)
        if not len(self._settling):
            self._git.forget(self._wiki)

    def _check(self, now: float) -> str:
        """What is done now and then without a reason. Gives why watching must begin anew, if it must."""
        if now >= self._lookout.next_scan:
            self._touch_found(self._scanned())
        if now < self._next_check:
            return ""
        self._next_check = now + self._alive
        if fault := self._lookout.fault(self._wiki):
            return fault
        self._must_scan = self._must_scan or self._lookout.is_patchy()
        drift, self._drift = self._drift, time.time() - now
        if abs(drift - self._drift) > _JUMP:
            self._touch_away(self._scanned())
        self._note_git()
        self._handing.pay(self._wiki)
        if self._must_read and not len(self._settling):
            self._git.moved(self._wiki)
            self._read_setting()
        return ""

    def _read_setting(self) -> None:
        """The rules may have changed, and with them which files are watched."""
        self._must_read = False
        old = self._wiki.setting.policy
        try:
            self._wiki = self._find()
        except CannotCheck as error:
            self._say(f"the setting stays as it was: {error}")
            return
        if self._wiki.setting.policy != old:
            self._touch_found(self._lookout.begin(self._wiki))
            self._say(f"the setting has changed: {self._lookout.described(self._wiki)}")

    def _say(self, words: str) -> None:
        self._show([Event(STATE, words)])
