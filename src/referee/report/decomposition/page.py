"""A decomposition as a page, as JSON and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.kinds import Json
from referee.reading.decompositions import Decompositions
from referee.report.decomposition.figure import decomposition_figure
from referee.report.decomposition.sentences import decomposition_sentences, headline, how_sentences, targets
from referee.report.decomposition.text import tables_of
from referee.report.dictionary import json_ready
from referee.report.document import Drawing, Page, Section, Table
from referee.report.study_sections import again_section, data_section, how_section

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
FRAME = ["learner", "target", "scheme", "part", "value", "low", "high", "models", "reason"]
CAPTION = "The length of a bar is the error; its pieces are what it is made of. A part estimated below 0 is not drawn."

MEANING = ("Bias is what the models do wrong on average, variance how much they differ from each other, noise what "
           "nobody can know. They are of the predictor; bias and variance of an error estimate are another thing.")


def decomposition_page(found: Decompositions) -> Page:
    """What the error is made of, a section for each target."""
    lead, *rest = decomposition_sentences(found) or [""]
    how = how_sentences(found)
    return Page(
        kind="decompose", about=found.problem.name,
        title=f"{found.problem.name}: bias and variance of {', '.join(found.learners)}",
        question="Where does the error come from?", lead=lead, rest=rest, how=how,
        sections=[*(_section(found, number, target) for number, target in enumerate(targets(found))),
                  data_section(found.problem), how_section(how, note=MEANING),
                  again_section(found.study, found.problem)])


def _section(found: Decompositions, number: int, target: str) -> Section:
    first = headline(found)
    tables = [Table(header=header, rows=rows) for scheme, of, header, rows in tables_of(found)
              if of == target and scheme == first]
    tables += [Table(header=header, rows=rows) for scheme, of, header, rows in tables_of(found, intervals=False)
               if of == target and scheme != first]
    title = f"Bias and variance{f' of {target}' if target else ''}"
    drawing = Drawing(draw=lambda: decomposition_figure(found, number), spoken=f"{title}: see the table below",
                      caption=CAPTION)
    return Section(key=f"target-{number + 1}", title=title, blocks=[drawing, *tables], gist=True)


def decomposition_dict(found: Decompositions) -> Json:
    """Everything for JSON."""
    clean: Json = json_ready({
        "schema": SCHEMA, "verb": "decompose",
        "sentences": {"gist": decomposition_sentences(found), "how": how_sentences(found)},
        "study": {"name": found.study.name, "fingerprint": found.study.fingerprint, "created": found.study.created,
                  "declared": found.study.declaration.model_dump(
                      mode="json", exclude_none=True, exclude={"decomposition": {"truth"}}),
                  "level": found.level, "missing": found.missing},
        "data": found.problem.to_dict(),
        "protocol": found.plan.parameters | {"description": found.plan.description, "n_train": found.n_train,
                                             "n_test": found.n_test, "lacking_a_class": found.lacking,
                                             "truth_known": found.truth_known},
        "decompositions": [d.to_dict() for d in found.found],
        "lost": {name: [{"reason": reason, "samples": n} for reason, n in reasons.most_common()]
                 for name, reasons in found.lost.items() if reasons},
        "undefined": found.undefined, "versions": dict(found.study.declaration.versions),
    })
    return clean


def decomposition_frame(found: Decompositions) -> pd.DataFrame:
    """One row for each learner, target, scheme and part, the error among them."""
    import pandas as pd

    rows = []
    for d in found.found:
        for part in (d.error, *d.parts):
            interval = part.interval
            rows.append({"learner": d.learner, "target": d.target, "scheme": d.scheme.name, "part": part.name,
                         "value": part.value, "low": interval.low if interval else None,
                         "high": interval.high if interval else None, "models": d.models, "reason": part.reason})
    return pd.DataFrame(rows, columns=FRAME).astype({"value": float, "low": float, "high": float})
