"""What people read: sentences, tables, figures and one page, made of an `Analysis`.

A report formats numbers and makes none. A name is loaded when first asked for, so that importing this room brings
neither matplotlib nor pandas nor Jinja2.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from referee.report.calibration import calibration_figure
    from referee.report.components.page import components_dict, components_figure, components_frame, components_html
    from referee.report.components.text import components_text
    from referee.report.decomposition.figure import decomposition_figure
    from referee.report.decomposition.page import decomposition_dict, decomposition_frame, decomposition_html
    from referee.report.decomposition.text import decomposition_text
    from referee.report.dictionary import as_dict
    from referee.report.figures import comparison_matrix_figure, estimates_figure, scores_figure
    from referee.report.frames import comparisons_frame, estimates_frame
    from referee.report.latex import as_latex
    from referee.report.metric_list import family_rows, metric_rows, metrics_page
    from referee.report.page import as_html, notebook_html, write_page
    from referee.report.panorama.dictionary import panorama_dict, panorama_frame
    from referee.report.panorama.figure import panorama_figure
    from referee.report.panorama.page import panorama_html
    from referee.report.panorama.sentences import panorama_sentences
    from referee.report.panorama.text import panorama_text
    from referee.report.plan import plan_sentences, plan_text
    from referee.report.sentences import (
        data_sentences,
        design_sentence,
        failure_sentences,
        method_sentence,
        verdict_sentences,
    )
    from referee.report.svg import to_svg
    from referee.report.text import as_text
    from referee.report.watch import watch_figure, watch_sentences

__all__ = [
    "as_dict",
    "as_html",
    "as_latex",
    "as_text",
    "calibration_figure",
    "comparison_matrix_figure",
    "comparisons_frame",
    "components_dict",
    "components_figure",
    "components_frame",
    "components_html",
    "components_text",
    "data_sentences",
    "decomposition_dict",
    "decomposition_figure",
    "decomposition_frame",
    "decomposition_html",
    "decomposition_text",
    "design_sentence",
    "estimates_figure",
    "estimates_frame",
    "failure_sentences",
    "family_rows",
    "method_sentence",
    "metric_rows",
    "metrics_page",
    "notebook_html",
    "panorama_dict",
    "panorama_figure",
    "panorama_frame",
    "panorama_html",
    "panorama_sentences",
    "panorama_text",
    "plan_sentences",
    "plan_text",
    "scores_figure",
    "to_svg",
    "verdict_sentences",
    "watch_figure",
    "watch_sentences",
    "write_page",
]

_HOME = {
    "as_dict": "dictionary", "as_html": "page", "as_latex": "latex", "as_text": "text",
    "calibration_figure": "calibration", "comparison_matrix_figure": "figures", "comparisons_frame": "frames",
    "data_sentences": "sentences",
    "design_sentence": "sentences", "estimates_figure": "figures", "estimates_frame": "frames",
    "failure_sentences": "sentences", "watch_figure": "watch", "watch_sentences": "watch",
    "family_rows": "metric_list", "metric_rows": "metric_list",
    "metrics_page": "metric_list", "method_sentence": "sentences", "notebook_html": "page",
    "panorama_dict": "panorama.dictionary", "panorama_figure": "panorama.figure",
    "panorama_frame": "panorama.dictionary", "panorama_html": "panorama.page",
    "panorama_sentences": "panorama.sentences", "panorama_text": "panorama.text", "scores_figure": "figures",
    "components_dict": "components.page", "components_figure": "components.page",
    "components_frame": "components.page", "components_html": "components.page",
    "components_text": "components.text", "decomposition_dict": "decomposition.page",
    "decomposition_figure": "decomposition.figure", "decomposition_frame": "decomposition.page",
    "decomposition_html": "decomposition.page", "decomposition_text": "decomposition.text",
    "plan_sentences": "plan", "plan_text": "plan", "to_svg": "svg",
    "verdict_sentences": "sentences", "write_page": "page",
}


def __getattr__(name: str) -> Any:
    """Load a public name when it is first asked for (PEP 562)."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    """The public names."""
    return sorted(__all__)
