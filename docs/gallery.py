"""Every kind of page on bundled data, with its picture: python docs/gallery.py FOLDER.

Writes a page for each command below, and, where a Chromium is installed, its picture on a desk, on a phone, in the dark
and on paper. Without a folder the small pictures of docs/gallery and docs/gallery.md are made anew.
"""

import contextlib
import io
import json
import os
import random
import shlex
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from browser import CHROMIUM, Browser

HERE = Path(__file__).parent
DESK, PHONE = 1280, 390
WIDE, TALL, LOW, GAP, SHADES = 680, 600, 330, 10, 32       # of a small picture: pixels, and colours
VIEWS = {"desk": WIDE, "dark": 300, "paper": 210, "phone": 150}         # each with its width in a small picture


@dataclass(frozen=True)
class Shown:
    """One page: its name, the command that makes it, and what is to be seen."""

    name: str
    command: str
    what: str
    before: str = ""            # a command that has to be given first


PAGES = (
    Shown("compare", "referee compare breast-cancer --models logistic,gaussian-nb,knn,tree --design kfold:folds=5",
          "Which model is better: the verdict, the scores with intervals, each against each, other metrics, the rows "
          "that are wrong."),
    Shown("regression", "referee compare diabetes --models ridge,knn,tree --design kfold:folds=5",
          "The same of numbers, with residuals."),
    Shown("evaluate", "referee evaluate iris --models tree --design kfold:folds=10", "How good one model is."),
    Shown("tune", "referee tune iris --models 'knn:n_neighbors=1|5|15' --design kfold:folds=5",
          "Which setting to use, and what tuning in this way is worth."),
    Shown("judge", "referee judge gpt.jsonl llama.jsonl --groups article", "Answers that were given elsewhere."),
    Shown("targets", "referee compare linnerud --models ridge,knn --design kfold:folds=5",
          "Several targets, each by its own score, then all together."),
    Shown("labels", "referee compare tags.csv --target sun,sea --models knn,tree --design kfold:folds=3",
          "Several labels of each row, each by itself."),
    Shown("series", "referee compare sales.csv --target sales --time day --models ridge,tree",
          "Rows in order of time, tested on what follows."),
    Shown("sets", "referee run study.yaml --ledger sets.db", "A study file of several data sets."),
    Shown("judged-sets", "referee judge answers.csv --dataset task --ledger tasks.db",
          "Answers of models on several data sets."),
    Shown("rank", "referee rank scores.csv --metrics accuracy", "Algorithms over many data sets."),
    Shown("trials", "referee trials runs.csv --metrics accuracy", "Runs of several seeds."),
    Shown("chance", "referee chance iris --models lda --design kfold:folds=3 --shuffles 99",
          "A score beside what it is on shuffled labels."),
    Shown("curve", "referee curve iris --models lda,tree --folds 3", "What more data would bring."),
    Shown("panorama", "referee panorama iris --models lda", "Every way to estimate, side by side."),
    Shown("sensitivity", "referee sensitivity iris --models tree --design kfold:folds=3 --seeds 3 --splits 3",
          "What seeds, splits and designs change."),
    Shown("decompose", "referee decompose iris --models tree,lda --samples 30", "Bias and variance."),
    Shown("components", "referee components iris --models tree,lda --portions 3 --splits 3 --seeds 3",
          "Where the spread of a score comes from."),
    Shown("calibration", "referee calibration referee.db --learner gaussian-nb --study 1",
          "Whether probabilities can be believed."),
    Shown("roc", "referee picture roc referee.db --study 1", "ROC curves with bands."),
    Shown("precision-recall", "referee picture precision-recall referee.db --study 1",
          "Precision-recall curves with bands."),
    Shown("confusion", "referee picture confusion referee.db --study 1", "Confusion matrices."),
    Shown("decision-curve", "referee picture decision-curve referee.db --study 1 --thresholds 0.1,0.2,0.5",
          "Net benefit, and a table of thresholds with intervals."),
    Shown("posterior", "referee picture posterior referee.db --study 1 --pair logistic,tree",
          "How likely which difference between two models is."),
    Shown("residuals", "referee picture residuals referee.db --study 2", "Truth minus prediction, the largest first."),
    Shown("rows", "referee picture rows referee.db --study 1", "Row by row: who is wrong."),
    Shown("differing", "referee picture differing referee.db --study 1 --pair logistic,tree",
          "The rows on which two models differ, and who is right."),
    Shown("audit", "referee audit referee.db --study 1 --fail-on never",
          "What is wrong with the way a study was done."),
    Shown("numbers", "referee audit printed.csv --fail-on never", "Whether the numbers of a paper can be."),
    Shown("leaks", "referee audit visits.csv --target ill --fail-on never", "Whether data give the target away."),
    Shown("plan", "referee plan --difference 0.01 --disagreement 0.08", "How many cases a difference needs."),
    Shown("advise", "referee advise iris --models lda,tree", "Which design, interval and test, and why."),
    Shown("survey", "referee survey flexer-1995", "How many papers meet each demand."),
    Shown("replicate", "referee replicate mooney experiments", "A paper redone, number by number."),
    Shown("watch", "referee watch coming.csv --pair new,old", "Two models on cases that keep coming."),
    Shown("vault", "referee vault open wine --models lda,tree --ledger vault.db", "Rows set aside, opened once.",
          before="referee vault seal wine --ledger vault.db"),
    Shown("metric-study", "referee lab metric-study wine --sizes 30,60 --test-rows 40 --repeats 4 --models lda,knn",
          "Which metric tells learners apart."),
    Shown("estimators", "referee lab estimators found.jsonl --models lda,1nn --sizes 30 --repeats 6 --resamples 10",
          "Which way of estimating an error is how far off."),
)


