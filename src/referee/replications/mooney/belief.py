"""What to believe of Mooney."""

from referee.replications.belief import Belief, of_item

BELIEFS = (
    Belief(about=of_item("experiments", "average"), so="The averages on the slide are right.",
           not_so="{wrong} averages on the slide are wrong."),
    Belief(about=of_item("experiments", "better evidence"),
           so="Experiment 1 is the better evidence ({ours}), as the slide would have its reader see; neither is below "
              "0.05.",
           not_so="Experiment 1 is not the better evidence ({ours})."),
    Belief(about=of_item("learning-curves", "test accuracy"),
           so="Learning curves rise, as drawn.",
           not_so="Not every learning curve rises: {ours}."),
    Belief(about=of_item("learning-curves", "grow with the rows"),
           so="Models that can grow do so with the rows.", not_so="Not every model grows with the rows: {ours}."),
)
