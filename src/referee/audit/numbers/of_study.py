"""What a study reports, tests and claims, as rows of figures: those printed, else its numbers as they are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from referee.audit.bundle import Bundle, Claim, Reported, StatTest
from referee.audit.numbers.figure import Figure, Row, figure
from referee.audit.numbers.naming import named
from referee.audit.vocabulary.tests import known_test


def rows_of(bundle: Bundle) -> tuple[Row, ...]:
    """Every row of figures of a study."""
    printed = bundle.printed if bundle.printed is not None else tuple(map(row_of, bundle.reported or ()))
    ours = bundle.said is not None and any(line.computed for line in bundle.reported or ())
    if ours:                         # tests and claims that this program made, by methods that differ in their p
        return printed
    tests = (row for test in bundle.tests or () for row in _tested(test))
    return (*printed, *tests, *(_claimed(claim) for claim in bundle.claims or ()))


def row_of(line: Reported) -> Row:
    """One reported number with what stands beside it."""
    where = line.where or " ".join(part for part in (line.data_set, line.model, line.metric) if part)
    known = named(line.metric)
    kind = "mean" if known is None or line.minimum is not None else known.kind
    value = figure(kind, line.text or repr(line.value), name=line.metric)
    if value is None:
        return Row(where=where)
    found = [replace(value, value=line.value, turn=known.turn if known and kind != "mean" else value.turn)]
    beside = {"sd": line.sd, "low": line.low, "high": line.high, "min": line.minimum, "max": line.maximum}
    found += [_beside(name, number, value.unit) for name, number in beside.items() if number is not None]
    if line.sd is not None and kind != "mean":
        found.append(_beside(f"sd_{kind}", line.sd, value.unit))
    for name, count in (("n", line.n or line.runs_averaged), ("cases", line.cases)):
        if count is not None:
            found.append(Figure(kind=name, text=str(count), value=float(count), unit=0.0, name=name))
    averaged = line.n is not None or (line.runs_averaged or 1) > 1
    return Row(where=where, figures=tuple(found), averaged=averaged)


def _beside(kind: str, number: float, unit: float = 0.0) -> Figure:
    """A number whose printed digits are not known: no finer than the number it stands beside."""
    text = f"{number:.12g}"
    one = figure(kind, text, name=kind.partition("_")[0])
    own = one.unit if one is not None else 0.0
    return Figure(kind=kind, text=text, value=float(number), unit=max(own, unit), name=kind.partition("_")[0])


def _tested(test: StatTest) -> Iterator[Row]:
    """A t test with its t, p and number of units; other statistics do not give their p by their name alone."""
    facts = known_test(test.name)
    by_t = facts is not None and facts.independent and "t" in facts.name.split("-")
    if not by_t or test.statistic is None or not test.n_units:
        return
    units = Figure(kind="n", text=f"{test.n_units} units", value=float(test.n_units), unit=0.0, name="over")
    yield Row(where=f"{test.name} of {test.a} and {test.b}",
              figures=(_beside("t", test.statistic), _beside("p", test.p), units))


def _claimed(claim: Claim) -> Row:
    p = None if claim.kind == "equal" else claim.p          # that of an equivalence test is of another hypothesis
    numbers = {"difference": claim.difference, "low": claim.low, "high": claim.high, "p": p}
    found = [_beside(name, number) for name, number in numbers.items() if number is not None]
    return Row(where=f"'{claim.says}'", figures=tuple(found))
