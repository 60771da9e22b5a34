"""All estimators side by side on one learner: resubstitution, bootstrap, cross-validation, hold-out."""

from referee.estimates.panorama.lines import ESTIMATORS, Column, Estimator, Line, Spread
from referee.estimates.panorama.order import Order, check_order
from referee.estimates.panorama.plan import panorama_plan
from referee.estimates.panorama.see import Panorama, see

__all__ = ["ESTIMATORS", "Column", "Estimator", "Line", "Order", "Panorama", "Spread", "check_order", "panorama_plan",
           "see"]
