"""How far it is, in plain lines: at the start, now and then, at the end."""

import math
import threading

from referee.cli import show
from referee.report.to_come import ToCome


def test_lines_say_what_was_known_what_is_left_and_the_end(capsys):
    lines = show.Lines("Fitted", "fits were already in the ledger", ToCome())
    lines(4, 10, 0)
    lines(5, 10, 0, left=math.nan)
    lines.say()
    lines(6, 10, 1, left=90.0)
    lines.say()
    lines.say()                       # no fit has ended meanwhile
    lines(10, 10, 1, left=0.0)
    lines.say()                       # all was said
    assert capsys.readouterr().err.splitlines() == [
        "4 of 10 fits were already in the ledger.", "Fitted 5 of 10.", "Fitted 6 of 10, about 1:30 left, 1 failed.",
        "Fitted 6 of 10, about 1:30 left, 1 failed.", "Fitted 10 of 10, 1 failed."]


def test_nothing_is_said_of_nothing_to_do(capsys):
    lines = show.Lines("Fitted", "fits were already in the ledger", ToCome())
    lines.say()
    lines(10, 10, 0)
    lines.say()
    assert capsys.readouterr().err == "10 of 10 fits were already in the ledger.\n"


def test_a_word_now_and_then_until_the_end():
    called, enough = [], threading.Event()

    def call():
        called.append(1)
        if len(called) == 3:
            enough.set()

    with show.every(0.001, call):
        assert enough.wait(10)
    n = len(called)
    enough.wait(0.02)
    assert len(called) == n
