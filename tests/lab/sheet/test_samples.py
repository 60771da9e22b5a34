"""The samples of the sheet: learners are equal in truth where the cell says so, and samples are what they say."""

import numpy as np
import pytest
from scipy.stats import norm

from referee.kinds import Task
from referee.lab.sheet.cells import PARTS, Cell, Question, cells_of
from referee.lab.sheet.samples import WIDTH, draw
from referee.lab.sheet.truth import truth_of
from referee.seeds import stream


@pytest.mark.parametrize("cell", PARTS["all"], ids=lambda cell: cell.id)
def test_every_cell_can_be_drawn(cell):
    sample = draw(cell, cell.n, stream(0, "draw"))
    assert sample.X.shape == (cell.n, WIDTH if cell.same else 2 * WIDTH)
    assert sample.y.shape == (cell.n,)
    if cell.task is Task.CLASSIFICATION:
        assert np.bincount(sample.y, minlength=cell.classes).min() >= 5
    if cell.groups:
        assert len(np.unique(sample.groups)) == cell.groups


def test_ids_are_different_and_parts_lie_in_one_another():
    ids = [cell.id for cell in PARTS["all"]]
    assert len(set(ids)) == len(ids)
    assert {cell.id for cell in PARTS["small"]} | {cell.id for cell in PARTS["default"]} <= set(ids)


def test_blocks_are_as_informative_as_their_delta_says():
    sample = draw(Cell(learner="lda", n=100, deltas=(0.7, 1.1)), 100_000, stream(0, "large"))
    for block, delta in ((sample.X[:, :5], 0.7), (sample.X[:, 5:], 1.1)):
        assert ((block.sum(axis=1) > 0) != sample.y).mean() == pytest.approx(norm.cdf(-delta), abs=0.006)


@pytest.mark.parametrize("cell", [Cell(learner="5nn", n=100, classes=3, share=0.1), Cell(learner="ols", n=100),
                                  Cell(learner="lda", n=150, groups=15, unequal=True)], ids=lambda cell: cell.id)
def test_the_blocks_of_a_null_are_exchangeable(cell):
    """Each says as much about the target as the other: the same correlations with it, up to chance."""
    sample = draw(cell, 40_000, stream(1, "large"))
    said = [np.corrcoef(np.column_stack([block, sample.y]).T)[-1, :-1] for block in (sample.X[:, :5], sample.X[:, 5:])]
    assert np.abs(said[0] - said[1]).max() < 0.03


def test_shares_and_groups_are_as_asked():
    rare = draw(Cell(learner="nb", n=100, share=0.1), 50_000, stream(0, "rare"))
    assert rare.y.mean() == pytest.approx(0.1, abs=0.006)
    sizes = np.bincount(draw(Cell(learner="lda", n=150, groups=15, unequal=True), 150, stream(0, "g")).groups)
    assert sizes.min() >= 2
    assert sizes.max() > 2 * sizes.min()


@pytest.mark.parametrize("source", ["breast-cancer", "digits"])
def test_real_rows_stand_in_pairs_of_one_class(source):
    cell = Cell(learner="5nn", n=100, source=source)
    sample = draw(cell, 100, stream(0, "pairs"))
    assert np.bincount(sample.y).tolist() == [50, 50]
    turned = draw(cell, 100, stream(0, "pairs"))
    assert np.array_equal(sample.X, turned.X)
    # No row is shown twice: neither to one learner nor to both.
    both = np.vstack([sample.X[:, :5], sample.X[:, 5:]])
    assert len(np.unique(both, axis=0)) >= 195


def test_a_cell_knows_what_it_is_about():
    assert Cell(learner="lda", n=50).question is Question.LEVEL
    assert Cell(learner="lda", n=50, deltas=(0.9, 0.6)).question is Question.POWER
    assert Cell(learner="forest3", n=50, salted=True).question is Question.SEED
    assert not Cell(learner="5nn", n=50, share=0.1).covers          # samples with few of a class were picked
    assert not Cell(learner="5nn", n=100, source="digits").covers   # whose truth is not known
    assert "log_loss" not in Cell(learner="svc", n=50).metrics


def test_the_truth_of_a_discriminant_comes_near_bayes(monkeypatch):
    """Trained on many rows its error is Φ(−δ), and its AUC Φ(√2·δ)."""
    monkeypatch.setattr("referee.lab.sheet.truth.TRAINING_SETS", 20)
    truth = truth_of(Cell(learner="lda", n=100), 5_000, seed=0)
    assert truth["accuracy"] == pytest.approx(norm.cdf(0.7), abs=0.01)
    assert truth["roc_auc"] == pytest.approx(norm.cdf(0.7 * 2**0.5), abs=0.01)


def test_cells_are_found_by_their_ids_or_parts_of_them():
    assert [cell.id for cell in cells_of("all", "5nn n=50")] == ["5nn n=50"]
    assert {cell.learner for cell in cells_of("small", "mlp,boosting")} == {"mlp", "boosting"}
