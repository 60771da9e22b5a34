"""compare and evaluate: declare a study, fit what is missing, say what came out."""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from referee.advice import PROTOCOLS, advise_design
from referee.api.ledgers import opened
from referee.api.open_rows import open_rows
from referee.api.results import Result
from referee.api.settings import check_one_pass, check_protocol, every_setting, for_tuning, tuning_for
from referee.data import Problem, load
from referee.designs import Plan, make_plan
from referee.errors import BadInput, UnknownName
from referee.learners import Learner, TunedLearner, Tuning, resolve, with_baseline
from referee.ledger import Ledger, StudyCard
from referee.metrics import Metric
from referee.reading.corrections import check_correction
from referee.reading.family import Ask
from referee.running import Done, Local, Progress, card_of, run, silent
from referee.study import COMPARING, analyse, check_test, choose_metrics

VERSIONED = ("referee", "numpy", "scipy", "scikit-learn", "pandas")


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared:
    """A study that is declared and ready to run."""

    problem: Problem
    plan: Plan
    learners: tuple[Learner, ...]
    metrics: tuple[Metric, ...]
    seed: int
    card: StudyCard
    training: Plan | None = None       # resubstitution, to see how much a learner memorises
    vault: str | None = None           # the vault that is opened

    @property
    def n_fits(self) -> int:
        """How many fits the study needs, recorded ones included."""
        different = {learner.fingerprint(self.seed): learner for learner in self.learners}.values()
        return sum(learner.n_fits(entry.n_train) if isinstance(learner, TunedLearner) else 1
                   for learner in different for entry in self.plan.card.entries)


def prepare(  # noqa: PLR0913 - what a study declares
    verb: str, models: Any, problem: Problem, *, design: Any = None, metrics: Any = None, baseline: bool = True,
    ask: Ask | None = None, protocol: str | None = None, tuning: str | Tuning | None = None, budget: int | None = None,
    seed: int = 0, command: str = "", vault: str | None = None, best_of: bool = False,
) -> Prepared:
    """Fix everything that can be fixed before the first fit."""
    ask = ask or Ask()
    if protocol is not None:
        ask, design, metrics = PROTOCOLS[protocol].applied(ask, design, metrics)
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise BadInput(f"seed is a whole number from 0 on, not {seed!r}.")
    chosen = choose_metrics(metrics, problem)
    learners = resolve(models, problem, tuning=tuning_for(tuning, protocol, chosen[0]))
    check_protocol(learners, protocol)
    if best_of:
        learners = every_setting(learners)
    of_these = [learner.name for learner in learners]
    if baseline:
        learners = with_baseline(learners, problem)
    advice = (for_tuning(advise_design(problem, goal=verb, primary=chosen[0], learners=learners, budget=budget),
                         problem, learners, best_of=best_of) if design is None else None)
    if budget is not None and design is not None:
        raise BadInput("budget is for choosing a design, and one is named already; leave out one of the two.")
    plan = design if isinstance(design, Plan) else make_plan(advice.spec if advice else design, problem, seed=seed)
    check_one_pass(plan.card, best_of=best_of)
    if verb in COMPARING:
        if len(learners) < 2:
            raise BadInput("one learner cannot be compared; name another, or use evaluate.")
        test = check_test(ask, plan.card, chosen[0], problem)
        check_correction(ask.adjust, test=test, against=ask.against, learners=len(learners))
    if ask.against is not None and ask.against not in {learner.name for learner in learners}:
        raise UnknownName("learner of this comparison", ask.against, [learner.name for learner in learners])
    looks_at_training = verb == "evaluate" and not best_of
    training = make_plan("resubstitution", problem, seed=seed) if looks_at_training else None
    card = StudyCard(
        name=problem.name, problem=problem.fingerprint, plan=plan.fingerprint,
        learners=tuple(learner.fingerprint(seed) for learner in learners),
        declared={
            "verb": verb, "names": [learner.name for learner in learners], "metrics": [m.name for m in chosen],
            "level": ask.level, "test": ask.test, "adjust": ask.adjust, "against": ask.against,
            "relevant": ask.relevant, "family": ask.family, "seed": seed, "why": advice.why if advice else "",
            "rules": [rule.to_dict() for rule in advice.rules] if advice else [], "budget": budget,
            "command": command, **stamp(),
        } | ({"training": training.fingerprint} if training else {})
        | ({"best_of": of_these} if best_of else {})
        | ({"protocol": str(PROTOCOLS[protocol])} if protocol is not None else {})
        | ({"vault": vault} if vault is not None else {}),
    )
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card,
                    training=training, vault=vault)


