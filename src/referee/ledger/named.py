"""Kinds of ledgers by the beginning of their addresses: ours, and those that installed packages bring."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from referee.errors import BadInput, LedgerError, RefereeError
from referee.ledger.contract import Ledger
from referee.registry import Registry

OURS = frozenset({"sqlite", "postgresql", "postgres"})


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLedger:
    """A kind of ledger; `open(address, create=…, read_only=…)` opens the one at ``name://…``."""

    name: str
    summary: str
    open: Callable[..., Ledger]


def _admitted(item: Any, _name: str) -> NamedLedger:
    """A kind of others; what goes wrong when it is opened is a sentence."""
    if not isinstance(item, NamedLedger):
        raise BadInput(f"it is of type {type(item).__name__}, not a NamedLedger")

    def guarded(address: str, **how: Any) -> Ledger:
        try:
            return item.open(address, **how)
        except RefereeError:
            raise
        except Exception as error:
            raise LedgerError(f"the {item.name} ledger cannot be opened: {type(error).__name__}: {error}.") from error

    return replace(item, open=guarded)


LEDGERS: Registry[NamedLedger] = Registry("ledger", admit=_admitted)
