"""Every verb gives an answer that can be shown, kept and asked in the same ways.

Assumed: `figure()` gives a matplotlib figure and `save(path)` writes it (.svg, .png, .pdf) and returns the path; an
answer that is no picture may refuse both in one sentence. `table()` is a data frame, `report(path)` writes one page of
HTML and returns its path, `to_dict()` is JSON without NaN.
"""

import functools
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import StratifiedKFold, cross_validate
from sklearn.naive_bayes import GaussianNB

import referee
from referee.errors import RefereeError

RNG = np.random.default_rng(1)
X = RNG.normal(size=(60, 3))
Y = (X[:, 0] + RNG.normal(size=60) > 0).astype(int)
QUICK = {"design": "kfold:folds=3", "metrics": ["accuracy", "brier"], "jobs": 1}
SCORES = {"dataset": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
          "forest_1": [.74, .85, .69, .93, .81, .64, .84, .75], "tree": [.7, .8, .7, .9, .8, .6, .8, .7]}


def said(share):
    return np.where(RNG.random(60) < share, Y, 1 - Y)


PREDICTIONS = {"id": np.arange(60), "truth": Y, "x": said(0.9), "z": said(0.6)}
SETS = pd.concat([pd.DataFrame(PREDICTIONS).assign(dataset=f"set {d}") for d in range(5)])


FOLDER = tempfile.TemporaryDirectory(prefix="answers-")


@functools.cache
def kept():
    """A ledger with one comparison, in a folder that lasts as long as the process."""
    place = Path(FOLDER.name, "kept.db")
    referee.compare(["lda", "gaussian-nb"], X, Y, ledger=place, **QUICK)
    return place


def cross_validated():
    models = {"lda": LinearDiscriminantAnalysis(), "nb": GaussianNB()}
    return {n: cross_validate(m, X, Y, cv=StratifiedKFold(3), return_indices=True, return_estimator=True)
            for n, m in models.items()}


def studied():
    folder = kept().parent
    Path(folder, "study.yaml").write_text("data: iris\nmodels: [lda, gaussian-nb]\nmetrics: [accuracy]\n"
                                          "design: kfold:folds=3\nclaims:\n  - {better: lda, than: prior}\n")
    return referee.run_study(folder / "study.yaml", ledger=folder / "study.db", jobs=1)


def queried():
    place = kept().parent / "vault.db"
    referee.vault.seal("iris", ledger=place, fraction=0.3)
    return referee.vault.query("gaussian-nb", "iris", ledger=place, jobs=1)


def problem():
    from referee.data import make_problem

    return make_problem(X, Y)


VERBS = {
    "compare": lambda: referee.compare(["lda", "gaussian-nb"], X, Y, **QUICK),
    "evaluate": lambda: referee.evaluate("lda", X, Y, **QUICK),
    "evaluate without an interval": lambda: referee.evaluate("lda", X, Y, metrics="accuracy", jobs=1,
                                                             design="bootstrap:resamples=5"),
    "tune": lambda: referee.tune("knn:n_neighbors=1|5", X, Y, tuning="kfold:folds=2", **QUICK),
    "judge": lambda: referee.judge(PREDICTIONS, metrics="accuracy"),
    "judge many data sets": lambda: referee.judge(SETS, metrics="accuracy"),
    "judge_sklearn": lambda: referee.judge_sklearn(cross_validated(), X, Y, metrics="accuracy"),
    "rank": lambda: referee.rank(SCORES, metric="accuracy"),
    "chance": lambda: referee.chance("lda", X, Y, shuffles=19, **QUICK | {"metrics": "accuracy"}),
    "curve": lambda: referee.learning_curve(["lda", "gaussian-nb"], X, Y, sizes=[20, 30], folds=3, metrics="accuracy",
                                            jobs=1),
    "sensitivity": lambda: referee.sensitivity("lda", X, Y, seeds=2, splits=2, designs=("kfold:folds=2",),
                                               **QUICK | {"metrics": "accuracy"}),
    "components": lambda: referee.components(["lda"], X, Y, samples=2, splits=2, seeds=2, metrics="accuracy", jobs=1),
    "decompose": lambda: referee.decompose(["lda"], X, Y, samples=30, jobs=1),
    "panorama": lambda: referee.panorama(["lda"], X, Y, metrics="accuracy", resamples=50, jobs=1),
    "plan": lambda: referee.plan(0.05, disagreement=0.1),
    "advise": lambda: referee.advise(X, Y, models=["lda", "tree"], timed=False),
    "audit": lambda: referee.audit_study(kept()),
    "survey": lambda: referee.survey("flexer-1995"),
    "calibration": lambda: referee.calibration(Y, np.clip(0.3 + 0.4 * Y + 0.1 * X[:, 0], 0.01, 0.99)),
    "watch": lambda: referee.watch(PREDICTIONS["x"] == Y, PREDICTIONS["z"] == Y),
    "run": studied,
    "vault query": queried,
    "reread": lambda: referee.reread(kept()),
}


