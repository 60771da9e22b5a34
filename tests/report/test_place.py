"""Pages and exports come to their place whole or not at all; a place that will not do is told before the first fit."""

import errno
import os
import sys
from pathlib import Path

import pytest

import referee
from referee.errors import BadInput
from referee.report import place
from referee.report.place import writable, write_whole


@pytest.fixture(scope="module")
def answer():
    return referee.rank({"set": list("abcdef"), "nb": [.7, .8, .6, .9, .7, .5], "lda": [.8, .9, .7, 1., .8, .6]},
                        metrics="accuracy", dataset="set")


def test_a_text_is_written_and_nothing_is_left_beside_it(tmp_path):
    target = tmp_path / "page.html"
    assert write_whole(target, "new") == target
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", ["page.html", "page.md", "page.csv", "page.svg"])
def test_a_full_disk_leaves_the_old_page(answer, tmp_path, monkeypatch, name):
    target = tmp_path / name
    target.write_text("old")

    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(place.os, "fsync", full)
    with pytest.raises(BadInput, match=r"cannot be written \(No space left on device\); make room"):
        answer.save(target)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_vanishes_while_the_page_is_made_is_a_sentence(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()

    def write(file):
        file.unlink()
        folder.rmdir()
        file.write_text("new")

    with pytest.raises(BadInput, match="cannot be written"):
        write_whole(folder / "page.html", write)


@pytest.mark.parametrize(("path", "why"), [
    ("", "is a folder"), (".", "is a folder"), ("no/such/r.html", "there is no folder 'no/such'"),
    ("x" * 300 + ".html", r"cannot be written \(File name too long\)"),
])
def test_a_place_that_will_not_do_is_one_sentence(path, why, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BadInput, match=why) as refused:
        writable(path)
    assert len(str(refused.value)) < 400


@pytest.mark.skipif(sys.platform != "linux", reason="a place nobody may write in")
def test_a_place_that_cannot_be_written_is_one_sentence():
    with pytest.raises(BadInput, match=r"^/proc/page.html cannot be written"):
        writable("/proc/page.html")


def test_a_link_goes_on_standing_for_what_it_stood_for(tmp_path):
    (tmp_path / "real.html").write_text("old")
    (tmp_path / "link.html").symlink_to(tmp_path / "real.html")
    write_whole(tmp_path / "link.html", "new")
    assert (tmp_path / "link.html").is_symlink()
    assert (tmp_path / "real.html").read_text() == "new"


def test_what_is_no_file_is_written_to(tmp_path):
    pipe = tmp_path / "null"
    pipe.symlink_to(os.devnull)
    write_whole(pipe, "new")
    assert pipe.is_symlink()


@pytest.mark.parametrize("words", [["-o", "no/such/r.html"], ["-o", ""], ["-o", "x" * 300 + ".html"]])
def test_the_place_of_the_page_is_looked_at_before_the_first_fit(words, tmp_path, monkeypatch, capsys):
    from referee.cli.main import main

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["referee", "compare", "iris", "--models", "lda,tree", *words])
    with pytest.raises(SystemExit) as left:
        main()
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert said.startswith("referee: ")
    assert "Traceback" not in said
    assert not Path("referee.db").exists()          # nothing was begun


def test_without_a_page_its_place_does_not_matter(tmp_path, monkeypatch):
    from referee.cli.main import main

    monkeypatch.chdir(tmp_path)
    Path("report.html").mkdir()
    monkeypatch.setattr(sys, "argv", ["referee", "evaluate", "iris", "--models", "lda", "--design", "holdout",
                                      "--metrics", "accuracy", "--no-report"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 0
