"""Historic: the six rules for comparing two means of I iterations.

Reich, Y. and Barai, S. V. (1999). Evaluating machine learning models for engineering problems.
Artificial Intelligence in Engineering 13, 257–272, eqs. 11–13 and the six cases of section 5.2.

t' = (θ₁ − θ₂)/√(σ₁² + σ₂²) with σ the standard errors of the two means; the rules differ in its degrees of
freedom. Never a default: the paper applies them to iterations of k-fold cross-validation on one data set,
which are not independent; an interval over 10 repetitions of 10-fold (eq. 8) then covers the truth in 13 to
46 of a hundred studies instead of 95. Every result is marked "historic". Where the paper says that the two
means differ "if the lower bound exceeds 0", read: if the interval excludes 0 on either side.
"""

from __future__ import annotations

from referee.comparisons._base import Comparison
from referee.comparisons._student import Asked, located
from referee.comparisons.two_models.summary import Summary
from referee.comparisons.two_models.unpaired_t import welch_df
from referee.errors import BadInput, Undefined
from referee.given import door
from referee.kinds import Estimand

LARGE = 30
RULES = {1: "z, more than 30 iterations", 2: "t, equal standard errors assumed", 3: "unequal standard errors",
         4: "t, equal numbers of iterations", 5: "t, Welch's degrees of freedom",
         6: "t, the smaller number of iterations less one"}


@door
def reich_barai(a: Summary, b: Summary, *, rule: int | None = None, level: float = 0.95,
                alternative: str = "two-sided") -> Comparison:
    """Compare two means by one of the paper's six rules; without one, by the last that applies.

    >>> reich_barai(Summary(9.79, 1.46, 10), Summary(7.91, .36, 10)).p      # table 2, K_T: hold-out against 10-fold
    0.00267
    """
    rule = _rule_for(a, b) if rule is None else rule
    df = _degrees(rule, a, b)
    fields = located(a.mean - b.mean, (a.squared_error + b.squared_error) ** 0.5, df=df, n=min(a.n, b.n),
                     asked=Asked(level, alternative), named="Reich-Barai")
    fields["flags"] = ("historic", "dependence_ignored", *fields["flags"])
    return Comparison(method=f"Reich-Barai rule {rule} ({RULES[rule]})", estimand=Estimand.PROCEDURE, unit="repeat",
                      assumptions=("The iterations are independent (on one data set they are not).",
                                   "The iterations are roughly normal."),
                      details=(("rule", rule),), **fields)


def _rule_for(a: Summary, b: Summary) -> int:
    """From the numbers of iterations only, never from the results."""
    if min(a.n, b.n) > LARGE:
        return 1
    return 5 if a.n == b.n else 6


def _degrees(rule: int, a: Summary, b: Summary) -> float | None:
    if rule == 3:
        raise Undefined("rule 3 says that with unequal standard errors no exact law exists; use rule 4, 5 or 6.")
    if rule == 4 and a.n != b.n:
        raise BadInput(f"rule 4 is for equal numbers of iterations, not {a.n} and {b.n}; use rule 6.")
    if rule not in RULES:
        raise BadInput(f"rule is {rule}; the paper has rules 1 to 6.")
    by_rule = {1: None, 2: a.n + b.n - 2, 4: a.n + b.n - 2, 6: min(a.n, b.n) - 1}
    return welch_df((a.squared_error, b.squared_error), (a.n, b.n)) if rule == 5 else by_rule[rule]
