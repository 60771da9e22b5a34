"""Splits that leave out one row each, made and looked at many at once: nothing of them may differ from one by one."""

import pickle

import numpy as np
import pytest

from referee.designs import observing
from referee.designs.observing import traits_of
from referee.designs.split import Split, single_row_splits
from referee.seeds import stream

N = 12


def plain(rows):
    return [Split(label=f"0/{i}", n_rows=N, test=[row]) for i, row in enumerate(rows)]


def halves(number):
    order = stream(number, "halves").permutation(N)
    return [Split(label=f"{number}/{i}", n_rows=N, test=np.sort(part)) for i, part in enumerate((order[:6], order[6:]))]


def sample(number):
    order = stream(number, "sample").permutation(N)
    return Split(label=f"{number}/0", n_rows=N, test=order[:3], train=order[4:])


PLANS = {
    "leave-one-out": plain(range(N)),
    "backwards": plain(reversed(range(N))),
    "twice over": plain([*range(N), *range(N)]),
    "twice over in another order": plain([*range(N), *reversed(range(N))]),
    "one row twice": plain([0, 1, 1, 2]),
    "one row again after a pass": plain([*range(N), 3, 3]),
    "the same row": plain([4, 4, 4]),
    "some rows": plain([7, 2, 9]),
    "the last row": plain([N - 1]),
    "halves, then single rows": [*halves(0), *plain(range(N))],
    "single rows, then halves": [*plain(range(N)), *halves(0), *halves(1)],
    "a sample among them": [*plain(range(5)), sample(1), *plain(range(5, N))],
    "all pairs after a pass": [*plain(range(N)), *(Split(label="1/0", n_rows=N, test=[a, b])
                                                  for a in range(N) for b in range(a + 1, N))],
}


@pytest.mark.parametrize("at_once", [5, 1000])
@pytest.mark.parametrize("times", [None, np.arange(N), np.repeat(np.arange(N // 2), 2)])
@pytest.mark.parametrize("groups", [None, np.arange(N), np.repeat(np.arange(N // 3), 3)])
@pytest.mark.parametrize("name", PLANS)
def test_facts_are_those_of_splits_seen_one_by_one(name, groups, times, at_once, monkeypatch):
    monkeypatch.setattr(observing, "SEEN_AT_ONCE", at_once)
    together = traits_of(PLANS[name], n_rows=N, groups=groups, time=times)
    monkeypatch.setattr(observing, "SEEN_AT_ONCE", 1)
    assert together == traits_of(PLANS[name], n_rows=N, groups=groups, time=times)


def test_made_many_at_once_they_are_the_same_splits():
    rows = [3, 0, 11]
    made = list(single_row_splits(N, [np.array([row]) for row in rows], ["a", "b", "c"]))
    for split, row, label in zip(made, rows, "abc", strict=True):
        other = Split(label=label, n_rows=N, test=[row])
        for one in (split, pickle.loads(pickle.dumps(split))):
            assert (one.label, one.n_rows, one.train, one.fingerprint) == (other.label, N, None, other.fingerprint)
            assert one.test.dtype == other.test.dtype
            assert one.test.tolist() == [row]
        assert not split.test.flags.writeable
        assert row not in split.train_rows
