"""The page of an estimator study: a table and a panel for every cell."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.lab.estimators.picture import in_order, profile_figure
from referee.lab.estimators.summary import Worth
from referee.metrics import metric
from referee.report.document import Block, Drawing, Page, Section, Table, Text
from referee.report.study_sections import command_block, how_section
from referee.report.text import aligned, wrapped

HEADER = ["estimator", "mean", "bias", "sd", "rmse", "covered", "width", "fits", "ms"]
CAPTION = ("The dashed line is the truth: the mean score, on new rows, of models trained on so many rows. Points are "
           "means over the D drawn, thick bars a standard deviation each way; thin ones hold nine estimates of ten.")
HOW = ("Each D is drawn anew and evaluated by every estimator. Bias is the mean of the estimates less the truth "
       "(± twice its standard error), sd their spread over D, rmse their distance from the truth; covered is the share "
       "of 95% intervals that hold the truth. Reich & Barai (1999), eqs 4 and 5.")
EQ_8 = ("Intervals of eq. 8 take repeats for independent (historic). Eq. 6 is the standard error they rest on; the sd "
        "over D is what it should be. Resampled: rows of D are drawn with replacement, copies kept together, and all "
        "is evaluated anew.")


def estimators_page(cells: Sequence[tuple[str, str, Sequence[Worth]]], *, command: str = "") -> Page:
    """Cells are a title, a metric and what the estimators are worth."""
    sections = [_section(i, title, worths) for i, (title, _, worths) in enumerate(cells)]
    titles = list(dict.fromkeys(metric(name).title for _, name, _ in cells))
    return Page(kind="estimators", about="estimators of error", title="How good the estimators are",
                question="How far off is each estimator, on average and at a time?", lead=_lead(cells),
                how=[HOW], rest=[f"Scores are by {', '.join(titles)}."],
                sections=[*sections, how_section([HOW, EQ_8], more=command_block(command))])


def _lead(cells: Sequence[tuple[str, str, Sequence[Worth]]]) -> str:
    nearest = [min(worths, key=lambda worth: worth.rmse).title for _, _, worths in cells]
    counted = {title: nearest.count(title) for title in dict.fromkeys(nearest)}
    said = ", ".join(f"{title} in {times}" for title, times in sorted(counted.items(), key=lambda pair: -pair[1]))
    return f"Nearest to the truth by root mean square error, of {len(cells)} cells: {said}."


def _section(number: int, title: str, worths: Sequence[Worth]) -> Section:
    found = in_order(worths)
    blocks: list[Block] = [
        Text(f"Truth: {found[0].truth:.4g}, over {found[0].draws} draws of D.", "note"),
        Drawing(draw=lambda: profile_figure([("", found)]), caption=CAPTION,
                spoken=f"estimators around the truth; {title}"),
        Table(header=HEADER, rows=[row_of(worth) for worth in found])]
    checked = [worth for worth in found if worth.eq_8 is not None or worth.sd_resampled is not None]
    if checked:
        blocks.append(Table(header=["estimator", "sd over D", "by eq. 6", "by resampling", "eq. 8 covers"], rows=[
            [worth.title, f"{worth.sd:.3g}", _or_dash(worth.sd_eq_6, ".3g"), _or_dash(worth.sd_resampled, ".3g"),
             _or_dash(worth.eq_8, ".0%")] for worth in checked]))
    return Section(key=f"cell-{number}", title=title, blocks=blocks, gist=True)


def estimators_text(page: Page, cells: Sequence[tuple[str, Sequence[Worth]]]) -> str:
    """The tables of all cells for a terminal, then the sentences."""
    parts = ["\n".join([f"{title}: truth {worths[0].truth:.4g}, {worths[0].draws} draws",
                        *aligned(HEADER, [row_of(worth) for worth in in_order(worths)])]) for title, worths in cells]
    said = "\n".join(wrapped(sentence, hang="  ") for sentence in page.sentences)
    return "\n\n".join([*parts, said, wrapped(f"How: {' '.join(page.how)}")]) + "\n"


def row_of(worth: Worth) -> list[str]:
    """The numbers of one estimator, to a hundredth of the truth's size."""
    places = max(0, 2 - math.floor(math.log10(abs(worth.truth)))) if worth.truth else 3
    return [worth.title, f"{worth.mean:.{places}f}",
            f"{worth.bias:+.{places}f} ± {2 * worth.bias_error:.{places}f}".replace("-", "−"),
            f"{worth.sd:.{places}f}", f"{worth.rmse:.{places}f}", _or_dash(worth.covered, ".0%"),
            _or_dash(worth.width, f".{places}f"), f"{worth.fits:,.0f}", f"{1000 * worth.seconds:,.0f}"]


def _or_dash(value: float | None, how: str) -> str:
    return "–" if value is None else f"{value:{how}}"
