"""A plan for a study: the units needed for a difference, and the difference that can be seen with the units at hand."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from referee.comparisons.power.assumptions import Assumptions
from referee.comparisons.power.data_sets import Wins
from referee.comparisons.power.half_width import cases_for_half_width, half_width_with
from referee.comparisons.power.setting import Demand, Setting, fewest, smallest_difference
from referee.comparisons.power.splits import Splits
from referee.errors import BadInput, Undefined
from referee.kinds import Json
from referee.reading.pilot import Pilot

LADDER = {"cases": (100, 200, 500, 1000, 2000, 5000, 10000, 50000), "splits": (5, 10, 20, 50, 100, 1000),
          "runs": (3, 5, 10, 20, 50, 100), "data-sets": (6, 8, 10, 15, 20, 30, 50, 100)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """What a study would need, and what it could see; every number rests on the assumptions."""

    unit: str                             # "cases", "splits", "runs" or "data-sets"
    units: str                            # as one says it: "test cases"
    test: str
    demand: Demand
    assumptions: Assumptions
    difference: float | None              # to be seen
    needed: int | None = None
    power_then: float | None = None       # with the units needed
    needed_range: tuple[int | None, int | None] | None = None      # as uncertain as the pilot's spread, at 80%
    obstacle: str = ""                    # why no number is enough
    have: int | None = None
    seen: float | None = None             # the smallest difference that `have` units show
    power_with_have: float | None = None
    floor: float | None = None            # below it no number of splits shows anything
    rows_factor: float | None = None      # how many times as many rows the difference needs, about
    ladder: tuple[tuple[int, float | None], ...] = ()     # units, smallest difference
    half_width: float | None = None
    half_width_needs: int | None = None
    half_width_with_have: float | None = None
    pilot: Pilot | None = None

    @property
    def by_wins(self) -> bool:
        """Whether what is seen is by how much the share of data sets won exceeds one half."""
        return self.unit == "data-sets" and self.assumptions.wins is not None

    def to_dict(self) -> Json:
        """For JSON."""
        found = asdict(self)
        found["ladder"] = [{"units": n, "smallest_difference": d} for n, d in self.ladder]
        return found


def plan_study(assumptions: Assumptions, *, unit: str = "cases", difference: float | None = None,  # noqa: PLR0913
               have: int | None = None, demand: Demand | None = None, half_width: float | None = None,
               pilot: Pilot | None = None) -> Planned:
    """Answer both questions for one setting.

    >>> made = plan_study(Assumptions(disagreement=0.08), difference=0.01, have=2000)
    >>> made.needed, made.seen
    (6277, 0.0177)
    """
    demand = demand or Demand()
    if difference is not None and not difference > 0:
        raise BadInput(f"difference is {difference!r}; give the size of the difference to be seen, above 0.")
    if have is not None and (isinstance(have, bool) or have != int(have) or have < 1):
        raise BadInput(f"have is {have!r}; it counts what there is, from 1 up.")
    precision = _precision(assumptions, half_width, have, demand.level) if unit == "cases" else {}
    if half_width is not None and unit != "cases":
        raise BadInput(f"half_width is about the interval over test cases, not over {unit}.")
    if half_width is not None and difference is None and assumptions.disagreement is None:
        return Planned(unit=unit, units="test cases", test="", demand=demand, assumptions=assumptions, difference=None,
                       have=have, pilot=pilot, **precision)
    setting = assumptions.setting(unit)
    wanted = _wanted(setting, assumptions, difference)
    found: dict[str, Any] = {}
    if wanted is not None:
        found |= _needs(setting, wanted, demand) | _range(pilot, unit, wanted, demand)
    if have is not None:
        found["seen"] = smallest_difference(setting, have, demand)
        if wanted is not None:
            found["power_with_have"] = setting.power(have, wanted, demand.error_rate, side=demand.side)
    if isinstance(setting, Splits):
        found |= _floor(setting, wanted, have, demand)
    steps = sorted({*LADDER[unit], *([have] if have else [])})
    ladder = tuple((n, smallest_difference(setting, n, demand)) for n in steps if n >= setting.least)
    return Planned(unit=unit, units=setting.unit, test=setting.test, demand=demand, assumptions=assumptions,
                   difference=wanted, have=have, ladder=ladder, pilot=pilot, **precision, **found)


def _wanted(setting: Setting, assumptions: Assumptions, difference: float | None) -> float | None:
    """The difference to be seen; for the sign test it is told by the share of wins."""
    if not isinstance(setting, Wins):
        return difference
    assert assumptions.wins is not None
    setting.check(assumptions.wins - 0.5)
    return assumptions.wins - 0.5


def _needs(setting: Setting, difference: float, demand: Demand) -> dict[str, Any]:
    try:
        needed = fewest(setting, difference, demand)
    except Undefined as reason:
        return {"obstacle": str(reason)}
    return {"needed": needed, "power_then": setting.power(needed, difference, demand.error_rate, side=demand.side)}


def _range(pilot: Pilot | None, unit: str, difference: float, demand: Demand) -> dict[str, Any]:
    """The units needed at both ends of the pilot's spread; None where no number is enough."""
    ends = None if pilot is None else pilot.by_case_range if unit == "cases" else pilot.by_split_range
    if ends is None:
        return {}
    found: list[int | None] = []
    for end in ends:
        try:
            low = end.disagreement is not None and end.disagreement < difference
            found.append(fewest(Assumptions(disagreement=difference).setting(unit) if low else end.setting(unit),
                                difference, demand))
        except Undefined:
            found.append(None)
    return {"needed_range": (found[0], found[1])}


def _floor(setting: Splits, difference: float | None, have: int | None, demand: Demand) -> dict[str, Any]:
    floor = setting.floor(demand)
    if difference is None or difference >= floor:
        return {"floor": floor}
    # The variance of a split's difference falls about as 1/rows when the test part grows with the rows.
    seen = smallest_difference(setting, have or 100, demand)
    assert seen is not None
    return {"floor": floor, "rows_factor": (seen / difference) ** 2}


def _precision(assumptions: Assumptions, half_width: float | None, have: int | None,
               level: float) -> dict[str, Any]:
    if half_width is None:
        return {}
    accuracy, sd = assumptions.accuracy, assumptions.sd
    found: dict[str, Any] = {"half_width": half_width, "half_width_needs": cases_for_half_width(
        half_width, accuracy=accuracy, sd=sd, level=level)}
    if have is not None:
        found["half_width_with_have"] = half_width_with(have, accuracy=accuracy, sd=sd, level=level)
    return found