@functools.cache
def answer(verb):
    return VERBS[verb]()


every_verb = pytest.mark.parametrize("verb", VERBS)
TWINS = {"evaluate", "judge", "judge_sklearn", "reread"}          # of the same class as `compare`, and drawn alike
every_kind = pytest.mark.parametrize("verb", [verb for verb in VERBS if verb not in TWINS])


def one_sentence(refusal):
    assert "\n" not in str(refusal), refusal
    assert len(str(refusal).split()) > 3
    return str(refusal)


@every_verb
def test_an_answer_can_be_printed(verb):
    text = str(answer(verb))
    assert len(text.split()) > 5, text
    assert not re.search(r"object at 0x|\w+\(\w+=", text), text
    assert not re.search(r"\bnan\b", text, re.IGNORECASE), text
    assert repr(answer(verb)) == text or "object at 0x" not in repr(answer(verb))


@every_kind
def test_an_answer_shows_itself_in_a_notebook(verb):
    html = answer(verb)._repr_html_()
    assert re.search(r"<(table|pre|p|div|figure|svg|section)\b", html), html[:200]
    assert "<script src" not in html


@every_verb
def test_an_answer_has_a_table(verb):
    table = answer(verb).table()
    assert isinstance(table, pd.DataFrame)
    assert len(table) >= 1
    assert all(isinstance(name, str) for name in table.columns)


@every_kind
def test_an_answer_has_a_figure_that_can_be_saved_or_says_why_not(verb, tmp_path):
    try:
        figure = answer(verb).figure()
    except RefereeError as refusal:
        one_sentence(refusal)
        with pytest.raises(RefereeError):
            answer(verb).save(tmp_path / "figure.svg")
        return
    assert hasattr(figure, "savefig"), type(figure)
    assert figure.axes
    assert Path(answer(verb).save(tmp_path / "figure.svg")) == tmp_path / "figure.svg"
    assert "<svg" in (tmp_path / "figure.svg").read_text()


@every_kind
def test_a_kind_of_picture_that_nobody_knows_is_one_sentence(verb, tmp_path):
    with pytest.raises(RefereeError) as refusal:
        answer(verb).save(tmp_path / "figure.nope")
    one_sentence(refusal.value)
    assert not (tmp_path / "figure.nope").exists()


@every_verb
def test_an_answer_is_a_dict_that_is_json(verb):
    told = answer(verb).to_dict()
    assert isinstance(told, dict)
    assert json.loads(json.dumps(told, allow_nan=False)) == json.loads(json.dumps(told))
    assert len(told) >= 2


@every_verb
def test_an_answer_is_markdown(verb):
    text = answer(verb).to_markdown()
    lines = [line for line in text.splitlines() if line.lstrip().startswith("|")]
    assert len(lines) >= 3, text
    assert len({line.count("|") - line.count("\\|") for line in lines[:3]}) == 1, "lines of unequal length"
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)


@every_verb
def test_an_answer_is_latex(verb):
    text = answer(verb).to_latex()
    assert "\\begin{tabular}" in text
    assert text.count("\\begin{tabular}") == text.count("\\end{tabular}")
    lines = re.sub(r"\$[^$]*\$", "", text).splitlines()
    body = "\n".join(line for line in lines if not line.lstrip().startswith(("%", "\\label", "\\usepackage")))
    assert not re.search(r"(?<!\\)[%_#](?=\w)", body), "what LaTeX would stumble over is escaped"
    assert not re.search(r"\bnan\b", text, re.IGNORECASE)


