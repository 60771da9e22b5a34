"""What people read: sentences, tables, figures and one page, made of what was found.

A report formats numbers and makes none. Every answer is laid out as a `document.Page`, of which `html`, `markdown` and
`booktabs` make what is shown. A name is loaded when first asked for, so that importing this room brings neither
matplotlib nor pandas nor Jinja2.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.report.dictionary import as_dict
    from referee.report.figures import comparison_matrix_figure, estimates_figure, scores_figure
    from referee.report.frames import comparisons_frame, estimates_frame
    from referee.report.latex import as_latex
    from referee.report.metric_list import family_rows, metric_rows, metrics_page
    from referee.report.page import analysis_page, as_html
    from referee.report.sentences import (
        data_sentences,
        design_sentence,
        failure_sentences,
        method_sentence,
        verdict_sentences,
    )
    from referee.report.svg import to_svg
    from referee.report.text import as_text

_HOME = {
    "analysis_page": "page", "as_dict": "dictionary", "as_html": "page", "as_latex": "latex", "as_text": "text",
    "comparison_matrix_figure": "figures", "comparisons_frame": "frames", "data_sentences": "sentences",
    "design_sentence": "sentences", "estimates_figure": "figures", "estimates_frame": "frames",
    "failure_sentences": "sentences", "family_rows": "metric_list", "method_sentence": "sentences",
    "metric_rows": "metric_list", "metrics_page": "metric_list", "scores_figure": "figures", "to_svg": "svg",
    "verdict_sentences": "sentences",
}

__all__ = [
    "analysis_page", "as_dict", "as_html", "as_latex", "as_text", "comparison_matrix_figure", "comparisons_frame",
    "data_sentences", "design_sentence", "estimates_figure", "estimates_frame", "failure_sentences", "family_rows",
    "method_sentence", "metric_rows", "metrics_page", "scores_figure", "to_svg", "verdict_sentences",
]


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
