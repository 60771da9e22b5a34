"""referee calibration: whether the probabilities of a stored study can be believed."""

from __future__ import annotations

from referee.cli import options as o
from referee.cli.show import print_json, say


def calibration(
    ledger: o.LedgerArgument,
    learner: o.Learner = None, study: o.Study = None, bins: o.Bins = None, of: o.Of = None, figure: o.Figure = None,
    json: o.AsJson = False,
) -> None:
    """Say whether stated probabilities can be believed, and draw the reliability diagram.

    Example: referee calibration referee.db --learner forest --figure forest.svg
    """
    from referee import api
    from referee.errors import BadInput, Undefined

    if figure is not None and learner is None:
        raise BadInput("a figure shows one learner; say which with --learner NAME.")
    result = api.reread(ledger, study)
    if not isinstance(result, api.Result):
        raise BadInput(f"study {study or 'the newest'} of {ledger} is a panorama, which keeps no calibration; "
                       f"choose a comparison with --study.")
    if learner is not None:
        found = {learner: result.calibration(learner, bins=bins, of=of)}
    else:
        found = {}
        for name in result.analysis.learners:
            try:
                found[name] = result.calibration(name, bins=bins, of=of)
            except Undefined as reason:
                say(f"{name}: {reason}")
    if json:
        print_json({name: one.to_dict() for name, one in found.items()})
    else:
        for name, one in found.items():
            print(f"{name}\n" + "\n".join(f"  {line}" for line in str(one).splitlines()))
    if figure is not None and learner is not None:
        say(f"Figure: {found[learner].save(figure)}")
