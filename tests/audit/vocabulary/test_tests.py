"""Tests by the names that scipy, statsmodels, R, WEKA, SPSS, MATLAB and papers give them."""

import pytest

from referee.audit.vocabulary.tests import FACTS, PHRASES, known_test
from referee.audit.vocabulary.words import spelled
from referee.reading.differences.named import TESTS

SPELLINGS = {
    "paired-t": [
        "paired t-test", "paired t test", "Paired T-Test", "paired Student's t-test", "paired-samples t-test",
        "paired samples t test", "dependent t-test", "dependent samples t-test", "matched-pairs t-test", "ttest_rel",
        "scipy.stats.ttest_rel", "stats.ttest_rel", "t.test(x, y, paired = TRUE)", "t.test(a, b, paired=T)",
        "weka.experiment.PairedTTester", "PairedTTester", "paired two-tailed t-test", "two-tailed paired t-test",
        "Student's paired t-test", "paired Student t test (two-sided)", "resampled t-test", "resampled paired t-test",
        "k-fold cross-validated paired t test", "10-fold cv paired t-test", "paired_ttest_resampled",
        "paired_ttest_kfold_cv", "mlxtend.evaluate.paired_ttest_kfold_cv", "paired difference t-test",
        "correlated t-test", "one-tailed paired t-test", "Bonferroni-corrected paired t-test",
        "paired t-tests with Holm correction", "paired-t", "t test (paired)", "related samples t-test"],
    "t": ["t-test", "T-test", "t test", "Student's t-test", "Student t-test", "Students t-test", "ttest", "t-tests",
          "Student’s t test", "two-tailed t-test", "t-statistic", "t.test", "t.test(x, y)"],
    "pooled-t": ["two-sample t-test", "two sample t test", "independent t-test", "independent samples t-test",
                 "independent-samples t test", "unpaired t-test", "unpaired Student's t-test", "ttest_ind",
                 "scipy.stats.ttest_ind", "stats.ttest_ind(a, b)", "pooled t-test", "2-sample t-test", "ttest2",
                 "t.test(x, y, paired = FALSE)", "t.test(a, b, var.equal = TRUE)", "equal-variance t-test"],
    "welch-t": ["Welch's t-test", "Welch t-test", "Welch’s t test", "Welch two sample t-test", "Welch",
                "unequal variances t-test", "ttest_ind(a, b, equal_var=False)", "t.test(x, y, var.equal=FALSE)",
                "Welch's unequal variances t-test"],
    "one-sample-t": ["one-sample t-test", "ttest_1samp", "scipy.stats.ttest_1samp", "one sample t test"],
    "wilcoxon": ["Wilcoxon signed-rank test", "Wilcoxon signed rank test", "Wilcoxon signed-ranks test", "Wilcoxon",
                 "Wilcoxon test", "wilcoxon", "scipy.stats.wilcoxon", "stats.wilcoxon", "signed-rank test", "signrank",
                 "wilcox.test(x, y, paired = TRUE)", "Wilcoxon matched-pairs signed-rank test",
                 "paired Wilcoxon test", "Wilcoxon signed-rank test (two-tailed)", "Wilcoxon's signed rank test",
                 "exact Wilcoxon signed-rank test", "Wilcoxon signed-ranks test (Demšar, 2006)", "wilcoxsign_test",
                 "Wilcoxon signed-rank test with continuity correction", "Wilcoxon matched pairs test"],
    "mann-whitney": ["Mann-Whitney U test", "Mann–Whitney U", "Mann-Whitney", "Mann Whitney test", "mannwhitneyu",
                     "scipy.stats.mannwhitneyu", "Wilcoxon rank-sum test", "Wilcoxon rank sum", "ranksums",
                     "scipy.stats.ranksums", "Mann-Whitney-Wilcoxon test", "ranksum", "U test (Mann-Whitney)",
                     "wilcox.test(x, y, paired = FALSE)", "Brunner-Munzel test", "unpaired Wilcoxon test"],
    "sign-test": ["sign test", "Sign test", "signtest", "two-tailed sign test", "paired sign test", "sign-test"],
    "signflip": ["sign-flip test", "sign flipping test", "paired permutation test", "permutation test (paired)",
                 "Fisher randomization test", "paired randomization test", "signflip"],
    "permutation": ["permutation test", "randomization test", "randomisation test", "permutation_test"],
    "swap": ["approximate randomization", "approximate randomization test", "approximate randomisation test",
             "stratified shuffling"],
    "paired-bootstrap": ["paired bootstrap", "paired bootstrap test", "bootstrap test (paired)",
        "paired bootstrapping"],
    "bootstrap": ["bootstrap", "bootstrap test", "bootstrapping"],
    "mcnemar": ["McNemar's test", "McNemar test", "McNemar", "mcnemar", "mcnemar.test",
                "mcnemar.test(x, correct = TRUE)",
                "McNemar's chi-squared test", "McNemar's chi-squared test with continuity correction",
                "exact McNemar test", "mid-p McNemar", "McNemar mid-p test", "mc nemar", "McNemars test",
                "statsmodels.stats.contingency_tables.mcnemar", "mlxtend.evaluate.mcnemar", "McNemar χ² test",
                "Gillick test (McNemar)"],
    "binomial": ["binomial test", "exact binomial test", "binom_test", "binomtest", "binom.test",
                 "scipy.stats.binomtest"],
    "chi-square": ["chi-square test", "chi-squared test", "χ² test", "χ2 test", "Chi-Square", "chi2_contingency",
                   "scipy.stats.chi2_contingency", "chisq.test", "Pearson's chi-squared test", "chi2 test",
                   "chisquare", "chi-square test with Yates' correction", "chi2"],
    "fisher-exact": ["Fisher's exact test", "Fisher exact test", "fisher_exact", "fisher.test", "Fisher"],
    "two-proportions": ["two-proportion z-test", "two proportion z test", "proportions_ztest", "prop.test",
                        "difference of proportions", "test of two proportions", "z-test for two proportions"],
    "z": ["z-test", "z test", "Z-test", "ztest"],
    "delong": ["DeLong's test", "DeLong test", "DeLong", "roc.test", "pROC::roc.test", "Hanley-McNeil test"],
    "cochran-q": ["Cochran's Q test", "Cochran Q", "cochrans_q", "Cochran's Q"],
    "friedman": ["Friedman test", "Friedman's test", "friedman.test", "friedmanchisquare",
                 "scipy.stats.friedmanchisquare", "Friedman's chi-square", "Iman-Davenport test",
                 "Friedman chi-square test"],
    "nemenyi": ["Nemenyi test", "Nemenyi post-hoc test", "Friedman test with Nemenyi post-hoc",
                "posthoc_nemenyi_friedman", "Nemenyi"],
    "kruskal-wallis": ["Kruskal-Wallis test", "Kruskal–Wallis H test", "kruskal", "kruskal.test",
        "scipy.stats.kruskal"],
    "anova": ["ANOVA", "one-way ANOVA", "f_oneway", "scipy.stats.f_oneway", "aov", "analysis of variance", "F-test",
              "anova test"],
    "repeated-anova": ["repeated measures ANOVA", "repeated-measures ANOVA", "AnovaRM"],
    "tukey-hsd": ["Tukey's HSD", "Tukey HSD test", "TukeyHSD", "tukey_hsd", "Tukey's honestly significant difference"],
    "dunnett": ["Dunnett's test", "dunnett"], "quade": ["Quade test", "quade.test"],
    "kolmogorov-smirnov": ["Kolmogorov-Smirnov test", "ks_2samp", "KS test", "ks.test"],
    "corrected-t": ["corrected resampled t-test", "corrected resampled t test", "Nadeau-Bengio corrected t-test",
                    "Nadeau & Bengio's corrected resampled t-test", "Nadeau and Bengio t-test",
                    "corrected paired t-test",
                    "corrected repeated k-fold cv test", "weka.experiment.PairedCorrectedTTester",
                    "PairedCorrectedTTester", "Paired T-Tester (corrected)", "variance-corrected t-test",
                    "Bouckaert & Frank's corrected repeated k-fold t-test", "corrected t", "corrected-t",
                    "paired t-test (corrected)", "corrected resampled paired t-test"],
    "5x2cv-t": ["5x2cv paired t-test", "5×2cv t-test", "5x2 cv t test", "5x2cv", "Dietterich's 5x2cv paired t test",
                "paired_ttest_5x2cv", "5x2cv-t"],
    "5x2cv-f": ["combined 5x2cv F test", "5x2cv F-test", "Alpaydin's combined 5×2cv F test", "combined_ftest_5x2cv",
                "5x2 cv combined F test"],
    "tost": ["TOST", "two one-sided tests", "two one-sided t-tests", "equivalence test", "test of equivalence",
             "non-inferiority test"],
    "diebold-mariano": ["Diebold-Mariano test", "Diebold–Mariano", "DM test", "dm.test"],
    "bayesian-correlated-t": ["Bayesian correlated t-test"],
    "bayesian-signed-rank": ["Bayesian signed-rank test", "Bayesian Wilcoxon signed-rank test"],
    "bayesian-sign": ["Bayesian sign test"],
}


