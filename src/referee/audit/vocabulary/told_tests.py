"""What people write of their tests and runs, sentence by sentence: folds or seeds taken for independent samples, a side
chosen after looking, failed runs left out.

A plain reader, as that of protocols: it takes a sentence for a confession only where a phrase stands in it and nothing
denies it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from referee.audit.prose.confession import FOLDS, LATE_SIDE, LEFT_OUT, SEEDS, Confession
from referee.audit.vocabulary.sentences import CODE, COUNTS, number_of, sentences_of

_TEST = (r"\b(?:t[- ]tests?|wilcoxon(?:['’]s)?[\w -]{0,20}?tests?|sign(?:ed)?[- ]rank tests?|mann[- ]whitney|"
         r"u[- ]tests?|anova)\b")
TEST = re.compile(_TEST, re.IGNORECASE)
OVER_FOLDS = re.compile(
    rf"{_TEST}[^.;]{{0,40}}?\b(?:on|over|across|using|of|with|from|between)\b[^.;,]{{0,30}}?"
    r"\b(?:folds?|resamples|random splits|train[-/]test splits|cross-?validation)\b|"
    r"\b(?:folds?|fold (?:scores|accuracies|results)|cross-?validation (?:scores|accuracies|results|runs))\b"
    rf"[^.;]{{0,40}}?\b(?:were|was|are)\b[^.;]{{0,20}}?\b(?:compared|tested)\b[^.;]{{0,30}}?{_TEST}", re.IGNORECASE)
ALLOWED_FOR = re.compile(r"\bcorrect(?:ed|ion)\b|nadeau|bengio|bouckaert|resampled t|5\s?[x×]\s?2|\bdisjoint|"
                         r"\bdata ?sets\b|per data ?set", re.IGNORECASE)
CORRECTED = re.compile(r"nadeau|bengio|bouckaert|corrected (?:resampled|repeated|paired|t)", re.IGNORECASE)
_MANY = rf"(?P<count>\d+|{'|'.join(COUNTS)}|several|multiple)"
MANY_SEEDS = re.compile(rf"\b{_MANY} (?:random |different |independent |training |distinct )*"
                        r"(?:seeds|initiali[sz]ations|restarts)\b", re.IGNORECASE)
ONE_SPLIT = re.compile(r"\b(?:same|fixed|single|one|official|standard|predefined|only) (?:and same )?(?:train\w*[-/ ]?"
                       r"(?:and )?(?:test )?|test |data )?(?:split|partition|division|test set)\b", re.IGNORECASE)
AS_SAMPLES = re.compile(r"\bindependent (?:samples|runs|observations|measurements|trials)\b|\b[nN]\s*=\s*\d+\b|"
                        r"\b(?:over|across|on|of|between|using) (?:the |all |our )*(?:\d+ |\w+ty |ten )?(?:random )?"
                        r"(?:seeds|runs|initiali[sz]ations)\b", re.IGNORECASE)
ONLY_TRAINING = re.compile(r"\b(?:says? nothing|nothing is said|does not (?:tell|speak)|not generali[sz]e|"
                           r"conditional on|only (?:the )?(?:vari\w+|noise) (?:of|between|due to|from))\b",
                           re.IGNORECASE)
ONE_SIDED = re.compile(r"\bone-?\s?(?:sided|tailed)\b", re.IGNORECASE)
AFTER_LOOKING = re.compile(
    r"\b(?:having|after) (?:seen|seeing|looked|looking|observed|observing|inspect\w+|found|noticed|noticing)\b|"
    r"\b(?:since|because|as|given that)\b[^.;,]{0,60}?\b(?:was|were|had been|is|are|scored|performed)\b[^.;,]{0,20}?"
    r"\b(?:ahead|higher|better|larger|greater|lower|smaller|in front)\b|"
    r"\bin (?:view|light) of the (?:observed|results?|direction)\b|\bin the (?:observed|direction of the observed)\b",
    re.IGNORECASE)
DECLARED = re.compile(r"\b(?:beforehand|planned|pre-?regist\w+|declared|protocol|pre-?specified|a priori|not|never|"
                      r"et al|would|should)\b|\bbefore (?:looking|seeing|any|the)\b", re.IGNORECASE)
_FAILED = r"(?:diverg\w+|fail(?:ed|ing|ures?)|crash\w+|unstable|did not converge|non-?converg\w+|collaps\w+|exploded)"
_DROPPED = r"(?:excluded|left out|omitted|discarded|removed|dropped|ignored|thrown away|filtered out)"
_RUNS = r"(?:runs?|seeds?|trials?|repetitions?|folds?)"
_WERE = r"\b(?:were|was|are|have been) (?:then |thus |therefore )?"
FAILED_LEFT_OUT = re.compile(
    rf"\b{_RUNS}\b[^.;]{{0,60}}?\b{_FAILED}\b[^.;]{{0,40}}?{_WERE}{_DROPPED}\b|"
    rf"\b(?:{_DROPPED}|excluding|omitting|discarding|removing|dropping|without) (?:the |all |any )?(?:\w+ ){{0,2}}?"
    rf"{_FAILED} (?:\w+ )?{_RUNS}\b|"
    rf"\b{_FAILED} {_RUNS}\b[^.;]{{0,40}}?{_WERE}{_DROPPED}\b",
    re.IGNORECASE)
COUNTED_TOO = re.compile(r"\b(?:would|if|et al|counted as|scored as|were not|was not|never|no runs?|none)\b|"
                         r"\bfor (?:all|both|every|each) (?:of the )?(?:methods|models|algorithms|agents|learners)\b",
                         re.IGNORECASE)


def told_of_tests(text: str) -> tuple[Confession, ...]:
    """What a text says of its tests and runs that the checks object to.

    >>> [one.fault for one in told_of_tests("A paired t test on the 100 fold accuracies gave p = 0.01.")]
    ['folds as samples']
    >>> told_of_tests("We used the corrected resampled t test over the 100 folds of cross-validation.")
    ()
    """
    bare = CODE.sub(" ", text)
    corrected = CORRECTED.search(bare) is not None
    seeds = MANY_SEEDS.search(bare) if ONE_SPLIT.search(bare) and not ONLY_TRAINING.search(bare) else None
    return tuple(one for sentence in sentences_of(text) for one in _of_sentence(sentence, seeds, corrected=corrected))


def _of_sentence(sentence: str, seeds: re.Match[str] | None, *, corrected: bool) -> Iterator[Confession]:
    """Of one sentence, where the whole text corrects its t test or not, and has many seeds of one division or not."""
    if not corrected and OVER_FOLDS.search(sentence) and not ALLOWED_FOR.search(sentence) and not (
            DECLARED.search(sentence)):
        yield Confession(fault=FOLDS, sentence=sentence)
    if seeds and TEST.search(sentence) and AS_SAMPLES.search(sentence):
        yield Confession(fault=SEEDS, sentence=sentence, count=number_of(seeds["count"]))
    if ONE_SIDED.search(sentence) and AFTER_LOOKING.search(sentence) and not DECLARED.search(sentence):
        yield Confession(fault=LATE_SIDE, sentence=sentence)
    if FAILED_LEFT_OUT.search(sentence) and not COUNTED_TOO.search(sentence):
        yield Confession(fault=LEFT_OUT, sentence=sentence)
