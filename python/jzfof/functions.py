"""Searches that start jzfof for one call."""

from __future__ import annotations

from typing import Any

from .results import Groups, NeighbourLists, Neighbours, PairCounts
from .session import Session

_PROCESS = ("backend", "device", "threads", "ranks", "heap", "progress")


def _once(name: str, args: tuple, options: dict[str, Any]) -> Any:
    process = {key: options.pop(key) for key in _PROCESS if key in options}
    with Session(**process) as session:
        return getattr(session, name)(*args, **options)


def fof(pos: Any, **options: Any) -> Groups:
    """Friends-of-friends groups: :meth:`Session.fof` in a session of its own.

    Takes the options of both.
    """
    return _once("fof", (pos,), options)


def knn(pos: Any, k: int, **options: Any) -> Neighbours:
    """The k nearest neighbours: :meth:`Session.knn` in a session of its own.

    Takes the options of both.
    """
    return _once("knn", (pos, k), options)


def neighbours(pos: Any, radius: Any, **options: Any) -> NeighbourLists:
    """All neighbours within a radius: :meth:`Session.neighbours` in a session of its own.

    Takes the options of both.
    """
    return _once("neighbours", (pos, radius), options)


def pairs(pos: Any, bins: Any, **options: Any) -> PairCounts:
    """Counts of pairs: :meth:`Session.pairs` in a session of its own.

    Takes the options of both.
    """
    return _once("pairs", (pos, bins), options)
