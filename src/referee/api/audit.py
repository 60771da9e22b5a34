"""audit: what is wrong with the way a study was done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer, json_text
from referee.api.data_words import OF_DATA
from referee.api.keywords import keywords
from referee.api.prediction_columns import WORDS, roles
from referee.audit import Audit, Check, CheckAnswer, Finding, Severity
from referee.audit.score_sheet import ScoreSheet, score_sheet
from referee.data.weights import kind_said
from referee.discreet import masked
from referee.dotted import only_reading
from referee.errors import BadInput
from referee.foreign_file import guarded_source
from referee.metrics import each_of
from referee.report.audit.figure import audit_figure
from referee.report.audit.page import audit_page
from referee.report.audit.text import audit_dict, audit_text
from referee.report.document import Page
from referee.report.place import write_whole

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from referee.audit import Bundle
    from referee.audit.reading.divided import SplitColumn
    from referee.audit.reading.from_predictions import Told
    from referee.audit.reading.which import Kind
    from referee.ledger import Ledger


@dataclass(frozen=True, eq=False, repr=False)
class AuditResult(Answer):
    """An audit: printed, in a notebook, as a table, as JSON, as a page."""

    filename: ClassVar[str] = "audit.html"
    audit: Audit
    source: str = ""                # the file or ledger it was made from, as it was named

    def page(self) -> Page:
        """The answer laid out in sections."""
        return audit_page(self.audit, self.sheet)

    def table(self) -> pd.DataFrame:
        """One row for each finding."""
        import pandas as pd

        fields = ("code", "severity", "title", "message", "advice", "reference")
        rows = [{key: finding.to_dict()[key] for key in fields} for finding in self.findings]
        return pd.DataFrame(rows, columns=list(fields))

    def figure(self) -> Figure:
        """How many checks found something, passed, or could not say, by severity."""
        return audit_figure(self.audit)

    def to_dict(self) -> dict[str, Any]:
        """Everything, ready for JSON."""
        return audit_dict(self.audit, self.sheet)

    def to_sarif(self) -> dict[str, Any]:
        """SARIF 2.1.0, ready for JSON; what could not be looked at is open there, neither passed nor failed."""
        from referee.report.audit.sarif import audit_sarif

        return audit_sarif(self.audit, self.source)

    def to_junit(self, fail_on: str = "serious") -> str:
        """JUnit XML: a check fails from this severity on (never: none does); one that could not look is skipped."""
        from referee.report.audit.junit import audit_junit

        return audit_junit(self.audit, fail_on)

    def write_sarif(self, path: str | Path) -> Path:
        """Write it as SARIF."""
        return write_whole(path, masked(json_text(self.to_sarif())))

    def write_junit(self, path: str | Path, fail_on: str = "serious") -> Path:
        """Write it as JUnit XML."""
        return write_whole(path, masked(self.to_junit(fail_on)))

    def save(self, path: str | Path) -> Path:
        """Write the answer as the ending says, as any answer; or .sarif, or .xml for JUnit."""
        own = {".sarif": self.write_sarif, ".xml": self.write_junit}.get(Path(path).suffix.lower())
        return super().save(path) if own is None else own(path)

    def __str__(self) -> str:
        return self.text()

    def text(self, *, everything: bool = False) -> str:
        """As printed; with `everything`, every check is listed with what came of it."""
        return audit_text(self.audit, self.sheet, everything=everything)

    def __getitem__(self, code: str) -> CheckAnswer:
        """What came of one check, by its code."""
        return self.audit.answer(code)

    @cached_property
    def sheet(self) -> ScoreSheet:
        """The demands of older papers, answered yes, no, not known, or does not apply."""
        return score_sheet(self.audit)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Everything found, the worst first."""
        return self.audit.findings

    @property
    def grade(self) -> str:
        """Not usable, weak, adequate or strong; not graded where most checks could not look."""
        return self.audit.grade

    def fails(self, at: str = "serious") -> bool:
        """Whether anything was found at this severity or above: info, warning, serious or fatal."""
        worst = self.audit.worst
        return worst is not None and worst >= Severity(at)


