"""One self-contained HTML page about an analysis: the verdict first, then numbers, then how and under what assumptions.

No script, no network, no outside file: it can be mailed, printed and read in twenty years.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.estimates._base import Estimate
from referee.kinds import Estimand
from referee.reading.family import FAMILIES
from referee.report.comparison_sentences import LOUD
from referee.report.declaration import claims, declaration_sentence, deviation_sentences
from referee.report.looks import reopened_sentences
from referee.report.metric_view import calibration_views, together_views, view
from referee.report.sentences import (
    data_sentences,
    design_sentence,
    failure_sentences,
    method_sentence,
    verdict_sentences,
)
from referee.report.supporting_sentences import supporting_sentences
from referee.report.tuning import tuning_views
from referee.report.wording import CORRECTIONS, bound, duration, joined, level_text, plain
from referee.study import Analysis

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

LIMITS = {
    Estimand.PROCEDURE: "The numbers speak of the learning procedures, trained on about {rows} rows of data like "
                        "these; not of one fitted model, and not of other data sets.",
    Estimand.MODEL: "The numbers speak of the models as they were fitted, on new rows like the test rows; trained "
                    "again on other rows they would be other models.",
    Estimand.FOLD_MODELS: "The numbers speak of the models of these folds on average; not of one model fitted to "
                          "all rows.",
    Estimand.DATA_SETS: "The numbers speak of a population of data sets from which these were drawn.",
    Estimand.TRAINING: "The numbers speak of the rows the models were trained on; they say nothing about new rows.",
}


def as_html(analysis: Analysis) -> str:
    """The page, as one document that refers to nothing outside itself."""
    page = _summary(analysis) | _details(analysis)
    page["primary"] = view(analysis, analysis.primary, scores=True)
    page["supporting"] = [view(analysis, metric) for metric in analysis.metrics[1:]]
    page["evidence"] = [bound(sentence) for sentence in supporting_sentences(analysis, every=True)]
    page["together"] = together_views(analysis)
    page["calibration"] = calibration_views(analysis)
    return environment().get_template("report.html.j2").render(page=page)


def write_page(analysis: Analysis, path: str | Path) -> Path:
    """Write the page to a file and say where it is."""
    target = Path(path)
    target.write_text(as_html(analysis), encoding="utf-8")
    return target


def notebook_html(analysis: Analysis) -> str:
    """The verdict, the plot and the table, for a notebook cell."""
    page = _summary(analysis) | {"primary": view(analysis, analysis.primary)}
    return environment().get_template("fragment.html.j2").render(page=page)


def environment() -> Environment:
    """The templates of this room."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(loader=PackageLoader("referee.report", "templates"), autoescape=True, undefined=StrictUndefined,
                       trim_blocks=True, lstrip_blocks=True)
    made.filters["soft"] = soft
    return made


def soft(text: str) -> Markup:
    """Escaped text in which a long specification may break after a comma or a colon, and an option may not.

    >>> print(soft("forest:depth=3,trees=<9>"))
    forest:<wbr>depth=3,<wbr>trees=&lt;9&gt;
    """
    from markupsafe import Markup, escape

    broken = re.sub(r"([,:])(?=\S)", r"\1<wbr>", str(escape(text)))
    return Markup(re.sub(r"--[a-z-]+", r'<span class="whole">\g<0></span>', broken))     # noqa: S704 - escaped above


def _summary(analysis: Analysis) -> dict[str, Any]:
    sentences = [bound(s) for s in verdict_sentences(analysis)]
    calm = [s for s in sentences if not s.startswith(LOUD)]
    return {
        "loud": [*reopened_sentences(analysis), *deviation_sentences(analysis),
                 *(s for s in sentences if s.startswith(LOUD))],
        "lead": calm[0] if calm else "", "rest": " ".join(calm[1:]),
        "claims": [bound(str(claim)) for claim in claims(analysis)],
        "provisional": failure_sentences(analysis)[0] if analysis.missing else "",
        "method": bound(method_sentence(analysis)), "tuning": tuning_views(analysis),
    }


