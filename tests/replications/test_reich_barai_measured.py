"""Reich & Barai measured again: the net, the rows bad twice, the words of Table 1."""

import numpy as np
import pytest

from referee.api import Local, carry_out, load, opened, prepare_panorama, propeller_rows
from referee.errors import BadInput
from referee.lab.estimators.summary import Worth
from referee.metrics import metric
from referee.reading.panorama.bad_rows import bad_rows
from referee.replications import replicate
from referee.replications.reich_barai.corrosion import slump_rows
from referee.replications.reich_barai.net import StoppedNet, _activations, _gradients, _started
from referee.replications.reich_barai.table_1 import judged, printed


def test_the_gradient_of_the_net_is_the_slope_of_half_its_sum_of_squares():
    draw = np.random.default_rng(0)
    rows, outputs = draw.normal(size=(7, 3)), draw.normal(size=(7, 2))
    layers = [(w.astype(float), b.astype(float)) for w, b in _started((3, 4, 5, 2), draw)]

    def half(layers):
        return 0.5 * ((_activations(rows, layers)[-1] - outputs) ** 2).sum()

    found = _gradients(_activations(rows, layers), layers, outputs)
    for i, (weights, offsets) in enumerate(layers):
        for of, array in enumerate((weights, offsets)):
            place = (0,) * array.ndim
            slopes = []
            for step in (1e-6, -1e-6):
                moved = [(w.copy(), b.copy()) for w, b in layers]
                moved[i][of][place] += step
                slopes.append(half(moved))
            assert found[i][of][place] == pytest.approx((slopes[0] - slopes[1]) / 2e-6, rel=1e-5)


def test_the_net_stops_at_its_error_and_not_before():
    frame = propeller_rows(40, seed=0)
    X, y = frame.iloc[:, :4], frame.iloc[:, 4:]
    net = StoppedNet(hidden=(8, 8), stop_at=0.5, random_state=0).fit(X, y)
    low, width = np.asarray(y.min()), np.asarray(y.max() - y.min())
    assert 0.4 < (((net.predict(X) - y) / width) ** 2).to_numpy().sum() <= 0.5 + 1e-4
    assert low.shape == (3,)
    longer = StoppedNet(hidden=(8, 8), stop_at=None, epochs=net.epochs_ + 100, random_state=0).fit(X, y)
    assert longer.error_ < net.error_
    assert longer.epochs_ == net.epochs_ + 100
    assert net.predict(X.iloc[:3]).shape == (3, 3)
    assert StoppedNet(hidden=(4,), stop_at=None, epochs=5).fit(X, y["eta"]).predict(X).shape == (40,)


def test_a_net_that_does_not_come_down_has_diverged_and_its_fit_fails():
    frame = propeller_rows(30, seed=0)
    with pytest.raises(RuntimeError, match=r"the net diverged: a sum of squares of .* after 3 epochs"):
        StoppedNet(epochs=3, random_state=0).fit(frame.iloc[:, :4], frame.iloc[:, 4:])


def test_a_planted_error_is_bad_in_both_and_a_lone_row_in_one_only():
    """A line: one outcome is moved far off; a straight line misses it trained or not."""
    x = np.linspace(0, 1, 30)
    y = 2 * x + 0.01 * np.random.default_rng(1).normal(size=30)
    y[12] += 3
    problem = load(x[:, None], y=y, task="regression")
    with opened(None) as ledger:
        prepared = prepare_panorama(["linear"], problem, metrics="mse", parts=("resubstitution", "loo"))
        seen = carry_out(prepared, ledger, engine=Local(workers=1)).panorama
        found = bad_rows(ledger, seen, "linear", metric("mse"), worst=0.04)
        assert found.rows.tolist() == [12]
        assert found.trained[12] < found.left_out[12]
        with pytest.raises(BadInput, match="no mean over rows"):
            bad_rows(ledger, seen, "linear", metric("r2"))
        less = carry_out(prepare_panorama(["linear"], problem, metrics="mse", parts=("resubstitution",)), ledger,
                         engine=Local(workers=1)).panorama
        with pytest.raises(BadInput, match="has no loo"):
            bad_rows(ledger, less, "linear", metric("mse"))


