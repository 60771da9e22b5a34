"""F-01: the rows tested on are not the rows trained on (Flexer's first requirement)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, Division, ModelPredictions
from referee.audit.evidence import told_by_itself
from referee.audit.prose.confession import SAME
from referee.errors import RefereeError
from referee.kinds import Array
from referee.metrics import Predictions, metric

FEW = 0.01              # of the questions


@check("F-01", "Training and test rows are the same", severity=Severity.FATAL,
       advice="Test on rows that were not trained on.",
       reference="Flexer 1996, requirement 1; Reich & Barai 1999, 2.2.1")
def train_and_test_apart(bundle: Bundle) -> Iterator[Found]:
    """Rows on both sides of any division; a whole test part inside the training part is resubstitution.

    In the log of an evaluation harness: questions that stand in their own prompt with the answer.
    """
    told = told_by_itself(bundle, SAME, "it was tested on what it was trained on")
    if bundle.prompts is not None and bundle.prompts.answered:
        shown, documents = len(bundle.prompts.answered), bundle.prompts.documents
        yield Found(message=f"{shown:,} of {documents:,} questions stand in their own prompt before they are asked, "
                            f"with the right answer: examples were drawn from the test documents.",
                    severity=Severity.FATAL if shown > FEW * documents else Severity.SERIOUS,
                    evidence={"documents": list(bundle.prompts.answered[:20])})
        return
    yield from told
    known = [d for d in bundle.divisions or () if d.train is not None and not d.assumed]
    if not known and told:
        return
    if not known:
        raise NotCheckable("it is not known which rows each model was trained on",
                           ask="the rows trained on (a split column of the data, or divisions)")
    shared = {d.label: np.intersect1d(d.test, d.train).size for d in known if d.train is not None}
    hit = {label: count for label, count in shared.items() if count}
    if not hit:
        yield from _scored_on_training_rows(bundle, known)
        return
    tested = sum(d.test.size for d in known if d.label in hit)
    total = sum(hit.values())
    what = "is a resubstitution figure and is" if total == tested else "rests partly on rows it had seen and is"
    yield Found(
        message=f"{total:,} of {tested:,} test rows were also used for training (in {len(hit)} of {len(known)} "
                f"divisions). The reported score {what} optimistic.",
        evidence={"shared": hit},
    )


def _scored_on_training_rows(bundle: Bundle, known: list[Division]) -> Iterator[Found]:
    """Answers to rows of the only training part too: fatal where the score that is printed is of all of them."""
    train = known[0].train
    if len(known) > 1 or train is None:
        return
    for part in bundle.said or ():
        trained = np.isin(part.rows, train)
        if not trained.any() or trained.all():
            continue
        of_all = _printed(bundle, part, np.ones_like(trained)) and not _printed(bundle, part, ~trained)
        how = ", and the score that is printed is of all of them" if of_all else ""
        yield Found(message=f"{int(trained.sum()):,} of the {trained.size:,} rows that {part.model} answers are rows "
                            f"it was trained on{how}.",
                    severity=None if of_all else Severity.WARNING,
                    evidence={"model": part.model, "trained_on": int(trained.sum()), "answered": int(trained.size)})


def _printed(bundle: Bundle, part: ModelPredictions, rows: Array) -> bool:
    """Whether a score that is printed of a model is that of these of its rows, to the digits printed."""
    for line in bundle.reported or ():
        if line.model != part.model or line.computed:
            continue
        digits = len(line.text.split(".")[1]) if "." in line.text else 4
        with suppress(RefereeError):
            if abs(metric(line.metric).score(_taken(part.predictions, rows)) - line.value
                   ) <= 0.51 * 10.0**-digits:
                return True
    return False


def _taken(said: Predictions, rows: Array) -> Predictions:
    """What was said of some of the rows."""
    parts = {name: array[rows] for name in ("truth", "labels", "scores", "probabilities", "values")
             if (array := getattr(said, name)) is not None}
    return Predictions(n_classes=said.n_classes, classes=said.classes, prior=said.prior, **parts)
