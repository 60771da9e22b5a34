"""Everything the detector notices about a table, in the order in which it is told."""

from __future__ import annotations

from referee.data.features import Features
from referee.data.forms import MOST_LOOKED_AT
from referee.data.structure.copies import copies
from referee.data.structure.given_away import given_away
from referee.data.structure.groups import groups, is_group_name
from referee.data.structure.ids import ids
from referee.data.structure.look import Look
from referee.data.structure.measured_again import measured_again
from referee.data.structure.noticed import Kind, Noticed
from referee.data.structure.order import order
from referee.data.structure.sisters import sisters
from referee.data.structure.times import times
from referee.data.target import Target

MOST_CELLS = 5_000_000       # beyond which only what can be seen column by column is looked for


def structure(features: Features, target: Target, *, answered: frozenset[Kind] = frozenset()) -> tuple[Noticed, ...]:
    """What is noticed about how the rows hang together; questions that are answered already are not asked.

    >>> import pandas as pd
    >>> from referee.data import make_problem
    >>> visits = pd.DataFrame({"patient": [1, 1, 1, 2, 2, 2, 3, 3, 3], "dose": range(9), "ill": [0, 1, 0] * 3})
    >>> make_problem(visits, target="ill").structure[0].columns
    ('patient',)
    """
    cells = features.n_rows * features.n_columns
    if cells > MOST_LOOKED_AT and features.form:
        return ()
    look = Look(features, target)
    searched = not features.form and cells <= MOST_CELLS
    when = [*times(look)] if searched else []
    plain = (*given_away(look), *(() if features.form == "texts" else ids(look, leave=_columns(when))))
    return (*_hanging_together(look, when, answered), *plain) if searched else plain


def _columns(noticed: list[Noticed]) -> frozenset[str]:
    return frozenset(name for one in noticed for name in one.columns)


def _hanging_together(look: Look, when: list[Noticed], answered: frozenset[Kind]) -> tuple[Noticed, ...]:
    found = [] if Kind.GROUPS in answered else _belonging(look, when)
    if Kind.TIME not in answered:
        found += when or ([] if found else order(look))
    return (*found, *sisters(look), *copies(look))


def _belonging(look: Look, when: list[Noticed]) -> list[Noticed]:
    """Groups by name or by measurement; that rows are one thing measured again says more than a stand-in."""
    again = [*measured_again(look)]
    found = [*groups(look, leave=_columns(when))]
    return again if again and not any(is_group_name(name) for one in found for name in one.columns) else found