def worth(name, bias, sd, error=0.0001):
    return Worth(estimator=name, title=name, draws=1000, truth=0.2, mean=0.2 + bias, sd=sd, rmse=sd, ends=(0, 1),
                 covered=None, width=None, fits=1, seconds=0, bias_error=error)


AS_PRINTED = (worth("resubstitution", -0.1, 0.1), worth("holdout", 0.05, 0.08), worth("holdout-repeated", 0.05, 0.06),
              worth("kfold", 0.001, 0.06), worth("kfold-repeated", 0.001, 0.05), worth("loo", 0.001, 0.06),
              worth("632", -0.01, 0.04))


def test_what_is_as_table_1_says_holds_and_what_is_not_does_not():
    assert {row.verdict.value for row in judged("x", AS_PRINTED)} == {"no number printed", "pattern holds"}
    turned = tuple(worth(one.estimator, -one.bias, 1 / one.sd) for one in AS_PRINTED)
    rows = [row for row in judged("x", turned) if "bias of" in row.what]
    assert [row.verdict.value == "pattern does not hold" for row in rows] == [True] * 3 + [False] * 3 + [True]
    unsure = tuple(worth(one.estimator, one.bias, one.sd, error=0.2) for one in AS_PRINTED)
    assert {row.verdict.value for row in judged("x", unsure) if "bias of" in row.what} == {"can't tell"}


def test_table_1_comes_along_with_seven_rows():
    assert [row["bias"] for row in printed()].count("nearly unbiased") == 3


def test_the_slump_table_is_whole_and_scaled():
    frame = slump_rows()
    assert frame.shape == (103, 10)
    assert frame[["slump", "flow", "strength"]].min().tolist() == [0, 0, 0]
    assert frame[["slump", "flow", "strength"]].max().tolist() == [1, 1, 1]


def test_more_than_two_methods_are_one_manova_of_all_outputs():
    """Three methods of two outputs; statsmodels is held against it in the tests of manova."""
    from types import SimpleNamespace

    from referee.comparisons import manova
    from referee.replications.reich_barai.five_tests import _all_methods

    draw = np.random.default_rng(0)
    repeats = {".632B": draw.normal(size=(30, 2)), "K-fold": draw.normal(size=(10, 2)) + 3, "hold-out": draw.normal(
        size=(10, 2))}
    row = _all_methods(SimpleNamespace(repeats=repeats))
    said = manova(np.vstack(list(repeats.values())), ["b"] * 30 + ["k"] * 10 + ["h"] * 10)
    assert row.ours == f"Λ = {said.statistic:.3g}, F = {said.detail('F'):.3g}, p = {said.p:.2g}"
    assert said.p < 1e-6
    few = _all_methods(SimpleNamespace(repeats={name: of[:1] for name, of in repeats.items()}))
    assert "too few rows" in few.ours


def test_the_machining_table_is_scaled_and_looked_for_in_the_folder(tmp_path):
    import pandas as pd

    from referee.replications._base import How
    from referee.replications.reich_barai.corrosion import machining_rows

    pd.DataFrame({"x": [1.0, 2, 2], "DFlow": [-1, 0, 1], "DGap": [0, 0, 1]}).to_csv(
        tmp_path / "edm.csv.gz", index=False)
    frame = machining_rows(How(folder=tmp_path))
    assert frame["DFlow"].tolist() == [0, 0.5, 1]
    assert machining_rows(How()) is None
    row, = replicate("reich-barai", "machining").rows
    assert (row.verdict.value, "edm.csv.gz" in row.note) == ("not run", True)


def test_an_item_whose_table_is_not_there_says_so_and_a_folder_that_is_none_is_refused(tmp_path):
    row, = replicate("reich-barai", "uiuc").rows
    assert row.verdict.value == "not run"
    assert "uiuc-propellers.csv.gz" in row.note
    assert replicate("reich-barai", "uiuc", folder=tmp_path).rows[0].verdict.value == "not run"
    with pytest.raises(BadInput, match="is no folder"):
        replicate("reich-barai", "uiuc", folder=tmp_path / "none")
