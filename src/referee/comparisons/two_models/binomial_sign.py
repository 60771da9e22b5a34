"""The exact binomial test on the cases where two models disagree, as Salzberg recommends it.

Salzberg, S. (1997). On comparing classifiers. Data Mining and Knowledge Discovery 1, 317–328, section 3.1.

Under the null each disagreement is a fair coin. The tail counts "at least as many" (the paper's formula
says "more than", which would give 0.0013 for 35 of 50 where the right value is 0.0033). It is McNemar's
exact test; it says nothing of the cases on which the models agree, so their share is in the details.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.comparisons._base import Comparison
from referee.comparisons.two_models.mcnemar import mcnemar
from referee.given import door


@door
def binomial_sign(a_correct: Any, b_correct: Any, *, level: float = 0.95,
                  alternative: str = "two-sided") -> Comparison:
    """Whether the disagreements of two models favour one of them.

    >>> binomial_sign([1] * 35 + [0] * 15, [0] * 35 + [1] * 15, alternative="greater").p
    0.003300
    """
    result = mcnemar(a_correct, b_correct, variant="exact", level=level, alternative=alternative)
    return replace(result, method="exact binomial on disagreements")
