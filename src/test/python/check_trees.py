#!/usr/bin/env python3
"""Opens merger trees as ytree's gadget4 frontend does, dataset by dataset, and holds them against
the links and catalogues that they are made of.

    check_trees.py FOLDER,LINKS,CATALOGUE[,CATALOGUE...] ...

FOLDER has trees.hdf5 and subhalo_treelink_NNN.hdf5, LINKS has subhalo_desc_NNN.hdf5 and
subhalo_prog_NNN.hdf5.
"""

import re
import sys

import h5py
import numpy as np

POINTERS = ["Descendant", "FirstProgenitor", "NextProgenitor", "MainProgenitor", "Progenitor",
            "FirstDescendant", "NextDescendant", "FirstHaloInFOFgroup", "NextHaloInFOFgroup"]


def need(true, what):
    if not true:
        raise SystemExit(what)


def number(path):
    return int(re.search(r"_(\d+)(\.\d+)?\.hdf5$", path).group(1))


class Frontend:
    """What the frontend takes from the file, and how it understands it."""

    def __init__(self, file):
        need(h5py.is_hdf5(file), "no HDF5 file")
        self.f = f = h5py.File(file, "r")
        header = f["Header"].attrs
        for name in ["Nhalos_ThisFile", "Nhalos_Total", "Ntrees_ThisFile", "Ntrees_Total", "NumFiles"]:
            need(name in header, f"not a file of this frontend: Header/{name} is missing")
        for name in ["TreeHalos", "TreeTable", "TreeTimes"]:
            need(name in f, f"not a file of this frontend: {name} is missing")
        need(int(header["NumFiles"]) == 1, "the file says that there are others")
        self.trees = int(header["Ntrees_Total"])
        self.nodes = int(header["Nhalos_ThisFile"])
        parameters = f["Parameters"].attrs
        for name in ["HubbleParam", "Omega0", "OmegaLambda", "BoxSize"]:
            need(np.isfinite(float(parameters[name])), f"Parameters/{name} is {parameters[name]}")
        self.redshifts = f["TreeTimes/Redshift"][()]
        self.times = f["TreeTimes/Time"][()]
        self.fields = {}
        for name, data in f["TreeHalos"].items():
            need(data.ndim in (1, 2), f"{name} has {data.ndim} dimensions")
            need(len(data) == self.nodes, f"{name} has {len(data)} rows for {self.nodes} haloes")
            if data.ndim == 1:
                self.fields[name] = (name, None)
            else:
                for i in range(data.shape[1]):
                    self.fields[f"{name}_{i}"] = (name, i)
        self.sizes = f["TreeTable/Length"][()] if self.trees else np.zeros(0, int)
        self.offsets = f["TreeTable/StartOffset"][()] if self.trees else np.zeros(0, int)

    def read(self, tree, field):
        name, column = self.fields[field]
        some = slice(self.offsets[tree], self.offsets[tree] + self.sizes[tree])
        values = self.f["TreeHalos"][name][some]
        return values if column is None else values[:, column]


def check_frontend(arbor):
    need(len(arbor.sizes) == len(arbor.offsets) == arbor.trees, "TreeTable is not as long as said")
    need(arbor.sizes.sum() == arbor.nodes, "trees do not add up to the haloes")
    ends = np.cumsum(arbor.sizes)
    need((arbor.offsets == ends - arbor.sizes).all(), "trees do not stand one after another")
    if arbor.nodes == 0:
        return
    need((arbor.f["TreeTable/TreeID"][()] == np.arange(arbor.trees)).all(), "TreeTable/TreeID does not count trees")
    wanted = ["SubhaloMass"] + [f"SubhaloPos_{i}" for i in range(3)]
    for field in wanted + ["Group_M_Crit200", "SnapNum", "TreeDescendant"]:
        need(field in arbor.fields, f"{field} is missing, which the frontend has a name for")
    for tree in range(arbor.trees):
        uid = arbor.offsets[tree] + np.arange(arbor.sizes[tree])
        below = arbor.read(tree, "TreeDescendant").astype(int)
        need(below[0] == -1, f"the root of tree {tree} has a descendant")
        need(((below >= -1) & (below < len(uid))).all(), "a descendant in no tree")
        has = below >= 0
        need((below[has] < np.flatnonzero(has)).all(), "a descendant behind its progenitor")
        snapshots = arbor.read(tree, "SnapNum").astype(int)
        need((np.diff(snapshots) <= 0).all(), f"tree {tree} does not go back in time")
        need((snapshots[below[has]] > snapshots[has]).all(), "a descendant of the past")
        redshift = arbor.redshifts[snapshots]
        need(np.isfinite(redshift).all(), "a halo without redshift")
        need((redshift[has] > redshift[below[has]]).all(), "time runs backwards")
        need(np.isfinite(arbor.read(tree, "SubhaloMass")).all(), "a mass is no number")


