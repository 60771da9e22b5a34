"""How often the rows have been looked at, in sentences."""

from __future__ import annotations

from referee.report.wording import count, ordinal, times
from referee.study import Analysis, VaultNote


def looks_sentence(analysis: Analysis) -> str:
    """How many configurations have been tried on these rows, and whether the correction covers them all."""
    if analysis.uncounted:
        return (f"How many configurations were scored on these rows, {analysis.configurations} or more, cannot be "
                f"known: looks are gone from this ledger (`referee ledger check`).")
    return " ".join(filter(None, (_altered(analysis), _known(analysis), _counted(analysis))))


def _altered(analysis: Analysis) -> str:
    """That rows of the ledger were meddled with."""
    said = [one.split(", ", 1)[-1].split(" are not those", 1)[0] for one in analysis.altered]
    return (f"This ledger is not as referee wrote it: {' and '.join(said)} were removed, added or changed by other "
            f"means, so what was tried on these rows cannot be known (`referee ledger check`).") if said else ""


def _known(analysis: Analysis) -> str:
    """That these rows were looked at in other data: 95% of these rows were looked at nine times before."""
    known = analysis.known
    if known is None:
        return ""
    often = f"by {count(known.configurations, 'configuration')}"
    return (f"{_share(known.share)} of the rows tested here were looked at before, {often}, in data that held them in "
            f"another order, in part, or under other names or values.")


def _share(share: float) -> str:
    return "All" if share > 0.995 else f"{share:.0%}"


def _counted(analysis: Analysis) -> str:
    ours, ever = len({card.fingerprint for card in analysis.learners.values()}), analysis.configurations
    if ever <= ours:
        these = f"The {ever} configurations here are the only ones" if ever > 1 else "This is the only configuration"
        return f"{these} scored on these rows in this ledger so far."
    family = analysis.family
    if family is None:
        return f"{_place(analysis, ever)}."
    if family.ask.family == "declared":
        return f"{_place(analysis, ever)}; the correction covers only the {ours} of this study."
    if family.others:
        return (f"{_place(analysis, ever)}; all of them are corrected for, so the smallest p must not exceed "
                f"{family.first_step:.2g} (`referee ledger looks` lists them).")
    return f"{_place(analysis, ever)} (`referee ledger looks` lists them)."


def _place(analysis: Analysis, ever: int) -> str:
    """This is the 11th configuration tried on these rows: said of the study's latest that is no baseline."""
    able = {n: k for n, k in analysis.ordinals.items() if not analysis.learners[n].baseline} or analysis.ordinals
    if not able:
        return f"{count(ever, 'configuration')} have been scored on these rows so far"
    name = max(able, key=lambda n: able[n])
    more = "" if able[name] == ever else f" of {ever} so far"
    return f"{name} is the {ordinal(able[name])} configuration{more} tried on these rows in this ledger"


def fresh_sentences(analysis: Analysis) -> list[str]:
    """That the test rows come out of a vault which nothing was learned from before."""
    if analysis.vault is None or _stale(analysis.vault):
        return []
    return [f"{_sealed(analysis.vault)}, opened here for the first time."]


def reopened_sentences(analysis: Analysis) -> list[str]:
    """That the test rows come out of a vault, and what else was learned from them."""
    note = analysis.vault
    if note is None or not _stale(note):
        return []
    which = f"this is opening {note.opening} of {note.openings}" if note.opening else f"opened {times(note.openings)}"
    answered = "was" if note.queries == 1 else "were"
    asked = f", and {count(note.queries, 'query', 'queries')} {answered} answered from it" if note.queries else ""
    return [f"{_sealed(note)}; {which}{asked}: the rows are no longer fresh."]


def _stale(note: VaultNote) -> bool:
    return note.openings > 1 or note.queries > 0


def _sealed(note: VaultNote) -> str:
    return f"The test rows are the {count(note.rows, 'row')} of the vault sealed on {note.sealed[:10]}"
