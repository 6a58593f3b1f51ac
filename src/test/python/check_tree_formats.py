#!/usr/bin/env python3
"""Reads SubLink and LHaloTree files as illustris_python's loadTree does, and holds them against
trees.hdf5 and the catalogues: check_tree_formats.py OUTPUT

OUTPUT has trees.hdf5 and the catalogues of one file each, and postprocessing stands beside it.
Prints a line for each format; the first fault ends the program.
"""

import glob
import re
import sys
from pathlib import Path

import h5py
import numpy as np


def need(true, what):
    if not true:
        raise SystemExit(what)


class Expected:
    """The trees of trees.hdf5; a subhalo is its row there."""

    def __init__(self, file):
        with h5py.File(file) as f:
            self.of = {name: data[()] for name, data in f["TreeHalos"].items()}
            start = f["TreeTable/StartOffset"][()]
        self.start = start[self.of["TreeID"]]
        self.row = {
            place: row for row, place in enumerate(zip(self.of["SnapNum"].tolist(), self.of["SubhaloNr"].tolist()))
        }
        self.descendant = self.pointer("Descendant")
        self.main = self.pointer("MainProgenitor")
        self.progenitors = [np.flatnonzero(self.descendant == row).tolist() for row in range(len(self.start))]

    def pointer(self, name):
        values = self.of["Tree" + name]
        return np.where(values >= 0, self.start + values, -1)

    def branch(self, row):
        rows = []
        while row >= 0:
            rows.append(row)
            row = self.main[row]
        return rows

    def tree(self, row):
        rows = [row]
        for at in rows:
            rows += self.progenitors[at]
        return rows

    def members(self, row):
        """Members summed over the main branch."""
        return sum(int(self.of["SubhaloLen"][at]) for at in self.branch(row))


def offsets(base, number, group):
    with h5py.File(Path(base).parent / f"postprocessing/offsets/offsets_{number:03d}.hdf5") as f:
        need((f["FileOffsets/Subhalo"][()] == [0]).all(), "the first file begins at another subhalo")
        return {name: data[()] for name, data in f["Subhalo/" + group].items()}


def check_branches(expected, found, place):
    """Holds main branches and whole trees of every subhalo against the expected ones."""
    for subhalo, row in expected.row.items():
        branch, tree = found(*subhalo)
        need([place(h) for h in branch] == expected.branch(row), f"another main branch of {subhalo}")
        tree = [place(h) for h in tree]
        need(sorted(tree) == sorted(expected.tree(row)), f"another tree of {subhalo}")
        need(tree[: len(branch)] == expected.branch(row), f"the main branch of {subhalo} does not come first")


def check_order(expected, first, following, place):
    """Holds the order of progenitors, the main one first, against the members of their branches."""
    for halo in range(len(first)):
        chain, at = [], first[halo]
        while at >= 0:
            chain.append(place(at))
            at = following[at]
        need(sorted(chain) == expected.progenitors[place(halo)], f"other progenitors of {halo}")
        members = [expected.members(row) for row in chain]
        need(members == sorted(members, reverse=True), f"progenitors of {halo} in another order")


def check_values(expected, found, place, names):
    rows = np.array([place(h) for h in range(len(found["SnapNum"]))], int)
    for name in ["SubhaloLen", "SubhaloMass", "SubhaloPos", "SubhaloVel", "SubhaloVelDisp", "SubhaloSpin"]:
        need((found[name] == expected.of[name][rows]).all(), f"another {name}")
    for name, other in names.items():
        need((found[name] == expected.of[other][rows]).all(), f"another {name}")
    return rows


