"""The way through a script, statement by statement: which name holds what. Nothing is run; branches are both gone."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from referee.audit.reading.scripts.branches import branch, branches, go_through
from referee.audit.reading.scripts.expressions import value_of
from referee.audit.reading.scripts.functions import Function, Scope, enter
from referee.audit.reading.scripts.given import Call
from referee.audit.reading.scripts.groups import OWNERS
from referee.audit.reading.scripts.masks import other_way
from referee.audit.reading.scripts.one_of import all_of
from referee.audit.reading.scripts.rows import Way
from referee.audit.reading.scripts.runs import until
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import NOTHING, Evaluation, Fit, Loop, Thing, Value, ambiguous, joined

MOST_STEPS = 100_000            # statements and expressions, those of functions as often as they are called


class TooLong(Exception):
    """More statements than are followed."""


class Flow:
    """One pass through a script."""

    def __init__(self, source: Source) -> None:
        self.source, self.trace = source, Trace()
        self.scopes: list[Scope] = [{}]
        self.closures: dict[Function, list[Scope]] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.loops: list[Loop] = []
        self.calling: list[ast.AST] = []
        self.returned: list[list[Value]] = []
        self.yielded: list[list[Value]] = []
        self.shared: list[set[str]] = [set()]
        self.kept: dict[str, Thing] = {}            # models by the files of their best states
        self.born: dict[tuple[int, str], frozenset[Loop]] = {}       # loops in which a name got its first value
        self.marks: dict[int, tuple[int, Value]] = {}       # what names of functions hold, numbered
        self.made_in: dict[Thing, frozenset[Loop]] = {}
        self.entered = 0                            # how many functions were entered
        self.frames: list[Value] = []
        self.touched: dict[tuple[int, str], Value] = {}     # arguments of functions that were changed in their place
        self.changed: dict[str, Value] = {}         # what the function left last did so to its arguments
        self.alias: dict[str, ast.expr] = {}        # loop variables, by the name that holds the same frame
        self.steps = 0

    def go(self) -> Trace:
        """The whole script."""
        try:
            self.block(self.source.tree.body)
        except (TooLong, RecursionError):
            self.trace.dynamic.append(f"{self.source.name} is longer or deeper than is followed")
        return self.trace

    def at(self, node: ast.AST) -> int:
        """The line of a node."""
        return int(getattr(node, "lineno", 1))

    def place(self, node: ast.AST) -> str:
        """Where a node stands, for a sentence."""
        return self.source.place(self.at(node))

    # statements

    def block(self, body: Iterable[ast.stmt]) -> bool:
        """Statements in their order; whether the block was left."""
        return any(self.statement(node) for node in body)

    def statement(self, node: ast.stmt) -> bool:  # noqa: C901, PLR0912 - one line a kind of statement
        """One statement; whether it leaves its block."""
        self.count()
        if isinstance(node, ast.Expr):
            value = self.value(node.value)
            if node.lineno in self.source.shown:
                self.show(value)
        elif isinstance(node, ast.Assign):
            value = self.value(node.value)
            for target in node.targets:
                self.store(target, value)
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            self.store(node.target, self.value(node.value))
        elif isinstance(node, ast.AugAssign):
            self.store(node.target, joined([self.value(_loaded(node.target)), self.value(node.value)]))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            self._import(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            self.closures[node] = list(self.scopes)
            self.scopes[-1][node.name] = Value(function=node)
        elif isinstance(node, ast.ClassDef):
            self.classes[node.name] = node
            self.scopes[-1][node.name] = Value(path=f"class:{node.name}")
        elif isinstance(node, ast.Return):
            if self.returned:
                self.returned[-1].append(self.value(node.value) if node.value is not None else NOTHING)
            return True
        elif isinstance(node, ast.Delete):
            self._deleted(node)
        elif isinstance(node, ast.Global):
            self.shared[-1].update(node.names)
        else:
            return self._compound(node)
        return False

    def _compound(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.If):
            return branch(self, node)
        if isinstance(node, ast.For | ast.AsyncFor):
            go_through(self, node)
        elif isinstance(node, ast.While):
            self.value(node.test)
            with self.looping(Loop(line=self.at(node))):
                self.block(node.body)
            until(self, node.test, frozenset(self.loops))
            self.block(node.orelse)
        elif isinstance(node, ast.With | ast.AsyncWith):
            for item in node.items:
                entered = self.value(item.context_expr)
                if item.optional_vars is not None:
                    self.store(item.optional_vars, entered)
            return self.block(node.body)
        elif isinstance(node, ast.Try):
            left = self.block(node.body)
            for handler in node.handlers:
                branches(self, [handler.body, []])
            return self.block([*node.orelse, *node.finalbody]) or left
        elif isinstance(node, ast.Match):
            self.value(node.subject)
            branches(self, [*(case.body for case in node.cases), []])
        return isinstance(node, ast.Raise | ast.Continue | ast.Break)

    @contextmanager
    def looping(self, loop: Loop) -> Iterator[None]:
        """Inside a loop."""
        self.loops.append(loop)
        try:
            yield
        finally:
            self.loops.pop()

    def _import(self, node: ast.Import | ast.ImportFrom) -> None:
        if isinstance(node, ast.Import):
            for alias in node.names:
                self.scopes[-1][alias.asname or alias.name.split(".")[0]] = Value(
                    path=alias.name if alias.asname else alias.name.split(".")[0])
            return
        home = "." * node.level + (node.module or "")
        for alias in node.names:
            if alias.name == "*":
                self.trace.stars.append(home)
            else:
                self.scopes[-1][alias.asname or alias.name] = Value(path=f"{home}.{alias.name}")

    # names

    def named(self, name: str) -> Value:
        """What a name holds."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return Value(path=f"builtins.{name}" if hasattr(builtins, name) else name)

    def store(self, target: ast.expr, value: Value) -> None:
        """Give a value to a name, to several, to a column or a field."""
        if isinstance(target, ast.Name):
            self.alias.pop(target.id, None)
            scope = self.scopes[0] if target.id in self.shared[-1] else self.scopes[-1]
            self.touched.pop((id(scope), target.id), None)
            scope[target.id] = value
            self.trace.name(value, target.id)
            self._begun(scope, target.id, value)
        elif isinstance(target, ast.Tuple | ast.List):
            for number, part in enumerate(target.elts):
                star = isinstance(part, ast.Starred)
                one = value.items.get(number) if value.items is not None and not star else None
                rest = ambiguous(replace(value, items=None, constant=None),
                                 f"{self.place(target)}: which of several sets of rows goes where is not known")
                self.store(part.value if isinstance(part, ast.Starred) else part, one if one is not None else rest)
        elif isinstance(target, ast.Subscript):
            self._set_item(target, value)
        elif isinstance(target, ast.Attribute):
            base = self.value(target.value)
            for thing in base.things:
                thing.fields[target.attr] = value
                self._begun(thing, target.attr, value)

    def change(self, home: ast.expr, value: Value) -> None:
        """A frame that is changed in its place, under each of its names."""
        other = self.alias.get(home.id) if isinstance(home, ast.Name) else None
        kept = isinstance(home, ast.Name) and home.id in self.scopes[-1]
        self.store(home, value)
        if isinstance(home, ast.Name) and kept and self.calling:
            self.touched[id(self.scopes[-1]), home.id] = value
        if other is not None and isinstance(home, ast.Name):
            self.store(other, value)
            self.alias[home.id] = other

    def _begun(self, home: object, name: str, value: Value) -> None:
        """Keep in which loops a name begins anew: with something that is no score."""
        grown = value.element is not None and (id(home), name) in self.born         # a list that got one more
        if not value.evaluations and not grown:
            self.born[id(home), name] = frozenset(self.loops)

    def _set_item(self, target: ast.Subscript, value: Value) -> None:
        """A column of a frame, a field of a dictionary: what holds it has now what it has."""
        base = self.value(target.value)
        key = self.value(target.slice)
        self.trace.name(value, key.constant)
        column, told = key.constant if isinstance(key.constant, str) else None, value.told
        if isinstance(target.slice, ast.Tuple) and key.items is not None and len(key.items) == 2:     # where, and which
            second = key.items[1].constant
            column, told = second if isinstance(second, str) else None, told | key.items[0].told
        home = target.value
        while isinstance(home, ast.Attribute) and home.attr in {"loc", "iloc", "at", "iat"}:
            home = home.value
        if not base.rows and key.side is not None and isinstance(value.constant, bool):     # mask[index] = False
            self.store(home, Value(side=key.side if value.constant else other_way(key.side)))
            return
        if base.rows and base.items is None and base.element is None:
            of_each = bool(value.models) or any(e.each for e in value.evaluations)
            said = {column: value} if column is not None and of_each else {}
            fits = value.all_fits | key.fits
            by_column = dict(base.by_column) | ({column: fits} if column is not None else {})
            self.change(home, replace(
                base, by_column=by_column, fits=base.fits if column is not None else base.fits | fits,
                lagged=base.lagged or value.lagged, dated=base.dated or value.dated, lost=base.lost | value.lost,
                said={**base.said, **said},
                table=base.table if base.table is None or column is None else base.table.having(column, told)))
        elif not base.path:
            whole = joined([base, value])
            items = None if key.constant is None else {**(base.items or {}), key.constant: value}
            one = joined([base.element, value] if base.element is not None else [value])
            self.store(home, replace(whole, items=items, element=None if items is not None else one))

    def _deleted(self, node: ast.Delete) -> None:
        """del frame["a"]: a column less."""
        for target in node.targets:
            if isinstance(target, ast.Subscript):
                base, key = self.value(target.value), self.value(target.slice)
                if base.table is not None and isinstance(key.constant, str):
                    self.change(target.value, replace(base, table=base.table.without([key.constant])))

    # expressions

    def value(self, node: ast.expr) -> Value:
        """What an expression holds."""
        return value_of(self, node)

    def scored(self, node: ast.AST, said: Value, truth: Value, kind: str = "held out") -> Value:
        """Keep a score of predictions; where these were made from several sets, it is of the rows of the truth."""
        said = replace(said, rows=truth.rows) if truth.rows and truth.rows < said.rows else said
        chosen = set(said.evaluations) | {e for pick in said.picks for e in pick.of}
        return self.trace.evaluated(Evaluation(
            line=self.at(node), call=ast.unparse(node)[:70], rows=said.rows, kind=kind, models=said.models,
            own=said.all_fits, through=said.all_fits.union(*(model.through for model in said.models)),
            loops=frozenset(self.loops) | said.loops, cut_by=frozenset(chosen), lost=said.lost | truth.lost,
            dropped=said.dropped | truth.dropped))

    def enter(self, function: Function, args: list[Value], named: dict[str, Value], own: Value | None = None) -> Value:
        """What a function of this file gives back."""
        return enter(self, function, args, named, own)

    # what is shown, and hints

    def show(self, value: Value) -> None:
        """A value that the reader of the output sees."""
        for evaluation in value.evaluations:
            evaluation.printed = True
            if not value.picks:
                evaluation.shown_over |= evaluation.loops - set(self.loops)
        for pick in value.picks:
            pick.reported = True
        for cut in value.cuts:
            cut.told = True
        for item in (value.items or {}).values():
            self.show(item)

    def seen_by(self, thing: Thing, data: Value, *, again: bool) -> frozenset[Way]:
        """The rows that a thing was fitted on when its loops are over: learning on, one table after another, all."""
        inside = self.made_in.get(thing, frozenset()) if again else frozenset(self.loops)
        return all_of(data.rows, {loop.number for loop in data.loops - inside})

    def divided_anew(self, rows: Value, seed: Value) -> None:
        """Keep that a loop divides the same rows by chance each time: by its own number, or by no seed at all."""
        for loop in seed.loops:
            loop.seeds = True
        if self.loops and not self.loops[-1].folds and self.loops[-1] not in rows.loops and seed.constant is None:
            self.loops[-1].again = True

    def divided(self, made: Call, values: Iterable[Value], how: str, *, name: str = "", by: Iterable[str] = ()) -> None:
        """Keep that rows were divided, all of them or those of one owner."""
        self.trace.divided(values, line=made.line, call=made.text, how=how, name=name, by=by,
                           inside=any(loop.units for loop in self.loops))

    def mean_of(self, step: str, node: ast.AST, value: Value, *, sees: str | None = "nothing") -> Fit:
        """A summary of rows."""
        fit = Fit(step=step, call=ast.unparse(node)[:70], line=self.at(node), rows=value.rows, sees=sees,
                  columns=value.columns, keys=value.keys if value.grouped else frozenset())
        self.trace.fits.append(fit)
        return fit

    def hint(self, node: ast.Constant) -> None:
        """A word that may name a column of groups."""
        if isinstance(node.value, str) and len(node.value) < 40 and OWNERS.match(node.value):
            self.trace.group_columns.setdefault(node.value, node.lineno)

    def count(self) -> None:
        """One step more."""
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong


def _loaded(target: ast.expr) -> ast.expr:
    loaded: ast.expr = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(loaded, target)
