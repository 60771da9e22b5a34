"""referee picture: curves, matrices and rows of a stored study, or of a file of predictions."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli import options as o
from referee.cli.copies import NO_COPIES, Copies, with_copies
from referee.cli.show import print_json, say
from referee.cli.stored import Source, results_of
from referee.cli.typed import numbers
from referee.cli.typed import pair as two

if TYPE_CHECKING:
    from referee import api


class Kind(StrEnum):
    """What is to be seen."""

    roc = "roc"
    precision_recall = "precision-recall"
    confusion = "confusion"
    decision_curve = "decision-curve"
    posterior = "posterior"
    residuals = "residuals"
    rows = "rows"
    differing = "differing"


Shown = Annotated[Kind, typer.Argument(metavar="KIND", help=(
    "roc, precision-recall, confusion, decision-curve, posterior (how likely which difference is: --pair A,B), "
    "residuals, rows (what most models get wrong first) or differing (rows on which two models differ: --pair A,B)."))]


@with_copies
def picture(
    kind: Shown, source: Source,
    learner: o.Learner = None, pair: o.Pair = None, of_class: o.OfClass = None, thresholds: o.Thresholds = None,
    study: o.Study = None, truth: o.Truth = None,
    ids: o.Ids = None, model: o.Model = None, probability: o.Probability = None, prediction: o.Prediction = None,
    score: o.Score = None, fold: o.Fold = None, groups: o.Groups = None, positive: o.Positive = None,
    report: o.Report = None, copies: Copies = NO_COPIES, json: o.AsJson = False,
) -> None:
    """Draw what a field expects: ROC, precision-recall and decision curves, confusion matrices, residuals, rows.

    Example: referee picture roc referee.db --figure roc.svg
    """
    from referee.errors import BadInput

    csv = copies.csv
    if csv is not None and csv.suffix.lower() != ".csv":
        raise BadInput(f"the numbers are written as .csv, not as {csv.suffix or csv.name}; a picture goes to --figure.")
    results = results_of(source, study, {
        "truth": truth, "ids": ids, "model": model, "probability": probability, "prediction": prediction,
        "score": score, "fold": fold, "groups": groups, "positive": positive}, what="its pictures")
    if len(results) > 1:
        raise BadInput(f"{source} holds {len(results)} data sets; a picture is of one: give the file of one.")
    (result,) = results.values()
    said = {"of": of_class, "thresholds": numbers(thresholds, float, "--thresholds are numbers")}
    found = _found(result, kind, (two(pair, "--pair names") or ()) if pair else (learner,) if learner else (), said)
    if json:
        print_json(found.to_dict())
    else:
        print(str(found).removesuffix("\n"))
    if report is not None:
        say(f"Page: {found.report(report)}")
    copies.write(found)


def _found(result: api.Result, kind: Kind, names: tuple[str, ...], said: Mapping[str, object]) -> api.Picture:
    """The picture; what was said beside the names must be something that it knows."""
    from referee.errors import BadInput

    knows = {Kind.roc: ("of",), Kind.precision_recall: ("of",), Kind.decision_curve: ("of", "thresholds")}.get(kind, ())
    more = {word: value for word, value in said.items() if value is not None}
    for word in more:
        if word not in knows:
            spelling = {"of": "--class"}.get(word, f"--{word}")
            raise BadInput(f"{spelling} says nothing about {kind.value}; leave it out.")
    if kind is Kind.differing and len(names) != 2:
        raise BadInput("which two models? Name them with --pair A,B.")
    made: api.Picture = getattr(result, kind.name)(*names, **more)
    return made
