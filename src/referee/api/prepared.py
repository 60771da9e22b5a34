"""Prepare a study: fix everything that can be fixed before the first fit."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Generic

from referee.advice import PROTOCOLS
from referee.api.asked import Asked
from referee.api.carry_out import A
from referee.api.declaring import declared
from referee.api.no_weights import require_no_weights
from referee.api.one_target import require_one_target
from referee.api.result import Result
from referee.api.structure_checks import Check, rows_check, structure_checks, structure_declared
from referee.api.study_tuning import check_one_pass, check_protocol, every_setting, for_tuning, tuning_for
from referee.data import Problem
from referee.declaration import RuleHeld
from referee.designs import Plan, PlanCard, make_plan
from referee.errors import BadInput, UnknownName
from referee.kinds import Json
from referee.learners import Learner, TunedLearner, resolve, with_baseline
from referee.ledger import Ledger, StudyCard
from referee.metrics import Metric
from referee.reading.corrections import check_correction
from referee.running import Done, Engine, Progress, card_of, run
from referee.seeds import check_seed
from referee.study import check_test, choose_metrics

if TYPE_CHECKING:
    from referee.advice import DesignAdvice


@dataclass(frozen=True, kw_only=True, eq=False)
class Prepared(Generic[A]):
    """A study that is declared and ready to run."""

    problem: Problem
    plan: Plan
    learners: tuple[Learner, ...]
    metrics: tuple[Metric, ...]
    seed: int
    card: StudyCard
    kind: type[A]                      # of answer
    training: Plan | None = None       # resubstitution, to see how much a learner memorises
    checks: tuple[Check, ...] = ()     # plans that allow for structure which was noticed and not answered for
    vault: str | None = None           # the vault that is opened

    @property
    def n_fits(self) -> int:
        """How many fits the study needs, recorded ones included."""
        different = {learner.fingerprint(self.seed): learner for learner in self.learners}.values()
        return sum(learner.n_fits(entry.n_train) if isinstance(learner, TunedLearner) else 1
                   for learner in different for entry in self.plan.card.entries)

    def fit(self, ledger: Ledger, engine: Engine, progress: Progress) -> Done:
        """Declare the study in the ledger, then fit what is missing."""
        ledger.add_problem(self.problem)
        ledger.add_plan(self.plan.card, self.plan.splits())
        for learner in self.learners:
            ledger.add_learner(card_of(learner, self.seed))
        ledger.add_study(self.card)
        beside = [(check.problem, check.plan) for check in self.checks]
        beside += [] if self.training is None else [(self.problem, self.training)]
        for problem, plan in beside:        # a few fits a learner, not worth a bar of their own
            ledger.add_problem(problem)
            run(problem, plan, self.learners, ledger=ledger, engine=engine, seed=self.seed)
        return run(self.problem, self.plan, self.learners, ledger=ledger, engine=engine, seed=self.seed,
                   progress=progress, vault=self.vault)


def prepare(asked: Asked, problem: Problem) -> Prepared[Result]:
    """What was asked, laid over a problem: metrics, learners, design and test, then the declaration."""
    asked = asked.under_protocol()
    require_one_target(problem, {"open": "a vault"}.get(asked.verb, "a study file or a tuned model"), weighted=True)
    check_seed(asked.seed)
    if asked.best_of or asked.protocol is not None or asked.vault is not None or asked.tuning is not None:
        require_no_weights(problem, "a protocol, a vault, tuning or the best of several")
    metrics = choose_metrics(asked.metrics, problem)
    own = chosen_learners(asked, problem, metrics[0])
    if any(isinstance(learner, TunedLearner) for learner in own):
        require_no_weights(problem, "a tuned model")
    learners = with_baseline(own, problem) if asked.baseline else own
    advice = advised(asked, problem, metrics[0], learners)
    plan = laid(asked, problem, advice)
    check_comparison(asked, problem, plan.card, metrics[0], learners)
    training = training_plan(asked, problem)
    checks = structure_checks(problem, plan.card, seed=asked.seed) if asked.vault is None else {}
    rows = rows_check(problem, plan.card, seed=asked.seed) if asked.vault is None else None
    card = declared(
        asked.verb, problem, plan.card, learners, metrics=metrics, seed=asked.seed, command=asked.command,
        **asdict(asked.ask), **chosen_by(advice, asked), **_special(asked, own),
        training=training.fingerprint if training else None, structure=structure_declared(problem, checks, rows))
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=metrics, seed=asked.seed, card=card,
                    kind=Result, training=training, checks=(*checks.values(), *filter(None, [rows])), vault=asked.vault)


def chosen_learners(asked: Asked, problem: Problem, primary: Metric) -> tuple[Learner, ...]:
    """The models as learners, tuned as asked; every setting of them where the best is asked for."""
    learners = resolve(asked.models, problem, tuning=tuning_for(asked.tuning, asked.protocol, primary))
    check_protocol(learners, asked.protocol)
    return every_setting(learners) if asked.best_of else learners


def advised(asked: Asked, problem: Problem, primary: Metric, learners: tuple[Learner, ...]) -> DesignAdvice | None:
    """The design that the rules advise; None where one was named."""
    if asked.design is not None:
        if asked.budget is not None:
            raise BadInput("budget is for choosing a design, and one is named already; leave out one of the two.")
        return None
    from referee.advice import advise_design

    usual = advise_design(problem, goal=asked.verb, primary=primary, learners=learners, budget=asked.budget)
    return for_tuning(usual, problem, learners, best_of=asked.best_of)


def laid(asked: Asked, problem: Problem, advice: DesignAdvice | None) -> Plan:
    """The design, as asked or as advised, laid over the rows."""
    plan = asked.design if isinstance(asked.design, Plan) else make_plan(advice.spec if advice else asked.design,
                                                                         problem, seed=asked.seed)
    check_one_pass(plan.card, problem, best_of=asked.best_of)
    return plan


def check_comparison(asked: Asked, problem: Problem, plan: PlanCard, primary: Metric,
                     learners: tuple[Learner, ...]) -> None:
    """Refuse a comparison for which no test is justified, or of learners that are not there."""
    names, ask = [learner.name for learner in learners], asked.ask
    if asked.compares:
        if len(learners) < 2:
            raise BadInput("one learner cannot be compared; name another, or use evaluate.")
        test = check_test(ask, plan, primary, problem)
        models = sum(not learner.baseline for learner in learners)
        check_correction(ask.adjust, test=test, against=ask.against, learners=models or len(learners))
    if ask.against is not None and ask.against not in names:
        raise UnknownName("learner of this comparison", ask.against, names)


def training_plan(asked: Asked, problem: Problem) -> Plan | None:
    """Resubstitution beside an evaluation, to see how much a learner memorises."""
    if asked.verb != "evaluate" or asked.best_of:
        return None
    return make_plan("resubstitution", problem, seed=asked.seed)


def chosen_by(advice: DesignAdvice | None, asked: Asked) -> Json:
    """How the design came about, as it is declared."""
    if advice is None:
        return {"design": asked.design}
    return {"design": advice.spec, "why": advice.why, "budget": asked.budget,
            "rules": tuple(RuleHeld(**rule.to_dict()) for rule in advice.rules)}


def _special(asked: Asked, own: tuple[Learner, ...]) -> Json:
    """What only some comparisons and evaluations declare; `own` are the learners without an added baseline."""
    return {
        "protocol": None if asked.protocol is None else str(PROTOCOLS[asked.protocol]), "vault": asked.vault,
        "tuning": asked.tuning if isinstance(asked.tuning, str) else None,
        "best_of": tuple(learner.name for learner in own) if asked.best_of else (),
    }
