"""Word error rates beside what they count: substitutions, deletions and insertions over the words of the reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.audit.numbers.agreeing import FEWEST, few, most, numbers_of, words_of
from referee.audit.numbers.contradiction import Contradiction, Strength

PARTS = ({"substitution", "substitutions", "sub", "subs"}, {"deletion", "deletions", "del", "dels"},
         {"insertion", "insertions", "ins"})
RATES = {"wer", "cer", "ter"}
WHOLE = {"words", "word", "tokens", "characters", "chars", "n", "reference", "ref"}

Cells = Mapping[str, str]


def wrong_word_errors(names: Sequence[str], cells: Sequence[Cells]) -> tuple[Contradiction, ...] | None:
    """The rates that are not (S + D + I) / N, as those of other rows are; None where most are not.

    >>> rows = [dict(zip(("system", "ref_words", "sub", "del", "ins", "WER"), line.split())) for line in (
    ...     "a 45728 5923 2569 995 20.7", "b 45728 4694 2253 843 17.0", "ours 45728 4489 1848 2180 13.9",
    ...     "c 45728 11229 4121 1630 37.1")]
    >>> [str(one) for one in wrong_word_errors(list(rows[0]), rows)]
    ['ours: WER 13.9 is not (4489 + 1848 + 2180) / 45728, which is 18.6; it is without the insertions.']
    """
    columns = numbers_of(names, cells)
    by = {name: set(words_of(name)) for name in columns}
    counts = [[name for name, words in by.items() if words & some] for some in PARTS]
    whole = [name for name, words in by.items() if words & WHOLE and not words & RATES]
    rates = [name for name, words in by.items() if words <= RATES and words]
    if any(len(some) != 1 for some in (*counts, whole, rates)):
        return None
    rows = []
    for k, row in enumerate(cells):
        parts = [columns[name][k] for name in (*(some[0] for some in counts), whole[0], rates[0])]
        known = [one for one in parts if one is not None]
        if len(known) == len(parts) and known[3].value > 0:
            rows.append((row.get(names[0], ""), known))
    told, agree = list[Contradiction](), 0
    for where, (s, d, i, n, rate) in rows:
        scale = 100 if rate.value > 1 else 1
        right, without = (scale * total / n.value for total in (s.value + d.value + i.value, s.value + d.value))
        if abs(rate.value - right) <= rate.unit:
            agree += 1
            continue
        why = "; it is without the insertions" if abs(rate.value - without) <= rate.unit else ""
        told.append(Contradiction(
            where=where, figures=(rate.name,), strength=Strength.PREMISE, possible=(right, right),
            message=f"{rate.said} is not ({s.text} + {d.text} + {i.text}) / {n.text}, which is {right:.3g}{why}"))
    return few(told, len(rows)) if most(agree, len(rows)) or agree >= FEWEST else None
