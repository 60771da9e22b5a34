"""The vault: rows set aside by their values, opened for a declared study, or asked through a mechanism.

>>> from referee import vault
>>> from referee.ledger import open_ledger
>>> ledger = open_ledger(":memory:")
>>> sealed = vault.seal("iris", ledger=ledger)
>>> result = vault.open(["lda", "gaussian-nb"], "iris", ledger=ledger, metrics="accuracy", jobs=1)
>>> result.analysis.vault.openings
1
>>> print(vault.query("lda", "iris", ledger=ledger, jobs=1))
lda: accuracy ... on the vault, a step forward (use 2).
>>> [[use.kind for use in uses] for _, uses in vault.ls(ledger)]
[['open', 'ladder']]
>>> ledger.close()
"""

from referee.api.vault.ls import ls
from referee.api.vault.open import open_vault as open  # noqa: A004 - read as vault.open
from referee.api.vault.open import prepare_opening
from referee.api.vault.query import MODES, VaultAnswer, query
from referee.api.vault.seal import Sealing, seal

__all__ = ["MODES", "Answer", "Sealing", "VaultAnswer", "ls", "open", "prepare_opening", "query", "seal"]

Answer = VaultAnswer          # as it was called before every verb gave an Answer
