"""One class whose rows in the test part are unlike those in training, while another's are not: other sources."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.audit.leaks.rows import Rows
from referee.kinds import Array

FEWEST, APART, ALIKE = 30, 0.3, 0.2     # rows of a class on either side; Kolmogorov's distance of one, of another
CHANCE = 1e-6


def shifted_classes(rows: Rows, labels: tuple[str, ...], train: Array, test: Array
                    ) -> Iterator[tuple[str, str, float, list[str]]]:
    """A class, another that is alike on both sides, the distance, and the columns in which the first is not."""
    if rows.n_classes is None:
        return
    from scipy.stats import ks_2samp

    far: dict[int, dict[str, float]] = {}
    nowhere: set[int] = set()
    for code in range(rows.n_classes):
        here, there = train[rows.y[train] == code], test[rows.y[test] == code]
        if min(here.size, there.size) < FEWEST:
            continue
        distances = {}
        for position, name in enumerate(rows.names):
            if rows.categories[position] or rows.distinct[position] < FEWEST:
                continue
            a, b = (some[~np.isnan(some)] for some in (rows.matrix[here, position], rows.matrix[there, position]))
            if min(a.size, b.size) >= FEWEST:
                found = ks_2samp(a, b)
                distances[name] = float(found.statistic) if found.pvalue < CHANCE or found.statistic < ALIKE else ALIKE
        far[code] = {name: distance for name, distance in distances.items() if distance >= APART}
        if distances and max(distances.values()) < ALIKE:
            nowhere.add(code)
    for code, columns in far.items():
        if len(columns) > 1 and nowhere - {code}:
            yield labels[code], labels[min(nowhere - {code})], max(columns.values()), list(columns)