def stamp() -> dict[str, dict[str, str]]:
    """What was at work when a study was declared."""
    return {"versions": {name: version(name) for name in VERSIONED} | {"python": platform.python_version()}}


def carry_out(
    prepared: Prepared, ledger: Ledger, *, engine: Local | None = None, progress: Progress = silent,
) -> Result:
    """Declare the study in the ledger, fit what is missing, and say what came out."""
    done = fitted(prepared, ledger, engine, progress)
    return Result(analyse(ledger, prepared.card), done)


def fitted(prepared: Prepared, ledger: Ledger, engine: Local | None, progress: Progress) -> Done:
    """Declare the study in the ledger, then fit what is missing."""
    ledger.add_problem(prepared.problem)
    ledger.add_plan(prepared.plan.card, prepared.plan.splits())
    for learner in prepared.learners:
        ledger.add_learner(card_of(learner, prepared.seed))
    ledger.add_study(prepared.card)
    engine = engine or Local()
    if prepared.training is not None:       # one fit a learner, not worth a bar of its own
        run(prepared.problem, prepared.training, prepared.learners, ledger=ledger, engine=engine, seed=prepared.seed)
    return run(prepared.problem, prepared.plan, prepared.learners, ledger=ledger, engine=engine,
               seed=prepared.seed, progress=progress, vault=prepared.vault)


def compare(  # noqa: PLR0913 - the one door of a notebook; every option is by keyword
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, level: float = 0.95,
    test: str | None = None, against: str | None = None, relevant: float | None = None, adjust: str = "holm",
    family: str = "ledger", protocol: str | None = None, tuning: str | None = None, baseline: bool = True,
    seed: int = 0, jobs: int | None = None, time_limit: float | None = None, ledger: str | Path | Ledger | None = None,
    progress: Progress = silent, **data: Any,
) -> Result:
    """Which model is better, by how much, and how sure one can be.

    `models` is a dict, list or single one of scikit-learn-style estimators, names such as "forest" or
    "forest:n_estimators=300", or dotted paths; "knn:n_neighbors=1|5|15" is tuned inside each training part, as `tuning`
    says ("nested", "salzberg", "kfold:folds=3,rule=one-se"). `X` is an array, a pandas or polars frame, a file, or
    the name of a bundled data set; further keywords (target, task, groups, ids, positive, name) say what
    is what in it. The first of `metrics` is the primary one, which the verdict is about. `family` says what is
    corrected for: "ledger", everything the ledger has seen tried on these rows; "declared", this study alone;
    "online", so that one may stop whenever one likes what one sees. `protocol` is "salzberg" or
    "mooney": design, test and correction as the paper has them, with what is known against it in the output.

    >>> result = compare(["gaussian-nb", "lda"], "iris", design="kfold:folds=5", jobs=1)
    >>> result["gaussian-nb", "lda"].outcome.value
    "can't tell"
    """
    ask = Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant, family=family)
    problem = open_rows(load(X, y=y, **data), ledger, design=design)
    prepared = prepare("compare", models, problem, design=design, metrics=metrics, baseline=baseline, ask=ask,
                       protocol=protocol, tuning=tuning, seed=seed)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)


def evaluate(  # noqa: PLR0913 - the other door of a notebook
    model: Any, X: Any, y: Any = None, *, metrics: Any = None, design: Any = None, budget: int | None = None,
    level: float = 0.95, tuning: str | None = None, seed: int = 0, jobs: int | None = None,
    time_limit: float | None = None,
    ledger: str | Path | Ledger | None = None, progress: Progress = silent, **data: Any,
) -> Result:
    """How good a model is, and how sure one can be; with its baseline, so that good has a meaning.

    Without a design the advice rules choose the one whose interval holds here: nested cross-validation up to 500 rows,
    25 random splits above, paired halves for trees and from 5,000 rows on; `budget` (fits a learner) keeps it cheaper.

    >>> result = evaluate("lda", "iris", design="kfold:folds=5", jobs=1)
    >>> result.estimates["lda"].value
    0.98
    """
    problem = open_rows(load(X, y=y, **data), ledger, design=design)
    prepared = prepare("evaluate", model, problem, design=design, metrics=metrics, baseline=True, ask=Ask(level=level),
                       tuning=tuning, budget=budget, seed=seed)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=Local(workers=jobs, time_limit=time_limit), progress=progress)
