"""The tables of a decomposition: one a scheme and target."""

from __future__ import annotations

from referee.estimates.decomposition import Decomposition, Part
from referee.reading.decompositions import Decompositions
from referee.report.decomposition.sentences import places_of, targets
from referee.report.wording import interval_text, number


def tables_of(found: Decompositions, *, intervals: bool = True) -> list[tuple[str, str, list[str], list[list[str]]]]:
    """(scheme, target, header, rows) for every table."""
    made = []
    for scheme in dict.fromkeys(d.scheme for d in found.found):
        for target in targets(found):
            rows = found.of(scheme.name, target)
            if rows:
                title = f"{scheme.title}{f', {target}' if target else ''}"
                header = [title, "error", *(p for p in scheme.parts if _shown(found, p)), "models", "lost"]
                places = places_of(found, scheme.name, target)
                made.append((scheme.name, target, header, [_row(found, d, places, intervals=intervals) for d in rows]))
    return made


def _shown(found: Decompositions, part: str) -> bool:
    """Noise has a column only where it is known."""
    return part != "noise" or found.truth_known


def _row(found: Decompositions, d: Decomposition, places: int, *, intervals: bool) -> list[str]:
    parts = [cell(p, places, interval=intervals) for p in (d.error, *d.parts) if _shown(found, p.name)]
    return [d.learner, *parts, f"{d.models:,}", f"{found.lost[d.learner].total():,}"]


def cell(part: Part, places: int, *, interval: bool = True) -> str:
    """A part, and its interval where wanted."""
    text = number(part.value, places)
    return f"{text} ({interval_text(part.interval, places)})" if part.interval and interval else text
