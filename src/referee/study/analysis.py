"""A study: an analysis declared before anyone looks, and what the ledger says when it is carried out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.data.problem import Problem
from referee.declaration import Declaration
from referee.designs.card import PlanCard
from referee.errors import BadInput, NotJustified, Undefined, UnknownName
from referee.estimates._base import Estimate
from referee.fingerprint import fingerprint
from referee.kinds import Task
from referee.ledger import CountsLooks, LearnerCard, Ledger, Look, StudyCard, Tallies, job_keys, person_here, plan_of
from referee.metrics import Metric, named_metrics
from referee.metrics.reliability_diagram import Calibration, calibration_of
from referee.reading.ask import Ask, Before
from referee.reading.differences.named import TESTS, default_test
from referee.reading.estimate import Missing, estimate
from referee.reading.family import Family
from referee.reading.intervals.best_of import BestOf, best_of
from referee.reading.intervals.fold_models import of_fold_models
from referee.reading.judging import judge
from referee.reading.method import Cases
from referee.reading.scores import ScoreTable
from referee.reading.scoring import score
from referee.reading.weighing import weighed_by
from referee.study.looks import KnownBefore, Tried, tried
from referee.study.structure import Checked, RowsOfGroups, checked, rows_of_groups
from referee.study.tuning import Tuned, tuning_of
from referee.study.vault import VaultNote, vault_note


@dataclass(frozen=True, kw_only=True, eq=False)
class Analysis:
    """Everything a study's ledger says: what tables, pages and sentences are made of."""

    study: StudyCard
    problem: Problem
    plan: PlanCard
    learners: dict[str, LearnerCard]                            # by the name shown, in the order given
    table: ScoreTable
    estimates: dict[tuple[str, str], Estimate | Missing]        # (learner, metric name)
    families: dict[str, Family]                                 # by metric name; empty for a single learner
    configurations: int       # learners, of this study and others in the ledger, ever scored on these rows
    missing: int              # fits of the plan that are not recorded yet
    training: dict[tuple[str, str], float] = field(default_factory=dict)    # scores on the training rows, where known
    tuning: dict[str, Tuned] = field(default_factory=dict)                  # of the learners that were tuned
    best_of: BestOf | None = None                       # where all configurations were scored to find the best
    fold_models: dict[tuple[str, str], Estimate] = field(default_factory=dict)    # the second line, where it is defined
    ordinals: dict[str, int] = field(default_factory=dict)    # which configuration on these rows each learner was
    known: KnownBefore | None = None                          # what was tried on the same rows in other data
    altered: tuple[str, ...] = ()                             # what in the ledger is not as it was written
    uncounted: bool = False                                   # looks are gone from the ledger: there may have been more
    vault: VaultNote | None = None                            # where the test rows came out of a vault
    structure: tuple[Checked, ...] = ()                       # noticed of the rows, and what it would change
    rows_of_groups: RowsOfGroups | None = None                # beside whole groups left out, where it was tried

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """All metrics, the primary one first."""
        return self.table.metrics

    @property
    def primary(self) -> Metric:
        """The metric the verdict is about, declared before anyone looked."""
        return self.metrics[0]

    @property
    def family(self) -> Family | None:
        """The comparisons by the primary metric."""
        return self.families.get(self.primary.name)

    @property
    def level(self) -> float:
        """The confidence of every interval, one minus the error rate of every family."""
        return self.study.declaration.level

    def calibration(self, learner: str, *, bins: int | None = None, of: str | None = None) -> Calibration:
        """Whether a learner's probabilities can be believed, by its first pass over the rows."""
        if learner not in self.learners:
            raise UnknownName("learner of this study", learner, self.learners)
        if self.problem.task is not Task.CLASSIFICATION:
            raise BadInput(f"calibration is about probabilities of classes, and {self.problem.name} is a regression "
                           f"problem.")
        if learner not in self.table.first:
            raise Undefined(f"{learner} has no predictions of which each row has one: "
                            f"{'its fits failed' if self.plan.traits.opens_with_a_pass else self.plan.description}.")
        return calibration_of(self.table.first[learner].predictions, bins=bins, of=of, classes=self.problem.classes,
                              level=self.level)


def check_test(ask: Ask, plan: PlanCard, primary: Metric, problem: Problem) -> str:
    """The test for the primary metric; NotJustified, before anything is fitted, where there is none."""
    named, primary = ask.declared_test, weighed_by(problem, [primary])[0]
    if named is None:
        return default_test(plan.traits, primary, Cases.of(problem))
    TESTS[named].require(plan.traits, primary, Cases.of(problem))
    return named


def ask_of(said: Declaration) -> Ask:
    """How the families are to be judged, from what was declared."""
    return Ask(level=said.level, test=said.test, adjust=said.adjust, against=said.against, relevant=said.relevant,
               family=said.family, side=said.side)


def analyse(ledger: Ledger, card: StudyCard, *, count_look: bool = True, own: Sequence[Any] = ()) -> Analysis:
    """Read what the ledger holds for a study, score it, compare, and count the look."""
    plan, problem = plan_of(ledger, card), _as_read(ledger.problem(card.problem), card)
    metrics = named_metrics(card.declaration.metrics, own, problem.task)
    table = score(ledger, plan, names_of(card), metrics)
    metrics = table.metrics
    ask = ask_of(card.declaration)
    if count_look:       # before anything is told: whoever counts from now on counts these
        ledger.add_looks(looks_of(card, metrics[0].name))
    counted = tried(ledger, card)
    families = {}
    if card.declaration.compares:
        file = card.declaration.file
        before = Before(others=counted.others, turn=counted.turn, baseline=counted.baseline,
                        data_sets=1 if file is None else file.together)
        families = dict(_families(table, metrics, ask, before, baselines_of(ledger, card)))
    return assembled(ledger, card, problem, table, families=families, counted=counted,
                     trained=trained_on(ledger, card, metrics))


