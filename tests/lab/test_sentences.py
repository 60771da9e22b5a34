"""The reader of sentences: how it is taught, what it is worth, and that what it was taught is what comes along."""

from dataclasses import replace
from itertools import islice
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

from referee.audit.prose.taught import FILE, KINDS, taught
from referee.errors import BadInput
from referee.lab.__main__ import main
from referee.lab.sentences import Read, Reader, corpus_of, held_out, pointed, sentences, threshold_of

CORPUS = Path(__file__).parents[2] / "docs" / "sentences.zip"
SUBTLE = CORPUS.with_name("subtle.zip")
PAGE = CORPUS.with_name("audit-measured.md")


@pytest.fixture(scope="module")
def few(tmp_path_factory):
    """Every third paragraph of four authors."""
    path = tmp_path_factory.mktemp("few") / "few.zip"
    with ZipFile(CORPUS) as kept, ZipFile(path, "w") as some:
        for author in "ACEN":
            some.writestr(f"{author}.txt", "\n\n".join(kept.read(f"{author}.txt").decode().split("\n\n")[::3]))
    return corpus_of(path)


def test_every_kind_has_examples_by_many_authors_and_half_of_the_paragraphs_are_in_order():
    with ZipFile(CORPUS) as kept:
        texts = {name: kept.read(name).decode() for name in kept.namelist()}
    for kind in KINDS:
        assert sum(f"{kind}\t" in text for text in texts.values()) >= 12, kind
    paragraphs = [part for text in texts.values() for part in text.split("\n\n")]
    faulty = [part for part in paragraphs if any(line[:1] != "-" for line in part.strip().split("\n"))]
    assert 0.45 < len(faulty) / len(paragraphs) < 0.55


def test_no_fault_is_told_in_the_same_sentence_by_two_authors():
    """Else an author who is left out would have taught all the same."""
    with ZipFile(CORPUS) as kept:
        texts = {name: {line for line in kept.read(name).decode().splitlines() if line and line[0] != "-"}
                 for name in kept.namelist()}
    names = sorted(texts)
    shared = {(a, b): texts[a] & texts[b] for a in names for b in names if a < b and texts[a] & texts[b]}
    assert shared == {}


def test_authors_left_out_are_noticed_far_more_often_than_their_near_misses(few):
    judged = held_out(few)
    threshold = threshold_of(judged)
    noticed = np.mean([one.chance >= threshold for one in judged if one.read.faulty])
    alarmed = np.mean([one.chance >= threshold for one in judged if not one.read.faulty])
    assert alarmed <= 0.05
    assert noticed > 0.25            # taught by a tenth of what the package was; labels in disorder give 0.05


def test_labels_in_disorder_teach_nothing(few):
    rng = np.random.default_rng(0)
    labels = iter(rng.permutation([label for one in few for label in one.labels]).tolist())
    shuffled = [replace(one, labels=tuple(islice(labels, len(one.labels)))) for one in few]
    judged = Reader(shuffled[::2]).judged(few[1::2])
    faulty, clean = ([one.chance for one in judged if one.read.faulty is whether] for whether in (True, False))
    assert abs(np.mean([a > b for a in faulty for b in clean]) - 0.5) < 0.15


def test_a_file_that_is_no_zip_of_labelled_sentences_is_refused(tmp_path, capsys):
    wrong = tmp_path / "wrong.zip"
    wrong.write_text("no zip", encoding="utf-8")
    with pytest.raises(BadInput, match="no zip of texts"):
        corpus_of(wrong)
    with ZipFile(wrong, "w") as kept:
        kept.writestr("A.txt", "sloppy\tWe looked at the test rows.\n")
    assert main(["sentences", str(wrong)]) == 2
    assert "'sloppy We looked at the test rows.' is not a known label" in capsys.readouterr().err


@pytest.mark.slow
def test_what_comes_along_is_what_the_examples_teach():
    reader = Reader(corpus_of(CORPUS))
    assert reader.words.get_feature_names_out().tolist() == list(taught().traits)
    assert reader.fault.coef_[0] == pytest.approx(taught().weights, abs=0.02)
    assert list(reader.namers) == list(taught().kinds)


def test_it_tells_authors_and_kinds_apart_and_writes_what_it_was_taught(few, tmp_path, monkeypatch):
    monkeypatch.setattr("referee.lab.sentences.corpus_of", lambda _: few)
    said = sentences(CORPUS, tmp_path / FILE)
    assert [line.partition(":")[0] for line in said.splitlines()[1:6]] == ["all", "A", "C", "E", "N"]
    assert "best-run: " in said
    with np.load(tmp_path / FILE) as kept:
        noticed, faults, _, _ = kept["counts"].tolist()
    assert f"all: {noticed} of {faults} faults noticed" in said


def test_the_page_tells_what_was_measured():
    page = PAGE.read_text(encoding="utf-8")
    (noticed, faults), (alarmed, clean) = taught().noticed, taught().alarmed
    assert f"| all 25 | {noticed:,} of {faults:,} faults (65%) | {alarmed:,} of {clean:,} (5%) |" in page


def test_what_is_to_be_read_first_is_what_the_page_says():
    """Texts that the reader was not taught by, in which no sentence confesses."""
    found = pointed(corpus_of(SUBTLE), taught())
    page = PAGE.read_text(encoding="utf-8").replace("\n", " ")
    assert f"it notices {found.noticed} of {found.faulty} faults" in page
    assert f"asks about {found.alarmed} of {found.clean} near misses" in page
    assert f"in {found.first} of the {found.faulty} (69%), and among the first three in {found.among} (90%" in page
    assert found.by_chance == pytest.approx(0.34, abs=0.005)


def test_no_text_that_was_kept_from_the_reader_was_taught():
    with ZipFile(CORPUS) as kept, ZipFile(SUBTLE) as others:
        taught_by, untaught = ({line for name in some.namelist() for line in some.read(name).decode().splitlines()
                                if line and line[0] != "-"} for some in (kept, others))
    assert taught_by.isdisjoint(untaught)


class Order:
    """A reader whose chances are given: a trait is its own chance."""

    threshold = 0.7

    def rate(self, traits):
        return float(next(iter(traits))), ""


def test_the_telling_sentence_is_looked_for_in_the_order_of_chances():
    def text(labels, *chances):
        return Read(author="A", traits=tuple(frozenset({str(one)}) for one in chances), labels=labels)

    told = ("-", "tuned", "-", "-")
    found = pointed([text(told, 0.1, 0.9, 0.2, 0.3), text(told, 0.5, 0.4, 0.2, 0.1), text(told, 0.9, 0.1, 0.8, 0.7),
                     text(("-",) * 4, 0.8, 0.1, 0.1, 0.1), text(("-",) * 4, 0.6, 0.1, 0.1, 0.1)], Order())
    assert (found.faulty, found.noticed, found.first, found.among, found.clean, found.alarmed) == (3, 2, 1, 2, 2, 1)
    assert found.by_chance == pytest.approx(0.75)


def test_the_reader_that_comes_along_is_measured_as_it_is(tmp_path, capsys):
    with ZipFile(SUBTLE) as kept, ZipFile(tmp_path / "some.zip", "w") as some:
        for name in kept.namelist():
            some.writestr(name, "\n\n".join(kept.read(name).decode().split("\n\n")[::20]))
    assert main(["sentences", str(tmp_path / "some.zip"), "--as-it-is"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == ["all", "W", "a", "b"]
    assert all("among the first 3 in" in line for line in said)
