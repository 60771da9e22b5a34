"""The tables of a ledger, version 9.

Version 2 added `who` and `address` to `looks` (empty in rows of version 1), and the vault's two tables. Version 3 added
`plan_traits`, version 4 counts in `meta`, version 5 `row_keys`, version 6 `tallies`, version 7
`claimants` and `claims`, version 8 `blocks` and `block_jobs`, version 9 `plan_formulas`; migrations.py has the steps
between them.

Every row carries a checksum of its other columns (see seals.py); blobs carry their own as well. In `records`
the long columns stand last, because SQLite walks over what stands before the column it is asked for.
There are no foreign keys: records may come before their plan, and `check` names what has no parent.
"""

from __future__ import annotations

from sqlalchemy import Column, Double, Index, Integer, LargeBinary, MetaData, Table, Text

FORMAT = "referee ledger"
VERSION = 9

TABLES = MetaData()


def _text(name: str, *, key: bool = False) -> Column[str]:
    return Column(name, Text, primary_key=key, nullable=False)


def _whole(name: str, *, key: bool = False) -> Column[int]:
    return Column(name, Integer, primary_key=key, autoincrement=False, nullable=False)


def _blob(name: str, *, optional: bool = False) -> Column[bytes]:
    return Column(name, LargeBinary, nullable=optional)


def _real(name: str) -> Column[float]:
    return Column(name, Double, nullable=False)


meta = Table("meta", TABLES, _text("key", key=True), _text("value"))

problems = Table(
    "problems", TABLES,
    _text("fingerprint", key=True), _text("name"), _text("task"), _whole("n_rows"), _text("targets"),
    _text("classes"), _text("columns"), _text("notices"), _text("created"), _text("checksum"),
    _blob("y"), _blob("groups", optional=True), _blob("ids", optional=True),
)

splits = Table(
    "splits", TABLES,
    _text("fingerprint", key=True), _text("label"), _whole("n_rows"), _text("created"), _text("checksum"),
    _blob("test"), _blob("train", optional=True),      # no train: all the others
)

plans = Table(
    "plans", TABLES,
    _text("fingerprint", key=True), _text("problem"), _text("design"), _text("parameters"),
    _text("description"), _whole("n_entries"), _text("entries"), _text("created"), _text("checksum"),
)

plan_entries = Table(
    "plan_entries", TABLES,
    _text("plan", key=True), _whole("position", key=True), _text("label"), _text("split"),
    _whole("n_train"), _whole("n_test"),
)

# Of a plan whose splits all follow from one number (formulas.py): it has no entries, and brings no splits.
plan_formulas = Table(
    "plan_formulas", TABLES,
    _text("plan", key=True), _text("formula"), _whole("n_rows"), _text("created"), _text("checksum"),
)

plan_traits = Table("plan_traits", TABLES, _text("plan", key=True), _text("traits"), _text("checksum"))

learners = Table(
    "learners", TABLES,
    _text("fingerprint", key=True), _text("name"), _text("recipe"), _text("versions"), _whole("baseline"),
    _text("created"), _text("checksum"),
)

records = Table(
    "records", TABLES,
    _text("job", key=True), _text("problem"), _text("learner"), _text("split"), _whole("failed"),
    _whole("size"), _real("fit_seconds"), _real("predict_seconds"), _text("created"), _text("checksum"),
    _text("error"), _text("warnings"), _text("notes"), _text("traceback"), _blob("predictions"),
)

# Many fits of one learner, small and good: named by the address of the first.
blocks = Table(
    "blocks", TABLES,
    _text("block", key=True), _text("problem"), _text("learner"), _whole("many"), _whole("size"), _text("created"),
    _text("checksum"), _text("told"), _text("jobs"), _text("splits"), _blob("predictions"),
)

# In which block a fit is; that it is there once is seen to by those who write.
block_jobs = Table("block_jobs", TABLES, _text("job", key=True), _text("block"), sqlite_with_rowid=False)

studies = Table(
    "studies", TABLES,
    Column("id", Integer, primary_key=True), Column("fingerprint", Text, unique=True, nullable=False),
    _text("name"), _text("problem"), _text("plan"), _text("learners"), _text("declared"),
    _text("created"), _text("checksum"),
)

looks = Table(
    "looks", TABLES,
    Column("id", Integer, primary_key=True),
    _text("problem"), _text("plan"), _text("learner"), _text("metric"), _text("purpose"),
    _text("created"), _text("checksum"),
    Column("who", Text, nullable=True), Column("address", Text, nullable=True),       # since version 2
)

vaults = Table(
    "vaults", TABLES,
    _text("fingerprint", key=True), _text("name"), _text("problem"), _text("columns"), _whole("n_rows"),
    _real("fraction"), _whole("seed"), _text("created"), _text("who"), _text("checksum"), _blob("cells"),
)

vault_uses = Table(
    "vault_uses", TABLES,
    _text("vault", key=True), _whole("number", key=True), _text("kind"), _text("content"), _text("created"),
    _text("who"), _text("checksum"),
)

row_keys = Table(
    "row_keys", TABLES,
    Column("of", Text, primary_key=True, nullable=False),     # a problem or a vault, by fingerprint
    _whole("n_rows"), _text("created"), _text("checksum"), _blob("keys"),
)

tallies = Table(
    "tallies", TABLES,
    _text("writer", key=True), _text("rows_of", key=True), _text("part", key=True),     # a table, and a problem of it
    _whole("many"), _text("digest"),
)

# Who is at which jobs now (claims.py): no evidence, and empty while nobody shares work.
claimants = Table("claimants", TABLES, _text("owner", key=True), _real("expires"))
claims = Table("claims", TABLES, _text("job", key=True), _text("owner"))

# These hold all that `keys` and `summary` ask for, so that neither touches a record.
Index("records_by_problem", records.c.problem, records.c.failed, records.c.learner, records.c.job)
BLOCKS_BY_PROBLEM = Index("blocks_by_problem", blocks.c.problem, blocks.c.learner)
Index("claims_by_owner", claims.c.owner)
Index("plans_by_problem", plans.c.problem)
Index("looks_by_problem", looks.c.problem)
LOOKS_BY_ADDRESS = Index("looks_by_address", looks.c.address, unique=True)
SINCE_VERSION_2 = (looks.c.who, looks.c.address)
