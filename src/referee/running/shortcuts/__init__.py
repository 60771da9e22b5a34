"""Exact shortcuts: what a refit without some rows would say, without the refit."""

from referee.running.shortcuts.answering import NOTE, answers, answers_together

__all__ = ["NOTE", "answers", "answers_together"]
