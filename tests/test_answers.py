"""Every kind of answer does all that an answer can do: one small real example of each, and every method of it."""

import inspect
import json
import re
from contextlib import closing
from html.parser import HTMLParser
from importlib.metadata import version
from io import StringIO
from itertools import pairwise

import pandas as pd
import pytest

import referee
from referee.api.answer import Answer
from referee.comparisons.verdict import Outcome
from referee.errors import BadInput, UnknownName
from referee.ledger import open_ledger
from referee.seeds import stream

VOID = {"meta", "wbr", "br", "img", "link", "input"}
FOLDS = {"design": "kfold:folds=3", "jobs": 1}
TRUTH = list("aabbaabbaabb")
SAID = {"id": list(range(12)), "truth": TRUTH, "good": list("aabbaabbaaba"), "poor": list("abbbabbbabab")}
SCORES = {"set": list("abcdefgh"), "nb": [.71, .80, .65, .90, .77, .58, .83, .69],
          "forest": [.74, .85, .69, .93, .81, .64, .84, .75]}
RUNS = {"seed": [1, 2, 3, 4, 5], "new": [.90, .93, .80, .85, .77], "old": [.82, .76, .85, .75, .82]}
TARGETS = stream(0, "targets").normal(size=(45, 4)).round(3)
STUDY = "models: [lda, 1nn]\nmetrics: [accuracy]\ndesign: kfold:folds=3\n"


def _query(_folder):
    with closing(open_ledger(":memory:")) as ledger:
        referee.vault.seal("iris", ledger=ledger)
        return referee.vault.query("lda", "iris", ledger=ledger, jobs=1)


def _run(folder, *data):
    path = folder / f"{len(data)}.yaml"
    problems = "".join(f"  - data: {name}\n" for name in data)
    path.write_text(f"{STUDY}problems:\n{problems}", encoding="utf-8")
    return referee.run_study(path, jobs=1)


def _sets(n=7):
    rows = {key: values * n for key, values in SAID.items() if key != "poor"}
    wrong = [["b" if i < k else one for i, one in enumerate(TRUTH)] for k in range(5, 5 + n)]
    return referee.judge(rows | {"poor": [one for said in wrong for one in said], "dataset": [
        name for name in "abcdefghijk"[:n] for _ in TRUTH]}, metrics="accuracy")


KINDS = {
    "compare": lambda _: referee.compare(["lda", "gaussian-nb"], "iris", metrics="accuracy", **FOLDS),
    "several targets": lambda _: referee.compare(["tree", "knn"], TARGETS[:, :2], TARGETS[:, 2:], metrics="mae",
                                                 **FOLDS),
    "several labels": lambda _: referee.compare(["tree", "knn"], TARGETS[:, :2], (TARGETS[:, 2:] > 0).astype(int),
                                                metrics="accuracy,subset_accuracy", **FOLDS),
    "evaluate": lambda _: referee.evaluate("lda", "iris", metrics=["accuracy", "log_loss"], **FOLDS),
    "panorama": lambda _: referee.panorama("gaussian-nb", "iris", resamples=20, jobs=1),
    "chance": lambda _: referee.chance("lda", "iris", shuffles=19, design="kfold:folds=3", jobs=1),
    "curve": lambda _: referee.learning_curve(["lda", "gaussian-nb"], "iris", sizes=[20, 60], folds=3, jobs=1),
    "sensitivity": lambda _: referee.sensitivity("tree", "wine", seeds=2, splits=2, designs=[], jobs=1),
    "components": lambda _: referee.components("lda", "iris", metrics="accuracy", samples=2, splits=3, seeds=2, jobs=1),
    "decompose": lambda _: referee.decompose(["tree", "lda"], "iris", samples=10, jobs=1),
    "audit": lambda _: referee.audit_study({key: SAID[key] for key in ("id", "truth", "good")}),
    "survey": lambda _: referee.survey("flexer-1995"),
    "advise": lambda _: referee.advise("iris", models=["lda", "1nn"], metrics="accuracy", timed=False),
    "plan": lambda _: referee.plan(0.01, disagreement=0.08, have=2000),
    "watch": lambda _: referee.watch([1] * 12 + [0], [0] * 12 + [1], models=("new", "old")),
    "calibration": lambda _: referee.calibration([0, 1] * 50, [0.4, 0.7] * 50),
    "picture": lambda _: referee.judge(SAID, metrics="accuracy").confusion(),
    "judge": lambda _: referee.judge(SAID, metrics="accuracy"),
    "judged sets": lambda _: _sets(),
    "run": lambda folder: _run(folder, "iris"),
    "run of two": lambda folder: _run(folder, "iris", "wine"),
    "vault": _query,
    "trials": lambda _: referee.trials(RUNS, metrics="accuracy"),
    "rank": lambda _: referee.rank(SCORES, metric="accuracy", dataset="set"),
}
WITHOUT_A_PICTURE = {"advise", "vault"}
FOR_LONG = {"several labels", "sensitivity", "components", "decompose", "run of two", "judged sets", "chance"}
AS_PICTURES = {"compare", "panorama", "vault"}      # in the short run; all are made, and drawn on their pages
PAIRS = {"compare": ("lda", "gaussian-nb"), "curve": ("lda", "gaussian-nb"), "watch": ("new", "old"),
         "judge": ("good", "poor"), "judged sets": ("good", "poor"), "run": ("lda", "1nn"), "rank": ("nb", "forest"),
         "trials": ("new", "old")}


