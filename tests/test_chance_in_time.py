"""Chance on a series: the target is moved along the times, because shuffled labels forget what they remember."""

from html import unescape

import numpy as np
import pandas as pd
import pytest

import referee
from referee.data import load
from referee.data.shifts import shift_times
from referee.designs.rolling import Rolling
from referee.errors import BadInput
from referee.seeds import stream
from referee.study.drifting import drifts

N = 60


def remembering(draw, n, columns, memory):
    noise, out = draw.normal(size=(n + 50, columns)), np.zeros((n + 50, columns))
    for i in range(1, n + 50):
        out[i] = memory * out[i - 1] + noise[i]
    return out[50:]


DRAW = stream(3, "chance in time")
X, NOISE = remembering(DRAW, N, 2, 0.8), remembering(DRAW, N, 1, 0.8)[:, 0]
Y = 3 * X[:, 0] + NOISE


@pytest.fixture(scope="module")
def found():
    return referee.chance("ridge", X, Y, time="rows", metrics="mae", jobs=1)


def test_every_shift_keeps_the_order_of_the_series_and_is_made_once():
    shift = shift_times(load(X, y=Y, time="rows"), seed=5, count=999)
    assert (shift.count, shift.exhaustive) == (N - 1, True)
    seen = set()
    for number in range(1, N):
        order = shift.order(number)
        assert (np.diff(order) == 1).sum() == N - 2           # one seam
        seen.add(int(order[0]))
    assert seen == set(range(1, N))
    some = shift_times(load(X, y=Y, time="rows"), seed=5, count=20)
    assert (some.count, some.exhaustive, some.fingerprint) == (20, False, shift.fingerprint)
    assert all(np.array_equal(some.order(b), shift.order(b)) for b in range(21))


@pytest.mark.slow
def test_p_counts_shifts_by_hand(found):
    from sklearn.linear_model import Ridge
    from sklearn.preprocessing import StandardScaler

    plan = found.chance.plan.parameters
    parts = list(Rolling(splits=plan["splits"], gap=plan["gap"], seed=0).parts(N))

    def score(X):
        off = []
        for train, test in parts:
            scale = StandardScaler().fit(X[train])
            model = Ridge().fit(scale.transform(X[train]), Y[train])
            off.append(np.abs(Y[test] - model.predict(scale.transform(X[test]))))
        return np.concatenate(off).mean()

    ours = score(X)
    shifted = np.array([score(np.roll(X, -k, axis=0)) for k in range(1, N)])
    one = found.chance.reference("ridge")
    assert one.observed == pytest.approx(ours)
    assert one.p == pytest.approx((1 + (shifted <= ours).sum()) / N)
    assert np.sort(one.values) == pytest.approx(np.sort(shifted))


def test_the_answer_says_what_it_is_in_every_form(found, tmp_path):
    text = " ".join(str(found).split())
    assert "is beyond chance: none of 59 shifts of the target along the times reached it (p = 0.017)." in text
    assert "59 shifts (all there are): the target moved along the times" in text
    assert "so 60 times give none below 0.017." in text
    assert "Shuffled labels would lose what the series remembers" in text
    assert "Ojala" not in text
    assert "no bias of the procedure" not in text
    told = found.to_dict()
    assert (told["tests"][0]["times"], told["references"][0]["times"]) == (N, N)
    assert told["references"][0]["bias"] is None
    assert found.table().loc[0, "p"] == 1 / N
    assert "rolling origins" in told["design"]["description"]
    page = unescape(found.report(tmp_path / "chance.html").read_text(encoding="utf-8"))
    assert "data whose target was moved along the times" in page
    assert "on shuffled data" not in page


@pytest.mark.slow
def test_a_design_by_time_makes_rows_a_series_without_a_column_of_time(found):
    plan = found.chance.plan.parameters
    design = f"rolling:splits={plan['splits']},gap={plan['gap']}"
    same = referee.chance("ridge", X, Y, design=design, metrics="mae", jobs=1)
    assert same.chance.tests[0].times == N
    assert same.p("ridge") == found.p("ridge")
    single = referee.chance("ridge", X, Y, design="rolling:splits=1", metrics="mae", shuffles=9, jobs=1)
    assert single.chance.tests[0].times == N
    assert referee.chance("ridge", X, Y, metrics="mae", shuffles=9, jobs=1).chance.tests[0].times is None


def test_a_design_that_deals_rows_is_carried_out_and_told():
    mixed = referee.chance("ridge", X, Y, time="rows", design="kfold:folds=4", metrics="mae", shuffles=19, jobs=1)
    assert mixed.chance.tests[0].times == N
    assert "models were trained on rows after those they were tested on" in " ".join(str(mixed).split())


def test_a_forecaster_that_looks_at_no_feature_is_told():
    text = " ".join(str(referee.chance("last", X, Y, time="rows", metrics="mae", shuffles=19, jobs=1)).split())
    assert "No shift changes what last scores: it does not use the features" in text
    assert "p = 1.000" in text


@pytest.mark.slow
def test_shifts_that_hand_over_the_answer_are_told():
    y = remembering(stream(5, "lags"), N + 2, 1, 0.7)[:, 0]
    lags = np.column_stack([y[1:-1], y[:-2]])
    result = referee.chance("ridge", lags, y[2:], time="rows", metrics="mae", jobs=1)
    assert result.chance.reference("ridge").farthest <= 3
    assert "moved the target by" in str(result)
    assert "features that hold the target's own past" in " ".join(str(result).split())


