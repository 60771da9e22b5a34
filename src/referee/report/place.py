"""Where something is written: looked at beforehand, written beside it, and put in its place whole.

A page that is there stays as it was until the new one is complete: a full disk, a vanished folder or a kill in the
midst of writing leave the old one.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from referee.errors import BadInput

LONGEST = 200       # characters of a name in a message


def writable(path: str | Path) -> Path:
    """The path, if a file can be written there.

    >>> writable("no/such/folder/report.html")
    Traceback (most recent call last):
        ...
    referee.errors.BadInput: there is no folder 'no/such/folder' to write report.html in.
    """
    target = Path(path)
    try:
        if not str(path) or target.is_dir():
            raise BadInput(f"{_shown(path)!r} is a folder, not a file to write; name a file in it.")
        if not target.parent.is_dir():
            raise BadInput(f"there is no folder {_shown(target.parent)!r} to write {_shown(target.name)} in.")
        if not _special(target):
            _beside(target).unlink()
    except OSError as error:
        raise _refused(target, error) from error
    return target


def write_whole(path: str | Path, write: str | Callable[[Path], object]) -> Path:
    """Write a text, or whatever is called with a file to write: whole in its place, or not at all."""
    target = writable(path)
    try:
        if _special(target):
            _written(target, write)
            return target
        place = target.resolve()           # through a link to what it stands for
        draft = _beside(place)
        try:
            _written(draft, write)
            with draft.open("rb+") as file:
                os.fsync(file.fileno())
            draft.replace(place)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise _refused(target, error) from error
    return target


def _written(file: Path, write: str | Callable[[Path], object]) -> None:
    if isinstance(write, str):
        file.write_text(write, encoding="utf-8")
    else:
        write(file)


def _beside(target: Path) -> Path:
    """A new empty file in the same folder, with the same ending."""
    target.exists()                        # a name that is too long is refused here
    draft = target.with_name(f".{target.stem[:40]}-{secrets.token_hex(6)}{target.suffix[:20]}")
    draft.touch(exist_ok=False)
    return draft


def _special(target: Path) -> bool:
    """Whether it is there and no plain file, such as /dev/stdout."""
    return target.exists() and not target.is_file()


def _refused(target: Path, error: OSError) -> BadInput:
    return BadInput(f"{_shown(target)} cannot be written ({error.strerror or error}); make room, or name another "
                    f"place: what was there is as it was.")


def _shown(path: str | Path) -> str:
    text = str(path)
    return text if len(text) <= LONGEST else f"{text[:LONGEST - 1]}…"
