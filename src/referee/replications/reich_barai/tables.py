"""Tables 2 to 4, from what is printed: what follows from the numbers, and whether the paper's sentences hold.

The data (propellers of a naval series, corroded steel) are not public, so the fits cannot be made again here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from referee.api import audit, trials
from referee.replications._base import Found, How, Item, Row, Verdict, claim, number
from referee.replications.reich_barai.printed import TABLES, Output, table


def _apart(outputs: tuple[Output, ...]) -> Any:
    """Hold-out against K-fold, output by output, from mean, sd and n, as one family."""
    lines: dict[str, list[Any]] = {"output": [one.name for one in outputs]}
    for side, method in (("a", "hold-out"), ("b", "K-fold")):
        own = [one.spreads[method] for one in outputs]
        lines |= {f"mean_{side}": [s.mean for s in own], f"sd_{side}": [s.sd for s in own],
                  f"n_{side}": [s.n for s in own]}
    return trials(lines, higher_is_better=False)


def _impossible(which: int) -> Iterator[Row]:
    """What no data can have, by the audit."""
    for finding in audit(TABLES)["F-30"].findings:
        if finding.message.startswith(f"table {which},"):
            place, _, why = finding.message.partition(": ")
            _, method, output = place.split(", ")
            one = next(column for column in table(which) if column.name == output).spreads[method]
            yield Row(what=f"{method}, {output}", ours="impossible", erratum=23, note=why.rstrip("."),
                      printed=f"{one.low:g} to {one.high:g}, mean {one.mean:g}, sd {one.sd:g}", verdict=Verdict.ERRATUM)


def _order(outputs: tuple[Output, ...]) -> Row:
    """R optimistic and H pessimistic relative to each other (assertion 1)."""
    below = sum(one.resubstitution < one.spreads["hold-out"].mean for one in outputs)
    return claim("R optimistic, H pessimistic", "in all cases", f"R below H in {below} of {len(outputs)}",
                 holds=below == len(outputs))


def _propeller(outputs: tuple[Output, ...]) -> list[Row]:
    """The sentences of section 3.2."""
    by_name = dict(zip(("K_T", "K_Q", "η"), outputs, strict=True))
    rows = [number(f"range max(H) − R, {name}", printed, by_name[name].spreads["hold-out"].high
                   - by_name[name].resubstitution, digits=digits) for name, printed, digits in (("K_T", 7.8, 1),
                                                                                               ("η", 2, 0))]
    for name, printed in (("K_T", 2.1), ("η", 0.6)):
        one = by_name[name]
        others = [one.resubstitution, one.leave_one_out, one.spreads[".632B"].mean, one.spreads["K-fold"].mean]
        rows.append(number(f"range without H, {name}", printed, max(others) - min(others), digits=1,
                           note="" if name == "K_T" else "0.6 is K − .632B; with R, as for K_T, it is 0.8"))
    poorer = {name: one.leave_one_out > one.spreads["K-fold"].mean for name, one in by_name.items()}
    rows.append(claim("L poorer than K for every output", "L gave poorer results compared to K",
                      ", ".join(f"{name}: {'yes' if is_so else 'no'}" for name, is_so in poorer.items()),
                      holds=all(poorer.values()), erratum=24))
    return rows


def redo(_: How, *, which: int) -> Found:
    """One of the three tables."""
    outputs = table(which)
    apart = _apart(outputs)
    rows = [_order(outputs), *(_propeller(outputs) if which == 2 else [])]
    said = "different beyond 0.95" if which == 2 else "not different at 0.95 (T²)"
    rows += [claim(f"H against K, {line.line.measure}", said,
                   f"{line.difference:+.2f}, Welch p = {line.p:.4f}, Holm {line.p_adjusted:.4f}",
                   holds=(line.p_adjusted <= 0.05) is (which == 2),
                   note="repetitions on one data set are not independent: p-values are too small; T² needs their "
                        "covariances, which are not printed") for line in apart.lines]
    return Found(rows=[*rows, *_impossible(which)], answers={"H − K, output by output": apart})


TITLES = {2: "Table 2 and figure 3: marine propellers", 3: "Table 3 and figure 4: corrosion, raw data",
          4: "Table 4 and figure 5: corrosion, cleaned data"}
ITEMS = tuple(Item(name=f"table-{which}", title=title,
                   data="shipped: every printed cell (the data behind them are not public)",
                   procedure="trials over the printed means, sds and numbers; the audit's check of impossible numbers",
                   redo=partial(redo, which=which)) for which, title in TITLES.items())
