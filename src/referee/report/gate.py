"""A gate in words: a sentence for each model held, Markdown and annotations for code hosts, JUnit XML for servers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from referee.metrics import Metric
from referee.reading.gate import FailIf, Held, Passage
from referee.report.junit import junit, xml
from referee.report.wording import capitalised, interval_text, p_text, plain, row_decimals, signed

WANTED = {
    FailIf.WORSE: "it must not be shown to be worse",
    FailIf.MAYBE_WORSE: "it must be shown not to be worse by {margin} or more",
    FailIf.NOT_BETTER: "it must be shown to be better",
    FailIf.NOT_EQUIVALENT: "it must be shown to differ by less than {margin}",
}
MARK = {Passage.PASSED: "✅", Passage.FAILED: "❌", Passage.UNKNOWN: "⚠️"}


def held_sentence(held: Held, metric: Metric) -> str:
    """What became of one model at the gate, and by which numbers."""
    wanted = WANTED[held.fail_if].format(margin="" if held.margin is None else plain(held.margin))
    if held.verdict is None:
        return f"{held.new} could not be judged against {held.old} ({wanted}): {held.reason}"
    p = f"; that it is not worse by that much: {p_text(held.p_not_worse)}" if held.p_not_worse is not None else ""
    return (f"{held.new} {held.passage.value} against {held.old}: {wanted}; by {metric.title} the difference is "
            f"{_difference(held)}, {held.verdict.outcome.value}{p}.")


def _difference(held: Held) -> str:
    assert held.verdict is not None
    at = held.verdict.interval
    if at is None:
        return f"{held.verdict.difference:+.3g}".replace("-", "−")
    places = row_decimals(at, 0)
    return f"{signed(held.verdict.difference, places)} ({interval_text(at, places, sign=True)})"


def gate_lines(gates: Mapping[str, tuple[Metric, Sequence[Held]]]) -> list[str]:
    """A sentence for each model, after the name of what it was judged on where there are several."""
    return [f"{f'On {name}: ' if len(gates) > 1 else ''}{held_sentence(held, metric)}"
            for name, (metric, all_held) in gates.items() for held in all_held]


def gate_markdown(gates: Mapping[str, tuple[Metric, Sequence[Held]]]) -> str:
    """A summary that GitHub, GitLab and their kin show beside a run."""
    closed = [held for _, all_held in gates.values() for held in all_held if held.passage is not Passage.PASSED]
    rows = [f"| {MARK[held.passage]} {held.passage.value} | {_cell(name)} | {_cell(held.new)} | {_cell(held.old)} "
            f"| {_cell(metric.title)} | {'–' if held.verdict is None else _difference(held)} "
            f"| {'–' if held.verdict is None else held.verdict.outcome.value} |"
            for name, (metric, all_held) in gates.items() for held in all_held]
    head = ["| | on | new | held against | by | difference | verdict |", "|---|---|---|---|---|---|---|"]
    sentences = [f"- {_cell(line)}" for line in gate_lines(gates)]
    return "\n".join([f"## referee: {'the gate is closed' if closed else 'passed'}", "", *head, *rows, "", *sentences]
                     ) + "\n"


def _cell(text: str) -> str:
    """Text that neither ends a cell nor starts a tag."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "\\`")


def annotation_lines(gates: Mapping[str, tuple[Metric, Sequence[Held]]]) -> list[str]:
    """What GitHub's runners read as errors, a line for each model that did not pass."""
    return [f"::error title={_property(f'referee: {held.new} {held.passage.value}')}::"
            f"{_data(held_sentence(held, metric))}"
            for metric, all_held in gates.values() for held in all_held if held.passage is not Passage.PASSED]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def gate_junit(gates: Mapping[str, tuple[Metric, Sequence[Held]]], name: str) -> str:
    """A test case for each model; one that could not be judged is an error, and never passes."""
    cases = []
    for on, (metric, all_held) in gates.items():
        for held in all_held:
            case = Element("testcase", {"classname": xml(f"referee.gate.{on}"),
                                        "name": xml(f"{held.new} against {held.old} by {metric.title}")})
            sentence = xml(capitalised(held_sentence(held, metric)))
            if held.passage is Passage.PASSED:
                SubElement(case, "system-out").text = sentence
            else:
                tag = "failure" if held.passage is Passage.FAILED else "error"
                SubElement(case, tag, {"type": held.fail_if.value, "message": sentence})
            cases.append(case)
    return junit("referee gate", name, cases)
