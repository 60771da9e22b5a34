"""F-20: test rows that also occur, or nearly occur, in the training part."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit._base import Found, NotCheckable, Severity, check
from referee.audit.bundle import Bundle
from referee.audit.evidence import divisions_with_training, one_pass
from referee.audit.twins import twins
from referee.kinds import Array

MANY = 0.01         # of the test rows


@check("F-20", "Duplicates across training and test rows", severity=Severity.FATAL,
       advice="Keep duplicates on one side of every division (give them one group), or leave them out.",
       reference="Kapoor & Narayanan 2023; Mooney, MO-09")
def duplicates_across(bundle: Bundle) -> Iterator[Found]:
    """Exact and near twins on both sides; the accuracy without them is computed where predictions are known."""
    if bundle.problem is None or bundle.problem.features is None:
        raise NotCheckable("the features are not at hand; give the data file")
    divisions = divisions_with_training(bundle)
    found = twins(bundle.problem.features.matrix)
    for kind, code in (("also occur", found.exact), ("nearly occur", found.near)):
        hit = _on_both_sides(code, [(d.test, train) for d, train in divisions])
        if not hit.size:
            continue
        tested = np.unique(np.concatenate([d.test for d, _ in divisions])).size
        share = hit.size / tested
        yield Found(
            message=f"{hit.size:,} test rows ({share:.1%}) {kind} in training.{_without(bundle, hit)}",
            severity=Severity.FATAL if share > MANY and kind == "also occur" else Severity.SERIOUS,
            evidence={"rows": [int(row) for row in hit[:20]], "share": share})
        return


def _on_both_sides(code: Array, divisions: list[tuple[Array, Array]]) -> Array:
    """The test rows one of whose twins was trained on; a code of −1 means no twin."""
    hits = [test[(code[test] >= 0) & np.isin(code[test], code[train])] for test, train in divisions]
    return np.unique(np.concatenate(hits))


def _without(bundle: Bundle, hit: Array) -> str:
    for model in [m.name for m in bundle.models or () if not m.baseline]:
        try:
            rows, said = one_pass(bundle, model)
        except NotCheckable:
            continue
        if said.labels is None or said.n_classes is None:
            continue
        right, alone = said.labels == said.truth, ~np.isin(rows, hit)
        if alone.any():
            return (f" Without them the accuracy of {model} is {right[alone].mean():.3f} instead of "
                    f"{right.mean():.3f}.")
    return ""
