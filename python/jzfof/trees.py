"""Merger trees of ``jzfof trees``, from the haloes of a catalogue."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Iterator, Mapping

import numpy as np

from .errors import SnapshotError
from .hdf5 import open_file


class Tree(Mapping[str, np.ndarray]):
    """The haloes of one tree as columns, the last snapshot first, and the one that was asked for.

    Links such as TreeMainProgenitor and TreeDescendant are rows of the tree, -1 for none.
    """

    def __init__(self, columns: dict[str, np.ndarray], halo: int):
        self._columns = columns
        self.halo = halo
        """Row of the halo that was asked for."""

    def __len__(self) -> int:
        return len(self._columns)

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __getitem__(self, column: str) -> np.ndarray:
        return self._columns[column]

    def __repr__(self) -> str:
        return f"<Tree of {len(self['SnapNum'])} haloes, columns {', '.join(self)}>"

    def main_branch(self) -> np.ndarray:
        """Rows of the halo, its main progenitor, the main progenitor of that, and so on."""
        rows = [self.halo]
        while (before := int(self["TreeMainProgenitor"][rows[-1]])) >= 0:
            rows.append(before)
        return np.array(rows)

    def descendants(self) -> np.ndarray:
        """Rows of the halo, its descendant, the descendant of that, and so on."""
        rows = [self.halo]
        while (after := int(self["TreeDescendant"][rows[-1]])) >= 0:
            rows.append(after)
        return np.array(rows)


class TreeLinks:
    """The files of trees, and where the haloes of a catalogue are in them."""

    def __init__(self, trees: Path, links: Path):
        self._trees = trees
        self._links = links

    @staticmethod
    def find(catalogue: Path, folder: Any) -> "TreeLinks":
        """Looks for the trees of a catalogue.

        Raises SnapshotError if there are none.
        """
        match = re.search(r"_([^_]+?)(\.\d+)?\.hdf5$", catalogue.name)
        number = match[1] if match else ""
        here = catalogue.resolve().parent
        places = [here, here.parent] if folder is None else [Path(os.fspath(folder))]
        for place in places:
            trees, links = place / "trees.hdf5", place / f"subhalo_treelink_{number}.hdf5"
            if trees.exists() and links.exists():
                return TreeLinks(trees, links)
        raise SnapshotError(
            f"there are no trees.hdf5 and subhalo_treelink_{number}.hdf5 in"
            f" {' or '.join(map(str, places))}: run jzfof link and jzfof trees, or name their folder"
        )

    def tree(self, halo: int) -> Tree:
        """The tree of a halo of the catalogue."""
        with open_file(self._links) as file:
            halo = range(len(file["Subhalo/TreeID"]))[halo]
            identifier, row = (int(file[f"Subhalo/{n}"][halo]) for n in ("TreeID", "TreeIndex"))
        with open_file(self._trees) as file:
            tables = file["TreeTable"]
            at = np.flatnonzero(tables["TreeID"][()] == identifier)
            if len(at) != 1:
                raise SnapshotError(f"{self._trees} has no tree {identifier}, which {self._links} names")
            start, length = (int(tables[n][at[0]]) for n in ("StartOffset", "Length"))
            haloes = file["TreeHalos"]
            return Tree({name: haloes[name][start : start + length] for name in haloes}, row)
