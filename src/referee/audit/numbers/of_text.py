"""The figures of an abstract or another text: tests with their p, scores with their intervals, counts with their share.

A plain reader: it knows the usual ways to write these, sentence by sentence, and says what it read and which numbers it
left. Scores of one sentence are of one model unless a score stands there twice; predictive values belong to the
sensitivity and specificity that were counted in the same sentence or the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from referee.audit.numbers.counted import counted_rows
from referee.audit.numbers.figure import Figure, Row, figure
from referee.audit.numbers.in_english import Style, style_of
from referee.audit.numbers.naming import Named, named
from referee.audit.numbers.sizes import sizes_in
from referee.audit.numbers.told_counts import told_counts
from referee.audit.numbers.units import SCALED, in_per_cent
from referee.audit.prose.marks import mentions
from referee.audit.vocabulary.sentences import FULL_STOP

_NUMBER = r"[-−+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?<=\d)(?:[eE][-+]?\d+)?"
_SIGN = r"\s*(?P<{0}sign>[=<>≤≥])\s*"
_P = r"[pP](?:[- ]?values?)?" + _SIGN.format("p") + rf"(?P<p>{_NUMBER})"
TEST = re.compile(
    r"(?<![\w.])(?P<kind>t|F|z|Z|r|[χX]\s?[2²]|chi-?squared?|chi2)\s*"
    rf"(?:\(\s*(?:df\s*=\s*)?(?P<df1>{_NUMBER})?\s*(?:,\s*(?:[nN]\s*=\s*)?(?P<df2>{_NUMBER}))?\s*\))?\s*=\s*"
    rf"(?P<value>{_NUMBER})[^.;()]{{0,40}}?(?:\d\.\d+[^.;()]{{0,20}}?)?[,;]\s*{_P}")
_WORDS = {"three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10"}
SIGNED = re.compile(
    r"(?P<side>\b(?:one|two)[- ](?:sided|tailed)\s+)?"
    r"\b(?P<test>wilcoxon(?:['’]s)?(?: signed[- ]ranks?)?|signed[- ]ranks?|sign)[- ]tests?\b[^.;]{0,40}?"
    rf"\b(?:over|on|across|with|for|of|n\s*=)\s+(?:the |all |these |our )*(?P<n>\d+|{'|'.join(_WORDS)})\s+"
    rf"(?:data ?sets?|pairs|problems|tasks|benchmarks|folds|seeds|subjects|splits)\b[^.;]{{0,40}}?[(,;:]\s*{_P}",
    re.IGNORECASE)
_INTERVAL = (r"(?:\s*[\[(,;]\s*(?:(?:95|90|99)\s*%\s*)?(?:CI|C\.I\.|confidence interval)s?\s*[:=,]?\s*[\[(]?\s*"
             rf"(?P<low>{_NUMBER})\s*%?\s*(?:-|–|—|to|,|;|and)\s*(?P<high>{_NUMBER})\s*%?\s*[\])]?)?")
_SCORES = (r"balanced accuracy|accuracy|error rate|sensitivity|specificity|precision|recall|positive predictive value|"
           r"negative predictive value|PPV|NPV|"
           r"(?:(?:micro|macro|weighted)[- ]?(?:averaged?)?[- ]?)?F1(?:[- ]score)?|F-?measure|ROC[- ]AUC|AUROC|"
           r"AUC(?:-ROC)?|area under the (?:ROC )?curve|(?:Cohen's )?kappa|κ|MCC|prevalence|RMSE|MAE|MSE|R²|R2|"
           r"correlation|r(?=\s*=\s*[-−]?0?\.\d)")
_LINK = (r"(?:\s*\([A-Za-z0-9 -]+\))?"
         r"(?:\s*(?:score|value|rate|of|was|is|were|are|=|:|reached|at|equal to|about)){0,3}\s*")
_COUNTS = r"\d[\d,]*\s*(?:/|of(?: the)?|out of)\s*\d[\d,]*"           # 97/120, which is no score by itself
SCORE = re.compile(rf"(?<!\w)(?P<name>{_SCORES})(?!\w){_LINK}(?:(?P<before>{_COUNTS})\s*[\[(]\s*)?"
                   rf"(?P<value>(?>{_NUMBER}))(?!\s*/\s*\d)\s*(?P<cent>%?)(?:\s*[\[(]\s*(?P<after>{_COUNTS}))?{_INTERVAL}",
                   re.IGNORECASE)
_WORD = (r"(?!(?:by|and|or|than|from|between|over|improv\w*|rose|fell|increas\w*|decreas\w*|difference|gain|um|"
         r"against)\b)[^\W\d][\w'’-]*")
LOOSE = re.compile(rf"(?<!\w)(?P<name>{_SCORES})(?!\w)(?!\s+and\s+(?:\w+\s+)?(?:{_SCORES}))"
                   rf"(?:,?\s+(?!(?:{_SCORES})(?!\w)){_WORD}){{0,5}}?\s*[,:=]?\s*(?P<before>(?!))?"
                   r"(?P<value>(?>\d+\.\d+|\d+(?=\s*%)))(?!\s*/\s*\d)\s*(?P<cent>%?)"
                   rf"(?:\s*[\[(]\s*(?P<after>{_COUNTS}))?{_INTERVAL}", re.IGNORECASE)
PAIR = re.compile(rf"(?<!\w)(?P<a>{_SCORES}) and (?P<b>{_SCORES}){_LINK}(?P<x>{_NUMBER}\s*%?) and "
                  rf"(?P<y>{_NUMBER}\s*%?)", re.IGNORECASE)
SIZE = re.compile(r"(?<!\w)[nN]\s*=\s*(?P<n>\d[\d,]*)(?!\.\d)")
SHARE = re.compile(rf"(?<![\w./])(?P<k>\d[\d,]*)\s*(?:/|of(?: the)?|out of)\s*(?P<n>\d[\d,]*)[^.;()\d]{{0,30}}"
                   rf"[\[(]\s*(?P<share>{_NUMBER}\s*%)\s*[\])]")
OF_WHICH = re.compile(r"(?<![\w.,])(?P<n>\d[\d,]*)\s+[a-z-]+(?:\s+[a-z-]+){0,3}\s*[,(]?\s*"
                      r"(?:of which|of whom|including)\s+(?P<k>\d[\d,]*)(?!\.\d)", re.IGNORECASE)
OF_CASES = frozenset({"accuracy", "sensitivity", "specificity", "precision", "recall", "npv", "prevalence"})
SENTENCE, PARAGRAPH = re.compile(FULL_STOP), re.compile(r"\n\s*\n")
MEANS = re.compile(r"\d+[ -]?fold|cross-?validat|bootstrap|averaged|\bmean (?:accuracy|score|AUC)|±", re.IGNORECASE)
BOOTSTRAP = re.compile(r"\bbootstrap\w*", re.IGNORECASE)
SINGLE = re.compile(r"\bsingle[- ]label|\bmulti-?class\b|\bexactly one (?:of|class|label)|\bone label (?:per|each)",
                    re.IGNORECASE)
OPEN = re.compile(r"\bmulti-?label|\bentit\w+|\bNER\b|\btokens?\b|\bspans?\b|\bnegative class|\bsequence label",
                  re.IGNORECASE)
CONTRAST = re.compile(r",?\s+(?:against|versus|vs\.?|whereas|while|compared (?:with|to)|as opposed to|instead of)\s+",
                      re.IGNORECASE)
SLANTED = re.compile(r"(?<![\w*])(?P<mark>[*_]{1,2})(?P<letter>[A-Za-zχ]{1,2}[²2]?)(?P=mark)(?![\w*])")
GOES_ON = re.compile(r"(?:the |its |this gives an? |with an? )?(?:overall |total )?accuracy\b", re.IGNORECASE)
NUMBERED = re.compile(r"\b(?:v|ver|version|release|build|edition|table|tab|figure|fig|section|sec|appendix|chapter|"
                      r"equation|eq|python|threshold|cut-?off|temperature)\.?\s+(?:of\s+)?$", re.IGNORECASE)
LINKS = re.compile(r"(?:\b(?:was|is|were|are|of|reach\w*|at|to|about|only|nearly|roughly|had|has)|[,:=])\s*$",
                   re.IGNORECASE)
IS_SCORED = re.compile(r"(?:\s+(?!(?:and|while|whereas|but|with)\b)[^\W\d][\w'’-]{0,30}){0,3}?\s+"
                       r"(?:was|is|were|are|reached|rose|fell)\s+(?:\w{1,20}\s+){0,2}[-−]?\d", re.IGNORECASE)
OF_BOTH = {"sensitivity", "specificity"}
ANY = re.compile(rf"(?<![\w.,])(?:{_NUMBER})%?(?!\w)")


@dataclass(frozen=True)
class Text:
    """A text that was read: its rows of figures, what was recognised, and the numbers that were not."""

    rows: tuple[Row, ...]
    read: tuple[str, ...]
    left: tuple[str, ...]


def text(content: str) -> Text:
    """The figures of a text.

    >>> said = text("The effect was clear, t(28) = 2.20, p = .03. Accuracy was 91.2% (95% CI 88.1-93.9) in 12 runs.")
    >>> said.read, said.left
    (('t(28) = 2.20, p = .03', 'Accuracy was 91.2% (95% CI 88.1-93.9)'), ('12',))
    """
    content = plain_letters(content)
    style = style_of(content)
    rows: list[Row] = []
    read: list[str] = []
    left: list[str] = []
    before: tuple[Figure, ...] = ()
    pair: Row | None = None
    paragraphs = [[" ".join(sentence.split()) for sentence in SENTENCE.split(one)] for one in PARAGRAPH.split(content)]
    written_as = [sentence for one in paragraphs for sentence in one]
    english = [" ".join(style.english(sentence).split()) for sentence in written_as]
    means = _averaged(written_as, style)
    apart = _averaged([BOOTSTRAP.sub(" ", one) for one in written_as], style)      # a bootstrap leaves counts alone
    rows += [replace(row, where=_quoted(row, written_as[k])) for k, row in _counts(paragraphs, english, apart)]
    rows += [replace(row, where=_quoted(row, written_as[k])) for k, row in counted_rows(english, means)]
    for written, plain, averaged in zip(written_as, english, means, strict=True):
        found, spans = _sentence(plain, averaged=averaged)
        before = _confusion(plain) or before
        found += [] if averaged else _beside_confusion(plain, before)
        rows += found if plain == written else [replace(row, where=_quoted(row, written)) for row in found]
        rows += [] if averaged else _of_the_same(pair, plain, found)
        pair = None if averaged else next((row for row in found if {one.kind for one in row.figures} == OF_BOTH), None)
        before = before if _confusion(plain) else ()
        read += [plain[start:end].strip() for start, end in sorted(spans)]
        left += [number[0] for number in ANY.finditer(plain)
                 if not any(start <= number.start() < end for start, end in spans)]
    if SINGLE.search(content) and not OPEN.search(content):
        rows = [replace(row, words={**row.words, "labels": "single"}) for row in rows]
    return Text(tuple(rows), tuple(read), tuple(left))


def _counts(paragraphs: list[list[str]], english: list[str], means: list[bool]) -> Iterator[tuple[int, Row]]:
    """Scores that the counts of their own paragraph cannot have; none of paragraphs that tell means."""
    start = 0
    for one in paragraphs:
        own = english[start:start + len(one)]
        if not any(means[start:start + len(one)]):
            yield from ((start + k, row) for k, row in told_counts(own, [scores_in(sentence) for sentence in own]))
        start += len(one)


def _of_the_same(pair: Row | None, sentence: str, found: list[Row]) -> list[Row]:
    """Sensitivity and specificity of a sentence, with the accuracy of the next that goes on: "The accuracy was …"."""
    own = [one for row in found for one in row.figures if one.kind == "accuracy"]
    if pair is None or len(own) != 1 or not GOES_ON.match(sentence):
        return []
    return [Row(where=pair.where, figures=(*pair.figures, own[0]))]


def _averaged(sentences: list[str], style: Style) -> list[bool]:
    """Whether the figures of each sentence may be means over several test sets.

    They may where the text has such means, unless a test set is spoken of there or shortly before.
    """
    several = [MEANS.search(one) is not None or mentions(one, style.language, "cv", "mean") for one in sentences]
    if not any(several):
        return several
    single = [mentions(" ".join(sentences[max(0, k - 2):k + 1]), style.language, "test") for k in range(len(sentences))]
    return [one or not other for one, other in zip(several, single, strict=True)]


def _quoted(row: Row, written: str) -> str:
    """Where a row stands, in the words of the text; rows of one sentence are told apart by their first figure."""
    first = f" ({row.figures[0].said})" if row.figures else ""
    return f"'{written if len(written) < 160 else written[:157] + '…'}'{first}"


def plain_letters(content: str) -> str:
    """A text in which letters are not slanted: *t*(29), _p_ and **M** as t(29), p and M; F_1 as F1."""
    return re.sub(r"\bF_\{?1\}?", "F1", SLANTED.sub(r"\g<letter>", content))


def statistics_in(sentence: str) -> list[Row]:
    """The tests of a piece of text, each with its p."""
    return [row for found in TEST.finditer(sentence) for row in _test(found)]


def scores_in(sentence: str) -> list[tuple[int, Figure]]:
    """The scores of a sentence, and where each begins.

    >>> [(start, one.kind, one.value) for start, one in scores_in("It had an accuracy of 91.2%.")]
    [(10, 'accuracy', 0.912)]
    """
    return [(found.start(), one) for found in _scores_of(sentence) if (kind := named(found["name"])) is not None
            and (one := _figure(kind, found["value"] + found["cent"], found["name"])) is not None]


def _scores_of(sentence: str) -> list[re.Match[str]]:
    """The scores of a sentence: those beside their number, and those with a few words between."""
    close = list(SCORE.finditer(sentence))
    taken = [found.span() for found in close]
    loose = [found for found in LOOSE.finditer(sentence) if not _is_a_name(found) and not any(
        start < found.end() and found.start() < end for start, end in taken)]
    return sorted([*close, *loose], key=lambda found: found.start())


def _is_a_name(found: re.Match[str]) -> bool:
    """Whether the number is part of a name, or says where: the AUC of version 2.0, of GPT-3.5, at threshold 0.5."""
    before = found.string[found.start():found.start("value")]
    if before[-1:].isalpha() or before.endswith("-") or NUMBERED.search(before):
        return True
    return LINKS.search(before) is None and IS_SCORED.match(found.string, found.end("value")) is not None


def _sentence(sentence: str, *, averaged: bool) -> tuple[list[Row], list[tuple[int, int]]]:
    tests, shares = list(TEST.finditer(sentence)), list(SHARE.finditer(sentence))
    pairs = list(PAIR.finditer(sentence))
    scores = [found for found in _scores_of(sentence)
              if not any(pair.start() <= found.start() < pair.end() for pair in pairs)]
    sizes = list(SIZE.finditer(sentence))
    cases = figure("cases", sizes[0]["n"], name="n") if len(sizes) == 1 and not tests else None
    cases = None if cases is None else replace(cases, unit=0.0)
    parts, of_parts = ([], []) if averaged else sizes_in(sentence)
    signed = list(SIGNED.finditer(sentence))
    rows = [*(row for found in tests for row in _test(found)), *parts, *map(_signed, signed)]
    rows += [_share(found) for found in shares]
    rows += [row for found in scores for row in _counted(found)]
    rows += _scored(scores, pairs, cases, sentence, averaged=averaged)
    which = [] if averaged or pairs else list(OF_WHICH.finditer(sentence))
    rows += _of_which(which, scores, sentence)
    return rows, [*of_parts, *(found.span() for found in (*tests, *signed, *shares, *pairs, *scores, *sizes, *which))]


def _of_which(which: list[re.Match[str]], scores: list[re.Match[str]], sentence: str) -> Iterator[Row]:
    """One score beside "9,642 transactions, of which 202": the cases, and those of one class."""
    kind = named(scores[0]["name"]) if len(scores) == 1 and len(which) == 1 else None
    one = None if kind is None else _figure(kind, scores[0]["value"] + scores[0]["cent"], scores[0]["name"])
    if one is None or one.kind != "accuracy":
        return
    counts = [figure("cases", which[0]["n"], name="cases"), figure("positives", which[0]["k"], name="of which")]
    yield Row(where=f"'{sentence[:90].strip()}'",
              figures=(one, *(replace(count, unit=0.0) for count in counts if count is not None)))


def _confusion(sentence: str) -> tuple[Figure, ...]:
    """The four counts behind one sensitivity and one specificity: 84.1% (53/63) and 90.4% (265/293)."""
    counted = [(kind.kind, re.split(r"[^\d,]+", counts)) for found in _scores_of(sentence)
               if (kind := named(found["name"])) is not None and (counts := found["after"] or found["before"])]
    by_kind = {"sensitivity" if kind == "recall" else kind: counts for kind, counts in counted}
    if len(by_kind) < len(counted) or not {"sensitivity", "specificity"} <= by_kind.keys():
        return ()
    numbers: dict[str, int] = {}
    for name, (hit, missed) in (("sensitivity", ("tp", "fn")), ("specificity", ("tn", "fp"))):
        hits, of = (int(number.replace(",", "")) for number in by_kind[name])
        if hits > of:
            return ()
        numbers |= {hit: hits, missed: of - hits}
    return tuple(Figure(kind=name, text=str(count), value=float(count), unit=0.0, name=name.upper())
                 for name, count in numbers.items())


def _beside_confusion(sentence: str, confusion: tuple[Figure, ...]) -> Iterator[Row]:
    """Scores that follow from the four counts, in the sentence that gives them or the next one."""
    scores = [figure_of for found in _scores_of(sentence) if (kind := named(found["name"])) is not None
              and (figure_of := _figure(kind, found["value"] + found["cent"], found["name"])) is not None]
    kinds = [one.kind for one in scores]
    follow = [one for one in scores if one.kind in {"precision", "npv", "accuracy"}]
    again = not _confusion(sentence) and {"sensitivity", "specificity", "recall"} & set(kinds)
    if confusion and follow and not again and len(set(kinds)) == len(kinds):
        yield Row(where=f"'{sentence[:90].strip()}'", figures=(*confusion, *follow))


def _test(found: re.Match[str]) -> Iterator[Row]:
    kind = {"z": "z", "t": "t", "f": "F", "r": "r"}.get(found["kind"].lower(), "chi2")
    value, p = figure(kind, found["value"], name=found["kind"]), figure("p", found["psign"] + found["p"], name="p")
    first, second = (None if found[part] is None else figure("df", found[part], name="df") for part in ("df1", "df2"))
    figures = [value, p]
    if kind == "F":
        figures += [None if one is None else replace(one, kind=name, name=name, unit=0.0)
                    for name, one in (("df1", first), ("df2", second))]
    elif first is not None:
        figures.append(replace(first, unit=0.0))
    yield Row(where=f"'{found[0].strip()}'", figures=tuple(one for one in figures if one is not None))


def _signed(found: re.Match[str]) -> Row:
    """A test of signs or signed ranks with its p and the number of its pairs."""
    n = figure("n", _WORDS.get(found["n"].lower(), found["n"]), name="n")
    p = figure("p", found["psign"] + found["p"], name="p")
    side = {"alternative": "one-sided"} if (found["side"] or "").lower().startswith("one") else {}
    return Row(where=f"'{found[0].strip()}'", words={"test": f"{found['test']} test", **side},
               figures=tuple(one for one in (p, None if n is None else replace(n, unit=0.0)) if one is not None))


def _share(found: re.Match[str]) -> Row:
    return _row_of_counts(found[0], found["k"], found["n"], found["share"])


def _row_of_counts(where: str, hits: str, cases: str, share: str) -> Row:
    parts = figure("count", hits, name=""), figure("cases", cases, name="of"), figure("share", share, name="share")
    return Row(where=f"'{where.strip()}'", figures=tuple(
        one if one.kind == "share" else replace(one, unit=0.0) for one in parts if one is not None))


def _counted(found: re.Match[str]) -> Iterator[Row]:
    """A share of cases with its counts behind it: an accuracy of 91.0% (91/100)."""
    kind = named(found["name"])
    if found["after"] is None or kind is None or kind.kind not in OF_CASES or not found["cent"]:
        return
    hits, cases = re.split(r"[^\d,]+", found["after"])
    yield _row_of_counts(found[0], hits, cases, f"{found['value']}%")


def _scored(scores: list[re.Match[str]], pairs: list[re.Match[str]], cases: Figure | None, sentence: str, *,
            averaged: bool) -> list[Row]:
    """A row for each score with its interval, and one for all scores of the sentence where none stands there twice."""
    figures: list[Figure] = []
    rows = []
    where = f"'{sentence if len(sentence) < 90 else sentence[:87] + '…'}'"
    alone = len(scores) == 1 and not pairs
    for found in scores:
        kind = named(found["name"])
        one = None if kind is None else _figure(kind, found["value"] + found["cent"], found["name"])
        if one is None:
            continue
        figures.append(one)
        if found["low"] is not None:
            ends = [_figure(Named(end), found[end] + found["cent"], end) for end in ("low", "high")]
            if not found["cent"] and one.scaled:
                ends = [None if end is None else end.as_share() for end in ends]
            own = _of_counts(found) or (cases if alone else None)
            beside = (one, *(end for end in ends if end is not None), *([own] if own else []))
            rows.append(Row(where=f"'{found[0].strip()}'", figures=beside, averaged=averaged))
    for pair in pairs:
        for name, value in ((pair["a"], pair["x"]), (pair["b"], pair["y"])):
            kind = named(name)
            one = None if kind is None else _figure(kind, value, name)
            figures += [one] if one is not None else []
    if len({one.kind for one in figures}) < len(figures):                             # of several models
        apart = _by_clause(sentence, figures) or [(one,) for one in figures]
        return rows + [Row(where=where, figures=some, averaged=averaged and len(some) > 1) for some in apart]
    if figures and not (alone and rows):
        rows.append(Row(where=where, figures=(*figures, *([cases] if cases else [])), averaged=averaged))
    return rows


def _by_clause(sentence: str, figures: list[Figure]) -> list[tuple[Figure, ...]]:
    """The scores of each clause ("… against …"), where no clause has a score twice and all are found again."""
    clauses = [tuple(one for _, one in scores_in(clause)) for clause in CONTRAST.split(sentence)]
    clauses = [clause for clause in clauses if clause]
    whole = len(clauses) > 1 and sum(map(len, clauses)) == len(figures) and all(
        len({one.kind for one in clause}) == len(clause) for clause in clauses)
    return clauses if whole else []


def _of_counts(found: re.Match[str]) -> Figure | None:
    """The cases of a score that is printed with its counts: 120 of 97/120."""
    counts = found["before"] or found["after"]
    cases = None if counts is None else figure("cases", re.split(r"[^\d,]+", counts)[-1], name="n")
    return None if cases is None else replace(cases, unit=0.0)


def _figure(kind: Named, written: str, name: str) -> Figure | None:
    one = figure(kind.kind, written, name=name)
    if one is None:
        return None
    one = replace(one, turn=kind.turn)
    return one.as_share() if kind.kind in SCALED and in_per_cent([one]) else one
