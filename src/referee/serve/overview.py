"""What the list shows: sentences on how each study stands, and what it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.ledger import StudyCard, VaultCard, VaultUse
from referee.report.wording import count, duration, joined, times
from referee.serve.answers import Told
from referee.serve.moment import Moment, State, Study

PER_PAGE = 30
SHOWN_NAMES = 6
DAY = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One study in the list."""

    study: Study
    told: Told | None

    @property
    def title(self) -> str:
        """What was asked, of which data."""
        return f"{self.study.card.name}: {asked_as(self.study.card)}"

    @property
    def learners(self) -> str:
        """The first few, and how many more."""
        names = self.study.card.declaration.names
        more = [count(len(names) - SHOWN_NAMES, "other")] if len(names) > SHOWN_NAMES else []
        return joined([*names[:SHOWN_NAMES], *more])

    @property
    def finished(self) -> bool:
        """Whether every fit is there."""
        return self.study.state is State.FINISHED

    @property
    def state(self) -> str:
        """How it stands, in a sentence; empty for one that is finished."""
        return _running(self.study) if self.study.state is State.RUNNING else _quiet(self.study) \
            if self.study.state is State.QUIET else ""

    @property
    def sharing(self) -> list[str]:
        """Who is fitting what, where work is shared."""
        return [f"process {owner}: {joined([count(n, f'fit of {name}', f'fits of {name}') for name, n in at.items()])}"
                for owner, at in self.study.sharing]

    @property
    def failed(self) -> str:
        """Fits that failed."""
        n = self.study.failed
        return f"{count(n, 'fit')} failed; its page says why." if n else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """One page of the list."""

    lead: str
    items: tuple[Item, ...]
    unfinished: tuple[Item, ...]
    vaults: tuple[str, ...]
    page: int
    pages: int
    studies: int


def overview(moment: Moment, told: Mapping[str, Told | None], *, page: int) -> Overview:
    """The studies, newest first, some on a page."""
    pages = max(1, -(-len(moment.studies) // PER_PAGE))
    page = min(page, pages)
    newest = tuple(reversed(moment.studies))[(page - 1) * PER_PAGE: page * PER_PAGE]
    items = tuple(Item(study=study, told=told.get(study.fingerprint)) for study in newest)
    return Overview(lead=lead(moment), items=items, page=page, pages=pages, studies=len(moment.studies),
                    unfinished=tuple(Item(study=study, told=None) for study in moment.running),
                    vaults=tuple(_vault(*one) for one in moment.vaults))


def lead(moment: Moment) -> str:
    """How many studies there are, and which run: the one sentence that a terminal is told too."""
    running = [study for study in moment.running if study.state is State.RUNNING]
    quiet = len(moment.running) - len(running)
    parts = [count(len(moment.studies), "study", "studies")]
    parts += [f"{len(running)} running ({'; '.join(_short(study) for study in running[:3])})"] if running else []
    parts += [f"{quiet} not finished"] if quiet else []
    return f"{', '.join(parts)}."


def asked_as(card: StudyCard) -> str:
    """The verb, as it was asked."""
    return "judge" if card.declaration.judged else card.declaration.verb


def _short(study: Study) -> str:
    left = study.left.seconds if study.left else None
    return f"{study.card.name} {study.done:,} of {study.total:,}{f', about {duration(left)} left' if left else ''}"


def _running(study: Study) -> str:
    """How far it is, and how long it will take."""
    left, parts = study.left, [f"{study.done:,} of {study.total:,} fits"]
    if left is not None and left.seconds is not None:
        parts.append(f"about {duration(left.seconds)} left")
    elif left is not None and left.work:
        parts.append(f"about {duration(left.work)} of fitting left, for all who fit together")
    if left is not None and left.unknown:
        parts.append(f"not counting {joined(left.unknown)}, of which nothing was fitted yet")
    return f"{', '.join(parts)}."


def _quiet(study: Study) -> str:
    """That it stands still, as far as can be seen."""
    long = study.quiet or 0.0
    since = f"{count(round(long / DAY), 'day')}" if long > 1.5 * DAY else duration(long)
    return (f"{study.done:,} of {study.total:,} fits; nothing was written for {since}: it was stopped, or a fit takes "
            f"long. The same command goes on.")


def _vault(vault: VaultCard, uses: tuple[VaultUse, ...]) -> str:
    """What is sealed, and what was learned from it."""
    from referee.study.vault import OPENED

    openings = sum(use.kind == OPENED for use in uses)
    queries = len(uses) - openings
    opened = f"opened {times(openings)}" if openings else "never opened"
    asked = f", {count(queries, 'query', 'queries')} answered" if queries else ""
    who = f" by {vault.who}" if vault.who else ""
    return (f"{vault.name}: {vault.n_sealed:,} of {vault.n_rows:,} rows, sealed on {vault.created[:10]}{who}; "
            f"{opened}{asked}.")
