"""What the exit code of a process says of its end."""

from __future__ import annotations

import signal

CRASH = "a crash in compiled code"
CAUSES = {"SIGSEGV": CRASH, "SIGBUS": CRASH, "SIGFPE": CRASH, "SIGILL": CRASH, "SIGABRT": CRASH,
          "SIGKILL": "killed from outside, as when memory runs out"}


def cause(code: int) -> str:
    """The signal and what it usually means, or the code.

    >>> cause(-11), cause(3)
    ('SIGSEGV: a crash in compiled code', 'exit code 3')
    """
    if code >= 0:
        return f"exit code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"
    return f"{name}: {CAUSES[name]}" if name in CAUSES else name
