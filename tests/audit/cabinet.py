"""The cabinet of broken studies: for each check, the clean study with exactly one fault planted.

A fault is a function that returns a bundle, registered under the code of the check that must find it. A check may have
several faults; each must make that check, and no other, fire.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path

from referee.audit import Bundle

FAULTS: list[tuple[str, str, Callable[[], Bundle]]] = []      # (code, what is broken, the broken study)


def fault(code: str) -> Callable[[Callable[[], Bundle]], Callable[[], Bundle]]:
    """Put a broken study into the cabinet."""
    def shelve(make: Callable[[], Bundle]) -> Callable[[], Bundle]:
        FAULTS.append((code, make.__name__.replace("_", " "), make))
        return make
    return shelve


@cache
def faults() -> list[tuple[str, str, Callable[[], Bundle]]]:
    """Every broken study of every drawer."""
    drawers = Path(__file__).parent / "drawers"
    for module in pkgutil.iter_modules([str(drawers)]):
        importlib.import_module(f"audit.drawers.{module.name}")
    return sorted({entry[:2]: entry for entry in FAULTS}.values(), key=lambda entry: entry[:2])
