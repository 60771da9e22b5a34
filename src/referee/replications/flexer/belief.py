"""What to believe of Flexer."""

from referee.replications.belief import Belief, of_item

BELIEFS = (
    Belief(about=of_item("survey"), so="All {of} shares of the survey can be.",
           not_so="The survey can be believed roughly: {wrong} of its {of} shares are those of no number of articles."),
    Belief(about=of_item("equations"), so="The quantiles of the intervals are right.",
           not_so="A quantile of the intervals is wrong ({ours})."),
    Belief(about=of_item("overlap"),
           so="What is said of intervals that overlap holds: that they do not is stricter than a test, that each mean "
              "lies outside the other's interval is not enough.",
           not_so="What is said of intervals that overlap does not hold: {ours}."),
    Belief(about=of_item("twenty-tests"), so="So does the risk of twenty tests.",
           not_so="The risk of twenty tests is {ours}."),
    Belief(about=of_item("prechelt", "articles"), so="Prechelt read as many articles as is said.",
           not_so="Prechelt read {ours} articles."),
)