@every_kind
def test_an_answer_writes_one_page(verb, tmp_path):
    """A study of several problems may write, and return, a page for each."""
    written = answer(verb).report(tmp_path / "page.html")
    paths = [Path(p) for p in ([written] if isinstance(written, str | Path) else written)]
    assert paths == [tmp_path / "page.html"]
    page = paths[0].read_text(encoding="utf-8")
    assert page.count("<html") == 1
    assert page.rstrip().endswith("</html>")
    assert "<title>" in page
    assert not re.search(r"(src|href)=[\"']https?://[^\"']*\.(js|css)", page), "a page stands by itself"
    assert "object at 0x" not in page
    assert "None</" not in page


@pytest.mark.parametrize("verb", ["rank"])
def test_a_page_is_not_written_into_a_folder_that_is_not_there_without_a_sentence(verb, tmp_path):
    """Made, or refused in one sentence."""
    place = tmp_path / "not" / "there" / "page.html"
    try:
        answer(verb).report(place)
    except RefereeError as refusal:
        one_sentence(refusal)
    else:
        assert place.exists()


@every_verb
def test_the_class_of_an_answer_is_exported(verb):
    kind = type(answer(verb)).__name__
    assert not kind.startswith("_")
    assert kind in referee.__all__, kind
    assert getattr(referee, kind) is type(answer(verb))


def test_all_answers_keep_one_protocol():
    words = {"table", "figure", "to_dict", "to_markdown", "to_latex", "report", "save", "_repr_html_", "__str__"}
    missing = {verb: sorted(w for w in words if not callable(getattr(type(answer(verb)), w, None))) for verb in VERBS}
    assert not {verb: gaps for verb, gaps in missing.items() if gaps}


def test_all_answers_share_one_implementation():
    """One home for what they have in common: a common ancestor other than `object`."""
    ancestors = [set(type(answer(verb)).__mro__) - {object} for verb in VERBS]
    assert set.intersection(*ancestors), "no common ancestor"


# One pair.

PAIRS = {"compare": ("lda", "gaussian-nb"), "judge": ("x", "z"), "judge_sklearn": ("lda", "nb"),
         "rank": ("forest_1", "nb"), "reread": ("lda", "gaussian-nb")}


@pytest.mark.parametrize("verb", PAIRS)
def test_a_pair_tells_its_interval_p_and_outcome(verb):
    pair = answer(verb)[PAIRS[verb]]
    assert 0 <= pair.p <= 1
    assert pair.interval.low <= pair.difference <= pair.interval.high
    assert getattr(pair.outcome, "value", pair.outcome) in {"better", "worse", "can't tell", "equivalent",
                                                            "identical predictions"}


@pytest.mark.parametrize("verb", PAIRS)
def test_a_pair_has_a_readable_repr(verb):
    pair = answer(verb)[PAIRS[verb]]
    text = repr(pair)
    assert len(text) < 400, text
    assert all(name in text for name in PAIRS[verb]), text
    assert getattr(pair.outcome, "value", pair.outcome) in text or "can't decide" in text, text
    assert "=<" not in text
    assert "Comparison(" not in text


def test_the_p_of_a_pair_is_the_p_of_its_test_and_the_adjusted_one_stands_beside_it():
    """Assumed: `.p` is the pair's own p-value, `.p_adjusted` the one the outcome goes by."""
    pair = answer("compare")["lda", "gaussian-nb"]
    assert pair.p == pair.comparison.p
    assert pair.p <= pair.p_adjusted
    assert pair.interval == pair.comparison.interval


@pytest.mark.parametrize("asked", [("lda", "nobody"), ("lda", "lda"), "lda", ("lda",),
                                   ("lda", "gaussian-nb", "prior"), 3], ids=str)
def test_a_pair_that_is_none_is_one_sentence(asked):
    with pytest.raises((RefereeError, KeyError)) as refusal:
        answer("compare")[asked]
    assert "\n" not in str(refusal.value)
    assert isinstance(refusal.value, RefereeError), "an error of the house"


def test_a_mistyped_learner_is_met_with_did_you_mean():
    with pytest.raises(RefereeError, match="did you mean"):
        answer("compare")["lda", "gausian-nb"]


# Names that would break a page.