def check_sublink(base, expected, groups):
    with h5py.File(Path(base).parent / "postprocessing/trees/SubLink/tree_extended.0.hdf5") as f:
        need(all(isinstance(f[name], h5py.Dataset) for name in f), "a group that readers take for a column")
        t = {name: f[name][()] for name in f}
    n = len(expected.row)
    need((t["SubhaloID"] == np.arange(n)).all(), "SubhaloID does not count")
    need((t["SubhaloIDRaw"] == t["SnapNum"].astype("i8") * 10**12 + t["SubfindID"]).all(), "another SubhaloIDRaw")
    place = lambda h: expected.row[int(t["SnapNum"][h]), int(t["SubfindID"][h])]
    where = {snapshot: offsets(base, snapshot, "SubLink") for snapshot in groups}

    def found(snapshot, number):
        row, own, last = (where[snapshot][name][number] for name in ["RowNum", "SubhaloID", "LastProgenitorID"])
        need(t["LastProgenitorID"][row] == last, "another LastProgenitorID in the offsets")
        return range(row, row + t["MainLeafProgenitorID"][row] - own + 1), range(row, row + last - own + 1)

    check_branches(expected, found, place)
    check_order(expected, t["FirstProgenitorID"], t["NextProgenitorID"], place)
    same = {"SubhaloVmax": "SubhaloVmax", "SubhaloIDMostbound": "SubhaloIDMostbound", "SubhaloGrNr": "GroupNr"}
    rows = check_values(expected, t, place, {**same, "TreeID": "TreeID", "NumParticles": "SubhaloLen"})
    back = np.full(n, -1)
    back[rows] = np.arange(n)
    for name, pointer in {
        "DescendantID": "Descendant",
        "FirstProgenitorID": "MainProgenitor",
        "FirstSubhaloInFOFGroupID": "FirstHaloInFOFgroup",
        "NextSubhaloInFOFGroupID": "NextHaloInFOFgroup",
    }.items():
        to = expected.pointer(pointer)[rows]
        need((t[name] == np.where(to >= 0, back[to], -1)).all(), f"another {name}")
    for h in range(n):
        root = h
        while t["DescendantID"][root] >= 0:
            root = t["DescendantID"][root]
        need(t["RootDescendantID"][h] == root, f"another RootDescendantID of {h}")
        mass = sum(float(expected.of["SubhaloMass"][row]) for row in expected.branch(place(h)))
        need(abs(t["MassHistory"][h] - mass) < 1e-5 * mass, f"another MassHistory of {h}")
        need(t["Mass"][h] == t["SubhaloMass"][h], f"another Mass of {h}")
        of_group = groups[int(t["SnapNum"][h])][t["SubhaloGrNr"][h]]
        need(t["Group_M_Crit200"][h] == of_group, f"another Group_M_Crit200 of {h}")
    print("ok SubLink", n, "subhaloes")


def check_lhalotree(base, expected, groups):
    with h5py.File(Path(base).parent / "postprocessing/trees/LHaloTree/trees_sf1_099.0.hdf5") as f:
        header = dict(f["Header"].attrs)
        lengths = f["Header/TreeNHalos"][()]
        counts = f["Header/TotNsubhalos"][()]
        trees = [{k: d[()] for k, d in f[f"Tree{i}"].items()} for i in range(len(lengths))]
    n = len(expected.row)
    need(header["NtreesPerFile"] == len(trees) and header["NhalosPerFile"] == n == lengths.sum(), "another number")
    need(header["LastSnapshotNr"] == max(groups) and header["NumberOfOutputFiles"] == 1, "another header")
    need(all(counts[s] == sum(key[0] == s for key in expected.row) for s in groups), "another TotNsubhalos")
    where = {snapshot: offsets(base, snapshot, "LHaloTree") for snapshot in groups}
    number = -1
    place = lambda h: expected.row[int(trees[number]["SnapNum"][h]), int(trees[number]["SubhaloNumber"][h])]
    for number, t in enumerate(trees):
        need(all(len(column) == lengths[number] for column in t.values()), "a column of another length")
        check_order(expected, t["FirstProgenitor"], t["NextProgenitor"], place)
        same = {"SubhaloVMax": "SubhaloVmax", "SubhaloIDMostBound": "SubhaloIDMostbound", "SubhaloGrNr": "GroupNr"}
        names = {"Descendant": "Descendant", "FirstProgenitor": "MainProgenitor"}
        names.update(FirstHaloInFOFGroup="FirstHaloInFOFgroup", NextHaloInFOFGroup="NextHaloInFOFgroup")
        same.update({name: "Tree" + pointer for name, pointer in names.items()})
        rows = check_values(expected, t, place, {**same, "Group_M_Crit200": "Group_M_Crit200"})
        need((rows == expected.start[rows[0]] + np.arange(len(rows))).all(), "haloes in another order")
        need((t["FileNr"] == 0).all(), "another FileNr")

    def found(snapshot, subhalo):
        nonlocal number
        number, index = (int(where[snapshot][name][subhalo]) for name in ["Num", "Index"])
        t = trees[number]
        branch, tree = [], []
        at = index
        while at >= 0:
            branch.append(at)
            at = t["FirstProgenitor"][at]
        open_ = [index]
        while open_:
            at = open_.pop()
            tree.append(at)
            below, progenitor = [], t["FirstProgenitor"][at]
            while progenitor >= 0:
                below.append(progenitor)
                progenitor = t["NextProgenitor"][progenitor]
            open_ += below[::-1]
        return branch, tree

    check_branches(expected, found, place)
    print("ok LHaloTree", len(trees), "trees")


output = sys.argv[1]
masses = {}
for catalogue in glob.glob(f"{output}/fof_subhalo_tab_*.hdf5"):
    with h5py.File(catalogue) as c:
        masses[int(re.search(r"(\d+)\.hdf5", catalogue).group(1))] = c["Group/Group_M_Crit200"][()]
truth = Expected(f"{output}/trees.hdf5")
need(len(truth.row) > 50 and max(map(len, truth.progenitors)) > 1, "too few subhaloes to tell anything")
check_sublink(output, truth, masses)
check_lhalotree(output, truth, masses)