@pytest.fixture(scope="session")
def made(tmp_path_factory):
    folder, known = tmp_path_factory.mktemp("answers"), {}

    def make(kind):
        if kind not in known:
            known[kind] = KINDS[kind](folder)
        return known[kind]

    return make


@pytest.fixture(params=[pytest.param(kind, marks=pytest.mark.slow) if kind in FOR_LONG else kind for kind in KINDS])
def kind(request):
    return request.param


@pytest.fixture
def answer(kind, made):
    return made(kind)


class Reader(HTMLParser):
    """Text and tags; what opens must close."""

    def __init__(self, page):
        super().__init__()
        self.open, self.tags, self.words, self.attributes = [], [], [], []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if not self.open or self.open[-1] not in {"style", "script"}:
            self.words.append(data)

    @property
    def text(self):
        return " ".join("".join(self.words).replace("\u00a0", " ").split())


def self_contained(html):
    reader = Reader(html)
    assert not re.search(r"https?://", html.replace("http://www.w3.org/2000/svg", ""))
    assert not {"link", "img", "iframe", "object"} & set(reader.tags)
    assert reader.tags.count("script") == html.startswith("<!DOCTYPE html>")       # the one that sorts tables
    assert not {"src", "href"} & {name for name, value in reader.attributes if not str(value).startswith("#")}
    return reader


@pytest.mark.slow
def test_every_kind_that_is_exported_has_an_example(made):
    kinds = {value for name in referee.__all__ if inspect.isclass(value := getattr(referee, name))
             and issubclass(value, Answer) and value is not Answer}
    assert len(kinds) == 20
    assert kinds == {type(made(kind)) for kind in KINDS}


def test_it_is_an_answer_that_prints(answer):
    assert isinstance(answer, referee.Answer)
    text = str(answer)
    assert text.strip()
    assert "object at 0x" not in text
    assert not re.search(r"\b(nan|None)\b", text)


def test_it_is_known_by_one_short_line(answer):
    line = repr(answer)
    assert line.startswith(f"{type(answer).__name__}: ")
    assert " ".join(answer.page().lead.split())[:100] in line
    assert len(line) < 420
    assert "\n" not in line


@pytest.mark.usefixtures("undrawn")
def test_a_notebook_shows_the_first_sentence(answer):
    reader = self_contained(answer._repr_html_())
    assert answer.page().lead
    assert " ".join(answer.page().lead.split()) in reader.text
    assert "html" not in reader.tags


def test_the_table_is_a_frame_with_rows(answer):
    frame = answer.table()
    assert isinstance(frame, pd.DataFrame)
    assert len(frame) > 0
    assert len(frame.columns) > 1


def test_the_picture_is_drawn_or_refused_in_a_sentence(kind, answer):
    if kind in WITHOUT_A_PICTURE:
        with pytest.raises(BadInput, match=r"picture.*\.$"):
            answer.figure()
    else:
        assert answer.figure().axes


def test_json_goes_there_and_back(answer):
    found = answer.to_dict()
    assert json.loads(json.dumps(found, allow_nan=False)) == found


def test_markdown_has_a_table_of_one_width(answer):
    lines = answer.to_markdown().splitlines()
    assert lines[0].startswith("# ")
    assert any(re.fullmatch(r"\|( --- \|)+", line) for line in lines)
    for above, below in pairwise(lines):
        if above.startswith("|") and below.startswith("|"):
            assert len(re.findall(r"(?<!\\)\|", above)) == len(re.findall(r"(?<!\\)\|", below))


def test_latex_is_balanced_and_its_rows_fit_its_columns(answer):
    text = answer.to_latex()
    assert text.count("\\begin{table}") == text.count("\\end{table}") == text.count("\\caption{") > 0
    assert text.count("\\toprule") == text.count("\\midrule") == text.count("\\bottomrule")
    bare = re.sub(r"\\[\\{}%&#_$]", lambda m: "" if m.group() != "\\\\" else m.group(), text)
    assert bare.count("{") == bare.count("}")
    assert bare.count("$") % 2 == 0
    tables = re.findall(r"\\begin\{tabular\}\{((?:[lr]|p\{[^}]+\})+)\}(.*?)\\end\{tabular\}", bare, flags=re.DOTALL)
    assert len(tables) == text.count("\\begin{table}")
    for columns, body in tables:
        rows = [line for line in body.splitlines() if line.endswith("\\\\")]
        assert len(rows) > 1
        assert {row.count("&") + 1 for row in rows} == {len(re.findall(r"[lr]|p\{[^}]+\}", columns))}


def test_numbers_go_into_csv_and_back(answer):
    assert len(pd.read_csv(StringIO(answer.to_csv()))) == len(answer.table())