@pytest.mark.parametrize(("name", "spelling"), [(name, s) for name, some in SPELLINGS.items() for s in some])
def test_a_usual_name_is_known(name, spelling):
    facts = known_test(spelling)
    assert facts is not None, f"{spelling!r} is not known"
    assert facts.name == name


@pytest.mark.parametrize("spelling", [
    "Zorblatt test", "Zorblatt's t-test", "eyeballing", "", "the usual test", "significance test", "p-value",
        "our test",
    "KSG estimator", "Levene's test", "Shapiro-Wilk", "log-rank test", "Granger causality", "bananas", "SHAP",
    "robust t-test", "trimmed Yuen t-test", "Hommelgard test", "moving block bootstrap"])
def test_a_name_that_is_not_known_is_taken_for_nothing(spelling):
    assert known_test(spelling) is None


@pytest.mark.parametrize(("spelling", "side"), [
    ("one-tailed paired t-test", "one-sided"), ("paired t-test (one-sided)", "one-sided"),
    ("two-tailed sign test", "two-sided"), ("t-test", ""), ("ttest_rel(a, b, alternative='greater')", "one-sided"),
    ("two one-sided tests", "")])
def test_the_side_that_a_name_tells(spelling, side):
    assert known_test(spelling).side == side


def test_every_test_of_this_program_is_known():
    assert [test.name for test in TESTS if test.name not in FACTS] == []
    assert all(known_test(name).independent for name in ("flexer-t", "mooney-t", "reich-barai"))
    assert not any(known_test(name).independent for name in ("corrected-t", "halves-jackknife", "5x2cv-t", "5x2cv-f"))


def test_every_phrase_has_its_facts():
    assert {name for name, _ in spelled(PHRASES)} <= set(FACTS)
