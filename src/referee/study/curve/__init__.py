"""Learning curves: scores, costs and differences by training size, read from the ledger."""

from referee.study.curve.contrasts import Contrast, Contrasts
from referee.study.curve.curves import Curves, draw_curves
from referee.study.curve.points import Curve, Point

__all__ = ["Contrast", "Contrasts", "Curve", "Curves", "Point", "draw_curves"]
