"""Which faults an audit tells: those it holds against the study, and those it heard in sentences and asks about."""


def told(result):
    """The codes of what is serious or fatal, or heard; words that merely sound like a fault (F-61) are not told."""
    return [one.code for one in result.findings if one.severity.rank > 1 or one.evidence.get("heard")]
