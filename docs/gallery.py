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
WIDE, TALL, SHADES = 640, 800, 48              # of a small picture: pixels, and colours


@dataclass(frozen=True)
class Shown:
    """One page: its name, the command that makes it, and what is to be seen."""

    name: str
    command: str
    what: str


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
    Shown("series", "referee compare sales.csv --target sales --time day --models ridge,tree",
          "Rows in order of time, tested on what follows."),
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
    Shown("rows", "referee picture rows referee.db --study 1", "Row by row: who is wrong."),
    Shown("audit", "referee audit referee.db --study 1 --fail-on never",
          "What is wrong with the way a study was done."),
    Shown("plan", "referee plan --difference 0.01 --disagreement 0.08", "How many cases a difference needs."),
    Shown("advise", "referee advise iris --models lda,tree", "Which design, interval and test, and why."),
    Shown("survey", "referee survey flexer-1995", "How many papers meet each demand."),
)


ABOUT = """Every verb writes its answer as one file that needs nothing but itself: it can be mailed, printed, and read
on a phone or in the dark. In a browser its tables can be sorted, its metric switched, two models picked and rows
sifted; without JavaScript everything is there, folded or in tables. The pages below were made by
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


def _table(file, header, rows):
    file.write_text("\n".join(",".join(row) for row in [header, *rows]) + "\n", encoding="utf-8")


def make(folder, only=PAGES):
    """The pages, each by its command, in this process: most of what a command takes is to be started."""
    from referee.cli.main import main

    examples(folder)
    made = {}
    with contextlib.chdir(folder), mock.patch("os.sched_getaffinity", return_value={0}, create=True):
        for page in only:
            words = [*shlex.split(page.command), "-o", f"{page.name}.html"]
            said = io.StringIO()
            with mock.patch.object(sys, "argv", words), contextlib.redirect_stdout(said), \
                    contextlib.redirect_stderr(said), contextlib.suppress(SystemExit):
                main()
            made[page.name] = folder / f"{page.name}.html"
            if not made[page.name].exists():
                raise RuntimeError(f"{page.command}: {said.getvalue()}")
    return made


def photograph(made, folder):
    """Each page on a desk, on a phone, in the dark and on paper."""
    with Browser() as browser:
        for name, page in made.items():
            for kind, width, dark in (("desk", DESK, False), ("phone", PHONE, False), ("dark", DESK, True)):
                browser.show(page, width=width, dark=dark)
                browser.picture(folder / f"{name}-{kind}.png")
            browser.paper(folder / f"{name}.pdf")


def small(made, folder):
    """A light-weight picture of the first screen of each page."""
    from PIL import Image

    folder.mkdir(exist_ok=True)
    with Browser() as browser, tempfile.TemporaryDirectory() as room:
        for name, page in made.items():
            browser.show(page, width=DESK - 260)
            browser.picture(Path(room) / "whole.png", tallest=(DESK - 260) * TALL // WIDE)
            with Image.open(Path(room) / "whole.png") as whole:
                less = whole.convert("RGB").resize((WIDE, WIDE * whole.height // whole.width), Image.Resampling.LANCZOS)
            few = less.quantize(SHADES, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
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
