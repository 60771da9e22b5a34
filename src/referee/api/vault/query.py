"""Ask a vault again and again: answers through the Ladder or Thresholdout, which guard its rows against wear."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from referee.api.answer import Answer
from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.one_target import require_one_target
from referee.api.vault.open import sealed_in, vault_plan
from referee.data import Problem, load, subset
from referee.designs import Plan, make_plan
from referee.errors import BadInput, UnknownName
from referee.estimates.selection.ladder import next_rung, next_rung_free
from referee.estimates.selection.thresholdout import Thresholdout
from referee.fingerprint import fingerprint
from referee.kinds import Array, Json
from referee.learners import Learner, resolve
from referee.ledger import Ledger, Look, Sealed, VaultUse, with_vaults
from referee.metrics import Metric
from referee.report.document import Page
from referee.report.vault import vault_page
from referee.running import Engine, make_engine, run
from referee.study import choose_metrics, require_bounded_mean, row_losses, value_of_loss

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

MODES = ("ladder", "thresholdout")
OPEN_DESIGN = "kfold:folds=10"        # what the open rows say of a model, for Thresholdout


@dataclass(frozen=True, kw_only=True, repr=False)
class VaultAnswer(Answer):
    """What a vault said of one model."""

    filename: ClassVar[str] = "vault.html"
    mode: str
    model: str
    metric: str
    value: float          # in the unit of the metric
    news: bool            # Ladder: a step forward; Thresholdout: the vault contradicts the open rows
    query: int            # which use of the vault this was
    best: str             # Ladder: the model whose value this is
    spent: int            # Thresholdout: answers of the vault given so far
    budget: int           # Thresholdout: how many it may give; 0 for the Ladder

    def page(self) -> Page:
        """The answer laid out in sections."""
        return vault_page(self.to_dict(), str(self))

    def table(self) -> pd.DataFrame:
        """One row: what was asked, and what was said."""
        import pandas as pd

        return pd.DataFrame([self.to_dict()])

    def figure(self) -> Figure:
        """There is none: a vault tells one number."""
        raise BadInput("a vault tells one number at a time, which has no picture; print it.")

    def to_dict(self) -> Json:
        """For JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __str__(self) -> str:
        said = f"{self.metric} {self.value:.4g}"
        if self.mode == "ladder":
            return (f"{self.model}: {said} on the vault, a step forward (use {self.query})." if self.news else
                    f"{self.model} is no clear step forward; the best so far is {self.best} with {said} "
                    f"(use {self.query}).")
        spent = f"{self.spent} of {self.budget} answers of the vault are spent"
        return (f"{self.model}: {said} by the vault, which contradicts the open rows; {spent}." if self.news else
                f"{self.model}: {said}, as on the open rows, which the vault does not contradict; {spent}.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Mechanism:
    """How a vault answers: the Ladder with a step (None: without a parameter), or Thresholdout."""

    mode: str = "ladder"
    step: float | None = None
    threshold: float = 0.04
    noise: float = 0.01
    budget: int = 20

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise UnknownName("mode", self.mode, MODES, hint=f"There are: {', '.join(MODES)}")
        if self.step is not None:
            next_rung(0.5, None, step=self.step)
        Thresholdout(threshold=self.threshold, noise=self.noise, budget=self.budget)

    def board(self, metric: Metric) -> Json:
        """What must agree for two queries to be on one board."""
        own: Json = {"step": self.step} if self.mode == "ladder" else {
            "threshold": self.threshold, "noise": self.noise, "budget": self.budget}
        return {"metric": metric.name} | own


@keywords(more=OF_DATA, model="models", metric="metrics", noise="noise_scale", budget="answers")
def query(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, ledger: str | Path | Ledger, mode: str = "ladder", metrics: Any = None,
    step: float | None = None, threshold: float = 0.04, noise_scale: float = 0.01, answers: int = 20, seed: int = 0,
    jobs: int | None = None, engine: Any = None, **data: Any,
) -> VaultAnswer:
    """Ask the vault about one model, trained on the open rows, as often as needed.

    "ladder" tells a score only when it is a step forward: by more than its standard error, or by `step` if one is
    given. "thresholdout" tells what ten-fold cross-validation of the open rows says, unless the vault contradicts it by
    more than a noisy `threshold`; `answers` counts the contradictions it may tell. The same question again has the same
    answer and costs nothing. `models` is one model, `metrics` one metric.
    """
    problem = require_one_target(load(X, y=y, **data), "a vault")
    usual = "accuracy" if problem.classes else metrics
    (chosen, *more) = choose_metrics(usual if metrics is None else metrics, problem)
    learners = resolve(models, problem)
    if len(learners) != 1 or more:
        raise BadInput("one query is about one model and one metric; ask again for the next.")
    require_bounded_mean(chosen)
    mechanism = Mechanism(mode=mode, step=step, threshold=threshold, noise=noise_scale, budget=answers)
    with opened(ledger, create=False) as store:
        asked = _Query(store, problem, sealed_in(store, problem), learner=learners[0], metric=chosen, seed=seed,
                       engine=make_engine(engine, workers=jobs))
        return asked.answer(mechanism)


class _Query:
    """One model asked about: fitted, looked at through a mechanism, written down."""

    def __init__(  # noqa: PLR0913 - what a query is made of
        self, ledger: Ledger, problem: Problem, sealed: Sealed, *, learner: Learner, metric: Metric, seed: int,
        engine: Engine,
    ) -> None:
        self.ledger, self.problem, self.sealed, self.learner = ledger, problem, sealed, learner
        self.metric, self.seed, self.engine = metric, seed, engine
        self.vault, self.name = sealed.vault.fingerprint, learner.fingerprint(seed)
        self.plan = vault_plan(problem, sealed, seed)

    def answer(self, mechanism: Mechanism) -> VaultAnswer:
        """The answer, stored before it is told; whoever asks at the same moment is answered before or after."""
        think = self._ladder if mechanism.mode == "ladder" else self._thresholdout
        vaults = with_vaults(self.ledger)
        while True:
            uses = vaults.uses(self.vault)
            board = [use for use in uses if use.kind == mechanism.mode
                     and mechanism.board(self.metric).items() <= use.content.items()]
            for use in board:
                if use.content["learner"] == self.name:
                    return self._told(use)
            said = think(mechanism, board)
            content = mechanism.board(self.metric) | {"learner": self.name, "name": self.learner.name,
                                                            "problem": self.problem.fingerprint} | said
            use = VaultUse(vault=self.vault, number=len(uses) + 1, kind=mechanism.mode, content=content)
            if vaults.add_use(use):
                self._look(self.problem, self.plan, mechanism.mode)
                return self._told(use)

    def _ladder(self, mechanism: Mechanism, board: list[VaultUse]) -> Json:
        losses = self._losses(self.problem, self.plan, vault=self.vault)
        before: Json = board[-1].content if board else {"told": None, "best": self.name, "best_name": self.learner.name}
        if mechanism.step is not None:
            rung = next_rung(float(losses.mean()), before["told"], step=mechanism.step)
        else:
            best = row_losses(self.ledger, self.plan.card, before["best"], self.metric) if board else None
            rung = next_rung_free(losses, best, before["told"])
        leads = {"best": self.name, "best_name": self.learner.name} if rung.improved else {
            "best": before["best"], "best_name": before["best_name"]}
        return {"told": rung.told, "news": rung.improved} | leads

    def _thresholdout(self, mechanism: Mechanism, board: list[VaultUse]) -> Json:
        seed = board[0].content["noise_seed"] if board else secrets.randbits(62)      # not to be guessed beforehand
        spent = board[-1].content["spent"] if board else 0
        out = Thresholdout(threshold=mechanism.threshold, noise=mechanism.noise, budget=mechanism.budget, seed=seed)
        held_out = float(self._losses(self.problem, self.plan, vault=self.vault).mean())
        rows = subset(self.problem, np.flatnonzero(~self.sealed.mask))
        plan = make_plan(OPEN_DESIGN, rows, seed=self.seed)
        training = float(self._losses(rows, plan).mean())
        self._look(rows, plan, "query")
        said, paid = out.answer(training, held_out, query=len(board), spent=spent)
        return {"told": min(max(said, 0.0), 1.0), "news": paid, "spent": spent + paid, "noise_seed": seed,
                "best_name": self.learner.name}

    def _losses(self, problem: Problem, plan: Plan, *, vault: str | None = None) -> Array:
        run(problem, plan, (self.learner,), ledger=self.ledger, engine=self.engine, seed=self.seed, vault=vault)
        return row_losses(self.ledger, plan.card, self.name, self.metric)

    def _look(self, problem: Problem, plan: Plan, purpose: str) -> None:
        self.ledger.add_looks([Look(
            problem=problem.fingerprint, plan=plan.fingerprint, learner=self.name, metric=self.metric.name,
            purpose=purpose, address=fingerprint("query", self.vault, self.name, self.metric.name, purpose))])

    def _told(self, use: VaultUse) -> VaultAnswer:
        content = use.content
        return VaultAnswer(
            mode=use.kind, model=content["name"], metric=self.metric.title, query=use.number, news=content["news"],
            value=value_of_loss(content["told"], self.metric), best=content["best_name"],
            spent=content.get("spent", 0), budget=content.get("budget", 0))


