"""Features that were rated by the outcome and picked before cross-validation, where nothing is divided yet.

No word says "all rows": the order does. The text rates and picks features, nothing before that divides the rows, and
only then a model is cross-validated on them. Nothing is said where some sentence picks anew inside the rounds, or
the features come from other people's rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.audit.prose.confession import ALL, PREPARED, Confession
from referee.audit.prose.marks import Sentence

DIVIDED = ("division", "training", "test", "valid", "random")
ELSEWHERE = re.compile(r"\b(?:another|other|extern\w*|independent\w*|publi\w+|previous\w*|earlier|separate\w*|gse\d+|"
                       r"tcga|unabhangig\w*|veroffentlicht\w*|ander\w*|autres?|otr[ao]s?|altr[aioe]|outr[ao]s?|annan|"
                       r"andra|inn(?:y|e|ej|ych|ym|ego))\b")          # rows that are not those of the study
AGAIN = ("pick", "select", "feature choice", "feature", "whole")       # what may be said to be done in each round


def selected_before(sentences: Sequence[Sentence]) -> Iterator[Confession]:
    """The sentence that picks features by their p values, where only later ones divide the rows.

    >>> from referee.audit.prose.reader import told_in
    >>> [one.step for one in told_in("For every gene a t statistic was computed. The 70 genes with the smallest p "
    ...     "values make up the signature. It was assessed by leave-one-out cross-validation.")]
    ['feature selection']
    """
    validated = next((number for number, one in enumerate(sentences) if one.of("cv")), None)
    if validated is None or any(one.of("cv", "training", denied=True) and one.of(*AGAIN, denied=True)
                                for one in sentences):
        return
    for number, sentence in enumerate(sentences[:validated]):
        if sentence.of(*DIVIDED, denied=True):
            return
        beside = sentences[max(0, number - 1):number + 1]
        if sentence.of("select") and not sentence.of("constant", "excluded", "whole", denied=True) and any(
                one.of("rated") for one in beside) and not any(ELSEWHERE.search(one.plain) for one in beside):
            yield Confession(fault=PREPARED, sentence=sentence.text, rows=ALL, step="feature selection",
                             detail=sentences[validated].text)
            return
