"""Columns of a file of predictions that were left alone and look as if cases belonged together by them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.data.prediction_table.block import codes_of

if TYPE_CHECKING:
    import pyarrow as pa  # type: ignore[import-untyped]

    from referee.data.prediction_table.opening import Opened
    from referee.data.prediction_table.roles import Roles

FEWEST_EACH = 2         # cases of a value, on average


def unread_groups(one: Opened, table: pa.Table, roles: Roles) -> list[str]:
    """A sentence for each column that is called as groups are and whose values several cases share."""
    from referee.data.structure.groups import is_group_name

    if roles.cluster is not None:
        return []
    read = set(roles.columns)
    called = [name for name in one.names if name not in read and is_group_name(name)]
    cases = table.num_rows if roles.id is None else len(codes_of(table.column(roles.id))[1])
    told = []
    for name in called:
        column = table.column(name) if name in table.column_names else None
        if column is None and one.source is not None:
            column = one.source.read([name]).column(name)
        values = 0 if column is None else len(codes_of(column)[1])
        if 2 <= values <= cases / FEWEST_EACH:
            told.append(f"{cases:,} cases come from {values:,} values of {name!r}: cases of one are not independent of "
                        f"each other; say groups={name!r} to allow for it, groups='none' if they are.")
    return told
