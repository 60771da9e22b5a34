"""Tables with a planted leak."""

from __future__ import annotations

import numpy as np
import pandas as pd

from audit.leaks.tables import N, churn, house, leaky, noise, wide, yes

# Single columns.


@leaky("a date that only closed accounts have, as a number", "F-24 fatal .*closed_days", (1.0, .75))
def closed(rng):
    frame = churn(rng)
    return frame.assign(closed_days=np.where(yes(frame), rng.integers(1, 300, N), 0))


@leaky("a copy of the target in other words", "F-24 fatal .*status", (1.0, .75))
def copied(rng):
    frame = churn(rng)
    return frame.assign(status=np.where(yes(frame), "left", "stayed"))


@leaky("a copy of the target with one label in fifty wrong", "F-24 (fatal|serious|warning) .*flag", (.98, .75))
def nearly_copied(rng):
    frame = churn(rng)
    return frame.assign(flag=np.where(rng.random(N) < .02, ~yes(frame), yes(frame)).astype(int))


@leaky("a score that was made from the answer", "F-24 fatal .*risk", (1.0, .75))
def scored(rng):
    frame = churn(rng)
    return frame.assign(risk=(yes(frame) * 1.0 + rng.uniform(-.4, .4, N)).round(3))


@leaky("a two-sided column: far from the middle for one class", "F-24 fatal .*swing", (1.0, .75))
def two_sided(rng):
    frame = churn(rng)
    side = rng.choice([-1, 1], N)
    return frame.assign(swing=np.where(yes(frame), side * rng.uniform(2, 3, N), rng.uniform(-1, 1, N)).round(3))


@leaky("codes of which each belongs to one class", "F-24 fatal .*code", (1.0, .75))
def codes(rng):
    frame = churn(rng)
    return frame.assign(code=np.where(yes(frame), rng.choice(["x1", "x4", "x7"], N), rng.choice(["x2", "x3", "x9"], N)))


@leaky("three classes told by one column", "F-24 fatal .*grade", (1.0, .6))
def three(rng):
    frame = wide(rng)
    total = frame["x0"] + frame["x1"] + rng.normal(0, 1, N)
    y = np.select([total < -.5, total < .5], ["low", "mid"], "high")
    return frame.assign(grade=np.select([y == "low", y == "mid"], [3, 1], 2), y=y)


@leaky("the target of a regression in other units", "F-24 fatal .*price_eur", (1.0, .5))
def units(rng):
    frame = house(rng)
    return frame.assign(price_eur=(frame["y"] * .9134).round(1))


@leaky("a sister target that goes along with the target", "F-2[124] (fatal|serious|warning) .*tax", (.98, .5))
def sister(rng):
    frame = house(rng)
    return frame.assign(tax=(frame["y"] * .02 + rng.normal(0, .2, N)).round(3))


@leaky("the logarithm of the target", "F-24 fatal .*log_size", (1.0, .5))
def logarithm(rng):
    frame = house(rng)
    return frame.assign(log_size=np.exp(frame["y"] / 150).round(4))


# Missing values.


@leaky("a column filled only for churners", "F-24 fatal .*reason.*(missing|filled)", (1.0, .75))
def filled(rng):
    frame = churn(rng)
    return frame.assign(reason=np.where(yes(frame), rng.choice(["price", "moved", "service"], N), None))


@leaky("a number filled only for half of the churners", "F-24 (fatal|serious) .*refund.*(missing|filled)", (.87, .75))
def half_filled(rng):
    frame = churn(rng)
    there = yes(frame) & (rng.random(N) < .5)
    return frame.assign(refund=np.where(there, rng.gamma(2, 10, N).round(2), np.nan))


@leaky("a measurement missing for nearly all cases", "F-24 (fatal|serious) .*pressure.*(missing|filled)", (.97, .75))
def missing(rng):
    frame = churn(rng)
    gone = np.where(yes(frame), rng.random(N) < .96, rng.random(N) < .03)
    return frame.assign(pressure=np.where(gone, np.nan, rng.normal(120, 15, N).round(1)))