def check_content(arbor, folder, links, catalogues):
    tree = arbor.f["TreeHalos"]
    snap, nr = tree["SnapNum"][()], tree["SubhaloNr"][()]
    row = {(s, n): i for i, (s, n) in enumerate(zip(snap.tolist(), nr.tolist()))}
    need(len(row) == arbor.nodes, "a halo stands in two rows")
    start = arbor.offsets[tree["TreeID"][()]] if arbor.nodes else np.zeros(0, int)
    need((start + tree["TreeIndex"][()] == np.arange(arbor.nodes)).all(), "TreeIndex is wrong")
    at = {p: np.where(tree[f"Tree{p}"][()] >= 0, start + tree[f"Tree{p}"][()], -1) for p in POINTERS}
    length = tree["SubhaloLen"][()] if arbor.nodes else []
    found = 0
    numbers = [number(c) for c in catalogues]
    for place, file in enumerate(catalogues):
        n = numbers[place]
        with h5py.File(file) as c:
            kind = "Subhalo" if "Subhalo" in c else "Group"
            lengths = c[f"{kind}/{kind}Len"][()]
            masses = c[f"{kind}/{kind}Mass"][()]
            positions = c[f"{kind}/{kind}Pos"][()]
            need(arbor.redshifts[n] == c["Header"].attrs["Redshift"], "another redshift")
            need(arbor.times[n] == c["Header"].attrs["Time"], "another time")
        rows = np.array([row[n, i] for i in range(len(lengths))], int)
        found += len(rows)
        if len(rows):
            need((length[rows] == lengths).all(), "another length")
            need((tree["SubhaloMass"][()][rows] == masses).all(), "another mass")
            need((tree["SubhaloPos"][()][rows] == positions).all(), "another position")
        text = re.search(r"_(\d+)(\.\d+)?\.hdf5$", file).group(1)
        with h5py.File(f"{folder}/subhalo_treelink_{text}.hdf5") as t:
            need((arbor.offsets[t["Subhalo/TreeID"][()]] + t["Subhalo/TreeIndex"][()] == rows).all(),
                 f"tree links of {text} lead elsewhere")
        for other, names, file in (
                (place + 1, {"Descendant": "DescSubhaloNr", "FirstDescendant": "FirstDescSubhaloNr"}, "desc"),
                (place - 1, {"FirstProgenitor": "FirstProgSubhaloNr"}, "prog")):
            for pointer, name in names.items():
                if not 0 <= other < len(numbers):
                    need((at[pointer][rows] == -1).all(), f"a {pointer} beyond the series")
                    continue
                with h5py.File(f"{links}/subhalo_{file}_{text}.hdf5") as link:
                    target = link[f"Subhalo/{name}"][()]
                expected = [row[numbers[other], t] if t >= 0 else -1 for t in target]
                need((at[pointer][rows] == expected).all(), f"{pointer} of {text} is not that of the links")
    need(found == arbor.nodes, "haloes of no catalogue")
    branch = np.array(length, dtype=int)
    for i in range(arbor.nodes - 1, -1, -1):
        progenitors = np.flatnonzero(at["Descendant"] == i)
        if len(progenitors):
            need(at["MainProgenitor"][i] in progenitors, "a main progenitor of another halo")
            need(branch[at["MainProgenitor"][i]] == branch[progenitors].max(), "a shorter main branch")
            branch[i] += branch[progenitors].max()
        else:
            need(at["MainProgenitor"][i] == -1, "a main progenitor without progenitors")


for argument in sys.argv[1:]:
    folder, links, *catalogues = argument.split(",")
    arbor = Frontend(f"{folder}/trees.hdf5")
    check_frontend(arbor)
    check_content(arbor, folder, links, catalogues)
    print("ok", argument, arbor.trees, "trees")