def test_names_that_are_no_html_or_latex_or_markdown_are_escaped(tmp_path):
    models = {"a_b & <b>50%</b>": "lda", "x|y #1": "gaussian-nb"}
    result = referee.compare(models, X, Y, **QUICK)
    page = result.report(tmp_path / "page.html").read_text()
    assert "<b>50%</b>" not in page
    assert "<b>50%</b>" not in result._repr_html_()
    assert "a\\_b \\&" in result.to_latex()
    rows = [line for line in result.to_markdown().splitlines() if line.lstrip().startswith("|")]
    assert len({len(re.findall(r"(?<!\\)\|", line)) for line in rows[:4]}) == 1, rows[:4]


# In a fresh process.

FRESH = """
import json, sys
import referee
out = {}
out["metrics"] = float(referee.metrics.kappa([0, 1, 1, 0], [0, 1, 0, 0]))
out["accuracy"] = float(referee.metrics.accuracy(["a", "b", "b"], ["a", "b", "a"]))
out["estimates"] = str(referee.estimates.wilson(81, 263))
a, b = [.81, .79, .84, .80], [.78, .79, .80, .77]
out["comparisons"] = float(referee.comparisons.corrected_t(a, b, n_train=180, n_test=20).p)
out["all"] = [n for n in referee.__all__ if not hasattr(referee, n)]
out["dir"] = sorted(set(referee.__all__) - set(dir(referee)))
print(json.dumps(out))
"""