@leaky("missing where the price is high, in a regression", "F-24 (fatal|serious) .*survey.*(missing|filled)", (.75, .5))
def missing_high(rng):
    frame = house(rng)
    return frame.assign(survey=np.where(frame["y"] > frame["y"].median(), np.nan, rng.normal(0, 1, N).round(3)))


# Two columns together.


@leaky("a target that is the sum of two columns", "F-24 fatal .*part_a.*part_b", (.98, .0))
def summed(rng):
    a, b = rng.gamma(2, 30, N).round(2), rng.gamma(3, 20, N).round(2)
    frame = house(rng)
    return frame.assign(part_a=a, part_b=b, y=(a + b).round(2))


@leaky("a target that is the difference of two columns", "F-24 fatal .*(before.*after|after.*before)", (.8, .0))
def difference(rng):
    before = rng.normal(100, 20, N).round(2)
    change = rng.normal(0, 3, N).round(2)
    return house(rng).assign(before=before, after=(before + change).round(2), y=change)


@leaky("a target that is the ratio of two columns", "F-24 fatal .*spent.*income", (.95, .0))
def ratio(rng):
    income, share = rng.lognormal(7, .8, N).round(1), rng.uniform(.05, .6, N)
    spent = (income * share).round(1)
    return house(rng).assign(income=income, spent=spent, y=(spent / income).round(4))


@leaky("a target that is the product of two columns", "F-24 fatal .*(hours.*wage|wage.*hours)", (.98, .0))
def product(rng):
    hours, wage = rng.integers(5, 60, N), rng.lognormal(3, .5, N).round(2)
    return house(rng).assign(hours=hours, wage=wage, y=(hours * wage).round(2))


@leaky("a class that says which of two columns is larger", "F-24 (fatal|serious) .*goals_.*goals_", (.98, .5))
def larger(rng):
    home, away = rng.normal(50, 10, N).round(2), rng.normal(50, 10, N).round(2)
    return noise(rng).assign(goals_home=home, goals_away=away, y=np.where(home > away, "yes", "no"))


@leaky("a class that is a threshold of a sum", "F-24 (fatal|serious) .*score_.*score_", (.98, .5))
def threshold(rng):
    a, b = rng.uniform(0, 50, N).round(2), rng.uniform(0, 50, N).round(2)
    return noise(rng).assign(score_a=a, score_b=b, y=np.where(a + b > 50, "pass", "fail"))


@leaky("four classes by how far one column is above another", "F-24 fatal .*(home.*away|away.*home)", (.87, .25))
def margins(rng):
    home, away = rng.normal(50, 10, N).round(2), rng.normal(50, 10, N).round(2)
    ahead = home - away
    return noise(rng).assign(home=home, away=away, y=np.select(
        [ahead < -9, ahead < 0, ahead < 9], ["far behind", "behind", "ahead"], "far ahead"))


# Copies and neighbours.


@leaky("oversampled before it was divided", "F-20 (fatal|serious) ", (.9, .5))
def oversampled(rng):
    frame = noise(rng, 600)
    frame["y"] = np.where(rng.random(600) < .15, "yes", "no")
    rare = frame[frame["y"] == "yes"]
    return pd.concat([frame, rare.sample(420, replace=True, random_state=1)]).sample(frac=1, random_state=2)


@leaky("jittered copies of a third of the rows", "F-20 (fatal|serious) .*(near|jitter|close)", (.82, .5))
def jittered(rng):
    frame = noise(rng, 600)
    some = frame.sample(300, random_state=1)
    moved = some.drop(columns="y") + rng.normal(0, .01, (300, 8))
    return pd.concat([frame, moved.assign(y=some["y"])]).sample(frac=1, random_state=2)


@leaky("five jittered copies of every row", "F-20 (fatal|serious) .*(near|jitter|close)", (.98, .5))
def five_times(rng):
    frame = noise(rng, 200)
    parts = [frame.drop(columns="y").add(rng.normal(0, .02, (200, 8))).assign(y=frame["y"]) for _ in range(5)]
    return pd.concat(parts).sample(frac=1, random_state=2)


