"""Which looks are counted: what a configuration is, what the same rows are, and what widens a family."""

from contextlib import closing

import numpy as np
import pytest

import referee
from referee.comparisons import adjust
from referee.errors import UnknownName
from referee.ledger import Look, open_ledger
from referee.reading.ask import Ask, Before
from referee.reading.judging import corrected
from referee.seeds import stream
from referee.study import INNER

RNG = stream(5, "looks")
X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
QUICK = {"design": "kfold:folds=2", "metrics": "accuracy", "jobs": 1, "baseline": False}


@pytest.fixture
def ledger(tmp_path):
    store = open_ledger(tmp_path / "l.db")
    yield store
    store.close()


def compare(ledger, *models, **more):
    return referee.compare(list(models), more.pop("X", X), more.pop("y", Y), ledger=ledger, **(QUICK | more)).analysis


def others(analysis):
    return analysis.family.others, analysis.configurations


@pytest.mark.slow
def test_ten_settings_one_after_the_other_call_for_0_005(ledger):
    """Salzberg (1997), section 3.3; worked example salzberg-tuning-10."""
    for depth in range(1, 11):
        analysis = compare(ledger, f"tree:max_depth={depth}", "lda", against="lda")
    assert others(analysis) == (9, 11)
    assert analysis.family.first_step == pytest.approx(0.005)
    assert analysis.ordinals == {"tree": 11, "lda": 2}
    (verdict,) = analysis.family.verdicts
    assert verdict.p_adjusted == pytest.approx(min(1, 10 * verdict.comparison.p))


def test_the_same_study_again_widens_nothing_and_adds_no_look(ledger):
    compare(ledger, "gaussian-nb", "lda")
    n = len(ledger.looks())
    for _ in range(2):
        assert others(compare(ledger, "gaussian-nb", "lda")) == (0, 2)
    assert len(ledger.looks()) == n == 2


def test_the_same_pair_on_another_plan_or_by_another_metric_counts_once(ledger):
    compare(ledger, "gaussian-nb", "lda")
    assert others(compare(ledger, "gaussian-nb", "lda", design="kfold:folds=3")) == (0, 2)
    assert others(compare(ledger, "gaussian-nb", "lda", metrics="brier")) == (0, 2)
    assert others(compare(ledger, "gaussian-nb", "lda", "tree")) == (0, 3)      # it holds the earlier pair itself
    assert others(compare(ledger, "gaussian-nb", "lda")) == (2, 3)              # told again: tree with both


def test_a_seed_is_a_setting(ledger):
    compare(ledger, "gaussian-nb", "tree")
    assert others(compare(ledger, "gaussian-nb", "tree", seed=1)) == (1, 4)


def test_a_configuration_read_by_itself_counts_as_one_comparison(ledger):
    referee.evaluate("gaussian-nb", X, Y, ledger=ledger, design="kfold:folds=2", jobs=1)        # with its baseline
    assert others(compare(ledger, "lda", "tree")) == (1, 4)        # which nobody weighs
    assert others(compare(ledger, "gaussian-nb", "tree")) == (1, 4)      # lda with tree; the baseline is no rival


def test_another_column_dropped_is_another_configuration_on_the_same_rows(ledger):
    compare(ledger, "gaussian-nb", "lda")
    frame = {"X": X[:, :2]}
    assert others(compare(ledger, "gaussian-nb", "lda", **frame)) == (1, 4)


def test_other_rows_do_not_count(ledger):
    compare(ledger, "gaussian-nb", "lda")
    assert others(compare(ledger, "tree", "lda", X=stream(6, "others").normal(size=X.shape), y=np.roll(Y, 7))) == (0, 2)
    one, two = np.arange(0, 30), np.arange(30, 60)
    for test, expected in ((one, 1), (two, 1)):         # each meets the cross-validation, not the other
        train = np.setdiff1d(np.arange(60), test)
        said = others(compare(ledger, f"tree:max_depth={test[0] + 1}", "lda", design=[(train, test)]))
        assert said == (expected, 3)


def test_tries_inside_the_training_rows_are_listed_and_not_counted(ledger):
    analysis = compare(ledger, "gaussian-nb", "lda")
    ledger.add_looks([Look(problem=analysis.problem.fingerprint, plan=analysis.plan.fingerprint, learner="inner try",
                           metric="accuracy", purpose=INNER)])
    assert others(compare(ledger, "gaussian-nb", "lda")) == (0, 2)
    assert len(ledger.looks()) == 3


def test_two_people_share_one_count(tmp_path, monkeypatch):
    place = tmp_path / "shared.db"
    for who, depth in (("ann", 1), ("bob", 2), ("ann", 1)):
        monkeypatch.setenv("REFEREE_WHO", who)
        analysis = compare(place, f"tree:max_depth={depth}", "lda", against="lda")
    assert others(analysis) == (1, 3)
    with closing(open_ledger(place)) as store:
        assert [look.who for look in store.looks()] == ["ann", "ann", "bob", "bob"]
        assert {look.purpose for look in store.looks()} == {"compare"}


@pytest.mark.slow
def test_reading_again_counts_what_came_later_and_adds_nothing(tmp_path):
    place = tmp_path / "l.db"
    compare(place, "tree:max_depth=1", "lda", against="lda")
    compare(place, "tree:max_depth=2", "lda", against="lda")
    for _ in range(2):
        first = referee.reread(place, study=1).analysis
        assert others(first) == (1, 3)
        assert first.ordinals["tree"] == 1


def test_a_declared_family_is_this_study_alone(ledger):
    compare(ledger, "tree", "lda")
    analysis = compare(ledger, "gaussian-nb", "lda", family="declared")
    assert others(analysis) == (0, 3)
    with pytest.raises(UnknownName, match="no family is called 'legder'; did you mean 'ledger'"):
        compare(ledger, "tree", "lda", family="legder")


def test_online_shares_add_up_to_the_error_rate(ledger):
    shares = [compare(ledger, f"tree:max_depth={d}", "lda", family="online").family.share for d in (1, 2, 3, 3)]
    assert shares == pytest.approx([1 / 2, 1 / 6, 1 / 12, 1 / 12])
    assert sum(Before(turn=t).share("online") for t in range(1, 2000)) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("method", ["holm", "bonferroni", "sidak", "hochberg", "hommel", "bh", "by"])
def test_a_comparison_whose_p_is_not_known_is_never_taken_for_less_than_it_is(method):
    """With 1 in the place of the unknown p-values no adjusted p comes out smaller than with any others."""
    for i in range(200):
        p = stream(i, "p").beta(0.3, 1, size=6)
        right = adjust(p, method)[:2]
        said = corrected(list(p[:2]), Ask(adjust=method), Before(others=4))
        assert (np.array(said) >= right - 1e-12).all()
