"""Which setting judges: the one before the change, and only where there was none the new one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from wiki_hooks.place.surroundings import around
from wiki_schema.change import FILE, LINK, NOTHING, Tree
from wiki_schema.policy import POLICY_FILES, PolicyError
from wiki_schema.policy.setting import Setting, read_setting
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
        """Whether a path belongs to a store, on either side, or to what configures one.

        What lies below a file that configures makes a folder of it, and so ends it.
        """
        named = is_or_below(path, POLICY_FILES) or path in self.moved_logs.values()
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
    return is_or_below(path, (*policy.member_files, policy.baseline_file)) or any(
        path == store.index_path or store.is_log(path) or store.is_archive(path) for store in policy.stores
    )


def is_or_below(path: str, files: Collection[str]) -> bool:
    """Whether a path is one of some files, or lies where one of them would have to be a folder."""
    return path in files or path.startswith(tuple(f"{file}/" for file in files))


def read_side(
    tree: Tree, manager: pluggy.PluginManager, refuse: Callable[[str], None] | None = None
) -> Setting | None:
    """The setting that one side holds. Raises `PolicyError` where it cannot be read.

    Members who do not agree raise `CannotCheck`, unless `refuse` takes a sentence about them.
    """
    nearby = around(tree)
    return read_setting(reader(tree), manager, nearby._replace(refuse=refuse) if refuse else nearby)


def reader(tree: Tree) -> Callable[[str], str | None]:
    """A function that gives the text of a file of a side, or None.

    It raises `PolicyError` for a link: what stands behind one is not under version control; for a folder
    too: there is no telling what stood there.
    """

    def read(path: str) -> str | None:
        file = tree.read(path)
        if file is not None and file.mode != FILE:
            what = "a link" if file.mode == LINK else "a folder or a submodule"
            shown = visible(path)
            raise PolicyError([f"{shown} is no plain file: put the file itself there, not {what}"])
        return None if file is None else file.text

    return read


def settings_of(
    before: Tree, after: Tree, latest: Callable[[], Tree], manager: pluggy.PluginManager
) -> Settings:
    """The settings of a staged change. `latest` is asked where neither side has one: the files on disk.

    A setting before that cannot be read does not judge, or nobody could ever mend it; members before who
    do not agree are left out of it. A new one of that kind raises `PolicyError`, or `CannotCheck`.
    """
    new, faults = read_side(after, manager), list[str]()
    try:
        old = read_side(before, manager, faults.append)
    except PolicyError as error:
        if new is None:
            raise
        told = visible(str(error), 500)
        return Settings(None, new, (f"the setting before cannot be read, so the new one judges: {told}",))
    if old is None and new is None:
        new = read_side(latest(), manager)
    return Settings(
        old, new, tuple(f"left out of the members before the change: {fault}" for fault in faults)
    )
