"""Statistical tests by their usual names, and what each takes for granted."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache

from referee.audit.vocabulary.words import Names, spelled, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class TestFacts:
    """What a test takes for granted."""

    __test__ = False                # no test of pytest's

    name: str
    independent: bool = False       # takes its units for independent, as overlapping splits are not
    paired: bool | None = True      # None: the name does not tell
    by_signs: bool = False          # its smallest p is that of all signs alike
    by_spread: bool = False         # divides by the spread of the units
    equivalence: bool = False
    side: str = ""                  # two-sided, one-sided; empty: the name does not tell
    dependent: bool = False         # allows for cases that hang together


FACTS = {facts.name: facts for facts in (
    # over units that must be independent
    TestFacts(name="paired-t", independent=True, by_spread=True),
    TestFacts(name="t", independent=True, by_spread=True, paired=None),
    TestFacts(name="welch-t", independent=True, by_spread=True, paired=False),
    TestFacts(name="pooled-t", independent=True, by_spread=True, paired=False),
    TestFacts(name="one-sample-t", independent=True, by_spread=True),
    TestFacts(name="wilcoxon", independent=True, by_signs=True),
    TestFacts(name="wilcoxon-unsaid", independent=True, paired=None),
    TestFacts(name="mann-whitney", independent=True, paired=False),
    TestFacts(name="sign-test", independent=True, by_signs=True),
    TestFacts(name="signflip", independent=True, by_signs=True),
    TestFacts(name="swap", independent=True, by_signs=True),
    TestFacts(name="permutation", independent=True, paired=None),
    TestFacts(name="z", independent=True, paired=None),
    TestFacts(name="paired-bootstrap", independent=True),
    TestFacts(name="bootstrap", independent=True, paired=None),
    TestFacts(name="anova", independent=True, paired=None, by_spread=True),
    TestFacts(name="repeated-anova", independent=True, by_spread=True),
    TestFacts(name="kruskal-wallis", independent=True, paired=False),
    TestFacts(name="friedman", independent=True),
    TestFacts(name="nemenyi", independent=True),
    TestFacts(name="tukey-hsd", independent=True, paired=None, by_spread=True),
    TestFacts(name="dunnett", independent=True, paired=None, by_spread=True),
    TestFacts(name="quade", independent=True),
    TestFacts(name="kolmogorov-smirnov", independent=True, paired=False),
    TestFacts(name="median-test", independent=True, paired=False),
    TestFacts(name="hotelling", independent=True, paired=None),
    TestFacts(name="manova", independent=True, paired=None),
    TestFacts(name="page-trend", independent=True),
    TestFacts(name="bayesian-sign", independent=True),
    TestFacts(name="bayesian-signed-rank", independent=True),
    # of right and wrong answers, and of other losses of cases
    TestFacts(name="mcnemar"), TestFacts(name="binomial", by_signs=True), TestFacts(name="cochran-q"),
    TestFacts(name="stuart-maxwell"), TestFacts(name="e-mcnemar"),
    TestFacts(name="two-proportions", paired=False), TestFacts(name="chi-square", paired=False),
    TestFacts(name="fisher-exact", paired=False), TestFacts(name="barnard", paired=False),
    TestFacts(name="delong"), TestFacts(name="delong-unpaired", paired=False),
    TestFacts(name="per-row-t", independent=True, by_spread=True),
    TestFacts(name="clustered-t", by_spread=True, dependent=True),
    TestFacts(name="weighted-t", independent=True, by_spread=True),
    TestFacts(name="linearised-t"), TestFacts(name="cv-clt-z"), TestFacts(name="diebold-mariano", dependent=True),
    TestFacts(name="long-run-t", by_spread=True, dependent=True), TestFacts(name="giacomini-white", dependent=True),
    # that allow for training sets which overlap
    TestFacts(name="corrected-t", by_spread=True), TestFacts(name="halves-jackknife"), TestFacts(name="5x2cv-t"),
    TestFacts(name="left-out-t", by_spread=True, dependent=True),
    TestFacts(name="panel-t", by_spread=True, dependent=True),
    TestFacts(name="5x2cv-f"), TestFacts(name="bayesian-correlated-t", by_spread=True),
    # historic recipes of this program
    TestFacts(name="flexer-t", independent=True, by_spread=True),
    TestFacts(name="mooney-t", independent=True, by_spread=True),
    TestFacts(name="reich-barai", independent=True, by_spread=True),
    # for equality
    TestFacts(name="tost", equivalence=True, paired=None),
)}

BESIDE = """
test tests testing tester statistic statistics statistical method procedure hypothesis significance analysis the a an
of for on in to with over and by using via based between two 2 sided tailed tail tails student students gosset classic
classical standard usual ordinary simple plain conventional parametric nonparametric non exact asymptotic approximate
approximation normal level levels data set sets datasets dataset fold folds run runs seed seeds split splits repeat
repeats repeated result results score scores accuracies accuracy auc f1 error errors rate rates value values
difference differences mean means model models classifier classifiers algorithm algorithms system systems per each all
our across x y correct true false alternative greater less one 1 continuity correction corrections yates edwards mid p
midp pvalue pvalues 95 99 5 0.05 0.01 alpha zero zeros method pratt zsplit wilcox demsar dietterich salzberg post hoc
posthoc level significance single df degrees freedom equal var variance variances unequal pairwise multiple comparison
comparisons comparing compare way frank
"""

PHRASES = """
tost: tost | equivalence | one sided tosts | schuirmann | non inferiority | noninferiority | ttost paired | tostpaired
bayesian-correlated-t: bayesian correlated t | correlated bayesian t | bayesian correlated ttest | bayes correlated t
    | two on single correlated
