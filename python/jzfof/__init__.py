"""Friends-of-friends haloes, nearest neighbours and pair counts of arrays, by the command jzfof.

The functions of this module start jzfof, search, and end it. A :class:`Session` keeps it running, so
that a call costs milliseconds. All of them take positions as arrays of the shape [N, 3], or [N, 2] in
a plane, float32 or float64 in any order of memory; arrays of CuPy and torch pass through the host.
Lengths are in the unit of the positions.
"""

from .catalogue import Catalogue, Columns
from .command import find, run
from .errors import (
    BackendError,
    CommunicationError,
    InternalError,
    JzfofError,
    JzfofWarning,
    OutOfMemoryError,
    OutputError,
    SnapshotError,
    UnfinishedError,
    UsageError,
)
from .functions import fof, knn, neighbours, pairs
from .results import Groups, NeighbourLists, Neighbours, PairCounts
from .session import Session
from .version import VERSION as __version__

__all__ = [
    "BackendError",
    "Catalogue",
    "Columns",
    "CommunicationError",
    "Groups",
    "InternalError",
    "JzfofError",
    "JzfofWarning",
    "NeighbourLists",
    "Neighbours",
    "OutOfMemoryError",
    "OutputError",
    "PairCounts",
    "Session",
    "SnapshotError",
    "UnfinishedError",
    "UsageError",
    "__version__",
    "find",
    "fof",
    "knn",
    "neighbours",
    "pairs",
    "run",
]
