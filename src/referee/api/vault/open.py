"""Open a vault: a declared study, trained on the open rows and tested on the sealed ones."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from referee.api.asked import Asked
from referee.api.carry_out import Announce, carry_out, unannounced
from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.ledger import opened
from referee.api.prepared import Prepared, prepare
from referee.api.result import Result
from referee.data import Problem, load
from referee.designs import Plan
from referee.designs.given import Given
from referee.designs.split import Split
from referee.designs.units import Units
from referee.errors import BadInput
from referee.ledger import Ledger, Sealed, VaultUse, sealed_rows, with_vaults
from referee.reading.ask import Ask
from referee.running import Done, Engine, Progress, make_engine, silent
from referee.study import OPENED, question_of


def sealed_in(ledger: Ledger, problem: Problem) -> Sealed:
    """The one vault that holds rows of this problem, all of them being there."""
    found = sealed_rows(ledger, problem)
    if not found:
        raise BadInput(f"no row of {problem.name} is in a vault of this ledger; `referee vault seal` sets some aside.")
    if len(found) > 1:
        raise BadInput(f"rows of {problem.name} lie in {len(found)} vaults of this ledger; open each with its data.")
    missing = found[0].vault.n_sealed - int(found[0].mask.sum())
    if missing > 0 or found[0].mask.all():
        what = f"{missing:,} of the {found[0].vault.n_sealed:,} sealed rows are" if missing > 0 else "no open row is"
        raise BadInput(f"{what} {'missing from' if missing > 0 else 'in'} {problem.name}; a vault is opened with the "
                       f"whole data it was sealed with.")
    return found[0]


def vault_plan(problem: Problem, sealed: Sealed, seed: int) -> Plan:
    """One split: trained on the open rows, tested on the sealed ones."""
    test = np.flatnonzero(sealed.mask)
    origin = f"the vault: {problem.n_rows - test.size:,} open rows to train on, {test.size:,} sealed ones to test on"
    return Plan(design=Given(seed=seed, origin=origin), problem=problem.fingerprint,
                units=Units.of(problem, stratified=False),
                given=(Split(label="0/0", n_rows=problem.n_rows, test=test),))


@dataclass(frozen=True, kw_only=True, eq=False)
class PreparedOpening(Prepared[Result]):
    """A study that opens a vault when it is carried out."""

    vault: str

    def fit(self, ledger: Ledger, engine: Engine, progress: Progress) -> Done:
        """Record the opening, then fit."""
        question = question_of(self.card)
        content = {"question": question, "study": self.card.fingerprint, "names": list(self.card.declaration.names),
                   "problem": self.problem.fingerprint}
        vaults = with_vaults(ledger)
        while True:
            uses = vaults.uses(self.vault)
            if any(use.kind == OPENED and use.content["question"] == question for use in uses):
                break            # the same question again is the same opening
            if vaults.add_use(VaultUse(vault=self.vault, number=len(uses) + 1, kind=OPENED, content=content)):
                break
        return super().fit(ledger, engine, progress)


def prepare_opening(  # noqa: PLR0913 - what an opening declares
    models: Any, problem: Problem, ledger: Ledger, *, metrics: Any = None, ask: Ask | None = None,
    baseline: bool = True, seed: int = 0, command: str = "",
) -> PreparedOpening:
    """Declare what the vault is opened for; everything tried on its rows is corrected for."""
    sealed = sealed_in(ledger, problem)
    made = prepare(Asked("open", models, design=vault_plan(problem, sealed, seed), metrics=metrics, baseline=baseline,
                         ask=ask or Ask(), seed=seed, command=command, vault=sealed.vault.fingerprint), problem)
    return PreparedOpening(**{field.name: getattr(made, field.name) for field in fields(made)})


@keywords(more=OF_DATA)
def open_vault(  # noqa: PLR0913 - a door of a notebook
    models: Any, X: Any, y: Any = None, *, ledger: str | Path | Ledger, metrics: Any = None, level: float = 0.95,
    test: str | None = None, against: str | None = None, relevant: float | None = None, adjust: str = "holm",
    baseline: bool = True, seed: int = 0, jobs: int | None = None, engine: Any = None, time_limit: float | None = None,
    announce: Announce = unannounced, progress: Progress = silent, command: str = "", **data: Any,
) -> Result:
    """Train on the open rows, test on the sealed ones; recorded, and corrected for every earlier opening and query."""
    problem = load(X, y=y, **data)
    ask = Ask(level=level, test=test, adjust=adjust, against=against, relevant=relevant)
    with opened(ledger, create=False) as store:
        prepared = prepare_opening(models, problem, store, metrics=metrics, ask=ask, baseline=baseline, seed=seed,
                                   command=command)
        return carry_out(prepared, store, engine=make_engine(engine, workers=jobs, time_limit=time_limit),
        announce=announce,
                         progress=progress)