STUDY = """\
problems:
  - data: iris
  - data: wine
  - data: breast-cancer
models: [lda, gaussian-nb, tree]
metrics: [accuracy]
design: kfold:folds=5
"""
ABOUT = """Every verb writes its answer as one file that needs nothing but itself: it can be mailed, printed, and read
on a phone or in the dark. In a browser its tables can be sorted, its metric switched, two models picked and rows
sifted; without JavaScript everything is there, folded or in tables. Below, each on a desk, in the dark, printed and on
a phone. The pages were made by
`python docs/gallery.py FOLDER`, from bundled data and small files that it writes; `python docs/gallery.py` makes this
page and its pictures anew."""


def examples(folder):
    """The files that the commands above name."""
    draw = random.Random(7)             # noqa: S311 - example files, the same each time
    hard = [draw.random() for _ in range(300)]
    for model, skill in (("gpt", .74), ("llama", .68)):
        right = [int(.7 * h + .3 * draw.random() < skill) for h in hard]
        lines = [json.dumps({"id": f"q{i}", "article": f"a{i // 5}", "correct": c}) for i, c in enumerate(right)]
        (folder / f"{model}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    models = ("bayes", "forest", "knn", "net", "tree")
    sets = [[f"set {i}", *(f"{.7 + .02 * m + draw.gauss(0, .02):.3f}" for m in range(5))] for i in range(12)]
    _table(folder / "scores.csv", ["dataset", *models], sets)
    _table(folder / "runs.csv", ["run", "old", "new", "large"], [
        [str(i), *(f"{.80 + .012 * m + draw.gauss(0, .01):.4f}" for m in range(3))] for i in range(8)])
    level, days = 0.0, []
    for day in range(160):
        level, price = .8 * level + draw.gauss(0, 1), draw.gauss(0, 1)
        days.append([str(day), f"{price:.3f}", f"{draw.gauss(0, 1):.3f}", f"{10 + level - 2 * price:.3f}"])
    _table(folder / "sales.csv", ["day", "price", "weather", "sales"], days)


def more_examples(folder):
    """The files of several labels, several data sets, cases that keep coming, a paper's numbers and data that leak."""
    draw = random.Random(8)             # noqa: S311 - as above
    warm = [(draw.gauss(0, 1), draw.gauss(0, 1)) for _ in range(90)]
    _table(folder / "tags.csv", ["warmth", "wind", "sun", "sea"], [
        [f"{a:.3f}", f"{b:.3f}", str(int(a + draw.gauss(0, .7) > 0)), str(int(a - b > 0))] for a, b in warm])
    (folder / "study.yaml").write_text(STUDY, encoding="utf-8")
    _table(folder / "answers.csv", ["id", "task", "truth", "small", "large"], [
        [str(i), f"task {i % 7}", ("yes", "no")[i % 2], _said(draw, i, .70), _said(draw, i, .82)] for i in range(420)])
    _table(folder / "coming.csv", ["new", "old"], [
        [str(int(draw.random() < .85)), str(int(draw.random() < .70))] for _ in range(200)])
    _table(folder / "printed.csv", ["model", "n", "precision", "recall", "f1", "accuracy"], [
        ["net", "200", "0.80", "0.85", "0.95", "0.873"], ["tree", "200", "0.78", "0.80", "0.79", "0.810"]])
    ill = [int(draw.random() < .4) for _ in range(300)]
    _table(folder / "visits.csv", ["patient", "age", "marker", "discharge_code", "ill"], [
        [f"p{i // 4}", str(draw.randint(20, 80)), f"{one + draw.gauss(0, 1.5):.2f}", f"{one}{draw.randint(1, 3)}",
         ("no", "yes")[one]] for i, one in enumerate(ill)])


def _said(draw, number, skill):
    """The answer to a question of that number, right as often as the skill has it."""
    return ("yes", "no")[(number + (draw.random() > skill)) % 2]


def _table(file, header, rows):
    file.write_text("\n".join(",".join(row) for row in [header, *rows]) + "\n", encoding="utf-8")


def make(folder, only=PAGES):
    """The pages, each by its command, in this process: most of what a command takes is to be started."""
    from referee.cli.main import main

    examples(folder)
    more_examples(folder)
    made = {}
    with contextlib.chdir(folder), mock.patch("os.sched_getaffinity", return_value={0}, create=True):
        for page in only:
            for words in (shlex.split(page.before), [*shlex.split(page.command), "-o", f"{page.name}.html"]):
                said = _given(main, words) if words else ""
            made[page.name] = folder / f"{page.name}.html"
            if not made[page.name].exists():
                raise RuntimeError(f"{page.command}: {said}")
    return made


def _given(main, words):
    """What a command says."""
    said = io.StringIO()
    with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(said), contextlib.redirect_stderr(said), \
            contextlib.suppress(SystemExit):
        main()
    return said.getvalue()


def photograph(made, folder):
    """Each page on a desk, on a phone, in the dark and on paper."""
    with Browser() as browser:
        for name, page in made.items():
            for kind in VIEWS:
                view(browser, page, kind)
                browser.picture(folder / f"{name}-{kind}.png")
            browser.paper(folder / f"{name}.pdf")


def view(browser, page, kind):
    """Open a page on a desk, in the dark, on a phone, or as it is printed."""
    browser.show(page, width=PHONE if kind == "phone" else DESK, dark=kind == "dark")
    if kind == "paper":
        browser.as_printed()


def small(made, folder):
    """One light-weight picture of each page: on a desk, below it in the dark, printed and on a phone."""
    from PIL import Image

    folder.mkdir(exist_ok=True)
    with Browser() as browser, tempfile.TemporaryDirectory() as room:
        for name, page in made.items():
            sheet, left = Image.new("RGB", (WIDE, TALL + GAP + LOW), "#8c959f"), 0
            for kind, wide in VIEWS.items():
                view(browser, page, kind)
                browser.picture(Path(room) / "whole.png", tallest=3 * DESK)
                with Image.open(Path(room) / "whole.png") as whole:
                    less = whole.convert("RGB").resize((wide, wide * whole.height // whole.width),
                                                       Image.Resampling.LANCZOS)
                if kind == "desk":
                    sheet.paste(less.crop((0, 0, wide, min(TALL, less.height))), (0, 0))
                else:
                    sheet.paste(less.crop((0, 0, wide, min(LOW, less.height))), (left, TALL + GAP))
                    left += wide + GAP
            few = sheet.quantize(SHADES, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
            few.save(folder / f"{name}.png", optimize=True)


def album():
    """docs/gallery.md: each page, what it is, the command that made it."""
    parts = ["# A gallery of pages", ABOUT]
    for page in PAGES:
        parts += [f"## {page.name}", page.what, f"    {page.command}",
                  f"![The page of {page.name}. {page.what}](gallery/{page.name}.png)"]
    return "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    if CHROMIUM is None:
        print("No Chromium is installed here: pages without pictures.", file=sys.stderr)
    if len(sys.argv) > 1:
        room = Path(sys.argv[1]).resolve()
        room.mkdir(parents=True, exist_ok=True)
        pages = make(room)
        if CHROMIUM is not None:
            photograph(pages, room)
    else:
        with tempfile.TemporaryDirectory() as kept:
            pages = make(Path(os.path.realpath(kept)))
            if CHROMIUM is not None:
                small(pages, HERE / "gallery")
        (HERE / "gallery.md").write_text(album(), encoding="utf-8")
