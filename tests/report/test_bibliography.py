"""The works behind the methods: each that a method names is there, and each that is there is whole."""

import re

import pytest

from referee.comparisons.multiplicity.adjust import SOURCES
from referee.estimates import clustered_mean, delong, t_mean, wilson
from referee.estimates._base import Interval
from referee.reading.differences.named import TESTS
from referee.reading.intervals.named import INTERVALS, made_by
from referee.report.bibliography import bibtex, cited, in_latex, in_words, keys, works
from referee.report.ranking import page as ranking_page


@pytest.mark.parametrize("method", [*TESTS, *INTERVALS], ids=lambda method: method.name)
def test_every_test_and_interval_names_works_that_are_there(method):
    assert keys(method.reference)
    assert set(keys(method.reference)) <= works().keys()


def test_every_correction_and_the_ranking_name_works_that_are_there():
    named = [*SOURCES.values(), *ranking_page.CITED, ranking_page.OF_ALL, ranking_page.OF_THE_BEST]
    assert {key for text in named for key in keys(text)} <= works().keys()


@pytest.mark.parametrize("key", works())
def test_every_work_is_whole(key):
    entry = works()[key]
    fields = dict(re.findall(r"(\w+) = \{(.*?)\}(?=,|\n)", entry, flags=re.DOTALL))
    assert {"author", "title", "year"} <= fields.keys()
    assert key.endswith(fields["year"])
    assert {"journal", "booktitle", "publisher", "howpublished"} & fields.keys()
    assert entry.count("{") == entry.count("}")
    assert entry.isascii()


@pytest.mark.parametrize(("interval", "name"), [
    (wilson(30, 50), "wilson"), (t_mean([1.0, 2.0, 4.0]).interval, "t_mean"),
    (clustered_mean([1.0, 2.0, 4.0, 3.0], [1, 1, 2, 3]).interval, "clustered_mean"),
    (delong([0, 1, 0, 1, 1], [0.1, 0.8, 0.4, 0.3, 0.7]).interval, "delong"),
    (Interval(0.1, 0.2, method="infinitesimal jackknife, t"), "t_mean"),
    (Interval(0.1, 0.2, method="long-run t on log odds"), "long_run_mean"),
    (Interval(0.1, 0.2, method="t over replicates (Reich & Barai eq. 8), historic"), "t_over_replicates"),
])
def test_an_interval_is_known_by_what_it_says_of_itself(interval, name):
    assert made_by(interval).name == name


def test_an_interval_of_another_kind_is_nobodys():
    assert made_by(Interval(0.1, 0.2, method="by hand")) is None
    assert made_by(None) is None


def test_a_work_that_is_not_there_is_told_by_author_and_year():
    assert "@misc{nobody-else-2031,\n  author = {Nobody and Else}, year = {2031}\n}" in bibtex(["Nobody & Else 2031"])


def test_a_work_that_is_named_twice_is_there_once():
    assert bibtex(["Holm 1979", "Holm 1979; Student 1908"]).count("@article{holm-1979,") == 1


def test_what_is_cited_is_told_in_words_and_in_latex():
    said = f"100% by Holm{cited('Holm 1979', 'docs/halves.md')} & t{cited('docs/halves.md')}."
    assert in_words(said) == "100% by Holm (Holm 1979) & t."
    assert in_latex(said) == r"100\% by Holm~\cite{holm-1979} \& t."
