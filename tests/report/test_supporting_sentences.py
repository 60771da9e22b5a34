"""Beside the verdict: chances, the four counts, and several targets at once with their picture."""

import numpy as np
import pytest

import referee
from referee.comparisons import PairedTable, compare_together, hotelling, tango
from referee.errors import BadInput, NotJustified, UnknownName
from referee.report.joint_figure import joint_figure
from referee.report.supporting_sentences import chance_text, supporting_sentences
from referee.seeds import stream

FAST = {"jobs": 1, "baseline": False}
pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(scope="module")
def towers():
    """Two targets that move together, and three features."""
    random = stream(0, "towers")
    X = random.normal(size=(60, 3))
    common = random.normal(size=60)
    Y = np.column_stack([X[:, 0] + common, X[:, 1] - common])
    return X, Y


@pytest.fixture(scope="module")
def joint(towers):
    return referee.compare(["linear", "tree"], *towers, design="kfold:folds=3", metrics="mse", **FAST)


def test_the_chance_of_being_better_is_printed_from_the_same_numbers():
    result = referee.compare(["gaussian-nb", "tree"], "iris", design="kfold:folds=5", metrics="accuracy", **FAST)
    best, other = result.analysis.family.ranking
    verdict = result[best, other]
    said = f"Chance that {best} is better: than {other} {chance_text(1 - verdict.comparison.p / 2)}"
    assert said in " ".join(str(result).split())
    assert any(said in sentence for sentence in supporting_sentences(result.analysis, every=True))


def test_the_chance_points_the_right_way_where_lower_is_better(joint):
    result = joint["y1"]
    verdict = result["linear", "tree"]
    chance = verdict.posterior.left
    assert (chance > 0.5) == (verdict.comparison.difference < 0)
    first = result.analysis.family.ranking[0]
    assert f"than {'tree' if first == 'linear' else 'linear'} {chance_text(max(chance, 1 - chance))}" in " ".join(
        supporting_sentences(result.analysis))


def test_a_margin_has_a_chance_of_its_own():
    result = referee.compare(["gaussian-nb", "tree"], "iris", design="kfold:folds=5", metrics="accuracy",
                             relevant=0.02, **FAST)
    (said,) = supporting_sentences(result.analysis)
    assert "better by more than 0.02: than" in said
    assert "no difference that matters" in said


@pytest.mark.parametrize("test", ["mcnemar", "binomial"])
def test_the_four_counts_and_the_disagreement_rate_are_always_shown(test, tmp_path):
    result = referee.compare(["gaussian-nb", "tree"], "iris", design="kfold:folds=3", metrics="accuracy", test=test,
                             **FAST)
    a, b = result.analysis.family.ranking
    right = {name: side.predictions.labels == side.predictions.truth
             for name, side in result.analysis.table.rows.items()}
    both, only_a, only_b = ((right[a] & right[b]).sum(), (right[a] & ~right[b]).sum(), (~right[a] & right[b]).sum())
    said = (f"{a} and {b} disagree on {100 * (only_a + only_b) / 150:.1f}% of 150 rows: both right {both}, only {a} "
            f"{only_a}, only {b} {only_b}, both wrong {150 - both - only_a - only_b}.")
    assert said in " ".join(str(result).split())
    assert said.split(":")[1] in result.report(tmp_path / "page.html").read_text(encoding="utf-8").replace("<wbr>", "")
    turned = result[b, a].comparison
    assert (turned.detail("a_only"), turned.detail("b_only")) == (only_b, only_a)
    assert result[a, b].comparison.interval == tango(PairedTable.of(right[a], right[b]))


def test_several_targets_are_compared_together_in_text_and_page(joint, tmp_path):
    found = joint.together("linear", "tree")
    assert found.names == ("y1", "y2")
    tables = [joint[name].analysis.table.first for name in found.names]
    losses = {name: np.column_stack([(rows[name].predictions.values - rows[name].predictions.truth) ** 2
                                     for rows in tables]) for name in ("linear", "tree")}
    direct = compare_together(losses["linear"], losses["tree"], names=found.names)
    assert found.together.p == pytest.approx(direct.together.p, rel=1e-9)
    assert "linear against tree by all 2 targets together: p" in " ".join(str(joint).split())
    assert "(Hotelling's T² of mean squared error over 60 rows" in " ".join(str(joint).split())
    page = joint.report(tmp_path / "page.html").read_text(encoding="utf-8")
    assert "All targets together" in page


def test_the_picture_has_the_joint_region_that_the_test_decides_by(joint):
    """The point of no difference is on the edge of the ellipse when p is exactly the error rate."""
    found = joint.together("linear", "tree")
    edge = joint_figure(found).axes[0].lines[0].get_xydata()
    region = found.region()
    assert [region.statistic(point) for point in edge] == pytest.approx([region.critical] * len(edge))
    assert region.p_value(np.zeros(2)) == pytest.approx(found.together.p)


def test_several_metrics_are_compared_together():
    result = referee.compare(["gaussian-nb", "lda"], "iris", design="kfold:folds=3",
                             metrics=["accuracy", "brier", "log_loss", "roc_auc"], **FAST)
    found = result.together("gaussian-nb", "lda", metrics=["brier", "log_loss"])
    assert found.kind == "metrics"
    assert 0 <= found.together.p <= 1
    assert len(result.together_figure("gaussian-nb", "lda", metrics=["brier", "log_loss"]).axes) == 1
    with pytest.raises(BadInput, match="no mean over rows"):
        result.together("gaussian-nb", "lda", metrics=["brier", "roc_auc"])
    with pytest.raises(UnknownName):
        result.together("gaussian-nb", "forest")


def test_rows_in_groups_are_no_independent_vectors(towers):
    """The unit is the group: the sums of its rows' differences, in a scale in which their mean is that of the rows."""
    X, Y = towers
    groups = np.repeat(np.arange(12), 5)
    result = referee.compare(["linear", "tree"], X, Y, groups=groups, design="kfold:folds=3", metrics="mse", **FAST)
    found = result.together("linear", "tree")
    tables = [result[name].analysis.table.first for name in found.names]
    rows = np.column_stack([(t["linear"].predictions.values - t["linear"].predictions.truth) ** 2
                            - (t["tree"].predictions.values - t["tree"].predictions.truth) ** 2 for t in tables])
    order = groups[tables[0]["linear"].row]
    sums = np.array([rows[order == g].sum(axis=0) for g in range(12)]) / 5
    assert found.together.n_units == 12
    assert found.together.statistic == pytest.approx(hotelling(sums).statistic)
    assert found.differences.mean(axis=0) == pytest.approx(rows.mean(axis=0))
    assert "over 12 groups" in " ".join(str(result).split())
    single = referee.compare(["linear", "tree"], X, Y[:, 0], groups=groups, design="kfold:folds=3",
                             metrics=["mse", "mae"], **FAST)
    with pytest.raises(NotJustified, match="groups"):
        single.together("linear", "tree")
