"""A study slow enough to be killed half-way: run as a program, `python slow_study.py LEDGER [JOBS]`."""

import sys

from referee import api

MODELS = ["gaussian-nb", "tree", "forest:n_estimators=8", "mlp:max_iter=40"]


def prepared():
    return api.prepare("compare", MODELS, api.load("wine"), design="kfold:folds=5,repeats=4", seed=3)


def main(ledger, jobs):
    with api.opened(ledger) as store:
        api.carry_out(prepared(), store, engine=api.Local(workers=jobs))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1)
