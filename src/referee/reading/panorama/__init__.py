"""All estimators side by side on one learner: resubstitution, bootstrap, cross-validation, hold-out."""

from referee.reading.panorama.bias_order import Order, check_order
from referee.reading.panorama.lines import ESTIMATORS, Column, Estimator, Line, Spread
from referee.reading.panorama.plan import PARTS, panorama_plan
from referee.reading.panorama.see import Panorama, see

__all__ = ["ESTIMATORS", "PARTS", "Column", "Estimator", "Line", "Order", "Panorama", "Spread", "check_order",
           "panorama_plan", "see"]
