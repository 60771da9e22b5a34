"""How good estimators of error are: bias, spread, coverage and cost over data drawn again and again.

Reich & Barai (1999), eqs 4 and 5, Table 1 and Fig. 2, which they print from experience: here they are measured.
"""

from referee.lab.estimators.cells import Cell, estimator_named
from referee.lab.estimators.sources import LAWS, Sampled, Source, law_named
from referee.lab.estimators.study import EstimatorStudy, estimator_study

__all__ = ["LAWS", "Cell", "EstimatorStudy", "Sampled", "Source", "estimator_named", "estimator_study", "law_named"]
