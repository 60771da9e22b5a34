"""F-30 of rows that do not follow the formula which the others follow: intervals of means, R² beside RMSE and sd."""

import pytest

import referee

BODY = [("Office", 64, 8.42, 3.10, 7.65, 9.19), ("School", 48, 6.75, 3.92, 6.34, 7.16),
        ("Hospital", 90, 14.31, 5.66, 13.12, 15.50), ("Market", 72, 10.08, 2.87, 9.41, 10.75),
        ("Hall", 36, 17.64, 6.21, 15.54, 19.74), ("Library", 52, 4.96, 1.74, 4.48, 5.44)]
RIGHT = [line if line[0] != "School" else ("School", 48, 6.75, 3.92, 5.61, 7.89) for line in BODY]
FITS = [("AqSol", 2.36, "Ridge", 1.58, 0.552), ("AqSol", 2.36, "Forest", 1.31, 0.692),
        ("AqSol", 2.36, "Boosting", 1.22, 0.733), ("Salts", 1.72, "Ridge", 1.41, 0.328),
        ("Salts", 1.72, "Forest", 1.21, 0.505), ("Salts", 1.72, "Net", 1.05, 0.784)]


def _told(tmp_path, names, rows):
    path = tmp_path / "table.csv"
    path.write_text("\n".join(",".join(map(str, line)) for line in [names.split(","), *rows]) + "\n")
    return [finding for finding in referee.audit(path).findings if finding.code == "F-30"]


@pytest.mark.parametrize("names", [
    "building,n_days,MAE_kWh_mean,MAE_kWh_sd,CI95_lo,CI95_hi", "site,n,mean,sd,lower,upper",
    "site,visits,average delay,Std. Dev.,2.5%,97.5%",
    "Ort,Tage,Mittelwert,Standardabweichung,untere Grenze,obere Grenze",
    "site,runs,latency mean,latency std,latency ci_low,latency ci_high"])
def test_an_interval_that_does_not_follow_is_told(tmp_path, names):
    told, = _told(tmp_path, names, BODY)
    assert told.severity.value == "serious"
    assert "School: the interval [6.34, 7.16]" in told.message
    assert "[5.612, 7.888]" in told.message
    assert not _told(tmp_path, names, RIGHT)


@pytest.mark.parametrize(("names", "shape"), [
    ("site,n,mean ± SD,lower,upper", "{1},{2} ± {3},{4},{5}"), ("site,n,mean (SD),low,high", "{1},{2} ({3}),{4},{5}"),
    ("site,n,sd,delay (95% CI)", "{1},{3},{2} ({4}–{5})"), ("site,n,sd,delay,95% CI", "{1},{3},{2},{4} to {5}")])
def test_an_interval_in_cells_of_other_shapes(tmp_path, names, shape):
    told, = _told(tmp_path, names, [("{0}," + shape).format(*line).split(",") for line in BODY])
    assert "School" in told.message
    assert not _told(tmp_path, names, [("{0}," + shape).format(*line).split(",") for line in RIGHT])


NAMES = "site,n,mean,sd,lower,upper"


def _with(changes):
    return [changes.get(line[0], line) for line in RIGHT]


@pytest.mark.parametrize("rows", [
    [(a, n, m, s, round(m - 0.6 * s / n**0.5 * (1 + k), 2), round(m + 2.4 * s / n**0.5, 2))
     for k, (a, n, m, s, _, _) in enumerate(RIGHT)],                                   # another formula
    [*RIGHT[:2], ("School", 48, 6.75, 3.92, 6.34, 7.16)],                              # too few that show it
    _with({"School": ("Overall", 362, 9.75, 3.92, 8.1, 11.4)}),                        # sums up the others
    _with({"School": ("School", 4, 6.75, 3.92, 2.91, 10.59)}),                         # the normal's among Student's
    _with({"School": ("School", 48, 0.75, 3.92, 0, 1.89)}),                            # cut off at nothing
    _with({"School": ("School", 48, 6.75, 3.92, 5.55, 8.01)}),                         # a little off: a bootstrap
    _with({name: (name, 40, 6.75, 3.92, 6.34, 7.16) for name in ("School", "Hall")}),  # two of six
    [(a, n, round(m / 10, 1), round(s / 10, 1), round(lo / 10, 1), round(hi / 10, 1)) for a, n, m, s, lo, hi in BODY],
], ids=["other formula", "few", "overall", "normal", "cut off", "near", "two", "coarse"])
def test_other_intervals_are_left_alone(tmp_path, rows):
    assert not _told(tmp_path, NAMES, rows)


def test_rows_with_levels_of_their_own_are_left_alone(tmp_path):
    assert not _told(tmp_path, NAMES + ",confidence", [(*line, 60 if line[0] == "School" else 95) for line in BODY])


@pytest.mark.parametrize("names", [
    "Test set,SD(logS),Method,RMSE,R2", "data,sd_y,model,rmse,r2", "set,Std. dev. of target,learner,RMSE,R²",
    "set,SD of y,learner,root mean squared error,R squared"])
def test_a_fit_that_does_not_follow_is_told(tmp_path, names):
    told, = _told(tmp_path, names, FITS)
    assert told.severity.value == "serious"
    assert "Salts" in told.message
    assert "0.784" in told.message
    assert "which is 0.627" in told.message
    assert not _told(tmp_path, names, [*FITS[:-1], ("Salts", 1.72, "Net", 1.05, 0.627)])


def test_a_fit_beside_squares(tmp_path):
    rows = [(a, round(s**2, 3), b, round(e**2, 3), r) for a, s, b, e, r in FITS]
    told, = _told(tmp_path, "set,variance of y,learner,MSE,R2", rows)
    assert "which is 0.627" in told.message


@pytest.mark.parametrize("rows", [
    [(a, s, b, e, round(r + 0.03 * (k + 1), 3)) for k, (a, s, b, e, r) in enumerate(FITS)],     # means over folds
    [(a, round(s * (0.6 + 0.1 * k), 2), b, e, r) for k, (a, s, b, e, r) in enumerate(FITS)],    # another sd
    [*FITS[:2], FITS[-1]],
    [*FITS[:-1], ("Salts", 1.72, "Net", 1.05, 0.65)],                                           # near
    [*FITS[:-1], ("Salts", 1.72, "Mean", 1.05, 0.784)],                                         # sums up
    [*FITS[:-2], ("Salts", 1.72, "Forest", 1.21, 0.702), FITS[-1]],                               # two of six
], ids=["folds", "other sd", "few", "near", "sums up", "two"])
def test_other_fits_are_left_alone(tmp_path, rows):
    assert not _told(tmp_path, "set,SD of target,learner,RMSE,R2", rows)
