"""Mooney's cross-validated learning curves, with training time and the complexity of what was learned."""

from __future__ import annotations

from functools import partial
from typing import Any

from referee.api import learning_curve
from referee.replications._base import Found, How, Item, Row, claim, told
from referee.replications.mooney.complexity import complexity_figure

MODELS = ("tree", "gaussian-nb")


def redo(how: How) -> Found:
    """Accuracy in testing and training, seconds and complexity at each size, over ten folds (five in quick mode)."""
    result: Any = learning_curve(list(MODELS), "wine", sizes=[20, 40, 80, 140], folds=5 if how.quick else 10,
                                 metrics="accuracy", **how.of_fits())
    curves = {curve["learner"]: curve["points"] for curve in result.to_dict()["curves"]
              if curve["metric"] == "accuracy"}
    rows: list[Row] = []
    for name, points in curves.items():
        first, last = points[0], points[-1]
        rows.append(claim(f"{name}: test accuracy from {first['size']} to {last['size']} rows", "rises",
                          f"{first['value']:.3f} to {last['value']:.3f}", holds=last["value"] > first["value"]))
        for point in points:
            size = ", ".join(f"{value:.3g} {what}" for what, value in point["complexity"].items())
            rows.append(told(f"{name} at {point['size']} rows",
                             f"testing {point['value']:.3f}, training {point['training']:.3f}, "
                             f"{1000 * point['fit_seconds']:.1f} ms, {size}"))
    grown = [(name, points[0]["complexity"], points[-1]["complexity"]) for name, points in curves.items()]
    for name, first, last in grown:
        rows += [claim(f"{name}: {what} grow with the rows", "a curve of its own", f"{first[what]:.3g} to "
                       f"{last[what]:.3g}", holds=last[what] > first[what]) for what in last
                 if what in first and last[what] != first[what]]
    drawn = [{"learner": name, "points": points} for name, points in curves.items()]
    return Found(rows=rows, answers={"learning curves of the two": result},
                 pictures={"complexity of what was learned, by training size": partial(complexity_figure, drawn)})


ITEM = Item(name="learning-curves", title="Cross-validation learning curves",
            data="substitute: wine (the slide names none)",
            procedure="curve wine --models tree,gaussian-nb --sizes 20,40,80,140: test and training accuracy, times "
                      "and complexity at each size; pairs by the corrected t with max-T (the slide: paired t)",
            redo=redo)
