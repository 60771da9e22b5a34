"""Import every check once, so that the registry holds them all."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module

from referee.audit import checks


@cache
def load_checks() -> None:
    """Each file in `checks/` registers one check when it is imported."""
    for module in pkgutil.iter_modules(checks.__path__):
        import_module(f"{checks.__name__}.{module.name}")