@leaky("a rare class filled up by points between neighbours (SMOTE)", "F-20 (fatal|serious) .*between", (.95, .55))
def smote(rng):
    frame = noise(rng, 700)
    frame["y"] = np.where(rng.random(700) < .15, "yes", "no")
    rare = frame[frame["y"] == "yes"].drop(columns="y").to_numpy()
    near = np.argsort(((rare[:, None] - rare[None]) ** 2).sum(2), axis=1)[:, 1:6]
    at = rng.integers(len(rare), size=450)
    other = near[at, rng.integers(5, size=450)]
    made = rare[at] + rng.random((450, 1)) * (rare[other] - rare[at])
    new = pd.DataFrame(made, columns=frame.columns[:-1]).assign(y="yes")
    return pd.concat([frame, new]).sample(frac=1, random_state=2)


@leaky("copies that differ in an id", "F-20 (fatal|serious) ", (.8, .5))
def copies_with_ids(rng):
    frame = noise(rng, 500)
    both = pd.concat([frame, frame.sample(300, random_state=1)]).sample(frac=1, random_state=2)
    return both.assign(record=rng.permutation(len(both)) + 1000)


@leaky("pictures turned and noised: jitter relative to each column", "F-20 (fatal|serious) .*(near|jitter|close)",
       (.98, .5))
def other_scales(rng):
    scale = 10.0 ** rng.integers(-3, 4, 8)
    frame = noise(rng, 250)
    x = frame.drop(columns="y").to_numpy() * scale
    parts = [pd.DataFrame(x + rng.normal(0, .01, x.shape) * scale, columns=frame.columns[:-1]).assign(
        y=frame["y"].to_numpy()) for _ in range(4)]
    return pd.concat(parts).sample(frac=1, random_state=2)


# Prepared on all rows.


@leaky("means of the target by town, over all rows", "F-23 (fatal|serious) .*town_mean", (.1, .0))
def target_means(rng):
    frame = house(rng)
    town = rng.choice([f"t{i}" for i in range(250)], N)
    y = pd.Series(rng.normal(200, 60, N).round(2))
    return frame[["lot"]].assign(town_mean=y.groupby(town).transform("mean"), y=y)


@leaky("shares of the class by a code of many values, the code dropped", "F-23 (fatal|serious) .*code_rate", (.8, .5))
def class_shares(rng):
    frame = noise(rng)
    code = rng.integers(0, 200, N)
    hit = pd.Series(yes(frame).astype(float))
    return frame.assign(code_rate=hit.groupby(code).transform("mean").to_numpy())


@leaky("smoothed means of the target, rounded", "F-23 (fatal|serious) .*smooth", (.75, .5))
def smoothed(rng):
    frame = noise(rng)
    code, hit = rng.integers(0, 200, N), pd.Series(yes(frame).astype(float))
    by = hit.groupby(code)
    count, mean = by.transform("size"), by.transform("mean")
    return frame.assign(code=[f"c{i}" for i in code],
                        smooth=((count * mean + 10 * hit.mean()) / (count + 10)).round(4).to_numpy())


@leaky("leave-one-out means of the target", "F-2[34] (fatal|serious) .*loo", (.75, .5))
def leave_one_out(rng):
    frame = noise(rng)
    code, hit = rng.integers(0, 60, N), pd.Series(yes(frame).astype(float))
    by = hit.groupby(code)
    return frame.assign(code=[f"c{i}" for i in code],
                        loo=((by.transform("sum") - hit) / (by.transform("size") - 1)).to_numpy())


@leaky("weights of evidence over all rows", "F-23 (fatal|serious) .*woe", (.6, .5))
def weights_of_evidence(rng):
    frame = noise(rng)
    code, hit = rng.integers(0, 80, N), pd.Series(yes(frame).astype(float))
    by = hit.groupby(code)
    ones, zeros = by.transform("sum") + .5, by.transform("size") - by.transform("sum") + .5
    return frame.assign(woe=np.log((ones / (hit.sum() + 1)) / (zeros / ((1 - hit).sum() + 1))).to_numpy())


@leaky("gaps filled with the mean of the row's class", "F-23 (fatal|serious) .*x5", (.75, .5))
def class_means(rng):
    frame = noise(rng)
    gone = rng.random(N) < .4
    kept = frame["x5"].where(~gone)
    return frame.assign(x5=kept.fillna(kept.groupby(frame["y"]).transform("mean")))


