"""Which setting judges: the one before the change, and only where there was none the new one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from wiki_hooks.place.surroundings import around
from wiki_schema.change import FILE, NOTHING, Tree
from wiki_schema.policy import POLICY_FILES, PolicyError
from wiki_schema.setting import Setting, read_setting
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy


class Settings(Value):
    """The setting on each side of a change."""

    before: Setting | None
    after: Setting | None
    notices: tuple[str, ...] = ()
    moved_logs: Mapping[str, str] = NOTHING
    """Where history moved a log before any setting named it: its path after → before."""
    standing: Tree | None = None
    """Where the setting before stands, if not on the side before: what was there already still holds."""

    @property
    def is_configured(self) -> bool:
        """Whether either side configures a store."""
        return self.before is not None or self.after is not None

    def concerns(self, path: str) -> bool:
        """Whether a path belongs to a store, on either side, or to what configures one."""
        named = path in POLICY_FILES or path in self.moved_logs.values()
        return named or any(_concerns(setting, path) for setting in self.known)

    @property
    def policy_files(self) -> Collection[str]:
        """Every file that decides what the settings are."""
        named = (path for setting in self.known for path in setting.policy.member_files)
        return dict.fromkeys([*POLICY_FILES, *named])

    def needs_text(self, path: str) -> bool:
        """Whether the words of such a path are judged. Of other files only name and kind are."""
        return path.endswith(".md") or path in POLICY_FILES or any(_names(s, path) for s in self.known)

    @property
    def known(self) -> Collection[Setting]:
        """Those that there are."""
        return [setting for setting in (self.before, self.after) if setting is not None]


def _concerns(setting: Setting, path: str) -> bool:
    return setting.policy.store_of(path) is not None or _names(setting, path)


def _names(setting: Setting, path: str) -> bool:
    """Whether the policy itself names a file. A log may lie outside its store."""
    policy = setting.policy
    return path in (*policy.member_files, policy.baseline_file) or any(
        path == store.index_path or store.is_log(path) or store.is_archive(path) for store in policy.stores
    )


def read_side(tree: Tree, manager: pluggy.PluginManager) -> Setting | None:
    """The setting that one side holds. Raises `PolicyError` where it cannot be read."""
    return read_setting(reader(tree), manager, around(tree))


def reader(tree: Tree) -> Callable[[str], str | None]:
    """A function that gives the text of a file of a side, or None.

    It raises `PolicyError` for a link: what stands behind one is not under version control.
    """

    def read(path: str) -> str | None:
        file = tree.read(path)
        if file is not None and file.mode != FILE:
            raise PolicyError([f"{visible(path)} is no plain file: put the file itself there, not a link"])
        return None if file is None else file.text

    return read


def settings_of(
    before: Tree, after: Tree, latest: Callable[[], Tree], manager: pluggy.PluginManager
) -> Settings:
    """The settings of a staged change. `latest` is asked where neither side has one: the files on disk.

    A setting before that cannot be read does not judge, or nobody could ever mend it. A new one that
    cannot be read raises `PolicyError`.
    """
    new = read_side(after, manager)
    try:
        old = read_side(before, manager)
    except PolicyError as error:
        if new is None:
            raise
        told = visible(str(error), 500)
        return Settings(None, new, (f"the setting before cannot be read, so the new one judges: {told}",))
    if old is None and new is None:
        new = read_side(latest(), manager)
    return Settings(old, new)
