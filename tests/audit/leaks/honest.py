"""Tables without a leak that look as if they had one."""

from __future__ import annotations

import numpy as np
import pandas as pd

from audit.leaks.tables import N, churn, clean, house, noise, wide, yes


@clean("nothing special, two classes")
def plain(rng):
    return churn(rng)


@clean("nothing special, a number")
def plain_number(rng):
    return house(rng)


@clean("pure noise")
def only_noise(rng):
    return noise(rng)


@clean("a strong honest column, AUC 0.97")
def strong(rng):
    frame = churn(rng)
    return frame.assign(marker=(yes(frame) * 2.7 + rng.normal(0, 1, N)).round(3))


@clean("a strong honest column of a regression, r 0.97")
def strong_number(rng):
    frame = house(rng)
    return frame.assign(appraisal=(frame["y"] + rng.normal(0, frame["y"].std() / 4, N)).round(1))


@clean("two strong columns that are stronger together")
def strong_pair(rng):
    frame = churn(rng)
    return frame.assign(m1=yes(frame) * 2.3 + rng.normal(0, 1, N), m2=yes(frame) * 2.3 + rng.normal(0, 1, N))


@clean("an id without information, declared", ids="record")
def declared_id(rng):
    return churn(rng).assign(record=rng.permutation(N) + 1)


@clean("numbers with gaps that mean nothing")
def idle_numbers(rng):
    return churn(rng).assign(acc_no=30000 + rng.choice(10 * N, N, replace=False))


@clean("an id without information, left in")
def idle_id(rng):
    return churn(rng).assign(record_id=rng.permutation(N) + 1)


@clean("rows sorted by a feature")
def sorted_rows(rng):
    return churn(rng).sort_values("tenure")


@clean("rows sorted by the class, as iris is")
def sorted_by_class(rng):
    return churn(rng).sort_values("y")


