"""The lab: its quick fits are the real ones, its truths are true, and a killed run goes on."""

import json

import numpy as np
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.ensemble import RandomForestClassifier
from sklearn.neighbors import KNeighborsClassifier
from sklearn.tree import DecisionTreeClassifier

from older_scikit_learn import as_now
from referee.comparisons import corrected_t, paired_t
from referee.errors import BadInput, UnknownName
from referee.lab.__main__ import main
from referee.lab.bars import failed
from referee.lab.divisions import folds, splits
from referee.lab.fits import wrong
from referee.lab.generators import draw
from referee.lab.levels import BLOCK, Cell, one_repetition, read, run
from referee.lab.levels_table import levels_table, parse_cell, rates
from referee.lab.procedures import mixed_p
from referee.seeds import stream


@pytest.fixture(scope="module")
def sample():
    return draw("G1", 60, (0.7, 0.7), stream(0, "sample"))


@pytest.fixture(scope="module")
def tested(sample):
    random = stream(0, "splits")
    return np.vstack([folds(sample.y, 10, 2, random), splits(sample.y, 0.55, 20, random)])


@pytest.mark.parametrize(("name", "real"), [
    ("lda", LinearDiscriminantAnalysis()), ("1nn", KNeighborsClassifier(1))])
def test_the_quick_fits_make_the_errors_of_the_real_ones(name, real, sample, tested):
    if not as_now(real):
        pytest.skip("this scikit-learn fits it otherwise")
    X, y = sample.seen_by_a, sample.y
    ours = wrong(name, X, y, tested, stream(0, "fit"), projected=False)
    for row, out in zip(ours, tested, strict=True):
        theirs = real.fit(X[~out], y[~out]).predict(X[out]) != y[out]
        assert np.array_equal(row[out], theirs)
        assert not row[~out].any()


@pytest.mark.slow
def test_five_neighbours_vote_as_scikit_learns_do(sample, tested):
    ours = wrong("5nn", sample.seen_by_a, sample.y, tested, stream(0, "fit"), projected=False)
    real = KNeighborsClassifier(5)
    for row, out in zip(ours, tested, strict=True):
        theirs = real.fit(sample.seen_by_a[~out], sample.y[~out]).predict(sample.seen_by_a[out]) != sample.y[out]
        assert np.array_equal(row[out], theirs)


@pytest.mark.slow
def test_a_tree_of_one_feature_is_scikit_learns(sample, tested):
    """With one feature there are no ties between features, so that the tree is one and the same."""
    X = sample.seen_by_a[:, :1].astype(np.float32).astype(float)
    ours = wrong("tree", X, sample.y, tested, stream(0, "fit"), projected=False)
    for row, out in zip(ours, tested, strict=True):
        theirs = DecisionTreeClassifier().fit(X[~out], sample.y[~out]).predict(X[out]) != sample.y[out]
        assert np.array_equal(row[out], theirs)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "make"), [
    ("tree", lambda seed: DecisionTreeClassifier(random_state=seed)),
    ("forest", lambda seed: RandomForestClassifier(50, random_state=seed))])
def test_trees_and_forests_err_as_often_as_scikit_learns(name, make):
    random = stream(0, "trees")
    ours = theirs = total = 0
    for sample_number in range(6):
        drawn = draw("G1", 80, (0.7, 0.7), random)
        out = folds(drawn.y, 5, 1, random)
        ours += int(wrong(name, drawn.seen_by_a, drawn.y, out, random, projected=False).sum())
        for row in out:
            model = make(sample_number).fit(drawn.seen_by_a[~row], drawn.y[~row])
            theirs += int((model.predict(drawn.seen_by_a[row]) != drawn.y[row]).sum())
        total += 80
    # The same cases, so that the difference of two runs has far less than the binomial spread of √(2·0.25/480) = 0.03.
    assert abs(ours - theirs) / total < 0.04


def test_the_kernel_learner_all_but_interpolates(sample):
    """Tested on rows next to themselves it is right; a row is never its own neighbour in a test."""
    twice = np.repeat(np.arange(20), 2)
    out = np.tile([True, False], 20)[None, :]
    assert wrong("kernel", sample.seen_by_a[twice], sample.y[twice], out, stream(0, "fit"), projected=False).sum() <= 1


def test_the_mixed_variance_lies_between_its_two_parts(sample):
    random = stream(0, "mixed")
    out = splits(sample.y, 0.5, 40, random)
    one, other = (random.random(out.shape) < 0.3) & out, (random.random(out.shape) < 0.2) & out
    a, b = (1 - errors.sum(axis=1) / out.sum(axis=1) for errors in (one, other))
    corrected = corrected_t(a, b, n_train=(~out).sum(axis=1), n_test=out.sum(axis=1)).p
    by_case = paired_t(*(1 - errors.sum(axis=0) / out.sum(axis=0) for errors in (one, other)), unit="case").p
    low, high = sorted((corrected, by_case))
    assert low < mixed_p(out, one, other) < high
    assert mixed_p(out, one, one) == 1.0


def test_the_nearest_neighbour_is_found_beyond_the_first_few(sample):
    """All but five cases are tested, so that most have no trained neighbour among their nearest."""
    out = np.ones((1, 60), bool)
    out[0, [*np.flatnonzero(sample.y == 0)[:3], *np.flatnonzero(sample.y == 1)[:2]]] = False
    ours = wrong("1nn", sample.seen_by_a, sample.y, out, stream(0, "fit"), projected=False)[0]
    real = KNeighborsClassifier(1).fit(sample.seen_by_a[~out[0]], sample.y[~out[0]])
    assert np.array_equal(ours[out[0]], (real.predict(sample.seen_by_a) != sample.y)[out[0]])


