"""Everything that sentences say against the study they are of."""

from __future__ import annotations

from referee.audit.prose import reader
from referee.audit.prose.confession import Confession
from referee.audit.prose.others import own_words
from referee.audit.vocabulary.protocols import confessions
from referee.audit.vocabulary.told_comparisons import told_of_comparisons
from referee.audit.vocabulary.told_divisions import told_of_divisions
from referee.audit.vocabulary.told_tests import told_of_tests

READERS = (confessions, told_of_tests, told_of_comparisons, told_of_divisions)


def told_in(text: str) -> tuple[Confession, ...]:
    """What a text says against itself; each sentence once of a kind.

    >>> [one.fault for one in told_in("We report the best of 20 seeds. All models were trained once.")]
    ['best of many']
    >>> told_in("Other groups report the best of 20 seeds; we give their mean.")
    ()
    """
    said, own = _told(text), own_words(text)
    if not said or own == text:
        return said
    faults = {(one.fault, one.step) for one in said}
    return tuple(one for one in _told(own) if (one.fault, one.step) in faults)


def _told(text: str) -> tuple[Confession, ...]:
    said = [one for read in READERS for one in read(text)]
    said += [one for one in reader.told_in(text) if not any((other.fault, other.step) == (one.fault, one.step)
                                                            for other in said)]
    return tuple({(one.fault, one.sentence, one.step): one for one in said}.values())
