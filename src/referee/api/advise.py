"""advise: which design, interval and test suit a problem, and why; what would be run, how long it takes, and how."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from referee.advice import (
    DesignAdvice,
    Goal,
    Habit,
    Recipe,
    Rule,
    Situation,
    choose_design,
    fired,
    habits_of,
    shaped,
    situation_of,
)
from referee.advice.usual_models import usual_models
from referee.api.advised_commands import Wanted, commands, files, needs
from referee.api.advised_recipe import gap, prices, shaped_for
from referee.api.advised_rows import advised_rows
from referee.api.answer import Answer
from referee.api.asked import Asked
from referee.api.curve import prepare_curve
from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.one_target import require_one_target
from referee.api.prepared import Prepared, prepare
from referee.api.several_targets import prepare_targets
from referee.api.timing import Timing, measure
from referee.api.tune import prepare_tune
from referee.data import Problem
from referee.errors import BadInput
from referee.learners import resolve
from referee.ledger import Ledger
from referee.reading.ask import Ask
from referee.report.advice import advice_dict, advice_page, advice_text, rule_rows
from referee.report.document import Page
from referee.study import choose_metrics, choose_target_metrics

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class AdviceResult(Answer):
    """Advice in every form: printed, in a notebook, as JSON."""

    filename: ClassVar[str] = "advice.html"
    situation: Situation
    prepared: Prepared[Any]
    design: DesignAdvice | None          # None where the verb brings its own
    timing: Timing | None                # None where nothing was timed
    wanted: Wanted
    assumed: tuple[str, ...] = ()        # of the rows, that nobody said

    def page(self) -> Page:
        """The answer laid out in sections."""
        return advice_page(self.situation, self.chosen, self._run())

    def table(self) -> pd.DataFrame:
        """One row for each rule that holds."""
        import pandas as pd

        return pd.DataFrame(rule_rows(self.situation, self.rules))

    def figure(self) -> Figure:
        """There is none: advice is words."""
        raise BadInput("advice is a list of rules and has no picture; print it, or write its page (report).")

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return advice_dict(self.situation, self.rules, self._run())

    def __str__(self) -> str:
        return advice_text(self.situation, self.chosen, self._run())

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The rules that hold here, in order."""
        return fired(self.situation)

    @property
    def chosen(self) -> tuple[Rule, ...]:
        """Those that the commands carry out, without those that give way and those that hold nearly always."""
        return tuple(rule for rule in self.rules if not rule.usual and not self._gives_way(rule))

    @property
    def footnotes(self) -> tuple[str, ...]:
        """Rules that give way to others, and rules that hold nearly always, a sentence each."""
        by = self.design.by if self.design else ""
        way = [f"{rule.code} ({rule.when}) gives way{f' to {by}' if by else ''}."
               for rule in self.rules if self._gives_way(rule) and not rule.usual]
        return (*way, *(f"As nearly always: {rule.advice} ({rule.code})." for rule in self.rules if rule.usual))

    def _gives_way(self, rule: Rule) -> bool:
        return self.design is not None and rule.gives_way(self.situation, self.design.spec)

    @property
    def commands(self) -> tuple[str, ...]:
        """What to run."""
        return commands(self.wanted)

    @property
    def files(self) -> dict[str, str]:
        """Files to write before, by name, with what is in them."""
        return files(self.wanted)

    @property
    def command(self) -> str:
        """What to run, one command a line."""
        return "\n".join(self.commands)

    def _run(self) -> dict[str, Any]:
        """What would be run, in plain values."""
        one, timing = self.prepared, self.timing
        return {
            "data": one.problem.describe(), "notices": [*one.problem.notices, *self.assumed],
            "models": [learner.name for learner in one.learners], "metric": one.metrics[0].title,
            "design": {"spec": self.design.spec if self.design else one.plan.card.spec,
                       "description": one.plan.card.description, "why": self.design.why if self.design else ""},
            "fits": 0 if self.wanted.judged else one.n_fits, "judged": self.wanted.judged,
            "footnotes": list(self.footnotes),
            "time": None if timing is None else {
                "seconds": timing.seconds, "cores": timing.cores, "slowest_fit": timing.slowest,
                "timed_rows": timing.rows, "training_rows": timing.of_rows, "failed": list(timing.failed)},
            "commands": list(self.commands), "needs": list(needs(self.wanted)), "files": self.files,
        }


A_FIFTH = 0.2
TELLS_TARGETS = frozenset({Goal.ABSOLUTE, Goal.COMPARE_LEARNERS, Goal.COMPARE_MODELS})     # each of several
TO_BE_DECLARED = {Goal.EQUIVALENCE: "nobody can show that two models are equal without saying",
                  Goal.PLAN: "how many cases a study needs depends on"}