def test_folds_test_every_case_once_a_repeat_and_share_the_classes(sample):
    out = folds(sample.y, 10, 3, stream(1, "folds")).reshape(3, 10, 60)
    assert (out.sum(axis=1) == 1).all()
    assert set(out.sum(axis=2).ravel().tolist()) == {6}
    per_fold = out[:, :, sample.y == 1].sum(axis=2)
    assert per_fold.max() - per_fold.min() <= 1


@pytest.mark.parametrize("share", [0.9, 2 / 3, 0.6, 0.55])
def test_splits_train_on_their_share_and_share_the_classes(sample, share):
    out = splits(sample.y, share, 50, stream(1, "splits"))
    assert (out.sum(axis=1) == round(60 * (1 - share))).all()
    assert len(set(out[:, sample.y == 1].sum(axis=1).tolist())) == 1
    assert len({tuple(row) for row in out.tolist()}) == 50


def test_in_g1_each_learner_sees_a_block_of_its_own_and_the_bayes_error_is_known():
    from scipy.stats import norm
    sample = draw("G1", 200_000, (0.7, 1.1), stream(0, "large"))
    for seen, delta in ((sample.seen_by_a, 0.7), (sample.seen_by_b, 1.1)):
        error = ((seen.sum(axis=1) > 0) != sample.y).mean()
        assert error == pytest.approx(norm.cdf(-delta), abs=0.004)
    centred = sample.seen_by_a - np.where(sample.y, 1, -1)[:, None] * 0.7 / 5**0.5
    assert np.abs(np.corrcoef(centred.T, sample.seen_by_b.T)[:5, 5:]).max() < 0.01


@pytest.mark.parametrize("learner", ["lda", pytest.param("1nn", marks=pytest.mark.slow)])
def test_in_g1_prime_both_are_one_procedure_run_twice(learner):
    sample = draw("G1'", 60, (0.7, 0.7), stream(0, "prime"))
    assert sample.seen_by_a is sample.seen_by_b
    out = folds(sample.y, 10, 1, stream(0, "folds"))
    random = stream(0, "fit")
    a, b = (wrong(learner, sample.seen_by_a, sample.y, out, random, projected=True) for _ in range(2))
    assert not np.array_equal(a, b)


def test_a_repetition_is_the_same_every_time():
    cell = Cell(generator="G1", learner="lda", n=50)
    assert one_repetition(cell, 3) == one_repetition(cell, 3) != one_repetition(cell, 4)


@pytest.mark.slow
def test_a_killed_run_goes_on_where_it_was(tmp_path):
    path, cells = tmp_path / "levels.jsonl", [Cell(generator="G1", learner="lda", n=50)]
    assert sum(added for _, added in run(cells, repetitions=BLOCK, path=path)) == BLOCK
    whole = path.read_text()
    path.write_text(whole + '{"cell": "G1 lda n=50 0.7/0.7", "fir')           # a line cut short
    path.write_text(path.read_text() + "\n")
    assert sum(added for _, added in run(cells, repetitions=BLOCK + 3, path=path)) == 3
    assert [line["first"] for line in read(path)] == [0, BLOCK]
    assert list(run(cells, repetitions=BLOCK + 3, path=path)) == []


def test_the_table_counts_rejections_and_marks_what_misses_its_bar(tmp_path):
    path = tmp_path / "levels.jsonl"
    p = {"bf-10x10": [0.01] * 20 + [0.5] * 80, "paired-t-100": [0.01] * 60 + [0.9] * 40}
    path.write_text(json.dumps({"cell": "G1 lda n=100 0.7/0.7", "first": 0, "count": 100, "seed": 0, "p": p}) + "\n")
    assert rates(path) == {parse_cell("G1 lda n=100 0.7/0.7"): {"bf-10x10": (20, 100), "paired-t-100": (60, 100)}}
    text = levels_table(path)
    assert "0.200 ± 0.040 !" in text
    assert "0.600 ± 0.049 |" in text


def test_a_bar_is_failed_only_with_certainty():
    cell = Cell(generator="G1", learner="lda", n=100)
    assert not failed("bf-10x10", cell, 8, 100)
    assert failed("bf-10x10", cell, 100, 1000)
    assert failed("reich-barai", cell, 5, 100)           # a warning that were not true
    assert not failed("bf-10x10", Cell(generator="G1", learner="lda", n=100, deltas=(0.9, 0.6)), 90, 100)


def test_the_command_runs_prints_and_refuses(tmp_path, capsys):
    path = tmp_path / "x.jsonl"
    assert main(["tests", str(path), "--learners", "lda", "--n", "50", "--repetitions", "2"]) == 0
    assert "G1 lda n=50 (2)" in capsys.readouterr().out
    assert main(["table", str(tmp_path / "none.jsonl")]) == 2
    assert "holds no results yet" in capsys.readouterr().err
    assert main(["tests", str(path), "--learners", "ldb", "--n", "50"]) == 2
    assert "did you mean 'lda'" in capsys.readouterr().err


def test_nonsense_is_refused(tmp_path):
    with pytest.raises(BadInput, match="at least one"):
        list(run([], repetitions=0, path=tmp_path / "x"))
    with pytest.raises(UnknownName):
        draw("G9", 50, (1, 1), stream(0, "x"))


@pytest.mark.slow
def test_the_default_holds_its_level_on_a_stable_learner(tmp_path):
    path = tmp_path / "levels.jsonl"
    cell = Cell(generator="G1", learner="lda", n=100)
    list(run([cell], repetitions=1000, path=path))
    assert "!" not in levels_table(path)
