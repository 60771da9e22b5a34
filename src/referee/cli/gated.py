"""--fail-if: the exit code of a comparison, and what servers of continuous integration read of it."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from referee.cli import options as o
from referee.cli.show import say

CLOSED = 1


@dataclass(frozen=True)
class Gating:
    """What was asked of a gate on the command line."""

    fail_if: o.FailIf | None
    junit: Path | None
    summary: Path | None

    def check(self, *, against: str | None, relevant: float | None) -> None:
        """Refuse what cannot be asked, before anything is fitted."""
        from referee import api
        from referee.errors import BadInput

        if self.fail_if is not None:
            api.Gate.check(self.fail_if.value, against=against, relevant=relevant)
        elif self.junit is not None or self.summary is not None:
            raise BadInput("--junit and --summary tell of a gate; say when it closes (--fail-if worse).")

    def leave(self, result: Any) -> None:
        """Tell, write, and leave with exit code 1 if the gate is closed."""
        from referee import api

        if self.fail_if is None:
            return
        found = api.gate(result, self.fail_if.value)
        for line in str(found).splitlines():
            say(f"Gate: {line}")
        if self.junit is not None:
            say(f"JUnit: {found.write_junit(self.junit)}")
        if self.summary is not None:
            say(f"Summary: {found.write_summary(self.summary)}")
        if os.environ.get("GITHUB_ACTIONS") == "true":
            for line in found.annotated():
                print(line, file=sys.stderr, flush=True)
        if not found.passed:
            raise typer.Exit(CLOSED)
