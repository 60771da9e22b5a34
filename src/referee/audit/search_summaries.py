"""Means and ranks of a search against the scores of its folds: they follow from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.audit.bundle import Search
from referee.kinds import Array

LOOSE = 1e-9        # relative: the last digits of a sum depend on its order


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongSummary:
    """A mean or a rank of a setting (from 0 on) that does not follow, as a sentence."""

    setting: int
    sentence: str
    surely: bool                    # False: a mean weighted by the sizes of the folds would do it


def wrong_summaries_of(search: Search) -> Iterator[WrongSummary]:
    """Means that are not those of the folds, and ranks that do not follow the means.

    Where most means are off but none leaves the range of its folds, the folds may have been weighted by their sizes.
    """
    if search.means:
        yield from _wrong_means(search, np.array(search.means, dtype=float))
    if search.means and search.ranks:
        yield from _wrong_ranks(search, np.array(search.means, dtype=float), np.array(search.ranks, dtype=float))


def _wrong_means(search: Search, told: Array) -> Iterator[WrongSummary]:
    true = search.values.mean(axis=0)
    rounded = min(map(_half_digit, search.means)) + min(_half_digit(repr(v)) for v in search.values.ravel().tolist())
    slack = rounded + LOOSE * (1 + np.abs(true))         # all numbers of a table are rounded alike
    off = np.abs(told - true) > slack
    outside = (told > search.values.max(axis=0) + slack) | (told < search.values.min(axis=0) - slack)
    weighted = off.mean() > 0.5 and not outside.any()
    for setting in np.flatnonzero(off)[:1] if weighted else np.flatnonzero(off):
        more = (f"; {int(off.sum()):,} of {off.size:,} means are so, which folds weighted by their sizes may explain"
                if weighted else "")
        yield WrongSummary(setting=int(setting), surely=not weighted, sentence=(
            f"mean_test_{search.score} of setting {setting} is {told[setting]:.6g}, and the mean of its "
            f"{search.values.shape[0]} folds is {true[setting]:.6g}{more}."))


def _wrong_ranks(search: Search, told: Array, ranks: Array) -> Iterator[WrongSummary]:
    """A setting ranked before one with a better mean; the worst case of each table alone."""
    order = np.argsort(ranks, kind="stable")
    for one in order:
        better = np.flatnonzero((told > told[one] + LOOSE * (1 + abs(told[one]))) & (ranks > ranks[one]))
        if better.size:
            other = int(better[np.argmax(told[better])])
            yield WrongSummary(setting=int(one), surely=True, sentence=(
                f"rank_test_{search.score} of setting {one} is {ranks[one]:g} with mean {told[one]:.6g}, before "
                f"setting {other} of rank {ranks[other]:g} with mean {told[other]:.6g}."))
            return


def _half_digit(text: str) -> float:
    """Half a unit of the last printed digit."""
    mantissa, _, power = text.lower().partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 0.5 * 10.0 ** (int(power or 0) - decimals)
