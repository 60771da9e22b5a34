"""Every metric is a function on arrays, under its name, in a fresh process."""

import inspect
import os
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

import referee
from referee.kinds import Direction, Needs
from referee.metrics import FAMILIES, METRICS
from referee.metrics.past import Past

NAMED = [m for m in METRICS if m.name.isidentifier()]
TRUTH = np.tile([0, 1, 1, 0, 1, 0, 1, 1], 10)
LABELS = np.tile([0, 1, 0, 0, 1, 1, 1, 1], 10)
P = np.tile([0.2, 0.9, 0.4, 0.1, 0.8, 0.6, 0.7, 0.9], 10)
SAID = {Needs.LABELS: LABELS, Needs.SCORES: P, Needs.PROBABILITIES: P, Needs.VALUES: P + 1}


@pytest.mark.parametrize("metric", NAMED, ids=lambda m: m.name)
def test_each_metric_is_a_function_with_its_direction(metric):
    function = getattr(referee.metrics, metric.name)
    assert inspect.isfunction(function)
    assert function.direction is metric.direction
    assert function.metric is metric


@pytest.mark.parametrize("metric", [m for m in NAMED if m.least_classes == 2], ids=lambda m: m.name)
def test_the_function_gives_the_number_of_the_metric(metric):
    """The same number as the metric gives for the same predictions."""
    function = getattr(referee.metrics, metric.name)
    truth = TRUTH + 1.0 if metric.needs is Needs.VALUES else TRUTH
    more = {"prior": [0.4, 0.6]} if "prior" in inspect.signature(function).parameters else {}
    predictions = {
        Needs.LABELS: referee.metrics.labelled, Needs.SCORES: referee.metrics.scored,
        Needs.PROBABILITIES: referee.metrics.forecast, Needs.VALUES: referee.metrics.valued,
    }[metric.needs](truth, SAID[metric.needs], None, **more)
    if metric.season:
        more = {"past": [1.0, 3.0, 2.0]}
        predictions = replace(predictions, past=Past.of(np.array(more["past"]), None, train=np.arange(3),
                                                        test=np.zeros(truth.size, int)))
    if metric.priced:
        more = {"costs": np.arange(truth.size) + 1.0}
        predictions = replace(predictions, **more)
    assert function(truth, SAID[metric.needs], **more) == pytest.approx(metric.score(predictions), abs=1e-15)


def test_a_family_without_a_usual_member_is_a_function_of_its_parameters():
    cost = referee.metrics.expected_cost(TRUTH, LABELS, matrix=((0, 1), (5, 0)))
    assert cost == pytest.approx((1 * 1 + 5 * 1) / 8)
    assert referee.metrics.fbeta(TRUTH, LABELS, beta=2) == pytest.approx(0.8)
    assert {f.name for f in FAMILIES} <= set(dir(referee.metrics))


def test_what_is_no_metric_is_no_attribute():
    with pytest.raises(AttributeError, match="kapa"):
        _ = referee.metrics.kapa


ASKED = [
    "referee.metrics.kappa([0, 0, 1, 1], [0, 0, 1, 0])", "referee.estimates.wilson(8, 10)",
    "referee.comparisons.mcnemar([1, 0, 1], [1, 1, 0])", "referee.metric('accuracy').title",
    "referee.designs.KFold(seed=1).describe()",
]
EACH = """
import os, sys, numpy, scipy.stats            # not ours, and slow to load: once for all
for ask in sys.argv[1:]:
    child = os.fork()
    if child == 0:
        assert not [name for name in sys.modules if name.startswith("referee")]
        import referee
        print(eval(ask), flush=True)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, ask
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="each is asked in a process that has imported nothing else of ours")
def test_a_plain_import_is_enough():
    done = subprocess.run([sys.executable, "-c", EACH, *ASKED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert all(done.stdout.splitlines())
    assert len(done.stdout.splitlines()) == len(ASKED)


def test_importing_referee_loads_no_room():
    code = "import sys, referee; print([m for m in sys.modules if m.startswith('referee.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]"


def test_one_of_our_functions_may_stand_where_a_metric_does():
    assert referee.metrics.as_metric(referee.metrics.mae, METRICS["mae"].task) is METRICS["mae"]
    assert referee.metrics.mae.direction is Direction.MINIMISE
