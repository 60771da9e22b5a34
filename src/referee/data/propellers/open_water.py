"""Thrust, torque and efficiency of a Wageningen B-series propeller in open water, by its polynomials."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import numpy as np

from referee.kinds import Array

COEFFICIENTS = Path(__file__).parent / "wageningen_b.csv"


@cache
def _terms(output: str) -> Array:
    """The terms of one polynomial: C, s, t, u, v."""
    lines = [line for line in COEFFICIENTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return np.array([[float(row[name]) for name in ("C", "s", "t", "u", "v")] for row in csv.DictReader(lines)
                     if row["output"] == output])


def _coefficient(output: str, inputs: Array) -> Array:
    terms = _terms(output)
    powers = inputs[:, None, :] ** terms[None, :, 1:]
    total: Array = (terms[:, 0] * powers.prod(axis=2)).sum(axis=1)
    return total


def open_water(inputs: Array) -> Array:
    """K_T, K_Q and efficiency for rows of J, P/D, EAR and z.

    The check value that comes with the coefficients: K_T 0.2241, K_Q 0.03657, efficiency 0.585.

    >>> open_water(np.array([[0.6, 1.0, 0.55, 4]])).round(5)
    array([[0.2241 , 0.03657, 0.58519]])
    """
    inputs = np.atleast_2d(np.asarray(inputs, float))
    thrust, torque = _coefficient("KT", inputs), _coefficient("KQ", inputs)
    return np.column_stack([thrust, torque, inputs[:, 0] * thrust / (2 * np.pi * torque)])
