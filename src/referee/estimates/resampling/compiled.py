"""Loops over resamples and sign flips, compiled by numba when first called and kept on disk for the next process.

Importing numba and compiling take a second or two, so callers keep a plain NumPy way for small problems, with the same
random draws, and come here only where the work is longer than the wait. Kernels are given random numbers; they draw
none, and run on one thread: what they give depends on the seed alone. Where nothing can be written (a read-only
installation without a home) the code is compiled anew in each process.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def compiled(function: Callable[P, T]) -> Callable[P, T]:
    """The function as machine code from its first call on; sums of floats may be taken in any order.

    >>> import numpy as np
    >>> @compiled
    ... def total(x):
    ...     s = 0.0
    ...     for v in x:
    ...         s += v
    ...     return s
    >>> callable(total)
    True
    """
    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return _machine_code(function)(*args, **kwargs)     # type: ignore[no-any-return]
        except OSError:                         # the disk with the stored code is full, or gone since
            return _machine_code(function, keep=False)(*args, **kwargs)     # type: ignore[no-any-return]

    return call


@cache
def _machine_code(function: Callable[..., Any], *, keep: bool = True) -> Any:
    import numba

    options: dict[str, Any] = {"nogil": True, "fastmath": {"reassoc", "contract", "nsz"}, "error_model": "numpy"}
    if keep:
        try:
            return numba.njit(cache=True, **options)(function)
        except RuntimeError:                    # numba found no folder that can be written
            pass
    return numba.njit(**options)(function)
