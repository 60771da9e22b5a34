"""Numeric libraries hold to one thread: same bits on any number of workers, and no two fighting for a core."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any


def one_thread() -> Any:
    """For as long as the context lasts."""
    return _libraries(len(sys.modules)).limit(limits=1)


@lru_cache(maxsize=1)
def _libraries(loaded: int) -> Any:  # noqa: ARG001 - looked for again when more modules are loaded: it takes a while
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
