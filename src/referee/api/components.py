"""components: how much of a score's spread comes from the sample, the split and the seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

from referee.api.carry_out import Announce, StudyAnswer, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.declaring import declared
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.one_target import require_one_target
from referee.api.unsealed_rows import unsealed_rows
from referee.data import Problem, load
from referee.declaration import ComponentsPart
from referee.designs import Plan, Portions, lay
from referee.errors import BadInput
from referee.estimates._base import check_level
from referee.learners import Learner, resolve
from referee.ledger import Ledger, StudyCard
from referee.metrics import Metric
from referee.reading.components import Spreads
from referee.reading.components import components as components_of
from referee.report.components.page import components_dict, components_figure, components_frame, components_page
from referee.report.document import Page
from referee.report.text import page_text
from referee.running import Done, Engine, Progress, card_of, expect, make_engine, run, silent
from referee.seeds import check_seed
from referee.study import choose_metrics

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


@dataclass(frozen=True, eq=False, repr=False)
class SpreadResult(StudyAnswer):
    """Variance components: printed, in a notebook, as a table, as JSON, as a picture, as a page."""

    filename: ClassVar[str] = "components.html"
    spreads: Spreads
    done: Done | None = None

    @classmethod
    def read(cls, ledger: Ledger, card: StudyCard, *, done: Done | None = None, count_look: bool = True,
             own: Sequence[Any] = ()) -> Self:
        """What the ledger says of the study."""
        return cls(components_of(ledger, card, count_look=count_look, own=own), done)

    def page(self) -> Page:
        """The answer laid out in sections."""
        return components_page(self.spreads)

    def table(self) -> pd.DataFrame:
        """One row for each learner, metric and source."""
        return components_frame(self.spreads)

    def figure(self, metric: str | None = None) -> Figure:
        """The shares as bars, one a learner; by the first metric, or the one named."""
        return components_figure(self.spreads, metric)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return components_dict(self.spreads)

    def brief(self) -> str:
        """The answer, and the table of the first metric."""
        return page_text(self.page(), most=1)

    @property
    def failed(self) -> bool:
        """Whether any fit was lost."""
        return self.spreads.failures > 0


@dataclass(frozen=True, kw_only=True, eq=False)
class PreparedSpread:
    """Crossed runs that are declared and ready: every split with every seed."""

    problem: Problem
    plan: Plan
    learners: tuple[Learner, ...]
    metrics: tuple[Metric, ...]
    seeds: tuple[int, ...]
    card: StudyCard

    @property
    def n_fits(self) -> int:
        """How many fits are needed, recorded ones included."""
        return len(self.plan.card.entries) * len(self.learners) * len(self.seeds)

    @property
    def kind(self) -> type[SpreadResult]:
        """The kind of answer."""
        return SpreadResult

    def fit(self, ledger: Ledger, engine: Engine, progress: Progress) -> Done:
        """Declare it in the ledger, then fit what is missing seed by seed."""
        ledger.add_problem(self.problem)
        ledger.add_plan(self.plan.card, self.plan.splits())
        for learner in self.learners:
            for seed in self.seeds:
                ledger.add_learner(card_of(learner, seed))
        ledger.add_study(self.card)
        done: list[Done] = []
        for number, seed in enumerate(self.seeds):
            done.append(run(self.problem, self.plan, self.learners, ledger=ledger, engine=engine, seed=seed,
                            progress=_one_of(progress, done, len(self.seeds) - number)))
        return Done(total=sum(d.total for d in done), reused=sum(d.reused for d in done),
                    fitted=sum(d.fitted for d in done), failed=sum(d.failed for d in done))


def prepare_components(  # noqa: PLR0913 - what is declared
    models: Any, problem: Problem, *, metrics: Any = None, protocol: Portions | None = None, seeds: int = 5,
    level: float = 0.95, seed: int = 0, command: str = "",
) -> PreparedSpread:
    """Fix learners, metrics, portions, splits and seeds."""
    check_level(level)
    check_seed(seed)
    if isinstance(seeds, bool) or not isinstance(seeds, int) or seeds < 1:
        raise BadInput(f"seeds is how many seeds each split is fitted with, 1 at least, not {seeds!r}.")
    chosen, learners = choose_metrics(metrics, problem), resolve(models, problem)
    plan = lay(protocol or Portions(seed=seed), problem)
    runs = tuple(range(seed, seed + seeds))
    card = declared("components", problem, plan.card, learners, metrics=chosen, level=level, seed=seed, seeds=runs,
                    command=command, components=ComponentsPart(seeds=runs))
    return PreparedSpread(problem=problem, plan=plan, learners=learners, metrics=chosen, seeds=runs, card=card)


def _one_of(progress: Progress, before: Sequence[Done], runs: int) -> Progress:
    """The progress of one run of several, in numbers of them all; all runs are alike, so fits are only counted."""
    past, lost = sum(d.total for d in before), sum(d.failed for d in before)

    def shown(done: int, total: int, failed: int, /, left: float | None = None) -> None:  # noqa: ARG001
        progress(past + done, past + total * runs, lost + failed)

    return shown


@keywords(more=OF_DATA, samples="portions", test="test_share")
def components(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, metrics: Any = None, portions: int = 5, splits: int = 5, seeds: int = 5,
    test_share: float = 1 / 3, level: float = 0.95, seed: int = 0, jobs: int | None = None, engine: Any = None,
    time_limit: float | None = None, ledger: str | Path | Ledger | None = None, announce: Announce = unannounced,
    progress: Progress = silent, command: str = "", **data: Any,
) -> SpreadResult:
    """Where a score's spread comes from: other rows, another split of them, another seed of the learner.

    The rows are dealt into `portions` disjoint portions (1: all rows, and the sample is not varied), each is split at
    random `splits` times (`test_share` tested), and each split is fitted with `seeds` seeds.

    >>> found = components("lda", "iris", metrics="accuracy", portions=2, splits=3, seeds=2, jobs=1)
    >>> found.spreads.found[0].found["seed"]        # least squares has no seed
    0.0
    """
    expect(models, engine)
    problem = unsealed_rows(require_one_target(load(X, y=y, **data), "components"), ledger)
    prepared = prepare_components(models, problem, metrics=metrics, seeds=seeds, level=level, seed=seed,
                                  protocol=Portions(seed=seed, samples=portions, splits=splits, test=test_share),
                                  command=command)
    with opened(ledger) as store:
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)
