r"""An analysis as a LaTeX table for a paper (needs \usepackage{booktabs}).

The best value is bold only where the verdict supports it: some learner is worse, and those the
best could not be told from are bold too.
"""

from __future__ import annotations

from collections.abc import Iterator

from referee.comparisons.verdict import Outcome
from referee.report.best_first import BestFirst, Place, best_first
from referee.report.sentences import design_sentence, method_sentence
from referee.report.text import against_heading, verdict_word
from referee.report.wording import MINUS, level_text
from referee.study import Analysis

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "–": "--", "—": "---", "…": r"\ldots{}", "²": r"\textsuperscript{2}", "×": r"$\times$", MINUS: "$-$",
    '"': "''", "|": r"\textbar{}",
}


def as_latex(analysis: Analysis) -> str:
    """A booktabs table of the primary metric, each learner against the best, with a caption naming the method."""
    where = best_first(analysis, analysis.primary)
    level = escaped(level_text(analysis.level))
    compared = where.reference is not None
    header = ["", escaped(where.metric.title), f"{level} interval"]
    if compared:
        header += [escaped(against_heading(where).capitalize()), "Verdict"]
    lines = [r"\begin{table}", r"\centering", rf"\caption{{{_caption(analysis)}}}",
             rf"\begin{{tabular}}{{l{'r' * (2 + compared)}{'l' * compared}}}", r"\toprule",
             f"{' & '.join(header)} \\\\", r"\midrule", *_rows(where, compared=compared),
             r"\bottomrule", r"\end{tabular}", r"\end{table}"]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    r"""Text that LaTeX prints as it is.

    >>> escaped("a_b & 95% −1 <x>")
    'a\\_b \\& 95\\% $-$1 \\textless{}x\\textgreater{}'
    """
    return "".join(SPECIAL.get(char, char) for char in text)


def _caption(analysis: Analysis) -> str:
    metric = analysis.primary
    best = " Bold: the best, with all that could not be told from it." if analysis.family is not None else ""
    return escaped(f"{metric.title} ({metric.direction.word}) on {analysis.problem.name}. {design_sentence(analysis)} "
                   f"{method_sentence(analysis)}{best}")


def _rows(where: BestFirst, *, compared: bool) -> Iterator[str]:
    for place in where.places:
        value = escaped(where.value_text(place))
        cells = [escaped(place.label), rf"\textbf{{{value}}}" if _bold(where, place) else value,
                 escaped(where.interval_text(place))]
        if compared:
            cells += [escaped(where.difference_text(place)), escaped(verdict_word(place))]
        yield f"{' & '.join(cells)} \\\\"


def _bold(where: BestFirst, place: Place) -> bool:
    """Whether the verdict allows to point this learner out."""
    if where.family is None or where.family.ask.against is not None or where.reference is None:
        return False
    beaten = any(p.verdict is not None and p.verdict.outcome is Outcome.WORSE and not p.baseline for p in where.places)
    if place.learner == where.reference:
        return beaten
    return beaten and place.verdict is not None and place.verdict.outcome is not Outcome.WORSE