bayesian-signed-rank: bayesian signed rank | bayesian wilcoxon | bayesian signedrank | signedranktest bayesian
bayesian-sign: bayesian sign
halves-jackknife: halves jackknife
left-out-t: left out t | t over groups left out
panel-t: panel t | t over groups and times
5x2cv-f: 5x2cv f | 5x2 f | combined5x2cv | combined 5x2cv | combined 5x2 | ftest 5x2cv | alpaydin | f 5x2 cv |
    5x2cv ftest
5x2cv-t: 5x2cv | 5x2 | 5x2 cv | ttest 5x2cv | 5 2 cv t
corrected-t: nadeau | bengio | bouckaert | corrected t | corrected ttest | corrected resampled | corrected repeated |
    pairedcorrectedttester | corrected tester | variance corrected | corrected paired | correctedttest |
    corrected resample | corrected cv | corrected k fold
clustered-t: clustered t | clustered ttest | cluster t
weighted-t: weighted t | weighted ttest | weighted paired t
per-row-t: per row t
linearised-t: linearised t | linearized t | infinitesimal jackknife t
cv-clt-z: cv clt z | cv clt | bayle | cross validation clt
diebold-mariano: diebold mariano | diebold | dm | dm harvey | harvey leybourne newbold
long-run-t: long run t | hac t | newey west t
giacomini-white: giacomini white | giacomini
flexer-t: flexer t
mooney-t: mooney t
reich-barai: reich barai
delong-unpaired: delong unpaired | delong independent
delong: delong | de long | roc delong | hanley mcneil | hanley mc neil | roc test | roctest
e-mcnemar: mcnemar anytime | mcnemar e value
mcnemar: mcnemar | mc nemar | macnemar | mcnemars | mc nemars | mcnemar bowker | gillick
cochran-q: cochran q | cochrans q | cochran | cochranq | cochrans
stuart-maxwell: stuart maxwell | marginal homogeneity | bowker
nemenyi: nemenyi | critical difference | cd diagram | friedman nemenyi | posthoc nemenyi friedman
friedman: friedman | friedmanchisquare | iman davenport | friedman aligned | friedman chi square | friedman rank sum
quade: quade
page-trend: page trend | page l
kruskal-wallis: kruskal wallis | kruskal | kruskalwallis | h kruskal
mann-whitney: mann whitney | mannwhitneyu | mannwhitney | mwu | wilcoxon rank sum | wilcoxon ranksum | ranksums |
    rank sum | ranksum | wmw | u mann | mann whitney wilcoxon | wilcoxon unpaired | wilcoxon independent |
    unpaired rank | wilcox unpaired | wilcoxon two sample | brunner munzel | brunnermunzel
wilcoxon: signed rank | signed ranks | signedrank | signrank | wilcoxon matched | wilcoxon paired | wilcox paired |
    wilcoxsign | paired wilcox | wilcoxon t matched | wilcoxon
wilcoxon-unsaid: wilcox
signflip: signflip | sign flip | sign flipping | sign permutation | fisher pitman paired | paired permutation |
    permutation paired | paired randomization | paired randomisation | fisher randomization | fisher randomisation |
    sign randomization
sign-test: sign | signtest | dixon mood
swap: swap | approximate randomization | approximate randomisation | noreen | stratified shuffling
permutation: permutation | randomization | randomisation | perm | permutation test score
paired-bootstrap: paired bootstrap | bootstrap paired | berg kirkpatrick | koehn bootstrap | paired bootstrapping
bootstrap: bootstrap | bootstrapping | bootstrapped
kolmogorov-smirnov: kolmogorov smirnov | ks | ks 2 samp | kstest | ks2samp
median-test: mood median | median
fisher-exact: fisher exact | fisher | fishers exact
barnard: barnard | boschloo
two-proportions: proportion | proportions | prop | proportions ztest | prop z | proportion z
chi-square: chi square | chi squared | chi2 | chisq | chi 2 | chisquare | chi2 contingency | pearson chi | contingency
    | chisquared | g likelihood | pearson x2
