"""Tables of scores with gaps, ranked as they are: each pair on the data sets that have both."""

import json

import numpy as np
import pytest

import referee
from referee.comparisons import skillings_mack, wilcoxon
from referee.comparisons.data_sets.wilcoxon_pairs import wilcoxon_pairs_p
from referee.comparisons.multiplicity.adjust import adjust
from referee.errors import BadInput, NotComparable, NotJustified

GAP = float("nan")
NAMES = ("nb", "tree", "forest", "svm")


def table(scores):
    return {"dataset": [f"d{i}" for i in range(len(scores))]} | dict(zip(NAMES, np.asarray(scores).T, strict=False))


@pytest.fixture
def scores():
    rng = np.random.default_rng(2)
    made = rng.uniform(0.5, 0.8, (14, 1)) + rng.normal(0, 0.02, (14, 4)) + np.array([0, 0.01, 0.03, 0.05])
    made[2, 1] = made[5, 0] = made[5, 3] = made[9, 1] = GAP
    return made


def test_each_pair_is_what_the_two_alone_say_on_the_data_sets_that_have_both(scores):
    found = referee.rank(table(scores), metrics="accuracy", missing="keep")
    p = []
    for i, a in enumerate(NAMES):
        for j, b in enumerate(NAMES[i + 1:], start=i + 1):
            both = ~np.isnan(scores[:, [i, j]]).any(axis=1)
            alone = wilcoxon(scores[both, i], scores[both, j])
            duel = found[a, b]
            assert duel.p == pytest.approx(alone.p)
            assert duel.difference == pytest.approx(alone.difference)
            assert (duel.interval.low, duel.interval.high) == pytest.approx((alone.interval.low, alone.interval.high))
            assert duel.wins + duel.ties + duel.losses == both.sum()
            p.append(alone.p)
    assert [d.p_adjusted for d in found.ranking.duels] == pytest.approx(adjust(p, "holm").tolist())


def test_without_gaps_nothing_is_another_number(scores):
    whole = table(np.where(np.isnan(scores), 0.6, scores))
    assert referee.rank(whole, metrics="accuracy", missing="keep").to_dict() == referee.rank(
        whole, metrics="accuracy").to_dict()


@pytest.mark.usefixtures("undrawn")
def test_it_is_told(scores, tmp_path):
    found = referee.rank(table(scores), metrics="accuracy", missing="keep", relevant=0.01)
    said, wanted = " ".join(str(found).split()), skillings_mack(scores)
    assert ("4 scores missing (tree on d2, nb on d5, svm on d5, … (4)); each pair is compared on the data sets that "
            "have both (11 to 13 of 14)") in said
    assert f"Skillings–Mack over all 14 data sets and 4 models, gaps and all: χ²(3) = {wanted.statistic:.2f}" in said
    assert "Friedman" not in said
    told = json.loads(json.dumps(found.to_dict(), allow_nan=False))
    assert told["friedman"] is told["critical_difference_nemenyi"] is None
    assert told["data_sets"][2]["scores"]["tree"] is told["data_sets"][2]["ranks"]["tree"] is None
    complete = ~np.isnan(scores).any(axis=1)
    assert {one["model"]: one["mean_score"] for one in told["models"]}["svm"] == pytest.approx(
        scores[complete, 3].mean())
    assert found["svm", "nb"].posterior.n_units == 13
    assert "–" in found.report(tmp_path / "r.html").read_text(encoding="utf-8")


def test_ranks_among_fewer_models_are_stretched():
    made = [[0.9, 0.8, 0.7], [0.9, GAP, 0.7], [GAP, 0.5, 0.4], [0.9, 0.8, 0.85], [GAP, 0.4, GAP]]
    ranks = referee.rank(table(made), metrics="accuracy", missing="keep").ranking.ranks
    np.testing.assert_array_equal(ranks, [[1, 2, 3], [1, GAP, 3], [GAP, 1, 3], [1, 3, 2], [GAP, GAP, GAP]])


def test_folds_with_gaps(scores):
    rng = np.random.default_rng(0)
    rows = [[f"d{i}", fold, *(row + rng.normal(0, 0.005, 4))] for i, row in enumerate(scores) for fold in range(5)]
    long = dict(zip(("dataset", "fold", *NAMES), map(list, zip(*rows, strict=True)), strict=True))
    found = referee.rank(long, metrics="accuracy", missing="keep", per_data_set=True)
    assert found["svm", "nb"].truly_better[0] > 3
    assert "of 13 data sets" in " ".join(str(found).split())


def test_what_cannot_be_is_refused(scores):
    with pytest.raises(NotJustified, match=r"shaffer .* the same data sets; use holm"):
        referee.rank(table(scores), metrics="accuracy", missing="keep", adjust="shaffer")
    apart = [[0.9, GAP, 0.7], [0.8, GAP, 0.6], [GAP, 0.5, 0.4], [GAP, 0.5, 0.6]]
    with pytest.raises(NotComparable, match="nb and tree have no data set in common"):
        referee.rank(table(apart), metrics="accuracy", missing="keep")
    referee.rank(table(apart), metrics="accuracy", missing="keep", against="forest")
    with pytest.raises(BadInput, match="missing='keep'"):
        referee.rank(table(scores), metrics="accuracy")
    scores[:, 1] = GAP
    with pytest.raises(BadInput, match="tree has no score at all"):
        referee.rank(table(scores), metrics="accuracy", missing="keep")


def test_too_few_data_sets_in_common_are_said():
    made = np.random.default_rng(1).uniform(0.5, 0.9, (9, 2))
    made[:4, 0] = GAP
    said = " ".join(str(referee.rank(table(made), metrics="accuracy", missing="keep")).split())
    assert "No decision is possible with 5 data sets" in said


@pytest.mark.slow
def test_its_level():
    rng, wrong, runs = np.random.default_rng(8), 0, 1500
    for _ in range(runs):
        made = rng.normal(size=(15, 1)) + rng.normal(size=(15, 4))
        made[rng.random(made.shape) < 0.2] = GAP
        p = []
        for i in range(4):
            for j in range(i):
                both = ~np.isnan(made[:, [i, j]]).any(axis=1)
                p.append(wilcoxon_pairs_p(made[both][:, [i, j]])[0])
        wrong += adjust(p, "holm").min() < 0.05
    assert 0.02 < wrong / runs < 0.06
