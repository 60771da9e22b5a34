"""Measures of predictions by their usual names, and what each is of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from referee.audit.vocabulary.words import Names, spelled, words_of
from referee.metrics import METRICS


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricFacts:
    """What a measure is of."""

    name: str                   # as this program calls it, where it has it
    of: str                     # labels, scores, probabilities, values, ranks, text, pictures, effort
    share_of_right: bool = False      # accuracy in some guise: the largest class can earn it alone
    relative: bool = False      # divides by the truth
    by_shares: bool = False     # another share of the classes among the test rows gives another value


OF = {
    "labels": "accuracy error_rate balanced_accuracy kappa mcc precision recall specificity f1 fbeta jaccard npv "
              "false_positive_rate false_negative_rate g_mean hamming exact_match expected_cost confusion informedness "
              "likelihood_ratio top_k precision_macro f1_macro f1_micro f1_weighted jaccard_macro",
    "scores": "roc_auc partial_auc average_precision lift gini ks_statistic equal_error_rate concordance_index hinge",
    "probabilities": "log_loss brier brier_skill spherical ece mce crps perplexity bir good kononenko_bratko mcb dsc "
                     "net_benefit sar relative_information calibration calibration_rmse calibration_debiased",
    "values": "mse rmse mae median_absolute_error mape smape relative_error r2 explained_variance correlation "
              "rank_correlation concordance pinball huber msle mase max_error nrmse bias adjusted_r2 poisson_deviance "
              "interval_coverage mean_mark",
    "ranks": "ndcg map mrr precision_at_k recall_at_k hit_rate err",
    "text": "bleu rouge meteor ter bertscore chrf word_error_rate character_error_rate pass_at_k",
    "pictures": "iou mean_ap dice psnr ssim fid hausdorff",
    "effort": "time memory size energy parameters",
}
SHARES = frozenset({"accuracy", "error_rate", "f1_micro", "exact_match", "hamming"})
BY_SHARES = SHARES | {"precision", "npv", "f1", "fbeta", "jaccard", "kappa", "mcc", "f1_weighted", "average_precision",
                      "net_benefit", "lift", "brier", "log_loss", "expected_cost"}
RELATIVE = frozenset({"mape", "relative_error"})
FACTS = {name: MetricFacts(name=name, of=of, share_of_right=name in SHARES, relative=name in RELATIVE,
                            by_shares=name in BY_SHARES)
         for of, names in OF.items() for name in names.split()}

PHRASES = """
balanced_accuracy: balanced accuracy | bacc | bac | bal acc | balanced acc | balancedaccuracy | uar |
    unweighted average recall | average class accuracy | macro accuracy | mean per class accuracy | bca | bal accuracy
    | ber | balanced error | balanced accuracy score | macro recall | recall macro | mean class accuracy
top_k: top k | top k accuracy | topk | top 5 | top 1 5 | top accuracy k | top5
exact_match: exact match | em | subset accuracy
hamming: hamming | hamming loss | hamming score
word_error_rate: wer | word error rate
character_error_rate: cer | character error rate
equal_error_rate: eer | equal error rate
adjusted_r2: adjusted r2 | adj r2 | adjusted r squared | adj r squared
brier_skill: brier skill | bss | brier skill score
brier: brier | brier score | brierscore | brier score loss | quadratic score | mean squared probability error |
    brier class
log_loss: log loss | logloss | cross entropy | crossentropy | nll | negative log likelihood | logarithmic loss |
    logarithmic score | log likelihood | ignorance | deviance | mnlogloss | mn log loss | binary crossentropy |
    log score | bce | mlogloss | xent | categorical crossentropy | cross entropy loss
perplexity: perplexity | ppl
crps: crps | continuous ranked probability | rps | ranked probability
mce: mce | maximum calibration error
ece: ece | expected calibration error | calibration error | ace | adaptive calibration error
calibration: calibration | calibration rmse | calibration debiased | hosmer lemeshow | calibration slope | reliability
    | calibration in the large | intercept slope
