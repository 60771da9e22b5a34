"""The output of WEKA as text: its summary held against the confusion matrix below it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from referee.audit.numbers.contradiction import Contradiction, between
from referee.audit.numbers.figure import Figure, Rounding, figure
from referee.kinds import Array

LINES = {"right": r"Correctly Classified Instances\s+(\d+)\s+([\d.,]+)\s*%",
         "wrong": r"Incorrectly Classified Instances\s+(\d+)\s+([\d.,]+)\s*%",
         "kappa": r"Kappa statistic\s+(-?[\d.,]+)", "total": r"Total Number of Instances\s+(\d+)"}
MATRIX = re.compile(r"=== Confusion Matrix ===\s*\n+[^\n]*<--[^\n]*\n(?P<rows>(?:[\s\d.]+\|[^\n]*\n?)+)")


def of_weka(content: str) -> tuple[Contradiction, ...] | None:
    """What an output of WEKA says against itself; None where the text is none, or has no matrix.

    >>> of_weka("Accuracy was 91%.") is None
    True
    """
    parts = re.split(r"^=== Summary ===", content, flags=re.MULTILINE)[1:]
    read = [(part, matrix) for part in parts if (matrix := _matrix(part)) is not None]
    return tuple(wrong for part, matrix in read for wrong in _held(part, matrix)) if read else None


def _matrix(part: str) -> Array | None:
    found = MATRIX.search(part if part.endswith("\n") else part + "\n")
    rows = [line.partition("|")[0].split() for line in found["rows"].splitlines() if "|" in line] if found else []
    if not rows or any(len(row) != len(rows) for row in rows):
        return None
    return np.array(rows, dtype=float)


def _held(part: str, matrix: Array) -> Iterator[Contradiction]:
    total, right = float(matrix.sum()), float(np.trace(matrix))
    if not total:
        return
    by_chance = float((matrix.sum(axis=0) * matrix.sum(axis=1)).sum()) / total**2
    counts = {"right": right, "wrong": total - right, "total": total}
    names = {"right": "correctly classified", "wrong": "incorrectly classified", "total": "instances"}
    for kind, expected in counts.items():
        found = re.search(LINES[kind], part)
        if found is None:
            continue
        if abs(float(found[1]) - expected) > 0.5:                # weighted instances are rounded
            yield Contradiction(where="WEKA's summary", figures=(kind,), possible=(expected, expected),
                                message=f"{found[1]} {names[kind]}, and the confusion matrix has {expected:g}")
        elif kind != "total" and not _agrees(figure(kind, f"{found[2]}%"), expected / total):
            yield Contradiction(where="WEKA's summary", figures=(kind,), possible=(expected / total, expected / total),
                                message=f"{found[2]}% {names[kind]}, and the confusion matrix has "
                                        f"{expected:g} of {total:g}, {expected / total:.2%}")
    kappa = re.search(LINES["kappa"], part)
    if kappa is not None and by_chance < 1:
        value = (right / total - by_chance) / (1 - by_chance)
        if not _agrees(figure("kappa", kappa[1]), value):
            yield Contradiction(where="WEKA's summary", figures=("kappa",), possible=(value, value),
                                message=f"kappa {kappa[1]}, and the confusion matrix has {between(value, value)}")


def _agrees(one: Figure | None, value: float) -> bool:
    return one is None or any(low <= value <= high for way in Rounding for low, high in (one.span(way, wider=0.5),))
