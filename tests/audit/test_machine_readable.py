"""An audit for a pipeline: SARIF 2.1.0 and JUnit XML, in which what could not be looked at neither passes nor fails."""

import json
import re
from xml.etree import ElementTree as ET

import pytest

import referee
from referee.audit import Bundle, Check, Found, NotApplicable, NotCheckable, Severity, Unseen, audit_bundle

KINDS = {"notApplicable", "pass", "fail", "review", "open", "informational"}       # SARIF 2.1.0, 3.27.9
LEVELS = {"none", "note", "warning", "error"}                                        # 3.27.10


def _check(number, look, severity=Severity.SERIOUS):
    return Check(code=f"X-{number:02d}", title=f"Check {number}", severity=severity, advice="Mend it.",
                 reference="A 1999", look=look)


def _not_there(_):
    raise NotApplicable("it has no tests")


def _not_known(_):
    raise NotCheckable("the features are not at hand", ask="the data (--data, --target)")


FIVE = [
    _check(1, lambda _: [Found(message='A leak <of> & \x07 "quotes" \u2265 0.5.', severity=Severity.FATAL),
                         Found(message="Another.")]),
    _check(2, lambda _: []), _check(3, _not_there), _check(4, _not_known),
    _check(5, lambda _: [Found(message="A little.", severity=Severity.INFO), Unseen(reason="half of it", ask="more")]),
]


@pytest.fixture
def result():
    whole = audit_bundle(Bundle(name="a study", notices=("Read as 12 rows.",)), checks=FIVE, mute=["F-07"])
    return referee.AuditResult(whole, source="studies/a b.yaml")


def conforms(log):
    """What the schema of SARIF 2.1.0 demands of the parts that are used; raises where it is not met."""
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        assert driver["name"]
        rules = driver["rules"]
        assert len({rule["id"] for rule in rules}) == len(rules)
        for rule in rules:
            assert rule["shortDescription"]["text"]
            assert rule["help"]["text"]
            assert rule["defaultConfiguration"]["level"] in LEVELS
        for invocation in run["invocations"]:
            assert isinstance(invocation["executionSuccessful"], bool)
        for one in run["results"]:
            assert one["message"]["text"]
            assert one["kind"] in KINDS
            assert one["level"] in LEVELS
            assert (one["level"] == "none") == (one["kind"] != "fail")          # 3.27.9: other kinds have no level
            assert rules[one["ruleIndex"]]["id"] == one["ruleId"]
            assert 0 <= one.get("rank", 0) <= 100
            for place in one["locations"]:
                assert re.fullmatch(r"[^\s\\]+", place["physicalLocation"]["artifactLocation"]["uri"])


def of(log, code):
    return [(one["kind"], one["level"]) for one in log["runs"][0]["results"] if one["ruleId"] == code]


def test_sarif_has_what_its_schema_demands_and_the_four_values_apart(result):
    log = json.loads(json.dumps(result.to_sarif(), allow_nan=False))
    conforms(log)
    assert of(log, "X-01") == [("fail", "error"), ("fail", "error")]
    assert of(log, "X-02") == [("pass", "none")]
    assert of(log, "X-03") == [("notApplicable", "none")]
    assert of(log, "X-04") == [("open", "none")]
    assert of(log, "X-05") == [("fail", "note"), ("open", "none")]
    assert of(log, "F-07") == []                                                 # muted: not run, and said
    run = log["runs"][0]
    assert run["invocations"][0]["ruleConfigurationOverrides"] == [
        {"descriptor": {"id": "F-07"}, "configuration": {"enabled": False}}]
    assert run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"] == "Read as 12 rows."
    first = run["results"][0]
    assert {one["ruleId"] for one in run["results"]} >= {"F-01", "X-01"}
    assert first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "studies/a%20b.yaml"
    blind = next(one for one in run["results"] if one["ruleId"] == "X-04")
    assert blind["message"]["text"] == ("Could not look: the features are not at hand; it would take the data (--data, "
                                        "--target).")


@pytest.mark.parametrize(("fault", "where"), [
    ("a level where it fails", lambda log: log["runs"][0]["results"][0].update(kind="fail")),
    ("a rule of its own", lambda log: log["runs"][0]["results"][0].update(ruleId="F-99")),
    ("a version", lambda log: log.update(version="2.0")),
])
def test_the_demands_would_notice(result, fault, where):
    log = json.loads(json.dumps(result.to_sarif()))
    where(log)
    with pytest.raises(AssertionError):
        conforms(log)


@pytest.mark.parametrize(("fail_on", "failing"), [
    ("fatal", {"X-01"}), ("serious", {"X-01"}), ("info", {"X-01", "X-05"}), ("never", set())])
def test_junit_fails_from_the_same_severity_on_and_skips_what_could_not_be_looked_at(result, fail_on, failing):
    suite = ET.fromstring(result.to_junit(fail_on)).find("testsuite")
    cases = {case.get("name").split()[0]: case for case in suite.findall("testcase")}
    assert {code for code, case in cases.items() if case.find("failure") is not None} == failing
    assert {"X-03", "X-04", "F-07"} <= {code for code, case in cases.items() if case.find("skipped") is not None}
    assert cases["X-04"].find("skipped").get("message").startswith("could not look: the features are not at hand")
    assert cases["X-03"].find("skipped").get("message") == "does not apply: it has no tests"
    assert cases["F-07"].find("skipped").get("message") == "muted"
    assert "A little." in cases["X-05"].find("failure" if "X-05" in failing else "system-out").text
    assert "could not look: half of it" in cases["X-05"].find("system-out").text
    assert (int(suite.get("tests")), int(suite.get("failures")), int(suite.get("errors"))) == (
        len(cases), len(failing), 0)
    assert int(suite.get("skipped")) == sum(case.find("skipped") is not None for case in cases.values())


def test_junit_holds_nothing_that_is_no_xml_and_every_sentence_of_a_failure(result):
    failure = ET.fromstring(result.to_junit()).find(".//failure")
    assert (failure.get("type"), failure.get("message")) == ("fatal", 'A leak <of> &  "quotes" ≥ 0.5.')
    assert "Another." in failure.text
    assert "Mend it." in failure.text


def test_both_are_written_by_their_endings(result, tmp_path):
    conforms(json.loads(result.save(tmp_path / "audit.sarif").read_text(encoding="utf-8")))
    assert ET.parse(result.save(tmp_path / "audit.xml")).getroot().tag == "testsuites"
    assert json.loads(result.save(tmp_path / "audit.json").read_text(encoding="utf-8"))["study"] == "a study"
