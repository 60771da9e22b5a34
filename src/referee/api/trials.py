"""trials: people with numbers; a table of runs or trials, or what a paper prints of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any, ClassVar

from referee.api.answer import Answer, pair_of
from referee.api.keywords import keywords
from referee.comparisons.data_sets.rank_ask import direction_of, metric_called
from referee.comparisons.trials.judged import JudgedLine, TrialsAsk, judge_lines
from referee.comparisons.trials.line import Line, summary_of
from referee.comparisons.trials.together import Together, together
from referee.comparisons.two_models.summary import Summary
from referee.data.printed_lines import Printed
from referee.data.trial_table import TrialColumns, Trials, read_trials
from referee.errors import BadInput, UnknownName
from referee.report.document import Page
from referee.report.trials.figure import trials_figure
from referee.report.trials.page import trials_page

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

_NONE: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class TrialsResult(Answer):
    """Lines tested as one family, in every form."""

    filename: ClassVar[str] = "trials.html"
    ask: TrialsAsk
    lines: tuple[JudgedLine, ...]
    together: tuple[Together, ...] = ()
    notices: tuple[str, ...] = ()
    command: str = ""                 # as it was typed, to do it again
    read: str = ""                    # how the table was read

    def page(self) -> Page:
        """The answer laid out in sections."""
        return trials_page(self.lines, self.together, self.ask, notices=self.notices, command=self.command,
                           read=self.read)

    def table(self) -> pd.DataFrame:
        """One row for each line and way to test it."""
        import pandas as pd

        rows = []
        for line in self.to_dict()["lines"]:
            for way in [line["test"] | {"primary": True, "p_adjusted": line["p_adjusted"]}, *line["ways"]]:
                low_high = way.get("interval") or {}
                rows.append({"measure": line["measure"], "a": line["a"], "b": line["b"],
                             "difference": line["difference"], "test": way["name"], "primary": "primary" in way,
                             "statistic": way.get("statistic"), "df": way.get("df"), "p": way["p"],
                             "p_adjusted": way.get("p_adjusted"), "low": low_high.get("low"),
                             "high": low_high.get("high")})
        return pd.DataFrame(rows)

    def figure(self) -> Figure:
        """Every difference with its interval."""
        return trials_figure(self.lines, level=self.ask.level)

    def to_dict(self) -> dict[str, Any]:
        """Every number, ready for JSON."""
        return {"level": self.ask.level, "alternative": self.ask.alternative, "adjust": self.ask.adjust,
                "lines": [line.to_dict() for line in self.lines],
                "together": [one.to_dict() for one in self.together], "notices": list(self.notices), "read": self.read}

    def __getitem__(self, pair: tuple[str, str]) -> JudgedLine:
        """One model against another, by the first measure."""
        a, b = pair_of(pair)
        for line in self.lines:
            if {a, b} == {line.line.a, line.line.b}:
                return line if a == line.line.a else line.swapped()
        raise UnknownName("pair that was tested", f"{a} with {b}", [f"{one.a} with {one.b}" for one in self.lines])


@keywords(metric="metrics")
def trials(  # noqa: PLR0913 - the door for people with numbers; every option is by keyword
    table: Any = None, *, a: Any = None, b: Any = None, metrics: str = "", higher_is_better: bool | None = None,
    test: str | None = None, level: float = 0.95, alternative: str = "two-sided", adjust: str = "holm",
    against: str | None = None, unpaired: bool = False, train_rows: int | None = None, test_rows: int | None = None,
    model: str | None = None, score: str | None = None, run: str | None = None, drop: Any = (), command: str = "",
) -> TrialsResult:
    """Which model is better, from runs or trials, or from what a paper prints of them.

    `table` is a file, a frame or a dict of columns: a row per trial and a column per model; or a column that names the
    model, one or more measures, and for pairs one that numbers the trials; or printed lines, with columns mean_a, sd_a,
    n_a, mean_b, sd_b, n_b. Instead, `a` and `b` are mean, standard deviation and number of runs. Rows of a wide table
    are pairs unless `unpaired`. Trials that are splits of one data set need `train_rows` and `test_rows`.

    >>> runs = {"trial": [1, 2, 3, 4, 5], "A": [90, 93, 80, 85, 77], "B": [82, 76, 85, 75, 82]}
    >>> trials(runs, higher_is_better=True)["A", "B"].p                     # Mooney's second experiment
    0.3142
    >>> trials(a=(9.79, 1.46, 10), b=(7.91, .36, 10), higher_is_better=False)["A", "B"].outcome.value
    'worse'
    """
    ask = TrialsAsk(test=test, level=level, alternative=alternative, adjust=adjust)     # type: ignore[arg-type]
    sizes = _sizes(train_rows, test_rows)
    if table is None:
        lines, notices, read = [_of_summaries(a, b)], _NONE, ""
    else:
        if a is not None or b is not None:
            raise BadInput("a table holds both models; give it, or mean, sd and n of each (a=…, b=…), not both.")
        said = read_trials(table, TrialColumns(model=model, score=score, run=run, drop=drop), unpaired=unpaired)
        lines, notices = _lines(said, against)
        read = said.read if isinstance(said, Trials) else ""
    lines = [replace(line, sizes=sizes, unit="split" if sizes and line.unit == "run" else line.unit) for line in lines]
    lines, assumed = _directed(lines, metrics, higher_is_better=higher_is_better)
    return TrialsResult(ask, judge_lines(lines, ask), together(lines), (*notices, *assumed), command, read)


def _sizes(train_rows: int | None, test_rows: int | None) -> tuple[int, int] | None:
    if (train_rows is None) != (test_rows is None):
        raise BadInput("splits of one data set are corrected by both sizes: give train_rows=… and test_rows=….")
    return None if train_rows is None or test_rows is None else (train_rows, test_rows)


def _of_summaries(a: Any, b: Any) -> Line:
    if a is None or b is None:
        raise BadInput("say what to test: a table of trials, or mean, sd and n of both models (a=… and b=…).")
    (name_a, one), (name_b, other) = _summary(a, "A"), _summary(b, "B")
    return Line(a=name_a, b=name_b, measure="", summaries=(one, other))


def _summary(given: Any, name: str) -> tuple[str, Summary]:
    """Mean, sd and n, as three numbers or as they are typed: 9.79,1.46,10, perhaps with a name before: hold-out=…"""
    if isinstance(given, Summary):
        return name, given
    if isinstance(given, str):
        before, is_named, after = given.rpartition("=")
        name, given = (before.strip() or name) if is_named else name, after.split(",")
    if not isinstance(given, Sequence) or len(given) != 3:
        raise BadInput(f"{name} is given by mean, sd and n, as in 9.79,1.46,10, not by {given!r}.")
    try:
        mean, sd, n = (float(part) for part in given)
    except (TypeError, ValueError):
        odd = next((part for part in given if not _is_float(part)), given)
        raise BadInput(f"{name} is given by mean, sd and n, as in 9.79,1.46,10; {odd!r} is no number.") from None
    if not n.is_integer():
        raise BadInput(f"{name}: n is {n:g}; it counts runs.")
    return name, Summary(mean, sd, int(n))


def _is_float(part: Any) -> bool:
    try:
        float(part)
    except (TypeError, ValueError):
        return False
    return True


def _lines(said: Trials | tuple[Printed, ...], against: str | None) -> tuple[list[Line], tuple[str, ...]]:
    """Every pair of models by every measure."""
    if isinstance(said, tuple):
        return [Line(a="A", b="B", measure=one.name, summaries=(Summary(*one.a), Summary(*one.b)))
                for one in said], ()
    if against is not None and against not in said.models:
        raise UnknownName(f"model of {said.where}", against, said.models)
    pairs = list(combinations(said.models, 2)) if against is None else [
        (name, against) for name in said.models if name != against]
    _enough(said)
    return [Line(a=a, b=b, measure=measure, values=(by_model[a], by_model[b]), paired=said.paired, unit=said.unit,
                 summaries=(summary_of(by_model[a]), summary_of(by_model[b])))
            for a, b in pairs for measure, by_model in said.values.items()], said.notices


def _enough(said: Trials) -> None:
    for measure, by_model in said.values.items():
        for name in said.models:
            if len(by_model.get(name, ())) < 2:
                what = f"{name} by {measure}" if measure else name
                raise BadInput(f"{said.where}: {what} has {len(by_model.get(name, ()))} trial(s); without two at least "
                               f"there is no spread to judge a difference by.")


def _directed(lines: list[Line], metrics: str, *, higher_is_better: bool | None) -> tuple[list[Line], tuple[str, ...]]:
    """Which way each measure gets better, and for which that was only assumed."""
    found, assumed = [], {}
    for line in lines:
        name = metrics or line.measure
        said = None if metric_called(name) and not metrics else higher_is_better
        direction, _, guessed = direction_of(name, higher_is_better=said)
        found.append(replace(line, direction=direction))
        if guessed:
            assumed[line.measure] = (f"Higher {line.measure or 'numbers'} were taken to be better, since nothing says "
                                     f"which; --lower-is-better (higher_is_better=False) says that lower ones are.")
    return found, tuple(assumed.values())
