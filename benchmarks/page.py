"""How soon a large page can be used: 20 models by 8 metrics, opened in a browser.

    python benchmarks/page.py [--models 20] [--opened 10]

The page is that of `judge` on made-up predictions of 400 cases. Chromium opens it from the disk, each time anew: until
its text stands (DOMContentLoaded), until everything is there (load), then from a click on a heading until the table is
sorted and drawn, and the same for another metric. The times are the browser's own; needs a Chromium that is installed.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd

import referee

sys.path.insert(0, str(Path(__file__).parents[1] / "docs"))
from browser import CHROMIUM, Browser

METRICS = "roc_auc,accuracy,log_loss,brier,f1,balanced_accuracy,mcc,average_precision"
CASES = 400
OPENED = """(() => {
  const told = performance.getEntriesByType("navigation")[0];
  return [told.domContentLoadedEventEnd, told.loadEventEnd];
})()"""
ACTED = """new Promise(done => {
  const begun = performance.now();
  ACT;
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)));
})"""
SORT = 'document.querySelector("table.sortable thead button").click()'
SWITCH = """const select = document.querySelector("section[data-metric] select");
  select.selectedIndex = 3; select.dispatchEvent(new Event("change", {bubbles: true}))"""


def page_of(models: int, folder: Path) -> Path:
    """The page of so many models, by all of the metrics."""
    draw = np.random.default_rng(0)
    y = draw.integers(0, 2, CASES)
    cases = pd.DataFrame({"id": np.arange(CASES), "truth": np.where(y, "yes", "no")})
    said = []
    for number in range(models):
        z = (y - 0.5) * draw.uniform(1, 3) + draw.normal(size=CASES)
        said.append(cases.assign(model=f"m{number:02}", prediction=np.where(z > 0, "yes", "no"),
                                 probability=1 / (1 + np.exp(-z))))
    return referee.judge(pd.concat(said), positive="yes", metrics=METRICS).report(folder / "page.html")


def main() -> None:
    """Make the page, open it so often, and print the medians and the worst."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", type=int, default=20)
    parser.add_argument("--opened", type=int, default=10)
    given = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("page: no Chromium is installed here.")
    found: dict[str, list[float]] = {"text stands": [], "all is there": [], "sorted": [], "another metric": []}
    with tempfile.TemporaryDirectory() as room, Browser() as browser:
        page = page_of(given.models, Path(room))
        for _ in range(given.opened):
            browser.show(page, width=1280)
            times = [*browser.ask(OPENED), browser.ask(ACTED.replace("ACT", SORT)),
                     browser.ask(ACTED.replace("ACT", SWITCH))]
            for kind, milliseconds in zip(found, times, strict=True):
                found[kind].append(milliseconds)
        print(f"{given.models} models by {METRICS.count(',') + 1} metrics: {page.stat().st_size / 1000:.0f} kB")
    for kind, times in found.items():
        print(f"{kind:<16} median {statistics.median(times):5.0f} ms, at most {max(times):5.0f} ms")


if __name__ == "__main__":
    main()
