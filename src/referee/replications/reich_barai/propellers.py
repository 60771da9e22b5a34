"""Table 2 and figure 3 measured: the net with its stopping rule on propellers of the Wageningen B-series."""

from __future__ import annotations

from functools import partial

from referee.api import propeller_rows
from referee.data.propellers import OUTPUTS
from referee.replications._base import Found, How, Item, claim
from referee.replications.reich_barai.five_tests import beside_the_printed, five_tests, patterns
from referee.replications.reich_barai.net import StoppedNet
from referee.replications.reich_barai.picture import five_tests_figure
from referee.replications.reich_barai.printed import table

ROWS, ERROR = 301, 0.5


def redo(how: How) -> Found:
    """All five tests by relative error; in quick mode a third of the rows, of the error to stop at, and of samples."""
    rows = 100 if how.quick else ROWS
    net = StoppedNet(hidden=(30, 30), learning_rate=0.02, stop_at=ERROR * rows / ROWS, random_state=how.seed)
    ours = five_tests(net, propeller_rows(rows, seed=how.seed), how, target=list(OUTPUTS), metric="mape",
                      name="propellers", resamples=30 if how.quick else 100)
    printed = table(2)
    lost = claim("bootstrap fits that diverged", "8 of 100, and in no other test", f"{ours.diverged} of {ours.of}",
                 holds=ours.diverged > 0, note="fits that fail are counted, and told on every page; the paper dropped "
                                               "them. Whether a net diverges hangs on its program and start")
    return Found(rows=[*patterns(ours, differ=True), lost, *beside_the_printed(ours, printed, same=True)],
                 answers={"all estimators of K_T": ours.answer},
                 pictures={"the five tests as printed (above) and on our propellers (below); bars are the intervals "
                           "of eq. 8, historic": partial(five_tests_figure, {"printed": printed,
                                                                             "ours": ours.outputs})})


ITEM = Item(name="propellers", title="Table 2 and figure 3, measured: propellers of the Wageningen B-series",
            data="substitute: data make propeller (301 rows; J, P/D, EAR, z; noise of 0.5% in thrust, 0.2% in torque); "
                 "the naval series of the paper, with its cavitation numbers, is not public",
            procedure="a net of 30 and 30 units, improved backpropagation, learning rate 0.02, stopped at a sum of "
                      "squares of 0.5; relative error of each output; R, .632B × 100, L, 10 × K10, 10 × H(2/3)",
            redo=redo)
