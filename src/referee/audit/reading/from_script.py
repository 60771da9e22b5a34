"""A script or a notebook as evidence: read, never run."""

from __future__ import annotations

from pathlib import Path

from referee.audit.bundle import Bundle
from referee.audit.reading.scripts.flow import Flow
from referee.audit.reading.scripts.rules import rules
from referee.audit.reading.scripts.source import source_of


def bundle_of_script(path: str | Path) -> Bundle:
    """What the code shows of how scores came about."""
    source = source_of(Path(path))
    trace = Flow(source).go()
    code = rules(source, trace)
    read = (f"Read as code, nothing of it was run: {code.fits} {'fit' if code.fits == 1 else 'fits'} and "
            f"{code.evaluations} {'score' if code.evaluations == 1 else 'scores'} were recognised.")
    homes = ", ".join(trace.stars)
    stars = (f"Names imported by * ({homes}) are taken for what they usually are.",) if homes else ()
    return Bundle(name=source.name, code=code, answered=(), notices=(read, *stars))
