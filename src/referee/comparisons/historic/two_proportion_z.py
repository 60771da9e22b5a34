"""Historic: z-test for the accuracies of two models on two independent test sets.

Mitchell, T. (1997). Machine Learning, section 5.5. The variances are not pooled.

On one shared test set it is wrong: it ignores the pairing and the correlation of the two models, and
Dietterich (1998) found that it "should never be used" to compare learners. Use `mcnemar` there. Every
result carries the flag "independent_test_sets_assumed".
"""

from __future__ import annotations

from referee.comparisons._base import Comparison
from referee.comparisons._student import Asked, located
from referee.errors import BadInput
from referee.given import door
from referee.kinds import Estimand


@door
def two_proportion_z(a_correct: int, a_n: int, b_correct: int, b_n: int, *, level: float = 0.95,
                     alternative: str = "two-sided") -> Comparison:
    """Whether two models are equally accurate, each judged on test cases of its own.

    >>> two_proportion_z(80, 100, 70, 100).p
    0.1002
    """
    for correct, n in ((a_correct, a_n), (b_correct, b_n)):
        if not 0 <= correct <= n or n < 1:
            raise BadInput(f"{correct} right of {n} cases is impossible.")
    share_a, share_b = a_correct / a_n, b_correct / b_n
    error = (share_a * (1 - share_a) / a_n + share_b * (1 - share_b) / b_n) ** 0.5
    fields = located(share_a - share_b, error, df=None, n=a_n + b_n, asked=Asked(level, alternative), named="Wald")
    fields["flags"] = ("independent_test_sets_assumed", *fields["flags"])
    return Comparison(method="two-proportion z", estimand=Estimand.MODEL, unit="case",
                      assumptions=("The two test sets are independent of each other.",
                                   "Both have at least five cases right and five wrong."), **fields)
