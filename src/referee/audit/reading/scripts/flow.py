"""The way through a script, statement by statement: which name holds what. Nothing is run; branches are both gone."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from referee.audit.reading.scripts.calls import call
from referee.audit.reading.scripts.libraries import GROUPS
from referee.audit.reading.scripts.looks import look_at, look_into
from referee.audit.reading.scripts.masks import mask_of, other_way
from referee.audit.reading.scripts.rows import Side
from referee.audit.reading.scripts.source import Source
from referee.audit.reading.scripts.trace import Trace
from referee.audit.reading.scripts.values import (
    NOTHING,
    Evaluation,
    Fit,
    Loop,
    Pick,
    Value,
    ambiguous,
    either,
    element_of,
    gathered,
    joined,
)

MOST_STEPS = 100_000            # statements and expressions, those of functions as often as they are called
DEEPEST = 8                     # calls within calls that are followed
UNROLLED = 8                    # things in a literal list that are gone through one by one
Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Scope = dict[str, Value]


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
        self.shared: list[set[str]] = [set()]
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
        self._count()
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
        elif isinstance(node, ast.Global):
            self.shared[-1].update(node.names)
        else:
            return self._compound(node)
        return False

    def _compound(self, node: ast.stmt) -> bool:
        if isinstance(node, ast.If):
            return self._if(node)
        if isinstance(node, ast.For | ast.AsyncFor):
            self._for(node)
        elif isinstance(node, ast.While):
            self.value(node.test)
            with self.looping(Loop(line=self.at(node))):
                self.block(node.body)
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
                self._branches([handler.body, []])
            return self.block([*node.orelse, *node.finalbody]) or left
        elif isinstance(node, ast.Match):
            self.value(node.subject)
            self._branches([*(case.body for case in node.cases), []])
        return isinstance(node, ast.Raise | ast.Continue | ast.Break)

    def _if(self, node: ast.If) -> bool:
        test = self.value(node.test)
        pick = self._best_kept(node, test)
        left = self._branches([node.body, node.orelse], always="__main__" in ast.unparse(node.test)[:60])
        if pick is not None:
            for name in _assigned(node.body):
                held = self.scopes[-1].get(name)
                if held is not None:
                    self.scopes[-1][name] = replace(held, picks=held.picks | {pick})
        return left

    def _branches(self, bodies: list[list[ast.stmt]], *, always: bool = False) -> bool:
        """Each way from the same place; whether all of them leave the block."""
        if always:
            return self.block(bodies[0])
        before, ways = dict(self.scopes[-1]), list[Scope]()
        for body in bodies:
            self.scopes[-1].clear()
            self.scopes[-1].update(before)
            if not self.block(body):
                ways.append(dict(self.scopes[-1]))
        if not ways:
            return True
        merged = ways[0]
        for other in ways[1:]:
            for name, value in other.items():
                merged[name] = either(merged[name], value, f"{name} holds other rows in each branch before line "
                                      f"{self.at(bodies[0][-1]) if bodies[0] else 0}") if name in merged else value
        self.scopes[-1].clear()
        self.scopes[-1].update(merged)
        return False

    def _best_kept(self, node: ast.If, test: Value) -> Pick | None:
        """Whether a branch keeps the best score so far: it compares one, and sets what it is compared with."""
        compared = [n for n in ast.walk(node.test) if isinstance(n, ast.Compare)
                    and isinstance(n.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE)]
        names = {n.id for one in compared for n in ast.walk(one) if isinstance(n, ast.Name)}
        scored = {e for e in test.evaluations if e.kind != "curve"}
        if not scored or not names & _assigned(node.body) or not self.loops:
            return None
        newest = max(scored, key=lambda e: e.number)
        return self.trace.picked(Pick(line=self.at(node), call=f"if {ast.unparse(node.test)[:60]}",
                                      of=frozenset({newest})))

    def _for(self, node: ast.For | ast.AsyncFor) -> None:
        through = self.value(node.iter)
        items = list((through.items or {}).values()) if not isinstance(node.iter, ast.Dict) else []
        if 0 < len(items) <= UNROLLED and all(item.rows and not item.things for item in items):
            for item in items:
                self.store(node.target, item)
                self.block(node.body)
            return
        loop = Loop(line=self.at(node), folds=_is_folds(through))
        element = element_of(through)
        marked = replace(element, loops=element.loops | {loop})
        if marked.items is not None:
            marked = replace(marked, items={k: replace(v, loops=v.loops | {loop}) for k, v in marked.items.items()})
        self.store(node.target, marked)
        with self.looping(loop):
            self.block(node.body)
        self.block(node.orelse)

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
            scope = self.scopes[0] if target.id in self.shared[-1] else self.scopes[-1]
            scope[target.id] = value
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

    def _set_item(self, target: ast.Subscript, value: Value) -> None:
        """A column of a frame, a field of a dictionary: what holds it has now what it has."""
        base = self.value(target.value)
        key = self.value(target.slice)
        column = key.constant if isinstance(key.constant, str) else None
        home = target.value
        while isinstance(home, ast.Attribute) and home.attr in {"loc", "iloc", "at", "iat"}:
            home = home.value
        if base.rows:
            fits = value.all_fits | key.fits
            by_column = dict(base.by_column) | ({column: fits} if column is not None else {})
            self.store(home, replace(
                base, by_column=by_column, fits=base.fits if column is not None else base.fits | fits,
                lagged=base.lagged or value.lagged, dated=base.dated or value.dated, lost=base.lost | value.lost))
        elif not base.path:
            whole = joined([base, value])
            items = None if key.constant is None else {**(base.items or {}), key.constant: value}
            self.store(home, replace(whole, items=items))

    # expressions

    def value(self, node: ast.expr) -> Value:  # noqa: PLR0911 - one line a kind of expression
        """What an expression holds."""
        self._count()
        if isinstance(node, ast.Constant):
            self._hint(node)
            return Value(constant=node.value)
        if isinstance(node, ast.Name):
            return self.named(node.id)
        if isinstance(node, ast.Call):
            return call(self, node)
        if isinstance(node, ast.Attribute):
            return look_at(node, self.value(node.value))
        if isinstance(node, ast.Subscript):
            return look_into(self, node, self.value(node.value))
        if isinstance(node, ast.Tuple | ast.List):
            return gathered(self.value(part) for part in node.elts)
        if isinstance(node, ast.Dict):
            return self._dict(node)
        return self._made(node)

    def _dict(self, node: ast.Dict) -> Value:
        pairs = [(None if key is None else self.value(key), self.value(value))
                 for key, value in zip(node.keys, node.values, strict=True)]
        items = {key.constant: value for key, value in pairs if key is not None and _hashable(key.constant)}
        return replace(joined(value for _, value in pairs), items=items if len(items) == len(pairs) else None)

    def _made(self, node: ast.expr) -> Value:  # noqa: PLR0911 - one line a kind of expression
        if isinstance(node, ast.BinOp):
            return self._against(node, [self.value(node.left), self.value(node.right)])
        if isinstance(node, ast.Compare):
            return self._compared(node)
        if isinstance(node, ast.Lambda):
            self.closures[node] = list(self.scopes)
            return Value(function=node)
        if isinstance(node, ast.IfExp):
            self.value(node.test)
            return either(self.value(node.body), self.value(node.orelse), f"either side of line {self.at(node)}")
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp):
            return self._comprehension(node)
        if isinstance(node, ast.UnaryOp):
            held = self.value(node.operand)
            return replace(held, side=other_way(held.side)) if isinstance(node.op, ast.Invert) else joined([held])
        if isinstance(node, ast.NamedExpr):
            held = self.value(node.value)
            self.store(node.target, held)
            return held
        return joined(self.value(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))

    def _compared(self, node: ast.Compare) -> Value:
        sides = [self.value(node.left), *(self.value(other) for other in node.comparators)]
        said = [side for side in sides if side.models]
        if said and isinstance(node.ops[0], ast.Gt | ast.GtE | ast.Lt | ast.LtE):
            for loop in {loop for side in sides if not side.models for loop in side.loops}:
                loop.thresholds = True
            return joined(sides)
        if isinstance(node.ops[0], ast.Eq | ast.NotEq) and said:
            return self._against(node, sides)
        return replace(joined(sides), side=mask_of(node), constant=None)

    def _against(self, node: ast.expr, sides: list[Value]) -> Value:
        """Predictions held against the truth of the same rows, by == or -, are a score."""
        said, truth = [s for s in sides if s.models], [s for s in sides if s.rows and not s.models]
        exact = isinstance(node, ast.Compare) or isinstance(getattr(node, "op", None), ast.Sub)
        if said and truth and exact:
            return self.scored(node, joined(said), joined(truth))
        return joined(sides)

    def scored(self, node: ast.AST, said: Value, truth: Value, kind: str = "held out") -> Value:
        """Keep a score of predictions."""
        chosen = set(said.evaluations) | {e for pick in said.picks for e in pick.of}
        return self.trace.evaluated(Evaluation(
            line=self.at(node), call=ast.unparse(node)[:70], rows=said.rows, kind=kind, models=said.models,
            through=said.all_fits.union(*(model.through for model in said.models)),
            loops=frozenset(self.loops) | said.loops, cut_by=frozenset(chosen), lost=said.lost | truth.lost))

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Value:
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        self.scopes.append({})
        try:
            through = self.value(node.generators[0].iter)
            items = list((through.items or {}).values())
            if len(node.generators) == 1 and 0 < len(items) <= UNROLLED and all(i.rows for i in items):
                found = []
                for item in items:
                    self.store(node.generators[0].target, item)
                    found.append(self.value(made[-1]))
                return gathered(found)
            entered = []
            for generator in node.generators:
                passed = self.value(generator.iter)
                loop = Loop(line=self.at(node), folds=_is_folds(passed))
                element = element_of(passed)
                self.store(generator.target, replace(element, loops=element.loops | {loop}))
                self.loops.append(loop)
                entered.append(loop)
                for test in generator.ifs:
                    self.value(test)
            one = self.value(made[-1])
            del self.loops[len(self.loops) - len(entered):]
            return replace(joined([one]), element=one)
        finally:
            self.scopes.pop()

    # functions of this file

    def enter(self, function: Function, args: list[Value], named: dict[str, Value], own: Value | None = None) -> Value:
        """What a function of this file gives back, with these arguments; once more into itself is not followed."""
        if len(self.calling) >= DEEPEST or function in self.calling:
            return replace(joined([*args, *named.values()]), lost=frozenset({
                f"{self.place(function)}: calls within calls are followed {DEEPEST} deep, and none into itself"}))
        scope = self._bound(function, ([own] if own is not None else []) + args, named)
        scopes, self.scopes = self.scopes, [*self.closures.get(function, self.scopes[:1]), scope]
        self.calling.append(function)
        self.returned.append([])
        self.shared.append(set())
        try:
            if isinstance(function, ast.Lambda):
                return self.value(function.body)
            self.block(function.body)
            given = self.returned[-1]
        finally:
            self.calling.pop()
            self.shared.pop()
            back = self.returned.pop()
            self.scopes = scopes
        yields = [n for n in ast.walk(function) if isinstance(n, ast.Yield | ast.YieldFrom)]
        if yields:
            return Value(lost=frozenset({f"{self.place(function)} yields its values one by one"}))
        result = given[0] if given else NOTHING
        for other in back[1:]:
            result = either(result, other, f"{self.place(function)} gives back other rows in each branch")
        return result

    def _bound(self, function: Function, args: list[Value], named: dict[str, Value]) -> Scope:
        """The arguments by their names, those that are left out by their defaults."""
        spec = function.args
        names = [a.arg for a in [*spec.posonlyargs, *spec.args]]
        scope: Scope = {}
        for name, default in zip(reversed(names), reversed(spec.defaults), strict=False):
            scope[name] = self.value(default)
        for only, other in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
            scope[only.arg] = NOTHING if other is None else self.value(other)
        scope |= {name: NOTHING for name in names if name not in scope}
        scope |= dict(zip(names, args, strict=False))
        scope |= {name: value for name, value in named.items() if name}
        if spec.vararg is not None:
            scope[spec.vararg.arg] = gathered(args[len(names):])
        if spec.kwarg is not None:
            rest = {k: v for k, v in named.items() if k not in names}
            scope[spec.kwarg.arg] = replace(joined(rest.values()), items=rest)
        return scope

    # what is shown, and hints

    def show(self, value: Value) -> None:
        """A value that the reader of the output sees."""
        for evaluation in value.evaluations:
            evaluation.printed = True
        for pick in value.picks:
            pick.reported = True
        for item in (value.items or {}).values():
            self.show(item)

    def mean_of(self, step: str, node: ast.AST, value: Value, *, sees: str | None = "nothing") -> Fit:
        """A summary of rows."""
        fit = Fit(step=step, call=ast.unparse(node)[:70], line=self.at(node), rows=value.rows, sees=sees,
                  columns=value.columns)
        self.trace.fits.append(fit)
        return fit

    def _hint(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and len(node.value) < 40 and GROUPS.match(node.value):
            self.trace.group_columns.setdefault(node.value, node.lineno)

    def _count(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooLong


def _is_folds(value: Value) -> bool:
    element = value.element
    if element is None:
        return False
    items = list((element.items or {}).values())
    return any(isinstance(i.side, Side) and i.side.division.startswith("fold@") for i in items) or any(
        _is_folds(replace(value, element=item)) for item in items if item.items)


def _assigned(body: list[ast.stmt]) -> set[str]:
    found = set()
    for one in body:
        for node in ast.walk(one):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.add(node.id)
            elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store):
                found |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    return found


def _loaded(target: ast.expr) -> ast.expr:
    loaded: ast.expr = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(loaded, target)


def _hashable(constant: object) -> bool:
    return constant is not None and isinstance(constant, str | int | float | bool | tuple)