# Ids and the order of rows.


@leaky("cases were numbered first", "F-24 (fatal|serious) .*patient_no", (1.0, .5))
def numbered(rng):
    frame = noise(rng).sort_values("y")
    return frame.assign(patient_no=range(1, N + 1)).sample(frac=1, random_state=1)


@leaky("numbers with gaps, given out later to one class", "F-24 (fatal|serious) .*acc_no", (.95, .5))
def later_numbers(rng):
    frame = noise(rng)
    rank = (yes(frame) + rng.normal(0, .4, N)).argsort().argsort()
    return frame.assign(acc_no=30000 + np.sort(rng.choice(10 * N, N, replace=False))[rank])


@leaky("an id that grows with the target", "F-24 (fatal|serious) .*order_id", (.9, .4))
def growing(rng):
    frame = house(rng)
    rank = (frame["y"] + rng.normal(0, 20, N)).rank(method="first").astype(int)
    return frame.assign(order_id=rank + 50000)


@leaky("names of files that say the class", "F-24 (fatal|serious) .*file", (1.0, .5))
def file_names(rng):
    frame = noise(rng)
    return frame.assign(file=[f"{'ad' if one else 'ctl'}_{i:05d}.png" for i, one in zip(
        rng.permutation(N), yes(frame), strict=True)])


@leaky("two hospitals numbered apart, one for each class in the main", "F-24 (fatal|serious) .*mrn", (.9, .5))
def two_hospitals(rng):
    frame = noise(rng)
    there = np.where(yes(frame), rng.random(N) < .9, rng.random(N) < .1)
    number = rng.permutation(N)
    return frame.assign(mrn=np.where(there, 700000 + number, 100000 + number))


# Groups and times.


@leaky("ten rows a patient, and the patient has the class", "F-21 (fatal|serious) .*patient", None)
def patients(rng):
    who = np.repeat(np.arange(80), 10)
    centre, label = rng.normal(size=(80, 6)), rng.choice(["no", "yes"], 80)
    x = centre[who] + rng.normal(0, .3, (800, 6))
    frame = pd.DataFrame(x, columns=list("abcdef")).assign(patient_id=who, y=label[who])
    return frame.sample(frac=1, random_state=1)


@leaky("groups that are told", "F-21 info .*whole groups", (.96, .5), groups="patient")
def told_patients(rng):
    return patients(rng).rename(columns={"patient_id": "patient"})


@leaky("a random walk in time", "F-22 (fatal|serious|warning) .*day", None)
def walk(rng):
    level = np.cumsum(rng.normal(0, 1, N))
    day = pd.date_range("2020-01-01", periods=N, freq="D").strftime("%Y-%m-%d")
    frame = pd.DataFrame({"day": day, "a": rng.normal(0, 1, N), "b": rng.normal(size=N),
                          "y": (level + rng.normal(0, .5, N)).round(3)})
    return frame.sample(frac=1, random_state=1)


@leaky("a fee that only some of those who left were charged", "F-24 warning .*fee is 0 in most rows.*afterwards")
def charged(rng):
    frame = churn(rng)
    return frame.assign(fee=np.where(yes(frame) & (rng.random(N) < .6), rng.uniform(5, 90, N).round(2), 0.0))


@leaky("gaps filled with the mean of the class, written with two places", "F-23 fatal .*lab.*filled by the class")
def class_means_rounded(rng):
    frame = churn(rng)
    lab = rng.normal(100, 20, N).round(1)
    gaps, classes = rng.random(N) < .3, yes(frame)
    for one in (False, True):
        lab[gaps & (classes == one)] = lab[~gaps & (classes == one)].mean().round(2)
    return frame.assign(lab=lab)


@leaky("a centred mean of the target", "F-24 fatal .*smooth is the mean of .* from 2 rows before to 2", time="day")
def centred(rng):
    y = np.cumsum(rng.normal(size=N)).round(2)
    return pd.DataFrame({"day": np.arange(N), "heat": rng.normal(size=N), "y": y,
                         "smooth": pd.Series(y).rolling(5, center=True, min_periods=1).mean().round(3)})
