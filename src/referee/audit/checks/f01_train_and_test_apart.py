"""F-01: the rows tested on are not the rows trained on (Flexer's first requirement)."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import by_its_own_words
from referee.audit.prose.confession import SAME

FEW = 0.01              # of the questions


@check("F-01", "Training and test rows are the same", severity=Severity.FATAL,
       advice="Test on rows that were not trained on.",
       reference="Flexer 1996, requirement 1; Reich & Barai 1999, 2.2.1")
def train_and_test_apart(bundle: Bundle) -> Iterator[Found]:
    """Rows on both sides of any division; a whole test part inside the training part is resubstitution.

    In the log of an evaluation harness: questions that stand in their own prompt with the answer.
    """
    told = by_its_own_words(bundle, SAME)
    if bundle.prompts is not None and bundle.prompts.answered:
        shown, documents = len(bundle.prompts.answered), bundle.prompts.documents
        yield Found(message=f"{shown:,} of {documents:,} questions stand in their own prompt before they are asked, "
                            f"with the right answer: examples were drawn from the test documents.",
                    severity=Severity.FATAL if shown > FEW * documents else Severity.SERIOUS,
                    evidence={"documents": list(bundle.prompts.answered[:20])})
        return
    for one in told:
        yield Found(message=f"By its own words it was tested on what it was trained on: {one.quoted}{one.beside}",
                    evidence={"sentence": one.sentence})
    known = [d for d in bundle.divisions or () if d.train is not None and not d.assumed]
    if not known and told:
        return
    if not known:
        raise NotCheckable("it is not known which rows each model was trained on",
                           ask="the rows trained on (a split column of the data, or divisions)")
    shared = {d.label: np.intersect1d(d.test, d.train).size for d in known if d.train is not None}
    hit = {label: count for label, count in shared.items() if count}
    if not hit:
        return
    tested = sum(d.test.size for d in known if d.label in hit)
    total = sum(hit.values())
    what = "is a resubstitution figure and is" if total == tested else "rests partly on rows it had seen and is"
    yield Found(
        message=f"{total:,} of {tested:,} test rows were also used for training (in {len(hit)} of {len(known)} "
                f"divisions). The reported score {what} optimistic.",
        evidence={"shared": hit},
    )
