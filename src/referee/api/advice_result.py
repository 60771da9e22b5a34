"""What advise gives back: the rules that hold, what they would run, and the commands to run it with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.advice import DesignAdvice, Rule, Situation
from referee.api.studies import Prepared
from referee.api.timing import Timing


@dataclass(frozen=True, kw_only=True, eq=False)
class AdviceResult:
    """Advice in every form: printed, in a notebook, as JSON."""

    situation: Situation
    prepared: Prepared
    design: DesignAdvice | None          # None where the verb brings its own
    timing: Timing | None                # None where nothing was timed
    commands: tuple[str, ...]

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that hold here, in order."""
        from referee.advice import fired

        return fired(self.situation)

    @property
    def command(self) -> str:
        """What to run, one command a line."""
        return "\n".join(self.commands)

    def __str__(self) -> str:
        from referee.report.advice import advice_text

        return advice_text(self.situation, self.rules, self._run())

    def __repr__(self) -> str:
        return str(self)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        from referee.report.advice import advice_dict

        return advice_dict(self.situation, self.rules, self._run())

    def _run(self) -> dict[str, Any]:
        """What would be run, in plain values."""
        one, timing = self.prepared, self.timing
        return {
            "data": one.problem.describe(), "notices": list(one.problem.notices),
            "models": [learner.name for learner in one.learners], "metric": one.metrics[0].title,
            "design": {"spec": self.design.spec if self.design else one.plan.card.spec,
                       "description": one.plan.card.description, "why": self.design.why if self.design else ""},
            "fits": one.n_fits,
            "time": None if timing is None else {
                "seconds": timing.seconds, "cores": timing.cores, "slowest_fit": timing.slowest,
                "timed_rows": timing.rows, "training_rows": timing.of_rows, "failed": list(timing.failed)},
            "commands": list(self.commands),
        }
