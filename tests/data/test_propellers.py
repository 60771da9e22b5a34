"""Propellers by the Wageningen B-series."""

import numpy as np
import pandas as pd
import pytest

from referee.data.propellers import INPUTS, OUTPUTS, open_water, propeller_rows
from referee.data.propellers.open_water import _terms
from referee.errors import BadInput


def test_the_check_value_and_the_number_of_terms():
    """Oosterveld & van Oossanen (1975): 39 and 47 terms; Z = 4, A_E/A_0 = 0.55, P/D = 1, J = 0.6."""
    assert (len(_terms("KT")), len(_terms("KQ"))) == (39, 47)
    thrust, torque, efficiency = open_water([[0.6, 1.0, 0.55, 4]])[0]
    assert thrust == pytest.approx(0.2241, abs=5e-5)
    assert 10 * torque == pytest.approx(0.3657, abs=5e-5)
    assert efficiency == pytest.approx(0.585, abs=5e-4)


def test_efficiency_follows_from_thrust_and_torque_in_every_row_noise_or_not():
    frame = propeller_rows(50, seed=3)
    assert np.allclose(frame["eta"], frame["J"] * frame["K_T"] / (2 * np.pi * frame["K_Q"]))


def test_noise_is_as_large_as_stated():
    frame = propeller_rows(4000, seed=1)
    exact = open_water(frame[list(INPUTS)].to_numpy(float))
    for column, sd in ((0, 0.005), (1, 0.002)):
        ratio = frame[OUTPUTS[column]] / exact[:, column]
        assert ratio.std() == pytest.approx(sd, rel=0.06)          # sd of an sd of 4,000: 1.1%
        assert ratio.mean() == pytest.approx(1, abs=4 * sd / 4000**0.5)
    silent = propeller_rows(20, seed=1, noise=(0, 0))
    assert np.allclose(silent[list(OUTPUTS)], open_water(silent[list(INPUTS)].to_numpy(float)))


def test_rows_lie_in_the_range_of_the_series_and_push():
    frame = propeller_rows(500, seed=2)
    assert frame["P/D"].between(0.5, 1.4).all()
    assert frame["EAR"].between(0.3, 1.05).all()
    assert frame["z"].isin(range(2, 8)).all()
    assert (frame["K_T"] > 0.048).all()
    assert frame["eta"].between(0, 1).all()


def test_the_command(referee, tmp_path):
    assert referee("data", "make", "propeller", "p.csv").code == 0
    frame = pd.read_csv(tmp_path / "p.csv")
    assert len(frame) == 301
    pd.testing.assert_frame_equal(frame, propeller_rows(301))
    seen = referee("data", "make", "propellor", "p.csv")
    assert seen.code == 2
    assert "did you mean 'propeller'" in seen.err


def test_no_rows_are_refused():
    with pytest.raises(BadInput, match="at least one row"):
        propeller_rows(0)
