"""The level of mean costs and of panels through `compare` and `judge` themselves: one line a situation.

Two models are equally good by construction, each seeing one of two alike columns. Costs are lognormal and independent
of everything; the truth of the interval is known, as errors are those of a sign (Sheppard 1899). In a panel columns and
noise are sums of a shock of the group, an autoregression over times and noise of the row.

    python benchmarks/cost_and_panel_levels.py --studies 400
"""

import argparse
import math

import numpy as np
from series_levels import autoregression, one_column
from sklearn.compose import ColumnTransformer
from sklearn.naive_bayes import GaussianNB
from sklearn.pipeline import make_pipeline

import referee
from referee.seeds import stream

WRONG = math.acos(1 / math.sqrt(3)) / math.pi       # P(sign x ≠ sign(x + z + e)): their correlation is 1/√3
PANEL = "rolling:splits=2,horizon=30,new_groups=2"


def priced(number, cases, spread):
    """Two columns, classes and costs."""
    draw = stream(number, "cost levels", cases, str(spread))
    X = draw.normal(size=(cases, 2))
    return X, (X.sum(axis=1) + draw.normal(size=cases) > 0).astype(int), np.exp(spread * draw.normal(size=cases))


def compared(number, cases, spread):
    """Whether `compare` claims a difference in mean cost."""
    X, y, costs = priced(number, cases, spread)
    models = {name: make_pipeline(ColumnTransformer([("one", "passthrough", [i])]), GaussianNB())
              for i, name in enumerate("ab")}
    found = referee.compare(models, X, y, case_costs=costs, metrics="case_cost", design="kfold:folds=5", baseline=False,
                            jobs=1)
    return found["a", "b"].p < 0.05


def judged(number, cases, spread):
    """The same of `judge`, and whether its interval held the truth."""
    X, y, costs = priced(number, cases, spread)
    said = {name: (X[:, i] > 0).astype(int) for i, name in enumerate("ab")}
    found = referee.judge({"id": range(cases), "truth": y, "cost": costs, **said}, case_costs="cost",
                          metrics="case_cost", task="classification")
    interval = found.estimates["a"].interval
    return found["a", "b"].p < 0.05, interval.low <= WRONG * math.exp(spread**2 / 2) <= interval.high


def panel(number, groups, times, memory):
    """Whether `compare` claims a difference over new groups at later times."""
    draw = stream(number, "panel levels", groups, times, str(memory), PANEL)
    group, time = np.tile(np.arange(groups), times), np.repeat(np.arange(times), groups)

    def shocks():
        return (draw.normal(size=groups)[group] + autoregression(draw, times, memory)[time]
                + draw.normal(size=groups * times))

    X = np.column_stack([shocks() for _ in range(2)])
    found = referee.compare({"a": one_column(0), "b": one_column(1)}, X, X.sum(axis=1) + shocks(), groups=group,
                            time=time, metrics="mae", design=PANEL, baseline=False, jobs=1)
    return found["a", "b"].p < 0.05


def main():
    """A line for each situation."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--studies", type=int, default=400)
    n = parser.parse_args().studies
    for spread in (0.5, 1.5):
        for study in (compared, judged):
            found = np.mean([study(i, 100, spread) for i in range(n)], axis=0)
            print(f"{study.__name__}, 100 cases, spread of log costs {spread}: {found}", flush=True)
    for groups in (6, 12):
        print(f"panel of {groups} groups: {np.mean([panel(i, groups, 90, 0.8) for i in range(n)])}", flush=True)


if __name__ == "__main__":
    main()
