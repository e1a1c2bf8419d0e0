"""Files are written whole or not at all, as they were kept, and never through a link."""

from __future__ import annotations

import errno
import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from wiki_schema.disk import effects, files
from wiki_schema.disk.files import CannotWrite, Changed, Stamp, Trace


@pytest.fixture
def top(tmp_path: Path) -> Path:
    (tmp_path / "top/wiki").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.md").write_bytes(b"outside\n")
    (tmp_path / "top/wiki/a.md").write_bytes(b"one\n")
    return tmp_path / "top"


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The effects on the disk, in their order."""
    effect_names: list[str] = []
    monkeypatch.setattr(effects, "boundary", effect_names.append)
    return effect_names


class TestAppend:
    @pytest.mark.parametrize(
        ("old", "added", "new"),
        [
            (b"one\n", b"two\n", b"one\ntwo\n"),
            (b"one", b"two\n", b"one\ntwo\n"),
            (b"one\r\n", b"two\r\n", b"one\r\ntwo\r\n"),
            (b"one", b"\r\ntwo\r\n", b"one\r\ntwo\r\n"),
            (b"", b"two\n", b"two\n"),
            (None, b"two\n", b"two\n"),
            (b"\xff\x00\n", b"\xfe\n", b"\xff\x00\n\xfe\n"),
        ],
    )  # fmt: skip
    def test_ends_a_last_line_and_adds_whole_ones(
        self, top: Path, old: bytes | None, added: bytes, new: bytes
    ) -> None:
        if old is None:
            (top / "wiki/a.md").unlink()
        else:
            (top / "wiki/a.md").write_bytes(old)
        found = files.stamp(str(top), "wiki/a.md")
        trace = files.append(str(top), "wiki/a.md", added)
        assert (top / "wiki/a.md").read_bytes() == new
        status = (top / "wiki/a.md").stat()
        assert trace == Trace(found, Stamp(status.st_size, status.st_mtime_ns, status.st_ino))
        assert files.stamp(str(top), "wiki/a.md") == trace.after

    def test_is_one_write_and_made_safe(self, top: Path, seen: list[str]) -> None:
        files.append(str(top), "wiki/a.md", b"two\nthree\n")
        assert seen == ["write", "sync"]

    def test_makes_the_file_and_its_folders_safe_too(self, top: Path, seen: list[str]) -> None:
        files.append(str(top), "wiki/deep/er/b.md", b"two\n")
        assert seen == ["mkdir", "sync", "mkdir", "sync", "create", "write", "sync", "sync"]

    @pytest.mark.parametrize("old", [b"one\n", None])
    @pytest.mark.parametrize("taken", [0, 3])
    def test_undoes_a_short_write(
        self, top: Path, monkeypatch: pytest.MonkeyPatch, taken: int, old: bytes | None
    ) -> None:
        path = "wiki/a.md" if old else "wiki/b.md"
        monkeypatch.setattr(effects, "write", lambda file, data: os.write(file, data[:taken]))
        with pytest.raises(
            CannotWrite, match=r"cannot be written: No space left on device\. Nothing was changed"
        ):
            files.append(str(top), path, b"two\n")
        assert files.read(str(top), path) == old

    def test_undoes_what_was_written_but_not_made_safe(
        self, top: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(file: int) -> None:
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        monkeypatch.setattr(effects, "sync", fail)
        with pytest.raises(CannotWrite, match="Input/output error"):
            files.append(str(top), "wiki/a.md", b"two\n")
        assert files.read(str(top), "wiki/a.md") == b"one\n"

    def test_undoes_nothing_of_what_others_appended_behind_it(
        self, top: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def others(file: int) -> None:
            with (top / "wiki/a.md").open("ab") as log:
                log.write(b"others\n")
            raise OSError(errno.EIO, os.strerror(errno.EIO))

        monkeypatch.setattr(effects, "sync", others)
        with pytest.raises(CannotWrite):
            files.append(str(top), "wiki/a.md", b"two\n")
        assert files.read(str(top), "wiki/a.md") == b"one\ntwo\nothers\n"

    def test_where_the_system_allows_no_more_is_undone(self, top: Path) -> None:
        """A real short write: the largest size that a process may write ends in the middle of the line."""
        program = (
            "import resource, signal, sys\n"
            "from wiki_schema.disk import files\n"
            "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
            "resource.setrlimit(resource.RLIMIT_FSIZE, (6, 6))\n"
            "try: files.append(sys.argv[1], 'wiki/a.md', b'a long line\\n')\n"
            "except files.CannotWrite as error: print(error)\n"
        )
        assert resource.getrlimit(resource.RLIMIT_FSIZE)[1] == resource.RLIM_INFINITY
        done = subprocess.run(
            [sys.executable, "-c", program, str(top)], capture_output=True, text=True, check=True
        )
        assert "wiki/a.md cannot be written" in done.stdout
        assert files.read(str(top), "wiki/a.md") == b"one\n"


class TestReplace:
    def test_keeps_mode_and_attributes_and_leaves_nothing_beside(self, top: Path) -> None:
        (top / "wiki/a.md").chmod(0o640)
        has_attributes = True
        try:
            os.setxattr(top / "wiki/a.md", "user.memwiki", b"kept")
        except (OSError, AttributeError):
            has_attributes = False
        found = files.stamp(str(top), "wiki/a.md")
        trace = files.replace(str(top), "wiki/a.md", b"two\n", b"one\n")
        assert trace == Trace(found, files.stamp(str(top), "wiki/a.md"))
        assert (top / "wiki/a.md").read_bytes() == b"two\n"
        assert stat.S_IMODE((top / "wiki/a.md").stat().st_mode) == 0o640
        assert not has_attributes or os.getxattr(top / "wiki/a.md", "user.memwiki") == b"kept"
        assert os.listdir(top / "wiki") == ["a.md"]

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
    def test_keeps_the_owner(self, top: Path) -> None:
        os.chown(top / "wiki/a.md", 1234, 4321)
        files.replace(str(top), "wiki/a.md", b"two\n", b"one\n")
        status = (top / "wiki/a.md").stat()
        assert (status.st_uid, status.st_gid) == (1234, 4321)

    def test_is_safe_before_it_is_seen(self, top: Path, seen: list[str]) -> None:
        files.replace(str(top), "wiki/a.md", b"two\n", b"one\n")
        assert seen == ["create", "write", "sync", "rename", "sync"]

    @pytest.mark.parametrize("expected", [b"other\n", None])
    def test_leaves_alone_what_is_not_as_expected(self, top: Path, expected: bytes | None) -> None:
        with pytest.raises(Changed, match="was changed by somebody else just now"):
            files.replace(str(top), "wiki/a.md", b"two\n", expected)
        assert (top / "wiki/a.md").read_bytes() == b"one\n"
        assert os.listdir(top / "wiki") == ["a.md"]

    def test_looks_a_last_time_after_the_new_bytes_are_safe(
        self, top: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sync = effects.sync

        def edited_meanwhile(file: int) -> None:
            (top / "wiki/a.md").write_bytes(b"by hand\n")
            sync(file)

        monkeypatch.setattr(effects, "sync", edited_meanwhile)
        with pytest.raises(Changed):
            files.replace(str(top), "wiki/a.md", b"two\n", b"one\n")
        assert (top / "wiki/a.md").read_bytes() == b"by hand\n"

    def test_makes_no_file_where_one_appeared_meanwhile(
        self, top: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        link = effects.link

        def made_meanwhile(old: str, new: str, folder: int) -> None:
            (top / "wiki/b.md").write_bytes(b"by hand\n")
            link(old, new, folder)

        monkeypatch.setattr(effects, "link", made_meanwhile)
        with pytest.raises(Changed):
            files.replace(str(top), "wiki/b.md", b"two\n", None)
        assert sorted(os.listdir(top / "wiki")) == ["a.md", "b.md"]
        assert (top / "wiki/b.md").read_bytes() == b"by hand\n"

    def test_makes_a_file_on_a_disk_without_hard_links(
        self, top: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def refuse(*_: object) -> None:
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))

        monkeypatch.setattr(effects, "link", refuse)
        files.replace(str(top), "wiki/b.md", b"two\n", None)
        assert (top / "wiki/b.md").read_bytes() == b"two\n"
        assert sorted(os.listdir(top / "wiki")) == ["a.md", "b.md"]

    def test_of_a_name_as_long_as_may_be(self, top: Path) -> None:
        path = f"wiki/{'é' * 126}.md"
        files.replace(str(top), path, b"one\n", None)
        files.replace(str(top), path, b"two\n", b"one\n")
        assert files.read(str(top), path) == b"two\n"
        with pytest.raises(CannotWrite, match="Choose a shorter name"):
            files.replace(str(top), f"wiki/{'é' * 127}.md", b"one\n", None)

    def test_sweeps_away_what_a_killed_process_left(self, top: Path) -> None:
        (top / "wiki/.a.md.memwiki-new").symlink_to(top.parent / "outside/a.md")
        files.replace(str(top), "wiki/a.md", b"two\n", b"one\n")
        (top / "wiki/.a.md.memwiki-new").write_bytes(b"half")
        files.sweep(str(top), "wiki/a.md")
        assert os.listdir(top / "wiki") == ["a.md"]
        assert (top.parent / "outside/a.md").read_bytes() == b"outside\n"


class TestRemove:
    def test_removes_what_is_as_expected(self, top: Path) -> None:
        with pytest.raises(Changed):
            files.remove(str(top), "wiki/a.md", b"other\n")
        files.remove(str(top), "wiki/a.md", b"one\n")
        assert files.read(str(top), "wiki/a.md") is None
        with pytest.raises(Changed):
            files.remove(str(top), "wiki/a.md", b"one\n")


Use = Callable[[str, str], object]
USES: dict[str, Use] = {
    "read": files.read,
    "append": lambda top, path: files.append(top, path, b"two\n"),
    "replace": lambda top, path: files.replace(top, path, b"two\n", b"outside\n"),
    "make": lambda top, path: files.replace(top, path, b"two\n", None),
    "remove": lambda top, path: files.remove(top, path, b"outside\n"),
    "shorten": lambda top, path: files.shorten(top, path, 1, b"outside\n"),
}


@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
class TestNothingLeadsOut:
    @pytest.mark.parametrize(
        ("link", "target", "path"),
        [
            ("wiki/link.md", "../../outside/a.md", "wiki/link.md"),
            ("wiki/link.md", "a.md", "wiki/link.md"),
            ("wiki/link.md", "../../outside/new.md", "wiki/link.md"),
            ("wiki/deep", "../../outside", "wiki/deep/a.md"),
            ("wiki/deep", "../../outside", "wiki/deep/er/a.md"),
            ("linked", "../outside", "linked/a.md"),
            ("linked", "nowhere", "linked/a.md"),
        ],
    )  # fmt: skip
    def test_no_link_is_followed(self, top: Path, use: Use, link: str, target: str, path: str) -> None:
        (top / link).symlink_to(target)
        with pytest.raises(CannotWrite, match=f"{path} is a link, or is reached through one"):
            use(str(top), path)
        assert (top / link).is_symlink()
        assert [(f.name, f.read_bytes()) for f in (top.parent / "outside").iterdir()] == [
            ("a.md", b"outside\n")
        ]

    @pytest.mark.parametrize(
        "path", ["../outside/a.md", "wiki/../../outside/a.md", "/etc/x", "", ".", "a//b", "a\0b"]
    )
    def test_no_path_leads_out(self, top: Path, use: Use, path: str) -> None:
        with pytest.raises(CannotWrite, match="leads out of the wiki"):
            use(str(top), path)

    def test_what_is_no_file_is_refused(self, top: Path, use: Use) -> None:
        os.mkfifo(top / "wiki/pipe.md")
        (top / "wiki/folder.md").mkdir()
        for path in ("wiki/pipe.md", "wiki/folder.md"):
            with pytest.raises(CannotWrite, match="is no plain file"):
                use(str(top), path)

    def test_below_a_file_there_is_no_file(self, top: Path, use: Use) -> None:
        if use is files.read:
            assert files.read(str(top), "wiki/a.md/b.md") is None
            return
        with pytest.raises(CannotWrite):
            use(str(top), "wiki/a.md/b.md")


def test_names_that_are_no_text_are_names(top: Path) -> None:
    files.append(str(top), "wiki/bad\udcff\n.md", b"one\n")
    assert b"bad\xff\n.md" in os.listdir(os.fsencode(top / "wiki"))
    assert files.read(str(top), "wiki/bad\udcff\n.md") == b"one\n"
