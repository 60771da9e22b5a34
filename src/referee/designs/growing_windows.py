"""Windows of growing length before the same test parts: the design of learning curves of a series.

A learning curve of rows at random would train models on the future of what they are asked. Here every size m stands for
the latest m times before each test part (Tashman 2000, sliding windows of several lengths): the test parts are the same
for every size, each training set holds the shorter ones, and nothing that is trained on is later than what is tested.
The splits of one size are those of `rolling` with that window, so their fits serve both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from referee.data.problem import Problem
from referee.designs._base import Hand, whole_number
from referee.designs._in_time import InTime
from referee.designs.growing import counts_of, require_rising, usual_sizes
from referee.designs.plan import Plan, lay
from referee.designs.rolling import Rolling
from referee.designs.units import Units
from referee.errors import BadInput

GAP = 1                 # times, where nobody has said how far ahead is meant; as in the usual rolling origins
ENOUGH = 60             # tested times from which the long-run t speaks


@dataclass(frozen=True, slots=True, kw_only=True)
class GrowingWindows(InTime):
    """Test `splits` parts of `horizon` times up to the last, each on models of the latest m times before, for every m.

    >>> design = GrowingWindows(sizes=(2, 4), splits=2, horizon=2, gap=1, seed=0)
    >>> for train, test in design.parts(9):
    ...     print(train, test)
    [2 3] [5 6]
    [0 1 2 3] [5 6]
    [4 5] [7 8]
    [2 3 4 5] [7 8]
    """

    name = "growing-windows"
    summary = "rolling origins, each with training windows of growing length: learning curves of a series"

    sizes: tuple[int, ...] = (20, 40, 80)
    splits: int = 10
    horizon: int = 1
    gap: int = GAP

    def __post_init__(self) -> None:
        whole_number("splits", self.splits, at_least=1)
        whole_number("horizon", self.horizon, at_least=1)
        whole_number("gap", self.gap, at_least=0)
        require_rising(self.sizes)

    def divisions(self, units: Units, number: int) -> Iterator[Hand]:  # noqa: ARG002 - there is one repeat
        """Origin by origin, every size."""
        yield from self.parts(len(units))

    def parts(self, times: int) -> Iterator[Hand]:
        """Origin by origin, every size."""
        windows = [list(Rolling(splits=self.splits, horizon=self.horizon, gap=self.gap, window=size, seed=self.seed)
                        .parts(times)) for size in self.sizes]
        for origin in range(self.splits):
            for window in windows:
                yield window[origin]

    def label(self, part: int) -> str:
        """Size and origin: "40.3"."""
        origin, place = divmod(part, len(self.sizes))
        return f"{self.sizes[place]}.{origin}"

    def objection(self, units: Units) -> str | None:
        """More times to train on than there are before the first test part."""
        room = room_before(len(units), self.splits, self.horizon, self.gap)
        if self.sizes[-1] > room:
            return (f"a training window of {self.sizes[-1]:,} times is more than the {max(room, 0):,} that lie before "
                    f"the first of {self.splits} test parts of {self.horizon:,}; ask for smaller sizes")
        return None

    def describe(self) -> str:
        """The origins, and the windows."""
        shown = [f"{size:,}" for size in self.sizes]
        ahead = "the next time" if self.horizon == 1 else f"the next {self.horizon:,} times"
        gap = f", after a gap of {self.gap}" if self.gap else ""
        return (f"{self.splits} rolling origins, each tested on {ahead}{gap}, trained on the latest "
                f"{', '.join(shown[:-1])}{' and ' if len(shown) > 1 else ''}{shown[-1]} times before")


def room_before(times: int, splits: int, horizon: int, gap: int) -> int:
    """Times before the first test part that can be trained on."""
    return times - splits * horizon - gap


def growing_windows_plan(problem: Problem, sizes: Iterable[float] | None, *, origins: int, seed: int) -> Plan:
    """The plan of a learning curve of a series; sizes are times, or shares of what lies before the first test part.

    The latest half of the times is tested, of a short series enough for an interval as long as a third is left.
    """
    whole_number("folds", origins, at_least=2)
    times = len(Units(n_rows=problem.n_rows, groups=problem.groups, time=problem.time, by_time=True))
    tested = max(times // 2, min(ENOUGH, 2 * times // 3))
    origins = max(1, min(origins, tested))
    horizon = max(1, tested // origins)
    if horizon * origins < ENOUGH <= tested:
        horizon = -(-ENOUGH // origins)
    room = room_before(times, origins, horizon, GAP)
    if room < 2:
        raise BadInput(f"{problem.name}: {times:,} times are too few for a learning curve; test parts leave {room} to "
                       f"train on.")
    chosen = usual_sizes(room, n_classes=len(problem.classes)) if sizes is None else counts_of(list(sizes), room)
    return lay(GrowingWindows(sizes=chosen, splits=origins, horizon=horizon, seed=seed), problem)
