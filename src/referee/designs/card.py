"""What remains of a plan once it is written down: enough to read results, nothing to fit with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.spec import format_spec


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One split of a plan, by name and size."""

    label: str
    split: str          # the split's fingerprint
    n_train: int
    n_test: int

    @property
    def repeat(self) -> int:
        """Which repeat of the design the split belongs to."""
        return int(self.label.split("/")[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanCard:
    """A plan by its contents: two results may be paired only if their plans have one fingerprint."""

    fingerprint: str
    problem: str                    # the problem's fingerprint
    design: str                     # registry name
    parameters: dict[str, Any]      # of the design, its seed among them
    description: str                # "10-fold cross-validation repeated 10 times, stratified"
    entries: tuple[Entry, ...]

    @property
    def spec(self) -> str:
        """The design as one would type it, without its seed."""
        return format_spec(self.design, {k: v for k, v in self.parameters.items() if k != "seed"})
