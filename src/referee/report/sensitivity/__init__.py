"""A sensitivity study for people: sentences, one table, one picture, a page."""

from referee.report.sensitivity.figure import sensitivity_figure
from referee.report.sensitivity.page import sensitivity_dict, sensitivity_frame, sensitivity_html
from referee.report.sensitivity.text import sensitivity_sentences, sensitivity_text

__all__ = ["sensitivity_dict", "sensitivity_figure", "sensitivity_frame", "sensitivity_html", "sensitivity_sentences",
           "sensitivity_text"]