spherical: spherical | spherical score
bir: bir | bayesian information reward
good: good information reward
kononenko_bratko: kononenko bratko | kb | information score | kb information | kb relative information
mcb: mcb | miscalibration
dsc: dsc | discrimination component
sar: sar
relative_information: relative information
net_benefit: net benefit | decision curve
partial_auc: partial auc | pauc | partial area under
average_precision: average precision | auprc | pr auc | prauc | aucpr | auc pr | area under the precision recall | ap
    | precision recall auc | area under precision recall | average precision score | prc area | prc | auc prc
gini: gini
ks_statistic: kolmogorov smirnov | ks | ks statistic
concordance_index: c index | concordance index | harrell c | cindex | c statistic | cstatistic
roc_auc: auc | roc auc | auroc | area under the roc | area under roc | area under the curve | aucroc | auc roc |
    rocauc | roc area | area under the receiver operating characteristic | roc auc score | a prime | roc |
    area under curve | receiver operating characteristic | auc macro | auc ovr | auc ovo
hinge: hinge | hinge loss
lift: lift | gain | lift top decile | cumulative gain
mcc: mcc | matthews | matthews correlation | matthews corrcoef | phi coefficient | phi
kappa: kappa | cohen kappa | cohens kappa | quadratic weighted kappa | qwk | weighted kappa | kap | cohen kappa score
    | kappa statistic
g_mean: g mean | gmean | geometric mean
informedness: informedness | youden | j statistic | youdens | bookmaker | j index
fbeta: fbeta | f beta | f2 | f0.5 | f 2 | f .5
f1_macro: f1 macro | macro f1 | macro f | f macro | macro averaged f1 | macro averaged f | f1macro | f measure macro
f1_micro: f1 micro | micro f1 | micro f | micro averaged f1 | micro averaged f | f measure micro
f1_weighted: f1 weighted | weighted f1 | weighted f | weighted average f1 | f measure weighted | weighted avg f1
f1: f1 | f measure | f score | f1 score | f1score | f meas | fscore | fmeasure | f1 measure | f 1 | sorensen |
    binary f1
dice: dice | dice coefficient | dice score | dice similarity
mean_ap: mean average precision | map 50 | map 0.5 | map 50 95 | coco ap | map .5 | map50
iou: iou | miou | m iou | intersection over union | mean iou
precision_at_k: precision k | precision at k | p k
recall_at_k: recall k | recall at k
hit_rate: hit rate | hits k | hits | hit ratio
ndcg: ndcg | dcg | normalized discounted cumulative gain | discounted cumulative gain
map: map
mrr: mrr | mean reciprocal rank | reciprocal rank
err: expected reciprocal rank
jaccard: jaccard | jaccard index | jaccard score | critical success | threat score | csi
precision_macro: precision macro | macro precision | macro averaged precision
npv: npv | negative predictive | neg pred value | negative predictive value
precision: precision | ppv | positive predictive | positive predictive value | pos pred value | precision score
false_positive_rate: fpr | false positive rate | fall out | false alarm | false alarm rate | fp rate | false positives
false_negative_rate: fnr | false negative rate | miss rate | fn rate | false negatives
specificity: specificity | spec | tnr | true negative rate | selectivity | tn rate | spe
recall: recall | sensitivity | sens | tpr | true positive rate | hit | detection rate | tp rate | sen | recall score |
    true positives
likelihood_ratio: likelihood ratio | lr | diagnostic odds ratio | dor | odds ratio
expected_cost: cost | expected cost | misclassification cost | total cost | average cost | profit | utility | money
confusion: confusion matrix | confusion
error_rate: error rate | misclassification rate | classification error | error | err | misclassification error |
    zero one loss | 0 1 loss | test error | incorrectly classified | incorrectly classified instances |
    generalization error | generalisation error | errors | 0 1 error | misclassification | mmce | ce
accuracy: accuracy | acc | correct | percent correct | classification rate | correctly classified |
    correctly classified instances | percentage correct | recognition rate | ca | classification accuracy |
    overall accuracy | oa | test accuracy | success rate | hit score | accuracy score | val accuracy |
    percent accuracy | rate correct | top 1 accuracy | pct correct | predictive accuracy
nrmse: nrmse | normalized rmse | normalised rmse | cv rmse | relative rmse | rrse | root relative squared error |
    relative root squared | normalized root mean squared error | root relative squared
