"""The level of `compare` and the coverage of `evaluate` over series, through the program itself: one line a situation.

Two models are equally good by construction: the target is the sum of two alike series and noise, and each model sees
one of them. Series and noise are autoregressions, alone or with a season of twelve that no model sees. The interval is
asked to hold the expected absolute error of the fitted models, which is known: errors are normal given the season.

    python benchmarks/series_levels.py --studies 400 --times 100,200,500 --memory 0,0.5,0.8
"""

import argparse
import itertools
import math

import numpy as np
from scipy import stats
from scipy.signal import lfilter
from sklearn.compose import ColumnTransformer
from sklearn.linear_model import LinearRegression
from sklearn.pipeline import make_pipeline

import referee
from referee.seeds import stream

DESIGNS = ("rolling:splits=5", "blocked:folds=5,gap=2")


def one_column(column):
    """Least squares on one column."""
    return make_pipeline(ColumnTransformer([("one", "passthrough", [column])]), LinearRegression())


def autoregression(draw, times, memory):
    """Of variance 1."""
    noise = draw.normal(size=times + 200)
    return lfilter([math.sqrt(1 - memory**2)], [1, -memory], noise)[200:]


def study(number, *, design, times, memory, season):
    """Whether a difference was claimed, and whether the interval of the first model's error held the truth."""
    draw = stream(number, "series levels", design, times, str(memory), str(season))
    X = np.column_stack([autoregression(draw, times, memory) for _ in range(2)])
    y = X.sum(axis=1) + autoregression(draw, times, memory)
    cycle = season * math.sqrt(2) * np.sin(2 * math.pi * (np.arange(times) / 12 + draw.uniform()))
    result = referee.compare({"a": one_column(0), "b": one_column(1)}, X, y + cycle, time="rows", design=design,
                             metrics="mae", baseline=False, jobs=1)
    p, interval, told = result["a", "b"].p, result.estimates["a"].interval, result.analysis.table.rows["a"]
    return p < 0.05, interval.low <= truth(told, X[:, 0], cycle) <= interval.high


def truth(told, seen, cycle):
    """The mean of |N(m, s²)| over the tested times: m is the season less the offset, s² = (1 − slope)² + 2."""
    expected = []
    for part in np.unique(told.fold):
        rows = told.row[told.fold == part]
        slope, offset = np.polyfit(seen[rows], told.predictions.values[told.fold == part], 1)
        expected.append(folded(cycle[rows] - offset, math.sqrt((1 - slope) ** 2 + 2)))
    return float(np.concatenate(expected).mean())


def folded(mean, spread):
    """E|N(mean, spread²)|: Leone, Nelson & Nottingham (1961)."""
    z = mean / spread
    return spread * math.sqrt(2 / math.pi) * np.exp(-z**2 / 2) + mean * (1 - 2 * stats.norm.cdf(-z))


def main():
    """A line of Markdown for each situation."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--studies", type=int, default=400)
    parser.add_argument("--times", default="100,200,500")
    parser.add_argument("--memory", default="0,0.5,0.8")
    asked = parser.parse_args()
    n, many = asked.studies, [int(text) for text in asked.times.split(",")]
    memories = [float(text) for text in asked.memory.split(",")]
    print("| design | times | memory | season | level | coverage |\n|---|---|---|---|---|---|")
    for design, times, memory, season in itertools.product(DESIGNS, many, memories, (0.0, 1.0)):
        found = np.array([study(i, design=design, times=times, memory=memory, season=season) for i in range(n)])
        level, cover = found.mean(axis=0)
        errors = [math.sqrt(max(share * (1 - share), 0.01) / n) for share in (level, cover)]
        print(f"| `{design}` | {times} | {memory:g} | {'12' if season else '–'} | {level:.3f} ± {errors[0]:.3f} | "
              f"{cover:.3f} ± {errors[1]:.3f} |", flush=True)


if __name__ == "__main__":
    main()
