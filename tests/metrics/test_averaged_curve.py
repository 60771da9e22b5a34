"""ROC and precision-recall curves: scikit-learn's points for one part, and the pooled areas for several."""

import numpy as np
import pytest
from sklearn import metrics as theirs

from referee.errors import Undefined
from referee.metrics.averaged_curve import Scored, precision_recall_of_parts, roc_of_parts
from referee.seeds import stream


def drawn(n=80, *, parts=1, ties=False, weighted=False):
    draw = stream(3, "averaged curve", n, parts, ties, weighted)
    hit = draw.random(n) < 0.35
    scores = draw.normal(size=n) + hit
    return Scored(scores=scores.round(0) if ties else scores, hit=hit, part=np.arange(n) % parts,
                  weight=draw.random(n) + 0.2 if weighted else None)


def some(of, rows):
    return of.hit[rows], of.scores[rows], None if of.weight is None else of.weight[rows]


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("weighted", [False, True])
def test_one_part_has_the_points_of_scikit_learn(ties, weighted):
    of = drawn(ties=ties, weighted=weighted)
    x, y, _ = theirs.roc_curve(of.hit, of.scores, sample_weight=of.weight, drop_intermediate=False)
    found = roc_of_parts(of)
    ours = set(zip(found.x.round(9), found.y.round(9), strict=True))
    last = np.append(np.diff(x) != 0, True) | np.insert(np.diff(x) != 0, 0, True)       # ends of upright lines
    assert set(zip(x[last].round(9), y[last].round(9), strict=True)) == ours
    assert found.area == pytest.approx(theirs.roc_auc_score(of.hit, of.scores, sample_weight=of.weight))
    precision, recall, _ = theirs.precision_recall_curve(of.hit, of.scores, sample_weight=of.weight)
    line = precision_recall_of_parts(of)
    steps = {r: p for p, r in zip(precision, recall.round(9), strict=True) if r > 0}      # the last: the highest score
    assert {(a, b) for a, b in zip(line.x.round(9), line.y.round(9), strict=True)} >= {
        (r, round(p, 9)) for r, p in steps.items()}
    assert line.area == pytest.approx(theirs.average_precision_score(of.hit, of.scores, sample_weight=of.weight))


@pytest.mark.parametrize("weighted", [False, True])
def test_the_area_of_several_parts_is_the_mean_of_theirs_by_pairs_or_by_positive_rows(weighted):
    of = drawn(parts=4, weighted=weighted)
    each, pairs, positive = [], [], []
    for p in range(4):
        hit, scores, weight = some(of, of.part == p)
        w = np.ones(hit.size) if weight is None else weight
        each.append([theirs.roc_auc_score(hit, scores, sample_weight=weight),
                     theirs.average_precision_score(hit, scores, sample_weight=weight)])
        pairs.append(w[hit].sum() * w[~hit].sum())
        positive.append(w[hit].sum())
    roc, precision = np.array(each).T
    assert roc_of_parts(of).area == pytest.approx(np.average(roc, weights=pairs))
    assert precision_recall_of_parts(of).area == pytest.approx(np.average(precision, weights=positive))


def test_two_parts_are_averaged_at_every_place():
    of = drawn(parts=2)
    at = stream(1, "places").random(40)
    heights, weights = [], []
    for p in (0, 1):
        hit, scores, _ = some(of, of.part == p)
        x, y, _ = theirs.roc_curve(hit, scores)
        heights.append(np.interp(at, x, y))
        weights.append(hit.sum() * (~hit).sum())
    assert roc_of_parts(of).at(at) == pytest.approx(np.average(heights, axis=0, weights=weights), abs=1e-7)


def test_scales_of_parts_do_not_matter():
    of = drawn(parts=3)
    other = Scored(scores=of.scores * 10.0 ** of.part + 7 * of.part, hit=of.hit, part=of.part)
    assert roc_of_parts(other).area == pytest.approx(roc_of_parts(of).area)


def test_equal_scores_are_the_diagonal_and_the_share_of_the_class():
    of = Scored(scores=np.ones(10), hit=np.arange(10) < 3, part=np.zeros(10))
    assert roc_of_parts(of).x.tolist() == roc_of_parts(of).y.tolist() == [0, 1]
    line = precision_recall_of_parts(of)
    assert set(line.y) == {0.3}
    assert line.area == pytest.approx(0.3)


@pytest.mark.parametrize("hit", [[True], [True] * 4, [False] * 4])
@pytest.mark.parametrize("curve", [roc_of_parts, precision_recall_of_parts])
def test_one_class_has_no_curve(hit, curve):
    of = Scored(scores=np.arange(len(hit), dtype=float), hit=np.array(hit), part=np.zeros(len(hit)))
    with pytest.raises(Undefined, match="rows of the class and others"):
        curve(of)


def test_single_rows_are_no_parts_and_a_part_of_one_class_is_left_out():
    of = drawn(20)
    alone = Scored(scores=of.scores, hit=of.hit, part=np.arange(20))
    for curve in (roc_of_parts, precision_recall_of_parts):
        with pytest.raises(Undefined, match="in one test part"):
            curve(alone)
    more = Scored(scores=np.append(of.scores, [0.0, 1.0]), hit=np.append(of.hit, [False, False]),
                  part=np.append(of.part, [1, 1]))
    assert roc_of_parts(more).area == roc_of_parts(of).area
    assert (roc_of_parts(more).parts, roc_of_parts(more).lacking) == (1, 1)
