"""What people write of rows and runs, over several sentences: pieces of one recording divided at random, features
selected on all rows, the best of many runs by its test score, tests that nobody corrected, accuracy alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import ACCURACY_ALONE, ALL, BEST, MANY, PIECES, PREPARED, Confession
from referee.audit.vocabulary.protocols import INSIDE
from referee.audit.vocabulary.sentences import NEGATED, NUMBER, asserted, number_of, sentences_of

_PIECE = (r"(?:windows?|segments?|epochs?|patch(?:es)?|tiles?|crops?|slices?|frames?|chunks?|clips?|snippets?|beats?|"
          r"excerpts?|sub-?images?|sub-?sequences?|trials?)")
CUT = re.compile(
    rf"\b(?:cut|segment(?:ed|ing)|divided|split|slic(?:ed|ing)|chopped|broken|partitioned"
    rf"|windowed)\b[^.;]{{0,40}}?\binto\b"
    rf"[^.;]{{0,50}}?\b{_PIECE}\b|\b(?:extract|sampl|crop|yield|gave|give|obtain|produc"
    rf"|generat)\w*\b[^.;]{{0,50}}?\b{_PIECE}\b|"
    rf"\b(?:sliding|moving|rolling|overlapping)[- ](?:time )?{_PIECE}\b|"
    rf"\b{_PIECE} (?:per|of each|from each|for each) (?!class|batch|second)\w+", re.IGNORECASE)
FROM = re.compile(r"\b(?:record(?:ed|ings?)|patients?|subjects?|volunteers?|participants?|speakers?|drivers?"
                  r"|bearings?|slides?|"
                  r"volumes?|videos?|images?|signals?|sessions?|animals?|machines?|users?|scans?|sites?|whole-slide"
                  r"|streams?|"
                  r"series|songs?|flights?|engines?|cows?|persons?|people|runs?)\b", re.IGNORECASE)
OVERLAP = re.compile(r"\boverlap\w*|\bhop\b|\bstride\b|\bsliding\b|\bstep (?:of|size|\d)|\bstep\b", re.IGNORECASE)
_RANDOM = r"(?:random(?:ly)?|at random|shuffl\w+)"
_PART = (r"(?:split|divid(?:ed|ing)|partition\w*|assign\w*|allocat\w*|separat\w+|distribut\w+|cross[- ]?validat\w+|"
         r"\d+-fold|hold-?out)")
DIVIDED = re.compile(
    rf"\b{_PIECE}\b[^.;]{{0,60}}?\b{_RANDOM}\b[^.;]{{0,60}}?\b{_PART}"
    rf"|\b{_PIECE}\b[^.;]{{0,40}}?\b{_PART}\b[^.;]{{0,40}}?"
    rf"\b{_RANDOM}\b|\b{_RANDOM}\b[^.;]{{0,30}}?\b{_PART}\b[^.;]{{0,30}}?\b(?:of|the|all)\b[^.;]{{0,12}}?\b{_PIECE}\b",
    re.IGNORECASE)
TESTED = re.compile(r"\btest\w*|\bfold|cross-?validat|\bhold-?out|\d\d\s?/\s?\d\d", re.IGNORECASE)
KEPT_TOGETHER = re.compile(
    r"\b(?:split|divided|grouped|stratified|assigned|separated|partitioned"
    r"|folds?)\b[^.;]{0,25}?\bby (?:whole )?(?!class|label|"
    r"outcome|target|chance|random|diagnosis)\w+|\b(?:patient|subject|recording|speaker|slide|group|user|participant"
    r"|bearing|"
    r"driver|video|session|person|machine|animal)s?[- ](?:wise|level|independent|disjoint|based)"
    r"|\bleave[- ]one[- ](?!out)\w+|"
    r"\bgroup(?:ed)?[- ]?(?:k-?fold|shuffle|cross)|\bgroupkfold\b|\bon one side\b|\bboth sides\b|\bto both\b"
    r"|\bdisjoint\b|"
    r"\bno (?:\w+ )?(?:patient|subject|recording|speaker|slide|group|user|participant|bearing|driver|video|session"
    r"|person|"
    r"machine|animal)s?\b|\bsame (?:side|part|fold|split)\b|\bwith (?:its|their) (?:patient|subject|recording|speaker"
    r"|slide|"
    r"group|user|participant|bearing)|\b(?:other|different|unseen|new|separate) (?:patients|subjects|recordings"
    r"|speakers|slides|"
    r"users|participants|drivers|videos|sessions|machines|persons|people)\b|\b(?:patients|subjects|recordings"
    r"|speakers|slides|"
    r"images|users|participants|volunteers|drivers|bearings|videos|sessions|machines|animals|volumes"
    r"|persons)\b,?(?: not \w+,)? "
    r"(?:were|was|are) (?:\w+ ){0,2}?(?:split|divided|assigned|allocated|partitioned|separated)", re.IGNORECASE)

_FEATURES = (r"(?:features?|variables?|genes?|attributes?|predictors?|markers?|biomarkers?|probes?|SNPs?|proteins?"
             r"|bands?|"
             r"wavelengths?|words|terms|metabolites?|voxels?|sensors?|CpGs?|transcripts?|items|descriptors?|peaks?)")
_RATED = (r"(?:tests?|ranked|ranking|rank|scored|correlat\w+|association\w*|compared|screened|assessed|computed"
          r"|calculated"
          r"|mutual "
          r"information|anova|regress\w+|importance)")
_WHOLE = (r"(?:\b(?:in|on|over|using|across|from|with) (?:the )?(?:entire|whole|complete|full)(?: \w+)? ?(?:data ?set"
          r"|data|cohort|"
          r"corpus|sample|set|collection|table)\b|\b(?:in|on|over|using|across|from|with) all (?:the |our |available )?"
          r"(?:\d[\d,]* )?(?!data ?sets)\w+s\b|\busing the complete cohort\b)")
RATED_ON_ALL = re.compile(rf"\b{_RATED}\b[^;]{{0,120}}?{_WHOLE}|{_WHOLE}[^;]{{0,80}}?\b{_RATED}\b", re.IGNORECASE)
USED = re.compile(
    rf"\b(?:the|these|those|only|top|best)\b[^.;]{{0,12}}?\b(?:{NUMBER}|best|top"
    rf"|most)\b[^.;]{{0,40}}?(?:\b{_FEATURES}\b|\b(?:smallest|"
    r"lowest|highest|largest|strongest|top)\b)?[^.;]{0,60}?\b(?:form(?:s|ed)?|enter(?:s|ed)?|serv(?:e|es|ed)|used"
    r"|given|handed|"
    r"retained|kept|selected|chosen|fed|passed|input|inputs|went into|constitut\w+)\b", re.IGNORECASE)
SHORTENED = re.compile(r"\b(?:smallest|lowest|highest|largest|strongest|best|top|most \w+|leading)\b", re.IGNORECASE)
LATER_DIVIDED = re.compile(r"cross[- ]?validat|\bfolds?\b|\bcv\b|leave-one|hold-?out|test set"
                           r"|train\w* and test", re.IGNORECASE)
SELECTED_INSIDE = re.compile(
    r"\b(?:within|inside|in) (?:each|every|the)(?: \w+){0,2}? (?:training|fold|loop|inner)\b[^.;]{0,60}?"
    r"|\b(?:selec\w+|rank\w+|"
    r"screen\w+)\b[^.;]{0,40}?\b(?:within|inside|repeated (?:in|within)|in each|in every|training (?:folds?|part|set"
    r"|samples))\b|"
    r"\bno (?:\w+ )?selection\b|\bnothing was selected\b", re.IGNORECASE)

MANY_RUNS = re.compile(
    rf"\b(?P<count>{NUMBER}) (?:\w+ ){{0,2}}?(?:seeds|initiali[sz]ations|restarts|runs|networks|times|repetitions"
    rf"|models from|"
    r"starting weights)\b|\b(?P<more>several|multiple|different) (?:random )?(?:seeds|initiali[sz]ations|restarts"
    r"|starting weights)\b",
    re.IGNORECASE)
_BEST_ONE = r"(?:best|highest|lowest|top|maximum|luckiest|most accurate|most successful|smallest|largest)"
_RUN = r"(?:network|model|run|seed|checkpoint|one|initiali[sz]ation|result|score|value|repetition|instance|training)"
_TOLD = (r"(?:report\w*|list\w*|kept|keep|show[ns]?|present\w*|given|giv(?:e|es)|submitted?|enter(?:ed|s)?|used? in"
         r"|tabulat\w+|"
         r"in Table|quot\w+)")
BEST_TOLD = re.compile(
    rf"\b{_TOLD}\b[^.;]{{0,40}}?\b(?:the|its|that)\b[^.;,]{{0,20}}?(?:\b{_RUN}\b[^.;,]{{0,30}}?\b{_BEST_ONE}\b"
    rf"|\b{_BEST_ONE}\b[^.;,]{{0,20}}?"
    rf"\b{_RUN}\b)[^.;]{{0,40}}|\b(?:{_RUN}\b[^.;,]{{0,30}}?\b{_BEST_ONE}\b"
    rf"|{_BEST_ONE}\b[^.;,]{{0,12}}?\b{_RUN}\b)[^.;]{{0,60}}?"
    rf"\b(?:is|was|are|were)\b[^.;]{{0,30}}?\b{_TOLD}\b", re.IGNORECASE)
BY_TEST = re.compile(r"\btest\w*|\bhold-?out|\bheld-?out", re.IGNORECASE)
OTHERWISE_CHOSEN = re.compile(r"\bvalid\w*|\bdev\b|\bdevelopment\b|\binner\b|\bmean\b|\baverag\w*|\bmedian\b|±"
                              r"|\bensemble|"
                              r"\ball (?:five|ten|of them|runs|seeds|\w+ test)|\bstandard deviation", re.IGNORECASE)

TESTS_MADE = re.compile(
    rf"\b(?P<n1>{NUMBER}) (?:[\w-]+ ){{0,3}}?(?:tests|comparisons|p-?values)\b"
    rf"|\ball (?:the )?(?P<n2>{NUMBER}) (?:pairs|pairwise)\b|"
    rf"\bnumber[ _]of[ _](?:tests|comparisons)\s*:\s*(?P<n3>\d+)|\b(?P<n4>{NUMBER}) (?:\w+ )?(?:biomarkers|markers"
    rf"|genes|features|"
    r"outcomes|variables|methods|metrics|items|questions)\b[^.;]{0,60}?\b(?:tests?|tested|compared)\b", re.IGNORECASE)
UNCORRECTED = re.compile(
    r"\bcorrection\s*:\s*(?:none|no\b|nothing)|\b(?:multiple[ _](?:testing|comparisons?)"
    r"|adjustment)\b[^.;:]{0,30}?:\s*(?:none|no\b)|"
    r"\bno (?:\w+ )?(?:correction|adjustment)s?\b|\bwithout (?:any |a )?(?:\w+ )?(?:correction|adjustment)"
    r"|\buncorrected\b|\bunadjusted\b|"
    r"\bnot (?:been )?(?:corrected|adjusted)\b|\bneither corrected nor\b", re.IGNORECASE)
SIGNIFICANT = re.compile(r"(?<!not )(?<!no )(?<!not statistically )\bsignificant(?:ly)?\b"
                         r"|\breached significance\b", re.IGNORECASE)
CORRECTED = re.compile(r"\bholm\b|\bbonferroni|\bbenjamini|\bhochberg|\bfdr\b|\btukey|\bnemenyi|\bdunnett|\bshaffer"
                       r"|\bsidak|"
                       r"\bexploratory\b|\bno significance\b|\bhypothesis[- ]generating|\bdescriptive\b|\bnecessary\b"
                       r"|\bregistered\b",
                       re.IGNORECASE)
P_VALUE = re.compile(r"\bp\s*[=<]\s*(?P<p>0?\.\d+)", re.IGNORECASE)
FEWEST = 3                     # tests that are many, where nobody corrects them

_RARE = (r"(?:fraud\w*|defect\w*|faul\w+|diseas\w+|ill\b|sick|sepsis|septic|cancer\w*|malign\w+|tumou?rs?|spam"
         r"|churn\w*|default\w*|"
         r"anomal\w+|attack\w*|intrusion\w*|positives?|events?|infected|deaths?|died|relaps\w+|failures?|abnormal\w*"
         r"|minority|"
         r"scrap|outliers?|toxic|hate\w*|phishing|stroke\w*|rejects?)")
RARE = re.compile(
    rf"\((?P<p1>\d+(?:\.\d+)?)\s?%\)(?: of \w+)? (?:\w+ ){{0,4}}?{_RARE}|\bprevalence (?:of (?:\w+ ){{1,3}})?(?:was "
    rf"|is |of |= ?)*(?P<p2>\d+(?:\.\d+)?)"
    rf"\s?%|\b(?:only |about |just )?(?P<p3>\d+(?:\.\d+)?)\s?%(?: of)? (?:\w+ ){{0,6}}?(?:are|is|were|was|had|have"
    rf"|being)? ?(?:\w+ ){{0,2}}?{_RARE}|"
    rf"\b(?P<big>\d[\d,]*) (?:healthy|normal|genuine|good|negative|benign|legitimate|intact"
    rf"|non-\w+)\b[^.;\d]{{0,20}}?(?P<small>\d[\d,]*) "
    rf"(?:\w+ )?{_RARE}|\b(?:class(?:es)?|shares?|ratio"
    rf"|imbalance)\b[^.;]{{0,20}}?\b(?P<a>\d\d?):(?P<b>\d\d?)\b", re.IGNORECASE)
ACCURACY = re.compile(r"\baccura\w+\b[^.;]{0,60}?\d|\d\s?%? accura\w+|\baccuracy\b", re.IGNORECASE)
OTHER_MEASURES = re.compile(
    r"\bsensitivit|\bspecificit|\brecall\b|\bprecision\b|\bF-?1\b|\bF[- ]?(?:score|measure)|\bAUC|\bAUROC|\bROC\b"
    r"|\bkappa\b|κ|\bMCC\b|"
    r"matthews|\bbalanced\b|predictive value|\bPPV\b|\bNPV\b|\bbrier\b|\bAUPRC\b|\blog[- ]?loss|\bconfusion\b"
    r"|\bmajority\b|\balways\b|"
    r"\bmost frequent class|\bbaseline\b|\bno[- ]information|\bfalse (?:positive|negative|alarm)|\bmissed\b|\bg-?mean"
    r"|\btrue positive|"
    r"\bcalling every|\ball as\b|\bdummy\b", re.IGNORECASE)
LOPSIDED_FROM = 0.1            # at most this share of cases in the rarer class


def told_of_divisions(text: str) -> tuple[Confession, ...]:
    """What a text says of its rows, runs and tests that the checks object to.

    >>> said = "Signals of 9 drivers were cut into windows. All windows were randomly split into training and test."
    >>> [one.fault for one in told_of_divisions(said)]
    ['pieces divided at random']
    """
    sentences = sentences_of(text)
    return (*_pieces(sentences), *_selected(sentences), *_best(sentences), *_many(sentences),
            *_lopsided(sentences, text))


def _pieces(sentences: Sequence[str]) -> Iterator[Confession]:
    if any(KEPT_TOGETHER.search(one) for one in sentences):
        return
    cut = next((one for k, one in enumerate(sentences) if (found := CUT.search(one)) and asserted(one, found)
                and FROM.search(" ".join(sentences[max(0, k - 2):k + 1]))), None)
    for sentence in sentences if cut else ():
        found = DIVIDED.search(sentence)
        if found and TESTED.search(sentence) and asserted(sentence, found):
            yield Confession(fault=PIECES, sentence=sentence, detail="" if cut == sentence else cut or "",
                             grave=any(OVERLAP.search(one) for one in sentences))
            return


def _selected(sentences: Sequence[str]) -> Iterator[Confession]:
    """Features rated on all rows in one sentence, and the best of them used in the next ones."""
    if any(SELECTED_INSIDE.search(one) for one in sentences) or not any(LATER_DIVIDED.search(one) for one in sentences):
        return
    for number, sentence in enumerate(sentences):
        found = RATED_ON_ALL.search(sentence)
        if found is None or INSIDE.search(sentence) or NEGATED.search(sentence) or not re.search(
                rf"\b{_FEATURES}\b", " ".join(sentences[max(0, number - 1):number + 2]), re.IGNORECASE):
            continue
        for after in sentences[number:number + 2]:
            used = USED.search(after)
            if used and SHORTENED.search(used[0]) and asserted(after, used):
                yield Confession(fault=PREPARED, sentence=sentence, rows=ALL, step="feature selection",
                                 detail="" if after == sentence else after)
                return


def _best(sentences: Sequence[str]) -> Iterator[Confession]:
    for number, sentence in enumerate(sentences):
        near = " ".join(sentences[max(0, number - 1):number + 2])
        runs = MANY_RUNS.search(" ".join(sentences[max(0, number - 1):number + 1]))
        found = BEST_TOLD.search(sentence)
        if found and runs and BY_TEST.search(near) and asserted(sentence, found) and not OTHERWISE_CHOSEN.search(near):
            yield Confession(fault=BEST, sentence=sentence, count=number_of(runs["count"] or ""))


def _many(sentences: Sequence[str]) -> Iterator[Confession]:
    """Many tests, by the text's own count, that it says it has not corrected, and some that it calls significant."""
    if any((found := CORRECTED.search(one)) and not NEGATED.search(one[:found.start()][-30:]) for one in sentences):
        return
    counts = [many for one in sentences for found in TESTS_MADE.finditer(one)
              if (many := next((number_of(word) for word in found.groups() if word), None)) is not None]
    most = max(counts, default=0)
    bare = next((one for one in sentences if UNCORRECTED.search(one)), None)
    claim = next((one for one in sentences if (found := SIGNIFICANT.search(one)) and asserted(one, found)), None)
    if bare is None or claim is None or most < FEWEST:
        return
    told = [float(found["p"]) for one in sentences for found in P_VALUE.finditer(one)]
    least = min(told, default=None)
    left = least is not None and least * most <= 0.05
    yield Confession(fault=MANY, sentence=bare, count=most, detail=claim, grave=not left, least_p=least)


def _lopsided(sentences: Sequence[str], text: str) -> Iterator[Confession]:
    """A class that few cases belong to, and accuracy as the only measure of the whole text."""
    if OTHER_MEASURES.search(text):
        return
    scored = next((one for one in sentences if ACCURACY.search(one)), None)
    for sentence in sentences if scored else ():
        found = RARE.search(sentence)
        share = None if found is None or not asserted(sentence, found) else _share(found)
        if share is not None and 0 < share <= LOPSIDED_FROM:
            yield Confession(fault=ACCURACY_ALONE, sentence=sentence, detail=f"{share:.3g}")
            return


def _share(found: re.Match[str]) -> float | None:
    per_cent = found["p1"] or found["p2"] or found["p3"]
    if per_cent:
        return float(per_cent) / 100
    a, b = (number_of(found[one] or "") for one in (("big", "small") if found["big"] else ("a", "b")))
    return min(a, b) / (a + b) if a and b else None
