"""Who is at the keyboard, as a text that every database takes."""

from __future__ import annotations

import getpass
import os


def person_here() -> str:
    """The person at the keyboard: the name in REFEREE_WHO, or the one the system knows.

    >>> bool(person_here())
    True
    """
    try:
        return storable(os.environ.get("REFEREE_WHO") or getpass.getuser())
    except (KeyError, OSError, ImportError):       # a container without accounts
        return "unknown"


def storable(text: str) -> str:
    """Text that every database takes: what is no Unicode, and the character 0, are written as escapes.

    >>> storable("a" + chr(0) + "b" + chr(0xD800))
    'a\\\\x00b\\\\ud800'
    """
    return text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\x00")
