"""Writing a file whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import IO

import pytest

from patternc.files import write, write_through


def test_writes_whole_files_and_makes_folders(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.py"
    write(path, "é\n")
    assert path.read_bytes() == "é\n".encode()
    write(path, "two\n")
    assert path.read_text() == "two\n"
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("fails", ["fsync", "replace", "write"])
def test_a_full_disk_leaves_what_was_there(fails: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "f.py"
    path.write_text("old\n")

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    class Full:
        """A file on a full disk."""

        def __init__(self, file: IO[str]) -> None:
            self.file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *_: object) -> None:
            self.file.close()

        write = full

    match fails:
        case "write":
            real = Path.open
            monkeypatch.setattr(Path, "open", lambda path, mode: Full(real(path, mode)))
        case "replace":
            monkeypatch.setattr(Path, "replace", full)
        case _:
            monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write(path, "new\n")
    monkeypatch.undo()
    assert (caught.value.errno, caught.value.filename) == (errno.ENOSPC, str(path))
    assert path.read_text() == "old\n"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupt_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path / "f.py", "new\n")
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_replaced_or_written_through(tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old\n")
    link.symlink_to(target.name)
    write_through(link, "through\n")
    assert link.is_symlink()
    assert target.read_text() == "through\n"
    write(link, "own\n")
    assert not link.is_symlink()
    assert target.read_text() == "through\n"


def test_a_planted_temporary_name_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_text("kept\n")
    monkeypatch.setattr(os, "urandom", lambda _: b"known")
    (tmp_path / f".patternc-{b'known'.hex()}").symlink_to(victim)
    with pytest.raises(FileExistsError):
        write(tmp_path / "f.py", "new\n")
    assert victim.read_text() == "kept\n"


@pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755])
def test_permissions_stay(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "f.py"
    before = os.umask(0o027)
    try:
        write(path, "one\n")
        assert path.stat().st_mode & 0o777 == 0o640
        path.chmod(mode)
        write(path, "two\n")
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == mode


def test_a_pipe_is_no_file_to_replace(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(OSError, match="it is a device or a pipe, must be a file"):
        write(path, "text\n")
    assert path.is_fifo()
    assert list(tmp_path.iterdir()) == [path]