def names_of(card: StudyCard) -> dict[str, str]:
    """The learners of a study: names as shown, and fingerprints."""
    return dict(zip(card.declaration.names, card.learners, strict=True))


def baselines_of(ledger: Ledger, card: StudyCard) -> set[str]:
    """The learners of a study that ignore the features."""
    return {name for name, fingerprint in names_of(card).items() if ledger.learner(fingerprint).baseline}


def assembled(ledger: Ledger, card: StudyCard, problem: Problem, table: ScoreTable, *,  # noqa: PLR0913 - its parts
              families: dict[str, Family], counted: Tried, trained: ScoreTable | None) -> Analysis:
    """Everything that is told of a table of scores, its families judged already."""
    plan, names, metrics, level = table.plan, names_of(card), table.metrics, card.declaration.level
    learners = {name: ledger.learner(fingerprint) for name, fingerprint in names.items()}
    estimates = {(name, m.name): estimate(table, name, m, level=level) for name in names for m in metrics}
    settled = trained.choices if trained else {}
    return Analysis(
        study=card, problem=problem, plan=plan, learners=learners, table=table, estimates=estimates, families=families,
        configurations=len(counted.configurations), known=counted.known,
        altered=tuple(ledger.not_as_written(card.problem)) if isinstance(ledger, Tallies) else (),
        uncounted=isinstance(ledger, CountsLooks) and bool(ledger.rows_missing()),
        ordinals={name: counted.ordinal(fingerprint) for name, fingerprint in names.items()},
        vault=vault_note(ledger, card), structure=checked(ledger, card, names, metrics[0]),
        rows_of_groups=rows_of_groups(ledger, card, names, metrics[0]),
        missing=_missing(ledger, plan, card.learners),
        training={key: float(found.values[0]) for key, found in trained.scores.items() if found.n_kept}
        if trained else {},
        fold_models=_fold_models(table, level) if card.declaration.verb == "evaluate" else {},
        tuning={name: tuning_of(name, learners[name].recipe, choices, settled.get(name, ()), estimates, metrics,
                                in_time=problem.time is not None or plan.traits.of_a_series)
                for name, choices in table.choices.items()},
        best_of=_best_of(card, table, metrics[0], level),
    )


def _as_read(problem: Problem, card: StudyCard) -> Problem:
    """The cases under the name, and with the notices, of the file that this study was read from."""
    reading = card.declaration.reading
    return problem if reading is None else replace(problem, name=card.name, notices=reading.notices)


def _fold_models(table: ScoreTable, level: float) -> dict[tuple[str, str], Estimate]:
    """The central limit intervals of the first cross-validation, for those who want to compare with other tools."""
    found = {(name, m.name): of_fold_models(table, name, m, level=level)
             for name in table.learners for m in table.metrics}
    return {key: made for key, made in found.items() if made is not None}


def looks_of(card: StudyCard, metric: str) -> list[Look]:
    """A look for each learner of a study; the same person reading the same study again makes no new one."""
    purpose, person = card.declaration.verb, person_here()
    return [Look(problem=card.problem, plan=card.plan, learner=learner, metric=metric, purpose=purpose, who=person,
                 address=fingerprint("look", card.fingerprint, learner, purpose, person))
            for learner in dict.fromkeys(card.learners)]


def trained_on(ledger: Ledger, card: StudyCard, metrics: tuple[Metric, ...]) -> ScoreTable | None:
    """What each learner scores on its own training rows, where the study has declared to look at that."""
    if card.declaration.training is None:
        return None
    return score(ledger, ledger.plan(card.declaration.training), names_of(card), metrics)


def _best_of(card: StudyCard, table: ScoreTable, primary: Metric, level: float) -> BestOf | None:
    """The best of the configurations that were declared as such, with the luck of being best taken out."""
    names = card.declaration.best_of
    return best_of(table, primary, learners=names, seed=card.declaration.seed, level=level) if names else None


def _families(table: ScoreTable, metrics: tuple[Metric, ...], ask: Ask, before: Before,
              baselines: set[str]) -> Iterator[tuple[str, Family]]:
    """The primary metric's family, and those of the supporting ones for which some test is justified."""
    for m in metrics:
        try:
            yield m.name, judge(table, m, supporting(ask, m, metrics[0]), before, baselines)
        except NotJustified:
            if m is metrics[0]:
                raise


def supporting(ask: Ask, m: Metric, primary: Metric) -> Ask:
    """Relevance is declared in the primary metric's unit, and the test for the primary metric: others get neither."""
    if m.name == primary.name:
        return ask
    return Ask(level=ask.level, adjust=ask.adjust, against=ask.against, family=ask.family)


def _missing(ledger: Ledger, plan: PlanCard, learners: tuple[str, ...]) -> int:
    done = ledger.keys(problem=plan.problem)
    splits = tuple([entry.split for entry in plan.entries])
    return len({job for learner in learners for job in job_keys(plan.problem, learner, splits)} - done)
