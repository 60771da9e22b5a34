"""Salzberg's numbers: 154 tests, 35 of 50, 100 people, ten settings."""

from __future__ import annotations

from referee.comparisons import binomial_sign, false_alarm_risk, false_alarms_expected, level_per_test, mcnemar
from referee.replications._base import Found, How, Item, number, told


def _right(wins: int, of: int = 50) -> tuple[list[int], list[int]]:
    return [1] * wins + [0] * (of - wins), [0] * wins + [1] * (of - wins)


def redo(_: How) -> Found:
    """Every number of sections 3 to 3.3."""
    sidak = 1 - level_per_test(154, method="sidak")
    once, twice = (binomial_sign(*_right(35), alternative=side).p for side in ("greater", "two-sided"))
    return Found(rows=[
        number("significant results expected of 154 tests", 7.7, false_alarms_expected(154), digits=1),
        number("chance of one mistake at least in 154", 0.9996, false_alarm_risk(154), digits=4),
        number("level of each of 154 tests", 0.0003, sidak, digits=4, note="Šidák's, called Bonferroni's: erratum 3"),
        number("times stricter than 0.05 (“over 150”)", 150, 0.05 / sidak, digits=0),
        number("35 or more of 50", 0.0032, once, digits=4, erratum=1),
        number("35 of 50, two-sided", 0.0064, twice, digits=4, erratum=1),
        number("30 or more of 50", 0.1012, binomial_sign(*_right(30), alternative="greater").p, digits=4, erratum=1),
        told("McNemar's statistic of 35 and 15", f"{mcnemar(*_right(35), variant='chi2-corrected').statistic:.2f}",
             "by the printed formula (|s − f| − 1)²/(s + f)"),
        number("of 100 people, significant at 0.05", 5, false_alarms_expected(100), digits=0),
        number("of 100 people, significant at 0.01", 1, false_alarms_expected(100, 0.99), digits=0),
        number("level of each of 10 settings", 0.005, 1 - level_per_test(10), digits=3),
    ])


ITEM = Item(name="numbers", title="The numbers of sections 3 to 3.3",
            data="counts that the paper states",
            procedure="expected false alarms, risk of a family, level of each test, exact binomial and McNemar's test",
            redo=redo)
