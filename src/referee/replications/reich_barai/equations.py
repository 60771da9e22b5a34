"""Equations 11 to 14 and the comparisons of section 5.2."""

from __future__ import annotations

from referee.api import trials
from referee.comparisons import false_alarm_risk
from referee.replications._base import Found, How, Item, number, told
from referee.replications.reich_barai.printed import table


def redo(_: How) -> Found:
    """Hold-out against K-fold for K_T by the six rules, and the risk of fifteen comparisons."""
    spreads = table(2)[0].spreads
    a, b = ((spreads[name].mean, spreads[name].sd, spreads[name].n) for name in ("hold-out", "K-fold"))
    result = trials(a=a, b=b, higher_is_better=False)
    line = result["A", "B"]
    rows = [told("t′", f"{line.comparison.statistic:.3f}", "eqs. 11 and 12; K_T of table 2")]
    for one in line.others:
        if one.comparison is not None:
            rows.append(told(one.way.title, f"ν = {one.comparison.df:.4g}, p = {one.comparison.p:.2g}"))
        else:
            rows.append(told(one.way.title, "no number", one.refused))
    interval = line.interval
    assert interval is not None
    return Found(rows=[
        *rows, told("eq. 13, 95% interval", f"{interval.low:.2f} to {interval.high:.2f}",
                    "different where it leaves out 0 on either side: erratum 22"),
        number("risk of 15 comparisons", 0.54, false_alarm_risk(15), digits=2,
               note="six within data bases would be 0.265: erratum 21")], answers={"hold-out − K-fold, K_T": result})


ITEM = Item(name="equations-11-14", title="Equations 11 to 14: two means of iterations, six rules",
            data="shipped: K_T of table 2 (mean, sd, n of hold-out and K-fold)",
            procedure="trials --a 9.79,1.46,10 --b 7.91,.36,10 --lower-is-better", redo=redo)
