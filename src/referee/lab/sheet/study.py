"""One repetition: a sample, and a whole study of it through the verbs `compare` and `evaluate` themselves."""

from __future__ import annotations

import time
import warnings
from dataclasses import dataclass, replace
from typing import Any

from referee.advice import advise_design
from referee.api.asked import Asked
from referee.api.carry_out import carry_out
from referee.api.compare import compare
from referee.api.prepared import prepare
from referee.api.result import Result
from referee.data import Problem, make_problem
from referee.designs import Plan, make_plan
from referee.errors import RefereeError
from referee.kinds import Json
from referee.lab.sheet.cells import Cell, Question
from referee.lab.sheet.learners import LEARNERS
from referee.lab.sheet.samples import WIDTH, Sample, draw
from referee.lab.sheet.scratch import Scratch
from referee.lab.sheet.truth import said_of, scored
from referee.learners import resolve
from referee.ledger import Ledger
from referee.metrics import metric
from referee.reading.estimate import Missing
from referee.running import make_engine
from referee.seeds import seed_for, stream

SIDES = ("a", "b")
FRESH = 2000                    # new rows on which the models trained on all rows are scored


@dataclass(frozen=True, slots=True, kw_only=True)
class How:
    """How studies are made: as the package does by default, or with a design and a test by name."""

    design: str | None = None
    test: str | None = None
    seed: int = 0

    @property
    def name(self) -> str:
        """As it stands in a results file."""
        return " ".join(part for part in (self.design or "default", self.test or "") if part)


def models_of(cell: Cell) -> dict[str, Any]:
    """The two learners: one kind on two blocks of columns, one kind with two seeds, or two kinds on the same rows."""
    if cell.lab.baseline:
        return {"a": cell.lab.like}
    second = (0, WIDTH) if cell.same else (WIDTH, 2 * WIDTH)
    other = LEARNERS[cell.against or cell.learner]
    return {"a": cell.lab.make(0, WIDTH, 0), "b": other.make(*second, int(cell.salted))}


def problem_of(sample: Sample, cell: Cell) -> Problem:
    """The sample as the data a user has."""
    return make_problem(sample.X, sample.y, groups=sample.groups, task=cell.task, name=cell.id)


def repetition(cell: Cell, number: int, how: How, *, ledger: Ledger | None = None) -> Json:
    """What came of one study: p-values, intervals, and how good the models trained on all rows really are."""
    started, models = time.perf_counter(), models_of(cell)
    seed = seed_for(how.seed, "sheet", cell.id, number)
    sample = draw(cell, cell.n, stream(seed, "sample"))
    problem = problem_of(sample, cell)
    options: dict[str, Any] = {"metrics": list(cell.metrics), "seed": seed % 2**31, "jobs": 1,
                               "ledger": ledger or Scratch()}
    line: Json = {"cell": cell.id, "how": how.name, "repetition": number, "seed": seed}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if cell.question is Question.BASELINE:
                plan = _laid("evaluate", cell, problem, how, options)
                line |= _intervals(_evaluated(models, problem, plan, options))
            else:
                line |= _compared(cell, problem, models, how, options)
            if cell.covers:
                line["all"] = _on_new_rows(cell, sample, seed)
        except RefereeError as refusal:
            line["refused"] = str(refusal)
    return line | {"seconds": round(time.perf_counter() - started, 3)}


def _compared(cell: Cell, problem: Problem, models: dict[str, Any], how: How, options: dict[str, Any]) -> Json:
    """The comparison, and the intervals of both learners where the truth of these is known."""
    plan = _laid("compare", cell, problem, how, options)
    result = compare(models, problem, test=how.test, baseline=False, design=plan, **options)
    assert isinstance(result, Result)           # these samples have one target
    if not cell.covers:
        return _verdicts(result)
    other = plan if how.design else _laid("evaluate", cell, problem, how, options)
    # The same plan is read by the same code: a second study of it would say nothing new.
    again = other is plan or other.fingerprint == plan.fingerprint
    return _verdicts(result) | _intervals(result if again else _evaluated(models, problem, other, options))


def _evaluated(models: dict[str, Any], problem: Problem, plan: Plan, options: dict[str, Any]) -> Result:
    """What `evaluate` does, without the baseline that it adds; what the comparison has fitted is not fitted again."""
    asked = Asked("evaluate", models, design=plan, metrics=options["metrics"], seed=options["seed"], baseline=False)
    return carry_out(prepare(asked, problem), options["ledger"], engine=make_engine(None, workers=1))


def _laid(verb: str, cell: Cell, problem: Problem, how: How, options: dict[str, Any]) -> Plan:
    """The design that was named, or the verb's default, laid once: its splits are asked for again and again.

    The advice goes by what it knows of a learner's class, so it is asked about the package's own of the same kind.
    """
    spec: Any = how.design
    if spec is None:
        likes = dict.fromkeys((cell.lab.like, LEARNERS[cell.against or cell.learner].like))
        spec = advise_design(problem, goal=verb, primary=metric(options["metrics"][0]),
                             learners=resolve(list(likes), problem)).spec
    plan = make_plan(spec, problem, seed=options["seed"])
    return replace(plan, given=tuple(plan.splits()))


def _verdicts(result: Result) -> Json:
    """By every metric the p-value of the pair and the test that gave it; None where there is none."""
    analysis = result.analysis
    found: Json = {"p": {}, "tests": {}, "traits": str(analysis.plan.traits)}
    for name, family in analysis.families.items():
        found["p"][name] = round(family.verdicts[0].comparison.p, 6) if family.verdicts else None
        found["tests"][name] = family.test
    return found


def _intervals(result: Result) -> Json:
    """Value, ends and training size of each learner by each metric; the methods of the intervals."""
    found: Json = {"intervals": {}, "methods": {}, "interval_traits": str(result.analysis.plan.traits)}
    for (learner, name), made in result.analysis.estimates.items():
        if isinstance(made, Missing) or learner not in SIDES:
            continue
        ends = (made.interval.low, made.interval.high) if made.interval else (None, None)
        found["intervals"].setdefault(learner, {})[name] = [
            *(None if x is None else round(x, 6) for x in (made.value, *ends)), made.n_train]
        found["methods"][name] = made.interval.method if made.interval else ""
    return found


def _on_new_rows(cell: Cell, sample: Sample, seed: int) -> Json:
    """Both models trained on all rows, by every metric on new rows: the truth about the very models."""
    rows = draw(cell, FRESH, stream(seed, "fresh"), whole=False)
    found: Json = {}
    for side, model in {"a": cell.lab.make(0, WIDTH, 0), "b": cell.lab.make(WIDTH, 2 * WIDTH, 0)}.items():
        if hasattr(model, "random_state"):
            model.random_state = seed_for(seed, "all", side)
        found[side] = scored(cell, said_of(cell, model.fit(sample.X, sample.y), rows))
    return found
