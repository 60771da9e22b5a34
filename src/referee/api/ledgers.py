"""Opening ledgers, and telling stored studies again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from referee.api.chance_result import ChanceResult
from referee.api.curve_result import CurveResult
from referee.api.decomposition_result import DecompositionResult
from referee.api.results import PanoramaResult, Result
from referee.api.sensitivity_result import SensitivityResult
from referee.api.spread_result import SpreadResult
from referee.errors import BadInput
from referee.ledger import Ledger, open_ledger
from referee.reading.components import components
from referee.reading.decompositions import decompositions
from referee.reading.panorama import see
from referee.study import analyse
from referee.study.chance import against_chance
from referee.study.curve import draw_curves
from referee.study.sensitivity import see_sensitivity

AnyResult = (Result | PanoramaResult | CurveResult | SensitivityResult | DecompositionResult | SpreadResult
             | ChanceResult)
TELLERS: dict[str, tuple[Callable[..., Any], Callable[..., AnyResult]]] = {
    "panorama": (see, PanoramaResult), "decompose": (decompositions, DecompositionResult),
    "components": (components, SpreadResult), "curve": (draw_curves, CurveResult),
    "sensitivity": (see_sensitivity, SensitivityResult), "chance": (against_chance, ChanceResult),
}                                   # how the studies of a verb are read, and what they are shown as


@contextmanager
def opened(where: str | Path | Ledger | None, *, create: bool = True, read_only: bool = False) -> Iterator[Ledger]:
    """A ledger for as long as it is needed; one kept only in memory if no place is named."""
    if where is not None and not isinstance(where, str | Path):
        yield where
        return
    store = open_ledger(where if where is not None else ":memory:", create=create, read_only=read_only)
    try:
        yield store
    finally:
        store.close()


def reread(ledger: str | Path, study: int | None = None) -> AnyResult:
    """The result of a stored study, from the ledger alone; the newest one unless a number is given.

    What was shown when the study ran was counted as a look then; showing it again is no new one.
    """
    with opened(ledger, create=False, read_only=True) as store:
        studies = store.studies()
        if not studies:
            raise BadInput(f"{ledger} holds no study yet; run `referee compare … --ledger {ledger}` first.")
        number = len(studies) if study is None else study
        if not 1 <= number <= len(studies):
            raise BadInput(f"{ledger} has studies 1 to {len(studies)}, not {number}; `referee ledger ls {ledger}` "
                           f"lists them.")
        card = studies[number - 1]
        read, shown = TELLERS.get(card.declared.get("verb", ""), (analyse, Result))
        return shown(read(store, card, count_look=False))
