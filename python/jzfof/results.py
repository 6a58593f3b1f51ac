"""What searches return."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np


@dataclass(eq=False)
class Groups:
    """Friends-of-friends groups, in decreasing length, those of the same length by their first rows."""

    labels: np.ndarray
    """Group of each position, -1 for none: int64 [N]."""
    length: np.ndarray
    """Number of members of each group: int64 [groups]."""
    center: np.ndarray
    """Mean position of the members, periodic in a periodic box: float64 [groups, 3 or 2]."""
    linking_length: float
    """The linking length, in the unit of the positions."""
    _order: np.ndarray | None = field(default=None, repr=False)

    def __len__(self) -> int:
        return len(self.length)

    def __repr__(self) -> str:
        return (
            f"<{len(self)} groups with {int(self.length.sum())} of {len(self.labels)} positions,"
            f" linking length {self.linking_length:.6g}>"
        )

    def members(self, group: int) -> np.ndarray:
        """Rows of the members of a group, increasing: int64 [length[group]]."""
        group = range(len(self))[group]
        if self._order is None:
            inside = np.flatnonzero(self.labels >= 0)
            self._order = inside[np.argsort(self.labels[inside], kind="stable")]
        start = int(self.length[:group].sum())
        return self._order[start : start + int(self.length[group])]


class Neighbours(NamedTuple):
    """Nearest neighbours, the nearest first; -1 at an infinite distance where there are fewer."""

    distances: np.ndarray
    """Distances: [queries, k], float32 or float64 as the positions."""
    indices: np.ndarray
    """Rows among the positions: int64 [queries, k]."""


@dataclass(eq=False)
class NeighbourLists:
    """All neighbours within a radius, query after query (compressed sparse rows)."""

    offsets: np.ndarray
    """First neighbour of each query, and the number of all: int64 [queries + 1]."""
    indices: np.ndarray
    """Rows among the positions: int64 [pairs]."""
    distances: np.ndarray
    """Distances: [pairs], float32 or float64 as the positions."""

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __repr__(self) -> str:
        return f"<{len(self.indices)} neighbours of {len(self)} queries>"

    def __getitem__(self, query: int) -> np.ndarray:
        """Rows of the neighbours of a query."""
        query = range(len(self))[query]
        return self.indices[self.offsets[query] : self.offsets[query + 1]]

    @property
    def counts(self) -> np.ndarray:
        """Number of neighbours of each query: int64 [queries]."""
        return np.diff(self.offsets)


@dataclass(eq=False)
class PairCounts:
    """Ordered pairs in bins: [bins], or [bins, parts] with a line of sight.

    A pair of two positions counts twice, and a position with itself once if the first bin holds the
    distance 0; a pair of a position and one of ``others`` counts once.
    """

    edges: np.ndarray
    """Edges of the bins of separation: float64 [bins + 1]."""
    counts: np.ndarray
    """Numbers of pairs: int64."""
    weighted: np.ndarray | None
    """Sums of the products of their weights: float64; None without weights."""
    xi: np.ndarray | None
    """Correlation function in a periodic box with a volume, else None."""
    xi_error: np.ndarray | None
    """Its Poisson error; NaN without pairs."""
    wp: np.ndarray | None
    """Projected correlation function with mode "rppi": float64 [bins]; else None."""
    wp_error: np.ndarray | None
    """Its Poisson error."""

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        """The counts."""
        return np.array(self.counts, dtype)
