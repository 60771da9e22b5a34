"""Numbers with intervals: one file a method; each is a plain function on arrays or counts.

A name is loaded when first asked for, so that `import referee.estimates` brings no scipy.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.estimates._base import Estimate, Interval, check_level
    from referee.estimates.agresti_coull import agresti_coull
    from referee.estimates.clopper_pearson import clopper_pearson, upper_bound_without_events
    from referee.estimates.corrected_t import corrected_t_interval
    from referee.estimates.cv_clt import cv_clt
    from referee.estimates.jeffreys import jeffreys
    from referee.estimates.result import Measured
    from referee.estimates.root_interval import root_interval, root_standard_error, transform_interval
    from referee.estimates.t_mean import t_mean
    from referee.estimates.wald import wald
    from referee.estimates.wilson import wilson

__all__ = [
    "Estimate", "Interval", "Measured", "agresti_coull", "check_level", "clopper_pearson", "corrected_t_interval",
    "cv_clt", "jeffreys", "root_interval", "root_standard_error", "t_mean", "transform_interval",
    "upper_bound_without_events", "wald", "wilson",
]

_HOME = {
    "Estimate": "_base", "Interval": "_base", "check_level": "_base", "Measured": "result",
    "corrected_t_interval": "corrected_t", "root_standard_error": "root_interval",
    "transform_interval": "root_interval", "upper_bound_without_events": "clopper_pearson",
}                                   # where a name lives, when not in the file of that name


class _Room(ModuleType):
    """A package in which the function `wilson` wins over the file `wilson.py`, whichever is loaded first."""

    def __setattr__(self, name: str, value: Any) -> None:
        if isinstance(value, ModuleType) and name in __all__:
            value = getattr(value, name)
        super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Room


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for (PEP 562)."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_HOME.get(name, name)}"), name)
    setattr(sys.modules[__name__], name, value)
    return value


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
