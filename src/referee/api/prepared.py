"""Prepare a study: fix everything that can be fixed before the first fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from referee.advice import PROTOCOLS, advise_design
from referee.api.carry_out import A
from referee.api.declaring import design_declared, study_card, versions
from referee.api.result import Result
from referee.api.study_tuning import check_one_pass, check_protocol, every_setting, for_tuning, tuning_for
from referee.data import Problem
from referee.declaration import COMPARING, Declaration, RuleHeld, Verb
from referee.designs import Plan, make_plan
from referee.errors import BadInput, UnknownName
from referee.learners import Learner, TunedLearner, Tuning, resolve, with_baseline
from referee.ledger import Ledger, StudyCard
from referee.metrics import Metric
from referee.reading.corrections import check_correction
from referee.reading.family import Ask
from referee.running import Done, Local, Progress, card_of, run
from referee.study import check_test, choose_metrics


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
    vault: str | None = None           # the vault that is opened

    @property
    def n_fits(self) -> int:
        """How many fits the study needs, recorded ones included."""
        different = {learner.fingerprint(self.seed): learner for learner in self.learners}.values()
        return sum(learner.n_fits(entry.n_train) if isinstance(learner, TunedLearner) else 1
                   for learner in different for entry in self.plan.card.entries)

    def fit(self, ledger: Ledger, engine: Local, progress: Progress) -> Done:
        """Declare the study in the ledger, then fit what is missing."""
        ledger.add_problem(self.problem)
        ledger.add_plan(self.plan.card, self.plan.splits())
        for learner in self.learners:
            ledger.add_learner(card_of(learner, self.seed))
        ledger.add_study(self.card)
        if self.training is not None:       # one fit a learner, not worth a bar of its own
            run(self.problem, self.training, self.learners, ledger=ledger, engine=engine, seed=self.seed)
        return run(self.problem, self.plan, self.learners, ledger=ledger, engine=engine, seed=self.seed,
                   progress=progress, vault=self.vault)


def prepare(  # noqa: PLR0913 - what a study declares
    verb: Verb, models: Any, problem: Problem, *, design: Any = None, metrics: Any = None, baseline: bool = True,
    ask: Ask | None = None, protocol: str | None = None, tuning: str | Tuning | None = None, budget: int | None = None,
    seed: int = 0, command: str = "", vault: str | None = None, best_of: bool = False,
) -> Prepared[Result]:
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
    declaration = Declaration(
        verb=verb, names=tuple(learner.name for learner in learners), metrics=tuple(m.name for m in chosen),
        level=ask.level, test=ask.test, adjust=ask.adjust, against=ask.against, relevant=ask.relevant,
        family=ask.family, seed=seed, design=design_declared(plan.card, advice.spec if advice else design),
        why=advice.why if advice else "", budget=budget, command=command, versions=versions(),
        rules=tuple(RuleHeld(**rule.to_dict()) for rule in advice.rules) if advice else (),
        training=training.fingerprint if training else None, best_of=tuple(of_these) if best_of else (),
        protocol=str(PROTOCOLS[protocol]) if protocol is not None else None, vault=vault)
    card = study_card(problem, plan.card, [learner.fingerprint(seed) for learner in learners], declaration)
    return Prepared(problem=problem, plan=plan, learners=learners, metrics=chosen, seed=seed, card=card, kind=Result,
                    training=training, vault=vault)
