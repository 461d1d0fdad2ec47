"""Where modules and programs are kept: the user's cache folder, or a private temporary one where that can't be."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from pathlib import Path

import pytest

from patternc import loaded
from patternc.files import File
from patternc.runtime.cpp import cache_folder
from patternc.runtime.cpp.cache_folder import _place, _writing

FILE = File("tiny_torch.py", "class Tiny:\n    pass\n")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="permissions of POSIX")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, and a folder for temporary files; nobody names a cache folder."""
    (tmp_path / "home").mkdir()
    (tmp_path / "temporary").mkdir(mode=0o700)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("PATTERNC_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.setattr(sys, "_patternc_said", set(), raising=False)
    cache_folder._unwritable.cache_clear()
    return tmp_path / "home"


@pytest.fixture
def no_home(home: Path) -> Path:
    """A home folder in which nothing can be made, for root too; returns the temporary folder of this user."""
    home.rmdir()
    home.write_text("")
    return home.with_name("temporary") / f"patternc-{os.geteuid()}"


def test_a_home_that_can_be_written_has_the_cache(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _place("x.py") == home / ".cache" / "patternc" / "x.py"
    loaded.keep(FILE)
    (kept,) = (home / ".cache" / "patternc").iterdir()
    assert kept.read_text() == FILE.text
    assert capsys.readouterr().err == ""
    assert not any(home.with_name("temporary").iterdir())


def test_a_home_that_cannot_be_written_is_said_once(
    no_home: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(2):
        loaded.keep(FILE)
    assert loaded.imported(FILE).Tiny
    (kept,) = no_home.iterdir()
    assert (kept.read_text(), stat.S_IMODE(no_home.stat().st_mode)) == (FILE.text, 0o700)
    assert capsys.readouterr().err == (
        f"patternc: {home}/.cache/patternc can't be written (Not a directory): what is compiled is kept in {no_home};"
        " set PATTERNC_CACHE to a folder of yours to keep it elsewhere\n"
    )


def test_no_home_at_all(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """As for a user of a container that neither HOME nor the system's list of users knows."""

    def missing() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", missing)
    assert _place("x.py").parent.parent == home.with_name("temporary")
    assert capsys.readouterr().err.startswith("patternc: there is no home folder: what is compiled is kept in ")


def test_a_full_home(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def full(path: Path, _: bytes) -> int:
        path.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    assert _place("x.py").parent.parent == home.with_name("temporary")
    assert "patternc can't be written (No space left on device): what is" in capsys.readouterr().err
    assert not any((home / ".cache" / "patternc").iterdir())


def test_what_is_kept_already_is_taken_from_where_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A cache that is complete may be read-only, also in a home."""
    loaded.keep(FILE)
    monkeypatch.setattr(cache_folder, "_unwritable", lambda _: "it is read-only")
    loaded.keep(FILE)
    (name,) = (path.name for path in (home / ".cache" / "patternc").iterdir())
    assert _place(name).parent == home / ".cache" / "patternc"
    assert capsys.readouterr().err == ""
    assert _place("other.py").parent.parent == home.with_name("temporary")


def test_a_folder_that_was_named_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who sets PATTERNC_CACHE wants no other folder; a module says the same as compiled programs."""
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("PATTERNC_CACHE", str(tmp_path / "file" / "cache"))
    message = r"kept in this cache folder \(Not a directory\): set PATTERNC_CACHE to a folder of yours"
    with pytest.raises(OSError, match=message):
        loaded.keep(FILE)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES])
def test_what_ends_while_it_is_written_names_the_variable(number: int, tmp_path: Path) -> None:
    message = rf"{os.strerror(number)}\): set PATTERNC_CACHE to a folder of yours"
    with pytest.raises(OSError, match=message), _writing(tmp_path / "cache"):
        raise OSError(number, os.strerror(number), "file")
    with pytest.raises(FileNotFoundError, match=r"No such file or directory: 'c\+\+'"), _writing(tmp_path / "cache"):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "c++")


REFUSED = "and others can put files into this temporary folder: set PATTERNC_CACHE to a folder of yours"


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o702])
def test_a_temporary_folder_that_others_can_open_is_refused(mode: int, no_home: Path) -> None:
    no_home.mkdir()
    no_home.chmod(mode)
    with pytest.raises(PermissionError, match=REFUSED):
        _place("x.py")


def test_a_link_in_place_of_the_temporary_folder_is_refused(no_home: Path, tmp_path: Path) -> None:
    (tmp_path / "theirs").mkdir(mode=0o700)
    no_home.symlink_to(tmp_path / "theirs")
    with pytest.raises(PermissionError, match=REFUSED):
        _place("x.py")


def test_a_temporary_folder_of_someone_else_is_refused(no_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_home.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(no_home, 12345, -1)
    else:
        no_home.rename(no_home.with_name("patternc-12345"))
        monkeypatch.setattr(os, "geteuid", lambda: 12345)
    with pytest.raises(PermissionError, match=REFUSED):
        _place("x.py")


def test_a_place_where_others_could_replace_the_folder_is_refused(no_home: Path) -> None:
    """A shared folder for temporary files needs its sticky bit."""
    no_home.parent.chmod(0o777)
    with pytest.raises(PermissionError, match=REFUSED):
        _place("x.py")
    no_home.parent.chmod(0o1777)
    assert _place("x.py").parent == no_home


def test_no_temporary_folder_either(no_home: Path) -> None:
    no_home.write_text("")
    message = r"Not a directory\), nor can a temporary folder \(File exists\): set PATTERNC_CACHE to a folder of yours"
    with pytest.raises(OSError, match=message):
        _place("x.py")
