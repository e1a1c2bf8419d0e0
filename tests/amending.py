"""Amending stores that are written down in a test."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from tests.laws import court
from tests.laws.pages import TODAY
from wiki_schema.amend import Amendment, Scene
from wiki_schema.judge import load_formats
from wiki_schema.members import Evidence


class Stage(NamedTuple):
    """A store at some moment, and who acts in it."""

    files: dict[str, str]
    actor: str
    keys: str = ""
    """What its table in the policy says besides its path."""

    @property
    def scene(self) -> Scene:
        """The same for the functions that amend."""
        setting = court.setting(self.keys)
        store = setting.policy.stores[0]
        return Scene(
            store,
            court.Side(self.files),
            setting.roster,
            setting.roster.identify(Evidence(who=self.actor)),
            date.fromisoformat(TODAY),
            load_formats(court.plugins())[store.log_format],
            setting.policy,
        )

    def after(self, amendment: Amendment) -> Stage:
        """The store with an amendment made."""
        files = {**self.files, **amendment.files}
        return self._replace(files={path: text for path, text in files.items() if text is not None})

    @property
    def notes(self) -> list[str]:
        """Its notes."""
        return [path for path in self.files if self.scene.store.is_note(path)]

    def refusals(self, amendment: Amendment) -> list[str]:
        """The rules that say something about an amendment."""
        change = court.change_of(self.files, self.after(amendment).files, self.actor)
        return [finding.rule for finding in court.findings(change, self.keys)]


def store(note: str = "# Home\n", actor: str = "Ana Ruiz", keys: str = "", **files: str) -> Stage:
    """A store with a note `home.md`; more files by their name without `.md`."""
    default = {"home": note, "index": "# Index\n\n- [home](home.md)\n", "log": "# Log\n\n"}
    return Stage({f"{name}.md": text for name, text in {**default, **files}.items()}, actor, keys)
