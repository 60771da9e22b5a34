"""What to believe of Salzberg."""

from referee.replications.belief import Belief, of_item

BELIEFS = (
    Belief(about=of_item("numbers"), so="All {of} numbers of the paper come out.",
           not_so="{right} of {of} numbers of the paper come out; for {wrong} see the errata."),
    Belief(about=of_item("154-tests", "by the plain t, nothing to learn"),
           so="His warning is right: where there was nothing to find, plain t-tests found it in {ours}.",
           not_so="His warning was not seen at work here: plain t-tests found a difference in {ours}."),
    Belief(about=of_item("154-tests", "left after Bonferroni over 154, by the binomial test"),
           so="So is his cure: the binomial test with Bonferroni's correction leaves {ours}.",
           not_so="His cure did not do here: the binomial test with Bonferroni's correction leaves {ours}."),
)