@keywords(more=(*OF_DATA, *WORDS), weight="weights")
def audit(  # noqa: PLR0913 - a door of a notebook; every option is by keyword
    source: Any, *, data: Any = None, study: int | None = None, ledger: str | Path | Ledger | None = None,
    time: str | None = None, split: str | None = None, mute: Iterable[str] = (), task: str | None = None,
    positive: Any = None, columns: dict[str, str | None] | None = None, checks: Iterable[Check] = (), metrics: Any = (),
    tried: int | Mapping[str, int] | None = None, tuned_on: str | None = None, seeds: int | None = None,
    baselines: str | Iterable[str] = (), estimators: Any = None, questions: str | Path | None = None,
    filled: str | Path | None = None, **options: Any,
) -> AuditResult:
    """Put over fifty checks to a study: separate test data, tuning, leakage, tests, claims, printed numbers.

    `source` is a ledger, a file of predictions (or a frame), a description of a study in YAML, a table of published
    numbers, a text (an abstract), a script or a notebook (read, never run), a study file, or a `Bundle`; or, with a
    `target` and no `data`, a table of data that no study has used yet; with `data` of the same columns the two are the
    rows trained and tested on. `data` (with target, groups, ids, drop as in `compare`) brings the features, without
    which duplicates and leaking columns cannot be looked for; `time` names its column of times, `split` the column that
    says which rows are trained and which tested on (found by its values where it is not named; "none": there is none).
    Columns of predictions are named as in `judge` (truth, model, prediction, …; ids, groups and drop where no data are
    given), or all together by `columns`. What a file of predictions cannot show is told beside it: how many settings of
    each model were `tried` (a number, or one a model) and what they were `tuned_on` (test, validation, training,
    nothing), how many `seeds` each was run with (0: nothing is random), which models are `baselines`. `mute` leaves
    checks out by their codes; `checks` are further ones of your own. `estimators` hands over the learners of the study
    (your own estimators, as they were compared), so that the leading one can be fitted again on the data.
    What only somebody can tell who reads a text, a description, a table or a script, or knows what the columns of data
    and predictions mean, is asked: `questions` names the file into which the form with these questions is written,
    `filled` such a form with the answers.

    >>> result = audit({"id": range(8), "truth": list("aabbaabb"), "lda": list("aabbaaba")})
    >>> result.grade
    'not graded'
    >>> result["F-14"].findings[0].message
    'No baseline. Always saying the most frequent class gives accuracy 0.500; the best model, lda, 0.875.'
    """
    from referee.api.as_studied import audited
    from referee.api.audit_asked import Forms, asked_of_data, asked_of_predictions, asked_of_words, require_read
    from referee.api.audit_data import bundle_of_table, holds, shortened, table_and_places, train_and_test, without
    from referee.api.audit_script import script_with_table
    from referee.api.audit_sources import READ_ALONE, bundle_from
    from referee.audit import audit_bundle
    from referee.audit.reading.parted import divided_by
    from referee.audit.reading.which import Kind, which

    forms = Forms(questions=questions, filled=filled)
    rows = (source, split) if data is None and holds(source, options.get("target")) else train_and_test(
        source, data, options.get("target"))
    if rows is not None:
        said = {"time": time, "task": task, "positive": positive, **options}
        table = bundle_of_table(rows[0], said, rows[1])
        table = asked_of_data(table, _called(source, table.name), lambda: table_and_places(rows[0], said), forms,
                              said)
        return _answered(source, audit_bundle(table, mute=mute, checks=checks))
    kind = which(source, {*(columns or ()), *(word for word, value in options.items() if value is not None)}) if (
        isinstance(source, str | Path)) else Kind.PREDICTIONS
    require_read(source, kind, asked=bool(forms))
    how = {"task": task, "positive": positive}
    read = source
    if kind is Kind.PREDICTIONS and data is None:
        how["weights_are"] = kind_said(options.pop("weights_are", None))
        read, options = shortened(source, options)
    of_data, of_predictions = _apart(kind, options, alone=data is None)
    told = _told(tried, tuned_on, seeds, baselines, metrics)
    if kind is Kind.SCRIPT and data is not None and split is None:
        script = script_with_table(source, data, {"time": time, "task": task, "positive": positive, **of_data}, told)
        script = asked_of_words(script, source, kind, forms)
        return _answered(source, audit_bundle(script, mute=mute, checks=checks))
    beside = data if kind in READ_ALONE and isinstance(data, str | Path) and not of_data else None
    data = None if beside is not None else data
    divided = _divided(source, kind, data, split, of_data)
    if divided is not None:
        of_data = without(of_data, divided.name)
    elif split is not None:
        of_predictions["role"] = split
    if time is not None and data is None and kind is Kind.PREDICTIONS:
        of_predictions["time"] = time
        time = None
    given = None if data is None else audited(data, {"task": task, "positive": positive, **of_data}, time)
    if given is None and of_data and kind is not Kind.DESCRIPTION:
        raise BadInput(f"{' and '.join(of_data)} {'say' if len(of_data) > 1 else 'says'} what is what in the data; "
                       f"give the data too.")
    with only_reading(typed=each_of(metrics)), guarded_source(source):
        bundle = bundle_from(read, given, study=study, ledger=ledger, how=how, beside=beside,
                             columns=(columns or {}) | of_predictions or None, metrics=metrics, told=told,
                             of_description=of_data, asked=bool(forms), called=_called(source, "predictions"))
    bundle = bundle if time is None else _in_time(bundle, data, time)
    bundle = bundle if divided is None else divided_by(bundle, divided)
    bundle = bundle if estimators is None else _with_learners(bundle, estimators)
    if kind is Kind.PREDICTIONS and source is not bundle:
        bundle = asked_of_predictions(bundle, source, forms, read=read, columns=(columns or {}) | of_predictions,
                                      how=how)
    else:
        bundle = asked_of_words(bundle, source, kind, forms)
    return _answered(source, audit_bundle(bundle, mute=mute, checks=checks))


