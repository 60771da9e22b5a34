"""Flexer's equations 1 to 3, and the quantiles of his intervals."""

from __future__ import annotations

from referee.api import trials
from referee.comparisons._laws import reach
from referee.replications._base import Found, How, Item, number, told

A = (.812, .798, .825, .807, .819, .801, .811, .83)
B = (.795, .788, .802, .799, .785, .81)


def redo(_: How) -> Found:
    """The paper has formulas and no numbers; the example was computed by hand and by two other programs."""
    runs = {"net": ["A"] * len(A) + ["B"] * len(B), "accuracy": [*A, *B]}
    result = trials(runs, model="net", test="pooled-t")
    said = result["A", "B"].comparison
    welch = result["A", "B"].others[0].comparison
    return Found(rows=[
        told("t, eqs 1 to 3", f"{said.statistic:.4f}", "eight and six runs"),
        told("degrees of freedom", f"{said.df:g}", "N_A + N_B − 2"),
        told("p", f"{said.p:.5f}"),
        told("p by Welch, which needs no equal variances", "" if welch is None else f"{welch.p:.5f}"),
        number("z of 95%", 1.96, reach(0.95), digits=2),
        number("z of 99%", 2.58, reach(0.99), digits=2),
    ], answers={"the difference of the two nets": result})


ITEM = Item(name="equations", title="Equations 1 to 3 and the confidence intervals of section 3.2",
            data="an example of ours (the paper prints formulas only): eight runs of A, six of B",
            procedure="trials runs.csv --test pooled-t", redo=redo)
