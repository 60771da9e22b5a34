"""compare and evaluate with several targets: each told by itself, all corrected as one family, and a joint answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from referee.api.asked import Asked
from referee.api.carry_out import StudyAnswer
from referee.api.declaring import declared
from referee.api.prepared import Prepared, advised, check_comparison, chosen_by, laid, training_plan
from referee.api.result import Result
from referee.comparisons.many_models.several_outputs import Targets
from referee.comparisons.multiplicity.adjust import RULES
from referee.data import Problem
from referee.errors import BadInput, Undefined, UnknownName
from referee.learners import Learner, TunedLearner, resolve, with_baseline
from referee.ledger import Ledger, StudyCard
from referee.report.document import Page
from referee.report.several_targets.dictionary import target_comparisons_frame, targets_dict, targets_frame
from referee.report.several_targets.figure import targets_figure
from referee.report.several_targets.page import targets_page
from referee.report.several_targets.text import targets_text
from referee.running import Done
from referee.seeds import check_seed
from referee.study import SeveralTargets, analyse_targets, choose_target_metrics

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class TargetsResult(StudyAnswer):
    """What came out, target by target; `answer["load"]` is the result by one of them."""

    found: SeveralTargets
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(analyse_targets(ledger, card, count_look=count_look, own=own), done)

    @cached_property
    def targets(self) -> dict[str, Result]:
        """The result by each target."""
        return {name: Result(analysis, self.done) for name, analysis in self.found.targets.items()}

    @cached_property
    def whole(self) -> Result | None:
        """By the metrics that are one number of all targets; None where none was asked for."""
        return None if self.found.whole is None else Result(self.found.whole, self.done)

    def __getitem__(self, target: str) -> Result:
        """The result by one target."""
        if not isinstance(target, str):
            raise BadInput(f"there is a verdict for each target; ask one of them, as in "
                           f"answer[{next(iter(self.targets))!r}][{', '.join(map(repr, target))}].")
        if target not in self.targets:
            raise UnknownName("target of this study", target, self.targets)
        return self.targets[target]

    def together(self, a: str, b: str) -> Targets:
        """One model against another by all targets at once (Hotelling's T²)."""
        for joint in self.found.joint:
            if {joint.a, joint.b} == {a, b}:
                if joint.found is None:
                    raise Undefined(joint.reason)
                return joint.found
        raise UnknownName("pair of this study", f"{a} with {b}", [f"{one.a} with {one.b}" for one in self.found.joint])

    @property
    def failed(self) -> bool:
        """Whether any fit failed."""
        return bool(self.found.one.table.failures)

    def page(self) -> Page:
        """The answer laid out in sections."""
        return targets_page(self.found)

    def table(self) -> pd.DataFrame:
        """One row for each target, learner and metric; the target is "all" where a metric is one number of them."""
        return targets_frame(self.found)

    def comparisons(self) -> pd.DataFrame:
        """One row for each target, pair and metric."""
        return target_comparisons_frame(self.found)

    def figure(self) -> Figure:
        """Estimates with their intervals, a panel for each target."""
        return targets_figure(self.found)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return targets_dict(self.found)

    def __str__(self) -> str:
        return targets_text(self.found)


def prepare_targets(asked: Asked, problem: Problem) -> Prepared[TargetsResult]:
    """What was asked, laid over a problem of several targets."""
    _refuse_what_needs_one_number(asked, problem)
    check_seed(asked.seed)
    metrics = choose_target_metrics(asked.metrics, problem)
    own = resolve(asked.models, problem)
    _refuse_tuned(own, problem)
    learners = with_baseline(own, problem) if asked.baseline else own
    advice = advised(asked, problem, metrics[0], learners)
    plan = laid(asked, problem, advice)
    for j in range(len(problem.targets)):
        check_comparison(asked, problem.of_target(j), plan.card, metrics[0], learners)
    training = training_plan(asked, problem)
    card = declared(
        asked.verb, problem, plan.card, learners, metrics=metrics, seed=asked.seed, command=asked.command,
        **asdict(asked.ask), **chosen_by(advice, asked), training=training.fingerprint if training else None)
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=metrics, seed=asked.seed, card=card,
                    kind=TargetsResult, training=training)


def _refuse_what_needs_one_number(asked: Asked, problem: Problem) -> None:
    if asked.protocol is not None:
        raise BadInput(f"the protocol {asked.protocol} is for one target, and {problem.name} has "
                       f"{len(problem.targets)}; name one of them.")
    if asked.ask.adjust not in RULES:
        raise BadInput(f"{asked.ask.adjust} corrects the pairs of one target, and {problem.name} has "
                       f"{len(problem.targets)}, which are corrected together; use holm.")
    if asked.ask.relevant is not None:
        raise BadInput(f"a smallest difference that matters is in the unit of one target, and {problem.name} has "
                       f"{len(problem.targets)}; name one of them, or leave out relevant.")


def _refuse_tuned(learners: Sequence[Learner], problem: Problem) -> None:
    tuned = [learner.name for learner in learners if isinstance(learner, TunedLearner)]
    if tuned:
        raise BadInput(f"{tuned[0]} chooses its setting by one number, and {problem.name} has {len(problem.targets)} "
                       f"targets; tune it for one target at a time.")
