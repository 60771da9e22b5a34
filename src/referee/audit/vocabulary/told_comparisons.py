"""What people write of comparisons, over several sentences: pairs tested as if they were apart, scores of the same rows
taken for independent, no difference found taken for none, numbers of other papers on other rows.

What makes a fault stands in more than one sentence: here that all models answered the same questions, there that a
chi-squared test was used. The sentence with the test or the claim is quoted; what the others add is told beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import COPIED, EQUAL, FOLDS, PAIRS, Confession
from referee.audit.vocabulary.sentences import NUMBER, asserted, number_of, sentences_of
from referee.audit.vocabulary.told_tests import ALLOWED_FOR, CORRECTED, TEST

_CASES = (r"(?:cases|questions|items|prompts|images|sentences|documents|patients|subjects|samples|examples|instances|"
          r"records|recordings|texts|tasks|problems|x-rays|scans|slides|welds|parts|rows|queries|reviews|messages|"
          r"utterances|pages|set|sets|data)")
_ASKED = (r"(?:test|evaluat|answer|appl(?:y|ied)|scor|classif|predict|compar|read|judg|saw|seen|run|ran|rat(?:e|ing)|"
          r"label|process|assess|solv|translat|diagnos|grad)\w*")
SAME_CASES = re.compile(
    rf"\b{_ASKED}\b[^.;]{{0,50}}?\b(?:same|identical)\b(?: \S+){{0,3}}? {_CASES}\b|"
    rf"\b{_ASKED}\b[^.;]{{0,50}}?\b(?:same|identical) (?:\w+ of )?\d[\d,]* (?:\w+ )?[a-z]+s\b|"
    rf"\b(?:same|identical)\b(?: \S+){{0,3}}? {_CASES}\b[^.;]{{0,40}}?\b(?:was|were|is"
    rf"|are)\b[^.;]{{0,20}}?\b{_ASKED}\b|"
    rf"\b(?:all|each|every)\b[^.;]{{0,40}}?\b{_CASES}\b[^.;]{{0,20}}?\b{_ASKED} (?:once )?by "
    r"(?:both|all|each|every|\S+ and by)\b", re.IGNORECASE)
TWO_SAMPLES = re.compile(
    r"\b(?:chi[- ]?squared?|chi2|pearson['’]s)\b[^.;]{0,20}?\btests?\b|χ\s?²?2?[- ]tests?\b|\btests? (?:of|for) "
    r"independence\b|\btwo[- ]proportions?\b[^.;]{0,12}?\btests?\b|"
    r"\bz[- ]tests? (?:for|of|on) (?:the |two )?(?:independent |difference \w+ )?proportions\b|"
    r"\bfisher['’]?s? (?:exact )?test\b|\bunpaired\b[^.;]{0,20}?\btests?\b|\bindependent[- ]samples?\b[^.;]{0,12}?"
    r"\btests?\b|\btwo[- ]samples? (?:t|z|wilcoxon|student)\b|\bmann[- –]whitney\b|\brank[- ]sum tests?\b|"
    r"\bwelch['’]?s?\b[^.;]{0,8}?\btests?\b", re.IGNORECASE)
RIGHT_AND_WRONG = re.compile(r"\b(?:in)?correct(?:ly)?\b(?! for)|\bwrong\b|\baccurac\w+|\berrors?\b|\bhits\b"
                             r"|\bmiss(?:es|ed)\b|"
                             r"\bmisclassif\w+|\bsolved\b|\bsuccess\w*|\bpass(?:es|ed)\b"
                             r"|\bright answers\b", re.IGNORECASE)
OF_PAIRS = re.compile(r"mcnemar|(?<!un)(?<!un-)\bpaired\b|\bwithin[- ]subjects?\b|signed[- ]rank", re.IGNORECASE)

_CV = r"(?:[\w-]+ ){0,2}?(?:cross[- ]?validation|\bcv\b)"
_TIMES = r"(?:times|x|×)"
AGAIN = re.compile(
    rf"\b(?P<r1>{NUMBER})[- ]?{_TIMES}[- ]?(?:repeated )?(?:\w+ )??(?P<k1>{NUMBER})(?:[- ]?folds?)?\)? {_CV}|"
    rf"\b(?P<r2>{NUMBER}) (?:repetitions|repeats|rounds|iterations|runs) of (?:\w+ )??(?P<k2>{NUMBER})[- ]?fold\b|"
    rf"\b(?P<k3>{NUMBER})[- ]?fold {_CV}[^.;]{{0,25}}?\brepeated (?P<r3>{NUMBER}) times|"
    rf"\b(?P<s>{NUMBER}) (?:random|bootstrap|monte[- ]carlo|repeated|train/test)(?: \S+){{0,3}}? ?(?:splits|divisions"
    rf"|partitions|"
    r"resamples|subsamples|hold-?outs)\b", re.IGNORECASE)
OTHER_UNITS = re.compile(r"\bdata ?sets\b|\b(?:over|across|of|on) (?:the |all |these )?(?:\w+ )?(?:images|participants|"
                         r"patients|subjects|cases|questions|items|users|documents)\b|\bparticipants\b", re.IGNORECASE)
_SCORES = (r"(?:pairs?|values|scores|accuracies|errors|aucs?|results|folds|estimates|differences|measurements|runs|"
           r"splits|f1s?|outcomes)")

_QUALITY = (r"(?:accura\w+|perform\w*|effective\w*|good|well|precise\w*|reliab\w+|predictive\w*|suitable|capab\w+|"
            r"error\w*|quality|results?|powerful|useful)")
EQUALITY = re.compile(
    r"\b(?:is|are|was|were|be|being|as)\b[^.;,]{0,30}?\b(?:equivalent|interchangeabl[ey]|identical in)\b|"
    rf"\bequally \w*\s?{_QUALITY}|\b(?:just|exactly|every bit) as {_QUALITY} as\b|"
    r"\b(?:shows?|showing|proves?|proved|demonstrat\w+|establish\w*|confirm\w*) (?:the |their )?(?:equivalence"
    r"|equality)\b|"
    r"\b(?:perform|work|predict|forecast)\w*\b[^.;,]{0,20}?\b(?:identically|exactly alike|just as well)\b|"
    rf"\b(?:has|have|had|with|reach\w*|achiev\w*|give\w*|yield\w*)(?: exactly)? the same {_QUALITY}|"
    rf"\bwithout (?:any |a )?loss (?:of|in) (?:\w+ )?{_QUALITY}", re.IGNORECASE)
NO_DIFFERENCE = re.compile(r"\bthere (?:is|was|are) no (?:real |true |actual )?difference\b|"
                           r"\bdo(?:es)? not differ(?: at all)?\b(?! significant| statistical)", re.IGNORECASE)
CONCLUDED = re.compile(r"\b(?:thus|hence|therefore|consequently|accordingly|so|conclud\w+|conclusion|proves?|proved"
                       r"|proving|"
                       r"proof|shows?|showing|demonstrat\w+|confirm\w*|establish\w*|means|implies"
                       r"|i\.e)\b", re.IGNORECASE)
NOT_SIGNIFICANT = re.compile(
    r"\bno (?:statistically )?significant(?:ly)?\b|\bnot (?:statistically |significantly )?(?:significant(?:ly)?|"
    r"different)\b|\bnot differ\b|\bnon-?significant|\binsignificant|\bn\.\s?s\.|\b(?:not|fail(?:s|ed)? to"
    r"|cannot) reject|"
    r"\bnot be rejected\b|\b[pP]\s*>\s*0?\.(?:05|1)|\b[pP]\s*=\s*0?\.(?:0[6-9]|[1-9])\d*", re.IGNORECASE)
OF_EQUIVALENCE = re.compile(r"\bTOST\b|\bequivalence (?:tests?|margins?|bounds?|region|trial|limits?)"
                            r"|\bnon-?inferiority|"
                            r"\btwo one-sided|\bsmallest (?:relevant|effect|difference)|\bbayes factor|\bROPE\b"
                            r"|\bmargin",
                            re.IGNORECASE)
FAR = 2                        # sentences between what was tested and what is concluded from it

_PAPERS = (r"(?:papers?|publications?|literature|articles?|authors?|leaderboards?|(?:earlier|previous|prior|existing|"
           r"related) (?:work|studies)|(?-i:[A-Z])\w+ et al)")
TAKEN = re.compile(
    rf"\b(?:copied|taken|stem|quoted?|cited?|reproduced|adopted|drawn|collected|borrowed|given|reported"
    rf"|published)\b[^.;]{{0,45}}?"
    rf"\b(?:from|in|by|of|as)\b[^.;]{{0,30}}?\b(?:{_PAPERS}|published|reported)\b|\bpublished (?:figures|numbers"
    rf"|results|scores)\b",
    re.IGNORECASE)
OTHER_ROWS = re.compile(
    r"\b(?:different|other|another|own|various|varying|unknown|differing)\b(?: [\w/-]+){0,2}? (?:splits?|partitions?|"
    r"divisions?|test sets?|folds|subsets?|protocols?|data)\b|\b(?:splits?|partitions?|test sets?"
    r"|protocols?)\b[^.;]{0,20}?"
    r"\b(?:vary|varies|differ|differs|differed|are not the same)\b|\b\d\d/\d\d\b(?: split)?[^.;]{0,30}?\b(?:we"
    r"|ours?)\b[^.;]"
    r"{0,20}?\b\d\d/\d\d\b", re.IGNORECASE)
AHEAD = re.compile(r"\boutperform\w*|\bstate[- ]of[- ]the[- ]art\b|\bimproves? (?:on|upon|over)\b|\bsurpass\w*"
                   r"|\bexceeds?\b|"
                   r"\bbeats?\b|\bsuperior\b|\bnew (?:record|best)\b|\bbetter than\b|\bhigher than\b|\bahead of\b"
                   r"|\bbest (?:of "
                   r"all|published|result)", re.IGNORECASE)
ONLY_SHOWN = re.compile(r"\borientation\b|\bnot (?:be )?(?:directly |strictly |fully )?(?:compar\w+)|\bincomparable\b"
                        r"|\bcaution\b|"
                        r"\bfor reference\b|\bindicative\b|\bno claims?\b|\bnot claim\b|\bcannot be compared\b|"
                        r"\bcontext only\b|\bwith care\b", re.IGNORECASE)


ET_AL = re.compile(r"\bet al\b\.?")        # a lead over somebody's numbers is the study's own claim


def told_of_comparisons(text: str) -> tuple[Confession, ...]:
    """What a text says of its comparisons that the checks object to.

    >>> said = "Both answered the same 500 questions. Correct answers were compared by a chi-squared test."
    >>> [(one.fault, one.sentence) for one in told_of_comparisons(said)]
    [('pairs as two samples', 'Correct answers were compared by a chi-squared test.')]
    """
    sentences = sentences_of(text)
    return (*_pairs(sentences), *_scores_of_the_same_rows(sentences, text), *_equal(sentences, text),
            *_copied(sentences))


def _pairs(sentences: Sequence[str]) -> Iterator[Confession]:
    same = next((one for one in sentences if SAME_CASES.search(one)), None)
    if same is None or any("mcnemar" in one.lower() for one in sentences):
        return
    for sentence in sentences:
        found = TWO_SAMPLES.search(sentence)
        if found and asserted(sentence, found) and RIGHT_AND_WRONG.search(sentence) and not OF_PAIRS.search(sentence):
            yield Confession(fault=PAIRS, sentence=sentence, detail=same)


def _scores_of_the_same_rows(sentences: Sequence[str], text: str) -> Iterator[Confession]:
    """A test over the scores of repeated cross-validation or of many random splits, by their number."""
    if CORRECTED.search(text):
        return
    many = {count: one for one in sentences for found in AGAIN.finditer(one) if (count := _scores_made(found))}
    for sentence in sentences:
        found = TEST.search(sentence) or re.search(r"\bt\s?tests?\b", sentence, re.IGNORECASE)
        elsewise = OTHER_UNITS.search(sentence) or ALLOWED_FOR.search(sentence)
        if found is None or elsewise or not asserted(sentence, found):
            continue
        for count, design in many.items():
            told = [number_of(one[1]) for one in re.finditer(rf"\b({NUMBER}) (?:[\w-]+ ){{0,2}}?{_SCORES}\b", sentence,
                                                             re.IGNORECASE)]
            if count in told or re.search(rf"\bt\s*\(\s*(?:df\s*=\s*)?{count - 1}\s*\)", sentence):
                yield Confession(fault=FOLDS, sentence=sentence, count=count, detail=design)
                break


def _scores_made(found: re.Match[str]) -> int | None:
    """How many scores a design gives: its repeats times its folds, or its splits."""
    if found["s"]:
        many = number_of(found["s"])
        return many if many and many > 1 else None
    parts = [number_of(word) for name in ("r1", "k1", "r2", "k2", "r3", "k3") if (word := found[name])]
    return parts[0] * parts[1] if len(parts) == 2 and parts[0] and parts[1] else None


def _equal(sentences: Sequence[str], text: str) -> Iterator[Confession]:
    if OF_EQUIVALENCE.search(text):
        return
    for number, sentence in enumerate(sentences):
        near = [one for one in sentences[max(0, number - FAR):number + 1] if NOT_SIGNIFICANT.search(one)]
        found = EQUALITY.search(sentence)
        concluded = CONCLUDED.search(sentence)
        if found is None and concluded:
            found = NO_DIFFERENCE.search(sentence)
        if not near or found is None or not asserted(sentence, found) or not (concluded or near[-1] == sentence):
            continue
        yield Confession(fault=EQUAL, sentence=sentence, detail="" if near[-1] == sentence else near[-1])


def _copied(sentences: Sequence[str]) -> Iterator[Confession]:
    if any(ONLY_SHOWN.search(one) for one in sentences):
        return
    for number, sentence in enumerate(sentences):
        beside = " ".join(sentences[number:number + 2])
        if not TAKEN.search(sentence) or not OTHER_ROWS.search(beside):
            continue
        claim = next((one for one in sentences if (found := AHEAD.search(ours := ET_AL.sub("", one)))
                      and asserted(ours, found)), None)
        if claim is not None:
            yield Confession(fault=COPIED, sentence=claim, detail=sentence)
            return
