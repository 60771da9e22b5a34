"""The tables for a terminal, the dictionary, the frames and the LaTeX table."""

import json
import re

import pytest

from referee.metrics import metric
from referee.report import as_dict, as_latex, as_text, comparisons_frame, estimates_frame
from referee.report.width import at_width
from report import analyses as made

SHAPES = pytest.mark.parametrize("shape", made.ALL.values(), ids=made.ALL.keys())


def test_the_table_of_a_field():
    assert as_text(made.churn()).splitlines()[:7] == [
        "hist-gradient-boosting and logistic lead by ROC AUC and can't be told apart; forest is worse.",
        "",
        "ROC AUC                   estimate  95% interval    against the best",
        "  hist-gradient-boosting  0.847     0.834 to 0.859  —",
        "  logistic                0.845     0.832 to 0.857  −0.002 (−0.007 to +0.003)  can't tell",
        "  forest                  0.826     0.812 to 0.839  −0.021 (−0.029 to −0.013)  worse",
        "  prior (baseline)        0.500     0.500 to 0.500  −0.347 (−0.359 to −0.335)  worse",
    ]


def test_an_interval_without_zero_beside_cannot_tell_is_explained():
    said = "The interval of a difference is for that pair by itself"
    auc = metric("roc_auc")
    pair = {"learners": made.cards(["a", "b"]),
            "numbers": {("a", "roc_auc"): (0.85, 0.83, 0.87), ("b", "roc_auc"): (0.83, 0.81, 0.85)}}
    for p, half, told in ((0.06, 0.015, True), (0.06, 0.025, False), (0.01, 0.015, False)):
        verdicts = [made.verdict(auc, "a", "b", 0.02, half, p)]
        text = as_text(made.analysis(**pair, families=[made.family(auc, verdicts, ["a", "b"])]))
        assert (said in text) == told


def test_the_table_of_an_error_with_thousands():
    assert as_text(made.regression()).splitlines()[:6] == [
        "boosting leads by RMSE; ridge is worse.",
        "",
        "RMSE (lower is better)  estimate  95% interval    against the best",
        "  boosting              1,185     1,101 to 1,269  —",
        "  ridge                 1,310     1,228 to 1,393  +126 (+54 to +196)   worse",
        "  mean (baseline)       2,048     1,950 to 2,147  +863 (+770 to +956)  worse",
    ]


def test_a_learner_without_scores_keeps_its_row():
    assert "  svm               —         —               —                          not compared" in (
        as_text(made.failing()).splitlines())


@SHAPES
def test_lines_fit_and_nothing_is_nan(shape):
    text = as_text(shape())
    assert max(map(len, text.splitlines())) <= 100
    assert not re.search(r"\b(nan|None|inf)\b", text, flags=re.IGNORECASE)
    assert "p = 0.000" not in text


def test_every_long_name_is_printed_whole_once():
    analysis = made.many()
    text = as_text(analysis)
    for name in analysis.learners:
        assert re.search(rf"^  {re.escape(name)}", text, flags=re.MULTILINE)


