"""scikit-learn's metadata routing: of what the user hands over, a model gets what it asks for, as it asks for it.

With `sklearn.set_config(enable_metadata_routing=True)` models say what they want (`set_fit_request`), and whatever
calls `fit` asks them first. Here each model is asked by scikit-learn's own router, so pipelines, searches and
ensembles pass on what their parts want, and another name (`sample_weight="cost"`) is understood.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from referee.errors import BadInput


def asked_for(estimator: Any, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of `fit` for a model; what nobody in it has heard of is left out, what was left open is refused."""
    found = {name: value for name, value in parameters.items() if _knows(estimator, name, value)}
    return dict(_routed(estimator, found)) if found else {}


def _knows(estimator: Any, name: str, value: Any) -> bool:
    if not hasattr(estimator, "get_metadata_routing"):
        return False
    unsaid = _unsaid(estimator.get_metadata_routing(), "fit", name)
    if unsaid is not None:
        raise BadInput(f"{type(estimator).__name__} is handed {name!r}, and it is not said whether {unsaid[0]} wants "
                       f"it; say {unsaid[0]}().set_{unsaid[1]}_request({name}=True), or =False.")
    try:
        return bool(_routed(estimator, {name: value}))
    except TypeError:           # nobody in the model has such a parameter, or all said no
        return False


def _unsaid(request: Any, method: str, name: str) -> tuple[str, str] | None:
    """Who in a model, and for which of its methods, has such a parameter and never said whether to hand it over."""
    if not hasattr(request, "add_self_request"):            # the request of one object, not of a router
        open_ = getattr(request, method).requests.get(name, False) is None
        return (str(_owner(request.owner)), method.removesuffix("_transform")) if open_ else None
    own = getattr(request, "_self_request", None)
    parts = [] if own is None else [(own, method)]
    parts += [(part.router, pair.callee) for _, part in request for pair in part.mapping if pair.caller == method]
    return next((found for part, callee in parts if (found := _unsaid(part, callee, name)) is not None), None)


def _owner(owner: Any) -> str:
    return owner if isinstance(owner, str) else type(owner).__name__


def _routed(estimator: Any, parameters: Mapping[str, Any]) -> Mapping[str, Any]:
    from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping, process_routing

    router = MetadataRouter(owner="referee").add(
        estimator=estimator, method_mapping=MethodMapping().add(caller="fit", callee="fit"))
    handed: Mapping[str, Any] = process_routing(router, "fit", **parameters).estimator.fit
    return handed


@contextmanager
def routing(*, on: bool) -> Iterator[None]:
    """Fit with routing on or off, whatever this process or thread has set."""
    import sklearn

    with sklearn.config_context(enable_metadata_routing=on):
        yield