def _capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _details(analysis: Analysis) -> dict[str, Any]:
    said = analysis.study.declaration
    data, *notices = data_sentences(analysis)
    return {
        "title": f"{analysis.problem.name}: {said.verb} by {analysis.primary.title}",
        "verb": said.verb, "data_name": analysis.problem.name,
        "asked": list(_asked(analysis)), "data": data, "notices": [n.removeprefix("! ") for n in notices],
        "design": design_sentence(analysis).removeprefix("Design: "), "failures": failure_sentences(analysis),
        "method": _capitalised(method_sentence(analysis).removeprefix("How: ")), "assumptions": _assumptions(analysis),
        "limits": list(_limits(analysis)), "command": said.command, "again": list(_again(analysis)),
        "learners": list(_learners(analysis)), "fingerprints": _fingerprints(analysis),
    }


def _asked(analysis: Analysis) -> Iterator[tuple[str, str]]:
    family = analysis.family
    yield "Question", ("Which of these learners is better, by how much, and how sure can one be?" if family
                       else "How good is it, and how sure can one be?")
    if said := declaration_sentence(analysis):
        yield "Declared", said.removeprefix("Declared ")
    yield "Learners", joined([f"{n} (baseline)" if c.baseline else n for n, c in analysis.learners.items()])
    yield "Decided by", f"{analysis.primary.title} ({analysis.primary.direction.word}), declared before looking"
    if len(analysis.metrics) > 1:
        yield "Supporting", joined([m.title for m in analysis.metrics[1:]])
    yield "Confidence", level_text(analysis.level)
    if family is not None:
        yield "Compared", f"all with {family.ask.against}" if family.ask.against else "all pairs"
        yield "Corrected by", CORRECTIONS.get(family.ask.adjust, family.ask.adjust)
        yield "Corrected for", FAMILIES[family.ask.family]
        yield "Smallest difference that matters", (plain(family.ask.relevant) if family.ask.relevant
                                                   else "not declared, so equivalence was not tested")


def _assumptions(analysis: Analysis) -> list[str]:
    family = analysis.family
    return list(dict.fromkeys(s for v in (family.verdicts if family else ()) for s in v.comparison.assumptions))


def _limits(analysis: Analysis) -> Iterator[str]:
    found = [e for e in analysis.estimates.values() if isinstance(e, Estimate)]
    for estimand in dict.fromkeys(e.estimand for e in found):
        yield LIMITS[estimand].format(rows=f"{found[0].n_train:,}")
    if analysis.family is not None:
        yield "“Can't tell” does not mean equal: it means that these data do not decide."
        yield ("“Worse” and “better” are about the direction being certain enough, not about the difference being "
               "important.")
    if len(analysis.metrics) > 1 and analysis.family is not None:
        yield "Each metric's comparisons were corrected among themselves, not across metrics."


def _again(analysis: Analysis) -> Iterator[tuple[str, str]]:
    said = analysis.study.declaration
    yield "Seed", str(said.seed)
    yield "Design", analysis.plan.spec
    if analysis.study.created:
        yield "Declared", analysis.study.created
    if said.versions:
        yield "Versions", ", ".join(f"{name} {version}" for name, version in said.versions.items())


def _learners(analysis: Analysis) -> Iterator[dict[str, str]]:
    for name, card in analysis.learners.items():
        fit, predict = analysis.table.seconds.get(name, (None, None))
        failed = sum(learner == name for learner, _, _ in analysis.table.failures)
        yield {"name": name, "fit": "—" if fit is None else duration(fit), "failed": f"{failed:,}",
               "predict": "—" if predict is None else duration(predict), "fingerprint": card.fingerprint}


def _fingerprints(analysis: Analysis) -> list[tuple[str, str]]:
    return [("Study", analysis.study.fingerprint), ("Data", analysis.problem.fingerprint),
            ("Splits", analysis.plan.fingerprint)]
