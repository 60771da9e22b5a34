"""referee calibration: whether the probabilities of a stored study, or of a file of predictions, can be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.show import print_json, say
from referee.cli.stored import Source, results_of

if TYPE_CHECKING:
    from referee import api


@with_copies
def calibration(
    source: Source,
    learner: o.Learner = None, study: o.Study = None, bins: o.Bins = None, of: o.Of = None, truth: o.Truth = None,
    ids: o.Ids = None, model: o.Model = None, probability: o.Probability = None, prediction: o.Prediction = None,
    fold: o.Fold = None, dataset: o.Dataset = None, positive: o.Positive = None, report: o.Report = None,
    copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Say whether stated probabilities can be believed, and draw the reliability diagram.

    Example: referee calibration referee.db --learner forest --figure forest.svg
    """
    from referee.errors import BadInput
    from referee.report.text import wrapped

    if learner is None and (copies != NO_COPIES or report is not None):
        what = "page" if copies == NO_COPIES else "figure" if copies.figure is not None else "copy"
        raise BadInput(f"a {what} shows one learner; say which with --learner NAME.")
    columns = {"truth": truth, "ids": ids, "model": model, "probability": probability, "prediction": prediction,
               "fold": fold, "dataset": dataset, "positive": positive}
    results = results_of(source, study, columns, what="whether its probabilities can be believed")
    found = _found(results, learner, bins=bins, of=of)
    if json:
        print_json({name: one.to_dict() for name, one in found.items()})
    else:
        for name, one in found.items():
            print(f"{name}\n" + "\n".join(wrapped(f"  {line}", hang="  ") for line in str(one).splitlines()))
    for one in found.values():
        if report is not None:
            say(f"Page: {one.report(report)}")
        copies.write(one)


def _found(results: dict[str, api.Result], learner: str | None, *, bins: int | None, of: str | None
           ) -> dict[str, api.CalibrationResult]:
    """What each learner's probabilities are worth; learners without any are told."""
    from referee.errors import Undefined

    found = {}
    for where, result in results.items():
        for name in [learner] if learner is not None else result.analysis.learners:
            called = f"{where}: {name}" if where else name
            try:
                found[called] = result.calibration(name, bins=bins, of=of)
            except Undefined as reason:
                if learner is not None:
                    raise
                say(f"{called}: {reason}")
    return found
