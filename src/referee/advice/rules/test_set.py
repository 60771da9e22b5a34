"""E-01 to E-04: an independent test set, or fresh rows at will."""

from __future__ import annotations

from dataclasses import replace

from referee.advice.rule import Rule
from referee.advice.situation import Goal, Situation

FEW_FOR_WILSON, FEW_FOR_CLT, PLENTY = 40, 300, 1000


def _tested(s: Situation) -> bool:
    return s.goal is Goal.ABSOLUTE and s.n_test is not None


TEST_SET = (
    Rule(
        code="E-01",
        when="a fixed model has a test set of its own, and is judged by a share of right answers",
        condition=lambda s: _tested(s) and s.zero_one,
        advice=f"test the fixed model once and give Wilson's interval (Clopper and Pearson's below {FEW_FOR_WILSON} "
               f"test rows, or where no row or every row is wrong)",
        warning="the plain normal interval of a share",
        reason="of the intervals of a share these hold their level; the plain one covers 0.89 of 0.95 on average at "
               "n = 30, and 0.26 at worst",
        source="Reich & Barai 1999, 2.1; Brown, Cai & DasGupta 2001",
    ),
    Rule(
        code="E-02",
        when="such a test set has 1,000 rows or more",
        condition=lambda s: _tested(s) and (s.n_test or 0) >= PLENTY,
        advice="take the plain hold-out estimate",
        warning="repeated cross-validation, which would spend fits for nothing",
        reason="with 1,000 test rows a share is known to ±0.031 at worst",
        source="Reich & Barai 1999, 2.1; Highleyman 1962",
    ),
    Rule(
        code="E-03",
        when="such a test set has fewer than 300 rows, and the metric is a mean over them",
        condition=lambda s: _tested(s) and (s.n_test or 0) < FEW_FOR_CLT and s.decomposable,
        advice="give an exact or score interval of a share, or BCa for other bounded values",
        warning="mean ± 2 standard errors",
        reason="below a few hundred rows the central limit is not reached",
        source="Bowyer, Aitchison & Ivanova 2025",
    ),
    Rule(
        code="E-04",
        when="a simulator gives fresh rows at will",
        condition=lambda s: s.simulator,
        advice="draw fresh rows for every repetition, train on a half of them, test on the other, and compare over the "
               "repetitions: an ordinary paired test over them is valid",
        warning="divisions of one sample",
        reason="repetitions that share no row are independent",
        source="Reich & Barai 1999, 2.1 and 5.1",
        shape=lambda _, recipe: replace(recipe, fresh=True),
    ),
)
