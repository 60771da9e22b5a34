"""reread: a stored study told again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.api.carry_out import StudyAnswer
from referee.api.chance import ChanceResult
from referee.api.components import SpreadResult
from referee.api.curve import CurveResult
from referee.api.decompose import DecompositionResult
from referee.api.ledger import opened
from referee.api.panorama import PanoramaResult
from referee.api.result import Result
from referee.api.sensitivity import SensitivityResult
from referee.api.several_targets import TargetsResult
from referee.dotted import only_reading
from referee.errors import BadInput
from referee.ledger import Ledger, StudyCard
from referee.metrics import each_of

KINDS: dict[str, type[StudyAnswer]] = {
    "panorama": PanoramaResult, "decompose": DecompositionResult, "components": SpreadResult, "curve": CurveResult,
    "sensitivity": SensitivityResult, "chance": ChanceResult,
}                                   # what the studies of a verb are told as; all others as a comparison


def reread(ledger: str | Path, study: int | None = None, *, metrics: Any = ()) -> StudyAnswer:
    """The result of a stored study, from the ledger alone; the newest one unless a number is given.

    What was shown when the study ran was counted as a look then; showing it again is no new one. A ledger holds the
    names of metrics and nothing that could be run: functions and scorers of your own are given again as `metrics`.
    """
    with opened(ledger, create=False, read_only=True) as store:
        studies = store.studies()
        if not studies:
            raise BadInput(f"{ledger} holds no study yet; run `referee compare … --ledger {ledger}` first.")
        number = len(studies) if study is None else study
        if not 1 <= number <= len(studies):
            raise BadInput(f"{ledger} has studies 1 to {len(studies)}, not {number}; `referee ledger ls {ledger}` "
                           f"lists them.")
        return told_again(store, studies[number - 1], metrics=metrics)


def told_again(store: Ledger, card: StudyCard, *, metrics: Any = ()) -> StudyAnswer:
    """What a ledger says of one of its studies; nothing that it names is imported."""
    with only_reading(typed=each_of(metrics)):
        told = TargetsResult if store.problem(card.problem).has_several else Result
        return KINDS.get(card.declaration.verb, told).read(store, card, count_look=False, own=each_of(metrics))
