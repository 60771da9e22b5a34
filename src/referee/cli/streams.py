"""What is printed goes through one place, where passwords are masked; so does an exception nobody expected."""

from __future__ import annotations

import shutil
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from referee.discreet import masked
from referee.report.width import USUAL


class Masked:
    """A stream that masks what is written to it and is otherwise the stream it stands for."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write, masked."""
        self._stream.write(masked(text))
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write line by line, masked."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def masked_streams() -> Iterator[None]:
    """Standard output and standard error, masked."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = Masked(sys.stdout), Masked(sys.stderr)
    sys.excepthook = print_masked
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def print_masked(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """As Python prints what nobody caught, masked."""
    print(masked("".join(traceback.format_exception(kind, error, trace))), file=sys.stderr, end="")


def terminal_width() -> int:
    """As wide as the terminal is, or as COLUMNS says; where there is none, as wide as everywhere else."""
    return shutil.get_terminal_size((USUAL, 24)).columns
