"""F-18: too few data sets, or none from the world (Prechelt 1996: 29% of papers use no real problem)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from referee.audit._base import Found, NotApplicable, NotCheckable, Severity, check
from referee.audit.bundle import Bundle, DataSet
from referee.audit.evidence import named

ENOUGH = 6          # below six data sets no test by ranks or signs over them can reach 5%
OWN = re.compile(r"\S\s+\S|\d")      # a source of more than one word, or with a year: "UCI" is that of many
NAME = re.compile(r"\b[^\W\d_a-z][^\W\d_A-Z]{2,}\b")
ANYONES = frozenset({         # names that say nothing of whose rows they are
    "University", "Universität", "Université", "Institute", "Clinic", "Hospital", "Department", "Statistics",
    "Kaggle", "Zenodo", "Figshare", "Dataverse", "National", "Bureau", "Ministry", "Office", "Data", "Dataset",
    "Repository", "Machine", "Learning", "The", "This", "These", "Our", "Open", "Public", "Simulated", "Synthetic",
    "New", "North", "South", "East", "West", "Journal", "Survey", "Study", "January", "February", "March", "April",
    "June", "July", "August", "September", "October", "November", "December",
})


@check("F-18", "Too few data sets, or only artificial ones", severity=Severity.SERIOUS,
       advice="Add data sets measured in the world, or say that the conclusion is about these alone.",
       reference="Prechelt 1996; Mooney, experimental evaluation, conclusions")
def few_or_artificial_problems(bundle: Bundle) -> Iterator[Found]:
    """No real data set at all, or a general claim from fewer than six; serious where it rests on one."""
    if bundle.data_sets is None:
        raise NotCheckable("it is not known which data sets were used", ask="the data sets (data_sets)")
    if not bundle.data_sets:
        raise NotApplicable("no data sets are named")
    n, real = len(bundle.data_sets), sum(data.real is True for data in bundle.data_sets)
    artificial = all(data.real is False for data in bundle.data_sets)
    general = [claim for claim in bundle.claims or () if claim.scope == "in general"]
    if not general and all(data.real is None for data in bundle.data_sets):
        raise NotCheckable("it is not said whether the data were measured in the world or simulated",
                           ask="whether they are real (data_sets: [{name: …, real: true}])")
    if artificial or (general and n < ENOUGH):
        what = f"'{general[0].says}' is claimed in general, and" if general else "The conclusion"
        kind = "none of them measured in the world" if artificial else f"{real} of them real"
        sets = f"one data set{', a simulated one' * artificial}" if n == 1 else f"{n} data sets, {kind}"
        yield Found(message=f"{what} rests on {sets}.",
                    severity=None if general and (n == 1 or artificial) else Severity.WARNING,
                    evidence={"data_sets": n, "real": real})
    yield from _of_one_source(bundle)


def _of_one_source(bundle: Bundle) -> Iterator[Found]:
    """Data sets whose source is told in the same words (serious where a test counts them), or by the same name."""
    data = bundle.data_sets or ()
    same = _by(data, lambda one: {" ".join(one.source.casefold().split())} if OWN.search(one.source) else set())
    over_sets = any(test.unit == "data set" for test in bundle.tests or ())
    if same:
        told = sum(map(len, same.values()))
        yield Found(message=f"{told} of {len(data)} data sets share a source ({'; '.join(map(named, same.values()))}): "
                            f"versions of the same rows are no independent evidence"
                            f"{', and the test counts each' if over_sets else ''}. Once each they are "
                            f"{len(data) - told + len(same)}.",
                    severity=None if over_sets else Severity.WARNING, evidence={"again": list(same.values())})
    kin = {} if same or not over_sets else _by(data, lambda one: set(NAME.findall(one.source)) - ANYONES)
    if kin:
        listed = "; ".join(f"{word}: {named(names)}" for word, names in kin.items())
        yield Found(message=f"The sources of some data sets share a name ({listed}). If these are versions of the same "
                            f"rows, they are no independent evidence, and the test counts each. Are they?",
                    severity=Severity.WARNING, evidence={"kin": kin})


def _by(data: Iterable[DataSet], keys: Callable[[DataSet], set[str]]) -> dict[str, list[str]]:
    """The names of data sets by what they share; none where all share it, as those of one maker or collection do."""
    found: dict[str, list[str]] = {}
    sets = list(data)
    for one in sets:
        for key in keys(one):
            found.setdefault(key, []).append(one.name)
    return {key: names for key, names in found.items() if 1 < len(names) < len(sets)}