@pytest.fixture(scope="module")
def fresh():
    env = os.environ | {"PYTHONPATH": str(Path(referee.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, timeout=60, env=env,
                          check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_rooms_of_arrays_are_there_after_import_referee(fresh):
    from sklearn.metrics import cohen_kappa_score

    assert fresh["metrics"] == pytest.approx(cohen_kappa_score([0, 1, 1, 0], [0, 1, 0, 0]))
    assert fresh["accuracy"] == pytest.approx(2 / 3)
    assert fresh["estimates"] == "95% interval 0.255 to 0.366 (Wilson)"
    assert fresh["comparisons"] == pytest.approx(0.096, abs=5e-4)


def test_everything_exported_is_there_and_is_shown_by_dir(fresh):
    assert fresh["all"] == []
    assert fresh["dir"] == []


@pytest.mark.parametrize("name", ["kappa", "accuracy", "balanced_accuracy", "mcc", "f1_macro", "error_rate"])
def test_metrics_of_labels_are_functions_of_truth_and_what_was_said(name):
    from sklearn import metrics

    truth, guess = np.array([0, 1, 1, 0, 1, 0, 1, 1]), np.array([0, 1, 0, 0, 1, 1, 1, 1])
    oracle = {"kappa": metrics.cohen_kappa_score, "accuracy": metrics.accuracy_score,
              "balanced_accuracy": metrics.balanced_accuracy_score, "mcc": metrics.matthews_corrcoef,
              "f1_macro": lambda t, g: metrics.f1_score(t, g, average="macro"),
              "error_rate": lambda t, g: 1 - metrics.accuracy_score(t, g)}[name]
    assert float(getattr(referee.metrics, name)(truth, guess)) == pytest.approx(oracle(truth, guess), abs=1e-12)


@pytest.mark.parametrize("name", ["roc_auc", "brier", "log_loss", "average_precision"])
def test_metrics_of_probabilities_are_functions_too(name):
    from sklearn import metrics

    truth, chance = np.array([0, 1, 1, 0, 1, 0]), np.array([0.2, 0.8, 0.4, 0.3, 0.9, 0.5])
    oracle = {"roc_auc": metrics.roc_auc_score, "brier": metrics.brier_score_loss, "log_loss": metrics.log_loss,
              "average_precision": metrics.average_precision_score}[name]
    assert float(getattr(referee.metrics, name)(truth, chance)) == pytest.approx(oracle(truth, chance), abs=1e-9)


@pytest.mark.parametrize("name", ["mse", "rmse", "mae", "r2"])
def test_metrics_of_values_are_functions_too(name):
    from sklearn import metrics

    truth, guess = np.array([1.0, 2.0, 4.0, 3.0]), np.array([1.5, 2.0, 3.0, 3.5])
    oracle = {"mse": metrics.mean_squared_error, "rmse": metrics.root_mean_squared_error,
              "mae": metrics.mean_absolute_error, "r2": metrics.r2_score}[name]
    assert float(getattr(referee.metrics, name)(truth, guess)) == pytest.approx(oracle(truth, guess), abs=1e-12)


def test_every_listed_metric_of_labels_can_be_called_from_referee_metrics():
    """Names with parameters aside: what `referee list metrics` shows by a plain name is a function here."""
    plain = [m.name for m in referee.metrics.METRICS if ":" not in m.name and m.name.isidentifier()]
    missing = [name for name in plain if not callable(getattr(referee.metrics, name, None))]
    assert missing == []


KEPT_NAMES = {
    "metrics": """
        FAMILIES METRICS Family Metric Predictions check_probabilities forecast labelled mean_of metric scored
        smoothed_prior valued reliability_diagram kappa sar""",
    "estimates": """
        BestOfMany Bootstrap632Plus BootstrapError BootstrapFits ClusteredMean Clusters Domingos Estimate
        Interval JointRegion KohaviWolpert Measured NestedCV Optimism OuterFold Placements PredictionPowered
        Replicates Rows SquaredDecomposition Statistic Strata TibshiraniTibshirani VarianceComponents
        acceleration agresti_coull area_interval auc_statistic basic_bootstrap bbc_cv bbc_from_counts bca_bootstrap
        bca_interval bca_shares bias_correction bootstrap_632 bootstrap_632_by_sample bootstrap_632plus
        bootstrap_of_estimator by_sample_error check_level clopper_pearson clustered_mean conservative_z
        corrected_t_interval cv_clt delong difference domingos error_632 error_632plus expected_best_of
        expected_distinct_share hanley_mcneil hotelling_region interval_without_spread jeffreys kohavi_wolpert ladder
        ladder_free leave_one_out_bootstrap mean_statistic metric_statistic min_n_for_half_width nested_cv
        no_information_rate no_information_squared no_information_zero_one optimism_bootstrap optimism_from_errors
        out_of_bag_error out_of_bag_standard_error percentile_bootstrap percentile_interval placements ppi_mean
        replicates replicates_together root_interval root_standard_error squared_decomposition studentised_bootstrap
        t_from_summary t_mean t_over_replicates thresholdout tibshirani_tibshirani transform_interval
        upper_bound_without_events variance_components variance_factor variance_shares wald wilson worst_half_width""",
    "comparisons": """
        Comparison ConfidenceSequence Equivalence Growing MaxT MeanRanks ModelConfidenceSet Omnibus Outperformance
        PairedTable PartialConjunction Posterior Summary Targets adjust agresti_min anova anova_repeated
        bayesian_correlated_t bayesian_sign bayesian_signed_rank bergmann_hommel binomial_sign bonferroni_dunn
        bouckaert_frank clustered_t cochran_q compare_targets compare_together confidence_sequence corrected_t
        corrected_t_of cv_clt_z delong_paired detectable diebold_mariano dunn_critical e_mcnemar e_value e_values
        false_alarm_risk false_alarms_expected fivetwo_f fivetwo_t friedman growing hotelling hotelling_paired
        hotelling_two_sample level_per_test manova mcnemar mcnemar_counts model_confidence_set nemenyi nemenyi_critical
        newcombe p_text paired_bootstrap paired_bootstrap_of paired_t partial_conjunction pooled_t power_at
        prob_outperform quade reich_barai shaffer sign_test signflip stuart_maxwell tango tost tost_of two_proportion_z
        welch_t westfall_young wilcoxon wins_needed""",
}


@pytest.mark.parametrize("room", KEPT_NAMES)
def test_the_names_of_arrays_are_still_where_they_were(room):
    """What the rooms exported before they were given sub-rooms."""
    module = __import__(f"referee.{room}", fromlist=["x"])
    gone = [name for name in KEPT_NAMES[room].split() if not hasattr(module, name)]
    assert gone == []
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


@pytest.mark.parametrize("name", ["wilson", "mcnemar", "signflip", "friedman", "delong", "replicates", "placements"])
def test_a_function_is_not_hidden_by_a_module_of_its_name(name):
    """Whatever was imported before: the function is what the room gives."""
    room = referee.comparisons if hasattr(referee.comparisons, name) else referee.estimates
    import pkgutil

    for module in pkgutil.walk_packages(room.__path__, room.__name__ + "."):
        if module.name.endswith(f".{name}"):
            __import__(module.name)
    assert callable(getattr(room, name))
