"""What people write of their own protocol, sentence by sentence: what was fitted on all rows, chosen on the test set,
reported as the best of many.

A plain reader. It takes a sentence for a confession only where a phrase of the table below stands in it and nothing
denies it: no negation, no training folds, no "would", no other authors. What it does not know it leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.audit.prose.confession import ALL, BEST, FUTURE, PREPARED, SAME, TEST, THRESHOLD, TUNED, Confession
from referee.audit.vocabulary.sentences import number_of, sentences_of

# The steps of a preparation, by the name that the checks know them by.
STEPS = {
    "SMOTE": r"\bsmote\w*|\badasyn\b|over-?\s?sampl\w+|up-?sampl\w+|under-?sampl\w+|minority class(?:es)? (?:was|were)",
    "augmentation": r"\baugment(?:ed|ation|ations|ing)\b",
    "target encoding": r"\b(?:target|mean|likelihood)[- ]encod\w+",
    "feature selection": (
        r"\b(?:feature|variable|gene|attribute|predictor|marker|biomarker|wavelength)s?[- ](?:pre-?)?selection\b|"
        r"\b(?:features?|variables?|genes|attributes|predictors|markers|biomarkers|probes|wavelengths|SNPs)\b"
        r"[^.;,]{0,40}?\b(?:were|was|are|is|been) (?:first |then |initially )?(?:pre-?)?(?:selected|chosen|filtered|"
        r"ranked|screened)|"
        r"\b(?:selected|chose|select|choose|picked|kept|screened|ranked) (?:the |all |only )?[^.;,]{0,40}?"
        r"\b(?:features|variables|genes|attributes|predictors|markers|biomarkers|probes|SNPs)\b|"
        r"\b(?:features|variables|genes|attributes|predictors|markers|biomarkers|probes|wavelengths|SNPs|proteins|"
        r"metabolites) (?:with|having|of) the (?:\w+ )?(?:smallest|lowest|highest|largest|best|strongest|top|greatest)"
        r"[^.;,]{0,40}? (?:were|was|are) (?:kept|retained|used|selected|chosen|taken)|"
        r"\bselectkbest\b|\brfe(?:cv)?\b|recursive feature elimination|\bboruta\b"),
    "imputation": r"\bimput(?:ed|ation|ing|e|er)\b|missing (?:values|data) (?:were|was|are) (?:filled|replaced)",
    "PCA": r"\bpca\b|principal components?(?: analysis)?|\bumap\b|\bt-?sne\b",
    "scaling": (
        r"(?:\bstandardi[sz](?:ed?|ing|ation)\b|\bnormali[sz](?:ed?|ing|ation)\b|\b(?:re)?scal(?:ed|ing|er)\b)"
        r"(?! (?:effect|regression|coefficient|mean|difference|protocol|procedure|test|questionnaire|name|interview|"
        r"uptake|cross|mutual|discounted|gain|entropy|rmse|error|confusion|hardware|up|law|to \d|per|"
        r"to the (?:same|range)|to a (?:size|resolution|common)|in size))|"
        r"\bz-?scor(?:es?|ed|ing)\b|\bmin-?max\b"),
    "tf-idf": r"\btf-?idf\b|\b(?:count)?vectori[sz](?:er|ed|ation)\b",
}
_WHOLE = (
    r"(?:(?:the |our |a )?(?:whole|entire|full|complete)(?: (?!train|devel|inner|deriv|discov)\w+)? "
    r"(?:data|dataset|set|sample|cohort|corpus|table|"
    r"matrix|collection|population)\b|"
    r"\ball (?:the |of the |our |available |\d[\d,]* )*(?:data\b(?! ?sets)|samples|rows|cases|patients|records|"
    r"observations|instances|images|examples|subjects|points)|"
    r"\b(?:both )?(?:the )?train(?:ing)? (?:and|plus|\+|&) (?:the )?test(?:ing)?(?: (?:data|sets?|rows|samples|parts|"
    r"images))?(?: together| combined| jointly)?|"
    r"\btest (?:and|plus) (?:the )?train(?:ing)?\b)")
_DIVIDED = (
    r"(?:split(?:s|ting)?\b|divid(?:ed|ing)|division|partition\w*|cross[- ]?validat\w*|\bcv\b|k-?folds?|\d+-?\s?folds?|"
    r"\bfolds?\b|train[-/ ]+test|hold-?out|leave-one)")
_FIRST = rf"\b(?:before|prior to|ahead of|preceding|previous to)\b[^.;]{{0,50}}?{_DIVIDED}"
_THEN = (rf"(?:,|\band\b|;)?\s*(?:and )?(?:then|afterwards|subsequently|after which|after that|followed by|only then|"
         rf"next)\b[^.;]{{0,60}}?{_DIVIDED}")
_AFTER = rf"{_DIVIDED}[^.;]{{0,60}}?\bafter\b(?! the split)"
INSIDE = re.compile(
    r"\b(?:with)?in(?:side)? (?:of )?(?:the |each |every |a |its |an )*(?:\w+ )?(?:fold|folds|loop|pipeline|"
    r"cross-?validation|cv|training|train|inner|nested)|"
    r"\bper (?:training )?fold\b|\b(?:each|every) (?:training )?(?:fold|split|part)\b|\bfold by fold\b|\bpipeline\b|"
    r"\b(?:on|to|from|using|over|by|of) (?:only )?(?:the |each |every |its )*(?:training|train|inner)"
    r"(?![- ]?(?:and|plus|\+|&)? ?(?:the )?test)[- ](?:\w+ ?){0,2}(?!and test)|"
    r"\btrain(?:ing)? (?:set|data|part|rows|fold|folds|split|samples|images|portion)s? (?:only|alone)\b", re.IGNORECASE)
_TEST = (r"(?:the |our |this |that |a |an |its |same |final |official |public |independent |actual |whole )*"
         r"(?:test|testing|hold-?out|held-?out)(?:[- ](?:set|sets|data|dataset|rows|cases|split|part|fold|folds|sample|"
         r"samples|partition|images|patients|accuracy|performance|score|scores|error|auc|loss|f1|results?|portion|"
         r"half|year))+")
_SETTINGS = (
    r"(?:hyper-?\s?parameters?|parameters?|settings?|configurations?|epochs?|checkpoints?|architectures?|"
    r"learning rates?|number of (?:epochs|trees|layers|components|clusters|neighbou?rs|iterations|units|neurons|rounds|"
    r"estimators|topics|factors|steps|hidden units)|depths?|layers?|iterations?|regulari[sz]ation|kernel|\bk\b|\bC\b|"
    r"best model|final model|\bmodels?\b|classifiers?|networks?|early stopping|stopping|weights|variant|when to stop|"
    r"ensemble)")
_CHOSE = (
    r"(?:tun(?:ing|e)|optimi[sz](?:ing|e|ation)|select(?:ing|ion)?|chose|choos(?:e|ing)|pick(?:ing)?|adjusting|"
    r"grid[- ]search\w*|stopping|monitoring|"
    r"(?<=[a-z] )(?<!the )(?<!our )(?<! a )(?<! an )(?<!each )(?<!of )(?<!this )(?<!all )(?<!best )(?<!its )"
    r"(?:tuned|optimi[sz]ed|selected|chosen|picked|adjusted|searched|stopped|monitored))")
_GAP = (r"(?:(?!valid|train|develop|\bdev\b|inner|nested|cross|evaluat|assess|report|appl(?:y|ied)|\bthen\b|compar|"
        r"measur|yield|achiev|reach|obtain|\bshow|tested|before|generali|\bseparate from|unseen|independent of|"
        r"without|\bhad\b|\bhas\b|\bhave\b|correct|classif(?:ied|ies)|predict|detect|identif|perform(?:s|ed)? (?!best)|"
        r"scor(?:ed|es) (?!best))[^,]){0,70}?")
_BY = (r"\b(?:on|using|by|with|against|according to|based on|at which|where|for which|that (?:gave|gives|maximi[sz]ed|"
       r"performed best on|did best on|had|has|scored best on|worked best on)|which (?:gave|had|performed best on)|via|"
       r"minimi[sz]ing|maximi[sz]ing|watching|looking at|from)\b")
_BEST_ON = r"(?: (?:the|its|their|highest|best|lowest|maximum|minimum|minimal|good|on|of|in|over|value|results?)\b)*"
_THRESHOLD = r"(?:decision |operating |classification |probability )?(?:threshold|cut-?off|operating point)s?"
_NUMBER = (r"(?:the |our |all |its )*(?P<count>\d+|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|"
           r"thirty|fifty|hundred|several|multiple|many|different|various)")
_RUNS = (r"(?:[\w-]+ ){0,2}?(?:runs?|seeds?|trials|initiali[sz]ations|repetitions|repeats|restarts|folds|splits|"
         r"replicates|repeated experiments)\b")
_BEST = r"\b(?:best|highest|top|maximum|maximal|lowest|luckiest|most successful)(?:[- ][\w-]+){0,4}?"
_TOLD = r"\b(?:report(?:s|ed)?|given|gives|quoted?|presented?|shown|list(?:s|ed)?|numbers are)\b"
_YEAR = r"(?:19|20)\d\d"

# fault, where, phrase. A step may stand before or behind the words that say on which rows it was fitted.
TABLE: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (fault, where, re.compile(phrase, re.IGNORECASE)) for fault, where, phrase in (
        (PREPARED, ALL, (rf"(?P<step>STEP)[^.;]{{0,80}}?(?:\b(?:on|over|to|using|from|across|with|of|by)\b|, )[^.;,]"
                         rf"{{0,25}}?{_WHOLE}")),
        (PREPARED, ALL, rf"{_WHOLE}[^.;,]{{0,40}}?\b(?:was|were|is|are|to)\b[^.;,]{{0,30}}?(?P<step>STEP)"),
        (PREPARED, ALL, rf"(?P<step>STEP)\s*(?:of\s+)?(?:the )?{_WHOLE}"),
        (PREPARED, ALL, (rf"\b(?:computed|calculated|performed|carried out|done|applied|run|tested|ranked|compared|"
                         rf"estimated|scored)\b[^.;,]{{0,30}}?\b(?:on|over|across|using|from|in|with) {_WHOLE},? and "
                         rf"(?:the|only the|those)[^.;,]{{0,20}}?(?P<step>STEP)")),
        (PREPARED, ALL, rf"(?P<step>STEP)[^.;]{{0,80}}?{_FIRST}"),
        (PREPARED, ALL, rf"{_FIRST}[^.;]{{0,60}}?(?P<step>STEP)"),
        (PREPARED, ALL, rf"(?P<step>STEP)[^.;]{{0,60}}?{_THEN}"),
        (PREPARED, ALL, rf"{_AFTER}[^.;]{{0,40}}?(?P<step>STEP)"),
        (PREPARED, TEST, rf"(?P<step>STEP)[^.;]{{0,40}}?\b(?:on|using|from|by|based on|according to)\b {_TEST}"),
        (THRESHOLD, TEST, rf"{_THRESHOLD}{_GAP}(?:{_CHOSE}|maximi[sz]\w+|set|youden\w*){_GAP}{_BY}{_BEST_ON} {_TEST}"),
        (THRESHOLD, TEST, rf"\b{_CHOSE} {_GAP}{_THRESHOLD}{_GAP}{_BY}{_BEST_ON} {_TEST}"),
        (TUNED, TEST, rf"\b{_CHOSE}\b{_GAP}{_SETTINGS}{_GAP}{_BY}{_BEST_ON} {_TEST}"),
        (TUNED, TEST, rf"{_SETTINGS}{_GAP}\b{_CHOSE}\b{_GAP}{_BY}{_BEST_ON} {_TEST}"),
        (TUNED, TEST, (rf"{_TEST}[^.;]{{0,20}}?\b(?:was|were|is|are|served|serves)\b(?: also| then| both)?"
                       rf"(?: used| employed| taken| consulted)?(?: both)? (?:to|for|as|in)\b[^.;]{{0,30}}?"
                       rf"(?:early stop\w*|model selection|tuning|validation set|hyper-?parameter\w*|"
                       rf"(?:{_CHOSE}|find(?:ing)?|set(?:ting)?)[^.;]{{0,40}}?(?:{_SETTINGS}|when to stop))")),
        (TUNED, TEST, rf"early[- ]stopp(?:ing|ed)\b{_GAP}(?:{_BY}|of) {_TEST}"),
        (TUNED, TEST, (rf"\b(?:best|optimal) (?:epoch|checkpoint|setting|configuration|hyper-?parameters)\b"
                       rf"{_GAP}\b(?:on|by|according to) {_TEST}")),
        (BEST, "", rf"{_BEST} (?:of|out of) {_NUMBER} {_RUNS}"),
        (BEST, "", rf"{_TOLD}[^.;]{{0,60}}?{_BEST} (?:over|across|among|from) {_NUMBER} {_RUNS}"),
        (BEST, "", rf"{_BEST} (?:over|across|among|from) {_NUMBER} {_RUNS}[^.;]{{0,30}}?{_TOLD}"),
        (BEST, "", rf"\breport\w*\b[^.;]{{0,40}}?{_BEST} (?:run|seed|fold|trial|initiali[sz]ation|repetition)\b"),
        (BEST, "", (rf"{_BEST} (?:run|seed|fold|trial|initiali[sz]ation|repetition)\b[^.;]{{0,20}}?\b(?:is|was|are) "
                    rf"(?:reported|shown|given|quoted|presented)")),
        (SAME, "", (r"\btrained and (?:tested|evaluated|scored|assessed) on the same (?:data|set|samples|rows|cases|"
                    r"images|patients|records|examples|observations)")),
        (SAME, "", (r"\b(?:tested|evaluated|scored|assessed)\b[^.;,]{0,30}? on the (?:same )?(?:data|rows|samples|"
                    r"cases|images|set) (?:that )?(?:it|they|the models?) (?:was|were|had been) trained on")),
        (FUTURE, "", (rf"\btrain\w*\b[^.;]{{0,60}}?(?:up to|until|through|to|till|and|[-–]) ?(?P<until>{_YEAR})\b"
                      rf"[^.;]{{0,60}}?\b(?:test|evaluat|validat)\w*\b[^.;\d]{{0,60}}?(?P<since>{_YEAR})")),
    ) for phrase in ([phrase.replace("STEP", step) for step in STEPS.values()] if "STEP" in phrase else [phrase]))

DENIED = re.compile(
    r"\b(?:not|never|no|none|cannot|neither|nor|without|nothing|avoid\w*|prevent\w*|instead of|rather than|unlike|"
    r"would|could|should|might|must|if|suppose|imagine|whether|et al|previous(?:ly)?|prior (?:work|stud)\w*|earlier "
    r"(?:work|stud)\w*|others|other authors|they|their|criti\w+|forbid\w*|leak\w*|wrong\w*|mistake\w*|danger\w*|"
    r"biased|optimistic\w*)\b|n't\b", re.IGNORECASE)
ELSEWISE = re.compile(
    r"\bet al\b|\bwould\b|\bif\b|\bto avoid\b|\binstead of\b|\brather than\b|\ba priori\b|\bexperts?\b|\bclinicians?\b|"
    r"\bby hand\b|\bliterature\b|\b(?:zero|low|no)[- ]variance\b|\bconstant\b|\bduplicate", re.IGNORECASE)
NO_THIRD_SET = re.compile(
    r"\b(?:no|without|lack\w*|absence of|not have|n't have)\b (?:a |an |any |separate |of |independent |extra )*"
    r"(?:validation|dev|development|tuning)\b", re.IGNORECASE)
MEAN_TOO = re.compile(r"\b(?:achieved|reached|obtained|attained|gave|yielded|showed|had|has|with) the (?:best|highest|"
                      r"top|lowest)|\billustrat\w+|\bappendix\b|"
                      r"\bmean\b|\baverage|\bmedian\b|±|\bvalid|\bdev\b|develop|inner|\btraining loss",
                      re.IGNORECASE)
NEXT = re.compile(r"^\W*(?:then|afterwards|after that|next|subsequently|finally|only then)\b", re.IGNORECASE)


def confessions(text: str) -> tuple[Confession, ...]:
    """What a text says of its own protocol that the checks object to; one of a kind in each sentence.

    >>> [one.fault for one in confessions("We standardised the whole data set, then split it. Trees were grown.")]
    ['prepared']
    >>> confessions("SMOTE was applied only inside the training folds, never before cross-validation.")
    ()
    """
    sentences = sentences_of(text)
    found: list[Confession] = []
    for number, sentence in enumerate(sentences):
        own = list(_of_sentence(sentence))
        after = sentences[number + 1] if number + 1 < len(sentences) else ""
        if not own and NEXT.match(after):
            own = list(_of_sentence(f"{sentence.rstrip('.')}, {after[:1].lower()}{after[1:]}"))
        found += own
    return tuple(found)


def _of_sentence(sentence: str) -> Iterator[Confession]:
    seen: set[tuple[str, str]] = set()
    for fault, rows, phrase in TABLE:
        match = phrase.search(sentence)
        if match is None or _denied(fault, sentence, match):
            continue
        step = _step(match) if fault == PREPARED else ""
        if fault == TUNED and any(one in {(THRESHOLD, ""), (PREPARED, "feature selection")} for one in seen):
            continue            # told already, by what was chosen
        if (fault, step) not in seen:
            seen.add((fault, step))
            given = match.groupdict().get("count") or ""
            yield Confession(fault=fault, sentence=sentence, rows=rows, step=step,
                             count=number_of(given))


def _step(match: re.Match[str]) -> str:
    return next(name for name, words in STEPS.items() if re.fullmatch(words, match["step"], re.IGNORECASE))


def _denied(fault: str, sentence: str, match: re.Match[str]) -> bool:
    """Whether the clause says that it was not so, or somebody else's doing, or done where it belongs."""
    start = max(sentence.rfind(mark, 0, match.start()) for mark in (",", ";", ":", " but ", " so ")) + 1
    end = min((place for mark in (",", ";", " but ") if (place := sentence.find(mark, match.end())) >= 0),
              default=len(sentence))
    clause = NO_THIRD_SET.sub(" ", sentence[start:end])
    if DENIED.search(clause) or ELSEWISE.search(sentence):
        return True
    if fault == PREPARED:
        return INSIDE.search(sentence) is not None
    if fault == BEST:
        return MEAN_TOO.search(sentence) is not None
    return fault == FUTURE and not match["until"] > match["since"]
