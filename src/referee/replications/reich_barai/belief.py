"""What to believe of Reich & Barai."""

from referee.replications._base import Row
from referee.replications.belief import Belief, of_item

MEASURED = ("propellers", "corrosion", "machining")


def _on_other_data(what: str, so: str, not_so: str) -> Belief:
    return Belief(about=lambda item, row: item in MEASURED and what in row.what, so=so, not_so=not_so)


def _impossible(item: str, row: Row) -> bool:
    return item.startswith("table-") and row.ours == "impossible"


BELIEFS = (
    Belief(about=of_item("table-1", "bias of R"),
           so="Of Table 1 believe that resubstitution is very optimistic: so it is for every learner measured.",
           not_so="Resubstitution is not very optimistic for every learner measured ({ours}).",
           open="Too few draws to say whether resubstitution is very optimistic."),
    Belief(about=lambda item, row: item == "table-1" and any(
        row.what.endswith(f"bias of {letter}") for letter in ("K", "K^I", "L")),
           so="K, K^I and L are nearly unbiased.", not_so="Not all of K, K^I and L are nearly unbiased ({ours}).",
           open="Whether K, K^I and L are nearly unbiased is left open by so few draws."),
    Belief(about=of_item("table-1", "variability"),
           so="The order of variabilities is as printed.",
           not_so="Do not believe its order of variabilities; measured: {ours}.",
           open="Its order of variabilities is left open by so few draws."),
    Belief(about=lambda item, row: item == "table-2" and row.what.startswith("range"),
           so="The ranges told in the text follow from Table 2.",
           not_so="Of the ranges told in the text {right} of {of} follow from Table 2."),
    Belief(about=_impossible, not_so="{wrong} printed rows are impossible, so a misprint must be reckoned with in "
                                     "others as well."),
    _on_other_data("R below the mean of H",
                   "On data that we could have, R lies below H in all outputs (their Assertion 1).",
                   "On data that we could have, R does not lie below H in all outputs ({ours})."),
    _on_other_data("K narrower than H", "K varies less than H there.", "K does not always vary less than H ({ours})."),
    _on_other_data("T² of K against H", "T² finds K and H as different, or as alike, as they found them.",
                   "T² does not say of K and H what it said there ({ours}): that hangs on the data."),
    Belief(about=of_item("figure-7"), so="Figure 7 is right: several outputs can show together what none shows alone.",
           not_so="Figure 7 did not come out ({ours})."),
)
