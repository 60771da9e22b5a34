"""Rows of propellers, as in the first case of Reich & Barai (1999), whose own 301 rows are not public.

Theirs are of a naval series and have the cavitation number as a fifth input; the B-series has none. Inputs are drawn
evenly within the range of the series, and kept where the propeller pushes (K_T of 0.05 and more: relative errors of a
thrust near 0 mean nothing). Noise is as they state it of their data: 0.5% of thrust, 0.2% of torque, here as standard
deviations; the efficiency follows from the two, as it does in a measurement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from referee.data.propellers.open_water import open_water
from referee.errors import BadInput
from referee.kinds import Array
from referee.seeds import stream

if TYPE_CHECKING:
    import pandas as pd

INPUTS = ("J", "P/D", "EAR", "z")
OUTPUTS = ("K_T", "K_Q", "eta")
LOW, HIGH = np.array([0.1, 0.5, 0.3]), np.array([1.3, 1.4, 1.05])
BLADES = (2, 7)
LEAST_THRUST = 0.05
NOISE = (0.005, 0.002)              # of thrust and of torque, as shares of their values
BATCH = 1000


def propeller_rows(n: int = 301, *, seed: int = 0, noise: tuple[float, float] = NOISE) -> pd.DataFrame:
    """A table of n propellers with noise; the same n and seed give the same rows.

    >>> propeller_rows(2, seed=1).columns.tolist()
    ['J', 'P/D', 'EAR', 'z', 'K_T', 'K_Q', 'eta']
    """
    import pandas as pd

    if n < 1 or min(noise) < 0:
        raise BadInput(f"{n} rows with noise {noise}: at least one row, and noise from 0 on, are needed.")
    draw = stream(seed, "propellers", n)
    inputs = _inputs(n, draw)
    outputs = open_water(inputs)
    errors = 1 + np.array(noise) * draw.normal(size=(n, 2))
    outputs *= np.column_stack([errors, errors[:, 0] / errors[:, 1]])
    frame = pd.DataFrame(np.column_stack([inputs, outputs]), columns=[*INPUTS, *OUTPUTS])
    return frame.astype({"z": int})


def _inputs(n: int, draw: np.random.Generator) -> Array:
    kept: list[Array] = []
    while sum(map(len, kept)) < n:
        even = LOW + (HIGH - LOW) * draw.random((BATCH, 3))
        drawn = np.column_stack([even, draw.integers(BLADES[0], BLADES[1] + 1, size=BATCH)])
        told = open_water(drawn)
        kept.append(drawn[(told[:, 0] >= LEAST_THRUST) & (told[:, 1] > 0) & (told[:, 2] < 1)])
    return np.concatenate(kept)[:n]