def leaves(value):
    """Every string and number in a nested structure."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from leaves(item)
    elif isinstance(value, list):
        for item in value:
            yield from leaves(item)
    elif value is not None:
        yield value


@SHAPES
def test_every_number_of_the_text_is_in_the_dictionary(shape):
    analysis = shape()
    found = as_dict(analysis)
    del found["sentences"]
    sizes = [abs(float(v)) for v in leaves(found) if isinstance(v, int | float)]
    sizes += [100 * s for s in sizes] + [len(f["pairs"]) for f in found["families"]]
    sizes += [sum(p["outcome"] != "can't tell" for p in f["pairs"]) for f in found["families"]]
    sizes += [len(analysis.learners), len(analysis.learners) - 2, 9, 0.001]       # counts of names; p < 0.001
    words = " ".join(v for v in leaves(found) if isinstance(v, str))
    plain = as_text(analysis).replace(",", "")
    for name in sorted((n.replace(",", "") for n in analysis.learners), key=len, reverse=True):
        plain = plain.replace(name, " ")
    plain = re.sub(r"\S+…\S+", " ", plain)
    tokens = re.findall(r"(?<![\w.])\d+(?:\.\d+)?(?![\w])", plain)
    assert tokens
    for token in tokens:
        places = len(token.partition(".")[2])
        near = any(f"{s:.{places}f}" == token for s in sizes)
        assert near or token in words, token


@SHAPES
def test_the_dictionary_survives_json(shape):
    found = as_dict(shape())
    assert json.loads(json.dumps(found, allow_nan=False)) == found
    assert found["schema"] == 1
    assert set(found) >= {"study", "data", "design", "estimates", "families", "failures", "versions"}


def test_an_infinite_statistic_does_not_enter_json():
    from dataclasses import replace

    analysis = made.identical()
    family = analysis.family
    comparison = replace(family.verdicts[0].comparison, statistic=float("inf"))
    odd = replace(family, verdicts=(replace(family.verdicts[0], comparison=comparison),))
    found = as_dict(replace(analysis, families={"roc_auc": odd}))
    assert found["families"][0]["pairs"][0]["statistic"] is None


@SHAPES
def test_frames_have_a_row_for_everything(shape):
    analysis = shape()
    frame = estimates_frame(analysis)
    assert list(frame.columns) == ["learner", "metric", "value", "low", "high", "level", "method", "estimand",
                                   "n_train", "half", "n_half", "kept", "lost", "reason"]
    assert len(frame) == len(analysis.learners) * len(analysis.metrics)
    pairs = comparisons_frame(analysis)
    families = [f for each in analysis.families.values() for f in (each, each.against_baseline) if f]
    assert len(pairs) == sum(len(f.verdicts) + len(f.uncompared) for f in families)


def test_frames_hold_the_numbers():
    row = estimates_frame(made.churn()).set_index(["learner", "metric"]).loc["forest", "roc_auc"]
    assert (row["value"], row["low"], row["high"], row["n_train"]) == (0.826, 0.812, 0.839, 1350)
    gone = estimates_frame(made.failing()).set_index("learner").loc["svm"]
    assert gone.isna()["value"]
    assert gone["reason"] == "the fit failed: MemoryError: no room for the kernel"
    pairs = comparisons_frame(made.churn()).set_index(["metric", "a", "b"])
    pair = pairs.loc["roc_auc", "forest", "hist-gradient-boosting"]
    assert (pair["outcome"], pair["difference"]) == ("worse", -0.021)
    assert pair["high"] == pytest.approx(-0.013)


@SHAPES
def test_latex_is_balanced_and_escaped(shape):
    text = as_latex(shape())
    body = re.sub(r"\\[\\&%$#_{}]", "", text)
    assert body.count("{") == body.count("}")
    assert body.count("$") % 2 == 0
    assert not re.search(r"[_#%~^<>−–]", body)
    columns = re.search(r"begin\{tabular\}\{([lrc]+)\}", text).group(1)
    rows = [line for line in text.splitlines() if line.endswith(r"\\")]
    assert len(rows) == len(shape().learners) + 1
    assert {len(re.findall(r"(?<!\\)&", row)) + 1 for row in rows} == {len(columns)}
    assert re.findall(r"\\begin\{(\w+)\}", text) == re.findall(r"\\end\{(\w+)\}", text)[::-1]


def test_latex_is_bold_only_where_the_verdict_supports_it():
    assert re.findall(r"\\textbf\{([^}]*)\}", as_latex(made.churn())) == ["0.847", "0.845"]
    assert r"\textbf" not in as_latex(made.failing())       # nothing is decided between the learners
    assert r"\textbf" not in as_latex(made.single())


@SHAPES
def test_a_caption_speaks_of_bold_only_where_something_is_and_of_nothing_but_the_table(shape):
    text = as_latex(shape())
    assert ("Bold:" in text) is (r"\textbf" in text)
    assert "ledger" not in text
    assert "because" not in text


def test_a_caption_says_of_what_and_by_which_test():
    caption = re.search(r"\\caption\{(.*)\}", as_latex(made.churn())).group(1)
    assert caption.startswith("ROC AUC (higher is better) on churn")
    assert "Differences from hist-gradient-boosting: " in caption
    assert "Holm over 3 comparisons" in caption


def test_what_is_more_than_a_screen_is_cut_to_the_answer_and_says_where_the_rest_is():
    few, many = made.churn(), made.many()
    with at_width(80):
        assert as_text(few, everything=False) == as_text(few)
        whole, brief = as_text(many).splitlines(), as_text(many, everything=False).splitlines()
    assert len(whole) > 60
    assert len(brief) < len(whole) - 30
    assert brief[:3] == whole[:3]
    assert brief[-1] == whole[-1]
    assert any("supporting" in line for line in whole)
    assert not any("supporting" in line for line in brief)
    assert "log loss and Brier score: with --all, and on the page." in " ".join(brief)
