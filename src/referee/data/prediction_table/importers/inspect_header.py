"""What the header of an Inspect log says: how it was run, and whether it came to its end."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from referee.data.wording import shortened

OPERATION = {"max_connections", "max_retries", "timeout", "attempt_timeout", "batch", "cache"}      # no other answers
LIMITS = ("epochs", "limit", "sample_id", "message_limit", "token_limit", "time_limit", "working_limit", "cost_limit")
ENDED = {"cancelled": "the run was cancelled", "started": "the run did not finish"}


def settings_of(header: Mapping[str, Any]) -> dict[str, str]:
    """What may tell two logs of one model apart: arguments, solver, prompts, configuration, in the order of meaning."""
    spec, plan = header["eval"], header.get("plan") or {}
    steps = plan.get("steps") or []
    found: dict[str, Any] = dict(spec.get("task_args") or {})
    found["solver"] = " + ".join(str(step.get("solver")) for step in steps)
    for step in steps:
        for name, value in (step.get("params") or {}).items():
            key = f"{step.get('solver')} {name}"
            found[key] = value if key not in found else [found[key], value]
    config = {**(spec.get("model_generate_config") or {}), **(plan.get("config") or {})}
    found |= {name: value for name, value in config.items() if name not in OPERATION}
    found |= {**(spec.get("model_args") or {}), **(spec.get("model_roles") or {})}
    found |= {name: (spec.get("config") or {}).get(name) for name in LIMITS}
    found |= {"task version": spec.get("task_version"), "commit": (spec.get("revision") or {}).get("commit"),
              "tags": spec.get("tags") or None}
    return {name: _text(value) for name, value in found.items() if value not in (None, "", {}, [])}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def expected(header: Mapping[str, Any]) -> int:
    """How many samples, in all epochs, the log should hold; 0 where it does not say."""
    spec = header["eval"]
    total = (header.get("results") or {}).get("total_samples")
    once = (spec.get("dataset") or {}).get("samples")
    return int(total or int(once or 0) * int((spec.get("config") or {}).get("epochs") or 1))


def ending(header: Mapping[str, Any]) -> str | None:
    """How a run ended that did not succeed, as the beginning of a sentence; a log without an end has no status."""
    status = str(header.get("status") or "started")
    if status == "success":
        return "samples of it were marked as invalid" if header.get("invalidated") else None
    if status == "error":
        why = (header.get("error") or {}).get("message")
        return f"the run ended in an error ({shortened(str(why))})" if why else "the run ended in an error"
    return ENDED.get(status, f"the run ended as {status!r}")
