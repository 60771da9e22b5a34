"""What a person asks of a comparison or an evaluation, before it meets the rows."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace
from typing import Any

from referee.advice import PROTOCOLS
from referee.declaration import COMPARING, Verb
from referee.learners import Tuning
from referee.reading.ask import Ask


@dataclass(frozen=True, eq=False)
class Asked:
    """Everything a verb, a command or a study file may say; what is left open is settled as the study is prepared."""

    verb: Verb
    models: Any
    _: KW_ONLY
    design: Any = None                  # a name, a design, a splitter, splits, a plan; None: as advised
    metrics: Any = None                 # the primary one first; None: the usual ones
    baseline: bool = True               # whether a baseline takes part
    ask: Ask = field(default_factory=Ask)
    protocol: str | None = None         # a paper's design, test and correction
    tuning: str | Tuning | None = None
    budget: int | None = None           # fits a learner may cost, where the design is to be advised
    seed: int = 0
    command: str = ""
    vault: str | None = None            # the vault that is opened
    best_of: bool = False               # whether every setting is scored to find the best

    @property
    def compares(self) -> bool:
        """Whether pairs are judged."""
        return self.verb in COMPARING

    def under_protocol(self) -> Asked:
        """With the design, test, correction and metrics of the protocol, where one is named."""
        if self.protocol is None:
            return self
        ask, design, metrics = PROTOCOLS[self.protocol].applied(self.ask, self.design, self.metrics)
        return replace(self, ask=ask, design=design, metrics=metrics)