def _divided(source: Any, kind: Kind, data: Any, split: str | None, of_data: Mapping[str, Any]) -> SplitColumn | None:
    """The column of the data beside predictions that says which rows were trained on."""
    from referee.api.audit_data import column_of_split
    from referee.audit.reading.which import Kind

    if kind is not Kind.PREDICTIONS and split is not None:
        raise BadInput(f"split names a column of data or predictions, and {source} is a {kind.value}, "
                       f"which says itself how rows were divided; leave it out.")
    if data is None or kind is not Kind.PREDICTIONS:
        return None
    return column_of_split(data, split, of_data)


def _with_learners(bundle: Bundle, estimators: Any) -> Bundle:
    """With the learners themselves, which no ledger holds; each must be one of the study's."""
    from referee.learners import resolve

    if bundle.problem is None or bundle.problem.features is None:
        raise BadInput("estimators are fitted again on the data of the study; give the data too.")
    learners = resolve(estimators, bundle.problem)
    names = [model.name for model in bundle.models or ()]
    strangers = [one.name for one in learners if one.name not in names]
    if strangers:
        raise BadInput(f"the study has no model called {strangers[0]!r}; it has {', '.join(names)}. Give "
                       f"estimators under their names: estimators={{'{names[0] if names else 'name'}': …}}.")
    return replace(bundle, learners=learners)


def _in_time(bundle: Bundle, data: Any, time: str) -> Bundle:
    """With the times of a column of the data, unless it has times already."""
    from referee.audit.reading.divided import times_of

    if bundle.problem is not None and bundle.problem.time is not None:
        return bundle
    if not isinstance(data, str | Path):
        raise BadInput("time names a column of a data file; give the file as data.")
    return replace(bundle, times=times_of(Path(data), time))


def _called(source: Any, otherwise: str) -> str:
    return Path(source).name if isinstance(source, str | Path) else otherwise


def _answered(source: Any, found: Audit) -> AuditResult:
    return AuditResult(found, source=str(source) if isinstance(source, str | Path) else "")


def _told(tried: int | Mapping[str, int] | None, tuned_on: str | None, seeds: int | None,
          baselines: str | Iterable[str], metrics: Any) -> Told:
    """What was told beside predictions, checked."""
    from referee.audit.reading.from_predictions import Told
    from referee.audit.vocabulary.units import known_rows

    counts = list(tried.values()) if isinstance(tried, Mapping) else [] if tried is None else [tried]
    if any(not isinstance(count, int) or count < 1 for count in counts):
        raise BadInput(f"tried is how many settings there were, a whole number from 1 on, not {tried!r}.")
    if seeds is not None and (not isinstance(seeds, int) or seeds < 0):
        raise BadInput(f"seeds is how many there were, a whole number from 0 on, not {seeds!r}.")
    rows = None if tuned_on is None else known_rows(tuned_on)
    if tuned_on is not None and rows is None:
        raise BadInput(f"tuned_on is test, validation, training or nothing, not {tuned_on!r}.")
    names = [baselines] if isinstance(baselines, str) else list(baselines)
    return Told(tried=tried, tuned_on="test" if rows == "all" else rows, seeds=seeds, baselines=tuple(names),
                metrics=tuple(str(getattr(m, "name", m)) for m in each_of(metrics)))


audit_study = audit          # its name before


def _apart(kind: Kind, options: Mapping[str, Any], *, alone: bool) -> tuple[dict[str, Any], dict[str, str | None]]:
    """What is said of the data, and of predictions: theirs are weights, and ids and groups where they come alone."""
    from referee.audit.reading.which import Kind

    said = {word: value for word, value in options.items() if value is not None}
    of_data = {word: value for word, value in said.items() if word in OF_DATA and not (
        word in WORDS and kind is Kind.PREDICTIONS and (alone or word == "weights"))}
    return of_data, roles({word: value for word, value in said.items() if word not in of_data})
