"""Learning curves for people: sentences, tables, a figure, a page."""

from referee.report.curve.dictionary import contrast_frame, curve_dict, curve_frame
from referee.report.curve.figure import curve_figure
from referee.report.curve.page import curve_html
from referee.report.curve.sentences import curve_sentences, how_sentences
from referee.report.curve.text import curve_text

__all__ = ["contrast_frame", "curve_dict", "curve_figure", "curve_frame", "curve_html", "curve_sentences", "curve_text",
           "how_sentences"]
