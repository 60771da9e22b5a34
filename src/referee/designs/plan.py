"""A plan: a design laid over one problem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, count, groupby, islice

from referee.data.problem import Problem
from referee.designs._base import Design, Hand
from referee.designs.card import PlanCard, plan_card
from referee.designs.observing import in_lots
from referee.designs.split import Split, single_row_splits
from referee.designs.units import Units
from referee.errors import BadInput

MOST_KEPT = 500_000        # row numbers of splits that are kept: four megabytes
ONE_SPLIT = 50             # what a split takes besides, in row numbers
MADE_AT_ONCE = 1_000       # splits that leave one row out


@dataclass(frozen=True, kw_only=True, eq=False)
class Plan:
    """A design laid over one problem: labelled splits, and a name for them.

    Splits are dealt one repeat at a time when asked for, so a plan over a million rows takes no more
    memory for ten repeats than for one.
    """

    design: Design
    problem: str                              # the problem's fingerprint
    units: Units
    given: tuple[Split, ...] | None = None    # splits made elsewhere

    def splits(self) -> Iterator[Split]:
        """All splits, repeat by repeat."""
        known = self.given if self.given is not None else vars(self).get("_kept")
        return chain.from_iterable(self._dealt()) if known is None else iter(known)

    def repeat(self, number: int) -> Iterator[Split]:
        """The splits of one repeat; they do not depend on how many repeats there are."""
        return chain.from_iterable(self._dealt_in(number))

    def _dealt(self) -> Iterator[list[Split]]:
        """All splits made anew, one by one, but for those that leave one row out, of which there may be many."""
        return chain.from_iterable(map(self._dealt_in, range(self.design.n_repeats)))

    def _dealt_in(self, number: int) -> Iterator[list[Split]]:
        n_rows, rows = self.units.n_rows, self.units.rows
        labels = (f"{number}/{self.design.label(fold)}" for fold in count())
        divided = ((None if train is None else rows(train), rows(test))
                   for train, test in self.design.divisions(self.units, number))
        for alone, parts in groupby(divided, key=_leaves_one_row_out):
            while alone and (some := [test for _, test in islice(parts, MADE_AT_ONCE)]):
                yield [*single_row_splits(n_rows, some, islice(labels, len(some)))]
            for train, test in parts:
                yield [Split(label=next(labels), n_rows=n_rows, test=test, train=train)]

    @cached_property
    def card(self) -> PlanCard:
        """The plan by its contents."""
        return plan_card(self._keeping(), problem=self.problem, n_rows=self.units.n_rows, groups=self.units.groups,
                         time=self.units.time,
                         design=self.design.name, parameters=self.design.parameters(),
                         description=self._description())

    def _keeping(self) -> Iterator[list[Split]]:
        """All splits; if they are small together, they are kept for those who ask next."""
        if self.given is not None:
            yield from in_lots(self.given)
            return
        kept: list[Split] | None = []
        numbers = 0
        for lot in self._dealt():
            numbers += len(lot) * (ONE_SPLIT + lot[0].test.size + (0 if lot[0].train is None else lot[0].train.size))
            if kept is not None and numbers <= MOST_KEPT:
                kept += lot
            else:
                kept = None
            yield lot
        if kept is not None:
            vars(self)["_kept"] = tuple(kept)

    @property
    def fingerprint(self) -> str:
        """Two results may be paired if and only if their plans have one fingerprint."""
        return self.card.fingerprint

    def _description(self) -> str:
        words = self.design.describe()
        if self.units.classes is None:
            words = words.removesuffix(", stratified")
        if self.units.groups is not None and self.given is None and self.units.word == "groups":
            words += f", whole groups ({len(self.units)})"
        return words


def _leaves_one_row_out(rows: Hand) -> bool:
    train, test = rows
    return train is None and len(test) == 1


def lay(design: Design, problem: Problem) -> Plan:
    """Lay a design over a problem, or say why that cannot be done."""
    units = design.units_of(problem)
    objection = design.objection(units)
    if objection and units.word == "groups" and len(units) == 1:
        raise BadInput(f"{problem.name}: all rows belong to one group, so no model can be tested on a group it has not "
                       f"seen; name another column, or say groups='none' if rows are independent.")
    if objection:
        raise BadInput(f"{problem.name}: {objection}.")
    return Plan(design=design, problem=problem.fingerprint, units=units)