binomial: binomial | binom | binomtest | binom test
tukey-hsd: tukey | hsd | tukeyhsd | honestly significant | games howell | scheffe
dunnett: dunnett
repeated-anova: repeated measures anova | repeated anova | within subjects anova | rm anova | anova rm | aovrm
manova: manova
hotelling: hotelling
anova: anova | oneway | aov | analysis variance | f oneway | welch anova | f
one-sample-t: one sample t | ttest 1 samp | 1 sample t | one sample ttest
welch-t: welch | welchs | unequal variances t | unequal variance t | unequal variances ttest
pooled-t: two sample t | 2 sample t | independent t | unpaired t | ttest ind | independent samples t |
    independent sample t | unpaired ttest | two sample ttest | independent ttest | pooled t | pooled ttest |
    samples t independent | ttestind | ttest2 | equal variance t | equal variances t | two samples t | 2 samples t
paired-t: paired t | paired ttest | ttest rel | dependent t | dependent ttest | matched t | matched pairs t |
    related t | related ttest | pairedttester | ttestrel | paired samples t | paired sample t | correlated t |
    resampled t | ttest paired | t resampled | matched ttest | dependent samples t | cross validated t | cv t |
    k fold t | ttest resampled | ttest kfold cv | resampled ttest | kfold t | paired tester | paired difference t
t: t | ttest | tt | students ttest
z: z | ztest | zscore
"""

KNOWN: Names[str] = Names(spelled(PHRASES), beside=BESIDE)
ONE_SIDED = re.compile(
    r"\b(?:one|1|single)[\s-]*(?:sided|tailed|tail|side)\b|\b(?:upper|lower|right|left)[\s-]*(?:tailed|tail|sided)\b"
    r"|alternative\s*=\s*[\"']?(?:greater|less|larger|smaller)", re.IGNORECASE)
TWO_SIDED = re.compile(
    r"\b(?:two|2|both)[\s-]*(?:sided|tailed|tails?|sides?)\b|alternative\s*=\s*[\"']?two", re.IGNORECASE)
TWICE_ONE_SIDED = re.compile(r"\btwo[\s-]+one[\s-]+sided[\s-]+(?:t[\s-]?)?tests?\b", re.IGNORECASE)
CORRECTED = re.compile(      # corrections of several p values are another vocabulary's
    r"(?:with|after|and|,)?\s*\b(?:bonferroni|holm|hochberg|hommel|benjamini|fdr|sidak|šidák|bergmann|shaffer|finner|bh|by)"
    r"(?:[\s-]*(?:bonferroni|holm|hochberg|yekutieli|sidak|hommel|procedure|'s))*"
    r"[\s-]*(?:correction|corrected|adjustment|adjusted|post[\s-]?hoc)\b", re.IGNORECASE)
ARGUMENT = re.compile(r"\bpaired\s*=\s*(T|TRUE|F|FALSE)\b", re.IGNORECASE)
EQUAL_SPREAD = re.compile(r"(?:var\.equal|equal_var)\s*=\s*(T|TRUE|F|FALSE)\b", re.IGNORECASE)
CALL = re.compile(r"^\s*[\w.:$]+\s*\(.*\)\s*$", re.DOTALL)


@cache
def known_test(text: str) -> TestFacts | None:
    """The test of a name, with what it takes for granted; None where the name is not known.

    >>> known_test("Student's t-test (two-tailed, paired)").name, known_test("scipy.stats.mannwhitneyu").name
    ('paired-t', 'mann-whitney')
    >>> known_test("Zorblatt's t-test") is None
    True
    """
    plain = text.strip()
    if plain in FACTS:
        return FACTS[plain]
    plain = CORRECTED.sub(" ", TWICE_ONE_SIDED.sub("TOST", plain))
    side = "one-sided" if ONE_SIDED.search(plain) else "two-sided" if TWO_SIDED.search(plain) else ""
    name = KNOWN.find(_told(TWO_SIDED.sub(" ", ONE_SIDED.sub(" ", plain))))
    return None if name is None else replace(FACTS[name], side=side)


def _told(text: str) -> tuple[str, ...]:
    """The words of a name; of a call, its function and what its arguments say of pairing."""
    pairing, spread = ARGUMENT.search(text), EQUAL_SPREAD.search(text)
    more: list[str] = []
    if pairing is not None:
        more.append("paired" if pairing[1][0] in "Tt" else "unpaired")
    if spread is not None:
        more.append("pooled" if spread[1][0] in "Tt" else "welch")
    bare = EQUAL_SPREAD.sub(" ", ARGUMENT.sub(" ", text))
    bare = re.sub(r"\bt\.test\b", "ttest", bare)
    if CALL.match(bare):
        bare = bare[: bare.index("(")]
    return (*words_of(bare if "Tester" in bare else re.sub(r"([a-z])([A-Z])", r"\1 \2", bare)), *more)
