"""Measures by the names that scikit-learn, caret, WEKA and papers give them."""

import pytest

from referee.audit.vocabulary.metrics import FACTS, PHRASES, known_metric
from referee.audit.vocabulary.words import spelled
from referee.metrics import METRICS

SPELLINGS = {
    "accuracy": ["accuracy", "Accuracy", "Acc.", "Acc (%)", "ACC", "accuracy_score", "sklearn.metrics.accuracy_score",
                 "Percent_correct", "% correct", "percent correct", "Correctly Classified Instances", "CA",
                 "classification accuracy", "test accuracy", "overall accuracy", "OA", "top-1 accuracy", "Accuracy ↑",
                 "mean accuracy", "classification rate", "success rate"],
    "error_rate": ["error rate", "error", "misclassification rate", "classification error", "test error", "0-1 loss",
                   "zero_one_loss", "Err.", "mmce", "error rate (%)"],
    "balanced_accuracy": ["balanced accuracy", "BAcc", "balanced_accuracy_score", "UAR", "unweighted average recall",
                          "bal. acc."],
    "roc_auc": ["AUC", "ROC AUC", "ROC-AUC", "AUROC", "AUC-ROC", "area under the ROC curve", "roc_auc_score",
                "Area_under_ROC", "ROC Area", "area under the curve", "Area under ROC"],
    "average_precision": ["average precision", "PR-AUC", "AUPRC", "AUC-PR", "average_precision_score",
                          "area under the precision-recall curve", "PRC Area"],
    "f1": ["F1", "F1-score", "F1 score", "f1_score", "F-measure", "F-score", "F-Measure", "f_meas"],
    "f1_macro": ["macro F1", "macro-F1", "F1 (macro)", "f1_macro", "macro-averaged F1", "F1-macro"],
    "f1_micro": ["micro F1", "micro-F1", "F1 (micro)", "f1_micro"],
    "f1_weighted": ["weighted F1", "F1 (weighted)", "f1_weighted", "Weighted F1-score"],
    "precision": ["precision", "Precision", "PPV", "positive predictive value", "Pos Pred Value", "precision_score"],
    "recall": ["recall", "sensitivity", "Sens.", "TPR", "true positive rate", "recall_score", "TP Rate"],
    "specificity": ["specificity", "Spec.", "TNR", "true negative rate"],
    "mcc": ["MCC", "Matthews correlation coefficient", "matthews_corrcoef", "Matthews"],
    "kappa": ["kappa", "Cohen's kappa", "Cohen's κ", "Kappa_statistic", "cohen_kappa_score", "QWK",
              "quadratic weighted kappa", "Kappa"],
    "log_loss": ["log loss", "log-loss", "logloss", "neg_log_loss", "cross-entropy", "cross entropy loss", "NLL",
                 "negative log-likelihood", "mnLogLoss", "binary_crossentropy"],
    "brier": ["Brier", "Brier score", "brier_score_loss", "neg_brier_score"],
    "brier_skill": ["Brier skill score", "BSS"], "ece": ["ECE", "expected calibration error"],
    "jaccard": ["Jaccard", "Jaccard index", "jaccard_score"], "g_mean": ["G-mean", "geometric mean"],
    "rmse": ["RMSE", "root mean squared error", "root mean square error", "neg_root_mean_squared_error",
             "Root_mean_squared_error", "RMSD", "rmse"],
    "mse": ["MSE", "mean squared error", "mean_squared_error", "neg_mean_squared_error", "L2 loss"],
    "mae": ["MAE", "mean absolute error", "mean_absolute_error", "neg_mean_absolute_error", "Mean_absolute_error"],
    "median_absolute_error": ["median absolute error", "MedAE", "median_absolute_error"],
    "mape": ["MAPE", "mean absolute percentage error", "mean_absolute_percentage_error", "MMRE", "MAPE (%)"],
    "smape": ["sMAPE", "SMAPE", "symmetric MAPE"], "mase": ["MASE", "mean absolute scaled error"],
    "r2": ["R2", "R²", "R^2", "r2_score", "R-squared", "Rsquared", "coefficient of determination", "Q²"],
    "correlation": ["Pearson", "Pearson correlation", "correlation coefficient", "Pearson's r"],
    "rank_correlation": ["Spearman", "Spearman's ρ", "Kendall's τ", "rank correlation"],
    "nrmse": ["NRMSE", "Root_relative_squared_error"], "relative_error": ["relative error", "Relative_absolute_error"],
    "ndcg": ["NDCG", "nDCG@10"], "mrr": ["MRR", "mean reciprocal rank"], "map": ["MAP"],
    "precision_at_k": ["precision@5", "precision at k"], "recall_at_k": ["recall@20"],
    "bleu": ["BLEU", "SacreBLEU", "BLEU-4"], "rouge": ["ROUGE-L", "ROUGE-1"], "word_error_rate": ["WER"],
    "mean_ap": ["mAP@0.5"], "iou": ["IoU", "mIoU"], "dice": ["Dice", "Dice coefficient"],
    "perplexity": ["perplexity", "PPL"], "crps": ["CRPS"], "concordance_index": ["C-index", "c-statistic"],
    "top_k": ["top-5 accuracy", "top-k accuracy"], "exact_match": ["exact match", "EM"],
    "time": ["training time", "CPU time", "runtime", "seconds"],
}


@pytest.mark.parametrize(("name", "spelling"), [(name, s) for name, some in SPELLINGS.items() for s in some])
def test_a_usual_name_is_known(name, spelling):
    facts = known_metric(spelling)
    assert facts is not None, f"{spelling!r} is not known"
    assert facts.name == name


@pytest.mark.parametrize("spelling", ["zing", "crack length", "quality", "happiness", "reduction of area", "",
                                      "customer satisfaction", "wow factor"])
def test_a_name_that_is_not_known_is_taken_for_nothing(spelling):
    assert known_metric(spelling) is None


def test_every_metric_of_this_program_is_known():
    assert [metric.name for metric in METRICS if known_metric(metric.name) is None] == []


def test_every_phrase_has_its_facts():
    assert {name for name, _ in spelled(PHRASES)} <= set(FACTS)
