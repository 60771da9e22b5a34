"""What to believe of Guo."""

from referee.replications.belief import Belief


def _of_figures(what: str, so: str, not_so: str) -> Belief:
    return Belief(about=lambda item, row: item.startswith("figure-") and what in row.what, so=so, not_so=not_so)


BELIEFS = (
    Belief(about=lambda item, row: item == "tables" and "rows" in row.what,
           so="The numbers of rows are those of the data we have.",
           not_so="{wrong} of {of} numbers of rows do not add up."),
    _of_figures("gives the prior the worst score (4.4.1",
                "That BIR gives the prior the worst score comes out where the prior votes with certainty ({ours}).",
                "That BIR gives the prior the worst score does not come out even where it votes with certainty "
                "({ours})."),
    _of_figures("gives the prior the worst score (as it should be)",
                "It comes out for class shares too.",
                "It does not for class shares ({ours}): what BIR punishes is certainty that is wrong."),
    _of_figures("BIR favours", "BIR favours naive Bayes, forest and tree in every reading.",
                "Do not believe that BIR favours Bayesian classifiers: of {of} readings that comes out in {right}."),
    _of_figures("support vectors are unsuited",
                "Support vector machines are among the poorer ones, scaled too: {ours}.",
                "Do not believe that support vector machines are unsuited to several classes: in {wrong} of {of} "
                "figures they are not ({ours})."),
    Belief(about=lambda item, row: item == "appendix-a" and "pooled" in row.what,
           so="Believe Appendix A: intervals over pooled lists miss their own means ({ours}).",
           not_so="Intervals over pooled lists did not miss their means here."),
    Belief(about=lambda item, row: item == "future-work" and "no substitute" in row.what,
           so="Believe the introduction, that accuracy is no substitute for divergence from the truth ({ours}).",
           not_so="Accuracy ranks learners nearly as divergence from the truth does ({ours}).",
           open="Whether accuracy ranks as divergence from the truth does is left open."),
    Belief(about=lambda item, row: item == "future-work" and "BIR rises" in row.what,
           so="BIR follows accuracy and calibration both.", not_so="BIR does not follow accuracy and calibration both.",
           open="Whether BIR follows accuracy and calibration both is left open by so few networks."),
)