@clean("balanced categories")
def balanced(rng):
    arms, sites = np.tile(["a", "b", "c", "d"], N // 4), np.repeat([f"s{i}" for i in range(8)], 100)
    return noise(rng).assign(arm=arms, site=sites)


@clean("columns standardised before we got them")
def standardised(rng):
    frame = wide(rng)
    x = frame.drop(columns="y")
    return ((x - x.mean()) / x.std(ddof=0)).assign(y=frame["y"])


@clean("columns scaled to 0 to 1")
def scaled(rng):
    frame = wide(rng)
    x = frame.drop(columns="y")
    return ((x - x.min()) / (x.max() - x.min())).assign(y=frame["y"])


@clean("columns of principal components")
def components(rng):
    frame = wide(rng)
    x = frame.drop(columns="y").to_numpy()
    u, s, _ = np.linalg.svd(x - x.mean(0), full_matrices=False)
    return pd.DataFrame(u * s, columns=[f"pc{i}" for i in range(8)]).assign(y=frame["y"])


@clean("values missing at random")
def missing_at_random(rng):
    frame = churn(rng)
    return frame.assign(charge=frame["charge"].where(rng.random(N) > .3),
                        usage=frame["usage"].where(rng.random(N) > .1))


@clean("missing values that go along with the class a little")
def missing_a_little(rng):
    frame = churn(rng)
    gone = rng.random(N) < np.where(yes(frame), .35, .15)
    return frame.assign(test_done=frame["usage"].where(~gone))


@clean("a rare filled column of which few rows are filled")
def few_filled(rng):
    note = np.full(N, None, dtype=object)
    note[rng.choice(N, 6, replace=False)] = "x"
    return churn(rng).assign(note=note)


@clean("few coarse columns, in which rows are equal by chance")
def coarse(rng):
    x = rng.integers(0, 3, (N, 4))
    y = rng.random(N) < 1 / (1 + np.exp(-(x.sum(1) - 4)))
    return pd.DataFrame(x, columns=list("abcd")).assign(y=np.where(y, "yes", "no"))


@clean("clusters that are the classes")
def clustered(rng):
    label = rng.integers(0, 3, N)
    centre = rng.normal(0, 2, (3, 6))
    return pd.DataFrame(centre[label] + rng.normal(size=(N, 6)), columns=list("abcdef")).assign(
        y=np.array(["a", "b", "c"])[label])


@clean("a mixture of dense and thin places")
def dense_and_thin(rng):
    scale = np.where(rng.random(N) < .3, .1, 1.0)
    x = rng.normal(size=(N, 8)) * scale[:, None]
    y = rng.random(N) < 1 / (1 + np.exp(-x[:, 0] - x[:, 1]))
    return pd.DataFrame(x, columns=[f"x{i}" for i in range(8)]).assign(y=np.where(y, "yes", "no"))


@clean("means of the target by town, of another year")
def last_year(rng):
    effect = rng.normal(0, 40, 12)
    frame = house(rng)
    town = frame["town"].str[4:].astype(int).to_numpy()
    y = frame["y"] + effect[town]
    return frame.assign(last_year=(200 + effect[town] + rng.normal(0, 5, 12)[town]).round(2), y=y.round(2))


@clean("means of the target by town, fitted on other folds")
def out_of_fold(rng):
    frame, fold = house(rng), rng.integers(0, 5, N)
    encoded = np.zeros(N)
    for k in range(5):
        means = frame["y"][fold != k].groupby(frame["town"][fold != k]).mean()
        encoded[fold == k] = frame["town"][fold == k].map(means)
    return frame.assign(encoded=encoded)


@clean("counts of a category, which know nothing of the target")
def counts(rng):
    frame = house(rng)
    return frame.assign(town_count=frame.groupby("town")["y"].transform("size"))


@clean("gaps filled with the median")
def medians(rng):
    frame = churn(rng)
    kept = frame["charge"].where(rng.random(N) > .3)
    return frame.assign(charge=kept.fillna(kept.median()))


@clean("sums of columns that are there too")
def totals(rng):
    frame = churn(rng)
    return frame.assign(total=frame["charge"] + frame["calls"], rest=frame["charge"] - frame["calls"])


@clean("one class in a hundred")
def rare(rng):
    frame = wide(rng, 2000)
    return frame.assign(y=np.where(rng.random(2000) < .01, "yes", "no"))


@clean("60 rows and 40 columns")
def small_and_wide(rng):
    return wide(rng, 60, 40)


@clean("ten classes of digits-like columns")
def ten_classes(rng):
    label = rng.integers(0, 10, N)
    centre = rng.normal(0, 2, (10, 12))
    return pd.DataFrame((centre[label] + rng.normal(0, 1.5, (N, 12))).round().clip(-8, 8), columns=[
        f"p{i}" for i in range(12)]).assign(y=[f"d{i}" for i in label])


@clean("a hard threshold of a single physical column is noised")
def noised_threshold(rng):
    frame = noise(rng)
    x = rng.normal(20, 6, N)
    return frame.assign(temperature=x.round(1), y=np.where(x + rng.normal(0, 2.5, N) > 20, "hot", "cold"))


@clean("a heavy-tailed regression")
def heavy(rng):
    x = rng.standard_t(2, (N, 5))
    return pd.DataFrame(x, columns=list("abcde")).assign(y=(x[:, 0] + x[:, 1] + rng.standard_t(2, N)).round(4))


@clean("two of many rows nearly alike")
def two_alike(rng):
    frame = wide(rng)
    frame.loc[1] = frame.loc[0]
    frame.loc[1, "x3"] += .5
    return frame


@clean("a mean of the target over the days before", time="day")
def mean_of_the_past(rng):
    y = pd.Series(np.cumsum(rng.normal(size=N)).round(2))
    return pd.DataFrame({"day": np.arange(N), "heat": rng.normal(size=N), "y": y, "yesterday": y.shift(1),
                         "week": y.shift(1).rolling(7).mean().round(3)})


@clean("a column that is mostly zero and tells something")
def mostly_zero(rng):
    frame = churn(rng)
    return frame.assign(complaints=rng.poisson(np.where(yes(frame), .6, .1)))
