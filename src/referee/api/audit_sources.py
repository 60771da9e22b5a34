"""Where the evidence of an audit comes from: a file by its kind, a frame, a bundle that is one already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from referee.api.as_studied import AuditedData
from referee.api.audit_study_file import bundle_of_study_file
from referee.api.ledger import opened
from referee.audit import Bundle
from referee.audit.prose.confession import TEST, TUNED, Confession
from referee.audit.reading.free_description import bundle_of_free_description
from referee.audit.reading.from_description import bundle_of_description
from referee.audit.reading.from_ledger import bundle_of_study, study_of
from referee.audit.reading.from_predictions import Told, bundle_of_predictions
from referee.audit.reading.from_script import bundle_of_script
from referee.audit.reading.from_search import bundle_of_search
from referee.audit.reading.from_table import UntoldColumns, bundle_of_table
from referee.audit.reading.from_text import bundle_of_text
from referee.audit.reading.from_trials import bundle_of_trials
from referee.audit.reading.scores_beside import with_scores
from referee.audit.reading.which import Kind, which
from referee.errors import BadInput
from referee.ledger import Ledger
from referee.metrics import each_of

READ_ALONE = {Kind.SEARCH, Kind.TRIALS, Kind.TEXT, Kind.TABLE, Kind.FREE, Kind.SCRIPT, Kind.OTHER_CODE}


def bundle_from(  # noqa: PLR0913 - what a source may need to be read
    source: Any, given: AuditedData | None, *, study: int | None, ledger: str | Path | Ledger | None,
    how: Mapping[str, Any], columns: dict[str, str | None] | None, metrics: Any = (), told: Told | None = None,
    beside: str | Path | None = None, of_description: Mapping[str, Any] | None = None, asked: bool = False,
    called: str = "predictions",
) -> Bundle:
    """The evidence, whatever it is in; `how` predictions are read, and what a table of them is called."""
    if isinstance(source, Bundle):
        return source
    if not isinstance(source, str | Path):
        return bundle_of_predictions(source, data=None if given is None else given.problem, name=called,
                                     columns=columns, told=told, **how)
    kind = which(source, columns or ())
    told = told or Told()
    if (word := told.beyond_metrics) and kind not in {Kind.PREDICTIONS, *READ_ALONE}:
        raise BadInput(f"{word} is told beside a file of predictions, and {source} is a {kind.value}, "
                       f"which says such things itself; leave it out.")
    if kind is Kind.LEDGER:
        return _of_ledger(source, given, study, metrics)
    if kind is Kind.PREDICTIONS:
        return bundle_of_predictions(source, data=None if given is None else given.problem, name=Path(source).name,
                                     columns=columns, told=told, **how)
    if given is not None:
        raise BadInput(f"{source} is a {kind.value}, which names its data itself; leave the data out.")
    if kind is Kind.STUDY:
        return bundle_of_study_file(source, ledger)
    alone = (bundle_of_description(source, of_description) if kind is Kind.DESCRIPTION else
             _read_alone(source, kind, told, asked=asked))
    return alone if beside is None else with_scores(alone, beside)


def _read_alone(source: str | Path, kind: Kind, told: Told, *, asked: bool) -> Bundle:
    """A table or a text, with what was told beside it; a table that says nothing here is left to who is `asked`."""
    if kind is Kind.TABLE:
        return _with_told(_table(source, told, asked=asked), told)
    if kind is Kind.FREE:
        return _with_told(bundle_of_free_description(source), told)
    if kind is Kind.TEXT:
        return _with_told(bundle_of_text(source), told)
    if kind in {Kind.SCRIPT, Kind.OTHER_CODE}:
        alone = bundle_of_script(source) if kind is Kind.SCRIPT else Bundle(name=Path(source).name, answered=())
        return _beside(alone, told, known=("",))
    if kind is Kind.SEARCH:
        return _beside(bundle_of_search(source, tuned_on=told.tuned_on), told, known=("", "tuned_on"))
    return _beside(bundle_of_trials(source, tuned_on=told.tuned_on, metrics=told.metrics), told, known=("", "tuned_on"))


def _table(source: str | Path, told: Told, *, asked: bool) -> Bundle:
    try:
        return bundle_of_table(source, metrics=told.metrics)
    except UntoldColumns as refusal:
        if not asked:
            raise
        return Bundle(name=Path(source).name, answered=(), notices=(str(refusal),))


def _with_told(bundle: Bundle, told: Told) -> Bundle:
    """What was told beside a table or a text: settings chosen on the test rows count, the rest needs predictions."""
    if told.tuned_on == "test":
        own = Confession(fault=TUNED, rows=TEST, sentence="tuned on the test rows, as was told")
        return replace(bundle, confessed=(*bundle.confessed, own))
    return _beside(bundle, told, known=("",))


def _beside(bundle: Bundle, told: Told, *, known: tuple[str, ...]) -> Bundle:
    """The evidence with a sentence about what was told and no check makes use of."""
    if told.beyond_metrics in known:
        return bundle
    unused = f"{told.beyond_metrics} was told beside it; without predictions no check makes use of it."
    return replace(bundle, notices=(*bundle.notices, unused))


def _of_ledger(where: str | Path, given: AuditedData | None, study: int | None, metrics: Any) -> Bundle:
    with opened(where, create=False, read_only=True) as store:
        card = study_of(store, study, str(where))
        data, whole = (None, None) if given is None else given.as_studied(store.problem(card.problem))
        return bundle_of_study(store, card, data=data, whole=whole, own=each_of(metrics))