relative_error: relative error | mre | relative absolute error | rae | mean relative error | relative absolute
msle: msle | rmsle | squared logarithmic error | log error | mean squared log error | root mean squared log error
rmse: rmse | root mean squared error | root mean square error | rmsd | root mean square | root mean squared | rms |
    rms error | rmsep | mean squared error root | rmse cv
mse: mse | mean squared error | mean square error | squared error | l2 loss | l2 | quadratic loss | msep |
    squared loss | sse | sum squared errors | residual sum squares | rss | mean squared
smape: smape | symmetric mean absolute percentage | symmetric mape | s mape
mape: mape | mean absolute percentage error | mean absolute percent error | absolute percentage error |
    mean percentage error | mmre | ape | wmape | wape | mdape | mean absolute percentage |
    mean magnitude relative error | mpe
mase: mase | mean absolute scaled error | scaled error | owa | rmsse
median_absolute_error: median absolute error | medae | mdae | mad | median ae | median absolute deviation
mae: mae | mean absolute error | l1 loss | l1 | absolute error | mean absolute deviation | mean absolute |
    absolute loss
max_error: max error | maximum error | max absolute error | largest error
explained_variance: explained variance | variance explained | evs | explained variance score | vaf
r2: r2 | r squared | rsquared | coefficient of determination | r2 score | q2 | nse | nash sutcliffe |
    coefficient determination | rsq | r 2
rank_correlation: spearman | spearman rho | kendall | kendall tau | rank correlation | spearmanr | srcc |
    spearman correlation | krcc | kendalltau
concordance: ccc | concordance correlation | lin concordance | concordance correlation coefficient
correlation: pearson | correlation | pearson r | correlation coefficient | pearsonr | plcc | r | pearson correlation |
    corr
pinball: pinball | quantile loss | tilted | check loss | quantile score
huber: huber
bias: bias | mean error | me | mbe | mean bias error
poisson_deviance: poisson deviance | gamma deviance | tweedie
interval_coverage: coverage | picp | prediction interval | winkler | interval score
bleu: bleu | sacrebleu | bleu 4
rouge: rouge | rouge l | rouge 1 | rouge 2 | rouge n | rougel
meteor: meteor
ter: ter
chrf: chrf
bertscore: bertscore | bleurt | comet
pass_at_k: pass k | pass 1 | pass at
psnr: psnr
ssim: ssim
fid: fid | frechet inception | inception score
hausdorff: hausdorff | hd95 | assd
time: time | seconds | training time | runtime | latency | speed | fps | throughput | cpu time | elapsed | wall clock
    | inference time
memory: memory | ram | gpu memory | peak memory
size: size | tree size | number of nodes | leaves | rules | model size | support vectors
energy: energy | flops | kwh | co2 | macs
parameters: parameters | params | weights
"""
BESIDE = """
the of a an in on for with and or score scores index value values rate mean average avg averaged median percent
percentage pct % test testing train training validation val cv cross validated set sets data micro macro weighted
binary multiclass ovr ovo per class classes positive negative loss metric measure coefficient statistic under area
curve total overall final best sd std se mse's higher lower better is log k n @ at 1 2 3 5 10 x y s points out bag oob
holdout hold fold normalized normalised unweighted
"""

KNOWN: Names[str] = Names(spelled(PHRASES), beside=BESIDE, longest=True)


@cache
def known_metric(text: str) -> MetricFacts | None:
    """The measure of a name, with what it is of; None where the name is not known.

    >>> known_metric("Acc. (%)").name, known_metric("AUROC").name, known_metric("sklearn.metrics.f1_score").name
    ('accuracy', 'roc_auc', 'f1')
    >>> known_metric("zing") is None
    True
    """
    plain = text.strip()
    base = plain.partition(":")[0]
    if base in FACTS:
        return FACTS[base]
    if base in METRICS:
        return MetricFacts(name=base, of=METRICS[base].needs.value)
    plain = re.sub(r"@\s*\d+\b(?!\.)", " at k ", plain)
    words = words_of(re.sub(r"^neg_|\bneg_|[%@]|[↑↓]", " ", re.sub(r"(?<=[a-z])(?=[A-Z][a-z])", " ", plain)))
    name = KNOWN.find(words)
    return None if name is None else FACTS[name]