@pytest.mark.slow
def test_two_series_that_drift_are_told_and_two_that_remember_are_not(found):
    clock = np.arange(N) / 10
    draw = stream(6, "drift")
    apart = referee.chance("ridge", (clock + draw.normal(size=N))[:, None], clock + draw.normal(size=N), time="rows",
                           metrics="mae", shuffles=19, jobs=1)
    assert "The target drifts, and so does 'x0'" in " ".join(str(apart).split())
    assert found.chance.tests[0].drifts is None
    assert np.mean([drifts(remembering(stream(b, "calm"), N, 1, 0.8)[:, 0]) for b in range(200)]) < 0.05
    assert np.mean([drifts(np.cumsum(stream(b, "walk").normal(size=N))) for b in range(50)]) > 0.3


def test_rows_of_one_time_move_together_and_groups_keep_their_own_rows():
    days, shops = np.repeat(np.arange(20), 3), np.tile(["c", "a", "b"], 20)
    mixed = stream(7, "mixed").permutation(60)
    problem = load(np.arange(60.0)[mixed, None], y=np.arange(60.0)[mixed] % 7, time=days[mixed], groups=shops[mixed])
    shift = shift_times(problem, seed=0, count=99)
    assert shift.count == 19
    order = shift.order(4)
    assert (problem.groups[order] == problem.groups).all()
    assert np.unique((problem.time[order] - problem.time) % 20).tolist() == [shift.moved(4)]


@pytest.mark.parametrize(("arguments", "sentence"), [
    ({"time": np.r_[0, np.arange(N - 1)]}, "times that hold as many rows each, and here they hold 1 to 2"),
    ({"time": np.repeat(np.arange(N // 2), 2), "groups": np.r_[0, 2, np.tile([0, 1], N // 2 - 1)]},
     "times that hold the same groups, and here they differ"),
    ({"time": np.arange(N) // 12}, "5 times are too few to move a target along"),
    ({"time": "rows", "strata": np.arange(N) % 2}, "moved along its times as a whole: that cannot keep them within"),
    ({"time": "rows", "shuffled": "columns"}, "as if rows were independent, and those of data are a series"),
    ({"time": "rows", "shuffles": 0}, "shuffles is a whole number from 1 on, not 0"),
])
def test_what_cannot_be_moved_along_times_is_refused(arguments, sentence):
    with pytest.raises(BadInput, match=sentence):
        referee.chance("ridge", X, Y, metrics="mae", jobs=1, design="rolling:splits=2", **arguments)


def test_groups_of_one_row_and_one_group_of_all_rows_are_no_hindrance():
    for groups in (np.arange(N), np.zeros(N, dtype=int)):
        assert shift_times(load(X, y=Y, time="rows", groups=groups), seed=0, count=99).count == N - 1


def test_few_times_cannot_show_anything_and_the_answer_says_so():
    result = referee.chance("ridge", X[:15], Y[:15], time="rows", metrics="mae", jobs=1)
    assert "With 14 shifts p cannot be below 0.067, and 15 times have no more." in " ".join(str(result).split())


@pytest.mark.slow
def test_classes_in_time_and_dates_in_a_frame():
    frame = pd.DataFrame({"a": X[:, 0], "b": X[:, 1], "day": pd.date_range("2024-03-01", periods=N),
                          "up": np.where(Y > 0, "yes", "no")}).sample(frac=1.0, random_state=1)
    result = referee.chance("lda", frame, y="up", time="day", jobs=1)
    assert result.chance.tests[0].times == N
    assert result.p("lda") == 1 / N


@pytest.mark.slow
def test_more_shifts_add_to_those_that_are_there(tmp_path):
    asked = {"time": "rows", "metrics": "mae", "jobs": 1, "ledger": tmp_path / "chance.db"}
    first = referee.chance("ridge", X, Y, shuffles=20, **asked)
    more = referee.chance("ridge", X, Y, shuffles=30, **asked)
    splits = len(more.chance.plan.entries)
    assert (first.done.fitted, more.done.fitted) == (21 * splits, 10 * splits)


def alarms(draw, studies, n, memory, orders_of):
    """Share of p ≤ 0.05 of least squares over rolling origins, where features tell nothing of the target."""
    parts, found = list(Rolling(splits=4, gap=1, seed=0).parts(n)), 0
    for _ in range(studies):
        X, y = remembering(draw, n, 2, memory), remembering(draw, n, 1, memory)[:, 0]
        tables = np.concatenate([np.ones((n, n, 1)), X[np.vstack([np.arange(n), orders_of(draw)])]], axis=2)
        loss = 0.0
        for train, test in parts:
            A = tables[:, train]
            b = np.linalg.solve(A.transpose(0, 2, 1) @ A, A.transpose(0, 2, 1) @ y[train][:, None])
            loss = loss + np.abs(y[test] - (tables[:, test] @ b)[..., 0]).sum(axis=1)
        found += (loss <= loss[0] + 1e-12).sum() / n <= 0.05
    return found / studies


@pytest.mark.slow
def test_shifts_hold_their_level_where_shuffles_are_too_sure():
    n = 60
    shift = shift_times(load(np.arange(float(n))[:, None], y=np.arange(n) % 7, time="rows"), seed=0, count=n)
    shifts = np.stack([shift.order(b) for b in range(1, n)])
    held = alarms(stream(11, "level"), 500, n, 0.8, lambda _: shifts)
    liberal = alarms(stream(11, "level"), 500, n, 0.8,
                     lambda draw: np.stack([draw.permutation(n) for _ in range(n - 1)]))
    assert held <= 0.08
    assert liberal > 0.09
