"""What is to be run, as the rules shape it: each that holds may change it, in the order of their codes.

Where two rules ask for different things, the later one has its way, because the special case comes after the general
one. What a recipe says is what the command says, and nothing else is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """The choices of a command beside its design."""

    metrics: tuple[str, ...] | None = None        # the primary one first; None: objects, which are left as they are
    tuning: str = ""                              # how settings are chosen inside each training part
    correction: str = ""                          # of the best of many settings, where they are not chosen inside
    test: str = ""
    adjust: str = ""
    seeds: int = 0                                # tried on every split beside the study, of learners that draw any
    every_estimator: bool = False                 # looked at beside the study
    fresh: bool = False                           # every repetition on rows of its own
    data_sets: int = 1

    def led_by(self, *names: str) -> Recipe:
        """Judged by these first."""
        return self if self.metrics is None else replace(self, metrics=tuple(dict.fromkeys((*names, *self.metrics))))

    def beside(self, *names: str) -> Recipe:
        """Judged by these too."""
        return self if self.metrics is None else replace(self, metrics=tuple(dict.fromkeys((*self.metrics, *names))))

    def without(self, *families: str) -> Recipe:
        """Not judged by these, whatever their parameters."""
        return self if self.metrics is None else replace(self, metrics=tuple(
            name for name in self.metrics if name.partition(":")[0] not in families))
