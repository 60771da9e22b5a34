"""Small data, and an answer boiled down to what a reader would act on."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import referee as package


@dataclass(frozen=True)
class Small:
    """Two classes, three features, twelve groups of five rows."""

    X: np.ndarray
    y: np.ndarray
    groups: np.ndarray


@pytest.fixture(scope="session")
def small():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3))
    return Small(X, (X[:, 0] + rng.normal(size=60) > 0).astype(int), np.repeat(np.arange(12), 5))


@pytest.fixture
def table(tmp_path, small):
    """The same rows as a file: a, b, c and the target y."""
    path = tmp_path / "small.csv"
    pd.DataFrame(small.X, columns=list("abc")).assign(y=np.where(small.y == 1, "yes", "no")).to_csv(path, index=False)
    return path


@pytest.fixture(scope="session")
def compare(small):
    """`referee.compare` of two quick learners and the baseline on the small data, by accuracy unless said.

    A design by name in no ledger is asked once: results are frozen, and a fresh ledger knows nothing of the last.
    """
    asked = {}

    def run(design, **options):
        options = {"metrics": "accuracy", "jobs": 1, "models": ["lda", "gaussian-nb"]} | options
        plain = isinstance(design, str) and not {"ledger", "groups"} & options.keys()
        key = (design, repr(sorted(options.items()))) if plain else None
        if key not in asked:
            models = options.pop("models")
            result = package.compare(models, small.X, small.y, design=design, **options)
            if key is None:
                return result
            asked[key] = result
        return asked[key]

    return run


@pytest.fixture(scope="session")
def evaluate(small):
    def run(design, **options):
        options = {"metrics": "accuracy", "jobs": 1} | options
        return package.evaluate(options.pop("model", "lda"), small.X, small.y, design=design, **options)

    return run


@pytest.fixture(scope="session")
def pairs_of(small):
    """The (train rows, test rows) pairs of a built-in design, in its order."""
    from referee.data import make_problem
    from referee.designs import make_plan

    def pairs(design, **data):
        plan = make_plan(design, make_problem(small.X, small.y, **data), seed=0)
        return [(np.array(s.train_rows), np.array(s.test)) for s in plan.splits()]

    return pairs


def _rounded(number):
    """Nine digits: sums taken in another order may differ in the last ones."""
    return None if number is None else float(f"{float(number):.9g}") + 0.0


def _interval(interval):
    return None if interval is None else (_rounded(interval.low), _rounded(interval.high), interval.method)


@pytest.fixture(scope="session")
def substance():
    """What a result says, without what the design was called: every estimate and every pair of the primary metric."""

    def boil(result):
        estimates = {name: (_rounded(e.value), _interval(e.interval)) for name, e in result.estimates.items()}
        names = sorted(result.estimates)
        pairs = {}
        for i, a in enumerate(names):
            for b in names[i + 1:]:
                verdict = result[a, b]
                c = verdict.comparison
                pairs[a, b] = {"test": c.method, "difference": _rounded(c.difference),
                               "interval": _interval(c.interval), "p": _rounded(c.p),
                               "adjusted": _rounded(verdict.p_adjusted), "statistic": _rounded(c.statistic),
                               "outcome": verdict.outcome.value}
        return {"estimates": estimates, "pairs": pairs}

    return boil


def pytest_collection_modifyitems(items):
    """Hundreds of whole studies, processes and packages: for the long run, but for one case of each promise."""
    for item in items:
        if item.path.parent == Path(__file__).parent and not item.get_closest_marker("quick"):
            item.add_marker(pytest.mark.slow)
