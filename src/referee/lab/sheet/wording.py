"""What the page of levels says around its tables."""

HEAD = """# How often the defaults are wrong, measured

Two learners that are equal in truth are compared in hundreds of simulated studies, through `referee compare` itself:
the same design, fits and reading as a user's study. A **level** is the share of studies in which the test finds a
difference at 5% although there is none. **Coverage** is the share in which a 95% interval of `evaluate` holds the
truth. ± is one Monte-Carlo standard error. The bars: levels up to {highest}, coverage from {lowest} on; a figure that
misses its bar by more than two Monte-Carlo errors is **bold**, and listed below under what is off; – is not measured
since its rule was last changed.

This page is made from the counts in docs/levels.jsonl, which the same command goes on with; nothing on it is typed
by hand:

    {command}

Design: {design}.

*Synthetic samples*: two blocks of five features that say equally much about the target; each learner sees one of
them, so that both have the same expected score by symmetry, and agree on few rows: the hard case. Two classes are two
Gaussians a distance of 1.4 apart; numbers are a line, a sine and a square with noise. *Real rows*: two rows of one
class of a bundled data set stand side by side, one shown to each learner; which was first is chance, so that the
learners are equal whatever the data are. *Groups* move their rows, and differ in what they say about the classes.
Learners: trees, boosting and support vector machines are scikit-learn's; the quick ones (nearest neighbours, linear,
naive Bayes, the kernel machine, the network) are written for speed and tested to predict as scikit-learn's do."""

SECTIONS = {
    "levels": "## Does the verdict raise false alarms?\n\nThe share of studies with p ≤ 0.05 where the learners are "
              "equal; 0.05 is promised.",
    "seeds": "## Does it see through a difference of seeds?\n\nOne learner run twice on the same rows, with two seeds: "
             "equal in truth, and all that differs is chance.",
    "coverage": "## Does the interval hold what it says?\n\nFirst the expected score of the procedure at the training "
                "size that is stated beside it, then the score of the very model trained on all rows, on new rows; "
                "0.95 is promised. Each study gives two intervals, one for each learner.",
    "power": "## What can it see?\n\nThe share of studies in which a difference that is there is found. It says "
             "something only where the level holds,\nwhich earlier designs (below, where they were measured) did not "
             "for every learner.",
    "others": "## Levels with another design\n\n{design}",
    "others held": "## Coverage with another design\n\nDesign: {design}.",
}

EARLIER = {
    "leaning": "° Counted, in part, before intervals of scores of labels reached as far as the hit rates of their "
               "classes do (docs/halves.md), which only makes them longer.",
}

NOT_MEASURED = """## What was not measured

- Learners that are tuned inside the training parts; text, images and other data on which networks are large.
- More than 300 rows, classes below 10% with more than 300 rows, more than three classes.
- Comparisons of two different learners that happen to be equal: equality is known only by exchangeability.
- Coverage on real rows: their truth is not known. Coverage with about five rows of a class: such samples were picked.
- Metrics that are not in the tables. Where a user's metric, learner, size or design has no cell near it, `referee`
  says “not measured” and claims nothing."""

FOOT = """## Tests by name

The levels of tests that are not the default, the historic ones among them, are on a page of their own:
[tests by name](levels-by-test.md)."""
