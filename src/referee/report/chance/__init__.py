"""A study of chance for people: sentences, a table, a picture, a page."""

from referee.report.chance.figure import chance_figure
from referee.report.chance.page import chance_dict, chance_frame, chance_html
from referee.report.chance.sentences import chance_sentences, how_sentences
from referee.report.chance.text import chance_text

__all__ = ["chance_dict", "chance_figure", "chance_frame", "chance_html", "chance_sentences", "chance_text",
           "how_sentences"]