def test_the_paragraph_on_methods_names_the_program_and_cites_what_is_in_the_bibliography(answer):
    said, latex, bib = answer.methods(), answer.methods(latex=True), answer.bibtex()
    assert f"referee {version('referee')}" in said
    assert "⟦" not in said + latex + bib
    assert "\n" not in said
    cited = {key for keys in re.findall(r"\\cite\{([^}]*)\}", latex) for key in keys.split(",")}
    assert cited | {"referee"} == set(re.findall(r"^@\w+\{([^,]+),$", bib, flags=re.MULTILINE))
    assert not re.search(r"(?<!\\)[%&#_]", re.sub(r"\\cite\{[^}]*\}", "", latex))
    assert bib.count("{") == bib.count("}")


@pytest.mark.usefixtures("undrawn")
def test_the_page_says_the_answer_first(answer, tmp_path):
    path = answer.report(tmp_path / "page.html")
    assert path == tmp_path / "page.html"
    html = path.read_text(encoding="utf-8")
    reader = self_contained(html)
    assert html.startswith("<!DOCTYPE html>")
    assert " ".join(answer.page().lead.split()) in reader.text
    levels = [int(n) for n in re.findall(r"<h([1-6])", html)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))
    ids = re.findall(r' id="([^"]+)"', re.sub(r"<svg.*?</svg>", "", html, flags=re.DOTALL))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[] if kind in AS_PICTURES else pytest.mark.slow)
                                  for kind in KINDS])
@pytest.mark.parametrize(("ending", "starts"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF"),
                                                ("html", b"<!DOCTYPE html>")])
def test_a_picture_or_page_is_saved_as_the_ending_says(kind, made, tmp_path, ending, starts):
    test_it_is_saved_as_the_ending_says(kind, made(kind), tmp_path, ending, starts)


@pytest.mark.parametrize(("ending", "starts"), [
    ("md", b"# "), ("tex", b"\\begin{table}"), ("bib", b"@misc{referee,"), ("json", b"{"), ("csv", b""),
    ("txt", b"")])
def test_it_is_saved_as_the_ending_says(kind, answer, tmp_path, ending, starts):
    target = tmp_path / f"answer.{ending}"
    if kind in WITHOUT_A_PICTURE and ending in {"svg", "png", "pdf"}:
        with pytest.raises(BadInput, match="no picture"):
            answer.save(target)
        assert not target.exists()
        return
    assert answer.save(target) == target
    content = target.read_bytes()
    assert content.startswith(starts)
    if ending == "json":
        assert json.loads(content) == answer.to_dict()
    elif ending == "csv":
        assert len(pd.read_csv(target)) == len(answer.table())
    elif ending == "txt":
        assert content.decode() == str(answer)


def test_an_ending_nobody_knows_is_refused(answer, tmp_path):
    with pytest.raises(BadInput, match=r"name a \.svg, \.pdf or \.png file for the picture, or a \.html, \.md"):
        answer.save(tmp_path / "answer.doc")


@pytest.mark.parametrize("about", PAIRS)
def test_a_pair_says_its_difference_interval_p_and_outcome(about, made):
    a, b = PAIRS[about]
    one, other = made(about)[a, b], made(about)[b, a]
    assert isinstance(one.outcome, Outcome)
    assert one.difference == -other.difference
    assert (one.interval.low, one.interval.high) == (-other.interval.high, -other.interval.low)
    assert 0 < one.p <= 1
    assert one.p == other.p
    assert repr(one).startswith(f"{a} − {b} = {one.difference:+.3g} (")
    assert one.outcome.value in repr(one)
    assert "\n" not in repr(one)
    reader = self_contained(one._repr_html_())
    assert " ".join(repr(one).split()) in reader.text
    assert reader.tags.count("svg") == 1
    with pytest.raises(UnknownName):
        made(about)[a, "nobody"]


@pytest.mark.parametrize("about", ["compare", "curve", "watch", "rank"])
@pytest.mark.parametrize("asked", ["lda", ("lda",), ("lda", "gaussian-nb", "prior"), 3, ("lda", 3)], ids=str)
def test_what_is_no_pair_is_refused_in_a_sentence(about, asked, made):
    with pytest.raises(BadInput, match="a pair is asked for by two names"):
        made(about)[asked]


def test_where_there_is_no_folder_nothing_is_written(made, tmp_path):
    for write in (made("rank").report, made("rank").save):
        with pytest.raises(BadInput, match=r"there is no folder '.*nowhere' to write page\.html in"):
            write(tmp_path / "nowhere" / "page.html")


def test_where_nothing_was_compared_there_is_no_pair(made):
    with pytest.raises(BadInput, match="no pair"):
        made("evaluate")["lda", "prior"]


def test_a_comparison_is_drawn_by_the_metric_that_is_named(made):
    answer = made("evaluate")
    assert answer.figure().axes[0].get_xlabel().startswith("accuracy")
    assert answer.figure("log_loss").axes[0].get_xlabel().startswith("log loss")
    with pytest.raises(UnknownName, match="log_loss"):
        answer.figure("log_lss")