@keywords(more=OF_DATA, data_sets="datasets")
def advise(  # noqa: PLR0913 - everything that may be known; every option is by keyword
    X: Any, y: Any = None, *, models: Any = None, goal: str = "compare", metrics: Any = None, budget: int | None = None,
    test_rows: int | None = None, against: str | None = None, relevant: float | None = None, datasets: int = 1,
    ordered: bool = False, simulator: bool = False, reused: bool = False, probabilities: bool = False,
    costs: Any = None, human: int | None = None, tolerance: float | None = None, asked: str = "", timed: bool = True,
    ledger: str | Path | Ledger | None = None, seed: int = 0, **data: Any,
) -> AdviceResult:
    """Which design, interval and test suit this problem, and why; what would be run, and how long it takes here.

    `goal` is "compare" (learners), "absolute" (how good is one), "compare-models" (fitted already, on `test_rows`
    test rows), "select", "chance", "equivalence", "leaderboard", "growing", "plan" or "curve". Whatever else is known
    goes by keyword: the `budget` in fits a learner, rows `ordered` in time, a test set that was used before (`reused`),
    `probabilities` that matter, `costs` of a false alarm and of a miss ("1,5"), cases scored by people (`human`), the
    `tolerance` of use. A few fits on some of the rows are made to see how long they take, unless `timed` is False;
    nothing of them is kept or looked at. Where rules contradict each other, the later one is carried out (`chosen`),
    and `footnotes` say which gave way.

    >>> advice = advise("iris", models=["lda", "1nn"], metrics="accuracy", timed=False)
    >>> [rule.code for rule in advice.rules]
    ['E-22', 'E-25']
    >>> print(advice.command)
    referee compare iris --models lda,1nn --metrics accuracy --design halves:repeats=50
    """
    wish, options = Goal.named(goal), {name: value for name, value in data.items() if value is not None}
    if wish in TO_BE_DECLARED and relevant is None:
        raise BadInput(f"{TO_BE_DECLARED[wish]} which difference matters; give the smallest that does (relevant).")
    problem, options, assumed = advised_rows(X, y, options, ordered=ordered)
    models = list(usual_models(problem)) if models is None else models
    chosen = (choose_target_metrics if problem.has_several else choose_metrics)(metrics, problem)
    learners = resolve(models, problem)
    situation = situation_of(
        problem, goal=wish, learners=learners, metric=chosen[0], budget=budget,
        n_test=_test_rows(wish, problem, test_rows), n_data_sets=datasets, simulator=simulator, test_reused=reused,
        against=against is not None, human=human, tolerance=tolerance, asked=asked.partition(":")[0],
        prices=prices(costs, problem),
        estimators_differ=gap(ledger, problem, chosen[0]) if tolerance is not None else None)
    situation = replace(situation, probabilities=situation.probabilities or probabilities,
                        costs=situation.costs or situation.prices is not None)
    situation, recipe = shaped_for(situation, metrics, chosen, problem)
    if recipe.metrics is not None and recipe.metrics != tuple(metric.name for metric in chosen):
        metrics = list(recipe.metrics)
    if problem.time is not None and metrics is None:
        metrics = [metric.name for metric in chosen]
    design = _design(situation, problem)
    wanted = Wanted(
        goal=wish, source=X, models=models, metrics=metrics, design=design.spec, against=against, relevant=relevant,
        tuned=situation.settings > 1, options=options, rows=problem.n_rows, budget=budget, recipe=recipe,
        judged=wish is Goal.COMPARE_MODELS or (wish is Goal.ABSOLUTE and situation.n_test is not None),
        random=() if problem.time is not None or problem.has_several else tuple(
            learner.name for learner in learners if Habit.STOCHASTIC in habits_of(learner.recipe)))
    prepared = _prepared(wanted, problem, alone=situation.n_models == 1, seed=seed)
    timed = timed and not wanted.judged
    timing = measure(prepared) if timed else None
    situation = replace(situation, seconds=timing.slowest if timing and not timing.failed else None)
    wanted = _settled(wanted, shaped(situation, recipe), prepared)
    if wanted.recipe.correction:
        prepared = prepare_tune(models, problem, design=design.spec, metrics=metrics,
                                correction=wanted.recipe.correction, seed=seed)
        timing = measure(prepared) if timed else None
    return AdviceResult(situation=situation, prepared=prepared, design=None if wish is Goal.CURVE else design,
                        timing=timing, wanted=wanted, assumed=tuple(assumed))


def _test_rows(goal: Goal, problem: Problem, said: int | None) -> int | None:
    """Test rows set aside; for models that are fitted already a fifth of the rows, where nobody says how many."""
    if said is None:
        return round(A_FIFTH * problem.n_rows) if goal is Goal.COMPARE_MODELS else None
    if isinstance(said, bool) or not 1 <= said < problem.n_rows:
        raise BadInput(f"test_rows is how many of the {problem.n_rows:,} rows are set aside to test on, not {said!r}.")
    return said


def _design(situation: Situation, problem: Problem) -> DesignAdvice:
    if situation.n_test is not None:
        share = f"{situation.n_test / situation.n:.6g}"
        return DesignAdvice(f"holdout:test={share}", "the test rows are used once, on models that are fixed by then")
    as_compared = {Goal.CHANCE, Goal.PLAN, Goal.LEADERBOARD, Goal.GROWING}
    alike = replace(situation, goal=Goal.COMPARE_LEARNERS) if situation.goal in as_compared else situation
    return choose_design(alike, problem)


def _prepared(wanted: Wanted, problem: Problem, *, alone: bool, seed: int) -> Prepared[Any]:
    """The study that would be run, with every refusal it would meet."""
    if wanted.goal is Goal.CURVE:
        return prepare_curve(wanted.models, problem, metrics=wanted.metrics, seed=seed)
    one = wanted.goal is Goal.ABSOLUTE or (alone and wanted.tuned)
    asked = Asked("evaluate" if one else "compare", wanted.models, design=wanted.design, metrics=wanted.metrics,
                  seed=seed, ask=Ask(against=wanted.against))
    if not problem.has_several:
        return prepare(asked, problem)
    if wanted.goal not in TELLS_TARGETS:
        require_one_target(problem, f"the goal {wanted.goal.word}")
    return prepare_targets(asked, problem)


def _settled(wanted: Wanted, recipe: Recipe, prepared: Prepared[Any]) -> Wanted:
    """With what is known once the study stands: the baseline to beat, and what the time of a fit calls for."""
    against = wanted.against
    if wanted.goal is Goal.CHANCE and against is None:
        against = next((learner.name for learner in prepared.learners if learner.baseline), None)
    return replace(wanted, against=against, recipe=recipe)
