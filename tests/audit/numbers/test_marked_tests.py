"""F-09 of tables with many tests whose marks go by raw p: told where a correction leaves fewer."""

import json

import pytest

import referee

P = [0.018, 0.153, 0.944, 0.386, 0.186, 0.045, 0.661, 0.386, 0.076, 0.039, 1.0, 0.121, 0.719, 0.359, 0.75, 0.008]
STRONG = [p / 1000 if p < 0.05 else p for p in P]


def _table(names, ps, mark="*", none="n.s.", extra=()):
    rows = [[f"m{k}", p, mark if p < 0.05 else none, *(cells[k] for cells in extra)] for k, p in enumerate(ps)]
    return "\n".join(",".join(map(str, line)) for line in [names.split(","), *rows]) + "\n"


def _told(tmp_path, table):
    path = tmp_path / "tests.csv"
    path.write_text(table)
    return [finding for finding in referee.audit(path).findings
            if finding.code == "F-09" and finding.severity.value in ("serious", "fatal")]


@pytest.mark.parametrize(("names", "mark", "none"), [
    ("Metabolite,p (unadjusted),sig. (p<0.05)", "*", "n.s."), ("gene,p value,significant", "yes", "no"),
    ("gene,p,stars", "*", ""), ("region,p_value,significance", "sig.", "ns"), ("item,P,p<0.05", "✓", "-"),
    ("marker,raw p,note", "†", ""), ("marker,p,Signif.", "**yes**", "no")])
def test_marks_by_raw_p_are_told(tmp_path, names, mark, none):
    told, = _told(tmp_path, _table(names, P, mark, none))
    assert "16 tests" in told.message
    assert "Of the 4 that are called so" in told.message
    assert "Holm's leaves none" in told.message


def test_it_says_how_many_are_left(tmp_path):
    told, = _told(tmp_path, _table("gene,p,sig", [0.0001, *P[1:]]))
    assert "Holm's leaves 1" in told.message
    assert json.loads(json.dumps(told.evidence))["after_holm"] == 1


def _holm():
    return [min(1.0, p * 16) for p in P]


@pytest.mark.parametrize("table", [
    _table("gene,p,sig", STRONG),                                                # all are left
    _table("gene,p,sig", P[:9]),                                                 # few
    _table("gene,p,sig", P, "", ""),                                             # no marks
    _table("gene,p,sig,p_adj", P, extra=[_holm()]),
    _table("gene,p,sig,FDR", P, extra=[_holm()]),
    _table("gene,p,sig,q-value", P, extra=[_holm()]),
    _table("gene,p,sig after Holm", P),
    _table("gene,p,sig (BH)", P),
    _table("gene,p,sig", P) + "# stars: significant after Bonferroni correction\n",
    _table("gene,p,sig,note", P, extra=[["Holm-corrected"] * 16]),
    _table("gene,p,sig", P).replace("m15,0.008,*", "m15,0.008,n.s."),            # not by p < 0.05
    _table("gene,p,outlier", P, "yes", "no"),                                    # says nothing of significance
    _table("gene,p (Holm),sig", P)],
    ids=["left", "few", "none", "p_adj", "FDR", "q", "Holm", "BH", "remark", "note", "otherwise", "other", "adjusted"])
def test_other_tables_are_left_alone(tmp_path, table):
    assert not _told(tmp_path, table)
